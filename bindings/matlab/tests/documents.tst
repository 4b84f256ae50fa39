% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function text = source(varargin)
%!  text = fileread(fullfile(getenv('SBREG_SOURCE_DIR'), varargin{:}));
%!endfunction

%% The examples of docs/matlab.md run, and MATLAB would understand them.
%!test
%! blocks = regexp(source('docs', 'matlab.md'), '```matlab\n(.*?)```', 'tokens');
%! assert(numel(blocks) >= 10);
%! code = strjoin(cellfun(@(block) block{1}, blocks, 'UniformOutput', false), "\n");
%! assert(octaveOnly(code), '');
%! shown = evalc(code);
%! assert(any(strfind(shown, 'iterations   objective')));
%! assert(any(strfind(shown, 'did you mean')));

%% The snippets of the README files run.
%!test
%! A = [2 1 0 1; 0 1 3 0];
%! b = [5; 6];
%! files = {{'README.md'}, {'bindings', 'matlab', 'README.md'}};
%! for k = 1:numel(files)
%!   blocks = regexp(source(files{k}{:}), '```matlab\n(.*?)```', 'tokens');
%!   assert(numel(blocks) >= 1);
%!   x = [];
%!   evalc(strrep(blocks{1}{1}, 'pkg load', '% pkg load'));
%!   assert(nnz(x) > 0);
%! end

%% The example program runs.
%!test
%! code = source('bindings', 'matlab', 'examples', 'recovery.m');
%! assert(octaveOnly(code), '');
%! evalc(strrep(code, 'getenv(''DISPLAY'')', ''''''));
%! assert(x, truth, 1e-6);
