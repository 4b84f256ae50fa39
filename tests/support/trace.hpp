// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A run taken step by step, with everything that each step did.
#pragma once

#include <cstring>
#include <string>
#include <tuple>

#include "handles.hpp"

namespace oracle {

inline constexpr const char* series_names[] = {"objective", "best_objective", "support_changed", "restarted",
                                               "active_dsm"};

inline Vector series_of(const Solver& solver, const char* name) {
  std::int64_t count = 0;
  OK(sbreg_solver_get_history(solver.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_solver_get_history(solver.get(), name, values.data(), count, &count));
  return values;
}

/// What one step did: the counters it raised, and where it led.
struct Step {
  Index forced, trials, newton, restarts, changes;
  Vector x;
};

inline Step totals(const Solver& solver) {
  return {get_int(solver, "forced_steps"), get_int(solver, "trials"),          get_int(solver, "newton_steps"),
          get_int(solver, "restarts"),     get_int(solver, "support_changes"), iterate_of(solver)};
}

/// Up to `count` steps; x_0 is the first entry, with zeros. The history is recorded.
inline std::vector<Step> trace(const Solver& solver, Index count) {
  OK(sbreg_solver_set_int(solver.get(), "history", 1));
  std::vector<Step> steps{totals(solver)};
  Step last = steps.front();
  for (Index k = 0; k < count && get_int(solver, "state") == SBREG_RUNNING; ++k) {
    OK(sbreg_solver_step(solver.get(), 1));
    const Step now = totals(solver);
    steps.push_back({now.forced - last.forced, now.trials - last.trials, now.newton - last.newton,
                     now.restarts - last.restarts, now.changes - last.changes, now.x});
    last = now;
  }
  return steps;
}

/// A solver with the method's own stopping rules and the matrices it computes itself.
inline Solver plain_solver(const Problem& problem, Index s, const char* method) {
  sbreg_solver* solver = nullptr;
  OK(sbreg_solver_create(&solver, problem.get(), s));
  OK(sbreg_solver_set_text(solver, "method", method));
  return Solver(solver);
}

/// The paper's three matrices of a problem, by letter: I Lipschitz, L linear, Q quadratic.
inline Dsm computed_dsm(const Problem& problem, char letter) {
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create(&dsm, problem.get(), letter == 'I' ? "lipschitz" : letter == 'L' ? "linear" : "quadratic"));
  Dsm owner(dsm);
  OK(sbreg_dsm_run(dsm));
  return owner;
}
inline void add_dictionary(const Solver& solver, const Problem& problem, const char* letters, Index period) {
  OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
  for (; *letters != '\0'; ++letters) OK(sbreg_solver_add_dsm(solver.get(), computed_dsm(problem, *letters).get()));
}

}  // namespace oracle
