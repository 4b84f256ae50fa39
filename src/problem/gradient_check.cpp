// SPDX-License-Identifier: BSD-3-Clause
#include "problem/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sbreg {

GradientCheck check_gradient(const Problem& problem, ConstVec x, double step) {
  // Truncation h^2 and rounding eps/h balance at the cube root of the rounding unit.
  if (step == 0) step = 6e-6;
  const Index n = problem.dimension();
  const auto evaluator = problem.brief_evaluator();
  std::vector<double> state(to_size(evaluator->state_size()));
  std::vector<double> g(to_size(n));
  std::vector<double> differences(to_size(n));
  SparseVector point(n, n);
  point.assign_dense(x);
  evaluator->evaluate(point, state);
  evaluator->gradient(point, state, g);
  double unit = 0;
  for (Index i = 0; i < n; ++i) {
    double h = step * std::max(std::abs(x[to_size(i)]), 1.0);
    evaluator->start_line(point, state, i);
    double difference = evaluator->on_line(h).f - evaluator->on_line(-h).f;
    if (!std::isfinite(difference)) {  // the domain of f ends nearby: stay well inside
      while (h > 1e-300 && !std::isfinite(evaluator->on_line(h).f + evaluator->on_line(-h).f)) h /= 8;
      h /= 64;
      difference = evaluator->on_line(h).f - evaluator->on_line(-h).f;
    }
    differences[to_size(i)] = difference / (2 * h);
    unit = std::max({unit, std::abs(g[to_size(i)]), std::abs(differences[to_size(i)])});
  }
  GradientCheck worst{0, 0};
  for (Index i = 0; i < n && unit > 0; ++i) {
    const double off = std::abs(g[to_size(i)] - differences[to_size(i)]) / unit;
    if (off > worst.discrepancy || std::isnan(off)) worst = {std::isnan(off) ? HUGE_VAL : off, i};
  }
  return worst;
}

}  // namespace sbreg
