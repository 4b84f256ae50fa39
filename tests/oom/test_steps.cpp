// SPDX-License-Identifier: BSD-3-Clause
// A step allocates nothing, whatever the method: everything it needs was made before the first one.
#include <cstring>
#include <string>

#include "cmocka.hpp"
#include "failing_new.hpp"
#include "kinds.h"

namespace {

void expect(sbreg_status status) {
  if (status != SBREG_OK) fail_msg("answered %d: %s\n", status, sbreg_last_error());
}

std::string methods() {
  for (const kind& kind : kinds)
    for (std::int64_t i = 0; i < key_count(&kind); ++i)
      if (std::string(kind.object) == "solver" && key_is(&kind, i, "name", "method"))
        return key_field(&kind, i, "choices");
  return "";
}

/// Allocations in up to 100 steps after the first one.
std::int64_t allocations_of_steps(sbreg_problem* problem, std::int64_t s, const std::string& method) {
  sbreg_solver* solver = nullptr;
  sbreg_dsm* dsm = nullptr;
  failing_new::count();
  expect(sbreg_dsm_create(&dsm, problem, "lipschitz"));
  assert_true(failing_new::allocations > 0);  // they do come through here
  expect(sbreg_dsm_run(dsm));
  expect(sbreg_solver_create(&solver, problem, s));
  expect(sbreg_solver_set_text(solver, "method", method.c_str()));
  expect(sbreg_solver_set_real(solver, "residual_tolerance", 0));
  expect(sbreg_solver_set_real(solver, "stationarity_tolerance", 0));
  expect(sbreg_solver_set_real(solver, "effort", 100));
  expect(sbreg_solver_set_real(solver, "proof_share", 0));  // its tree grows
  expect(sbreg_solver_add_dsm(solver, dsm));
  expect(sbreg_solver_step(solver, 1));
  failing_new::count();
  for (int k = 0; k < 100; ++k) {
    double size = 0;
    expect(sbreg_solver_step(solver, 1));
    expect(sbreg_solver_get_real(solver, "gradient_norm", &size));
  }
  const std::int64_t allocations = failing_new::allocations;
  std::int64_t iterations = 0, proved = 0;
  expect(sbreg_solver_get_int(solver, "iterations", &iterations));
  expect(sbreg_solver_get_int(solver, "proved", &proved));
  assert_true(iterations > 10 || proved == 1);
  sbreg_solver_destroy(solver);
  sbreg_dsm_destroy(dsm);
  return allocations;
}

void a_step_allocates_nothing(void**) {
  instance data = instance_make(24, 40, 4, 0.1, 191);
  const double w[24] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
  const std::string all = methods() + " ";
  int tried = 0;
  for (std::size_t at = 0; at < all.size(); at = all.find(' ', at) + 1) {
    const std::string method = all.substr(at, all.find(' ', at) - at);
    for (const std::int64_t s : {4, 20}) {
      for (const bool weighted : {false, true}) {
        sbreg_problem* problem = nullptr;
        expect(sbreg_problem_create_least_squares(&problem, data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, data.b));
        if (weighted) expect(sbreg_problem_set_weights(problem, w));
        const std::int64_t allocations = allocations_of_steps(problem, s, method);
        if (allocations != 0) fail_msg("%s: %ld allocations\n", method.c_str(), static_cast<long>(allocations));
        sbreg_problem_destroy(problem);
        ++tried;
      }
    }
  }
  assert_true(tried >= 4 * 4);
  instance_free(&data);
}

void a_step_along_a_gradient_in_single_precision_allocates_nothing(void**) {
  instance data = instance_make(64, 200, 24, 0.1, 192);
  for (const char* method : {"newton", "gpnp"}) {
    sbreg_problem* problem = nullptr;
    expect(sbreg_problem_create_least_squares(&problem, data.m, data.n, data.A, data.m, SBREG_COL_MAJOR, data.b));
    assert_int_equal(allocations_of_steps(problem, 24, method), 0);
    sbreg_problem_destroy(problem);
  }
  instance_free(&data);
}

void a_step_on_a_quadratic_allocates_nothing(void**) {
  double Q[16 * 16];
  double q[16];
  for (int i = 0; i < 16; ++i) {
    q[i] = i % 5 - 2.5;
    for (int j = 0; j < 16; ++j) Q[16 * i + j] = i == j ? 3 : 0.3 / (1 + i + j);
  }
  sbreg_problem* problem = nullptr;
  expect(sbreg_problem_create_quadratic(&problem, 16, Q, 16, q));
  assert_int_equal(allocations_of_steps(problem, 3, "iht"), 0);
  sbreg_problem_destroy(problem);
}

/// All but the rank, which nobody keeps: it is computed from the columns when it is asked for.
void getters_allocate_nothing(void**) {
  instance data = instance_make(24, 40, 4, 0.1, 191);
  for (const kind& kind : kinds) {
    void* handle = kind.create(&data);
    assert_non_null(handle);
    failing_new::count();
    for (std::int64_t i = 0; i < key_count(&kind); ++i) {
      std::int64_t integer = 0;
      double real = 0;
      const char* text = nullptr;
      const char* name = key_field(&kind, i, "name");
      if (std::strcmp(name, "rank") == 0) continue;
      if (key_is(&kind, i, "type", "int")) expect(kind.get_int(handle, name, &integer));
      if (key_is(&kind, i, "type", "real")) expect(kind.get_real(handle, name, &real));
      if (key_is(&kind, i, "type", "text")) expect(kind.get_text(handle, name, &text));
    }
    assert_int_equal(failing_new::allocations, 0);
    kind.destroy(handle);
  }
  instance_free(&data);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_step_allocates_nothing),
      cmocka_unit_test(a_step_along_a_gradient_in_single_precision_allocates_nothing),
      cmocka_unit_test(a_step_on_a_quadratic_allocates_nothing),
      cmocka_unit_test(getters_allocate_nothing),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
