function changes(solver)
%CHANGES  A monitor without a result, which changes the solver that is running.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  solver.set('max_iterations', 5);
end
