// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the programs that measure the search share: processor time of the calling thread, least-squares problems from
// numbers in memory, and runs of a method.
#pragma once

#include <ctime>

#include <functional>
#include <memory>
#include <vector>

#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "solver/solver.hpp"

namespace bench {

using sbreg::Index;
using Vector = std::vector<double>;

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline double wall_seconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

inline std::shared_ptr<const sbreg::Problem> least_squares(Index m, Index n, const Vector& A, const Vector& b) {
  std::shared_ptr<sbreg::DenseMatrix> matrix = sbreg::DenseMatrix::copy(m, n, {A.data(), m, false});
  auto problem = std::make_shared<sbreg::LinearModel>(std::move(matrix), sbreg::find_loss("least_squares"), b);
  problem->freeze();
  return problem;
}

struct Run {
  double seconds = 0;
  double objective = 0;
  Vector x;
  bool proved = false;
};

/// A run of a method that ends by itself or after so many seconds of `clock`; `prepare` may set options. With
/// `free_dictionary` it has all of its scaling matrices from the first step on, and they are not counted.
inline Run run(const std::shared_ptr<const sbreg::Problem>& problem, Index s, const char* method, double limit,
               double (*clock)(), const std::function<void(sbreg::SolverOptions&)>& prepare = {},
               bool free_dictionary = false) {
  double start = clock();
  sbreg::Solver solver(problem, s);
  solver.options.method = method;
  sbreg::apply_method(solver.options);
  if (prepare) prepare(solver.options);
  if (free_dictionary) {
    solver.options.dictionary = sbreg::find_method(method).computes;
    solver.prepare([] { return true; });
    start = clock();
  }
  const std::function<bool()> keep_going = [&] { return clock() - start < limit; };
  while (solver.prepare(keep_going) && solver.state() == SBREG_RUNNING && keep_going()) solver.step();
  Run out{clock() - start, solver.run().best_f, {}, solver.run().proved()};
  out.x.assign(solver.run().best.values().begin(), solver.run().best.values().end());
  return out;
}

}  // namespace bench
