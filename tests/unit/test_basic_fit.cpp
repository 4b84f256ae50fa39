// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Columns that depend on others: coefficients of any size fit as well, and a run ends with those that are 0 at the
// dependent columns, for every loss and storage, with groups and kept coordinates, too.
#include <cstring>

#include "bregman.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

constexpr Index m = 24, n = 6;

/// Two columns, twice the first, their sum, a constant and a column of zeros: rank 3.
struct Data {
  Vector A, b;
};

Data make_data() {
  Rng rng(2311);
  Data data{gaussian(rng, 2 * m), {}};
  for (Index i = 0; i < m; ++i) data.b.push_back(3 * data.A[at(i)] - data.A[at(m + i)] + 0.3 * rng.normal());
  const Vector first(data.A.begin(), data.A.begin() + m), second(data.A.begin() + m, data.A.end());
  for (Index i = 0; i < m; ++i) data.A.push_back(2 * first[at(i)]);
  for (Index i = 0; i < m; ++i) data.A.push_back(first[at(i)] + second[at(i)]);
  data.A.resize(at(5 * m), 1.0);
  data.A.resize(at(6 * m), 0.0);
  return data;
}

int times(Index rows, Index cols, Index k, const double* X, double* Y, void* user) {
  const auto& A = *static_cast<const Vector*>(user);
  std::fill_n(Y, k * rows, 0.0);
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < cols; ++j)
      for (Index i = 0; i < rows; ++i) Y[c * rows + i] += A[at(j * rows + i)] * X[c * cols + j];
  return 0;
}

int transposed_times(Index rows, Index cols, Index k, const double* X, double* Y, void* user) {
  const auto& A = *static_cast<const Vector*>(user);
  std::fill_n(Y, k * cols, 0.0);
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < cols; ++j)
      for (Index i = 0; i < rows; ++i) Y[c * cols + j] += A[at(j * rows + i)] * X[c * rows + i];
  return 0;
}

Matrix make_matrix(const std::string& storage, Vector& A) {
  sbreg_matrix* out = nullptr;
  if (storage == "dense") return make_dense(m, n, A);
  if (storage == "operator") {
    OK(sbreg_matrix_create_operator(&out, m, n, times, transposed_times, &A, nullptr));
    return Matrix(out);
  }
  std::vector<Index> start, rows;
  for (Index j = 0; j <= n; ++j) start.push_back(j * m);
  for (Index k = 0; k < m * n; ++k) rows.push_back(k % m);
  OK(sbreg_matrix_create_csc(&out, m, n, start.data(), rows.data(), 8, 0, A.data(), SBREG_COPY, nullptr, nullptr));
  return Matrix(out);
}

/// Labels and counts that the first columns explain only in part.
Vector response(const char* loss, const Vector& b) {
  Vector out(b);
  if (std::strcmp(loss, "logistic") == 0)
    for (std::size_t i = 0; i < b.size(); ++i) out[i] = (b[i] > 0) != (i % 6 == 0) ? 1 : 0;
  if (std::strcmp(loss, "poisson") == 0)
    for (double& v : out) v = std::floor(std::exp(0.3 * v) + 1);
  return out;
}

void every_fit_is_basic(void**) {
  Data data = make_data();
  const Index kept[] = {0, 2}, groups[] = {0, 1, 0, 1, 2, 2};
  for (const char* storage : {"dense", "csc", "operator"})
    for (const char* loss : {"least_squares", "logistic", "poisson", "huber"})
      for (const char* method : {"auto", "newton"})
        for (int options = 0; options < 12; ++options) {
          const bool intercept = options % 2 == 1, standardize = options / 2 % 2 == 1;
          const int structure = options / 4;  // none, kept coordinates, groups
          const Problem problem = make_linear(make_matrix(storage, data.A), loss, response(loss, data.b));
          OK(sbreg_problem_set_int(problem.get(), "intercept", intercept ? 1 : 0));
          OK(sbreg_problem_set_int(problem.get(), "standardize", standardize ? 1 : 0));
          const Solver solver = plain_solver(problem, structure == 2 ? 3 : 4, method);
          if (structure == 1) OK(sbreg_solver_set_kept(solver.get(), kept, 2));
          if (structure == 2) OK(sbreg_solver_set_groups(solver.get(), groups));
          OK(sbreg_solver_run(solver.get()));
          const Vector x = solution_of(solver);
          const Index size = std::ssize(support_of(x));
          double largest = 0;
          for (const double v : x) largest = std::max(largest, std::abs(v));
          if (get_int(solver, "rank") != size || size > 3 || !(largest < 10))
            fail_msg("%s, %s, %s, options %d: %lld nonzeros of rank %lld, the largest %g", storage, loss, method,
                     options, static_cast<long long>(size), static_cast<long long>(get_int(solver, "rank")), largest);
        }
}

/// A start that uses both copies of a column is led to one of them, and f is what it was.
void a_fit_that_starts_with_dependent_columns_ends_without_them(void**) {
  Data data = make_data();
  for (const char* loss : {"least_squares", "huber"}) {
    const Problem problem = make_linear(make_dense(m, n, data.A), loss, data.b);
    const Solver one = plain_solver(problem, 2, "newton"), both = plain_solver(problem, 3, "newton");
    OK(sbreg_solver_set_start(both.get(), Vector{-1900, -1, 951.5, 0, 0, 0}.data()));
    OK(sbreg_solver_run(one.get()));
    OK(sbreg_solver_run(both.get()));
    const Vector x = solution_of(both);
    assert_int_equal(get_int(both, "rank"), std::ssize(support_of(x)));
    assert_true(get_real(both, "best_objective") <= get_real(one, "best_objective") * (1 + 1e-10));
    for (const double v : x) assert_true(std::abs(v) < 10);
  }
}

/// With a ridge both copies are used, for that is better.
void a_penalty_decides_between_copies(void**) {
  const Data data = make_data();
  const Problem problem = make_linear(make_dense(m, n, data.A), "least_squares", data.b);
  OK(sbreg_problem_set_real(problem.get(), "ridge", 1));
  const Solver solver = plain_solver(problem, 3, "auto");
  OK(sbreg_solver_run(solver.get()));
  const Vector x = solution_of(solver);
  assert_true(x[0] != 0 && x[2] != 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_fit_is_basic),
      cmocka_unit_test(a_fit_that_starts_with_dependent_columns_ends_without_them),
      cmocka_unit_test(a_penalty_decides_between_copies),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
