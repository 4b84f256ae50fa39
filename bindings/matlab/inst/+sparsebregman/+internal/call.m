function varargout = call(owner, callbacks, command, varargin)
%CALL  Carries out a command of the gateway that may take long or call functions back.
%   The library's questions are answered here, by plain calls of the caller's functions: an error or Ctrl-C in one of
%   them leaves this function as any other, and what the library was doing is then ended. OWNER is what monitors are
%   given, CALLBACKS the functions: one row {slot, {functions}} for each object that has any.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  sparsebregman.internal.ready();
  level = sparsebregman.internal.gateway('level');
  guard = onCleanup(@() sparsebregman.internal.gateway('abandon', level{1}));
  reply = sparsebregman.internal.gateway(command, varargin{:});
  while reply{1} > 0
    if reply{1} == 2
      reply = sparsebregman.internal.gateway('wait');
    else
      values = evaluate(reply, owner, callbacks);
      reply = sparsebregman.internal.gateway('answer', values{:});
    end
  end
  if reply{1} < 0
    sparsebregman.internal.fail(reply);
  end
  varargout = reply(2:end);
end

function values = evaluate(question, owner, callbacks)
  functions = callbacks{[callbacks{:, 1}] == question{2}, 2};
  f = functions{question{3}};
  values = cell(1, question{5});
  if question{4} && nargout(f) == 0
    f(owner);
    values{1} = false;
  elseif question{4}
    values{1} = f(owner);
  else
    [values{:}] = f(question{6:end});
    for k = 1:numel(values)
      values{k} = sparsebregman.internal.numbers(values{k});
    end
  end
end
