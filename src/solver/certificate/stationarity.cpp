// SPDX-License-Identifier: BSD-3-Clause
#include "solver/certificate/stationarity.hpp"

#include <utility>
#include <vector>

#include "solver/step/bregman_step.hpp"
#include "solver/step/point.hpp"
#include "solver/step/structured_step.hpp"
#include "solver/step/threshold.hpp"
#include "support/error.hpp"

namespace sbreg {

namespace {

std::vector<double> gradient_at(const Problem& problem, const SparseVector& x) {
  const auto evaluator = problem.brief_evaluator();
  std::vector<double> state(to_size(evaluator->state_size()));
  std::vector<double> g(to_size(problem.dimension()));
  evaluator->evaluate(x, state);
  evaluator->gradient(x, state, g);
  return g;
}

/// Takes y over, which is x where nothing is gained.
Witness witness(double violation, const SparseVector& x, SparseVector& y) {
  if (!(violation > 0)) y.assign(x);
  return {violation, std::move(y)};
}

}  // namespace

Witness stationarity_witness(const Problem& problem, ConstVec w, Index s, const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  const Scaling d(w);
  Threshold threshold(problem.dimension(), s);
  SparseVector y(problem.dimension(), s);
  SBREG_REQUIRE(threshold(x, g, d, 1.0, y), SBREG_E_NUMERIC, "the gradient at x is not finite");
  return witness(promised_decrease(x, g, d, y), x, y);
}

Witness bregman_witness(const Problem& problem, const std::shared_ptr<const Kernel>& kernel, double L, Index s,
                        const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  BregmanStep step(kernel, s, L, L);
  SparseVector y(problem.dimension(), s);
  SBREG_REQUIRE(step(x, g, y), SBREG_E_NUMERIC, "the gradient at x is not finite, or the step overflows");
  return witness(step.promised(x, g, y), x, y);
}

Witness stationarity_witness(const Problem& problem, ConstVec w, const Structure& structure, const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  const Scaling d(w);
  StructuredStep step(structure);
  SparseVector y(problem.dimension(), structure.capacity());
  SBREG_REQUIRE(step(x, g, d, 1.0, y), SBREG_E_NUMERIC, "the gradient at x is not finite");
  return witness(step.promised(x, g, d, y), x, y);
}

Witness bregman_witness(const Problem& problem, const Kernel& kernel, double L, const Structure& structure,
                        const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  StructuredStep step(structure);
  SparseVector y(problem.dimension(), structure.capacity());
  SBREG_REQUIRE(step(x, g, kernel, L, y), SBREG_E_NUMERIC, "the gradient at x is not finite, or the step overflows");
  return witness(step.promised(x, g, kernel, L, y), x, y);
}

}  // namespace sbreg
