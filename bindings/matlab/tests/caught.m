function [identifier, message] = caught(f)
%CAUGHT  The identifier of the error that f() ends with; empty when there is none.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  identifier = '';
  message = '';
  try
    f();
  catch cause
    identifier = cause.identifier;
    message = cause.message;
  end
end
