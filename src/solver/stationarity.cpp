// SPDX-License-Identifier: BSD-3-Clause
#include "solver/stationarity.hpp"

#include <vector>

#include "solver/point.hpp"
#include "solver/threshold.hpp"
#include "support/error.hpp"

namespace sbreg {

double stationarity_violation(const Problem& problem, ConstVec w, Index s, const SparseVector& x) {
  const Index n = problem.dimension();
  const auto evaluator = problem.evaluator(s);
  std::vector<double> state(to_size(evaluator->state_size()));
  std::vector<double> g(to_size(n));
  evaluator->evaluate(x, state);
  evaluator->gradient(x, state, g);
  const Scaling d(w);
  Threshold threshold(n, s);
  SparseVector y(n, s);
  SBREG_REQUIRE(threshold(x, g, d, 1.0, y), SBREG_E_NUMERIC, "the gradient at x is not finite");
  return promised_decrease(x, g, d, y);
}

}  // namespace sbreg
