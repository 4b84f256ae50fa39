function violation = checkStationarity(problem, dsm, s, x)
%CHECKSTATIONARITY  How far x is from being stationary for a scaling matrix, in units of f; 0 exactly when it is.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.require(problem, 'sparsebregman.Problem');
  sparsebregman.internal.require(dsm, 'sparsebregman.DSM');
  violation = sparsebregman.internal.call([], problem.callbacks, 'check_stationarity', problem.id, dsm.id, s, ...
                                          problem.toLibrary(x));
end
