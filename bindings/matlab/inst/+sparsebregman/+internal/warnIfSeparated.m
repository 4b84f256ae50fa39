function warnIfSeparated(object)
%WARNIFSEPARATED  Warns when a fit of a solver or a path has no minimiser.

% SPDX-License-Identifier: BSD-3-Clause
% Copyright (c) 2026 The libsparsebregman authors

  where = '';
  if isa(object, 'sparsebregman.Path')
    s = object.series('sparsity');
    marks = object.series('separated') > 0;
    where = ' at s = ';
    if ~any(marks)
      marks = object.series('cv_separated') > 0; % NaN where there are no folds
      where = ' in some folds at s = ';
    end
    s = s(marks);
    separated = ~isempty(s);
    where = [where strjoin(arrayfun(@(k) sprintf('%d', k), s(:)', 'UniformOutput', false), ', ')];
  else
    separated = object.get('separated') == 1;
  end
  if separated
    warning('sparsebregman:separated', ...
            ['f has no minimiser%s: the chosen variables separate the classes (or mark counts of zero), and the ' ...
             'coefficients are as large as the run was long; the option ridge gives f one'], where);
  end
end
