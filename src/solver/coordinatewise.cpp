// SPDX-License-Identifier: BSD-3-Clause
#include "solver/coordinatewise.hpp"

#include <cmath>
#include <vector>

#include "support/error.hpp"

namespace sbreg {
namespace {

void consider(BestSwap& best, double decrease, Index leaves, Index enters) noexcept {
  if (decrease > best.decrease) best = {decrease, leaves, enters};
}

/// max over t of -(slope t + curvature t^2 / 2)
double fall(double slope, double curvature) noexcept {
  if (curvature > 0) return 0.5 * slope / curvature * slope;
  return slope == 0 && curvature == 0 ? 0 : infinity;
}

BestSwap exact(Evaluator& evaluator, Index s, const SparseVector& x, ConstVec g) {
  BestSwap best;
  std::vector<double> diagonal(g.size());
  std::vector<double> column(g.size());
  evaluator.hessian_diagonal(diagonal);
  const Index n = x.size();
  if (x.count() < s) {
    for (Index j = 0; j < n; ++j) consider(best, fall(g[to_size(j)], diagonal[to_size(j)]), -1, j);
    return best;
  }
  for (Index i : x.support()) {
    const auto p = to_size(i);
    evaluator.hessian_column(i, column);
    const double removal = x[i] * (g[p] - 0.5 * x[i] * column[p]);
    for (Index j = 0; j < n; ++j) {
      const auto q = to_size(j);
      // Refitting the coordinate itself, without the cancellation of leaving and coming back.
      const double decrease = i == j ? fall(g[p], diagonal[p]) : removal + fall(g[q] - x[i] * column[q], diagonal[q]);
      consider(best, decrease, i, j);
    }
  }
  return best;
}

BestSwap by_lines(Evaluator& evaluator, Index s, const SparseVector& x, double f) {
  BestSwap best;
  const Index n = x.size();
  std::vector<double> state(to_size(evaluator.state_size()));
  std::vector<double> dense(x.values().begin(), x.values().end());
  SparseVector base(n, s);
  const auto try_all = [&](Index leaves) {
    evaluator.evaluate(base, state);
    for (Index j = 0; j < n; ++j) {
      evaluator.start_line(base, state, j);
      consider(best, f - minimise_line(evaluator, f - best.decrease), leaves, j);
    }
  };
  if (x.count() < s) {
    base.assign(x);
    try_all(-1);
    return best;
  }
  for (Index i : x.support()) {
    dense[to_size(i)] = 0;
    base.assign_dense(dense);
    dense[to_size(i)] = x[i];
    try_all(i);
  }
  return best;
}

}  // namespace

BestSwap best_swap(const Problem& problem, Index s, const SparseVector& x) {
  const auto evaluator = problem.evaluator(s);
  std::vector<double> state(to_size(evaluator->state_size()));
  const double f = evaluator->evaluate(x, state);
  SBREG_REQUIRE(std::isfinite(f), SBREG_E_NUMERIC, "f(x) is not finite");
  if (!evaluator->constant_hessian()) return by_lines(*evaluator, s, x, f);
  std::vector<double> g(to_size(problem.dimension()));
  evaluator->gradient(x, state, g);
  return exact(*evaluator, s, x, g);
}

}  // namespace sbreg
