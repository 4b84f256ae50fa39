function text = version()
%VERSION  The version of the library in use, such as '0.1.0'.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  [~, ~, text] = sparsebregman.internal.direct('version');
end
