function entry = table(kind)
%TABLE  The library's table of the options and results of a kind of object, read once.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  persistent tables
  if isempty(tables)
    tables = struct();
  end
  if ~(ischar(kind) && isvarname(kind) && isfield(tables, kind))
    keys = sparsebregman.internal.direct('keys', kind);
    entry = struct('keys', keys, 'names', {{keys.name}}, 'types', {{keys.type}});
    tables.(kind) = entry;
  end
  entry = tables.(kind);
end
