// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "api/barrier.hpp"
#include "api/handles.hpp"
#include "solver/coordinatewise.hpp"
#include "solver/stationarity.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

/// The caller's x after the checks that all certificates make.
SparseVector checked_point(const sbreg_problem* problem, Index s, const double* x) {
  require_pointer(problem, "problem");
  require_pointer(x, "x");
  const Index n = problem->core->dimension();
  require_sparsity(s, n);
  const ConstVec dense{x, to_size(n)};
  require_finite(dense, "x");
  require_sparse(dense, s, "x");
  SparseVector point(n, s);
  point.assign_dense(dense);
  return point;
}

}  // namespace
}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_check_stationarity(const sbreg_problem* problem, const sbreg_dsm* dsm, int64_t s, const double* x,
                                      double* violation) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(violation, "violation");
    const SparseVector point = api::checked_point(problem, s, x);
    const ConstVec w = dsm->core->weights();
    SBREG_REQUIRE(to_index(w.size()) == point.size(), SBREG_E_DIMENSION,
                  "dsm has %lld weights but the problem has %lld variables", static_cast<long long>(w.size()),
                  static_cast<long long>(point.size()));
    *violation = stationarity_violation(*problem->core, w, s, point);
    problem->core->freeze();
  });
}

sbreg_status sbreg_check_bregman(const sbreg_problem* problem, const sbreg_kernel* kernel, double L, int64_t s,
                                 const double* x, double* violation) {
  return api::guarded([&] {
    require_pointer(kernel, "kernel");
    require_pointer(violation, "violation");
    const SparseVector point = api::checked_point(problem, s, x);
    SBREG_REQUIRE(L > 0 && std::isfinite(L), SBREG_E_ARGUMENT, "L must be positive and finite, got %g", L);
    SBREG_REQUIRE(kernel->core->size() == point.size(), SBREG_E_DIMENSION,
                  "kernel has %lld coordinates but the problem has %lld", static_cast<long long>(kernel->core->size()),
                  static_cast<long long>(point.size()));
    kernel->core->require_convex();
    *violation = bregman_violation(*problem->core, kernel->core, L, s, point);
    problem->core->freeze();
  });
}

sbreg_status sbreg_check_coordinatewise(const sbreg_problem* problem, int64_t s, const double* x, double* best_decrease,
                                        int64_t* leaves, int64_t* enters) {
  return api::guarded([&] {
    require_pointer(best_decrease, "best_decrease");
    const SparseVector point = api::checked_point(problem, s, x);
    const BestSwap best = best_swap(*problem->core, s, point);
    *best_decrease = best.decrease;
    if (leaves != nullptr) *leaves = best.leaves;
    if (enters != nullptr) *enters = best.enters;
    problem->core->freeze();
  });
}
}
