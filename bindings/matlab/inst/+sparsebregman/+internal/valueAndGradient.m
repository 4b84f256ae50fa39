function [f, g] = valueAndGradient(fun, gradient, x)
%VALUEANDGRADIENT  Two functions as one; the gradient only when it is asked for.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  f = fun(x);
  if nargout > 1
    g = gradient(x);
  end
end
