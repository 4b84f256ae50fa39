// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Nothing is made dense: no allocation for a sparse or an operator matrix comes near m x n numbers, and none beyond the
// cap of the Gram columns near n x n. A matrix is short and wide here, so that m x m and n x rank are far below both.
#include <initializer_list>
#include <string>
#include <vector>

#include "cmocka.hpp"
#include "data.h"
#include "failing_new.hpp"
#include "sparsebregman.h"

namespace {

constexpr std::int64_t s = 4, per_column = 3;
std::int64_t m = 102, n = 2400;

void expect(sbreg_status status) {
  if (status != SBREG_OK) fail_msg("answered %d: %s\n", status, sbreg_last_error());
}

/// Three entries per column, in rows that differ.
struct Sparse {
  std::vector<std::int64_t> start{0}, rows;
  std::vector<double> values;

  Sparse() {
    std::uint64_t seed = 7;
    for (std::int64_t j = 0; j < n; ++j) {
      for (std::int64_t k = 0; k < per_column; ++k) {
        rows.push_back((j % (m / 3)) + m / 3 * k);
        values.push_back(data_normal(&seed));
      }
      start.push_back((j + 1) * per_column);
    }
  }
};

int times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const auto& A = *static_cast<const Sparse*>(user);
  for (std::int64_t i = 0; i < rows * k; ++i) Y[i] = 0;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::size_t p = 0; p < A.rows.size(); ++p)
      Y[c * rows + A.rows[p]] += A.values[p] * X[c * cols + static_cast<std::int64_t>(p) / per_column];
  return 0;
}

int transposed_times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const auto& A = *static_cast<const Sparse*>(user);
  for (std::int64_t i = 0; i < cols * k; ++i) Y[i] = 0;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::size_t p = 0; p < A.rows.size(); ++p)
      Y[c * cols + static_cast<std::int64_t>(p) / per_column] += A.values[p] * X[c * rows + A.rows[p]];
  return 0;
}

sbreg_matrix* make(Sparse& A, const std::string& storage) {
  sbreg_matrix* matrix = nullptr;
  if (storage == "csc")
    expect(sbreg_matrix_create_csc(&matrix, m, n, A.start.data(), A.rows.data(), 8, 0, A.values.data(), SBREG_COPY,
                                   nullptr, nullptr));
  else
    expect(sbreg_matrix_create_operator(&matrix, m, n, times, transposed_times, &A, nullptr));
  return matrix;
}

void assert_nothing_dense(const std::string& what) {
  const std::size_t dense_bytes = static_cast<std::size_t>(m * n) * sizeof(double);
  if (failing_new::largest > dense_bytes / 2)
    fail_msg("%s: an allocation of %zu bytes, a dense A has %zu\n", what.c_str(), failing_new::largest, dense_bytes);
}

struct Data {
  Sparse A;
  std::vector<double> b = std::vector<double>(static_cast<std::size_t>(m)),
                      x = std::vector<double>(static_cast<std::size_t>(n));

  Data() {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = i % 3 == 0 ? 1 : 0;
    for (std::size_t k = 0; k < s; ++k) x[17 + 600 * k] = 0.5;
  }
};

const char* const losses[] = {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"};

void solve(Data& data, std::initializer_list<const char*> methods) {
  for (const char* storage : {"csc", "operator"})
    for (const char* loss : losses)
      for (const char* method : methods) {
        const std::string name(loss), how(method);
        if (how == "iht" && (name == "quartic" || name == "poisson")) continue;
        if (how == "newton" && (name != "least_squares")) continue;  // its dictionary is tested below
        failing_new::count();
        sbreg_matrix* A = make(data.A, storage);
        sbreg_problem* problem = nullptr;
        sbreg_solver* solver = nullptr;
        expect(sbreg_problem_create_linear(&problem, A, loss, data.b.data()));
        expect(sbreg_solver_create(&solver, problem, s));
        expect(sbreg_solver_set_text(solver, "method", method));
        expect(sbreg_solver_set_int(solver, "max_iterations", 5));
        expect(sbreg_solver_run(solver));
        assert_nothing_dense(storage + (", " + name) + ", " + how);
        sbreg_solver_destroy(solver);
        sbreg_problem_destroy(problem);
        sbreg_matrix_destroy(A);
      }
}

void no_method_makes_a_dense(void**) {
  Data data;
  solve(data, {"gpnp", "newton", "mfista", "iht-lsr", "iht"});
}

/// The search of auto keeps a Gram matrix of some candidates, 8 MB whatever n is; a dense A has more here.
void auto_makes_no_dense_A_beside_its_candidates(void**) {
  m = 402;
  n = 6000;
  Data data;
  solve(data, {"auto"});
  m = 102;
  n = 2400;
}

void no_model_makes_a_dense(void**) {
  Data data;
  for (const char* storage : {"csc", "operator"})
    for (const char* loss : {"least_squares", "logsumexp"})
      for (const char* model : {"lipschitz", "linear", "quadratic"}) {
        failing_new::count();
        sbreg_matrix* A = make(data.A, storage);
        sbreg_problem* problem = nullptr;
        sbreg_dsm* dsm = nullptr;
        double margin = 0;
        expect(sbreg_problem_create_linear(&problem, A, loss, data.b.data()));
        expect(sbreg_dsm_create(&dsm, problem, model));
        expect(sbreg_dsm_set_real(dsm, "gap_tolerance", 0.1));
        expect(sbreg_dsm_set_int(dsm, "max_iterations", 20));
        expect(sbreg_dsm_run(dsm));
        expect(sbreg_dsm_margin(dsm, problem, &margin));
        assert_nothing_dense(storage + std::string(", ") + loss + ", " + model);
        sbreg_dsm_destroy(dsm);
        sbreg_problem_destroy(problem);
        sbreg_matrix_destroy(A);
      }
}

void no_certificate_makes_a_dense(void**) {
  Data data;
  const std::vector<double> w(static_cast<std::size_t>(n), 50.0);
  for (const char* storage : {"csc", "operator"})
    for (const char* loss : losses) {
      failing_new::count();
      sbreg_matrix* A = make(data.A, storage);
      sbreg_problem* problem = nullptr;
      sbreg_dsm* dsm = nullptr;
      sbreg_kernel* kernel = nullptr;
      double found = 0;
      expect(sbreg_problem_create_linear(&problem, A, loss, data.b.data()));
      expect(sbreg_dsm_create_weights(&dsm, n, w.data()));
      expect(sbreg_kernel_create(&kernel, n, "quartic"));
      expect(sbreg_check_stationarity(problem, dsm, s, data.x.data(), &found));
      expect(sbreg_check_bregman(problem, kernel, 2, s, data.x.data(), &found));
      if (loss == std::string("least_squares"))  // the others take a minimisation for each of n s pairs
        expect(sbreg_check_coordinatewise(problem, s, data.x.data(), &found, nullptr, nullptr));
      expect(sbreg_matrix_check_adjoint(A, 1, &found));
      assert_nothing_dense(storage + std::string(", ") + loss);
      sbreg_kernel_destroy(kernel);
      sbreg_dsm_destroy(dsm);
      sbreg_problem_destroy(problem);
      sbreg_matrix_destroy(A);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_method_makes_a_dense),
      cmocka_unit_test(auto_makes_no_dense_A_beside_its_candidates),
      cmocka_unit_test(no_model_makes_a_dense),
      cmocka_unit_test(no_certificate_makes_a_dense),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
