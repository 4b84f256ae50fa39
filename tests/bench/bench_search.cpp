// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The search over supports on the paper's benchmark, on other families of matrices, and at a large size.
//
//     bench_search recovery LOG [INSTANCES [SPARSITY...]]   one line per instance is added to LOG, which it resumes
//     bench_search families [INSTANCES]
//     bench_search large
//
// recovery: the instances of src/cli/experiments/instance.hpp (64 x 256, Gaussian, unit columns, no noise) with a seed
// that was not used for tuning; method auto, one thread, no limit but 40 units of time. One unit is 8000 products A'r
// of that size, measured beside every solve; times are processor time. What is written is the number of units to the
// solution, so that the recovery within any budget can be read off one run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "cli/experiments/instance.hpp"
#include "search_common.hpp"
#include "support/rng.hpp"

namespace {

using namespace bench;
using sbreg::Rng;
using sbreg::to_size;

constexpr std::uint64_t seed = 20261116;
constexpr double most_units = 40;

/// Seconds of 8000 products, the mean over the whole run so far.
class Unit {
 public:
  double operator()(Index m, Index n, const Vector& numbers, const Vector& b) {
    constexpr int count = 400;
    Vector r(b), g(to_size(n));
    const auto A = sbreg::DenseMatrix::copy(m, n, {numbers.data(), m, false});
    A->multiply_transpose(r, g);
    const double start = thread_seconds();
    for (int k = 0; k < count; ++k) A->multiply_transpose(r, g);
    seconds_ += thread_seconds() - start;
    products_ += count;
    return 8000 * seconds_ / products_;
  }

