classdef Object < handle
%OBJECT  What matrices, problems, scaling matrices, kernels, solvers and paths have in common.
%   object.NAME                  an option or a result by its name, such as solver.best_objective
%   object.NAME = value          sets an option
%   object.get(name)             the same for any name; object.get() all of them, as a structure
%   object.set(name, value, ...) options
%   object.keys()                what there is, with types, defaults, bounds and a line of documentation
%   delete(object)               frees it now; otherwise it is freed when the last variable that holds it goes
%
%   See also sparsebregman.keys, sparsebregman.Problem, sparsebregman.DSM, sparsebregman.Kernel, sparsebregman.Solver,
%   sparsebregman.Path.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  % For the classes of this package only. They would be protected, but after "clear functions" Octave refuses the
  % methods of an object its own protected members.
  properties (Hidden, Transient)
    id = uint64(0)         % the number under which the gateway knows the object
    callbacks = cell(0, 2) % {slot, {functions}} of this object and of those it uses
    monitor = cell(0, 2)   % likewise
    isComplex = false      % the variables of the library are real and imaginary parts in turn
  end

  methods
    function value = get(self, name)
      %GET  An option or a result by name, or all of them as a structure.
      table = sparsebregman.internal.table(self.kind());
      if nargin < 2
        value = struct();
        for k = 1:numel(table.names)
          value.(table.names{k}) = self.get(table.names{k});
        end
        return
      end
      known = strcmp(table.names, name);
      if any(known)
        value = sparsebregman.internal.direct('get', self.id, table.types{known}, name);
        if strcmp(name, 'active_dsm')
          value = value + 1; % an index
        end
      else % the library suggests the nearest name
        value = sparsebregman.internal.direct('get', self.id, 'real', name);
      end
    end

    function set(self, varargin)
      %SET  Options by name: object.set('max_iterations', 100, 'time_limit', 2).
      [~, options] = sparsebregman.internal.pairs(struct(), varargin);
      table = sparsebregman.internal.table(self.kind());
      for k = 1:2:numel(options)
        value = options{k + 1};
        known = strcmp(table.names, options{k});
        if ~any(known) % the library suggests the nearest name
          sparsebregman.internal.direct('set', self.id, 'real', options{k}, 0);
        elseif strcmp(table.types{known}, 'text')
          if isstring(value)
            value = char(value);
          end
        elseif ~isa(value, 'int64')
          value = sparsebregman.internal.numbers(value);
        end
        sparsebregman.internal.direct('set', self.id, table.types{known}, options{k}, value);
      end
    end

    function list = keys(self)
      %KEYS  The table of options and results.
      list = sparsebregman.keys(self.kind());
    end

    function delete(self)
      %DELETE  Frees the object. Others that use it keep what they need of it.
      if self.id ~= 0
        try
          sparsebregman.internal.gateway('destroy', self.id); % a number is never used again: doing so twice is harmless
        catch % the gateway is gone, and the object with it
        end
      end
    end

    function disp(self)
      %DISP  What the object is, in a line, and where the rest is found.
      reply = sparsebregman.internal.gateway('get', self.id, 'int', 'columns');
      if reply{1} < 0
        fprintf('  %s: %s\n', class(self), reply{3});
        return
      end
      fprintf('  %s: %s\n', class(self), self.summary());
      fprintf('  .get() has all options and results, sparsebregman.keys(''%s'') their meanings\n', self.kind());
    end

    function varargout = subsref(self, place)
      %SUBSREF  Options and results are read by their names; a method of the same name goes first.
      name = place(1).subs;
      self.refuseUnknown(place(1));
      if strcmp(place(1).type, '.') && self.isKey(name)
        varargout{1} = self.get(name);
        if numel(place) > 1
          varargout{1} = subsref(varargout{1}, place(2:end));
        end
      elseif nargout > 0
        [varargout{1:nargout}] = builtin('subsref', self, place);
      else % what a method returns becomes "ans"; it may return nothing
        clear('ans');
        builtin('subsref', self, place);
        if exist('ans', 'var')
          varargout{1} = ans; %#ok<NOANS>
        end
      end
    end

    function self = subsasgn(self, place, value)
      %SUBSASGN  Options are set by their names.
      self.refuseUnknown(place(1));
      if strcmp(place(1).type, '.') && self.isKey(place(1).subs)
        if numel(place) > 1
          sparsebregman.internal.fail({-1, 'argument', [place(1).subs ' is one value: it has no parts to set']});
        end
        self.set(place(1).subs, value);
      else
        self = builtin('subsasgn', self, place, value);
      end
    end
  end

  methods (Hidden)
    function name = kind(self)
      name = lower(class(self));
      name = name(find(name == '.', 1, 'last') + 1:end);
    end

    function is = isKey(self, name)
      % Whether a name is that of an option or a result, and of no method or property.
      is = self.id ~= 0 && ~self.isMember(name);
      if is
        table = sparsebregman.internal.table(self.kind());
        is = any(strcmp(table.names, name));
      end
    end

    function is = isMember(self, name)
      % Whether a name is that of a method or a property.
      is = ismethod(self, name) || any(strcmp(name, {'id', 'callbacks', 'monitor', 'isComplex'}));
    end

    function refuseUnknown(self, place)
      % Raises the library's error, which suggests the nearest name, for a name that the object does not have.
      if strcmp(place.type, '.') && ~self.isMember(place.subs) && ~self.isKey(place.subs)
        sparsebregman.internal.direct('get', self.id, 'real', place.subs);
      end
    end

    function adopt(self, made)
      % Takes over what a static function made: struct with fields id and callbacks.
      self.id = made.id;
      self.callbacks = made.callbacks;
    end

    function x = toLibrary(self, x)
      % A point as the library takes it.
      if self.isComplex && ~isempty(x)
        x = [real(x(:)), imag(x(:))].';
      end
      x = sparsebregman.internal.numbers(x);
    end

    function x = fromLibrary(self, x)
      if self.isComplex
        x = complex(x(1:2:end), x(2:2:end));
      end
    end

    function index = variable(self, index)
      % The number of the variable in the arrays of the user, of the one in those of the library.
      if self.isComplex
        index = ceil(index / 2);
      end
    end

    function use(self, other)
      % The functions of another object are needed for as long as this one is.
      self.callbacks = [self.callbacks; other.callbacks];
    end

    function varargout = call(self, command, varargin)
      % A command about this object, with the functions that it may call.
      [varargout{1:nargout}] = sparsebregman.internal.call(self, [self.callbacks; self.monitor], command, self.id, ...
                                                           varargin{:});
    end

    function watch(self, command, monitor)
      if isempty(monitor)
        self.call(command, 0);
        self.monitor = cell(0, 2);
        return
      end
      if ~isa(monitor, 'function_handle')
        sparsebregman.internal.fail({-1, 'argument', 'a monitor must be a function handle'});
      end
      slot = sparsebregman.internal.direct('slot');
      self.call(command, slot);
      self.monitor = {slot, {monitor}};
    end
  end
end
