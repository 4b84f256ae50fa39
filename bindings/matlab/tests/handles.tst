% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function [code, text] = gateway(varargin)
%!  reply = sparsebregman.internal.gateway(varargin{:});
%!  code = reply{1};
%!  text = '';
%!  if code < 0
%!    text = reply{3};
%!  end
%!endfunction
%!function id = newProblem()
%!  i = instance();
%!  matrix = sparsebregman.internal.gateway('matrix', i.A);
%!  reply = sparsebregman.internal.gateway('problem_linear', matrix{2}, 'least_squares', i.b);
%!  sparsebregman.internal.gateway('destroy', matrix{2});
%!  id = reply{2};
%!endfunction

%% A deleted object is refused, and does not take others with it.
%!test
%! i = instance();
%! problem = sparsebregman.Problem(i.A, i.b);
%! solver = sparsebregman.Solver(problem, i.s);
%! delete(problem);
%! [id, text] = caught(@() problem.value(i.x));
%! assert(id, 'sparsebregman:argument');
%! assert(any(strfind(text, 'was deleted')));
%! assert(any(strfind(evalc('disp(problem)'), 'was deleted')));
%! assert(solver.run(), 1);
%! delete(solver);
%! delete(solver);
%! assert(caught(@() solver.step()), 'sparsebregman:argument');
%! assert(caught(@() solver.solution()), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.Solver(problem, 2)), 'sparsebregman:argument');

%% The gateway refuses numbers that are no handle, handles of another kind, and anything that is not a number.
%!test
%! id = newProblem();
%! assert(gateway('problem_value', id, zeros(60, 1)), 0);
%! wrong = {uint64(0), uint64(1), id + 1, id + uint64(2)^32, intmax('uint64'), 5, int64(5), [], [id id], 'id', {id}, @sin, ...
%!          struct(), true, NaN, sparse(1)};
%! for k = 1:numel(wrong)
%!   assert(gateway('problem_value', wrong{k}, zeros(60, 1)), -1);
%!   assert(gateway('get', wrong{k}, 'int', 'columns'), -1);
%!   assert(gateway('destroy', wrong{k}), 0);
%! end
%! [code, text] = gateway('solver_run', id);
%! assert(code, -1);
%! assert(any(strfind(text, 'solver is needed instead of a problem')));
%! sparsebregman.internal.gateway('destroy', id);
%! assert(gateway('problem_value', id, zeros(60, 1)), -1);
%! again = newProblem(); % in the same place of the table, under another number
%! assert(again ~= id);
%! assert(gateway('problem_value', id, zeros(60, 1)), -1);
%! sparsebregman.internal.gateway('destroy', again);

%% Every command refuses arguments of the wrong number and of any wrong class, and stays usable.
%!test
%! source = '';
%! files = {'keys.c', 'objects.c', 'runs.c', 'path.c', 'structure.c'};
%! for k = 1:numel(files)
%!   source = [source, fileread(fullfile(getenv('SBREG_SOURCE_DIR'), 'bindings', 'matlab', 'src', files{k}))];
%! end
%! rows = regexp(source, '\{"(\w+)", (\d), \w+\}', 'tokens');
%! assert(numel(rows) > 40);
%! junk = {[], NaN, -1, 'text', {}, struct(), @sin, uint64(7), sparse(3), 1e300, true, zeros(0, 3), ones(2, 2, 2), 1i, single(2)};
%! rand('state', 1);
%! for k = 1:numel(rows)
%!   count = str2double(rows{k}{2});
%!   assert(gateway(rows{k}{1}, junk{ones(1, count + 1)}), -1);
%!   for trial = 1:20 * (count > 0)
%!     arguments = junk(ceil(numel(junk) * rand(1, count)));
%!     reply = sparsebregman.internal.gateway(rows{k}{1}, arguments{:});
%!     if reply{1} == 1 % a question that nobody answers
%!       sparsebregman.internal.gateway('abandon', 1);
%!     elseif reply{1} == 0 && numel(reply) > 1 && isa(reply{2}, 'uint64')
%!       sparsebregman.internal.gateway('destroy', reply{2});
%!     end
%!   end
%! end
%! assert(gateway('no such command'), -1);
%! assert(gateway(), -1);
%! assert(gateway(5), -1);
%! assert(gateway('wait'), -5);
%! assert(gateway('answer', 1), -5);
%! assert(gateway('abandon', -1), -1);
%! assert(sparsebregman.internal.gateway('level'), {1});

%% While the library is at work it can be waited for, abandoned, and objects be freed; nothing else.
%!test
%! i = instance(100, 200, 10);
%! problem = newProblem();
%! solver = sparsebregman.Solver(sparsebregman.Problem(i.A, i.b + 1), 10, 'method', 'iht', 'stationarity_tolerance', 0, ...
%!   'stall_window', 0, 'residual_tolerance', 0, 'restart', 'gamma', 'max_iterations', 1e9, 'time_limit', 100);
%! assert(gateway('solver_run', solver.id), 2);
%! assert(gateway('wait'), 2);
%! assert(gateway('get', solver.id, 'int', 'state'), -5);
%! assert(gateway('solver_run', solver.id), -5);
%! assert(gateway('answer', 1), -5);
%! assert(gateway('destroy', problem), 0);
%! assert(gateway('level'), 2);
%! assert(gateway('abandon', 2), 0); % not this one
%! assert(gateway('level'), 2);
%! assert(gateway('abandon', 1), 0);
%! assert(gateway('level'), 1);
%! assert(solver.get('state'), 6);
%! assert(nnz(solver.solution()) <= 10);

%% Variables that go free their objects: overwritten, cleared, at the end of a function, after an error in a constructor.
%!test
%! i = instance();
%! live = @() sparsebregman.internal.direct('live');
%! before = live();
%! problem = sparsebregman.Problem(i.A, i.b);
%! for k = 1:3
%!   solver = sparsebregman.Solver(problem, i.s);
%! end
%! assert(live(), before + 2); % the matrix is kept by the problem itself
%! copy = solver;
%! clear solver
%! assert(live(), before + 2);
%! clear copy
%! assert(live(), before + 1);
%! assert(caught(@() sparsebregman.Solver(problem, i.s, 'no_option', 1)), 'sparsebregman:key');
%! sparsebregman.solve(i.A, i.b, i.s);
%! assert(live(), before + 1);
%! clear problem
%! assert(live(), before);

%% The version of the loaded library is compared with the one the gateway was built for.
%!test
%! assert(~isempty(regexp(sparsebregman.version(), '^\d+\.\d+\.\d+$')));
%! assert(sparsebregman.internal.mismatch(100, 100, '0.1.0'), '');
%! assert(sparsebregman.internal.mismatch(101, 100, '0.1.1'), '');
%! assert(any(strfind(sparsebregman.internal.mismatch(100, 101, '0.1.0'), 'built for 0.1.1')));
%! assert(any(strfind(sparsebregman.internal.mismatch(200, 100, '0.2.0'), 'Install the package again')));
%! assert(sparsebregman.internal.mismatch(10200, 10100, '1.2.0'), '');
%! assert(any(strfind(sparsebregman.internal.mismatch(20000, 10100, '2.0.0'), 'version 2.0.0')));
