% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%% Stepping gives the solution that running gives.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! stepped = sparsebregman.Solver(problem, i.s);
%! while stepped.get('state') == 0
%!   stepped.step(3);
%! end
%! ran = sparsebregman.Solver(problem, i.s);
%! assert(ran.run(), 1);
%! assert(stepped.solution(), ran.solution());
%! assert(ran.solution(), i.x, 1e-8);
%! assert(ran.support(), find(i.x));
%! assert(size(ran.iterate()), size(i.x));
%! assert(sparsebregman.stateText(1), 'target reached');
%! assert(sparsebregman.stateText(7), 'searched');
%! assert(sparsebregman.stateText(99), 'state 99');

%% One line solves, and tells how it went.
%!test
%! i = instance();
%! [x, info] = sparsebregman.solve(i.A, i.b, i.s, 'history', 1);
%! assert(x, i.x, 1e-8);
%! assert(info.support, find(i.x));
%! assert(info.stateText, 'target reached');
%! assert(numel(info.solver.history()), info.iterations + 1);
%! assert(sparsebregman.solve(sparsebregman.Problem(i.A, i.b), i.s), x);
%! assert(sparsebregman.solve(sparsebregman.Matrix(i.A), i.b, i.s), x);

%% A small noisy problem is proved to be solved, and a run that is cut short proves nothing.
%!test
%! randn('state', 2);
%! A = randn(30, 12);
%! b = A(:, [2 5 9]) * [1; -1; 0.5] + 0.5 * randn(30, 1);
%! [x, info] = sparsebregman.solve(A, b, 3);
%! assert(info.proved, true);
%! supports = nchoosek(1:12, 3);
%! for k = 1:rows(supports)
%!   columns = A(:, supports(k, :));
%!   assert(info.objective <= norm(columns * (columns \ b) - b)^2 / 2 + 1e-10);
%! end
%! [~, info] = sparsebregman.solve(A, b, 3, 'method', 'iht', 'max_iterations', 2);
%! assert(info.proved, false);

%% What a problem has already is refused beside it.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! [id, text] = caught(@() sparsebregman.solve(problem, i.s, 'loss', 'huber'));
%! assert(id, 'sparsebregman:argument');
%! assert(any(strfind(text, 'its own loss')));
%! assert(caught(@() sparsebregman.solve(problem, i.s, 'weights', ones(40, 1))), 'sparsebregman:argument');
%! [id, text] = caught(@() sparsebregman.solve(problem, i.s, 'method', 'newton', 'ridge', 0.1));
%! assert(id, 'sparsebregman:argument');
%! assert(any(strfind(text, 'give ridge to Problem, not to solve')));
%! assert(problem.get('ridge'), 0);

%% Options come from the library's table.
%!test
%! i = instance();
%! solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b, 'ridge', 0.25), i.s, 'method', 'newton', 'newton', false);
%! assert(solver.get('method'), 'newton');
%! assert(solver.get('newton'), 0);
%! solver.set('max_iterations', 7, 'time_limit', 1.5, 'dsm_period', int64(12));
%! assert(solver.get('max_iterations'), 7);
%! assert(get(solver, 'time_limit'), 1.5);
%! assert(solver.get('dsm_period'), 12);
%! assert(isfield(solver.get(), 'elapsed_seconds'));
%! kinds = {'solver', 'problem', 'dsm', 'kernel', 'matrix', 'path'};
%! for k = 1:numel(kinds)
%!   assert(numel(sparsebregman.keys(kinds{k})) > 0);
%! end
%! list = solver.keys();
%! assert(ismember('max_iterations', {list.name}));
%! assert(any(strfind(evalc('sparsebregman.keys(''dsm'')'), 'gap_tolerance')));
%! [~, info] = sparsebregman.solve(i.A, i.b, i.s, 'ridge', 0.25, 'max_iterations', 3);
%! assert(info.iterations <= 3);

