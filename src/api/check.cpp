// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>

#include "api/barrier.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"
#include "solver/coordinatewise.hpp"
#include "solver/stationarity.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

/// A caller's point after the checks that all certificates make, with what it has to satisfy.
struct Checked {
  std::shared_ptr<const Problem> problem;
  Index s;
  const Structure* structure;  // nullptr: s nonzeros and nothing else
  SparseVector x;
};

Checked checked_point(std::shared_ptr<const Problem> problem, Index s, const Structure* structure, const double* x) {
  require_pointer(x, "x");
  const Index n = problem->dimension();
  require_finite({x, to_size(n)}, "x");
  const Inside inside(*problem, x);
  const ConstVec dense = inside.values();
  if (structure != nullptr)
    structure->require_feasible(dense, "x");
  else
    require_sparse(dense, s, "x");
  Checked checked{std::move(problem), s, structure, SparseVector(n, structure != nullptr ? structure->capacity() : s)};
  checked.x.assign_dense(dense);
  return checked;
}

/// Runs check(point) for a problem and s, with the problem's own groups.
template <class Check>
void on_problem(const sbreg_problem* problem, Index s, const double* x, Check check) {
  require_pointer(problem, "problem");
  require_sparsity(s, problem->core->dimension());
  std::unique_ptr<Structure> structure;
  if (!problem->core->groups().empty()) {
    structure = std::make_unique<Structure>(problem->core->dimension(), s);
    structure->set_groups(problem->core->groups());
  }
  check(checked_point(problem->core, s, structure.get(), x));
  problem->core->freeze();
}

/// Runs check(point) for what a solver has to satisfy.
template <class Check>
void on_solver(const sbreg_solver* solver, const double* x, Check check) {
  require_pointer(solver, "solver");
  check(checked_point(solver->core.share_problem(), solver->core.sparsity(), solver->core.structure(), x));
}

auto stationarity_check(const sbreg_dsm* dsm, double* violation) {
  require_pointer(dsm, "dsm");
  require_pointer(violation, "violation");
  return [=](const Checked& point) {
    const ConstVec w = dsm->core->weights();
    SBREG_REQUIRE(to_index(w.size()) == point.x.size(), SBREG_E_DIMENSION,
                  "dsm has %lld weights but the problem has %lld variables", static_cast<long long>(w.size()),
                  static_cast<long long>(point.x.size()));
    *violation = point.structure != nullptr ? stationarity_violation(*point.problem, w, *point.structure, point.x)
                                            : stationarity_violation(*point.problem, w, point.s, point.x);
  };
}

auto bregman_check(const sbreg_kernel* kernel, double L, double* violation) {
  require_pointer(kernel, "kernel");
  require_pointer(violation, "violation");
  SBREG_REQUIRE(L > 0 && std::isfinite(L), SBREG_E_ARGUMENT, "L must be positive and finite, got %g", L);
  return [=](const Checked& point) {
    SBREG_REQUIRE(kernel->core->size() == point.x.size(), SBREG_E_DIMENSION,
                  "kernel has %lld coordinates but the problem has %lld", static_cast<long long>(kernel->core->size()),
                  static_cast<long long>(point.x.size()));
    kernel->core->require_convex();
    *violation = point.structure != nullptr
                     ? bregman_violation(*point.problem, *kernel->core, L, *point.structure, point.x)
                     : bregman_violation(*point.problem, kernel->core, L, point.s, point.x);
  };
}

auto coordinatewise_check(double* best_decrease, int64_t* leaves, int64_t* enters) {
  require_pointer(best_decrease, "best_decrease");
  return [=](const Checked& point) {
    const BestSwap best = point.structure != nullptr ? best_swap(*point.problem, *point.structure, point.x)
                                                     : best_swap(*point.problem, point.s, point.x);
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
  return api::guarded([&] { api::on_problem(problem, s, x, api::stationarity_check(dsm, violation)); });
}

sbreg_status sbreg_check_bregman(const sbreg_problem* problem, const sbreg_kernel* kernel, double L, int64_t s,
                                 const double* x, double* violation) {
  return api::guarded([&] { api::on_problem(problem, s, x, api::bregman_check(kernel, L, violation)); });
}

sbreg_status sbreg_check_coordinatewise(const sbreg_problem* problem, int64_t s, const double* x, double* best_decrease,
                                        int64_t* leaves, int64_t* enters) {
  return api::guarded(
      [&] { api::on_problem(problem, s, x, api::coordinatewise_check(best_decrease, leaves, enters)); });
}

sbreg_status sbreg_solver_check_stationarity(const sbreg_solver* solver, const sbreg_dsm* dsm, const double* x,
                                             double* violation) {
  return api::guarded([&] { api::on_solver(solver, x, api::stationarity_check(dsm, violation)); });
}

sbreg_status sbreg_solver_check_bregman(const sbreg_solver* solver, const sbreg_kernel* kernel, double L,
                                        const double* x, double* violation) {
  return api::guarded([&] { api::on_solver(solver, x, api::bregman_check(kernel, L, violation)); });
}

sbreg_status sbreg_solver_check_coordinatewise(const sbreg_solver* solver, const double* x, double* best_decrease,
                                               int64_t* leaves, int64_t* enters) {
  return api::guarded([&] { api::on_solver(solver, x, api::coordinatewise_check(best_decrease, leaves, enters)); });
}
}
