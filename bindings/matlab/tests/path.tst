% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function [A, b] = regression()
%!  randn('state', 5);
%!  A = randn(60, 30);
%!  b = A(:, [3 12 25]) * [2; -1.5; 1] + 0.1 * randn(60, 1);
%!endfunction

%% Cross-validation and the criteria find the support, by their own rules.
%!test
%! [A, b] = regression();
%! path = sparsebregman.Path(sparsebregman.Problem(A, b), 'last', 8, 'folds', 5);
%! assert(path.run(), 1);
%! assert(all(ismember([3; 12; 25], find(path.coefficients()))));
%! found = path.series();
%! assert(found.sparsity, (1:8)');
%! assert(all(diff(found.objective) <= 0));
%! [least, at] = min(found.cv_mean);
%! assert(path.get('chosen'), find(found.cv_mean <= least + found.cv_error(at), 1));
%! names = {'aic', 'bic', 'ebic', 'gic'};
%! for k = 1:numel(names)
%!   other = sparsebregman.Path(sparsebregman.Problem(A, b), 'last', 8, 'criterion', names{k});
%!   other.run();
%!   [~, at] = min(other.series(names{k}));
%!   assert(other.get('chosen'), at);
%!   assert(other.series(names{k}), found.(names{k}));
%!   assert(all(isnan(other.series('cv_mean'))));
%! end

%% Intercept, scales and structure of the pattern hold for every fit.
%!test
%! [A, b] = regression();
%! problem = sparsebregman.Problem(A, b + 7, 'intercept', true, 'standardize', true);
%! structure = {'groups', ceil((1:30) / 2), 'upper', 1.25, 'kept', 30};
%! path = sparsebregman.Path(problem, 'last', 3, 'folds', 3, 'independent', true, structure{:});
%! path.run();
%! found = path.series();
%! assert(all(isfinite(found.cv_mean)));
%! for s = 1:3
%!   solver = sparsebregman.Solver(problem, s, structure{:});
%!   solver.run();
%!   assert(path.coefficients(s), solver.solution());
%!   assert(found.intercept(s), solver.get('intercept'));
%! end

%% Independent fits are those of lone solvers, with options of the solver and with a solver as the pattern.
%!test
%! [A, b] = regression();
%! problem = sparsebregman.Problem(A(1:20, :), b(1:20));
%! paths = {sparsebregman.Path(problem, 'method', 'newton', 'first', 2, 'last', 5, 'independent', true), ...
%!          sparsebregman.Path(sparsebregman.Solver(problem, 9, 'method', 'iht', 'max_iterations', 30), 'first', 2, 'last', 5, ...
%!                             'independent', true)};
%! options = {{'method', 'newton'}, {'method', 'iht', 'max_iterations', 30}};
%! for k = 1:2
%!   paths{k}.run();
%!   for s = 2:5
%!     solver = sparsebregman.Solver(problem, s, options{k}{:});
%!     state = solver.run();
%!     assert(paths{k}.coefficients(s), solver.solution());
%!     assert(paths{k}.series('state')(s - 1), state);
%!     assert(paths{k}.series('iterations')(s - 1), solver.get('iterations'));
%!   end
%! end

%% A monitor stops a run, which goes on with a line that shows how far it is; threads do not change the result.
%!test
%! [A, b] = regression();
%! problem = sparsebregman.Problem(A, b);
%! path = sparsebregman.Path(problem, 'last', 6, 'folds', 3, 'monitor', @(path) path.get('fits') >= 2);
%! assert(path.run(), 6);
%! assert(path.get('fits') >= 2 && path.get('fits') < path.get('fits_total'));
%! assert(path.get('chosen'), 0);
%! assert(caught(@() path.coefficients()), 'sparsebregman:argument');
%! text = evalc('state = path.run(''progress'', true);');
%! assert(state, 6); % the monitor is still there
%! path.setMonitor([]);
%! text = evalc('state = path.run(''progress'', true);');
%! assert(state, 1);
%! assert(any(strfind(text, sprintf('%d of %d fits', path.get('fits'), path.get('fits_total')))));
%! assert(isempty(path.monitor));
%! other = sparsebregman.Path(problem, 'last', 6, 'folds', 3, 'threads', 3);
%! other.run();
%! assert(other.series(), path.series());
%! failing = sparsebregman.Path(problem, 'last', 3, 'monitor', @(path) error('my:own', 'enough'));
%! assert(caught(@() failing.run()), 'my:own');

%% A path keeps what it needs: the functions of an objective, and the problem of a solver that is gone.
%!test
%! make = @() sparsebregman.Path(sparsebregman.Problem.custom(20, @(x) sum((x - (1:20)') .^ 2) / 2, 'gradient', ...
%!                                                            @(x) x - (1:20)'), 'last', 4);
%! path = make();
%! path.run();
%! assert(find(path.coefficients(2)), [19; 20]);
%! assert(path.get('chosen'), 0);
%! assert(caught(@() path.coefficients(5)), 'sparsebregman:argument');
%! assert(caught(@() path.series('objectiv')), 'sparsebregman:key');
%! assert(caught(@() path.set('first', 2)), 'sparsebregman:state');
%! assert(caught(@() path.run('first', 2)), 'sparsebregman:state');
%! assert(any(strfind(evalc('disp(path)'), 'fits, nothing chosen')));
%! delete(path);
%! assert(caught(@() path.run()), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.Path(5)), 'sparsebregman:argument');
%! assert(caught(@() sparsebregman.Path(sparsebregman.Problem(ones(3, 2), ones(3, 1)), 'fold', 3)), 'sparsebregman:key');

%% A plot shows the score of every sparsity, and the chosen one.
%!test
%! [A, b] = regression();
%! drawing = figure('visible', 'off');
%! closing = onCleanup(@() close(drawing));
%! options = {{'folds', 5}, {}, {'criterion', 'bic'}};
%! names = {'cv_mean', 'ebic', 'bic'};
%! for k = 1:3
%!   path = sparsebregman.Path(sparsebregman.Problem(A, b), 'last', 8, options{k}{:});
%!   path.run();
%!   clf(drawing);
%!   area = path.plot();
%!   lines = findobj(area, 'type', 'line');
%!   marks = lines(arrayfun(@(line) numel(get(line, 'xdata')) == 1, lines));
%!   assert(get(marks(1), 'xdata'), path.get('chosen'));
%!   assert(get(marks(1), 'ydata'), path.series(names{k})(path.get('chosen')));
%!   assert(any(strfind(get(get(area, 'title'), 'string'), sprintf('s = %d', path.get('chosen')))));
%! end

%% s = 0 is the null model, and separated classes are told.
%!test
%! [A, b] = regression();
%! [x, info] = sparsebregman.solve(sparsebregman.Problem(A, b + 7, 'intercept', true), 0);
%! assert(~any(x) && info.proved);
%! assert(info.intercept, mean(b) + 7, 1e-12);
%! path = sparsebregman.Path(sparsebregman.Problem(A, b), 'first', 0, 'last', 3);
%! path.run();
%! assert(path.series('sparsity'), (0:3)');
%! noise = sparsebregman.Path(sparsebregman.Problem(A, cos(1:numel(b))', 'intercept', true), 'first', 0, 'last', 3);
%! noise.run();
%! assert(noise.chosen, 0);
%! assert(any(strfind(evalc('disp(noise)'), 'chosen 0')));
%! drawing = figure('visible', 'off');
%! closing = onCleanup(@() close(drawing));
%! assert(get(get(noise.plot(), 'title'), 'string'), 'chosen: s = 0');
%! labels = double(A(:, 1) > 0);
%! state = warning('off', 'sparsebregman:separated');
%! back = onCleanup(@() warning(state));
%! lastwarn('');
%! sparsebregman.solve(A, labels, 1, 'loss', 'logistic', 'ridge', 0.1);
%! assert(lastwarn(), '');
%! warning('on', 'sparsebregman:separated');
%! quiet = evalc('sparsebregman.solve(A, labels, 1, ''loss'', ''logistic'');');
%! [text, id] = lastwarn();
%! assert(id, 'sparsebregman:separated');
%! lastwarn('');
%! path = sparsebregman.Path(sparsebregman.Problem(A, labels, 'loss', 'logistic'), 'last', 2);
%! quiet = evalc('path.run();');
%! assert(any(strfind(lastwarn(), 's = 1, 2')));
%! assert(path.series('separated'), [1; 1]);
%! labels = double((1:20)' > 10);
%! labels(10:11) = [1 0]; % without one of these the classes are separated
%! problem = sparsebregman.Problem((1:20)' - 10.5, labels, 'loss', 'logistic', 'intercept', true);
%! path = sparsebregman.Path(problem, 'first', 0, 'last', 1, 'folds', 20);
%! quiet = evalc('path.run();');
%! assert(any(strfind(lastwarn(), 'in some folds at s = 1: ')));
