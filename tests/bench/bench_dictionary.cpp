// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the scaling matrices cost that a method with a line search computes by itself, beside the run that waits for
// them: never more than it. Exit status 1 where they do.
//
// A: standard normal entries, columns of length 1, or 5 normal entries per column in rows drawn uniformly; b: standard
// normal, so that no run ends early. Processor time of the one thread; set OPENBLAS_NUM_THREADS=1.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "problem/csc.hpp"
#include "search_common.hpp"
#include "support/rng.hpp"

namespace {

using namespace bench;

std::shared_ptr<const sbreg::Problem> sparse_noise(Index m, Index n) {
  sbreg::Rng rng(1);
  std::vector<std::int64_t> start{0}, row;
  Vector values, b(static_cast<std::size_t>(m));
  for (Index j = 0; j < n; ++j) {
    std::vector<std::int64_t> rows;
    while (rows.size() < 5) {
      const auto i = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(m)));
      if (std::ranges::find(rows, i) == rows.end()) rows.push_back(i);
    }
    std::ranges::sort(rows);
    row.insert(row.end(), rows.begin(), rows.end());
    for (std::size_t k = 0; k < rows.size(); ++k) values.push_back(rng.normal());
    start.push_back(static_cast<std::int64_t>(row.size()));
  }
  for (double& v : b) v = rng.normal();
  std::shared_ptr<sbreg::Matrix> A =
      sbreg::CscMatrix<std::int64_t>::copy(m, n, {start.data(), row.data(), values.data(), 0});
  auto problem = std::make_shared<sbreg::LinearModel>(std::move(A), sbreg::find_loss("least_squares"), b);
  problem->freeze();
  return problem;
}

std::shared_ptr<const sbreg::Problem> noise(Index m, Index n, const char* loss = "least_squares") {
  sbreg::Rng rng(1);
  Vector A(static_cast<std::size_t>(m * n)), b(static_cast<std::size_t>(m));
  for (Index j = 0; j < n; ++j) {
    double* const a = A.data() + j * m;
    double squares = 0;
    for (Index i = 0; i < m; ++i) {
      a[i] = rng.normal();
      squares += a[i] * a[i];
    }
    for (Index i = 0; i < m; ++i) a[i] /= std::sqrt(squares);
  }
  for (double& v : b) v = rng.normal();
  auto problem = std::make_shared<sbreg::LinearModel>(sbreg::DenseMatrix::copy(m, n, {A.data(), m, false}),
                                                      sbreg::find_loss(loss), b);
  problem->freeze();
  return problem;
}

/// One row of the table; true when the matrices cost no more than the run before them.
bool report(const char* kind, const std::shared_ptr<const sbreg::Problem>& problem, Index s, const char* method) {
  sbreg::Solver solver(problem, s);
  solver.options.method = method;
  sbreg::apply_method(solver.options);
  solver.options.stall_window = 0;
  solver.options.max_iterations = 1000000;
  const std::function<bool()> keep_going = [] { return true; };
  double start = thread_seconds(), run = 0, matrices = 0;
  while (solver.state() == SBREG_RUNNING && matrices == 0) {
    const double before = thread_seconds();
    solver.prepare(keep_going);
    if (solver.dictionary().size() > 1) {
      run = before - start;
      matrices = thread_seconds() - before;
    } else {
      solver.step();
    }
  }
  const bool good = matrices <= run;
  std::printf("%-6s %5lld x %-6lld %4lld  %-10s %10lld %12.2f %12.2f %8.2f %s\n", kind,
              static_cast<long long>(problem->rows()), static_cast<long long>(problem->dimension()),
              static_cast<long long>(s), method, static_cast<long long>(solver.run().counters.iterations), 1e3 * run,
              1e3 * matrices, matrices / run,
              matrices == 0 ? "NONE"
              : good        ? "met"
                            : "MISSED");
  std::fflush(stdout);
  return good && matrices > 0;
}

}  // namespace

int main() {
  struct Size {
    Index m, n, s[3];
  };
  const Size sizes[] = {{64, 256, {4, 20, 30}},
                        {200, 1000, {10, 40, 66}},
                        {1000, 200, {10, 50, 100}},
                        {500, 2000, {25, 100, 166}},
                        {2000, 10000, {200, 0, 0}}};
  std::printf("           m x n         s  method     iterations      run, ms matrices, ms    ratio, limit 1\n");
  bool good = true;
  for (const Size& size : sizes) {
    const auto problem = noise(size.m, size.n);
    for (const Index s : size.s)
      for (const char* method : {"newton", "ciwht-lsr", "mfista"})
        if (s > 0) good = report("dense", problem, s, method) && good;
  }
  for (const auto& [m, n] : {std::pair<Index, Index>{1000, 4000}, {4000, 4000}, {4000, 20000}})
    for (const char* method : {"newton", "ciwht-lsr", "mfista"})
      good = report("sparse", sparse_noise(m, n), 20, method) && good;
  for (const char* method : {"newton", "ciwht-lsr", "mfista"})
    good = report("huber", noise(200, 1000, "huber"), 10, method) && good;
  return good ? 0 : 1;
}
