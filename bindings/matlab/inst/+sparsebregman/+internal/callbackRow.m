function row = callbackRow(list, names)
%CALLBACKROW  A new row of callbacks: a slot, and function handles.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  for k = 1:numel(list)
    if ~isa(list{k}, 'function_handle')
      sparsebregman.internal.fail({-1, 'argument', [names{k} ' must be a function handle']});
    end
  end
  row = {sparsebregman.internal.direct('slot'), list};
end