%% Options and results are read and set by their names; methods of the same name go first.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b, 'intercept', 1);
%! solver = sparsebregman.Solver(problem, i.s, 'method', 'newton', 'history', 1);
%! assert(solver.method, 'newton');
%! assert(solver.method(1:3), 'new');
%! solver.max_iterations = 7;
%! assert(solver.max_iterations, 7);
%! assert(solver.get('max_iterations'), 7);
%! solver.run();
%! assert(solver.best_objective, solver.get('best_objective'));
%! assert(solver.intercept, problem.intercept(solver.solution()), 1e-10);
%! assert(problem.intercept, 1);
%! assert(problem.loss, 'least_squares');
%! assert(numel(solver.history()), solver.iterations + 1);
%! assert(solver.columns, 60);
%! assert(sparsebregman.DSM(problem, 'lipschitz').model, 'lipschitz');
%! assert(sparsebregman.Kernel(3, 'power').kernel, 'power');
%! assert(sparsebregman.Matrix(i.A).rows, 40);
%! path = sparsebregman.Path(problem);
%! path.last = 3;
%! path.run();
%! assert(path.fits, path.get('fits'));
%! assert(path.last, 3);
%! solver.solution();
%! assert(ans, solver.get('best_objective') * 0 + solver.solution());
%! assert(caught(@() subsasgn(solver, substruct('.', 'method'), 'newtn')), 'sparsebregman:argument');
%! assert(caught(@() subsasgn(solver, substruct('.', 'columns'), 5)), 'sparsebregman:key');
%! assert(caught(@() subsasgn(solver, substruct('.', 'method', '()', {1}), 'x')), 'sparsebregman:argument');
%! fail('solver.max_iteration', 'did you mean "max_iterations"');
%! fail('solver.max_iter = 3', 'did you mean "max_iterations"');
%! fail('solver.best_objectiv', 'did you mean "best_objective"');
%! delete(solver);
%! assert(caught(@() solver.method), 'sparsebregman:argument');

%% An object is shown in two short lines.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! solver = sparsebregman.Solver(problem, i.s);
%! solver.run();
%! shown = {problem, solver, sparsebregman.Matrix(i.A), sparsebregman.Kernel(60, 'power'), ...
%!          sparsebregman.DSM(problem, 'linear'), sparsebregman.Path(problem)};
%! for k = 1:numel(shown)
%!   lines = strsplit(strtrim(evalc('disp(shown{k})')), "\n");
%!   assert(numel(lines), 2);
%!   assert(all(cellfun(@numel, lines) < 132));
%!   assert(~isempty(strfind(lines{1}, class(shown{k}))));
%! end
%! text = evalc('solver');
%! assert(~isempty(strfind(text, '60 variables')) && ~isempty(strfind(text, 'best objective')), text);
%! assert(numel(strsplit(strtrim(text), "\n")) <= 5);

%% Errors carry the library's code, text and suggestion.
%!test
%! i = instance();
%! [id, text] = caught(@() sparsebregman.solve(i.A, i.b, -1));
%! assert(id, 'sparsebregman:argument');
%! assert(any(strfind(text, 's must lie in')) && any(strfind(text, 'status -1')));
%! [id, text] = caught(@() sparsebregman.solve(i.A, i.b, 2, 'max_iteration', 5));
%! assert(id, 'sparsebregman:key');
%! assert(any(strfind(text, 'max_iterations')));
%! assert(caught(@() sparsebregman.solve(i.A, i.b, 2, 'max_iterations', 1.5)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, 2, 'method', 3)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, 2, 'method')), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, 2, 5, 'newton')), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.keys('slover')), 'sparsebregman:key');
%! assert(caught(@() sparsebregman.keys('no good')), 'sparsebregman:key');
%! try
%!   sparsebregman.solve(i.A, i.b, -1);
%! catch cause
%!   [code, meaning] = sparsebregman.statusCode(cause);
%!   assert(code, -1);
%!   assert(~isempty(meaning));
%! end
%! assert(sparsebregman.statusCode(struct('identifier', 'other:error')), 0);

