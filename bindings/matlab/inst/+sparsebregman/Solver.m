classdef Solver < sparsebregman.Object
%SOLVER  One run of a method.
%   S = sparsebregman.Solver(problem, s)  at most s nonzeros, method 'auto'
%   S = sparsebregman.Solver(problem, s, 'start', x0, 'dsm', D, 'kernel', K, 'monitor', f, 'method', 'newton', ...)
%                                         a starting point, a scaling matrix or a cell array of them, a kernel, a
%                                         function of S that is called in every iteration and returns true to stop, and
%                                         options: sparsebregman.keys('solver')
%   S.run(), S.step(count)                iterate; the result is the state, see sparsebregman.stateText
%   S.solution(), S.support()             the best point so far, and where it is not zero
%   S.iterate(), S.history(series)        the current point, and a series when the option 'history' is 1
%   S = sparsebregman.Solver(problem, s, 'groups', g, 'lower', l, 'upper', u, 'kept', k)
%                                         s counts groups of coordinates with equal numbers in g; l <= x <= u, scalars
%                                         or vectors; coordinates k, indices or a logical mask, may always be nonzero
%                                         and are not counted
%   S.checkStationarity(D, x), S.checkBregman(K, L, x), S.checkCoordinatewise(x)
%                                         certificates that take account of all that
%   [v, y] = S.witnessStationarity(D, x), S.witnessBregman(K, L, x)
%                                         likewise, with a better point
%   S.objective, S.time_limit = 10        options and results by name, as with S.get and S.set
%
%   Ctrl-C ends a run; the best point so far is there, and the run can be resumed.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = Solver(problem, s, varargin)
      sparsebregman.internal.require(problem, 'sparsebregman.Problem');
      own = struct('start', [], 'dsm', [], 'kernel', [], 'monitor', [], 'groups', [], 'lower', [], 'upper', [], ...
                   'kept', []);
      [own, options] = sparsebregman.internal.pairs(own, varargin);
      self.use(problem);
      self.isComplex = problem.isComplex;
      self.id = sparsebregman.internal.call([], problem.callbacks, 'solver_create', problem.id, ...
                                            sparsebregman.internal.numbers(s));
      self.set(options{:});
      if ~iscell(own.dsm) && ~isempty(own.dsm)
        own.dsm = {own.dsm};
      end
      for k = 1:numel(own.dsm)
        self.addDSM(own.dsm{k});
      end
      if ~isempty(own.kernel)
        self.setKernel(own.kernel);
      end
      if ~isempty(own.groups)
        self.setGroups(own.groups);
      end
      if ~isempty(own.lower) || ~isempty(own.upper)
        self.setBounds(own.lower, own.upper);
      end
      if ~isempty(own.kept)
        self.setKept(own.kept);
      end
      if ~isempty(own.start)
        self.setStart(own.start);
      end
      if ~isempty(own.monitor)
        self.setMonitor(own.monitor);
      end
    end

    function addDSM(self, dsm)
      %ADDDSM  Appends a scaling matrix to the dictionary.
      sparsebregman.internal.require(dsm, 'sparsebregman.DSM');
      self.call('solver_add_dsm', dsm.id);
    end

    function setKernel(self, kernel)
      %SETKERNEL  Sets the kernel of the method 'bpg'.
      sparsebregman.internal.require(kernel, 'sparsebregman.Kernel');
      self.use(kernel);
      self.call('solver_set_kernel', kernel.id);
    end

    function setGroups(self, groups)
      %SETGROUPS  Lets s count groups: coordinates with equal numbers 1, 2, ... are zero together, or not.
      self.call('solver_set_groups', sparsebregman.internal.numbers(groups));
    end

    function setBounds(self, lower, upper)
      %SETBOUNDS  Asks for lower <= x <= upper, which must contain zero; [] for none. Of a complex x, parts in turn.
      n = self.get('columns');
      self.call('solver_set_bounds', spread(lower, n), spread(upper, n));
    end

    function setKept(self, index)
      %SETKEPT  Names coordinates that may always be nonzero and are not counted: indices, or a logical mask of all
      %   coordinates. Of a complex x, parts in turn.
      if islogical(index)
        n = self.get('columns');
        if numel(index) ~= n
          sparsebregman.internal.fail({-2, 'dimension', sprintf('the mask kept has %d entries instead of %d', ...
                                                                numel(index), n)});
        end
        index = find(index);
      end
      self.call('solver_set_kept', sparsebregman.internal.numbers(index));
    end

    function setStart(self, x)
      %SETSTART  Sets the start, which has at most s nonzeros.
      self.call('solver_set_start', self.toLibrary(x));
    end

    function setMonitor(self, monitor)
      %SETMONITOR  Sets the function that watches the run; [] removes it.
      self.watch('solver_set_monitor', monitor);
    end

    function state = run(self)
      %RUN  Iterates to the end. A warning, sparsebregman:separated, says when the classes of a logistic fit are
      %   separated.
      self.call('solver_run');
      state = self.get('state');
      sparsebregman.internal.warnIfSeparated(self);
    end

    function state = step(self, count)
      %STEP  Does some iterations.
      if nargin < 2
        count = 1;
      end
      self.call('solver_step', count);
      state = self.get('state');
    end

    function x = solution(self)
      %SOLUTION  The best point so far.
      x = self.fromLibrary(self.call('solver_solution'));
    end

    function x = iterate(self)
      %ITERATE  The current point.
      x = self.fromLibrary(self.call('solver_iterate'));
    end

    function index = support(self)
      %SUPPORT  The indices of the nonzeros of the best point.
      index = unique(self.variable(self.call('solver_support')));
    end

    function violation = checkStationarity(self, dsm, x)
      %CHECKSTATIONARITY  As sparsebregman.checkStationarity, with what the solver was told of groups and bounds.
      sparsebregman.internal.require(dsm, 'sparsebregman.DSM');
      violation = self.call('solver_check_stationarity', dsm.id, self.toLibrary(x));
    end

    function violation = checkBregman(self, kernel, L, x)
      %CHECKBREGMAN  As sparsebregman.checkBregman, with what the solver was told of groups and bounds.
      sparsebregman.internal.require(kernel, 'sparsebregman.Kernel');
      violation = sparsebregman.internal.call(self, [self.callbacks; kernel.callbacks], 'solver_check_bregman', ...
                                              self.id, kernel.id, L, self.toLibrary(x));
    end

    function [decrease, leaves, enters] = checkCoordinatewise(self, x)
      %CHECKCOORDINATEWISE  As sparsebregman.checkCoordinatewise; a group is named by its first coordinate.
      [decrease, leaves, enters] = self.call('solver_check_coordinatewise', self.toLibrary(x));
      leaves = self.variable(leaves(leaves > 0));
      enters = self.variable(enters(enters > 0));
    end

    function [violation, y] = witnessStationarity(self, dsm, x)
      %WITNESSSTATIONARITY  As sparsebregman.witnessStationarity; y too keeps what the solver was told.
      sparsebregman.internal.require(dsm, 'sparsebregman.DSM');
      [violation, y] = self.call('solver_witness_stationarity', dsm.id, self.toLibrary(x));
      y = self.fromLibrary(y);
    end

    function [violation, y] = witnessBregman(self, kernel, L, x)
      %WITNESSBREGMAN  As sparsebregman.witnessBregman; y too keeps what the solver was told.
      sparsebregman.internal.require(kernel, 'sparsebregman.Kernel');
      [violation, y] = sparsebregman.internal.call(self, [self.callbacks; kernel.callbacks], ...
                                                   'solver_witness_bregman', self.id, kernel.id, L, self.toLibrary(x));
      y = self.fromLibrary(y);
    end

    function values = history(self, series)
      %HISTORY  One number per iteration, the start first: 'objective', 'best_objective', 'support_changed', ...
      if nargin < 2
        series = 'objective';
      end
      values = self.call('solver_history', char(series));
      if strcmp(series, 'active_dsm')
        values = values + 1; % an index
      end
    end
  end

  methods (Hidden)
    function text = summary(self)
      text = sprintf('%s, %d of %d variables, %d iterations, %s, best objective %.6g', self.get('method'), ...
                     self.get('sparsity'), self.get('columns'), self.get('iterations'), ...
                     sparsebregman.stateText(self.get('state')), self.get('best_objective'));
    end
  end
end

function bound = spread(bound, n)
  bound = sparsebregman.internal.numbers(bound);
  if isscalar(bound)
    bound = repmat(bound, n, 1);
  end
end
