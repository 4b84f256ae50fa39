% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function file = path(name)
%!  file = fullfile(getenv('SBREG_SOURCE_DIR'), 'tests', 'data', 'cases', name);
%!endfunction
%!function solveCase(c, A)
%!  if strcmp(c.loss, 'quadratic')
%!    problem = sparsebregman.Problem.quadratic(A, c.b);
%!  else
%!    problem = sparsebregman.Problem(A, c.b, 'loss', c.loss, 'weights', c.weights);
%!  end
%!  problem.set(c.problemOptions{:});
%!  solver = sparsebregman.Solver(problem, c.s, c.solverOptions{:});
%!  solver.run();
%!  x = solver.solution();
%!  assert(max(abs(x - c.x) ./ max(1, abs(c.x))) <= 1e-12);
%!  assert(solver.get('best_objective'), c.objective, -1e-12);
%!  assert(solver.support(), find(solver.solution()));
%!endfunction

%% The shared cases are reproduced to 1e-12.
%!test
%! list = dir(path('*.txt'));
%! names = setdiff({list.name}, {'bad-inputs.txt'});
%! assert(numel(names) >= 10);
%! for k = 1:numel(names)
%!   c = readCase(path(names{k}));
%!   solveCase(c, c.A);
%! end

%% The shared cases are reproduced from sparse matrices.
%!test
%! names = {'sparse', 'logistic', 'huber', 'weighted'};
%! for k = 1:numel(names)
%!   c = readCase(path([names{k} '.txt']));
%!   solveCase(c, sparse(c.A));
%! end

%% The shared bad inputs are refused with the same status.
%!test
%! c = readCase(path('bad-inputs.txt'));
%! assert(tryBadInput(c, {'0', 'nothing'}), 0);
%! assert(numel(c.inputs) >= 20);
%! for k = 1:numel(c.inputs)
%!   assert(tryBadInput(c, c.inputs{k}), str2double(c.inputs{k}{1}));
%! end
