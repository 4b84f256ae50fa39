// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Self-consistency after every run in every test. The linker sends each test's calls of sbreg_solver_run and
// sbreg_solver_step here (--wrap), and the real ones are __real_...: no test has to ask by itself.
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "consistency.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {
sbreg_status __real_sbreg_solver_run(sbreg_solver* solver);
sbreg_status __real_sbreg_solver_step(sbreg_solver* solver, std::int64_t count);
}

/// f where the run begins, in most tests at 0: the unit of rounding.
static double unit_of(const sbreg_solver* solver) {
  static std::mutex guard;
  static std::unordered_map<const sbreg_solver*, double> units;
  std::int64_t iterations = 0;
  double f = NAN;
  if (sbreg_solver_get_int(solver, "iterations", &iterations) != SBREG_OK ||
      sbreg_solver_get_real(solver, "objective", &f) != SBREG_OK)
    std::abort();
  const std::lock_guard lock(guard);
  if (iterations == 0) units[solver] = f;
  return units[solver];
}

/// The call, and then the question. A reference of its own keeps the solver alive where a monitor destroys it. A call
/// that failed is left alone: the question could overwrite the text that the test reads.
template <class Call>
static sbreg_status asked(sbreg_solver* solver, Call call) {
  if (solver == nullptr) return call();
  const double unit = unit_of(solver);
  if (sbreg_solver_retain(solver) != SBREG_OK) std::abort();
  const sbreg_status status = call();
  const std::string contradiction = status == SBREG_OK ? oracle::contradiction(solver, unit) : "";
  sbreg_solver_destroy(solver);
  if (contradiction.empty()) return status;
  std::fprintf(stderr, "the results of a solver contradict each other: %s\n", contradiction.c_str());
  std::abort();
}

extern "C" {

sbreg_status __wrap_sbreg_solver_run(sbreg_solver* solver) {
  return asked(solver, [&] { return __real_sbreg_solver_run(solver); });
}

sbreg_status __wrap_sbreg_solver_step(sbreg_solver* solver, std::int64_t count) {
  return asked(solver, [&] { return __real_sbreg_solver_step(solver, count); });
}
}
// NOLINTEND(bugprone-reserved-identifier)
