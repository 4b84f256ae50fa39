% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors
%
% Runs the tests of this folder with Octave's test function. It exits with 0 only when all of them ran and passed.
1;
here = fileparts(mfilename('fullpath'));
addpath(here);
list = dir(fullfile(here, '*.tst'));
passed = 0;
total = 0;
for k = 1:numel(list)
  [n, all, ~, ~, skipped] = test(fullfile(here, list(k).name), 'quiet', stderr());
  printf('%-24s %d of %d tests\n', list(k).name, n, all);
  passed = passed + n;
  total = total + all + skipped + (all == 0);
end
exit(passed < total || total == 0);
