// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Complex signals from random Fourier samples: x has s nonzeros at random places, real and imaginary parts standard
// normal; the measurements are m of the n entries of its discrete Fourier transform, chosen at random without
// repetition, divided by sqrt(m). Recovered means a relative error below 1e-6.
//
//     bench_complex [instances, 100] [n, 512] [m, 128] [s, 20] [method, auto]
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "sparsebregman.h"
#include "support/rng.hpp"

int main(int argc, char** argv) {
  const auto number = [&](int k, int usual) { return argc > k ? std::atoi(argv[k]) : usual; };
  const int instances = number(1, 100), n = number(2, 512), m = number(3, 128), s = number(4, 20);
  const char* method = argc > 5 ? argv[5] : "auto";
  int recovered = 0;
  double worst = 0, seconds = 0;
  for (int instance = 0; instance < instances; ++instance) {
    sbreg::Rng rng(static_cast<std::uint64_t>(instance) + 1);
    std::vector<int> rows(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) rows[static_cast<std::size_t>(i)] = i;
    const auto size = static_cast<std::size_t>(m) * static_cast<std::size_t>(n);
    std::vector<std::complex<double>> A(size), x(static_cast<std::size_t>(n)), b(static_cast<std::size_t>(m)), y(x);
    for (int i = 0; i < m; ++i)
      std::swap(rows[static_cast<std::size_t>(i)],
                rows[static_cast<std::size_t>(i) + rng.below(static_cast<std::uint64_t>(n - i))]);
    for (int k = 0; k < s;) {
      auto& entry = x[rng.below(static_cast<std::uint64_t>(n))];
      if (entry != 0.0) continue;
      entry = {rng.normal(), rng.normal()};
      ++k;
    }
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        const auto turns = static_cast<double>((static_cast<long long>(rows[static_cast<std::size_t>(i)]) * j) % n) / n;
        auto& entry = A[static_cast<std::size_t>(j) * static_cast<std::size_t>(m) + static_cast<std::size_t>(i)];
        entry = std::polar(1 / std::sqrt(m), -2 * std::numbers::pi * turns);
        b[static_cast<std::size_t>(i)] += entry * x[static_cast<std::size_t>(j)];
      }
    sbreg_problem* problem = nullptr;
    sbreg_solver* solver = nullptr;
    double elapsed = 0;
    const bool ok =
        sbreg_problem_create_least_squares_complex(&problem, m, n, reinterpret_cast<const double*>(A.data()), m,
                                                   SBREG_COL_MAJOR, reinterpret_cast<const double*>(b.data())) == 0 &&
        sbreg_solver_create(&solver, problem, s) == 0 && sbreg_solver_set_text(solver, "method", method) == 0 &&
        sbreg_solver_run(solver) == 0 && sbreg_solver_get_solution(solver, reinterpret_cast<double*>(y.data())) == 0 &&
        sbreg_solver_get_real(solver, "elapsed_seconds", &elapsed) == 0;
    if (!ok) return std::fprintf(stderr, "%s\n", sbreg_last_error()), 1;
    double difference = 0, length = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      difference += std::norm(x[j] - y[j]);
      length += std::norm(x[j]);
    }
    const double error = std::sqrt(difference / length);
    recovered += error < 1e-6 ? 1 : 0;
    worst = std::max(worst, error);
    seconds += elapsed;
    sbreg_solver_destroy(solver);
    sbreg_problem_destroy(problem);
  }
  std::printf("%s, n = %d, m = %d, s = %d: %d of %d recovered, largest relative error %.1e, %.2f s each\n", method, n,
              m, s, recovered, instances, worst, seconds / instances);
  return recovered == instances ? 0 : 1;
}
