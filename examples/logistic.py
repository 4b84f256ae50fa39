# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Sparse logistic regression on the breast cancer data that ship with scikit-learn: 569 tumours, 30 measurements, of which
the classifier may use a few. Accuracy is the mean over ten folds."""

import numpy as np
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from sparsebregman import SparseClassifier

data = load_breast_cancer()
folds = StratifiedKFold(10, shuffle=True, random_state=0)
accuracy = {}
print("measurements   accuracy")
for s in (1, 2, 4, 8, 30):
    model = make_pipeline(StandardScaler(), SparseClassifier(n_nonzero=s, ridge=1.0))
    accuracy[s] = cross_val_score(model, data.data, data.target, cv=folds).mean()
    print(f"{s:12d}   {accuracy[s]:8.3f}")

model = make_pipeline(StandardScaler(), SparseClassifier(n_nonzero=4, ridge=1.0)).fit(data.data, data.target)
chosen = np.flatnonzero(model[-1].coef_)
print("the four:", ", ".join(data.feature_names[chosen]))
assert len(chosen) == 4 and accuracy[4] > accuracy[1] and accuracy[4] > 0.94
