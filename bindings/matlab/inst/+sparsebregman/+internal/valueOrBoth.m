function [f, g] = valueOrBoth(fun, x)
%VALUEORBOTH  The value of an anonymous function, and its gradient when it is asked for.
%   An anonymous function such as @(x) deal(f(x), g(x)) does not know how many values are wanted, and some can return two
%   only.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if nargout > 1
    [f, g] = fun(x);
    return
  end
  try
    f = fun(x);
  catch cause
    try
      [f, ~] = fun(x);
    catch % it fails in either way
      rethrow(cause);
    end
  end
end
