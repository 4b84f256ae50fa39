function fail(reply)
%FAIL  Throws a failed call's status: {code, name, text}.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  error(['sparsebregman:' reply{2}], '%s (%s, status %d)', reply{3}, reply{2}, reply{1});
end
