// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Allocation failures over combinations of loss, storage, intercept, standardize, weights, structure, method, kernel,
// path and threads. The rows are a covering array, made greedily from a fixed seed: every pair of values that the
// library accepts together is in at least one row. For each row the k-th allocation of a whole program fails, for all k
// or a sample of them: the call that it hits answers SBREG_E_MEMORY with a text, the same call made again succeeds, and
// the program ends with the bits of one that nothing disturbed.
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cmocka.hpp"
#include "data.h"
#include "failing_new.hpp"
#include "sparsebregman.h"
#include "support/rng.hpp"

namespace {

constexpr std::int64_t m = 10, n = 6, s = 2;
constexpr int most_failures = 120;  // of a row
constexpr int most_attempts = 40;   // at a row with a given pair, before the pair counts as impossible

struct Factor {
  const char* name;
  std::vector<std::string> values;
};
const std::vector<Factor> factors = {
    {"loss", {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"}},
    {"storage", {"columns", "rows", "csc", "operator"}},
    {"intercept", {"0", "1"}},
    {"standardize", {"0", "1"}},
    {"weights", {"none", "some"}},
    {"structure", {"none", "groups", "bounds", "kept"}},
    {"method", {"auto", "search", "iht", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista", "bpg"}},
    {"kernel", {"none", "quartic"}},
    {"path", {"0", "1"}},
    {"threads", {"1", "3"}},
};
enum { loss, storage, intercept, standardize, weighted, structure, method, kernel, path, threads };
using Row = std::vector<std::size_t>;
using Pair = std::vector<std::size_t>;  // factor, value, factor, value

const std::string& value(const Row& row, std::size_t factor) { return factors[factor].values[row[factor]]; }

std::string text_of(const Row& row) {
  std::string text;
  for (std::size_t f = 0; f < factors.size(); ++f)
    text += std::string(f > 0 ? ", " : "") + factors[f].name + " " + value(row, f);
  return text;
}

instance data;
double by_rows[m * n], observations[m], weights[m];

int times(std::int64_t, std::int64_t, std::int64_t k, const double* X, double* Y, void*) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < m; ++i) {
      Y[c * m + i] = 0;
      for (std::int64_t j = 0; j < n; ++j) Y[c * m + i] += data.A[j * m + i] * X[c * n + j];
    }
  return 0;
}

int transposed_times(std::int64_t, std::int64_t, std::int64_t k, const double* X, double* Y, void*) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < n; ++j) {
      Y[c * n + j] = 0;
      for (std::int64_t i = 0; i < m; ++i) Y[c * n + j] += data.A[j * m + i] * X[c * m + i];
    }
  return 0;
}

/// The calls of a program, each made again where the failing allocation hit it.
class Program {
 public:
  explicit Program(const Row& row) : row_(row) { result_.reserve(4096); }  // before an allocation may fail
  ~Program() {
    sbreg_path_destroy(path_);
    sbreg_solver_destroy(solver_);
    sbreg_kernel_destroy(kernel_);
    sbreg_problem_destroy(problem_);
    sbreg_matrix_destroy(matrix_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The status of the first call that is refused, or SBREG_OK.
  sbreg_status run() {
    sbreg_status status = make();
    if (status == SBREG_OK) status = value(row_, path) == "1" ? run_path() : run_solver();
    return status;
  }
  /// All numbers that came out, as text.
  [[nodiscard]] const std::string& result() const { return result_; }

 private:
  template <class Make>
  sbreg_status call(Make make) {
    const bool before = failing_new::failed;
    sbreg_status status = make();
    if (!before && failing_new::failed) {
      if (status != SBREG_E_MEMORY || sbreg_last_error()[0] == '\0')
        fail_msg("%s: a call answered %d after a failing allocation\n", text_of(row_).c_str(), status);
      status = make();
    }
    return status;
  }
#define CALL(expression)                                                                                 \
  do {                                                                                                   \
    if (const sbreg_status status = call([&] { return expression; }); status != SBREG_OK) return status; \
  } while (false)

  sbreg_status make() {
    if (value(row_, storage) == "columns")
      CALL(sbreg_matrix_create_dense(&matrix_, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
    else if (value(row_, storage) == "rows")
      CALL(sbreg_matrix_create_dense(&matrix_, m, n, by_rows, n, SBREG_ROW_MAJOR, SBREG_BORROW, nullptr, nullptr));
    else if (value(row_, storage) == "csc") {
      std::int64_t start[n + 1], index[m * n];
      for (std::int64_t j = 0; j <= n; ++j) start[j] = j * m;
      for (std::int64_t k = 0; k < m * n; ++k) index[k] = k % m;
      CALL(sbreg_matrix_create_csc(&matrix_, m, n, start, index, 8, 0, data.A, SBREG_COPY, nullptr, nullptr));
    } else {
      CALL(sbreg_matrix_create_operator(&matrix_, m, n, times, transposed_times, nullptr, nullptr));
    }
    const bool counts = value(row_, loss) == "logistic" || value(row_, loss) == "poisson";
    CALL(sbreg_problem_create_linear(&problem_, matrix_, value(row_, loss).c_str(), counts ? observations : data.b));
    CALL(sbreg_problem_set_int(problem_, "intercept", value(row_, intercept) == "1"));
    CALL(sbreg_problem_set_int(problem_, "standardize", value(row_, standardize) == "1"));
    if (value(row_, weighted) == "some") CALL(sbreg_problem_set_weights(problem_, weights));
    CALL(sbreg_problem_set_real(problem_, "ridge", 0.25));
    CALL(sbreg_solver_create(&solver_, problem_, s));
    CALL(sbreg_solver_set_text(solver_, "method", value(row_, method).c_str()));
    CALL(sbreg_solver_set_int(solver_, "threads", std::stoll(value(row_, threads))));
    CALL(sbreg_solver_set_int(solver_, "max_iterations", 9));
    CALL(sbreg_solver_set_real(solver_, "effort", 0.01));
    if (value(row_, kernel) == "quartic") {
      CALL(sbreg_kernel_create(&kernel_, n, "quartic"));
      CALL(sbreg_solver_set_kernel(solver_, kernel_));
    }
    const std::int64_t group[n] = {0, 0, 1, 1, 2, 2}, kept[] = {3};
    const double lower[n] = {-1, 0, -1, 0, -1, 0}, upper[n] = {0.5, 1, 0.5, 1, 0.5, 1};
    if (value(row_, structure) == "groups") CALL(sbreg_solver_set_groups(solver_, group));
    if (value(row_, structure) == "bounds") CALL(sbreg_solver_set_bounds(solver_, lower, upper));
    if (value(row_, structure) == "kept") CALL(sbreg_solver_set_kept(solver_, kept, 1));
    return SBREG_OK;
  }

  sbreg_status run_solver() {
    double x[n], f = 0;
    CALL(sbreg_solver_run(solver_));
    CALL(sbreg_solver_get_solution(solver_, x));
    CALL(sbreg_solver_get_real(solver_, "best_objective", &f));
    append(x, n);
    append(&f, 1);
    return SBREG_OK;
  }

  sbreg_status run_path() {
    CALL(sbreg_path_create(&path_, solver_));
    CALL(sbreg_path_set_int(path_, "last", s));
    CALL(sbreg_path_set_int(path_, "threads", std::stoll(value(row_, threads))));
    CALL(sbreg_path_run(path_));
    double x[n], f[s];
    std::int64_t count = 0;
    CALL(sbreg_path_get_series(path_, "objective", f, s, &count));
    append(f, count);
    CALL(sbreg_path_get_coefficients(path_, s, x));
    append(x, n);
    return SBREG_OK;
  }

  void append(const double* values, std::int64_t count) {
    char number[40];
    for (std::int64_t i = 0; i < count; ++i) {
      std::snprintf(number, sizeof number, " %a", values[i]);
      result_ += number;
    }
  }

  const Row& row_;
  std::string result_;
  sbreg_matrix* matrix_ = nullptr;
  sbreg_problem* problem_ = nullptr;
  sbreg_kernel* kernel_ = nullptr;
  sbreg_solver* solver_ = nullptr;
  sbreg_path* path_ = nullptr;
};

/// Fails allocations of a row that the library accepts; returns how many.
int fail_allocations(const Row& row, std::int64_t count, const std::string& wanted, sbreg::Rng& rng) {
  std::string got;
  got.reserve(4096);
  const std::int64_t live = failing_new::live;
  const std::int64_t tries = std::min<std::int64_t>(count, most_failures);
  int failures = 0;
  for (std::int64_t t = 0; t < tries; ++t) {
    const std::int64_t from = t * count / tries, beyond = (t + 1) * count / tries;
    const auto k = from + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(beyond - from)));
    sbreg_status status = SBREG_OK;
    {
      Program program(row);
      failing_new::arm(k);
      status = program.run();
      failing_new::disarm();
      got = program.result();
    }
    failures += failing_new::failed ? 1 : 0;
    if (status != SBREG_OK || got != wanted)
      fail_msg("%s: allocation %ld of %ld: status %d (%s)\n%s\n  and not\n%s\n", text_of(row).c_str(),
               static_cast<long>(k), static_cast<long>(count), status, sbreg_last_error(), got.c_str(), wanted.c_str());
    if (failing_new::live != live)
      fail_msg("%s: allocation %ld leaks %ld\n", text_of(row).c_str(), static_cast<long>(k),
               static_cast<long>(failing_new::live - live));
  }
  return failures;
}

void every_pair_of_settings_survives_failing_allocations(void**) {
  sbreg::Rng rng(241);
  std::set<Pair> open;
  for (std::size_t f = 0; f < factors.size(); ++f)
    for (std::size_t g = f + 1; g < factors.size(); ++g)
      for (std::size_t v = 0; v < factors[f].values.size(); ++v)
        for (std::size_t w = 0; w < factors[g].values.size(); ++w) open.insert({f, v, g, w});
  const std::size_t all = open.size();
  const auto pairs_of = [&](const Row& row) {
    std::vector<Pair> pairs;
    for (std::size_t f = 0; f < factors.size(); ++f)
      for (std::size_t g = f + 1; g < factors.size(); ++g) pairs.push_back({f, row[f], g, row[g]});
    return pairs;
  };
  int rows = 0, failures = 0, impossible = 0;
  while (!open.empty()) {
    const Pair wanted = *open.begin();
    bool done = false;
    for (int attempt = 0; attempt < most_attempts && !done; ++attempt) {
      Row best;
      std::size_t most = 0;
      for (int candidate = 0; candidate < 16;
           ++candidate) {  // of random rows with the pair, the one with most new pairs
        Row row;
        for (const Factor& factor : factors) row.push_back(rng.below(factor.values.size()));
        if (attempt > 0 && wanted[0] != kernel && wanted[2] != kernel) row[kernel] = 0;  // most methods take no kernel
        row[wanted[0]] = wanted[1];
        row[wanted[2]] = wanted[3];
        std::size_t fresh = 0;
        for (const Pair& pair : pairs_of(row)) fresh += open.count(pair);
        if (fresh >= most) best = row;
        most = std::max(most, fresh);
      }
      std::string undisturbed;
      failing_new::count();
      sbreg_status status = SBREG_OK;
      {
        Program program(best);
        status = program.run();
        undisturbed = program.result();
      }
      const std::int64_t count = failing_new::allocations;
      if (status != SBREG_OK) {
        if (status != SBREG_E_UNSUPPORTED && status != SBREG_E_ARGUMENT && status != SBREG_E_STATE)
          fail_msg("%s: answered %d: %s\n", text_of(best).c_str(), status, sbreg_last_error());
        continue;
      }
      done = true;
      ++rows;
      for (const Pair& pair : pairs_of(best)) open.erase(pair);
      failures += fail_allocations(best, count, undisturbed, rng);
    }
    if (done) continue;
    ++impossible;
    print_message("never together: %s %s and %s %s\n", factors[wanted[0]].name,
                  factors[wanted[0]].values[wanted[1]].c_str(), factors[wanted[2]].name,
                  factors[wanted[2]].values[wanted[3]].c_str());
    open.erase(wanted);
  }
  print_message("%zu pairs, %d of them never together, in %d rows; %d allocations failed\n", all, impossible, rows,
                failures);
  assert_true(rows >= 54);           // losses times methods
  assert_int_equal(impossible, 11);  // no intercept, no bound on the curvature, or no kernel
  assert_true(failures >= 4000);
}

int set_up(void**) {
  data = instance_make(m, n, s, 0.3, 240);
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) by_rows[i * n + j] = data.A[j * m + i];
    observations[i] = data.b[i] > 0 ? 1 : 0;
    weights[i] = 1 + 0.25 * static_cast<double>(i % 4);
  }
  return 0;
}

int tear_down(void**) {
  instance_free(&data);
  return 0;
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_pair_of_settings_survives_failing_allocations),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