%% NaN, wrong sizes and wrong types are refused.
%!test
%! i = instance();
%! bad = i.A;
%! bad(3, 2) = NaN;
%! assert(caught(@() sparsebregman.solve(bad, i.b, 2)), 'sparsebregman:not_finite');
%! assert(caught(@() sparsebregman.solve(sparse(bad), i.b, 2)), 'sparsebregman:not_finite');
%! [~, text] = caught(@() sparsebregman.solve(bad, i.b, 2));
%! assert(regexp(text, '^A\(3, 2\) is -?nan; every number'), 1);
%! [~, text] = caught(@() sparsebregman.solve(i.A, [zeros(39, 1); 7], 2, 'loss', 'logistic'));
%! assert(regexp(text, '^b\(40\) is 7; labels'), 1);
%! [~, text] = caught(@() sparsebregman.solve(i.A, i.b, 2, 'kept', [5 999]));
%! assert(regexp(text, '^kept\(2\) is 999, outside 1\.\.\d+ '), 1);
%! [~, text] = caught(@() sparsebregman.solve(i.A, i.b, 2, 'loss', 3));
%! assert(regexp(text, '^loss must be the name of a loss'), 1);
%! assert(caught(@() sparsebregman.solve(i.A, [NaN; i.b(2:end)], 2)), 'sparsebregman:not_finite');
%! assert(caught(@() sparsebregman.solve(i.A, i.b(2:end), 2)), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.solve(i.A', i.b, 2)), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.solve('A', i.b, 2)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve({1}, i.b, 2)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.Matrix(complex(i.A, 1))), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(complex(i.A, 1), i.b, 2, 'loss', 'huber')), 'sparsebregman:unsupported');
%! assert(caught(@() sparsebregman.solve(ones(2, 2, 2), i.b, 2)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, 'b', 2)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, [1 2])), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, NaN)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, '2')), 'sparsebregman:argument');
%! assert(strncmp(caught(@() sparsebregman.solve([], [], 1)), 'sparsebregman:', 14));
%! assert(caught(@() sparsebregman.Problem.quadratic(i.A, i.b)), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.Solver(i.A, 2)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.DSM(i.A, 'linear')), 'sparsebregman:argument');

%% Integer, single and logical arrays, and rows for columns, are numbers too.
%!test
%! A = [2 1 0 1; 0 1 3 0];
%! x = sparsebregman.solve(A, [5; 6], 2);
%! assert(sparsebregman.solve(int32(A), int8([5 6]), int32(2)), x);
%! assert(sparsebregman.solve(single(A), [5 6], single(2)), x);
%! assert(sparsebregman.Problem(eye(2) == 1, [1 1]).value([1 0]), 0.5);
%! assert(sparsebregman.Problem(sparse(eye(2)) == 1, sparse([1 1])).value(sparse([1 0])), 0.5);

%% Matrices stay what they were when the problem was made.
%!test
%! i = instance();
%! A = i.A;
%! problem = sparsebregman.Problem(A, i.b);
%! before = problem.value(i.x + 1);
%! A(:) = 0;
%! clear A
%! assert(problem.value(i.x + 1), before);

