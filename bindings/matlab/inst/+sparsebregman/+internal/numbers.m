function x = numbers(x)
%NUMBERS  Numbers of any class and storage as a full array of class double; anything else unchanged.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if (isnumeric(x) || islogical(x)) && ~(isa(x, 'double') && ~issparse(x))
    x = full(double(x));
  end
end
