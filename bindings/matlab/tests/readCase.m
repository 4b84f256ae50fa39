function c = readCase(file)
%READCASE  A file of tests/data/cases, whose README.md describes the format.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  lines = strsplit(strtrim(fileread(file)), sprintf('\n'));
  k = 0;
  c = struct('loss', '', 'weights', [], 'problemOptions', {{}}, 'solverOptions', {{}}, 'inputs', {{}});
  first = words();
  if strcmp(first{1}, 'loss')
    c.loss = first{2};
    first = words();
  end
  size = str2double(first(2:4));
  c.s = size(3);
  if ~isempty(c.loss)
    c.problemOptions = options();
    c.solverOptions = options();
  end
  words();
  c.A = zeros(size(1), size(2));
  for j = 1:size(2)
    c.A(:, j) = numbers();
  end
  words();
  c.b = numbers();
  if isempty(c.loss)
    count = words();
    for j = 1:str2double(count{2})
      c.inputs{j} = words();
    end
    return
  end
  flag = words();
  if strcmp(flag{2}, '1')
    c.weights = numbers();
  end
  words();
  c.x = numbers();
  words();
  c.objective = numbers();

  function list = words()
    k = k + 1;
    list = strsplit(lines{k}, ' ');
  end
  function x = numbers()
    x = str2double(words())(:);
  end
  function list = options()
    count = words();
    list = {};
    for j = 1:str2double(count{2})
      list = [list, asOption(words())];
    end
  end
end
