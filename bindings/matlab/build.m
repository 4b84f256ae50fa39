function build()
%BUILD  Builds the gateway in its place in the package, for use without "pkg install": in MATLAB, or in Octave.
%   The library is found by pkg-config; set PKG_CONFIG_PATH when it is in a directory of its own. Then
%
%     addpath(fullfile(pwd, 'inst'))
%     sparsebregman.version()

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  here = fileparts(mfilename('fullpath'));
  list = dir(fullfile(here, 'src', '*.c'));
  sources = cellfun(@(name) fullfile(here, 'src', name), {list.name}, 'UniformOutput', false);
  include = ['-I' ask('--variable=includedir')];
  folder = ask('--variable=libdir');
  target = fullfile(here, 'inst', '+sparsebregman', '+internal', 'gateway');
  if exist('OCTAVE_VERSION', 'builtin')
    mex('-o', [target '.mex'], '-std=gnu99', '-pthread', include, sources{:}, ['-L' folder], '-lsparsebregman', ...
        ['-Wl,-rpath,' folder]);
  else
    mex('-output', target, 'CFLAGS=$CFLAGS -std=gnu99 -pthread', ['LDFLAGS=$LDFLAGS -pthread -Wl,-rpath,' folder], ...
        include, sources{:}, ['-L' folder], '-lsparsebregman');
  end
end

function text = ask(what)
  [status, text] = system(['pkg-config ' what ' libsparsebregman']);
  text = strtrim(text);
  if status ~= 0
    error('sparsebregman:library', ...
          ['pkg-config does not find libsparsebregman:\n  %s\nInstall it from its sources ' ...
           '(cmake -S . -B build && cmake --build build && cmake --install build);\n' ...
           'when it is in a directory of its own, setenv(''PKG_CONFIG_PATH'', ''PREFIX/lib/pkgconfig'').'], text);
  end
end
