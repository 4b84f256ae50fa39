// SPDX-License-Identifier: BSD-3-Clause
// Criteria that choose the sparsity, for m observations and l the maximised log-likelihood with the constants of R's
// logLik (problem/likelihood.hpp). d counts the parameters as R does: the nonzeros, the intercept, and for least
// squares the variance. q of the nonzeros were chosen among n variables, which leaves out what is always kept.
//
//     AIC  = -2 l + 2 d                                  Akaike
//     BIC  = -2 l + d log m                              Schwarz
//     EBIC = BIC  + 2 gamma q log n                      Chen and Chen, for generalised linear models
//     GIC  = -2 l + d log(log m) log n                   Fan and Tang
#pragma once

#include "support/types.hpp"

namespace sbreg {

struct Criteria {
  double aic, bic, ebic, gic;
};

struct ModelSize {
  Index m;           // observations of positive weight
  Index n;           // variables to choose from
  Index parameters;  // d
  Index chosen;      // q
};
Criteria criteria_of(double minus_two_l, const ModelSize& size, double gamma) noexcept;

/// Mean of a score over the folds and the standard error of that mean.
struct Score {
  double mean, error;
};
Score score_of(ConstVec folds) noexcept;

}  // namespace sbreg
