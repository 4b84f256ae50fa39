% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function [f, g] = leastSquares(x, A, b)
%!  r = A * x - b;
%!  f = r' * r / 2;
%!  if nargout > 1
%!    g = A' * r;
%!  end
%!endfunction
%!function stop = fails(varargin)
%!  error('mine:own', 'no %d', 42);
%!endfunction
%!function M = operatorOf(A)
%!  M = sparsebregman.Matrix.operator(rows(A), columns(A), @(X) A * X, @(Y) A' * Y);
%!endfunction

%% A custom objective gives the solution of the built-in one, whichever way its gradient is given.
%!test
%! i = instance();
%! built = sparsebregman.Problem(i.A, i.b);
%! one = sparsebregman.Problem.custom(60, @(x) leastSquares(x, i.A, i.b));
%! two = sparsebregman.Problem.custom(60, @(x) norm(i.A * x - i.b)^2 / 2, 'gradient', @(x) i.A' * (i.A * x - i.b));
%! assert(one.value(i.x + 1), built.value(i.x + 1), -1e-12);
%! assert(one.gradient(i.x + 1), built.gradient(i.x + 1), 1e-10);
%! assert(two.gradient(i.x + 1), one.gradient(i.x + 1), 1e-10);
%! assert(one.checkGradient(i.x + 1) <= 1e-6);
%! complete = sparsebregman.Problem.custom(60, @(x) leastSquares(x, i.A, i.b), 'hessian', ...
%!   @(x, support) i.A(:, support)' * i.A(:, support), 'curvature', @(X) i.A' * (i.A * X));
%! assert(sparsebregman.solve(complete, i.s, 'method', 'newton'), i.x, 1e-6);
%! dsm = sparsebregman.DSM(complete, 'lipschitz');
%! dsm.run();
%! assert(dsm.weights()(1) >= norm(i.A)^2 * (1 - 1e-10));

%% An anonymous function that always returns value and gradient will do; its own errors come back as themselves.
%!test
%! i = instance();
%! both = sparsebregman.Problem.custom(60, @(x) deal(norm(i.A * x - i.b)^2 / 2, i.A' * (i.A * x - i.b)));
%! assert(both.value(i.x + 1), norm(i.A * (i.x + 1) - i.b)^2 / 2, -1e-12);
%! assert(both.gradient(i.x + 1), i.A' * (i.A * (i.x + 1) - i.b), 1e-10);
%! assert(sparsebregman.solve(both, i.s), i.x, 1e-4);
%! assert(caught(@() sparsebregman.solve(sparsebregman.Problem.custom(5, @(x) fails(x)), 2)), 'mine:own');

%% A wrong gradient is found, at its place counted from 1.
%!test
%! wrong = sparsebregman.Problem.custom(9, @(x) x' * x / 2, 'gradient', @(x) [x(1:6); 3; x(8:9)]);
%! [discrepancy, where] = wrong.checkGradient(ones(9, 1));
%! assert(discrepancy >= 0.1);
%! assert(where, 7);

%% An operator gives the solution that its matrix gives; a wrong adjoint is found.
%!test
%! i = instance();
%! assert(operatorOf(i.A).checkAdjoint() <= 1e-12);
%! assert(sparsebregman.solve(operatorOf(i.A), i.b, i.s), i.x, 1e-8);
%! wrong = sparsebregman.Matrix.operator(40, 60, @(X) i.A * X, @(Y) 2 * i.A' * Y);
%! assert(wrong.checkAdjoint(3) >= 0.01);
%! S = sparse(i.A);
%! assert(sparsebregman.solve(operatorOf(S), i.b, i.s), i.x, 1e-8);

%% Errors of a function come back as themselves, from wherever it is called, and nothing is left behind.
%!test
%! i = instance();
%! live = sparsebregman.internal.direct('live');
%! square = @(x) x' * x / 2;
%! assert(caught(@() sparsebregman.solve(sparsebregman.Problem.custom(5, @fails), 2)), 'mine:own');
%! assert(caught(@() sparsebregman.solve(sparsebregman.Problem.custom(5, square, 'gradient', @fails), 2)), 'mine:own');
%! forward = sparsebregman.Matrix.operator(40, 60, @fails, @(Y) i.A' * Y);
%! assert(caught(@() sparsebregman.solve(forward, i.b, 2)), 'mine:own');
%! backward = sparsebregman.Matrix.operator(40, 60, @(X) i.A * X, @fails);
%! assert(caught(@() sparsebregman.solve(backward, i.b, 2)), 'mine:own');
%! assert(caught(@() backward.checkAdjoint()), 'mine:own');
%! assert(caught(@() sparsebregman.Kernel.custom(3, @fails, @(i, t) t, @(i, t) t)), 'mine:own');
%! [id, text] = caught(@() sparsebregman.solve(i.A, i.b, i.s, 'monitor', @fails));
%! assert({id, text}, {'mine:own', 'no 42'});
%! solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', @fails);
%! assert(caught(@() solver.run()), 'mine:own');
%! dsm = sparsebregman.DSM(sparsebregman.Problem(i.A, i.b), 'linear', 'gap_tolerance', 0, 'monitor', @fails);
%! assert(caught(@() dsm.run()), 'mine:own');
%! assert(sparsebregman.internal.gateway('level'), {1});
%! solver.setMonitor([]);
%! solver.run();
%! assert(solver.solution(), i.x, 1e-8); % usable afterwards
%! [x, info] = sparsebregman.interrupted(); % of the failed solve above
%! info.solver.setMonitor([]);
%! info.solver.run();
%! assert(info.solver.solution(), i.x, 1e-8);
%! sparsebregman.solve(i.A, i.b, i.s);
%! assert(caught(@() sparsebregman.interrupted()), 'sparsebregman:state');
%! clear solver dsm info forward backward
%! assert(sparsebregman.internal.direct('live'), live);

%% A function that returns nonsense is an error.
%!test
%! i = instance();
%! solveWith = @(f) sparsebregman.solve(sparsebregman.Matrix.operator(40, 60, f, @(Y) i.A' * Y), i.b, 2);
%! [id, text] = caught(@() solveWith(@(X) [1 2 3]));
%! assert(id, 'sparsebregman:callback');
%! assert(any(strfind(text, '3 numbers instead of')));
%! assert(caught(@() solveWith(@(X) [])), 'sparsebregman:callback');
%! assert(caught(@() solveWith(@(X) {1})), 'sparsebregman:callback');
%! assert(caught(@() solveWith(@(X) 'text')), 'sparsebregman:callback');
%! assert(caught(@() solveWith(@(X) complex(i.A * X, 1))), 'sparsebregman:callback');
%! assert(strncmp(caught(@() solveWith(@(X) NaN(40, columns(X)))), 'sparsebregman:', 14));
%! problem = sparsebregman.Problem.custom(5, @(x) [1 2]);
%! [id, text] = caught(@() problem.value(ones(5, 1)));
%! assert(any(strfind(text, '2 numbers instead of 1')));
%! problem = sparsebregman.Problem.custom(5, @(x) NaN);
%! assert(caught(@() problem.value(ones(5, 1))), 'sparsebregman:numeric');
%! assert(caught(@() sparsebregman.Problem.custom(5, 'sum')), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.Problem.custom(0, @(x) x)), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.Problem.custom(5, @(x) x, 'gradient', 3)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.solve(i.A, i.b, 2, 'monitor', 3)), 'sparsebregman:argument');

%% A monitor sees the run and stops it.
%!test
%! i = instance();
%! solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'method', 'iht', 'monitor', ...
%!   @(s) s.get('iterations') == 3);
%! assert(solver.run(), 6);
%! assert(solver.get('iterations'), 3);
%! solver.setMonitor(@(s) numel(s.solution()) == 60 && isempty(setdiff(s.support(), 1:60)) && false);
%! solver.step(2);
%! assert(solver.get('iterations'), 5);
%! solver.setMonitor(@(s) 1); % only true stops
%! solver.step(2);
%! assert(solver.get('iterations'), 7);
%! dsm = sparsebregman.DSM(sparsebregman.Problem(i.A, i.b), 'linear', 'gap_tolerance', 0, 'monitor', ...
%!   @(d) d.get('iterations') >= 2);
%! assert(dsm.run(), 6);

%% Using the running solver in its own monitor is an error, and deleting it does no harm.
%!test
%! i = instance();
%! solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', @(s) s.step(1));
%! assert(caught(@() solver.run()), 'sparsebregman:state');
%! solver.setMonitor(@changes);
%! assert(caught(@() solver.run()), 'sparsebregman:state');
%! solver.setMonitor(@removes);
%! assert(caught(@() solver.run()), 'sparsebregman:argument'); % its run ended well, its state is gone
%! assert(caught(@() solver.get('state')), 'sparsebregman:argument');
%! problem = sparsebregman.Problem.custom(3, @(x) x' * x, 'gradient', @(x) 2 * x);
%! again = sparsebregman.Problem.custom(3, @(x) problem.value(x), 'gradient', @(x) problem.gradient(x));
%! assert(again.value([1; 2; 3]), 14);

%% An objective that uses its own problem is refused, not a deadlock.
%!test
%! problem = sparsebregman.Problem.custom(3, @itself);
%! itself(problem);
%! assert(caught(@() problem.value([1; 2; 3])), 'sparsebregman:state');
%! itself([]);

%% A run inside a function of another run works, and so do its errors.
%!test
%! i = instance();
%! nested = @(s) isequal(sparsebregman.solve(i.A, i.b, i.s), 0);
%! outer = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', nested);
%! outer.run();
%! assert(outer.solution(), i.x, 1e-8);
%! outer = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', @(s) sparsebregman.solve(i.A, i.b, -1));
%! assert(caught(@() outer.run()), 'sparsebregman:argument');
%! deep = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', ...
%!   @(s) any(sparsebregman.solve(i.A, i.b, i.s, 'monitor', @fails)));
%! assert(caught(@() deep.run()), 'mine:own');
%! assert(sparsebregman.internal.gateway('level'), {1});

%% Objects whose variables are gone are kept by those that use them.
%!test
%! i = instance();
%! operator = operatorOf(i.A);
%! problem = sparsebregman.Problem(operator, i.b);
%! solver = sparsebregman.Solver(problem, i.s);
%! delete(operator);
%! clear operator problem
%! solver.run();
%! assert(solver.solution(), i.x, 1e-8);

%% Two solvers, stepped in turns, do not disturb each other.
%!test
%! i = instance();
%! j = instance(40, 60, 4, 2);
%! one = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s);
%! two = sparsebregman.Solver(sparsebregman.Problem(operatorOf(j.A), j.b), j.s);
%! while one.get('state') == 0 || two.get('state') == 0
%!   one.step();
%!   two.step();
%! end
%! assert(one.solution(), sparsebregman.solve(i.A, i.b, i.s), 1e-10);
%! assert(two.solution(), j.x, 1e-8);

%% Kernels: the custom quadratic one is the built-in one.
%!test
%! i = instance(40, 12, 3);
%! problem = sparsebregman.Problem(i.A, i.b + 0.1);
%! L = norm(i.A)^2;
%! built = sparsebregman.Kernel(12, 'quadratic');
%! own = sparsebregman.Kernel.custom(12, @(i, t) t^2 / 2, @(i, t) t, @(i, t) t);
%! x = zeros(12, 2);
%! kernels = {built, own};
%! for k = 1:2
%!   solver = sparsebregman.Solver(problem, 3, 'kernel', kernels{k}, 'method', 'bpg', 'relative_smoothness', L);
%!   solver.step(20);
%!   x(:, k) = solver.solution();
%! end
%! assert(x(:, 1), x(:, 2), 1e-10);
%! assert(any(x(:, 1)));
%! point = sparsebregman.solve(problem, 3, 'method', 'newton');
%! assert(sparsebregman.checkBregman(problem, own, L, 3, point), sparsebregman.checkBregman(problem, built, L, 3, point), 1e-8);
%! heavy = sparsebregman.Kernel(12, 'quadratic', 'weights', 2 * ones(12, 1));
%! assert(sparsebregman.checkBregman(problem, heavy, L / 2, 3, zeros(12, 1)), ...
%!        sparsebregman.checkBregman(problem, built, L, 3, zeros(12, 1)), -1e-10);
%! assert(caught(@() sparsebregman.Kernel(12, 'cubic')), 'sparsebregman:key');
