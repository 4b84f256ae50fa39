// SPDX-License-Identifier: BSD-3-Clause
#include "solver/certificate/stationarity.hpp"

#include <utility>
#include <vector>

#include "solver/step/kernel_step.hpp"
#include "solver/step/matrix_step.hpp"
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

Witness stationarity_witness(const Problem& problem, ConstVec w, const Structure& structure, const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  const Scaling d(w);
  MatrixStep step(structure);
  SparseVector y(problem.dimension(), structure.capacity());
  SBREG_REQUIRE(step(x, g, d, 1.0, y), SBREG_E_NUMERIC, "the gradient at x is not finite");
  return witness(step.promised(x, g, d, y), x, y);
}

Witness bregman_witness(const Problem& problem, const Kernel& kernel, double L, const Structure& structure,
                        const SparseVector& x) {
  const auto g = gradient_at(problem, x);
  KernelStep step(kernel, structure);
  SparseVector y(problem.dimension(), structure.capacity());
  SBREG_REQUIRE(step(x, g, L, y), SBREG_E_NUMERIC, "the gradient at x is not finite, or the step overflows");
  return witness(step.promised(x, g, L, y), x, y);
}

}  // namespace sbreg
