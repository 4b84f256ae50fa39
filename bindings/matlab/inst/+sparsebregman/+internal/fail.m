function fail(reply)
%FAIL  Throws a failed call's status: {code, name, text}.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  error(['sparsebregman:' reply{2}], '%s (%s, status %d)', fromOne(reply{3}), reply{2}, reply{1});
end

function text = fromOne(text)
% Places as MATLAB counts and writes them; the library says so where one, or all before, counts from 0.
  [first, last] = regexp(text, '[\[(]?\d+(, \d+)?[\])]?, counted from 0,?|^.*, all counted from 0', 'once');
  if ~isempty(first)
    place = regexprep(text(first:last), ',( all)? counted from 0,?$', '');
    [numbers, between] = regexp(place, '-?\d+', 'match', 'split');
    numbers = arrayfun(@(number) sprintf('%d', number), str2double(numbers) + 1, 'UniformOutput', false);
    parts = [between; [numbers {''}]];
    place = [parts{:}];
    text = [text(1:first - 1) strrep(strrep(place, '[', '('), ']', ')') text(last + 1:end)];
  end
end
