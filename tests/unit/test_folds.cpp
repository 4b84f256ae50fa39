// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A fold of a path is the path of a problem made by hand from the rows outside the fold, whatever the storage.
#include <string>

#include "bregman.hpp"
#include "path/folds.hpp"
#include "problem/problem.hpp"

namespace {

using namespace oracle;
using Path = std::unique_ptr<sbreg_path, Destroy<sbreg_path_destroy>>;

constexpr Index folds = 3, last = 6;

struct Data {
  std::string loss;
  Index m, n;
  Vector A, b, w;
  bool intercept, standardize;
};

/// Four columns in ten are zero, each column has entries of its own size, and some observations have weight zero.
Data make_data(const std::string& loss, bool weighted, bool intercept, bool standardize) {
  constexpr Index m = 61, n = 24;
  Rng rng(91);
  Data data{loss, m, n, sparse_matrix(rng, m, n, 0.6), {}, {}, intercept, standardize};
  for (Index i = 0; i < m; ++i) {
    const double t = 0.3 + data.A[at(i)] - data.A[at(5 * m + i)] + 0.5 * data.A[at(11 * m + i)] + 0.5 * rng.normal();
    data.b.push_back(loss == "logistic" ? (t > 0 ? 1 : 0) : t);
    if (weighted) data.w.push_back(i % 13 == 0 ? 0 : 0.5 + rng.uniform());
  }
  return data;
}

Data part(const Data& data, const std::vector<Index>& fold_of, Index fold, bool inside) {
  Data out = data;
  const auto taken = [&](Index i) { return (fold_of[at(i)] == fold) == inside; };
  out.A.clear();
  out.b.clear();
  out.w.clear();
  for (Index k = 0; k < data.n * data.m; ++k)
    if (taken(k % data.m)) out.A.push_back(data.A[at(k)]);
  for (Index i = 0; i < data.m; ++i) {
    if (!taken(i)) continue;
    out.b.push_back(data.b[at(i)]);
    if (!data.w.empty()) out.w.push_back(data.w[at(i)]);
  }
  out.m = size_of(out.b);
  return out;
}

Path make_path(const Data& data, const Matrix& A, const char* method, bool independent) {
  const Problem problem = make_linear(A, data.loss.c_str(), data.b);
  if (!data.w.empty()) OK(sbreg_problem_set_weights(problem.get(), data.w.data()));
  OK(sbreg_problem_set_real(problem.get(), "ridge", 0.2));
  OK(sbreg_problem_set_int(problem.get(), "intercept", data.intercept ? 1 : 0));
  OK(sbreg_problem_set_int(problem.get(), "standardize", data.standardize ? 1 : 0));
  const Solver pattern = make_solver(problem, 1, method, {});
  sbreg_path* path = nullptr;
  OK(sbreg_path_create(&path, pattern.get()));
  OK(sbreg_path_set_int(path, "last", last));
  OK(sbreg_path_set_int(path, "independent", independent ? 1 : 0));
  return Path(path);
}

Vector series_of(const Path& path, const char* name) {
  Index count = 0;
  OK(sbreg_path_get_series(path.get(), name, nullptr, 0, &count));
  Vector values(at(count));
  OK(sbreg_path_get_series(path.get(), name, values.data(), count, &count));
  return values;
}

Vector scores_of(const Path& path) {
  OK(sbreg_path_set_int(path.get(), "folds", folds));
  OK(sbreg_path_run(path.get()));
  return series_of(path, "cv_mean");
}

double deviance(const Data& data, const Vector& x, double c) {
  Real total = 0, weight = 0;
  for (Index i = 0; i < data.m; ++i) {
    Real t = c;
    for (Index j = 0; j < data.n; ++j) t += Real{data.A[at(j * data.m + i)]} * x[at(j)];
    const Real r = t - data.b[at(i)], wi = data.w.empty() ? 1 : data.w[at(i)];
    const Real softplus = std::max(t, Real{0}) + std::log1p(std::exp(-std::abs(t)));
    total += wi * (data.loss == "logistic" ? softplus - data.b[at(i)] * t : r * r / 2);
    weight += wi;
  }
  return static_cast<double>(2 * total / weight);
}

std::vector<Index> folds_of(const Data& data) {
  std::vector<int> kinds;
  for (std::size_t i = 0; i < data.b.size(); ++i) {
    const int label = data.loss != "logistic" ? 0 : data.b[i] == 1 ? 1 : -1;
    kinds.push_back(!data.w.empty() && data.w[i] == 0 ? sbreg::Observed::weightless : label);
  }
  const bool alike = data.w.empty() && data.loss != "logistic";
  return sbreg::draw_folds(data.m, folds, 1, 1, alike ? std::vector<int>() : kinds);
}

/// Rows in the order of the caller's memory, and borrowed: what a copy of some rows has to gather.
Matrix by_rows(const Data& data, Vector& memory) {
  memory.resize(data.A.size());
  for (Index i = 0; i < data.m; ++i)
    for (Index j = 0; j < data.n; ++j) memory[at(i * data.n + j)] = data.A[at(j * data.m + i)];
  sbreg_matrix* out = nullptr;
  OK(sbreg_matrix_create_dense(&out, data.m, data.n, memory.data(), data.n, SBREG_ROW_MAJOR, SBREG_BORROW, nullptr,
                               nullptr));
  return Matrix(out);
}

/// The scores of paths that are made by hand for the rows of each fold.
template <class Make>
Vector scores_by_hand(const Data& data, const char* method, Make make) {
  const auto fold_of = folds_of(data);
  Vector expected(at(last), 0.0);
  for (Index fold = 0; fold < folds; ++fold) {
    const Data seen = part(data, fold_of, fold, false), unseen = part(data, fold_of, fold, true);
    const Path path = make_path(seen, make(seen), method, false);
    OK(sbreg_path_run(path.get()));
    const Vector intercept = series_of(path, "intercept");
    for (Index s = 1; s <= last; ++s) {
      Vector x(at(data.n));
      OK(sbreg_path_get_coefficients(path.get(), s, x.data()));
      expected[at(s - 1)] += deviance(unseen, x, intercept[at(s - 1)]) / folds;
    }
  }
  return expected;
}

/// Warm starts, random searches and all, for the same options, the same seed and, so that the same rounding decides
/// between supports that fit about as well, the same storage.
void a_fold_is_the_path_of_its_rows(void**) {
  const auto dense = [](const Data& d) { return make_dense(d.m, d.n, d.A); };
  const auto sparse = [](const Data& d) { return make_csc<std::int64_t>(d.m, d.n, d.A); };
  for (const char* loss : {"least_squares", "logistic"})
    for (const char* method : {"auto", "newton"})
      for (const int kind : {0, 1, 2, 7}) {
        const Data data = make_data(loss, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0);
        const auto compare = [&](const Matrix& A, const Vector& expected) {
          const Vector scores = scores_of(make_path(data, A, method, false));
          for (std::size_t k = 0; k < scores.size(); ++k)
            ASSERT_AT_MOST(std::abs(scores[k] - expected[k]), 1e-12 * (1 + expected[k]));
        };
        Vector memory;
        const Vector by_columns = scores_by_hand(data, method, dense),
                     compressed = scores_by_hand(data, method, sparse);
        compare(dense(data), by_columns);
        compare(by_rows(data, memory), by_columns);
        compare(sparse(data), compressed);
        compare(make_csc<std::int32_t>(data.m, data.n, data.A, 1), compressed);
      }
}

/// An operator's folds are zero weights on all rows: the same minima where every support is tried or excluded.
void rows_left_out_are_rows_of_weight_zero(void**) {
  for (const char* loss : {"least_squares", "logistic"})
    for (const int kind : {0, 1, 2, 7}) {
      const Data data = make_data(loss, (kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0);
      Product product{data.m, data.n, data.A};
      const Path copied = make_path(data, make_dense(data.m, data.n, data.A), "search", true);
      const Path masked = make_path(data, make_operator(product), "search", true);
      OK(sbreg_path_set_int(copied.get(), "last", 2));
      OK(sbreg_path_set_int(masked.get(), "last", 2));
      const Vector x = scores_of(copied), y = scores_of(masked);
      for (std::size_t k = 0; k < x.size(); ++k) ASSERT_AT_MOST(std::abs(x[k] - y[k]), 1e-6 * (1 + y[k]));
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_fold_is_the_path_of_its_rows),
      cmocka_unit_test(rows_left_out_are_rows_of_weight_zero),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
