function i = instance(m, n, s, seed)
%INSTANCE  A matrix with normal entries, a vector with s nonzeros, and their product.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if nargin == 0
    m = 40; n = 60; s = 4;
  end
  if nargin < 4
    seed = 1;
  end
  randn('state', seed);
  i.A = randn(m, n);
  i.s = s;
  i.x = zeros(n, 1);
  i.x(round(linspace(2, n - 1, s))) = (-1) .^ (1:s)' .* (1 + (1:s)' / s);
  i.b = i.A * i.x;
end
