function stop = progress(object)
%PROGRESS  A monitor that keeps a line on the screen up to date, five times a second.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  persistent shown
  stop = false;
  if isempty(shown) || toc(shown) >= 0.2
    shown = tic;
    sparsebregman.internal.progressLine(object, '');
  end
end
