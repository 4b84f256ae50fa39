// SPDX-License-Identifier: BSD-3-Clause
#include "solver/certificate/coordinatewise.hpp"

#include <cmath>
#include <vector>

#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double cautious = 1e-8;  // step over slope where f falls for ever

/// max over t of -(slope t + curvature t^2 / 2)
double fall(double slope, double curvature) noexcept {
  if (curvature > 0) return 0.5 * slope / curvature * slope;
  return slope == 0 && curvature == 0 ? 0 : infinity;
}

}  // namespace

Exchanges::Exchanges(const Problem& problem, Index s)
    : s_(s),
      evaluator_(problem.evaluator(s)),
      state_(to_size(evaluator_->state_size())),
      g_(to_size(problem.dimension())),
      base_(problem.dimension(), s) {
  if (evaluator_->constant_hessian()) {
    diagonal_.resize(g_.size());
    column_.resize(g_.size());
    return;
  }
  dense_.resize(g_.size());
  evaluator_->evaluate(base_, state_);
  evaluator_->start_line(base_, state_, 0);  // which makes room for lines
}

BestSwap Exchanges::operator()(const SparseVector& x) {
  const double f = evaluator_->evaluate(x, state_);
  SBREG_REQUIRE(std::isfinite(f), SBREG_E_NUMERIC, "f(x) is not finite");
  return evaluator_->constant_hessian() ? exact(x) : by_lines(x, f);
}

BestSwap Exchanges::exact(const SparseVector& x) {
  BestSwap best;
  evaluator_->gradient(x, state_, g_);
  evaluator_->second_order()->hessian_diagonal(diagonal_);
  const Index n = x.size();
  const auto consider = [&](double decrease, Index leaves, Index enters, double slope) {
    if (!(decrease > best.decrease)) return;
    const double curvature = diagonal_[to_size(enters)];
    best = {decrease, leaves, enters, -slope * (curvature > 0 ? 1 / curvature : cautious)};
  };
  if (x.count() < s_) {
    for (Index j = 0; j < n; ++j) consider(fall(g_[to_size(j)], diagonal_[to_size(j)]), -1, j, g_[to_size(j)]);
    return best;
  }
  for (Index i : x.support()) {
    const auto p = to_size(i);
    evaluator_->second_order()->hessian_column(i, column_);
    const double removal = x[i] * (g_[p] - 0.5 * x[i] * column_[p]);
    for (Index j = 0; j < n; ++j) {
      const auto q = to_size(j);
      const double slope = g_[q] - x[i] * column_[q];
      // Refitting the coordinate itself, without the cancellation of leaving and coming back.
      consider(i == j ? fall(g_[p], diagonal_[p]) : removal + fall(slope, diagonal_[q]), i, j, slope);
    }
  }
  return best;
}

BestSwap Exchanges::by_lines(const SparseVector& x, double f) {
  BestSwap best;
  const Index n = x.size();
  const auto try_all = [&](Index leaves) {
    evaluator_->evaluate(base_, state_);
    for (Index j = 0; j < n; ++j) {
      evaluator_->start_line(base_, state_, j);
      const LineMinimum lowest = minimise_line(*evaluator_, f - best.decrease);
      if (f - lowest.f > best.decrease) best = {f - lowest.f, leaves, j, lowest.t};
    }
  };
  if (x.count() < s_) {
    base_.assign(x);
    try_all(-1);
    return best;
  }
  std::ranges::copy(x.values(), dense_.begin());
  for (Index i : x.support()) {
    dense_[to_size(i)] = 0;
    base_.assign_dense(dense_);
    dense_[to_size(i)] = x[i];
    try_all(i);
  }
  return best;
}

}  // namespace sbreg
