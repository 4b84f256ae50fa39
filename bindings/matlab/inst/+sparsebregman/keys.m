function list = keys(kind)
%KEYS  Options and results of a kind of object: 'matrix', 'problem', 'dsm', 'kernel', 'solver' or 'path'.
%   list = sparsebregman.keys('solver') is a structure array with the fields name, kind ('option' or 'result'), type,
%   default, minimum, maximum, choices and doc, as the library lists them. Without an output they are displayed.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  table = sparsebregman.internal.table(char(kind));
  if nargout > 0
    list = table.keys;
    return
  end
  for k = 1:numel(table.keys)
    fprintf('%-24s %-7s %-5s %-14s %s\n', table.keys(k).name, table.keys(k).kind, table.keys(k).type, ...
            table.keys(k).default, table.keys(k).doc);
  end
end
