% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors
%
% Clears everything in the middle: variables, functions, the gateway itself, with objects alive, with none, and inside a
% callback. A process of its own, because "clear all" takes the test function's variables too; it ends with status 3, by exit
% inside a callback.
i = instance();
solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s);
solver.step(2);
clear mex
clear functions
solver.run();
assert(solver.solution(), i.x, 1e-8);
clear all
i = instance();
assert(sparsebregman.internal.gateway('live'), {0, 0}); % freed with their variables
clear mex
assert(sparsebregman.solve(i.A, i.b, i.s), i.x, 1e-8);

solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', @clears);
solver.run();
assert(solver.solution(), i.x, 1e-8);
custom = sparsebregman.Problem.custom(3, @(x) x' * x + isempty(evalc('clear all; clear mex')));
assert(custom.value([1; 2; 3]), 15);

clear all
clear mex
i = instance();
solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b), i.s, 'monitor', @(s) false);
solver.step(1);
disp('clearing                 passed');
solver.setMonitor(@(s) exit(3)); % in the middle of a run, with objects alive
solver.run();
