function text = stateText(state)
%STATETEXT  What the state of a solver or a scaling matrix means: sparsebregman.stateText(solver.get('state')).

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  text = sparsebregman.internal.direct('state_text', state);
end
