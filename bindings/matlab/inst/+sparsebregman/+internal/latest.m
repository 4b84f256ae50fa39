function solver = latest(varargin)
%LATEST  Remembers the solver of the solve that is under way, for sparsebregman.interrupted.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  persistent kept
  if nargin > 0
    kept = varargin{1};
  end
  solver = kept;
end
