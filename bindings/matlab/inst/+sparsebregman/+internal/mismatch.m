function text = mismatch(loaded, compiled, name)
%MISMATCH  What is wrong with the version of the library; empty when nothing is.
%   Until 1.0 a minor release may change the interface, afterwards only a major one.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  text = '';
  if series(loaded) ~= series(compiled) || loaded < compiled
    text = sprintf('the loaded libsparsebregman is version %s, but the gateway was built for %d.%d.%d.\n%s', name, ...
                   floor(compiled / 10000), mod(floor(compiled / 100), 100), mod(compiled, 100), ...
                   sparsebregman.internal.instructions());
  end
end

function number = series(version)
  if version < 10000
    number = floor(version / 100);
  else
    number = floor(version / 10000) * 10000;
  end
end
