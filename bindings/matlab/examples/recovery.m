%RECOVERY  Recovers a sparse signal from few measurements, shows how the run goes, and draws the result if there is a screen.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

randn('state', 1);
m = 64;
n = 256;
s = 12;
A = randn(m, n) / sqrt(m);
truth = zeros(n, 1);
truth(round(linspace(5, n - 5, s))) = randn(s, 1);
b = A * truth;

[x, info] = sparsebregman.solve(A, b, s, 'progress', true, 'history', 1);
fprintf('%s: %d nonzeros, distance to the signal %.1e\n', info.stateText, numel(info.support), norm(x - truth));

if ~isempty(getenv('DISPLAY'))
  subplot(2, 1, 1);
  stem(find(truth), truth(truth ~= 0));
  hold on
  plot(info.support, x(info.support), 'r+');
  title('signal and what was recovered');
  subplot(2, 1, 2);
  semilogy(info.solver.history('best_objective'));
  xlabel('iteration');
  ylabel('best objective');
end
