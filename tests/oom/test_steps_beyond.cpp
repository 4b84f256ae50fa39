// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// A step allocates nothing with any loss, storage, custom objective or kernel either.
#include <cmath>
#include <string>
#include <vector>

#include "callbacks.h"
#include "cmocka.hpp"
#include "failing_new.hpp"
#include "kinds.h"

namespace {

constexpr std::int64_t m = 24, n = 40, s = 4;

void expect(sbreg_status status) {
  if (status != SBREG_OK) fail_msg("answered %d: %s\n", status, sbreg_last_error());
}

struct Dense {
  instance data = instance_make(m, n, s, 0.1, 191);
  ~Dense() { instance_free(&data); }
};

int times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const double* A = static_cast<const Dense*>(user)->data.A;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < rows; ++i) {
      Y[c * rows + i] = 0;
      for (std::int64_t j = 0; j < cols; ++j) Y[c * rows + i] += A[j * rows + i] * X[c * cols + j];
    }
  return 0;
}

int transposed_times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const double* A = static_cast<const Dense*>(user)->data.A;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < cols; ++j) {
      Y[c * cols + j] = 0;
      for (std::int64_t i = 0; i < rows; ++i) Y[c * cols + j] += A[j * rows + i] * X[c * rows + i];
    }
  return 0;
}

std::vector<sbreg_matrix*> storages(Dense& dense) {
  std::vector<sbreg_matrix*> all(3);
  std::vector<std::int64_t> start, rows;
  for (std::int64_t j = 0; j <= n; ++j) start.push_back(j * m);
  for (std::int64_t k = 0; k < m * n; ++k) rows.push_back(k % m);
  const double* A = dense.data.A;
  expect(sbreg_matrix_create_dense(&all[0], m, n, A, m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  expect(sbreg_matrix_create_csc(&all[1], m, n, start.data(), rows.data(), 8, 0, A, SBREG_COPY, nullptr, nullptr));
  expect(sbreg_matrix_create_operator(&all[2], m, n, times, transposed_times, &dense, nullptr));
  return all;
}

void assert_steps_allocate_nothing(sbreg_solver* solver, const std::string& what) {
  expect(sbreg_solver_set_real(solver, "residual_tolerance", 0));
  expect(sbreg_solver_set_real(solver, "stationarity_tolerance", 0));
  expect(sbreg_solver_set_real(solver, "proof_share", 0));  // its tree grows
  expect(sbreg_solver_step(solver, 1));
  failing_new::count();
  for (int k = 0; k < 60; ++k) expect(sbreg_solver_step(solver, 1));
  if (failing_new::allocations != 0)
    fail_msg("%s: %ld allocations\n", what.c_str(), static_cast<long>(failing_new::allocations));
  std::int64_t iterations = 0;
  expect(sbreg_solver_get_int(solver, "iterations", &iterations));
  if (iterations < 3) fail_msg("%s: only %ld iterations\n", what.c_str(), static_cast<long>(iterations));
}

void a_step_allocates_nothing_with_any_loss_and_storage(void**) {
  Dense dense;
  std::vector<double> labels(m);
  for (std::int64_t i = 0; i < m; ++i) labels[static_cast<std::size_t>(i)] = dense.data.b[i] > 0 ? 1 : 0;
  for (sbreg_matrix* A : storages(dense)) {
    for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
      for (const char* method : {"auto", "iht-lsr", "newton", "mfista", "iht"}) {
        const std::string name(loss);
        const bool labelled = name == "logistic" || name == "poisson";
        if (method == std::string("iht") && (name == "quartic" || name == "poisson")) continue;
        sbreg_problem* problem = nullptr;
        sbreg_solver* solver = nullptr;
        expect(sbreg_problem_create_linear(&problem, A, loss, labelled ? labels.data() : dense.data.b));
        expect(sbreg_problem_set_real(problem, "ridge", 0.1));
        expect(sbreg_solver_create(&solver, problem, s));
        expect(sbreg_solver_set_text(solver, "method", method));
        if (method == std::string("newton")) expect(sbreg_solver_set_text(solver, "dictionary", "D1"));
        assert_steps_allocate_nothing(solver, name + ", " + method);
        sbreg_solver_destroy(solver);
        sbreg_problem_destroy(problem);
      }
    sbreg_matrix_destroy(A);
  }
}

void a_step_allocates_nothing_with_any_kernel(void**) {
  Dense dense;
  sbreg_problem* problem = nullptr;
  expect(sbreg_problem_create_least_squares(&problem, m, n, dense.data.A, m, SBREG_COL_MAJOR, dense.data.b));
  for (const char* name : {"quadratic", "quartic", "power", "custom"}) {
    sbreg_kernel* kernel = nullptr;
    sbreg_solver* solver = nullptr;
    if (name == std::string("custom"))
      expect(sbreg_kernel_create_custom(&kernel, n, scalar_half_square, scalar_identity, scalar_identity, nullptr,
                                        nullptr));
    else
      expect(sbreg_kernel_create(&kernel, n, name));
    expect(sbreg_solver_create(&solver, problem, s));
    expect(sbreg_solver_set_text(solver, "method", "bpg"));
    expect(sbreg_solver_set_kernel(solver, kernel));
    assert_steps_allocate_nothing(solver, name);
    sbreg_solver_destroy(solver);
    sbreg_kernel_destroy(kernel);
  }
  sbreg_problem_destroy(problem);
}

void a_step_on_a_custom_objective_allocates_nothing(void**) {
  const auto objective = [](std::int64_t size, const double* x, double* f, double* g, void*) {
    *f = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      const double r = x[i] - static_cast<double>(i % 7);
      *f += std::cosh(0.1 * r) + 0.5 * r * r;
      if (g != nullptr) g[i] = 0.1 * std::sinh(0.1 * r) + r;
    }
    return 0;
  };
  sbreg_problem* problem = nullptr;
  sbreg_solver* solver = nullptr;
  expect(sbreg_problem_create_custom(&problem, n, objective, nullptr, nullptr, nullptr, nullptr));
  expect(sbreg_solver_create(&solver, problem, s));
  expect(sbreg_solver_set_text(solver, "method", "iht-lsr"));
  expect(sbreg_solver_set_int(solver, "newton", 0));
  assert_steps_allocate_nothing(solver, "custom objective");
  sbreg_solver_destroy(solver);
  sbreg_problem_destroy(problem);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_step_allocates_nothing_with_any_loss_and_storage),
      cmocka_unit_test(a_step_allocates_nothing_with_any_kernel),
      cmocka_unit_test(a_step_on_a_custom_objective_allocates_nothing),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
