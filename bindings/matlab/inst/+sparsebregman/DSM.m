classdef DSM < sparsebregman.Object
%DSM  A diagonal scaling matrix Diag(w), with a proof that it lies above the Hessian of a problem.
%   D = sparsebregman.DSM(problem, model)  'lipschitz', 'linear' or 'quadratic'
%   D = sparsebregman.DSM(w)               your own weights; nothing is proved about them
%   D = sparsebregman.DSM(problem, model, 'cost', c, 'start', E, 'monitor', f, 'gap_tolerance', 1e-4, ...)
%                                          costs of the linear model, an earlier matrix to start from, a function of D
%                                          that is called in every iteration and returns true to stop, and options:
%                                          sparsebregman.keys('dsm')
%   D.run(), D.step(count), D.weights(), D.extractedWeights(), D.margin(problem), D.setMonitor(f)

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = DSM(source, model, varargin)
      if nargin == 1
        self.id = sparsebregman.internal.call([], cell(0, 2), 'dsm_weights', sparsebregman.internal.numbers(source));
        return
      end
      own = struct('cost', [], 'start', [], 'monitor', []);
      [own, options] = sparsebregman.internal.pairs(own, varargin);
      sparsebregman.internal.require(source, 'sparsebregman.Problem');
      self.use(source);
      self.id = sparsebregman.internal.call([], source.callbacks, 'dsm_create', source.id, char(model));
      self.set(options{:});
      if ~isempty(own.cost)
        self.call('dsm_set_cost', sparsebregman.internal.numbers(own.cost));
      end
      if ~isempty(own.start)
        sparsebregman.internal.require(own.start, 'sparsebregman.DSM');
        self.call('dsm_set_start', own.start.id);
      end
      self.setMonitor(own.monitor);
    end

    function state = run(self)
      %RUN  Iterates to the end. Ctrl-C leaves the weights certified so far.
      self.call('dsm_run');
      state = self.get('state');
    end

    function state = step(self, count)
      %STEP  Does some iterations.
      if nargin < 2
        count = 1;
      end
      self.call('dsm_step', count);
      state = self.get('state');
    end

    function w = weights(self)
      %WEIGHTS  The weights, which are certified whenever they are read.
      w = self.call('dsm_get_weights', 0);
    end

    function w = extractedWeights(self)
      %EXTRACTEDWEIGHTS  The weights as the paper extracts them, for comparison.
      w = self.call('dsm_get_weights', 1);
    end

    function lambda = margin(self, problem)
      %MARGIN  The smallest eigenvalue of Diag(w) - C, with C the problem's bound on its Hessian.
      sparsebregman.internal.require(problem, 'sparsebregman.Problem');
      lambda = sparsebregman.internal.call(self, [self.callbacks; problem.callbacks], 'dsm_margin', self.id, ...
                                           problem.id);
    end

    function setMonitor(self, monitor)
      %SETMONITOR  Sets the function that watches the run; [] removes it.
      self.watch('dsm_set_monitor', monitor);
    end
  end

  methods (Hidden)
    function text = summary(self)
      text = sprintf('%s, %d weights, %s', self.get('model'), self.get('columns'), ...
                     sparsebregman.stateText(self.get('state')));
    end
  end
end
