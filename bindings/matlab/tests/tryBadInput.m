function code = tryBadInput(c, words)
%TRYBADINPUT  The status with which the way from arrays to a result ends, with the change that WORDS describe.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  n = columns(c.A);
  p = struct('A', c.A, 'b', c.b, 's', c.s, 'loss', 'least_squares', 'weights', ones(rows(c.A), 1), ...
             'start', [1; zeros(n - 1, 1)], 'point', ones(n, 1), 'model', 'lipschitz', 'dsmWeights', 9 * ones(n, 1), ...
             'problemOptions', {{}}, 'solverOptions', {{}}, 'series', 'objective');
  index = @(k) str2double(words{k}) + 1;
  value = str2double(words{end});
  switch words{2}
    case 'A', p.A(index(3), index(4)) = value;
    case 'b', p.b(index(3)) = value;
    case 'b_length', p.b = ones(value, 1);
    case 'weights_length', p.weights = ones(value, 1);
    case 'start_length', p.start = ones(value, 1);
    case 'point_length', p.point = ones(value, 1);
    case 's', p.s = value;
    case 'loss', p.loss = words{3};
    case 'labels', p.loss = 'logistic'; p.b(:) = 1; p.b(1) = value;
    case 'counts', p.loss = 'poisson'; p.b(:) = 1; p.b(1) = value;
    case 'weight', p.weights(index(3)) = value;
    case 'start', p.start(index(3)) = value;
    case 'start_nonzeros', p.start(1:value) = 1;
    case 'dsm', p.model = words{3};
    case 'dsm_weight', p.dsmWeights(index(3)) = value;
    case 'problem_option', p.problemOptions = asOption(words(3:5));
    case 'solver_option', p.solverOptions = asOption(words(3:5));
    case 'history', p.series = words{3};
    case 'nothing'
    otherwise, error('unknown bad input %s', words{2});
  end
  code = 0;
  try
    problem = sparsebregman.Problem(p.A, p.b, 'loss', p.loss, 'weights', p.weights, p.problemOptions{:});
    problem.value(p.point);
    sparsebregman.DSM(problem, p.model);
    sparsebregman.DSM(p.dsmWeights);
    solver = sparsebregman.Solver(problem, p.s, 'start', p.start, 'history', 1, p.solverOptions{:});
    solver.run();
    solver.history(p.series);
  catch cause
    code = sparsebregman.statusCode(cause);
    if code == 0
      rethrow(cause);
    end
  end
end
