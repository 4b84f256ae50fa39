// SPDX-License-Identifier: BSD-3-Clause
// Times the scaling models; tests/bench/dsm runs it and prints the table. Every matrix has independent standard normal
// entries, m = n/8 unless said, seed 3; start seed 1. Output: tab-separated lines, the first word says what they are.
//
//     rate                      dgemm rate of this run, flop/s
//     solve n m model tol       seconds cpu iterations certificates rank gap      best of several runs
//     trace n model algorithm   iteration seconds gap w_error Z_error             diagnostics outside the clock
//     memory                    peak resident bytes / bytes of A, n = 20000, m = 500
//     sdpa n file               the linear model's program for an interior-point solver
// Seconds are CPU seconds of the one thread unless called wall time, so that other work on the machine counts less.
#include "sparsebregman.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "dsm/dsm.hpp"
#include "linalg/blas.hpp"
#include "problem/dense.hpp"
#include "support/error.hpp"
#include "support/rng.hpp"

using namespace sbreg;

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Gaussian {
  Gaussian(Index m, Index n) : numbers(to_size(m * n)), A(m, n, fill(numbers, m)) {
    C.n = n;
    C.factor = &A;
  }
  static DenseView fill(std::vector<double>& numbers, Index m) {
    Rng rng(3);
    for (double& a : numbers) a = rng.normal();
    return {numbers.data(), m, false};
  }
  std::vector<double> numbers;
  DenseMatrix A;
  Curvature C;
};

DsmModel model_of(const char* name) {
  return std::strcmp(name, "linear") == 0 ? DsmModel::linear : DsmModel::quadratic;
}

void rate() {
  const Index n = 1500;
  std::vector<double> A(to_size(n * n), 1.0);
  std::vector<double> B(A);
  std::vector<double> P(A);
  double best = 1e300;
  for (int k = 0; k < 7; ++k) {
    const double start = cpu();
    blas::gemm(blas::Op::none, blas::Op::none, n, n, n, 1.0, A.data(), n, B.data(), n, 0.0, P.data(), n);
    best = std::min(best, cpu() - start);
  }
  const double order = static_cast<double>(n);
  std::printf("rate\t%.4g\n", 2 * order * order * order / best);
}

void solve(Index n, Index m, const char* model, const char* algorithm, double tolerance, int repeats) {
  const Gaussian problem(m, n);
  double best = 1e300;
  double best_cpu = 1e300;
  std::unique_ptr<Dsm> dsm;
  for (int k = 0; k < repeats; ++k) {
    const double start = now();
    const double start_cpu = cpu();
    dsm = make_dsm(problem.C, model_of(model));
    dsm->options.gap_tolerance = tolerance;
    dsm->options.algorithm = algorithm;
    while (dsm->step() == SBREG_RUNNING) {
    }
    best = std::min(best, now() - start);
    best_cpu = std::min(best_cpu, cpu() - start_cpu);
  }
  std::printf("solve\t%lld\t%lld\t%s\t%s\t%g\t%.5g\t%.5g\t%lld\t%lld\t%lld\t%.3g\n", static_cast<long long>(n),
              static_cast<long long>(m), model, algorithm, tolerance, best, best_cpu,
              static_cast<long long>(dsm->iterations()), static_cast<long long>(dsm->certificates()),
              static_cast<long long>(dsm->rank()), dsm->gap());
  std::fflush(stdout);
}

/// <B1'B1, B2'B2> of r1 x n and r2 x n factors: |B1 B2'|^2.
double product(Index n, Index r1, const std::vector<double>& B1, Index r2, const std::vector<double>& B2) {
  std::vector<double> M(to_size(r1 * r2));
  blas::gemm(blas::Op::none, blas::Op::transpose, r1, r2, n, 1.0, B1.data(), r1, B2.data(), r2, 0.0, M.data(), r1);
  double total = 0;
  for (double x : M) total += x * x;
  return total;
}

