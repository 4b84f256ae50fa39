// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>

#include "api/answer.hpp"
#include "api/barrier.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"
#include "solver/certificate/coordinatewise.hpp"
#include "solver/certificate/stationarity.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

/// A caller's point after the checks that all certificates make, with what it has to satisfy.
struct Checked {
  std::shared_ptr<const Problem> problem;
  const Structure& structure;
  SparseVector x;
  const double* given;  // x as the caller gave it
  Outside outside;
};

Checked checked_point(std::shared_ptr<const Problem> problem, const Structure& structure, const double* x,
                      Outside outside) {
  require_pointer(x, "x");
  const Index n = problem->dimension();
  require_finite({x, to_size(n)}, "x");
  const Inside inside(*problem, x);
  const ConstVec dense = inside.values();
  structure.require_feasible(dense, "x");
  Checked checked{std::move(problem), structure, SparseVector(n, structure.capacity()), x, outside};
  checked.x.assign_dense(dense);
  return checked;
}

/// Runs check(point) for a problem and s, with the problem's own groups.
template <class Check>
void on_problem(const sbreg_problem* problem, Index s, const double* x, Check check) {
  require_pointer(problem, "problem");
  require_sparsity(s, problem->core->dimension());
  const Structure structure = structure_of(*problem->core, s);
  check(checked_point(problem->core, structure, x, Outside(*problem->core)));
  problem->core->freeze();
}

/// Runs check(point) for what a solver has to satisfy.
template <class Check>
void on_solver(const sbreg_solver* solver, const double* x, Check check) {
  require_pointer(solver, "solver");
  const Setup& setup = solver->core.setup();
  check(checked_point(setup.problem, setup.structure, x, Outside(*setup.problem, solver->lower, solver->upper)));
}

/// What the caller asked for: the violation, the better point, or both.
struct Wanted {
  double* violation;
  double* y;

  /// Coordinates that do not move are the caller's own, to the last bit; y may be x.
  void take(const Checked& point, const Witness& witness) const {
    require_gain(witness.violation, "the violation");
    if (violation != nullptr) *violation = witness.violation;
    const ConstVec from = point.x.values(), to = witness.y.values();
    for (std::size_t j = 0; y != nullptr && j < to.size(); ++j)
      y[j] = to[j] == from[j] ? point.given[j] : point.outside(j, to[j]);
  }
};

Wanted only_violation(double* violation) {
  require_pointer(violation, "violation");
  return {violation, nullptr};
}

Wanted with_point(double* violation, double* y) {
  require_pointer(y, "y");
  return {violation, y};
}

auto stationarity(const sbreg_dsm* dsm, Wanted wanted) {
  require_pointer(dsm, "dsm");
  return [=](const Checked& point) {
    const ConstVec w = dsm->core->weights();
    SBREG_REQUIRE(to_index(w.size()) == point.x.size(), SBREG_E_DIMENSION,
                  "dsm has %lld weights but the problem has %lld variables", static_cast<long long>(w.size()),
                  static_cast<long long>(point.x.size()));
    wanted.take(point, stationarity_witness(*point.problem, w, point.structure, point.x));
  };
}

auto bregman(const sbreg_kernel* kernel, double L, Wanted wanted) {
  require_pointer(kernel, "kernel");
  SBREG_REQUIRE(L > 0 && std::isfinite(L), SBREG_E_ARGUMENT, "L must be positive and finite, got %g", L);
  return [=](const Checked& point) {
    SBREG_REQUIRE(kernel->core->size() == point.x.size(), SBREG_E_DIMENSION,
                  "kernel has %lld coordinates but the problem has %lld", static_cast<long long>(kernel->core->size()),
                  static_cast<long long>(point.x.size()));
    kernel->core->require_convex();
    wanted.take(point, bregman_witness(*point.problem, *kernel->core, L, point.structure, point.x));
  };
}

auto coordinatewise(double* best_decrease, int64_t* leaves, int64_t* enters) {
  require_pointer(best_decrease, "best_decrease");
  return [=](const Checked& point) {
    const BestSwap best = best_swap(*point.problem, point.structure, point.x);
    require_gain(best.decrease, "the best decrease");
    *best_decrease = best.decrease;
    if (leaves != nullptr) *leaves = best.leaves;
    if (enters != nullptr) *enters = best.enters;
  };
}

}  // namespace
}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_check_stationarity(const sbreg_problem* problem, const sbreg_dsm* dsm, int64_t s, const double* x,
                                      double* violation) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::stationarity(dsm, api::only_violation(violation))); });
}

sbreg_status sbreg_check_bregman(const sbreg_problem* problem, const sbreg_kernel* kernel, double L, int64_t s,
                                 const double* x, double* violation) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::bregman(kernel, L, api::only_violation(violation))); });
}

sbreg_status sbreg_check_coordinatewise(const sbreg_problem* problem, int64_t s, const double* x, double* best_decrease,
                                        int64_t* leaves, int64_t* enters) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::coordinatewise(best_decrease, leaves, enters)); });
}

sbreg_status sbreg_witness_stationarity(const sbreg_problem* problem, const sbreg_dsm* dsm, int64_t s, const double* x,
                                        double* violation, double* y) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::stationarity(dsm, api::with_point(violation, y))); });
}

sbreg_status sbreg_witness_bregman(const sbreg_problem* problem, const sbreg_kernel* kernel, double L, int64_t s,
                                   const double* x, double* violation, double* y) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::bregman(kernel, L, api::with_point(violation, y))); });
}

sbreg_status sbreg_solver_check_stationarity(const sbreg_solver* solver, const sbreg_dsm* dsm, const double* x,
                                             double* violation) {
  return api::guarded([&] { api::on_solver(solver, x, api::stationarity(dsm, api::only_violation(violation))); });
}

sbreg_status sbreg_solver_check_bregman(const sbreg_solver* solver, const sbreg_kernel* kernel, double L,
                                        const double* x, double* violation) {
  return api::guarded([&] { api::on_solver(solver, x, api::bregman(kernel, L, api::only_violation(violation))); });
}

sbreg_status sbreg_solver_check_coordinatewise(const sbreg_solver* solver, const double* x, double* best_decrease,
                                               int64_t* leaves, int64_t* enters) {
  return api::guarded([&] { api::on_solver(solver, x, api::coordinatewise(best_decrease, leaves, enters)); });
}

sbreg_status sbreg_solver_witness_stationarity(const sbreg_solver* solver, const sbreg_dsm* dsm, const double* x,
                                               double* violation, double* y) {
  return api::guarded([&] { api::on_solver(solver, x, api::stationarity(dsm, api::with_point(violation, y))); });
}

sbreg_status sbreg_solver_witness_bregman(const sbreg_solver* solver, const sbreg_kernel* kernel, double L,
                                          const double* x, double* violation, double* y) {
  return api::guarded([&] { api::on_solver(solver, x, api::bregman(kernel, L, api::with_point(violation, y))); });
}
}
