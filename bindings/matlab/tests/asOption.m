function pair = asOption(words)
%ASOPTION  {TYPE, NAME, VALUE} as a name and a value.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  pair = words(2:3);
  if ~strcmp(words{1}, 'text')
    pair{2} = str2double(words{3});
  end
end
