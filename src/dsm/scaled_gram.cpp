// SPDX-License-Identifier: BSD-3-Clause
#include "dsm/scaled_gram.hpp"

#include <algorithm>
#include <cmath>

#include "dsm/rounding.hpp"
#include "linalg/blas.hpp"
#include "linalg/lanczos.hpp"
#include "support/checks.hpp"

namespace sbreg {

std::vector<double> inverse_roots(const Space& space, ConstVec u) {
  std::vector<double> result(u.size());
  for (std::size_t j = 0; j < u.size(); ++j) result[j] = space.diagonal()[j] > 0 ? 1 / std::sqrt(u[j]) : 0;
  return result;
}

void ScaledGram::form(ConstVec u) {
  const Index k = space_.order();
  G_.resize(to_size(checked_product(k, k, "the matrix of the certificate")));
  space_.gram(inverse_roots(space_, u), G_.data());
  trace_ = 0;
  for (Index j = 0; j < k; ++j) {
    trace_ += G_[to_size(j * k + j)];
    for (Index i = j + 1; i < k; ++i) G_[to_size(i * k + j)] = G_[to_size(j * k + i)];
  }
  trace_ *= 1 + gamma(space_.gram_roundings() + static_cast<double>(k));
  SBREG_REQUIRE(std::isfinite(trace_), SBREG_E_NUMERIC, "the certificate matrix is not finite");
}

double ScaledGram::estimate(Rng& rng) const {
  const Index k = space_.order();
  BlockLanczos lanczos(k, 1, rng);
  double value = 0;
  for (Index step = 1; step <= std::min<Index>(2 * k + 8, 200); ++step) {
    lanczos.step([&](const double* x, double* y) { blas::gemv(blas::Op::none, k, k, 1, G_.data(), k, x, 0, y); });
    if (step % 8 != 0 && step < 2 * k) continue;
    const double now = lanczos.largest();
    if (now - value <= 1e-13 * now) return now;
    value = now;
  }
  return value;
}

bool ScaledGram::prove(double t) {
  const Index k = space_.order();
  const double order = static_cast<double>(k);
  const double delta = gamma(space_.gram_roundings()) * trace_ + gamma(order + 4) * order * t;
  if (!(t > delta) || !std::isfinite(t)) return false;
  saved_diagonal_.resize(to_size(k));
  for (Index j = 0; j < k; ++j) {
    double* column = G_.data() + j * k;
    saved_diagonal_[to_size(j)] = column[j];
    column[j] = (t - delta) - column[j];
    for (Index i = j + 1; i < k; ++i) column[i] = -column[i];
  }
  const bool positive = blas::potrf(k, G_.data(), k);
  for (Index j = 0; j < k; ++j) {
    double* column = G_.data() + j * k;
    column[j] = saved_diagonal_[to_size(j)];
    for (Index i = j + 1; i < k; ++i) column[i] = G_[to_size(i * k + j)];
  }
  return positive;
}

std::optional<RandomisedBound> randomised_bound(const Space& space, ConstVec u, double epsilon,
                                                double failure_probability, double limit, Rng& rng,
                                                const std::function<bool()>& keep_going) {
  constexpr Index runs = 8;
  const Index k = space.order();
  const auto roots = inverse_roots(space, u);
  // One run of k steps errs by more than epsilon with probability <= 1.648 sqrt(order) exp(-(2k-1) sqrt(epsilon));
  // independent runs must all err.
  const double each = std::pow(failure_probability, 1.0 / static_cast<double>(runs));
  const double root_order = std::sqrt(static_cast<double>(k));
  const double needed = 0.5 * (1 + std::log(1.648 * root_order / each) / std::sqrt(epsilon));
  const auto steps = static_cast<Index>(std::ceil(std::max(needed, 2.0)));
  std::vector<double> scratch(to_size(2 * runs * space.columns()));
  RandomisedBound result;
  for (std::size_t j = 0; j < roots.size(); ++j) result.bound += space.diagonal()[j] * roots[j] * roots[j];
  result.bound *= 1 + gamma(static_cast<double>(roots.size()) + 8);
  const Rng before = rng;
  BlockLanczos lanczos(k, runs, rng);
  for (Index step = 1; step <= steps; ++step) {
    if (keep_going && !keep_going()) {
      rng = before;
      return std::nullopt;
    }
    lanczos.step([&](const double* x, double* y) { space.apply_gram(runs, roots, x, y, scratch.data()); });
    if (limit > 0 && step % 16 == 0 && lanczos.largest() > limit) return result;
  }
  result.estimate = lanczos.largest();
  result.failure_probability = failure_probability;
  const double bound = result.estimate / (1 - epsilon) * (1 + gamma(space.gram_roundings() + 64));
  result.bound = std::min(result.bound, bound);
  return result;
}

}  // namespace sbreg
