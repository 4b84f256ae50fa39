// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What one iteration of iht costs beside the one pass over A that a gradient cannot avoid, g = A'r.
//
//     bench_step            the table: 64 x 256 must stay within 3 passes, 2000 x 10000 within 1.15; exit status 1 if
//     not bench_step sweep      A'r by our kernels against the BLAS over the sizes: where DenseMatrix should switch
//     bench_step profile N  N steps at 64 x 256 and nothing else, for a profiler
//
// Every time is the smallest of many batches, pass and step in turn, so that what else runs on the machine cancels.
#include <cblas.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "linalg/simd/kernels.hpp"
#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "solver/solver.hpp"
#include "support/rng.hpp"

namespace {

using namespace sbreg;
using Vector = std::vector<double>;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The paper's generator: standard normal entries, columns scaled to length 1, b = A x*, x* standard normal on s
/// places.
struct Instance {
  Instance(Index rows, Index cols, Index nonzeros) : m(rows), n(cols), s(nonzeros) {
    Rng rng(1);
    Vector A(to_size(m * n)), b(to_size(m), 0.0);
    for (Index j = 0; j < n; ++j) {
      double squares = 0;
      double* const a = A.data() + j * m;
      for (Index i = 0; i < m; ++i) {
        a[i] = rng.normal();
        squares += a[i] * a[i];
      }
      for (Index i = 0; i < m; ++i) a[i] /= std::sqrt(squares);
    }
    signal = sparse_normal(rng);
    for (std::size_t j = 0; j < signal.size(); ++j)
      for (std::size_t i = 0; i < b.size() && signal[j] != 0; ++i) b[i] += A[j * b.size() + i] * signal[j];
    matrix = DenseMatrix::copy(m, n, {A.data(), m, false});
    problem = std::make_shared<LinearModel>(matrix, find_loss("least_squares"), b);
    problem->freeze();
    weights = Vector(to_size(n), std::pow(1 + std::sqrt(static_cast<double>(n) / static_cast<double>(m)), 2));
  }

  [[nodiscard]] Vector sparse_normal(Rng& rng) const {
    Vector x(to_size(n), 0.0);
    for (Index left = s; left > 0;) {
      double& value = x[rng.below(static_cast<std::uint64_t>(n))];
      if (value != 0) continue;
      value = rng.normal();
      --left;
    }
    return x;
  }

  /// Ready for its first step, with nothing that could stop it, far from the signal x* or at it.
  [[nodiscard]] std::unique_ptr<Solver> solver(bool far) const {
    auto out = std::make_unique<Solver>(problem, s);
    out->options.method = "iht";
    apply_method(out->options);
    out->options.residual_tolerance = 0;
    out->options.stationarity_tolerance = 0;
    out->options.max_iterations = unlimited;
    out->add_scaling(weights);
    Rng rng(3);
    out->set_start(far ? sparse_normal(rng) : signal);
    out->prepare([] { return true; });
    return out;
  }

