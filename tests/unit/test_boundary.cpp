// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The boundary between C and the library: no exception crosses it, and what only rare calls reach is right, too.
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "api/barrier.hpp"
#include "handles.hpp"
#include "support/line_array.hpp"

namespace {

using namespace oracle;

void every_exception_becomes_a_code_and_a_text(void**) {
  const auto status_of = [](auto thrown) { return sbreg::api::guarded([&] { throw thrown; }); };
  assert_int_equal(status_of(std::bad_alloc()), SBREG_E_MEMORY);
  assert_non_null(std::strstr(sbreg_last_error(), "memory"));
  assert_int_equal(status_of(7), SBREG_E_INTERNAL);
  assert_non_null(std::strstr(sbreg_last_error(), "report"));
  assert_int_equal(status_of(std::runtime_error("what")), SBREG_E_INTERNAL);
  assert_int_equal(sbreg::api::guarded([] { sbreg::fail(SBREG_E_IO, "line %d", 3); }), SBREG_E_IO);
  assert_string_equal(sbreg_last_error(), "line 3");
  assert_int_equal(sbreg::api::guarded([] {}), SBREG_OK);
  assert_string_equal(sbreg_last_error(), "line 3");
}

void the_version_is_that_of_the_header(void**) {
  assert_int_equal(sbreg_version(), SBREG_VERSION_MAJOR * 10000 + SBREG_VERSION_MINOR * 100 + SBREG_VERSION_PATCH);
  assert_string_equal(sbreg_version_string(), SBREG_PROJECT_VERSION);
}

/// Any allocator frees what another one gave: vectors exchange their memory instead of their numbers.
void vectors_on_cache_lines_exchange_their_memory(void**) {
  sbreg::LineVector v(100, 1.0), w(3, 2.0);
  assert_true(v.get_allocator() == w.get_allocator());
  const double* const memory = v.data();
  w = std::move(v);
  assert_ptr_equal(w.data(), memory);
  assert_true(sbreg::starts_line(memory));
}

void complex_data_by_rows_are_those_by_columns(void**) {
  Rng rng(2410);
  const Index m = 5, n = 3;
  const Vector columns = gaussian(rng, 2 * m * n), b = gaussian(rng, 2 * m), x = gaussian(rng, 2 * n);
  Vector rows(columns.size());
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index part = 0; part < 2; ++part) rows[at(2 * (i * n + j) + part)] = columns[at(2 * (j * m + i) + part)];
  double f[2] = {-1, -2};
  for (int by_rows = 0; by_rows < 2; ++by_rows) {
    sbreg_problem* problem = nullptr;
    OK(sbreg_problem_create_least_squares_complex(&problem, m, n, by_rows != 0 ? rows.data() : columns.data(),
                                                  by_rows != 0 ? n : m,
                                                  by_rows != 0 ? SBREG_ROW_MAJOR : SBREG_COL_MAJOR, b.data()));
    OK(sbreg_problem_value(problem, x.data(), &f[by_rows]));
    sbreg_problem_destroy(problem);
  }
  assert_true(f[0] == f[1] && f[0] > 0);
}

void of_a_started_dsm_only_limits_change(void**) {
  Rng rng(2411);
  const Problem problem = make_problem(compressed_sensing(rng, 8, 5, 2, 0.1));
  sbreg_dsm* dsm = nullptr;
  OK(sbreg_dsm_create(&dsm, problem.get(), "linear"));
  const Dsm owner(dsm);
  OK(sbreg_dsm_step(dsm, 1));
  OK(sbreg_dsm_set_real(dsm, "gap_tolerance", 1e-2));
  OK(sbreg_dsm_set_real(dsm, "time_limit", 10));
  OK(sbreg_dsm_set_int(dsm, "max_iterations", 3));
  assert_int_equal(sbreg_dsm_set_int(dsm, "seed", 3), SBREG_E_STATE);
  assert_non_null(std::strstr(sbreg_last_error(), "seed"));
}

void of_a_matrix_in_use_nothing_changes(void**) {
  const Vector A = {1, 2, 3, 4}, b = {1, 2};
  sbreg_matrix* matrix = nullptr;
  sbreg_problem* problem = nullptr;
  std::int64_t safe = -1;
  OK(sbreg_matrix_create_dense(&matrix, 2, 2, A.data(), 2, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  OK(sbreg_matrix_set_int(matrix, "callbacks_thread_safe", 1));
  OK(sbreg_problem_create_linear(&problem, matrix, "least_squares", b.data()));
  assert_int_equal(sbreg_matrix_set_int(matrix, "callbacks_thread_safe", 0), SBREG_E_STATE);
  assert_non_null(std::strstr(sbreg_last_error(), "a problem uses this matrix"));
  OK(sbreg_matrix_get_int(matrix, "callbacks_thread_safe", &safe));
  assert_int_equal(safe, 1);
  sbreg_problem_destroy(problem);
  sbreg_matrix_destroy(matrix);
}

void a_margin_needs_a_bound_on_the_hessian(void**) {
  const Vector A = {1, 2, 3, 4}, counts = {1, 2}, w = {9, 9};
  sbreg_matrix* matrix = nullptr;
  sbreg_problem* problem = nullptr;
  OK(sbreg_matrix_create_dense(&matrix, 2, 2, A.data(), 2, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  OK(sbreg_problem_create_linear(&problem, matrix, "poisson", counts.data()));
  sbreg_matrix_destroy(matrix);
  double margin = -3;
  assert_int_equal(sbreg_dsm_margin(make_dsm(w).get(), problem, &margin), SBREG_E_UNSUPPORTED);
  assert_non_null(std::strstr(sbreg_last_error(), "poisson"));
  assert_true(margin == -3);
  sbreg_problem_destroy(problem);
}

void a_step_of_a_check_of_the_gradient_is_below_1(void**) {
  Rng rng(2412);
  const Problem problem = make_problem(compressed_sensing(rng, 8, 5, 2, 0.1));
  const Vector x(5, 0.0);
  double discrepancy = -3;
  for (const double step : {-1e-3, 1.0, 2.0, std::nan("")})
    assert_int_equal(sbreg_problem_check_gradient(problem.get(), x.data(), step, &discrepancy, nullptr),
                     SBREG_E_ARGUMENT);
  assert_true(discrepancy == -3);
  OK(sbreg_problem_check_gradient(problem.get(), x.data(), 1e-6, &discrepancy, nullptr));
  ASSERT_AT_MOST(discrepancy, 1e-6);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_exception_becomes_a_code_and_a_text),
      cmocka_unit_test(the_version_is_that_of_the_header),
      cmocka_unit_test(vectors_on_cache_lines_exchange_their_memory),
      cmocka_unit_test(complex_data_by_rows_are_those_by_columns),
      cmocka_unit_test(of_a_started_dsm_only_limits_change),
      cmocka_unit_test(of_a_matrix_in_use_nothing_changes),
      cmocka_unit_test(a_margin_needs_a_bound_on_the_hessian),
      cmocka_unit_test(a_step_of_a_check_of_the_gradient_is_below_1),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
