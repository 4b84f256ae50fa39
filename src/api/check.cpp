// SPDX-License-Identifier: BSD-3-Clause
#include "api/barrier.hpp"
#include "api/handles.hpp"
#include "solver/stationarity.hpp"

using namespace sbreg;

extern "C" sbreg_status sbreg_check_stationarity(const sbreg_problem* problem, const sbreg_dsm* dsm, int64_t s,
                                                 const double* x, double* violation) {
  return api::guarded([&] {
    require_pointer(problem, "problem");
    require_pointer(dsm, "dsm");
    require_pointer(x, "x");
    require_pointer(violation, "violation");
    const Index n = problem->core->dimension();
    require_sparsity(s, n);
    const ConstVec w = dsm->core->weights();
    SBREG_REQUIRE(to_index(w.size()) == n, SBREG_E_DIMENSION, "dsm has %lld weights but the problem has %lld variables",
                  static_cast<long long>(w.size()), static_cast<long long>(n));
    const ConstVec dense{x, to_size(n)};
    require_finite(dense, "x");
    require_sparse(dense, s, "x");
    SparseVector point(n, s);
    point.assign_dense(dense);
    *violation = stationarity_violation(*problem->core, w, s, point);
    problem->core->freeze();  // last, so that a failure leaves the problem as it was
  });
}
