function f = itself(x)
%ITSELF  An objective that evaluates the problem it belongs to; itself(problem) says which that is, itself([]) forgets it.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  persistent problem
  f = 0;
  if isempty(x) || isobject(x)
    problem = x;
  else
    f = problem.value(x);
  end
end
