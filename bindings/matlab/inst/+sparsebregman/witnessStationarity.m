function [violation, y] = witnessStationarity(problem, dsm, s, x)
%WITNESSSTATIONARITY  How far x is from being stationary for a scaling matrix, and a better point.
%   [violation, y] = sparsebregman.witnessStationarity(problem, dsm, s, x): the number of sparsebregman.checkStationarity,
%   and the point at which the model promises it. Where y differs from x is where x can be improved. If the matrix lies
%   above the curvature of f, as one computed for the problem does, problem.value(y) <= problem.value(x) - violation.
%   When the violation is 0, y is x.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.require(problem, 'sparsebregman.Problem');
  sparsebregman.internal.require(dsm, 'sparsebregman.DSM');
  [violation, y] = sparsebregman.internal.call([], problem.callbacks, 'witness_stationarity', problem.id, dsm.id, s, ...
                                               problem.toLibrary(x));
  y = problem.fromLibrary(y);
end
