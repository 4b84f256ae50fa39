function [x, info] = solve(varargin)
%SOLVE  Minimises a smooth function over vectors with at most s nonzeros.
%   x = sparsebregman.solve(A, b, s) minimises ||A*x - b||^2 / 2 over vectors with at most s nonzeros. A is a full or
%   sparse matrix, or a sparsebregman.Matrix.
%
%   x = sparsebregman.solve(problem, s) minimises a sparsebregman.Problem.
%
%   [x, info] = sparsebregman.solve(..., name, value, ...) sets options:
%     'loss', 'weights'   of the problem, see sparsebregman.Problem, which has them itself where one is given
%     'start', 'dsm', 'kernel', 'monitor', 'groups', 'lower', 'upper', 'kept'   of the solver, see sparsebregman.Solver
%     'progress'          true shows a line that is kept up to date
%     any other           options of the library: sparsebregman.keys('solver') and sparsebregman.keys('problem')
%   info has the fields objective, intercept (0 where the problem has none), support, state, stateText (why the run
%   ended), proved (true when no feasible point has a lower objective), iterations, seconds and solver.
%
%   After Ctrl-C, [x, info] = sparsebregman.interrupted() is the best point that was found.
%
%   Example:
%     A = randn(64, 256);
%     b = A(:, [3 70 200]) * [1; -2; 0.5];
%     [x, info] = sparsebregman.solve(A, b, 3);
%     info.support
%
%   See also sparsebregman.Problem, sparsebregman.Solver, sparsebregman.keys, sparsebregman.interrupted.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  isProblem = nargin > 0 && isa(varargin{1}, 'sparsebregman.Problem');
  needed = 3 - isProblem;
  if nargin < needed
    sparsebregman.internal.fail({-1, 'argument', 'solve needs A, b and s, or a problem and s'});
  end
  own = struct('loss', [], 'weights', [], 'progress', false, 'monitor', []);
  [own, options] = sparsebregman.internal.pairs(own, varargin(needed + 1:end));
  ofProblem = false(1, numel(options));
  for k = 1:2:numel(options)
    ofProblem([k k + 1]) = isOption('problem', options{k}) && ~isOption('solver', options{k});
  end
  if isProblem
    if ~isempty(own.loss) || ~isempty(own.weights)
      sparsebregman.internal.fail({-1, 'argument', ...
                                   'a problem has its own loss and weights: name them where the problem is made'});
    end
    if any(ofProblem)
      names = options(find(ofProblem, 1));
      sparsebregman.internal.fail({-1, 'argument', ...
                                   ['the problem is made already: give ' names{1} ' to Problem, not to solve']});
    end
    problem = varargin{1};
  else
    if isempty(own.loss)
      own.loss = 'least_squares';
    end
    problem = sparsebregman.Problem(varargin{1:2}, 'loss', own.loss, 'weights', own.weights, options{ofProblem});
  end
  if own.progress && isempty(own.monitor)
    own.monitor = @sparsebregman.internal.progress;
  elseif own.progress
    monitor = own.monitor;
    own.monitor = @(solver) sparsebregman.internal.progress(solver) || isequal(monitor(solver), true);
  end
  solver = sparsebregman.Solver(problem, varargin{needed}, 'monitor', own.monitor, options{~ofProblem});
  sparsebregman.internal.latest(solver);
  solver.run();
  sparsebregman.internal.latest([]);
  if own.progress
    sparsebregman.internal.progressLine(solver, '\n');
  end
  [x, info] = sparsebregman.internal.result(solver);
end

function yes = isOption(kind, name)
  table = sparsebregman.internal.table(kind);
  yes = any(strcmp(table.names, name) & strcmp({table.keys.kind}, 'option'));
end
