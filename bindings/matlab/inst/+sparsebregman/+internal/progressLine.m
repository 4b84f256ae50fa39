function progressLine(solver, ending)
%PROGRESSLINE  Shows how far a solver has come.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  fprintf('\r%8d iterations   objective %-12.6g best %-12.6g nonzeros %-6d %7.1f s%s', solver.get('iterations'), ...
          solver.get('objective'), solver.get('best_objective'), solver.get('support_size'), ...
          solver.get('elapsed_seconds'), sprintf(ending));
  if exist('OCTAVE_VERSION', 'builtin')
    feval('fflush', 1); % Octave keeps an unfinished line back
  end
end
