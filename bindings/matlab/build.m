function build()
%BUILD  Builds the gateway in its place in the package, for use without "pkg install": in MATLAB, or in Octave.
%   The library is compiled into it, with a compiler for C++20 and make, on the BLAS of MATLAB or Octave. After
%   setenv('SPARSEBREGMAN_LIBRARY', 'system') the installed library is used, which pkg-config finds; set PKG_CONFIG_PATH
%   when it is in a directory of its own. Then
%
%     addpath(fullfile(pwd, 'inst'))
%     sparsebregman.version()

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  here = fileparts(mfilename('fullpath'));
  octave = exist('OCTAVE_VERSION', 'builtin');
  system_library = ~isempty(getenv('SPARSEBREGMAN_LIBRARY'));
  if octave && ~system_library
    run_make(['-C "' fullfile(here, 'src') '"']);
    return
  end
  list = dir(fullfile(here, 'src', '*.c'));
  sources = cellfun(@(name) fullfile(here, 'src', name), {list.name}, 'UniformOutput', false);
  target = fullfile(here, 'inst', '+sparsebregman', '+internal', 'gateway');
  if system_library
    include = ['-I' ask('--variable=includedir')];
    folder = ask('--variable=libdir');
    library = {['-L' folder], '-lsparsebregman'};
    search = ['-Wl,-rpath,' folder];
  else
    places = {fullfile(here, 'src', 'libsparsebregman'), fullfile(here, '..', '..')};
    places = places(cellfun(@(place) exist(fullfile(place, 'src', 'Makefile'), 'file') == 2, places));
    if isempty(places)
      error('sparsebregman:library', 'the sources of the library are missing; scripts/source-packages makes a package with them');
    end
    objects = fullfile(here, 'src', 'objects');
    run_make(['-C "' fullfile(places{1}, 'src') '" OUT="' objects '" BLAS_DEFINES=-DSBREG_BLAS_INTEGER_BITS=64 static']);
    include = ['-I' fullfile(places{1}, 'include')];
    library = {fullfile(objects, 'libsparsebregman.a'), '-lmwlapack', '-lmwblas', '-lstdc++'};
    search = '-Wl,--exclude-libs,ALL';
  end
  if octave
    mex('-o', [target '.mex'], '-std=gnu99', '-pthread', include, sources{:}, library{:}, search);
  else
    mex('-output', target, 'CFLAGS=$CFLAGS -std=gnu99 -pthread', ['LDFLAGS=$LDFLAGS -pthread ' search], include, ...
        sources{:}, library{:});
  end
end

function run_make(arguments)
  if system(['make ' arguments]) ~= 0
    error('sparsebregman:library', ...
          ['the library does not compile; the reason is above. A compiler for C++20 and make are needed\n' ...
           '(Debian, Ubuntu: apt-get install g++ make).']);
  end
end

function text = ask(what)
  [status, text] = system(['pkg-config ' what ' libsparsebregman']);
  text = strtrim(text);
  if status ~= 0
    error('sparsebregman:library', ...
          ['pkg-config does not find libsparsebregman:\n  %s\nInstall it from its sources ' ...
           '(cmake -S . -B build && cmake --build build && cmake --install build);\n' ...
           'when it is in a directory of its own, setenv(''PKG_CONFIG_PATH'', ''PREFIX/lib/pkgconfig''). Without\n' ...
           'SPARSEBREGMAN_LIBRARY in the environment, a library is compiled.'], text);
  end
end
