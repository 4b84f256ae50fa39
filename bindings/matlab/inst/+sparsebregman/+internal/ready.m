function ready()
%READY  Makes sure, once, that the gateway and a library of its version are there.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  persistent checked
  if ~isempty(checked)
    return
  end
  try
    reply = sparsebregman.internal.gateway('version');
  catch cause
    error('sparsebregman:library', 'the library libsparsebregman cannot be loaded:\n  %s\n%s', cause.message, ...
          sparsebregman.internal.instructions());
  end
  problem = sparsebregman.internal.mismatch(reply{2}, reply{3}, reply{4});
  if ~isempty(problem)
    error('sparsebregman:library', '%s', problem);
  end
  checked = true;
end
