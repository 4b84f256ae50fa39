function [own, options] = pairs(own, list)
%PAIRS  Splits name-value pairs: those that are fields of OWN, and the library's options.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if mod(numel(list), 2) ~= 0
    sparsebregman.internal.fail({-1, 'argument', 'options are given as pairs of a name and a value'});
  end
  options = {};
  for k = 1:2:numel(list)
    name = list{k};
    if isstring(name) && isscalar(name)
      name = char(name);
    end
    if ~ischar(name)
      sparsebregman.internal.fail({-1, 'argument', 'the name of an option must be a character vector'});
    elseif isfield(own, name)
      own.(name) = list{k + 1};
    else
      options = [options, {name}, list(k + 1)]; %#ok<AGROW>
    end
  end
end
