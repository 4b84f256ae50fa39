# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Names that other packages give to the arguments and options of this one.

NumPy, SciPy, scikit-learn, glmnet and others call the same things by other names. They are not accepted here, because two
names for one thing make programs hard to read, but the error says the name that is.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection

_HERE = {
    "A": ("X", "matrix", "design", "features", "exog"),
    "b": ("y", "target", "response", "labels", "rhs", "endog"),
    "s": (
        "sparsity", "k", "K", "n_nonzero", "n_nonzero_coefs", "nonzeros", "nnz", "max_nonzero", "max_nonzeros", "cardinality",
        "n_features_to_select", "max_features", "dfmax", "support_size",
    ),
    "n_nonzero": ("s", "sparsity", "k", "K", "n_nonzero_coefs", "nonzeros", "n_features_to_select", "max_features"),
    "max_nonzero": ("s", "sparsity", "k", "K", "n_nonzero", "n_nonzero_coefs", "nonzeros", "max_features"),
    "fit_intercept": ("intercept", "add_intercept", "bias", "const"),
    "random_state": ("seed", "rng", "random_seed"),
    "n_jobs": ("threads", "jobs", "num_threads", "n_threads", "workers"),
    "max_iterations": ("max_iter", "maxiter", "max_iters", "maxit", "n_iter", "niter", "iters", "num_iterations", "iterations"),
    "stationarity_tolerance": ("tol", "eps", "epsilon", "gtol", "ftol", "xtol", "tolerance", "thresh", "rtol", "atol"),
    "gap_tolerance": ("tol", "eps", "epsilon", "tolerance", "gap", "mip_gap"),
    "seed": ("random_state", "rng", "random_seed", "generator"),
    "start": ("x0", "init", "x_init", "w0", "initial", "start_point", "coef_init", "warm_start", "beta0", "guess"),
    "ridge": ("alpha", "lam", "lambda_", "lamda", "lambda1", "lambda2", "l2", "l2_reg", "C", "reg", "penalty", "regularization"),
    "intercept": ("fit_intercept", "add_intercept", "bias", "use_bias", "const"),
    "standardize": ("normalize", "normalise", "standardise", "scale", "rescale", "scaling"),
    "weights": ("sample_weight", "sample_weights", "observation_weights", "w", "weight"),
    "threads": ("n_jobs", "njobs", "jobs", "num_threads", "n_threads", "nthreads", "workers", "n_cores"),
    "progress": ("verbose", "disp", "verbosity", "show_progress", "trace"),
    "monitor": ("callback", "callbacks", "hook"),
    "time_limit": ("timeout", "max_time", "max_seconds", "time", "timelimit", "TimeLimit", "max_runtime"),
    "method": ("algorithm", "solver", "optimizer", "alg"),
    "loss": ("family", "objective", "link"),
    "bounds": ("lower", "upper", "lb", "ub", "lower_bounds", "upper_bounds", "lower_limits", "upper_limits"),
    "positive": ("nonneg", "nonnegative", "non_negative", "nonnegativity"),
    "kept": ("keep", "fixed", "forced", "always", "include", "must_include"),
    "groups": ("group", "group_ids", "blocks"),
    "folds": ("cv", "n_folds", "nfolds", "k_folds", "n_splits"),
    "cv": ("folds", "n_folds", "nfolds", "k_folds", "n_splits"),
    "last": ("s_max", "max_s", "max_nonzero", "max_nonzeros", "max_features", "sparsity", "s", "k", "dfmax"),
    "first": ("s_min", "min_s"),
}
_NAMES: dict[str, list[str]] = {}
for _here, _foreign in _HERE.items():
    for _name in _foreign:
        _NAMES.setdefault(_name, []).append(_here)
_NOTES = {
    "bounds": "bounds=(lower, upper)",
    "intercept": "intercept=1",
    "standardize": "standardize=1",
    "progress": "progress=True",
    "positive": "positive=True",
}


def translated(name: str, known: Collection[str]) -> str | None:
    """The one of `known` that other packages call `name`."""
    return next((here for here in _NAMES.get(name) or _NAMES.get(name.lower()) or () if here in known), None)


def hint(name: str, known: Collection[str]) -> str:
    """What `name` may mean among the names that are known, as the end of a sentence; empty where nothing is like it."""
    here = translated(name, known)
    if here is not None:
        return f"; here it is {_NOTES.get(here, here)}"
    close = difflib.get_close_matches(name, known, 1, 0.75)
    return f"; did you mean {close[0]}?" if close else ""
