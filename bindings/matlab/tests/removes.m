function removes(solver)
%REMOVES  A monitor without a result, which deletes the solver that is running.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  delete(solver);
end