%% Value and gradient belong together.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! x = i.x + 0.1;
%! assert(problem.value(x), norm(i.A * x - i.b)^2 / 2, -1e-12);
%! assert(problem.gradient(x), i.A' * (i.A * x - i.b), 1e-10);
%! assert(problem.checkGradient(x) < 1e-6);
%! Q = i.A' * i.A;
%! assert(sparsebregman.Problem.quadratic(Q, i.x).gradient(x), Q * x - i.x, 1e-10);

%% Sparse matrices give the solution of dense ones.
%!test
%! i = instance();
%! dense = i.A .* (abs(i.A) > 1);
%! b = dense * i.x;
%! S = sparse(dense);
%! assert(sparsebregman.solve(S, b, i.s), sparsebregman.solve(dense, b, i.s), 1e-10);
%! assert(sparsebregman.Problem(S, b).get('rows'), 40);
%! empty = sparse(40, 60);
%! assert(sparsebregman.Problem(empty, i.b).value(i.x), norm(i.b)^2 / 2, -1e-12);

%% Scaling matrices are computed, certified and used.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! dsm = sparsebregman.DSM(problem, 'linear', 'gap_tolerance', 1e-3);
%! dsm.run();
%! assert(dsm.get('gap') <= 1e-3);
%! assert(dsm.get('certificate'), 'proven');
%! assert(dsm.margin(problem) >= -1e-8);
%! assert(min(eig(diag(dsm.weights()) - i.A' * i.A)) >= -1e-8);
%! assert(sum(dsm.extractedWeights()) >= 0);
%! own = sparsebregman.DSM(dsm.weights());
%! assert(own.weights(), dsm.weights());
%! solver = sparsebregman.Solver(problem, i.s, 'dsm', {dsm, own}, 'method', 'ciwht', 'history', 1);
%! solver.run();
%! assert(sparsebregman.checkStationarity(problem, dsm, i.s, solver.solution()) <= 1e-6);
%! assert(all(ismember(solver.history('active_dsm'), 0:2)));
%! assert(ismember(solver.get('active_dsm'), 1:2));
%! weighted = sparsebregman.DSM(problem, 'linear', 'cost', 2 * ones(60, 1));
%! weighted.step(5);
%! assert(weighted.get('iterations') >= 1);
%! warm = sparsebregman.DSM(problem, 'linear', 'start', dsm);
%! warm.run();
%! assert(warm.get('gap') <= 1e-3);

%% A witness is where f is lower, and x itself where there is nothing to gain.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b + 0.1);
%! dsm = sparsebregman.DSM(problem, 'linear');
%! dsm.run();
%! kernel = sparsebregman.Kernel(60, 'quadratic', 'weights', dsm.weights());
%! x = [1; 1; zeros(58, 1)];
%! [first, y] = sparsebregman.witnessStationarity(problem, dsm, i.s, x);
%! assert(first, sparsebregman.checkStationarity(problem, dsm, i.s, x));
%! assert(nnz(y) <= i.s && ~isequal(x, y));
%! assert(problem.value(y) <= problem.value(x) - first + 1e-9);
%! [second, z] = sparsebregman.witnessBregman(problem, kernel, 1, i.s, x);
%! assert(second, sparsebregman.checkBregman(problem, kernel, 1, i.s, x));
%! assert(problem.value(z) <= problem.value(x) - second + 1e-9);
%! exact = sparsebregman.Problem(eye(3), [1 2 3]);
%! one = sparsebregman.DSM(ones(3, 1));
%! [violation, y] = sparsebregman.witnessStationarity(exact, one, 1, [1 0 0]);
%! assert(violation, 4, 1e-12);
%! assert(y, [0; 0; 3]);
%! [violation, again] = sparsebregman.witnessStationarity(exact, one, 1, y);
%! assert(violation, 0);
%! assert(again, y);
%! assert(caught(@() sparsebregman.witnessStationarity(problem, dsm, 1, x)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.witnessBregman(problem, kernel, 1, 1, 1)), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.witnessBregman(problem, dsm, 1, 1, x)), 'sparsebregman:argument');

%% The coordinatewise check names the exchange that improves, counted from 1.
%!test
%! problem = sparsebregman.Problem(eye(4), [3 2 1 0.5]);
%! [decrease, leaves, enters] = sparsebregman.checkCoordinatewise(problem, 2, [3 0 1 0]);
%! assert([decrease, leaves, enters], [(2^2 - 1^2) / 2, 3, 2], 1e-12);
%! [decrease, leaves, enters] = sparsebregman.checkCoordinatewise(problem, 2, [3 2 0 0]);
%! assert(decrease, 0, 1e-12);
%! assert(isempty(leaves) && isempty(enters));

%% Progress is shown, also beside a monitor.
%!test
%! i = instance();
%! text = evalc('sparsebregman.solve(i.A, i.b, i.s, ''progress'', true);');
%! assert(any(strfind(text, 'iterations   objective')));
%! assert(text(end), sprintf('\n'));
%! [~, info] = sparsebregman.solve(i.A, i.b, i.s, 'method', 'iht', 'monitor', @(s) s.get('iterations') >= 2);
%! assert(info.iterations, 2);
%! evalc('[~, info] = sparsebregman.solve(i.A, i.b, i.s, ''progress'', 1, ''monitor'', @(s) s.get(''iterations'') >= 2);');
%! assert(info.iterations, 2);
