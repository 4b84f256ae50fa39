// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Self-consistency after every run in every test. The linker sends each test's calls of sbreg_solver_run and
// sbreg_solver_step here (--wrap), and the real ones are __real_...: no test has to ask by itself.
#include <cstdio>
#include <cstdlib>

#include "consistency.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" {
sbreg_status __real_sbreg_solver_run(sbreg_solver* solver);
sbreg_status __real_sbreg_solver_step(sbreg_solver* solver, std::int64_t count);
}

/// The call, and then the question. A reference of its own keeps the solver alive where a monitor destroys it. A call
/// that failed is left alone: the question could overwrite the text that the test reads.
template <class Call>
static sbreg_status asked(sbreg_solver* solver, Call call) {
  if (solver == nullptr) return call();
  // f where the call begins, in most tests at 0, is the unit of rounding.
  double start = NAN;
  if (sbreg_solver_get_real(solver, "objective", &start) != SBREG_OK || sbreg_solver_retain(solver) != SBREG_OK)
    std::abort();
  const sbreg_status status = call();
  const std::string contradiction = status == SBREG_OK ? oracle::contradiction(solver, start) : "";
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
