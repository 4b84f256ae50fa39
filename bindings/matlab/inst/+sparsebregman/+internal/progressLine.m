function progressLine(object, ending)
%PROGRESSLINE  Shows how far a solver or a path has come.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if isa(object, 'sparsebregman.Path')
    text = sprintf('%8d of %d fits', object.get('fits'), object.get('fits_total'));
  else
    text = sprintf('%8d iterations   objective %-12.6g best %-12.6g nonzeros %-6d', object.get('iterations'), ...
                   object.get('objective'), object.get('best_objective'), object.get('support_size'));
  end
  fprintf('\r%s %7.1f s%s', text, object.get('elapsed_seconds'), sprintf(ending));
  if exist('OCTAVE_VERSION', 'builtin')
    feval('fflush', 1); % Octave keeps an unfinished line back
  end
end