  Index m, n, s;
  std::shared_ptr<DenseMatrix> matrix;
  std::shared_ptr<LinearModel> problem;
  Vector signal;   // x*
  Vector weights;  // the limit of the largest eigenvalue of A'A as the sizes grow
};

void blas_pass(const DenseMatrix& A, const Vector& r, Vector& g) {
  const DenseView& view = *A.dense();
  const auto m = static_cast<int>(A.rows()), n = static_cast<int>(A.cols());
  if (view.by_rows) {
    cblas_dgemv(CblasRowMajor, CblasTrans, m, n, 1, view.data, static_cast<int>(view.ld), r.data(), 1, 0, g.data(), 1);
  } else {
    cblas_dgemv(CblasColMajor, CblasTrans, m, n, 1, view.data, static_cast<int>(view.ld), r.data(), 1, 0, g.data(), 1);
  }
}

struct Times {
  double blas = INFINITY, own = INFINITY;  // one pass
  double changing = INFINITY;              // one step, over the first iterations
  double settled = INFINITY;               // one step at the solution, where the support stays
  Index changes = 0;
  Index first = 0;
};

/// `first`: how many iterations the beginning of a run has; `batch`: how many passes or steps are timed at once.
Times measure(const Instance& instance, Index first, Index batch, int repeats) {
  Times best;
  best.first = first;
  Rng rng(2);
  Vector r(to_size(instance.m)), g(to_size(instance.n));
  for (double& v : r) v = rng.normal();
  const auto many = [batch](const auto& work) {
    return seconds([&] {
             for (Index k = 0; k < batch; ++k) work();
           }) /
           static_cast<double>(batch);
  };
  const auto settled = instance.solver(false);
  Vector beginning(to_size(first / batch), INFINITY);  // by batch
  for (int k = 0; k < repeats; ++k) {
    best.blas = std::min(best.blas, many([&] { blas_pass(*instance.matrix, r, g); }));
    best.own = std::min(best.own, many([&] { instance.matrix->multiply_transpose(r, g); }));
    best.settled = std::min(best.settled, many([&] { settled->step(); }));
    const auto fresh = instance.solver(true);
    for (double& time : beginning) time = std::min(time, many([&] { fresh->step(); }));
    best.changes = fresh->run().counters.support_changes;
  }
  best.changing = std::accumulate(beginning.begin(), beginning.end(), 0.0) / static_cast<double>(beginning.size());
  if (settled->state() != SBREG_RUNNING || settled->run().counters.support_changes != 0)
    std::printf("warning: the settled run ended, or left its support\n");
  return best;
}

/// One row of the table; true when both ratios are within the limit.
bool report(Index m, Index n, Index s, Index first, Index batch, int repeats, double limit) {
  const Times t = measure(Instance(m, n, s), first, batch, repeats);
  const double pass = std::min(t.blas, t.own), changing = t.changing / pass, settled = t.settled / pass;
  const bool good = changing <= limit && settled <= limit;
  std::printf("%5lld x %-6lld %4lld | %10.2f %10.2f | %10.2f %5.2f (%3lld of %3lld) | %10.2f %5.2f | %5.2f %s\n",
              static_cast<long long>(m), static_cast<long long>(n), static_cast<long long>(s), 1e6 * t.blas,
              1e6 * t.own, 1e6 * t.changing, changing, static_cast<long long>(t.changes),
              static_cast<long long>(t.first), 1e6 * t.settled, settled, limit, good ? "met" : "MISSED");
  return good;
}

int table() {
  std::printf(
      "One step of iht against one pass A'r, microseconds. A: standard normal entries, columns of length 1; b = A x*,\n"
      "x* standard normal on s places. Kernels: %s. Threads of the BLAS: the process's own setting, for both.\n\n"
      "                   |     pass A'r, by      | step, support changing     | step, settled    |\n"
      "    m x n         s |       BLAS    library |      time ratio  (changes) |       time ratio | limit\n",
      kernels().name);
  bool good = report(64, 256, 16, 50, 50, 1000, 3);
  good = report(64, 256, 30, 50, 50, 1000, 3) && good;
  good = report(2000, 10000, 200, 10, 1, 50, 1.15) && good;
  return good ? 0 : 1;
}

int sweep() {
  std::printf("A'r, microseconds:         by columns                    by rows\n");
  std::printf("    m x n        elements     BLAS  kernel  kernel/BLAS     BLAS  kernel  kernel/BLAS\n");
  const Index shapes[][2] = {{32, 128},   {64, 256},   {100, 500},   {128, 1024},  {256, 1024},  {512, 1024},
                             {512, 2048}, {724, 2896}, {1024, 4096}, {1448, 5792}, {2000, 10000}};
  for (const auto& shape : shapes) {
    const Index m = shape[0], n = shape[1];
    const Instance instance(m, n, 1);
    const DenseMatrix& columns = *instance.matrix;
    Vector transposed(to_size(m * n)), r(to_size(m), 1.0), g(to_size(n));
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < n; ++j) transposed[to_size(i * n + j)] = columns.dense()->data[j * columns.dense()->ld + i];
    const DenseMatrix rows(m, n, {transposed.data(), n, true});
    const auto batch = static_cast<int>(std::max<Index>(1, 2000000 / (m * n)));
    double best[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
    const std::function<void()> passes[4] = {
        [&] { blas_pass(columns, r, g); },
        [&] {
          kernels().transpose_times(m, n, columns.dense()->data, columns.dense()->ld, nullptr, r.data(), g.data());
        },
        [&] { blas_pass(rows, r, g); },
        [&] { kernels().add_columns(n, transposed.data(), n, m, nullptr, r.data(), nullptr, g.data()); }};
    for (int repeat = 0; repeat < 100; ++repeat)
      for (std::size_t k = 0; k < 4; ++k)
        best[k] = std::min(best[k], seconds([&] {
                                      for (int i = 0; i < batch; ++i) passes[k]();
                                    }) / batch);
    std::printf("%5lld x %-6lld %9lld %8.2f %8.2f %8.2f %12.2f %8.2f %8.2f\n", static_cast<long long>(m),
                static_cast<long long>(n), static_cast<long long>(m * n), 1e6 * best[0], 1e6 * best[1],
                best[1] / best[0], 1e6 * best[2], 1e6 * best[3], best[3] / best[2]);
  }
  return 0;
}

int profile(long steps) {
  const auto solver = Instance(64, 256, 16).solver(false);
  for (long k = 0; k < steps; ++k) solver->step();
  std::printf("%lld steps\n", static_cast<long long>(solver->run().counters.iterations));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "sweep") == 0) return sweep();
  if (count > 2 && std::strcmp(arguments[1], "profile") == 0) return profile(std::atol(arguments[2]));
  return table();
}
