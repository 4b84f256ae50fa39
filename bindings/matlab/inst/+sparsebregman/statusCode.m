function [code, meaning] = statusCode(cause)
%STATUSCODE  The library's number for an error, and its meaning: try ..., catch cause, sparsebregman.statusCode(cause)
%   0 for an error that is not the library's.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  list = sparsebregman.internal.direct('statuses');
  which = strcmp(strcat('sparsebregman:', list(:, 2)), cause.identifier);
  code = 0;
  meaning = '';
  if any(which)
    code = list{which, 1};
    meaning = list{which, 3};
  end
end
