// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// How often a method finds the global minimum of small structured problems (tests/support/structured.hpp says how they
// are drawn), against brute force, and whether any iterate was infeasible.
//
//     bench_structure [instances per row, 22] [method, auto]
#include <cstdio>
#include <cstdlib>

#include "structured.hpp"

using namespace oracle;

int main(int argc, char** argv) {
  const int instances = argc > 1 ? std::atoi(argv[1]) : 22;
  const char* method = argc > 2 ? argv[2] : "auto";
  int total = 0, all_found = 0, infeasible = 0;
  std::printf("%-14s %-7s %-7s %-5s %9s %8s %11s\n", "loss", "groups", "bounds", "kept", "instances", "global",
              "infeasible");
  for (const bool logistic : {false, true})
    for (int kind = 1; kind < 8; ++kind) {
      const bool grouped = (kind & 1) != 0, bounded = (kind & 2) != 0, keeps = (kind & 4) != 0;
      int found = 0, outside = 0;
      for (int k = 0; k < instances; ++k) {
        const auto seed = static_cast<std::uint64_t>(10000 * (kind + 10 * (logistic ? 1 : 0)) + k);
        const Structured p = make_structured(seed, logistic, grouped, bounded, keeps);
        const auto problem = make_problem(p);
        const auto solver = make_solver(problem, p, method);
        while (get_int(solver, "state") == SBREG_RUNNING) {
          OK(sbreg_solver_step(solver.get(), 1));
          outside += p.feasible(iterate_of(solver)) ? 0 : 1;
        }
        const Vector x = solution_of(solver);
        outside += p.feasible(x) ? 0 : 1;
        const Real best = p.global_minimum();
        found += p.value_at(x) <= best + 1e-9L * (1 + std::abs(best)) ? 1 : 0;
      }
      const auto yes = [](bool b) { return b ? "yes" : "-"; };
      std::printf("%-14s %-7s %-7s %-5s %9d %8d %11d\n", logistic ? "logistic" : "least squares", yes(grouped),
                  yes(bounded), yes(keeps), instances, found, outside);
      std::fflush(stdout);
      total += instances;
      all_found += found;
      infeasible += outside;
    }
  std::printf("%-35s %9d %8d %11d\n", "all", total, all_found, infeasible);
  return infeasible == 0 && 100 * all_found >= 99 * total ? 0 : 1;
}
