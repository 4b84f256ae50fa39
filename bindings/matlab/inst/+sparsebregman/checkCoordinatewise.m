function [decrease, leaves, enters] = checkCoordinatewise(problem, s, x)
%CHECKCOORDINATEWISE  The best exchange of one coordinate for another.
%   [decrease, leaves, enters] = sparsebregman.checkCoordinatewise(problem, s, x): how much f falls when x(leaves)
%   becomes zero and x(enters) the best it can be; 0 exactly when x is a coordinatewise minimum. An index is [] when no
%   coordinate leaves or enters.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.require(problem, 'sparsebregman.Problem');
  [decrease, leaves, enters] = sparsebregman.internal.call([], problem.callbacks, 'check_coordinatewise', ...
                                                           problem.id, s, problem.toLibrary(x));
  leaves = problem.variable(leaves(leaves > 0));
  enters = problem.variable(enters(enters > 0));
end
