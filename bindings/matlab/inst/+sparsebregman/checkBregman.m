function violation = checkBregman(problem, kernel, L, s, x)
%CHECKBREGMAN  How far x is from being stationary for L times a kernel, in units of f; 0 exactly when it is.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.require(problem, 'sparsebregman.Problem');
  sparsebregman.internal.require(kernel, 'sparsebregman.Kernel');
  violation = sparsebregman.internal.call([], [problem.callbacks; kernel.callbacks], 'check_bregman', problem.id, ...
                                          kernel.id, L, s, problem.toLibrary(x));
end
