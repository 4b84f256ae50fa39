classdef Kernel < sparsebregman.Object
%KERNEL  A separable Bregman kernel, for the method 'bpg'.
%   K = sparsebregman.Kernel(n, name)  'quadratic', 'quartic' or 'power'
%   K = sparsebregman.Kernel(n, name, 'weights', w, 'exponent', 3, ...)
%                                      weights of the quadratic part, and options: sparsebregman.keys('kernel')
%   K = sparsebregman.Kernel.custom(n, h, derivative, inverseDerivative)
%                                      functions of (i, t): coordinate i of the kernel, its derivative, and the t where
%                                      the derivative has a given value

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = Kernel(n, name, varargin)
      if isstruct(n)
        self.adopt(n);
        return
      end
      [own, options] = sparsebregman.internal.pairs(struct('weights', []), varargin);
      self.id = sparsebregman.internal.call([], cell(0, 2), 'kernel_create', n, char(name));
      if ~isempty(own.weights)
        self.call('kernel_set_weights', sparsebregman.internal.numbers(own.weights));
      end
      self.set(options{:});
    end
  end

  methods (Hidden)
    function text = summary(self)
      text = sprintf('%s, %d variables', self.get('kernel'), self.get('columns'));
    end
  end

  methods (Static)
    function self = custom(n, h, derivative, inverseDerivative)
      %CUSTOM  A kernel from functions of your own, which are tried at a few points.
      made.callbacks = sparsebregman.internal.callbackRow({h, derivative, inverseDerivative}, ...
                                                          {'h', 'derivative', 'inverseDerivative'});
      made.id = sparsebregman.internal.call([], made.callbacks, 'kernel_custom', n, made.callbacks{1, 1});
      self = sparsebregman.Kernel(made);
    end
  end
end
