function require(object, name)
%REQUIRE  Refuses an argument that is not an object of the class.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  if ~isa(object, name)
    sparsebregman.internal.fail({-1, 'argument', ['an object of class ' name ' is needed, not one of ' class(object)]});
  end
end
