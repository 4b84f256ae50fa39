function [x, info] = interrupted()
%INTERRUPTED  The best point of the last sparsebregman.solve that did not come to its end.
%   [x, info] = sparsebregman.interrupted() after Ctrl-C, or after an error in one of your functions. info.solver.run()
%   resumes the run. An error of class sparsebregman:state when there was none.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  solver = sparsebregman.internal.latest();
  if isempty(solver)
    sparsebregman.internal.fail({-5, 'state', 'no solve was interrupted'});
  end
  [x, info] = sparsebregman.internal.result(solver);
end
