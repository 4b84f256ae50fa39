// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/experiments/recovery.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "cli/commands/interrupt.hpp"
#include "cli/commands/run.hpp"
#include "cli/experiments/omp.hpp"
#include "cli/line/keys.hpp"
#include "cli/line/sparsities.hpp"

namespace cli {
namespace {

constexpr const char* published =
    "gpnp,newton/linear,newton/quadratic,newton/D1/1,newton/D1/10,newton/D2/1,newton/D2/10,newton/D3/1,newton/D3/10,"
    "newton/D4/1,newton/D4/10";

struct Outcome {
  bool done = false, recovered = false;
  Index iterations = 0;
  double seconds = 0;
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<double> solve(const paper::Instance& instance, const Algorithm& row, const Arguments& arguments,
                          Outcome& outcome) {
  if (row.method == "omp") {
    outcome.iterations = instance.s;
    return orthogonal_matching_pursuit(instance);
  }
  sbreg_problem* problem = nullptr;
  ok(sbreg_problem_create_least_squares(&problem, instance.m, instance.n, instance.A.data(), instance.m,
                                        SBREG_COL_MAJOR, instance.b.data()));
  const Problem problem_owner(problem);
  sbreg_solver* solver = nullptr;
  ok(sbreg_solver_create(&solver, problem, instance.s));
  const Solver solver_owner(solver);
  ok(sbreg_solver_set_text(solver, "method", row.method.c_str()), Exit::usage);
  if (!row.dictionary.empty()) ok(sbreg_solver_set_text(solver, "dictionary", row.dictionary.c_str()), Exit::usage);
  if (row.period > 0) ok(sbreg_solver_set_int(solver, "dsm_period", row.period), Exit::usage);
  set_options(arguments, solver);
  ok(sbreg_solver_set_monitor(
      solver, [](const sbreg_solver*, void*) { return interrupted() ? 1 : 0; }, nullptr, nullptr));
  ok(sbreg_solver_run(solver));
  outcome.iterations = integer_result(solver, "iterations");
  return solution(solver, instance.n);
}

}  // namespace

std::vector<Algorithm> parse_rows(const std::string& text) {
  std::vector<Algorithm> rows;
  for (const std::string& name : split(text, ',')) {
    if (name == "paper") {
      for (const Algorithm& row : parse_rows(published)) rows.push_back(row);
      continue;
    }
    const std::vector<std::string> parts = split(name, '/');
    Algorithm row{name, parts[0]};
    if (parts.size() > 1) row.dictionary = parts[1];
    if (parts.size() > 3 || parts[0].empty() || (row.method == "omp" && parts.size() > 1) ||
        (parts.size() == 3 && (!parse_integer(parts[2], row.period) || row.period < 1)))
      throw Failure(
          Exit::usage,
          "--rows wants METHOD, METHOD/DICTIONARY or METHOD/DICTIONARY/PERIOD, omp or paper, not '" + name + "'");
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::vector<Cell>> run_experiment(const Experiment& experiment, const Arguments& arguments,
                                              const std::function<void(double)>& report) {
  const std::size_t sparsities = experiment.sparsities.size();
  const std::size_t tasks = sparsities * static_cast<std::size_t>(experiment.instances);
  std::vector<std::vector<Outcome>> outcomes(tasks, std::vector<Outcome>(experiment.rows.size()));
  std::atomic<std::size_t> next{0};
  std::size_t finished = 0;
  std::mutex mutex;
  std::exception_ptr failure;

  const auto work = [&] {
    for (std::size_t task = next++; task < tasks && !interrupted(); task = next++) {
      // One instance of every sparsity, then the next: the time left can be told from the share that is done.
      const Index s = experiment.sparsities[task % sparsities];
      const auto instance =
          paper::draw_instance(static_cast<std::uint64_t>(experiment.seed), s, static_cast<Index>(task / sparsities),
                               experiment.measurements, experiment.unknowns);
      for (std::size_t r = 0; r < experiment.rows.size(); ++r) {
        Outcome& outcome = outcomes[task][r];
        const double start = processor_seconds();
        outcome.recovered = instance.recovered_by(solve(instance, experiment.rows[r], arguments, outcome));
        outcome.seconds = processor_seconds() - start;
        outcome.done = !interrupted();
      }
      const std::lock_guard lock(mutex);
      report(static_cast<double>(++finished) / static_cast<double>(tasks));
    }
  };
  const auto guarded = [&]() noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = tasks;
    }
  };
  {
    std::vector<std::jthread> pool;
    try {
      for (unsigned t = 1; t < experiment.threads; ++t) pool.emplace_back(guarded);
    } catch (const std::system_error&) {  // the system has no more threads: those that are there do the work
    }
    guarded();
  }
  if (failure) std::rethrow_exception(failure);

  std::vector<std::vector<Cell>> cells(experiment.rows.size(), std::vector<Cell>(sparsities));
  for (std::size_t task = 0; task < tasks; ++task) {
    if (!std::ranges::all_of(outcomes[task], &Outcome::done)) continue;
    for (std::size_t r = 0; r < experiment.rows.size(); ++r) {
      const Outcome& outcome = outcomes[task][r];
      Cell& cell = cells[r][task % sparsities];
      ++cell.instances;
      cell.recovered += outcome.recovered ? 1 : 0;
      cell.iterations += static_cast<double>(outcome.iterations);
      cell.seconds += outcome.seconds;
    }
  }
  return cells;
}

}  // namespace cli