void trace(Index n, const char* model, const char* algorithm, int iterations) {
  const Gaussian problem(n / 8, n);
  const auto reference = make_dsm(problem.C, model_of(model));
  reference->options.gap_tolerance = 1e-9;
  while (reference->step() == SBREG_RUNNING) {
  }
  std::vector<double> best_B;
  const Index best_r = reference->dual_factor(best_B);
  const double best_square = product(n, best_r, best_B, best_r, best_B);
  const ConstVec best_w = reference->weights();
  const auto dsm = make_dsm(problem.C, model_of(model));
  dsm->options.gap_tolerance = 1e-8;
  dsm->options.algorithm = algorithm;
  dsm->options.max_iterations = iterations;
  double elapsed = 0;
  std::vector<double> B;
  std::vector<double> w(to_size(n));
  Index next = 1;
  for (bool running = true; running;) {
    const double start = cpu();
    running = dsm->step() == SBREG_RUNNING;
    elapsed += cpu() - start;
    if (running && dsm->iterations() < next) continue;
    next = 1 + dsm->iterations() + dsm->iterations() / 8;
    dsm->certify();
    const Index r = dsm->dual_factor(B);
    dsm->extract(w);
    double error = 0;
    double size = 0;
    for (std::size_t j = 0; j < w.size(); ++j) {
      error += (w[j] - best_w[j]) * (w[j] - best_w[j]);
      size += best_w[j] * best_w[j];
    }
    const double Z_error = product(n, r, B, r, B) - 2 * product(n, r, B, best_r, best_B) + best_square;
    std::printf("trace\t%lld\t%s\t%s\t%lld\t%.5g\t%.4g\t%.4g\t%.4g\n", static_cast<long long>(n), model, algorithm,
                static_cast<long long>(dsm->iterations()), elapsed, dsm->gap(), std::sqrt(error / size),
                std::sqrt(std::max(Z_error, 0.0) / best_square));
    running = running && dsm->state() == SBREG_RUNNING;
  }
  std::fflush(stdout);
}

double peak_bytes() {
  std::FILE* file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) return NAN;
  char line[256];
  double kilobytes = NAN;
  while (std::fgets(line, sizeof line, file) != nullptr)
    if (std::strncmp(line, "VmHWM:", 6) == 0) kilobytes = std::atof(line + 6);
  std::fclose(file);
  return 1024 * kilobytes;
}

void memory() {
  const Index n = 20000;
  const Index m = 500;
  for (const char* model : {"linear", "quadratic"}) {
    solve(n, m, model, "auto", 1e-3, 1);
    std::printf("memory\t%s\t%.3f\n", model, peak_bytes() / static_cast<double>(8 * m * n));
  }
}

/// min 1'x s.t. sum x_j e_j e_j' - C >= 0, in SDPA's sparse format.
void sdpa(Index n, const char* name) {
  const Gaussian problem(n / 8, n);
  std::vector<double> C(to_size(n * n));
  blas::gemm(blas::Op::transpose, blas::Op::none, n, n, n / 8, 1.0, problem.numbers.data(), n / 8,
             problem.numbers.data(), n / 8, 0.0, C.data(), n);
  std::FILE* file = std::fopen(name, "w");
  if (file == nullptr) return;
  std::fprintf(file, "%lld\n1\n%lld\n", static_cast<long long>(n), static_cast<long long>(n));
  for (Index j = 0; j < n; ++j) std::fprintf(file, "1 ");
  std::fprintf(file, "\n");
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= j; ++i)
      std::fprintf(file, "0 1 %lld %lld %.12g\n", static_cast<long long>(i + 1), static_cast<long long>(j + 1),
                   C[to_size(j * n + i)]);
  for (Index j = 1; j <= n; ++j)
    std::fprintf(file, "%lld 1 %lld %lld 1\n", static_cast<long long>(j), static_cast<long long>(j),
                 static_cast<long long>(j));
  std::fclose(file);
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::string what = count > 1 ? words[1] : "";
    if (what == "rate") {
      rate();
    } else if (what == "solve" && count == 8) {
      solve(std::atoll(words[2]), std::atoll(words[3]), words[4], words[5], std::atof(words[6]), std::atoi(words[7]));
    } else if (what == "trace" && count == 6) {
      trace(std::atoll(words[2]), words[3], words[4], std::atoi(words[5]));
    } else if (what == "memory") {
      memory();
    } else if (what == "sdpa" && count == 4) {
      sdpa(std::atoll(words[2]), words[3]);
    } else {
      std::fprintf(stderr,
                   "usage: bench_dsm rate | solve n m model algorithm tolerance repeats | "
                   "trace n model algorithm iterations | memory | sdpa n file\n");
      return 2;
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "bench_dsm: %s\n", error.text());
    return 1;
  }
  return 0;
}
