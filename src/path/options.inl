// SPDX-License-Identifier: BSD-3-Clause
// The options of a path, one row each; support/options.hpp says how they are read.
INT(first, 1, 0, unlimited, "smallest sparsity of the range; 0 begins with what is kept and the intercept alone")
INT(last, 0, 0, unlimited, "largest sparsity; 0 takes what leaves two observations per coefficient, at most 100")
INT(independent, 0, 0, 1, "1 fits every sparsity by itself, as a lone solver would, without warm starts")
INT(warm_window, 10, 1, unlimited,
    "iterations without a better point after which a fit that began at its neighbour's solution ends")
REAL(warm_effort, 0.25, 0.0, 1e300, "factor on the solver's effort in such a fit")
INT(prove, 0, 0, 1,
    "1 lets each fit spend the solver's proof_share of its work on the proof that it is the best of its size")
INT(folds, 0, 0, unlimited, "folds of the cross-validation, at least 2; 0 has none")
INT(seed, 1, 0, unlimited, "seed of the folds")
TEXT(criterion, "auto", "auto cv aic bic ebic gic",
     "what chooses the sparsity; auto: cv where there are folds, otherwise ebic")
TEXT(rule, "one-standard-error", "one-standard-error best",
     "with cv: the smallest sparsity whose mean score is within one standard error of the best, or the best")
REAL(ebic_gamma, 1.0, 0.0, 1.0, "weight of the number of columns in ebic; 0 makes it bic")
INT(threads, 1, 1, 1024, "folds that are fitted at the same time; the result does not depend on it")
REAL(time_limit, infinity, 0.0, infinity, "seconds after which the run stops; a larger limit resumes it")
