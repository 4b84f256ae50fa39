classdef Matrix < sparsebregman.Object
%MATRIX  A linear map A, which many problems may share; what depends on it alone is computed once.
%   M = sparsebregman.Matrix(A)                    A full or sparse; copied
%   M = sparsebregman.Matrix.operator(m, n, f, g)  known by its products only: f(X) = A*X and g(Y) = A'*Y, for several
%                                                  columns at once
%   M.checkAdjoint()                               about 1e-16 when g is the adjoint of f

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  methods
    function self = Matrix(A)
      if isstruct(A)
        self.adopt(A);
        return
      end
      if issparse(A) && ~isa(A, 'double')
        A = double(A);
      elseif ~issparse(A)
        A = sparsebregman.internal.numbers(A);
      end
      self.id = sparsebregman.internal.direct('matrix', A);
    end

    function discrepancy = checkAdjoint(self, seed)
      %CHECKADJOINT  The largest relative difference between <Ax, y> and <x, A'y> at random vectors.
      if nargin < 2
        seed = 1;
      end
      discrepancy = self.call('matrix_check_adjoint', seed);
    end
  end

  methods (Hidden)
    function text = summary(self)
      text = sprintf('%d x %d, %s', self.get('rows'), self.get('columns'), self.get('storage'));
    end
  end

  methods (Static)
    function self = operator(m, n, apply, applyTranspose)
      %OPERATOR  A matrix that is known by its products only.
      made.callbacks = sparsebregman.internal.callbackRow({apply, applyTranspose}, {'apply', 'applyTranspose'});
      made.id = sparsebregman.internal.call([], made.callbacks, 'matrix_operator', m, n, made.callbacks{1, 1});
      self = sparsebregman.Matrix(made);
    end
  end
end
