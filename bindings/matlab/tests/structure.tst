% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%% Complex signals are recovered, and counted as complex numbers.
%!test
%! randn('state', 3);
%! A = complex(randn(30, 40), randn(30, 40));
%! x = zeros(40, 1);
%! x([4 17 33]) = [1 + 2i, -1i, 2];
%! b = A * x;
%! [found, info] = sparsebregman.solve(A, b, 3);
%! assert(found, x, 1e-8);
%! assert(info.support, [4; 17; 33]);
%! problem = sparsebregman.Problem(A, b);
%! assert(problem.value(x + 1), norm(A * (x + 1) - b)^2 / 2, -1e-12);
%! assert(problem.gradient(x + 1), A' * (A * (x + 1) - b), 1e-8);
%! solver = sparsebregman.Solver(problem, 3, 'start', x);
%! solver.run();
%! assert(solver.solution(), x, 1e-8);
%! assert(solver.iterate(), x, 1e-8);
%! dsm = sparsebregman.DSM(problem, 'lipschitz');
%! dsm.run();
%! [violation, y] = sparsebregman.witnessStationarity(problem, dsm, 3, 0 * x);
%! assert(violation, sparsebregman.checkStationarity(problem, dsm, 3, 0 * x));
%! assert(size(y), [40 1]);
%! assert(nnz(y), 3);
%! assert(problem.value(y) <= problem.value(0 * x) - violation + 1e-8);
%! path = sparsebregman.Path(problem, 'last', 4);
%! path.run();
%! assert(path.coefficients(3), x, 1e-8);
%! assert(size(path.coefficients(1)), [40 1]);
%! guess = x;
%! guess([4 20]) = [0 1i];
%! [decrease, leaves, enters] = solver.checkCoordinatewise(guess);
%! assert([leaves, enters], [20, 4]);
%! assert(problem.intercept(x), 0);
%! assert(caught(@() sparsebregman.Problem(A, b(2:end))), 'sparsebregman:dimension');
%! assert(caught(@() sparsebregman.Problem(A * NaN, b)), 'sparsebregman:not_finite');

%% Complex observations of a real matrix, full or sparse, ask for complex numbers; a Matrix cannot have them.
%!test
%! i = instance();
%! for A = {i.A, sparse(i.A)}
%!   assert(sparsebregman.solve(A{1}, i.b * (1 + 2i), i.s), i.x * (1 + 2i), 1e-8);
%! end
%! [id, text] = caught(@() sparsebregman.Problem(sparsebregman.Matrix(i.A), i.b * 1i));
%! assert(id, 'sparsebregman:unsupported');
%! assert(any(strfind(text, 'complex numbers need A as an array')));

%% Groups, bounds and kept coordinates give the best of all supports that they allow.
%!test
%! b = [3; 2; 1; -4; 0.5; 2.5];
%! problem = sparsebregman.Problem(eye(6), b);
%! grouped = sparsebregman.solve(problem, 1, 'groups', [1 1 2 2 3 3]);
%! assert(grouped, [0; 0; 1; -4; 0; 0], 1e-8); % 17 beats 13 and 6.5
%! bounded = sparsebregman.solve(problem, 2, 'lower', 0, 'upper', 2.75);
%! assert(bounded, [2.75; 0; 0; 0; 0; 2.5], 1e-8);
%! kept = sparsebregman.solve(problem, 1, 'kept', [5 3]);
%! assert(kept, [0; 0; 1; -4; 0.5; 0], 1e-8);
%! assert(sparsebregman.solve(problem, 1, 'kept', logical([0 0 1 0 1 0])), kept);
%! assert(sparsebregman.solve(problem, 1, 'kept', false(6, 1)), sparsebregman.solve(problem, 1));
%! assert(caught(@() sparsebregman.solve(problem, 1, 'kept', [true false])), 'sparsebregman:dimension');
%! solver = sparsebregman.Solver(problem, 1, 'groups', [1 1 2 2 3 3]);
%! assert(solver.checkCoordinatewise(grouped), 0, 1e-10);
%! [decrease, leaves, enters] = solver.checkCoordinatewise([3; 2; 0; 0; 0; 0]);
%! assert([decrease, leaves, enters], [(17 - 13) / 2, 1, 3], 1e-8);
%! dsm = sparsebregman.DSM(ones(6, 1));
%! assert(solver.checkStationarity(dsm, grouped), 0, 1e-10);
%! assert(solver.checkStationarity(dsm, [3; 2; 0; 0; 0; 0]), 2, 1e-8);
%! assert(solver.checkBregman(sparsebregman.Kernel(6, 'quadratic'), 1, [3; 2; 0; 0; 0; 0]), 2, 1e-8);
%! [violation, y] = solver.witnessStationarity(dsm, [3; 2; 0; 0; 0; 0]);
%! assert(violation, 2, 1e-8);
%! assert(y, [0; 0; 1; -4; 0; 0], 1e-8);
%! [violation, y] = solver.witnessBregman(sparsebregman.Kernel(6, 'quadratic'), 1, [3; 2; 0; 0; 0; 0]);
%! assert(violation, 2, 1e-8);
%! assert(y, [0; 0; 1; -4; 0; 0], 1e-8);
%! assert(caught(@() solver.witnessStationarity(dsm, 1)), 'sparsebregman:dimension');
%! assert(caught(@() solver.setGroups([1 2])), 'sparsebregman:dimension');
%! assert(caught(@() solver.setGroups([1 1 2 2 3 0])), 'sparsebregman:argument');
%! assert(caught(@() solver.setBounds(1, 2)), 'sparsebregman:argument');
%! assert(caught(@() solver.setBounds([0 0], [])), 'sparsebregman:dimension');
%! assert(caught(@() solver.setKept(7)), 'sparsebregman:argument');
%! assert(caught(@() solver.setKept(1.5)), 'sparsebregman:argument');

%% An intercept is that of the least residual, and 0 without the option.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b + 7, 'intercept', 1);
%! [x, info] = sparsebregman.solve(problem, i.s);
%! assert(x, i.x, 1e-6);
%! assert(info.intercept, problem.intercept(x), 1e-10);
%! [~, info] = sparsebregman.solve(i.A, i.b + 7, i.s, 'intercept', 1);
%! assert(info.intercept, 7, 1e-6);
%! [~, info] = sparsebregman.solve(i.A, i.b, i.s);
%! assert(info.intercept, 0);
%! assert(problem.intercept(i.x), 7, 1e-8);
%! assert(sparsebregman.Problem(i.A, i.b + 7).intercept(i.x), 0);
%! assert(caught(@() problem.intercept(1)), 'sparsebregman:dimension');
