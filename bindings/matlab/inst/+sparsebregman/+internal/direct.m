function varargout = direct(command, varargin)
%DIRECT  Carries out a command of the gateway that returns at once.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.ready();
  reply = sparsebregman.internal.gateway(command, varargin{:});
  if reply{1} < 0
    sparsebregman.internal.fail(reply);
  end
  varargout = reply(2:end);
end
