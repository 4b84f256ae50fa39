// SPDX-License-Identifier: BSD-3-Clause
// What a loss is to a statistician: its deviance, by which predictions are scored, and its likelihood, which the
// criteria of a path are made of.
//
// With t the margins, w the weights and D = 2 (loss(t) - least loss of any margins) the mean deviance is D / sum w:
//
//     least squares  mean of (t - b)^2                    the mean squared error
//     logistic       mean of 2 (log(1 + e^t) - b t)       the least loss is 0
//     poisson        mean of 2 (b log(b / e^t) - (b - e^t))
//     huber          mean of 2 h(t - b), h Huber's function
//     quartic        mean of (t - b)^4 / 2
//     logsumexp      2 log(sum w e^(t - b) / sum w)       it has no least loss, and this is no deviance
//
// The constants of the log-likelihood l are those of R's logLik, m counting the observations of positive weight:
//
//     least squares  -2 l = m (log(2 pi sum w (t - b)^2 / m) + 1) - sum of log w     the variance is estimated
//     logistic       -2 l = 2 sum w (log(1 + e^t) - b t)
//     poisson        -2 l = 2 sum w (e^t - b t + log b!)
#pragma once

#include "problem/loss.hpp"

namespace sbreg {

/// `derivative` is scratch as long as t; the sum of the weights must be positive.
double mean_deviance(const Loss& loss, const Observations& data, ConstVec t, Vec derivative);

/// -2 l, where the loss without penalties is `value`, and for least squares at least `smallest`, below which rounding
/// has taken over. Only where the loss has a likelihood.
double minus_two_log_likelihood(const Loss& loss, const Observations& data, double value, double smallest);

/// log b! = log Gamma(b + 1) for b >= 0. The C library's lgamma writes to a global variable.
double log_factorial(double b) noexcept;

}  // namespace sbreg
