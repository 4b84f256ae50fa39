% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

%!function file = source(varargin)
%!  file = fullfile(getenv('SBREG_SOURCE_DIR'), varargin{:});
%!endfunction
%!function list = files()
%!  [~, text] = system(['find ' source('bindings', 'matlab', 'inst') ' ' source('bindings', 'matlab', 'build.m') ' -name "*.m"']);
%!  list = strsplit(strtrim(text), "\n");
%!endfunction

%% Every exported name of the library is used by the gateway, or left out with a reason.
%!test
%! leftOut = {'sbreg_problem_create_least_squares', 'sbreg_problem_create_linear on a dense matrix is the same';
%!            'sbreg_solve_least_squares', 'cannot be interrupted; solve does the same with a solver'};
%! exported = regexp(fileread(source('tests', 'abi', 'exported-symbols.txt')), '^sbreg_\w+', 'match', 'lineanchors');
%! assert(numel(exported) > 80);
%! [status, text] = system(['nm -D --undefined-only ' which('sparsebregman.internal.gateway')]);
%! assert(status, 0);
%! used = regexp(text, 'sbreg_\w+', 'match');
%! assert(setdiff(exported, [used, leftOut(:, 1)']), cell(1, 0));
%! assert(intersect(used, leftOut(:, 1)'), cell(1, 0));

%% Every command of the gateway is used by the package.
%!test
%! text = '';
%! list = files();
%! for k = 1:numel(list)
%!   text = [text, fileread(list{k})];
%! end
%! code = [fileread(source('bindings', 'matlab', 'src', 'keys.c')), fileread(source('bindings', 'matlab', 'src', 'objects.c')), ...
%!         fileread(source('bindings', 'matlab', 'src', 'runs.c')), fileread(source('bindings', 'matlab', 'src', 'path.c')), ...
%!         fileread(source('bindings', 'matlab', 'src', 'structure.c'))];
%! rows = regexp(code, '\{"(\w+)", \d, \w+\}', 'tokens');
%! names = cellfun(@(row) row{1}, rows, 'UniformOutput', false);
%! missing = names(cellfun(@(name) isempty(strfind(text, ['''' name ''''])), names));
%! assert(setdiff(missing, {'live'}), cell(1, 0)); % which is for tests

%% Every function and class has a help text, and the public ones are in the index of the package.
%!test
%! index = fileread(source('bindings', 'matlab', 'INDEX'));
%! list = files();
%! for k = 1:numel(list)
%!   [folder, name] = fileparts(list{k});
%!   assert(~isempty(regexp(fileread(list{k}), ['^[^\n]*\n%' upper(name) '  \S'])), list{k});
%!   if ~isempty(regexp(folder, '\+sparsebregman$'))
%!     assert(~isempty(regexp(index, ['^ sparsebregman\.' name '$'], 'lineanchors')), name);
%!     assert(~isempty(strtrim(get_help_text(['sparsebregman.' name]))));
%!   end
%! end

%% What MATLAB does not understand is not used.
%!test
%! list = files();
%! assert(numel(list) > 25);
%! for k = 1:numel(list)
%!   found = octaveOnly(fileread(list{k}));
%!   assert(isempty(found), [list{k} ': ' found]);
%! end
%! bad = {'x = 1; # comment', 'if x, y, endif', 'if !x, end', 'a != b', 'printf(''a'')', 'x = "text"', 'x += 1', 'x++', ...
%!        'unwind_protect', 'do, until x', 'disp(x), puts(''a'')', 'fflush(stdout)', 'x = y(1)(2)', 'endfunction', 'a ** b', ...
%!        'f = @() x; f()(1)', '#! shebang', 'print_usage()', 'end_try_catch', 'y = ifelse(a, b, c)'};
%! for k = 1:numel(bad)
%!   assert(~isempty(octaveOnly(bad{k})), bad{k});
%! end
%! good = {'x = a'' * b''; % it''s "fine" # here', 'x = ''# " ! endif'';', 'x = [a'' b'']; y = {c''}; z = a.b''; w = 3'';', ...
%!         'if x ~= y && ~z, fprintf(''a\n''), end', '[~, y] = f(x);'};
%! for k = 1:numel(good)
%!   assert(octaveOnly(good{k}), '');
%! end

%% The version is the header's, and the licence the project's.
%!test
%! header = fileread(source('include', 'sparsebregman.h'));
%! number = @(part) regexp(header, ['define SBREG_VERSION_' part ' (\d+)'], 'tokens'){1}{1};
%! version = strjoin({number('MAJOR'), number('MINOR'), number('PATCH')}, '.');
%! assert(any(strfind(fileread(source('bindings', 'matlab', 'DESCRIPTION')), ['Version: ' version])));
%! assert(fileread(source('bindings', 'matlab', 'COPYING')), fileread(source('LICENSE')));
