function stop = clears(solver)
%CLEARS  A monitor that clears all it can.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  clear all
  clear mex
  clear functions
  stop = false;
end
