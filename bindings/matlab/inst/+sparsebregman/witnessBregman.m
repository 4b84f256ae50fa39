function [violation, y] = witnessBregman(problem, kernel, L, s, x)
%WITNESSBREGMAN  How far x is from being stationary for L times a kernel, and a better point.
%   [violation, y] = sparsebregman.witnessBregman(problem, kernel, L, s, x): the number of sparsebregman.checkBregman, and
%   the point at which the model promises it, as in sparsebregman.witnessStationarity.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.require(problem, 'sparsebregman.Problem');
  sparsebregman.internal.require(kernel, 'sparsebregman.Kernel');
  [violation, y] = sparsebregman.internal.call([], [problem.callbacks; kernel.callbacks], 'witness_bregman', ...
                                               problem.id, kernel.id, L, s, problem.toLibrary(x));
  y = problem.fromLibrary(y);
end
