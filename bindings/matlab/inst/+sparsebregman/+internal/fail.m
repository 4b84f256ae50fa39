function fail(reply)
%FAIL  Throws a failed call's status: {code, name, text}.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  error(['sparsebregman:' reply{2}], '%s (%s, status %d)', fromOne(reply{3}), reply{2}, reply{1});
end

function text = fromOne(text)
% Places as MATLAB counts and writes them; the library says so where they count from 0.
  [first, last] = regexp(text, '[\[(]\d+(, \d+)?[\])], counted from 0,?', 'once');
  if ~isempty(first)
    place = strrep(text(first:last), ', counted from 0', '');
    numbers = str2double(regexp(place, '\d+', 'match')) + 1;
    place = sprintf(', %d', numbers);
    text = [text(1:first - 1) '(' place(3:end) ')' text(last + 1:end)];
  end
end
