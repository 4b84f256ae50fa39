function found = octaveOnly(text)
%OCTAVEONLY  The first thing in a source text that Octave understands and MATLAB does not; empty when there is none.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  found = '';
  lines = strsplit(text, "\n");
  for k = 1:numel(lines)
    code = bare(lines{k});
    patterns = {'["#!]', '\<(end(if|for|while|function|switch|classdef|methods|properties|parfor)|end_\w+)\>', ...
                '\<(unwind_protect\w*|do|until|printf|puts|fputs|fdisp|fflush|print_usage|ifelse|merge|isargout|rows|columns)\>', ...
                '(\+\+|--|[-+*/^|&]=|\*\*)', '\)\s*\(', '\}\s*\(', '\<(stdout|stderr|OCTAVE_HOME|__\w+__)\>'};
    for p = 1:numel(patterns)
      match = regexp(code, patterns{p}, 'match', 'once');
      if ~isempty(match)
        found = sprintf('line %d: %s', k, match);
        return
      end
    end
  end
end

function code = bare(line)
  % The line without comments and without what is inside quotes.
  code = '';
  inside = false;
  for k = 1:numel(line)
    c = line(k);
    if inside
      inside = c ~= '''';
    elseif c == ''''
      before = [' ', code](end);
      inside = ~(isalnum(before) || any(before == '_)]}.'''));
      if ~inside
        code(end + 1) = c;
      end
    elseif c == '%'
      return
    else
      code(end + 1) = c;
    end
  end
end
