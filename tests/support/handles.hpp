// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The C interface for tests in C++: handles that destroy themselves, and calls that must succeed.
#pragma once

#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "cmocka.hpp"
#include "oracle.hpp"
#include "sparsebregman.h"

/// The call must return SBREG_OK; otherwise the test fails with the library's own sentence.
#define OK(call)                                                             \
  do {                                                                       \
    if ((call) != SBREG_OK) fail_msg("%s: %s\n", #call, sbreg_last_error()); \
  } while (false)

/// Fails with both numbers, because assert_true tells neither.
#define ASSERT_AT_MOST(small, large)                                                                        \
  do {                                                                                                      \
    const long double small_ = (small), large_ = (large);                                                   \
    if (!(small_ <= large_)) fail_msg("%s = %.17Lg exceeds %s = %.17Lg\n", #small, small_, #large, large_); \
  } while (false)

namespace oracle {

template <auto destroy>
struct Destroy {
  template <class Handle>
  void operator()(Handle* handle) const {
    destroy(handle);
  }
};
using Problem = std::unique_ptr<sbreg_problem, Destroy<sbreg_problem_destroy>>;
using Dsm = std::unique_ptr<sbreg_dsm, Destroy<sbreg_dsm_destroy>>;
using Solver = std::unique_ptr<sbreg_solver, Destroy<sbreg_solver_destroy>>;

inline Problem make_problem(const LeastSquares& f) {
  sbreg_problem* problem = nullptr;
  OK(sbreg_problem_create_least_squares(&problem, f.m, f.n, f.A.data(), f.m, SBREG_COL_MAJOR, f.b.data()));
  return Problem(problem);
}

inline Dsm make_dsm(const Vector& w) {
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create_weights(&dsm, size_of(w), w.data()));
  return Dsm(dsm);
}

/// A solver that stops for nothing but its iteration limit and a step that promises exactly nothing.
inline Solver make_solver(const Problem& problem, Index s, const char* method, const std::vector<Vector>& dictionary) {
  sbreg_solver* solver = nullptr;
  OK(sbreg_solver_create(&solver, problem.get(), s));
  OK(sbreg_solver_set_text(solver, "method", method));
  for (const Vector& w : dictionary) OK(sbreg_solver_add_dsm(solver, make_dsm(w).get()));
  OK(sbreg_solver_set_real(solver, "residual_tolerance", 0));
  OK(sbreg_solver_set_real(solver, "stationarity_tolerance", 0));
  return Solver(solver);
}

/// The three matrices that the method would compute late in a run, from its first step on.
inline void want_matrices_first(const Solver& solver, std::string_view method) {
  if (method == "ciwht-lsr" || method == "newton" || method == "mfista")
    OK(sbreg_solver_set_text(solver.get(), "dictionary", "D1"));
}

inline std::int64_t get_int(const Solver& solver, const char* name) {
  std::int64_t value = 0;
  OK(sbreg_solver_get_int(solver.get(), name, &value));
  return value;
}
inline double get_real(const Solver& solver, const char* name) {
  double value = 0;
  OK(sbreg_solver_get_real(solver.get(), name, &value));
  return value;
}
inline Vector iterate_of(const Solver& solver) {
  Vector x(at(get_int(solver, "columns")));
  OK(sbreg_solver_get_iterate(solver.get(), x.data()));
  return x;
}
inline Vector solution_of(const Solver& solver) {
  Vector x(at(get_int(solver, "columns")));
  OK(sbreg_solver_get_solution(solver.get(), x.data()));
  return x;
}

/// x_0, x_1, ... x_count, fewer when the run ends before.
inline std::vector<Vector> trajectory(const Solver& solver, Index count) {
  std::vector<Vector> x{iterate_of(solver)};
  for (Index k = 0; k < count && get_int(solver, "state") == SBREG_RUNNING; ++k) {
    OK(sbreg_solver_step(solver.get(), 1));
    x.push_back(iterate_of(solver));
  }
  return x;
}

inline double violation_of(const Problem& problem, const Vector& w, Index s, const Vector& x) {
  double violation = -1;
  OK(sbreg_check_stationarity(problem.get(), make_dsm(w).get(), s, x.data(), &violation));
  return violation;
}

struct Better {
  double violation = -1;
  Vector y;
};
inline Better witness_of(const Problem& problem, const Vector& w, Index s, const Vector& x) {
  Better better{-1, Vector(x.size(), -1.0)};
  OK(sbreg_witness_stationarity(problem.get(), make_dsm(w).get(), s, x.data(), &better.violation, better.y.data()));
  return better;
}

}  // namespace oracle
