// SPDX-License-Identifier: BSD-3-Clause
// Criteria that choose the sparsity, for a fit with k nonzeros, n variables to choose from and m observations, l the
// maximised log-likelihood (up to a constant):
//
//     AIC  = -2 l + 2 k                                  Akaike
//     BIC  = -2 l + k log m                              Schwarz
//     EBIC = BIC  + 2 gamma k log n                      Chen and Chen, for generalised linear models
//     GIC  = -2 l + k log(log m) log n                   Fan and Tang
//
// Least squares with unknown variance: -2 l = m log(2 loss / m). Logistic and Poisson losses are -l themselves.
#pragma once

#include <optional>

#include "problem/problem.hpp"

namespace sbreg {

struct Criteria {
  double aic, bic, ebic, gic;
};

/// `loss` is f at the fit without penalties; `smallest` the loss below which rounding has taken over.
Criteria criteria_of(Likelihood likelihood, double loss, double smallest, Index m, Index n, Index k,
                     double gamma) noexcept;

/// Mean of a score over the folds and the standard error of that mean.
struct Score {
  double mean, error;
};
Score score_of(ConstVec folds) noexcept;

}  // namespace sbreg
