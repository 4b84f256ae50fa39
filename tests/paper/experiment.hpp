// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// One solve of one instance by one algorithm, through the public interface only.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "cli/experiments/instance.hpp"
#include "sparsebregman.h"

namespace paper {

inline void ok(sbreg_status status) {
  if (status == SBREG_OK) return;
  std::fprintf(stderr, "sparsebregman: %s\n", sbreg_last_error());
  std::exit(1);
}

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

inline Problem make_problem(const Instance& instance) {
  sbreg_problem* problem = nullptr;
  ok(sbreg_problem_create_least_squares(&problem, instance.m, instance.n, instance.A.data(), instance.m,
                                        SBREG_COL_MAJOR, instance.b.data()));
  return Problem(problem);
}

/// The paper's three scaling matrices of an instance, computed once for all algorithms.
class Matrices {
 public:
  explicit Matrices(const Problem& problem)
      : lipschitz_(compute(problem, "lipschitz")),
        linear_(compute(problem, "linear")),
        quadratic_(compute(problem, "quadratic")) {}
  /// I: the Lipschitz constant, L: linear model, Q: quadratic model.
  [[nodiscard]] const sbreg_dsm* find(char letter) const {
    return letter == 'I' ? lipschitz_.get() : letter == 'L' ? linear_.get() : quadratic_.get();
  }

 private:
  static Dsm compute(const Problem& problem, const char* model) {
    sbreg_dsm* dsm = nullptr;
    ok(sbreg_dsm_create(&dsm, problem.get(), model));
    Dsm owner(dsm);
    ok(sbreg_dsm_run(dsm));
    return owner;
  }
  Dsm lipschitz_, linear_, quadratic_;
};

/// One algorithm: a method of the composition table, its dictionary in order, and the variants of Algorithms 5 and 6.
struct Algorithm {
  const char* name;  // as in the CSV files
  const char* method;
  const char* dictionary;  // letters of Matrices::find; the first entry is used first, in full blocks of `period`
  Index period;
  bool printed;                  // true: line search and restart as printed; false: as in the published experiments
  double scale = 0.155 * 0.155;  // of D in the first trial of the published line search
};

/// The rows of the recovery table, in the order of the published one.
inline constexpr std::array<Algorithm, 11> table_rows{{
    {"L", "gpnp", "I", 1, false},
    {"DL", "newton", "L", 1, false},
    {"DQ", "newton", "Q", 1, false},
    {"D1_P1", "newton", "QLI", 1, false},
    {"D1_P10", "newton", "QLI", 10, false},
    {"D2_P1", "newton", "LQI", 1, false},
    {"D2_P10", "newton", "LQI", 10, false},
    {"D3_P1", "newton", "LIQ", 1, false},
    {"D3_P10", "newton", "LIQ", 10, false},
    {"D4_P1", "newton", "QIL", 1, false},
    {"D4_P10", "newton", "QIL", 10, false},
}};

/// The curves of the comparison of frameworks, those with a line search in both variants.
inline constexpr std::array<Algorithm, 12> frameworks{{
    {"IHT", "iht", "I", 1, false},
    {"CIWHT", "ciwht", "QLI", 1, false},
    {"IHT+LSR", "iht-lsr", "I", 1, false},
    {"CIWHT+LSR", "ciwht-lsr", "QLI", 1, false},
    {"Newton+L", "gpnp", "I", 1, false},
    {"Newton+D1", "newton", "QLI", 1, false},
    {"MFISTA", "mfista", "QLI", 1, false},
    {"IHT+LSR printed", "iht-lsr", "I", 1, true},
    {"CIWHT+LSR printed", "ciwht-lsr", "QLI", 1, true},
    {"Newton+L printed", "gpnp", "I", 1, true},
    {"Newton+D1 printed", "newton", "QLI", 1, true},
    {"MFISTA printed", "mfista", "QLI", 1, true},
}};

/// The same method with a first trial that is a little longer or shorter than the published 0.155^2 D.
inline constexpr std::array<Algorithm, 12> scales{{
    {"L 0.018", "gpnp", "I", 1, false, 0.018},
    {"L 0.020", "gpnp", "I", 1, false, 0.020},
    {"L 0.022", "gpnp", "I", 1, false, 0.022},
    {"L 0.023", "gpnp", "I", 1, false, 0.023},
    {"L 0.024", "gpnp", "I", 1, false, 0.024025},
    {"L 0.026", "gpnp", "I", 1, false, 0.026},
    {"D1_P1 0.018", "newton", "QLI", 1, false, 0.018},
    {"D1_P1 0.020", "newton", "QLI", 1, false, 0.020},
    {"D1_P1 0.022", "newton", "QLI", 1, false, 0.022},
    {"D1_P1 0.023", "newton", "QLI", 1, false, 0.023},
    {"D1_P1 0.024", "newton", "QLI", 1, false, 0.024025},
    {"D1_P1 0.026", "newton", "QLI", 1, false, 0.026},
}};

inline Solver make_solver(const Problem& problem, Index s, const Algorithm& algorithm, const Matrices& matrices) {
  sbreg_solver* solver = nullptr;
  ok(sbreg_solver_create(&solver, problem.get(), s));
  Solver owner(solver);
  ok(sbreg_solver_set_text(solver, "method", algorithm.method));
  ok(sbreg_solver_set_int(solver, "dsm_period", algorithm.period));
  ok(sbreg_solver_set_real(solver, "dsm_scale", algorithm.scale));
  if (algorithm.printed) {
    ok(sbreg_solver_set_text(solver, "line_search", "paper"));
    ok(sbreg_solver_set_text(solver, "restart", "gamma"));
  }
  for (const char* letter = algorithm.dictionary; *letter != '\0'; ++letter)
    ok(sbreg_solver_add_dsm(solver, matrices.find(*letter)));
  return owner;
}

/// Seconds of processor time of this thread.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Outcome {
  bool recovered = false;
  Index iterations = 0;
  double cpu = 0, wall = 0;  // seconds in run(), the scaling matrices not included
};

inline Outcome solve(const Problem& problem, const Instance& instance, const Algorithm& algorithm,
                     const Matrices& matrices) {
  const Solver solver = make_solver(problem, instance.s, algorithm, matrices);
  Outcome outcome;
  const auto start = std::chrono::steady_clock::now();
  const double cpu = processor_seconds();
  ok(sbreg_solver_run(solver.get()));
  outcome.cpu = processor_seconds() - cpu;
  outcome.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<double> x(at(instance.n));
  ok(sbreg_solver_get_solution(solver.get(), x.data()));
  ok(sbreg_solver_get_int(solver.get(), "iterations", &outcome.iterations));
  outcome.recovered = instance.recovered_by(x);
  return outcome;
}

}  // namespace paper
