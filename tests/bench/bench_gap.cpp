// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// bench_gap [seed]: what is proved of best subsets. The grid of 86 instances: Gaussian rows with correlation
// rho^|i-j|, s ones equally spaced, noise of variance var(Ax)/SNR; each at default effort, and with the option `prove`
// for 3 seconds at most. Then larger ones. CPU seconds of one thread: set OPENBLAS_NUM_THREADS=1.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "sparsebregman.h"

namespace {

void ok(sbreg_status status) {
  if (status == SBREG_OK) return;
  std::fprintf(stderr, "%s\n", sbreg_last_error());
  std::exit(1);
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Instance {
  std::int64_t rows, columns, s;
  double rho, snr, ridge;
  bool logistic = false;
};

struct Outcome {
  double seconds, gap, objective;
  bool proved;
};

/// Where the standard library's distributions differ, so do the data.
sbreg_problem* make(const Instance& one, unsigned seed) {
  std::mt19937_64 random(seed + 1000003U * static_cast<unsigned>(one.rows) + static_cast<unsigned>(one.columns) +
                         31U * static_cast<unsigned>(one.s) + static_cast<unsigned>(100 * one.rho + 10 * one.snr));
  std::normal_distribution<double> normal;
  const auto m = static_cast<std::size_t>(one.rows), n = static_cast<std::size_t>(one.columns);
  std::vector<double> A(m * n), b(m, 0.0);
  for (std::size_t i = 0; i < m; ++i) {
    double last = normal(random);
    A[i] = last;
    for (std::size_t j = 1; j < n; ++j) {
      last = one.rho * last + std::sqrt(1 - one.rho * one.rho) * normal(random);
      A[j * m + i] = last;
    }
  }
  for (std::int64_t k = 0; k < one.s; ++k)
    for (std::size_t i = 0; i < m; ++i) b[i] += A[static_cast<std::size_t>(k * one.columns / one.s) * m + i];
  double mean = 0, variance = 0;
  for (double v : b) mean += v / static_cast<double>(m);
  for (double v : b) variance += (v - mean) * (v - mean) / static_cast<double>(m);
  for (double& v : b)
    v = one.logistic ? (std::generate_canonical<double, 53>(random) < 1 / (1 + std::exp(-v)) ? 1 : 0)
                     : v + std::sqrt(variance / one.snr) * normal(random);
  sbreg_matrix* matrix = nullptr;
  sbreg_problem* problem = nullptr;
  ok(sbreg_matrix_create_dense(&matrix, one.rows, one.columns, A.data(), one.rows, SBREG_COL_MAJOR, SBREG_COPY, nullptr,
                               nullptr));
  ok(sbreg_problem_create_linear(&problem, matrix, one.logistic ? "logistic" : "least_squares", b.data()));
  sbreg_matrix_destroy(matrix);
  ok(sbreg_problem_set_real(problem, "ridge", one.ridge));
  return problem;
}

/// Stops at so many CPU seconds, whatever else the machine does.
int monitor(const sbreg_solver* /*solver*/, void* until) {
  return cpu_seconds() >= *static_cast<double*>(until) ? 1 : 0;
}

/// seconds = 0: default effort.
Outcome run(const sbreg_problem* problem, std::int64_t s, double seconds) {
  sbreg_solver* solver = nullptr;
  ok(sbreg_solver_create(&solver, problem, s));
  const double before = cpu_seconds();
  double until = before + seconds;
  if (seconds > 0) {
    ok(sbreg_solver_set_int(solver, "prove", 1));
    ok(sbreg_solver_set_monitor(solver, monitor, &until, nullptr));
  }
  ok(sbreg_solver_run(solver));
  Outcome out{cpu_seconds() - before, 0, 0, false};
  std::int64_t proved = 0;
  ok(sbreg_solver_get_int(solver, "proved", &proved));
  ok(sbreg_solver_get_real(solver, "gap", &out.gap));
  ok(sbreg_solver_get_real(solver, "best_objective", &out.objective));
  out.proved = proved == 1;
  sbreg_solver_destroy(solver);
  return out;
}

void print(const Instance& one, const Outcome& out, const char* name) {
  std::printf("%5lld x %-5lld s %-2lld rho %.1f SNR %.1f ridge %-5g %-8s %7.3f s  %s", static_cast<long long>(one.rows),
              static_cast<long long>(one.columns), static_cast<long long>(one.s), one.rho, one.snr, one.ridge, name,
              out.seconds, out.proved ? "proved\n" : "");
  if (!out.proved) std::printf("gap %.3g %%\n", 100 * out.gap);
  std::fflush(stdout);
}

std::vector<Instance> grid() {
  std::vector<Instance> all;
  const auto add = [&](std::int64_t columns, std::int64_t rows, bool both) {
    for (const std::int64_t s : {5, 10, 15})
      for (const double rho : {0.0, 0.5})
        for (const double snr : {5.0, 0.5})
          if (both || snr > 1) all.push_back({rows, columns, s, rho, snr, 0});
    for (const double rho : {0.0, 0.5}) all.push_back({rows, columns, 10, rho, 5, static_cast<double>(rows) / 20});
  };
  add(50, 100, true);
  add(100, 200, true);
  add(100, 1000, true);
  add(200, 1000, true);
  add(500, 1000, true);
  add(200, 100, false);
  add(1000, 1000, false);
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  const auto seed = static_cast<unsigned>(count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 1);
  int by_default = 0, in_time = 0, all = 0;
  for (const Instance& one : grid()) {
    sbreg_problem* problem = make(one, seed);
    const Outcome usual = run(problem, one.s, 0), longer = usual.proved ? usual : run(problem, one.s, 3);
    print(one, usual, "default");
    if (!usual.proved) print(one, longer, "prove");
    by_default += usual.proved ? 1 : 0;
    in_time += longer.proved ? 1 : 0;
    ++all;
    sbreg_problem_destroy(problem);
  }
  std::printf("of %d: proved at default effort %d, within 3 seconds %d\n\n", all, by_default, in_time);
  const Instance larger[] = {{1000, 200, 10, 0.5, 0.5, 0},  {1000, 500, 10, 0.5, 5, 0},
                             {2000, 1000, 10, 0.5, 5, 0},   {500, 1000, 5, 0, 5, 0},
                             {6000, 3000, 10, 0.5, 5, 0.1}, {1000, 200, 10, 0.5, 5, 50, true}};
  for (const Instance& one : larger) {
    sbreg_problem* problem = make(one, seed);
    print(one, run(problem, one.s, 120), one.logistic ? "logistic" : "prove");
    sbreg_problem_destroy(problem);
  }
}
