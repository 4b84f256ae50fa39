classdef Path < sparsebregman.Object
%PATH  Fits for a range of sparsities, and the choice among them.
%   P = sparsebregman.Path(problem)       every sparsity from 1 to a sensible end, each fit starting at its neighbours'
%   P = sparsebregman.Path(solver)        the same with the problem, options, scaling matrices, kernel, groups, bounds
%                                         and kept variables of a solver
%   P = sparsebregman.Path(..., 'first', 2, 'last', 20, 'folds', 5, 'monitor', f, ...)
%                                         options, sparsebregman.keys('path'), and a function of P that is called after
%                                         every fit and from time to time during one, and returns true to stop. With a
%                                         problem, any other option is one of sparsebregman.Solver
%   P.run()                               makes all fits; the result is the state. 'progress', true shows a line
%   P.get('chosen')                       the s chosen by cross-validation (option 'folds') or by a criterion
%   P.coefficients(), P.coefficients(s)   the fit with the chosen s, or with another
%   P.series(), P.series(name)            one number for each s: a structure of columns, or one of them
%   P.plot()                              the scores and what was chosen
%
%   Ctrl-C ends a run; the fits that were made are there, and the run can be resumed.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = Path(source, varargin)
      own = struct('monitor', []);
      [own, options] = sparsebregman.internal.pairs(own, varargin);
      pattern = source;
      if isa(source, 'sparsebregman.Problem')
        known = sparsebregman.keys('path');
        known = {known(strcmp({known.kind}, 'option')).name};
        ofPath = reshape(repmat(ismember(options(1:2:end), known), 2, 1), 1, []);
        pattern = sparsebregman.Solver(source, 1, options{~ofPath});
        options = options(ofPath);
      end
      sparsebregman.internal.require(pattern, 'sparsebregman.Solver');
      self.use(pattern);
      self.isComplex = pattern.isComplex;
      self.id = sparsebregman.internal.call([], pattern.callbacks, 'path_create', pattern.id);
      self.set(options{:});
      if ~isempty(own.monitor)
        self.setMonitor(own.monitor);
      end
    end

    function setMonitor(self, monitor)
      %SETMONITOR  Sets the function that watches the run; [] removes it.
      self.watch('path_set_monitor', monitor);
    end

    function state = run(self, varargin)
      %RUN  Makes all fits, or goes on after a stop: P.run(), or P.run('progress', true).
      [own, options] = sparsebregman.internal.pairs(struct('progress', false), varargin);
      self.set(options{:});
      if own.progress
        before = [self.monitor(:, 2)', {{[]}}];
        before = before{1}{1};
        back = onCleanup(@() self.setMonitor(before)); %#ok<NASGU>
        self.setMonitor(@(path) path.show(before));
      end
      self.call('path_run');
      state = self.get('state');
      sparsebregman.internal.warnIfSeparated(self);
      if own.progress
        sparsebregman.internal.progressLine(self, '\n');
      end
    end

    function x = coefficients(self, s)
      %COEFFICIENTS  The fit to all observations with at most s nonzeros; without s the chosen one.
      if nargin < 2
        s = self.get('chosen');
      end
      x = self.fromLibrary(self.call('path_coefficients', sparsebregman.internal.numbers(s)));
    end

    function values = series(self, name)
      %SERIES  One number for each sparsity that has been fitted, ascending.
      %   'sparsity', 'objective', 'support_size', 'intercept', 'state', 'iterations', 'proved' (1 where it is
      %   proved that no fit is better) and 'separated' (1 where the classes are separated, so that f has no
      %   minimiser) of the fits to all observations; 'aic', 'bic', 'ebic' and 'gic'; 'cv_mean', the mean over the
      %   folds of the mean deviance of the held-out observations, 'cv_error', its standard error, and
      %   'cv_separated', the number of folds whose fit is separated. What is not known, or not yet, is NaN. Without a name a
      %   structure with all of them.
      if nargin == 2
        values = self.call('path_series', char(name));
        return
      end
      names = {'sparsity', 'objective', 'support_size', 'intercept', 'state', 'iterations', 'proved', ...
               'separated', 'aic', 'bic', 'ebic', 'gic', 'cv_mean', 'cv_error', 'cv_separated'};
      values = struct();
      for k = 1:numel(names)
        values.(names{k}) = self.series(names{k});
      end
    end

    function area = plot(self, area)
      %PLOT  Draws the score of every sparsity, and the chosen one.
      %   The score is that of the cross-validation, with its standard error, or the criterion that chooses; the
      %   objective where there is neither. P.plot(area) draws into these axes; the result are the axes.
      if nargin < 2
        area = gca();
      end
      found = self.series();
      name = self.get('criterion');
      if strcmp(name, 'auto') && any(~isnan(found.ebic))
        name = 'ebic';
      end
      if any(~isnan(found.cv_mean)) && any(strcmp(self.get('criterion'), {'auto', 'cv'}))
        errorbar(area, found.sparsity, found.cv_mean, found.cv_error, 'o-');
        score = found.cv_mean;
        label = 'cross-validation: mean deviance of held-out observations';
      elseif isfield(found, name)
        score = found.(name);
        label = name;
        plot(area, found.sparsity, score, 'o-');
      else
        score = found.objective;
        label = 'objective';
        plot(area, found.sparsity, score, 'o-');
      end
      chosen = self.get('chosen');
      if chosen >= self.get('first')
        hold(area, 'on');
        plot(area, chosen, score(found.sparsity == chosen), 'rs', 'MarkerSize', 12);
        hold(area, 'off');
        title(area, sprintf('chosen: s = %d', chosen));
      end
      xlabel(area, 'sparsity s');
      ylabel(area, label);
    end
  end

  methods (Hidden)
    function text = summary(self)
      chosen = 'nothing chosen';
      if self.get('chosen') >= self.get('first')
        chosen = sprintf('chosen %d', self.get('chosen'));
      end
      text = sprintf('%d variables, %d of %d fits, %s, %s', self.get('columns'), self.get('fits'), ...
                     self.get('fits_total'), chosen, sparsebregman.stateText(self.get('state')));
    end

    function stop = show(self, monitor)
      % A monitor that shows how far the run is, and asks another one.
      stop = sparsebregman.internal.progress(self);
      if ~isempty(monitor) && nargout(monitor) == 0
        monitor(self);
      elseif ~isempty(monitor)
        stop = isequal(monitor(self), true);
      end
    end
  end
end
