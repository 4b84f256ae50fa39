function [x, info] = result(solver)
%RESULT  The best point of a solver, and what there is to say about it.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  x = solver.solution();
  info.objective = solver.get('best_objective');
  info.intercept = solver.get('intercept');
  info.support = solver.support();
  info.state = solver.get('state');
  info.stateText = sparsebregman.stateText(info.state);
  info.proved = solver.get('proved') == 1;
  info.iterations = solver.get('iterations');
  info.seconds = solver.get('elapsed_seconds');
  info.solver = solver;
end
