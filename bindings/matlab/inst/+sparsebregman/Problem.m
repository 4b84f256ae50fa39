classdef Problem < sparsebregman.Object
%PROBLEM  An objective f.
%   P = sparsebregman.Problem(A, b)             least squares, ||A*x - b||^2 / 2; A full, sparse or a Matrix
%   P = sparsebregman.Problem(A, b, 'loss', L)  'logistic', 'huber', 'poisson', 'quartic' or 'logsumexp'
%   P = sparsebregman.Problem(..., 'weights', w, 'ridge', 0.1, ...)
%                                               weights of the observations, options: sparsebregman.keys('problem')
%   P = sparsebregman.Problem(A, b)             with complex A or b: least squares over complex x, whose nonzeros are
%                                               counted as such
%   P = sparsebregman.Problem.quadratic(Q, q)   x'*Q*x/2 - q'*x
%   P = sparsebregman.Problem.custom(n, fun)    [f, g] = fun(x), with f the value and g the gradient; also
%                                               @(x) deal(f, g)
%   P = sparsebregman.Problem.custom(n, fun, 'gradient', grad, 'hessian', H, 'curvature', C)
%                                               f = fun(x), g = grad(x); optionally H(x, support), the second
%                                               derivatives by these variables, and C(X) = C*X, with C above the
%                                               Hessian everywhere
%   P.value(x), P.gradient(x), P.checkGradient(x)

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = Problem(A, b, varargin)
      if isstruct(A)
        self.adopt(A);
        return
      end
      [own, options] = sparsebregman.internal.pairs(struct('loss', 'least_squares', 'weights', []), varargin);
      if isnumeric(own.loss)
        sparsebregman.internal.fail({-1, 'argument', 'loss must be the name of a loss'});
      end
      if (isnumeric(A) && ~isreal(A)) || (isnumeric(b) && ~isreal(b))
        self.createComplex(A, b, own);
        self.set(options{:});
        return
      end
      if ~isa(A, 'sparsebregman.Matrix')
        A = sparsebregman.Matrix(A);
      end
      self.use(A);
      self.id = sparsebregman.internal.call([], A.callbacks, 'problem_linear', A.id, char(own.loss), ...
                                            sparsebregman.internal.numbers(b));
      if ~isempty(own.weights)
        self.call('problem_set_weights', sparsebregman.internal.numbers(own.weights));
      end
      self.set(options{:});
    end

    function f = value(self, x)
      %VALUE  f(x)
      f = self.call('problem_value', self.toLibrary(x));
    end

    function c = intercept(self, x)
      %INTERCEPT  The intercept that belongs to x, with the option 'intercept'; 0 where the problem has none. Without x,
      %   the option.
      if nargin < 2
        c = self.get('intercept');
        return
      end
      c = self.call('problem_intercept', self.toLibrary(x));
    end

    function g = gradient(self, x)
      %GRADIENT  The gradient of f at x.
      g = self.fromLibrary(self.call('problem_gradient', self.toLibrary(x)));
    end

    function [discrepancy, where] = checkGradient(self, x, step)
      %CHECKGRADIENT  The largest relative difference between the gradient and differences of f, and its index.
      if nargin < 3
        step = 0;
      end
      [discrepancy, where] = self.call('problem_check_gradient', self.toLibrary(x), step);
      where = self.variable(where);
    end
  end

  methods (Hidden)
    function text = summary(self)
      text = sprintf('%s, %d variables', self.get('loss'), self.get('columns'));
    end

    function createComplex(self, A, b, own)
      if ~strcmp(own.loss, 'least_squares') || ~isempty(own.weights)
        sparsebregman.internal.fail({-6, 'unsupported', ...
                                     'complex numbers are for the loss least_squares without weights'});
      end
      if ~isnumeric(A)
        sparsebregman.internal.fail({-6, 'unsupported', ...
                                     ['complex numbers need A as an array, not as ' class(A)]});
      end
      self.isComplex = true;
      A = full(double(A));
      b = full(double(b));
      self.id = sparsebregman.internal.call([], cell(0, 2), 'problem_complex', real(A), imag(A), real(b), imag(b));
    end
  end

  methods (Static)
    function self = quadratic(Q, q, varargin)
      %QUADRATIC  The objective x'*Q*x/2 - q'*x; the lower triangle of Q is read.
      made.callbacks = cell(0, 2);
      made.id = sparsebregman.internal.direct('problem_quadratic', sparsebregman.internal.numbers(Q), ...
                                              sparsebregman.internal.numbers(q));
      self = sparsebregman.Problem(made);
      self.set(varargin{:});
    end

    function self = custom(n, fun, varargin)
      %CUSTOM  An objective of your own.
      [own, options] = sparsebregman.internal.pairs(struct('gradient', [], 'hessian', [], 'curvature', []), varargin);
      list = {fun, own.hessian, own.curvature};
      given = ~cellfun('isempty', list);
      names = {'fun', 'hessian', 'curvature'};
      made.callbacks = sparsebregman.internal.callbackRow(list(given), names(given));
      if ~isempty(own.gradient)
        sparsebregman.internal.callbackRow({own.gradient}, {'gradient'});
        list{1} = @(x) sparsebregman.internal.valueAndGradient(fun, own.gradient, x);
      elseif strncmp(func2str(fun), '@', 1)
        list{1} = @(x) sparsebregman.internal.valueOrBoth(fun, x);
      end
      made.callbacks{1, 2} = list;
      made.id = sparsebregman.internal.call([], made.callbacks, 'problem_custom', n, given(2) + 2 * given(3), ...
                                            made.callbacks{1, 1});
      self = sparsebregman.Problem(made);
      self.set(options{:});
    end
  end
end