 private:
  double seconds_ = 0;
  double products_ = 0;
};

int recovery(const char* path, Index instances, const std::vector<Index>& sparsities) {
  std::set<std::pair<Index, Index>> done;
  if (std::FILE* log = std::fopen(path, "r")) {
    long long s = 0, number = 0;
    double units = 0, unit = 0;
    while (std::fscanf(log, "%lld,%lld,%lf,%lf", &s, &number, &units, &unit) == 4) done.insert({s, number});
    std::fclose(log);
  }
  std::FILE* log = std::fopen(path, "a");
  if (log == nullptr) return std::perror(path), 1;
  Unit measure;
  for (Index number = 0; number < instances; ++number)
    for (const Index s : sparsities) {
      if (done.contains({s, number})) continue;
      const auto instance = paper::draw_instance(seed, s, number);
      const double unit = measure(instance.m, instance.n, instance.A, instance.b);
      const auto problem = least_squares(instance.m, instance.n, instance.A, instance.b);
      const Run result = run(problem, s, "auto", most_units * unit, thread_seconds, [&](sbreg::SolverOptions& options) {
        options.effort = 1e300;
        options.max_iterations = sbreg::unlimited;
        options.seed = number + 1;
      });
      const bool recovered = instance.recovered_by(result.x);
      std::fprintf(log, "%lld,%lld,%.4f,%.6f\n", static_cast<long long>(s), static_cast<long long>(number),
                   recovered ? result.seconds / unit : -1, unit);
      std::fflush(log);
    }
  std::fclose(log);
  return 0;
}

struct Family {
  const char* name;
  bool signs;    // amplitudes +-1 instead of standard normal
  double noise;  // standard deviation of the noise over that of Ax*
  void (*fill)(Rng&, Index m, Index n, Vector& A);
};

void gaussian(Rng& rng, Index, Index, Vector& A) {
  for (double& v : A) v = rng.normal();
}
void bernoulli(Rng& rng, Index, Index, Vector& A) {
  for (double& v : A) v = rng.uniform() < 0.5 ? 1 : 0;
}
/// Rows of the orthogonal cosine transform, drawn without replacement.
void partial_dct(Rng& rng, Index m, Index n, Vector& A) {
  std::vector<Index> rows(to_size(n));
  for (Index i = 0; i < n; ++i) rows[to_size(i)] = i;
  for (Index i = 0; i < m; ++i) {
    std::swap(rows[to_size(i)], rows[to_size(i) + rng.below(static_cast<std::uint64_t>(n - i))]);
    for (Index j = 0; j < n; ++j)
      A[to_size(j * m + i)] = std::cos(M_PI * (static_cast<double>(j) + 0.5) * static_cast<double>(rows[to_size(i)]) /
                                       static_cast<double>(n));
  }
}
/// Neighbouring columns have correlation 0.9.
void correlated(Rng& rng, Index m, Index n, Vector& A) {
  gaussian(rng, m, n, A);
  for (Index j = 1; j < n; ++j)
    for (Index i = 0; i < m; ++i) {
      double& v = A[to_size(j * m + i)];
      v = 0.9 * A[to_size((j - 1) * m + i)] + std::sqrt(1 - 0.81) * v;
    }
}

constexpr Family families[] = {
    {"Gaussian, noise 10 %", false, 0.1, gaussian}, {"Gaussian, amplitudes +-1", true, 0, gaussian},
    {"Bernoulli 0/1", false, 0, bernoulli},         {"partial DCT", false, 0, partial_dct},
    {"correlated 0.9", false, 0, correlated},       {"correlated 0.9, noise 10 %", false, 0.1, correlated}};

/// m = 200, n = 1000, s uniform on 30 .. 70, x* on a uniform support. Each of the paper's methods and auto get the time
/// of 8000 products A'r, measured beside the solves. The rivals' best: they do not stop when they stall, and computing
/// their scaling matrices is not counted.
int compare_families(Index instances) {
  const Index m = 200, n = 1000;
  const char* const methods[] = {"gpnp", "newton", "iht-lsr", "ciwht-lsr", "mfista", "iht", "iwht", "ciwht"};
  std::printf("%-28s %9s %9s %9s | %s\n", "family, 200 x 1000", "not worse", "better", "instances",
              "mean seconds of auto");
  Index all = 0, good = 0;
  Unit measure;
  for (const Family& family : families) {
    Rng rng(seed);
    Index not_worse = 0, better = 0;
    double seconds = 0;
    for (Index k = 0; k < instances; ++k) {
      const Index s = 30 + static_cast<Index>(rng.below(41));
      Vector A(to_size(m * n)), b(to_size(m), 0.0), x(to_size(n), 0.0);
      family.fill(rng, m, n, A);
      for (Index left = s; left > 0;) {
        const auto j = rng.below(static_cast<std::uint64_t>(n));
        if (x[j] != 0) continue;
        x[j] = family.signs ? (rng.uniform() < 0.5 ? 1 : -1) : rng.normal();
        for (std::size_t i = 0; i < b.size(); ++i) b[i] += A[j * b.size() + i] * x[j];
        --left;
      }
      double power = 0;
      for (double v : b) power += v * v / static_cast<double>(m);
      for (double& v : b) v += family.noise * std::sqrt(power) * rng.normal();
      const auto problem = least_squares(m, n, A, b);
      const double limit = measure(m, n, A, b);
      double rival = INFINITY;
      for (const char* method : methods) {
        const auto endless = [](sbreg::SolverOptions& o) {
          o.stall_window = 0;
          o.max_iterations = sbreg::unlimited;
        };
        rival = std::min(rival, run(problem, s, method, limit, thread_seconds, endless, true).objective);
      }
      const Run own =
          run(problem, s, "auto", limit, thread_seconds, [&](sbreg::SolverOptions& o) { o.effort = 1e300; });
      const double slack = 1e-9 * power * static_cast<double>(m);  // below it both are exact fits
      not_worse += own.objective <= rival * (1 + 1e-9) + slack ? 1 : 0;
      better += own.objective < rival * (1 - 1e-9) - slack ? 1 : 0;
      seconds += own.seconds;
    }
    all += instances;
    good += not_worse;
    std::printf("%-28s %9lld %9lld %9lld | %.3f\n", family.name, static_cast<long long>(not_worse),
                static_cast<long long>(better), static_cast<long long>(instances),
                seconds / static_cast<double>(instances));
    std::fflush(stdout);
  }
  std::printf("not worse in %lld of %lld\n", static_cast<long long>(good), static_cast<long long>(all));
  return 0;
}

/// n = 20000, m = 2000, s = 100, Gaussian, x* standard normal, no noise: the time of auto over that of gpnp.
int large() {
  const Index m = 2000, n = 20000, s = 100;
  Rng rng(seed);
  Vector A(to_size(m * n)), b(to_size(m), 0.0), x(to_size(n), 0.0);
  gaussian(rng, m, n, A);
  for (Index left = s; left > 0;) {
    const auto j = rng.below(static_cast<std::uint64_t>(n));
    if (x[j] != 0) continue;
    x[j] = rng.normal();
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += A[j * b.size() + i] * x[j];
    --left;
  }
  const auto problem = least_squares(m, n, A, b);
  double shortest[2] = {INFINITY, INFINITY};
  for (int repeat = 0; repeat < 3; ++repeat)
    for (int k = 0; k < 2; ++k) {
      const Run own = run(problem, s, k == 0 ? "gpnp" : "auto", 600, wall_seconds);
      bool same = true;
      for (std::size_t j = 0; j < x.size(); ++j) same = same && (own.x[j] != 0) == (x[j] != 0);
      shortest[k] = std::min(shortest[k], own.seconds);
      std::printf("%-5s %.3f s, objective %.3g, planted support %s\n", k == 0 ? "gpnp" : "auto", own.seconds,
                  own.objective, same ? "found" : "not found");
    }
  std::printf("auto / gpnp = %.2f (limit 2)\n", shortest[1] / shortest[0]);
  return shortest[1] <= 2 * shortest[0] ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "recovery" && argc > 2) {
    std::vector<Index> sparsities;
    for (int k = 4; k < argc; ++k) sparsities.push_back(std::atoll(argv[k]));
    if (sparsities.empty()) sparsities = {28, 30, 32, 34};
    return recovery(argv[2], argc > 3 ? std::atoll(argv[3]) : 300, sparsities);
  }
  if (what == "families") return compare_families(argc > 2 ? std::atoll(argv[2]) : 20);
  if (what == "large") return large();
  std::fprintf(stderr, "usage: bench_search recovery LOG [INSTANCES [SPARSITY...]] | families [INSTANCES] | large\n");
  return 2;
}
