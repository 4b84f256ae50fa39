// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The same data as a dense, sparse and operator matrix: the same answers, and nothing made dense.
#include <cstring>
#include <string>

#include "bregman.hpp"

namespace {

using namespace oracle;

struct Instance {
  Index m, n, s;
  Vector A, b;
};

Instance make_instance(const std::string& loss, std::uint64_t seed) {
  Rng rng(seed);
  Instance data{60, 150, 5, {}, {}};
  data.A = sparse_matrix(rng, data.m, data.n, 0.2);
  Vector x(at(data.n));
  for (Index k = 0; k < data.s; ++k) x[at(7 + 29 * k)] = (k % 2 == 0 ? 1 : -1) * (1 + rng.uniform());
  const RealVector t = LeastSquares{data.m, data.n, data.A, {}}.times(x);
  for (Real v : t) {
    const auto margin = static_cast<double>(v);
    double b = margin + 0.01 * rng.normal();
    if (loss == "logistic") b = margin + 0.1 * rng.normal() > 0 ? 1 : 0;
    if (loss == "poisson") b = std::floor(std::exp(std::min(margin, 5.0)) + rng.uniform());
    data.b.push_back(b);
  }
  return data;
}

void every_method_finds_the_same_point_whatever_the_storage(void**) {
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const char* method :
         {"iht", "iwht", "ciwht", "iht-lsr", "ciwht-lsr", "gpnp", "newton", "mfista", "bpg", "auto"}) {
      const std::string name(method), kind(loss);
      const bool safe = name == "iht" || name == "iwht" || name == "ciwht" || name == "bpg";
      if (safe && (kind == "quartic" || kind == "poisson")) continue;
      const Instance data = make_instance(loss, 3);
      Product product{data.m, data.n, data.A};
      const Matrix storages[] = {make_dense(data.m, data.n, data.A), make_csc<std::int64_t>(data.m, data.n, data.A),
                                 make_csc<std::int32_t>(data.m, data.n, data.A, 1), make_operator(product)};
      Vector reference;
      for (const Matrix& A : storages) {
        const Problem problem = make_linear(A, loss, data.b);
        OK(sbreg_problem_set_real(problem.get(), "ridge", 0.01));
        const Solver solver = make_solver(problem, data.s, method, {});
        want_matrices_first(solver, method);
        OK(sbreg_solver_set_int(solver.get(), "max_iterations", safe ? 20 : 12));  // before rounding can branch
        OK(sbreg_solver_run(solver.get()));
        const Vector x = solution_of(solver);
        if (reference.empty()) reference = x;
        // The operator estimates the unit of curvature, which only tips comparisons of the line search.
        const bool exact = A.get() != storages[3].get() || safe;
        for (std::size_t i = 0; i < x.size() && exact; ++i)
          if (!(std::abs(x[i] - reference[i]) <= 1e-8 * (1 + std::abs(reference[i]))))
            fail_msg("%s, %s: x[%zu] = %.17g, not %.17g\n", loss, method, i, x[i], reference[i]);
      }
    }
}

void auto_ends_at_the_same_objective_whatever_the_storage(void**) {
  for (const char* loss : {"least_squares", "logistic", "huber", "poisson"}) {
    const Instance data = make_instance(loss, 4);
    Product product{data.m, data.n, data.A};
    const Matrix storages[] = {make_dense(data.m, data.n, data.A), make_csc(data.m, data.n, data.A),
                               make_operator(product)};
    std::vector<double> objectives;
    for (const Matrix& A : storages) {
      const Problem problem = make_linear(A, loss, data.b);
      OK(sbreg_problem_set_real(problem.get(), "ridge", 0.01));
      const Solver solver = make_solver(problem, data.s, "auto", {});
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 500));
      OK(sbreg_solver_run(solver.get()));
      objectives.push_back(get_real(solver, "best_objective"));
    }
    for (double f : objectives)
      if (!(std::abs(f - objectives[0]) <= 1e-9 * (1 + std::abs(f))))
        fail_msg("%s: best objectives %.17g and %.17g\n", loss, f, objectives[0]);
  }
}

void every_model_gives_the_same_objective_whatever_the_storage(void**) {
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber"})
    for (const char* model : {"lipschitz", "linear", "quadratic"}) {
      const Instance data = make_instance(loss, 6);
      Product product{data.m, data.n, data.A};
      const Matrix storages[] = {make_dense(data.m, data.n, data.A), make_csc(data.m, data.n, data.A),
                                 make_operator(product)};
      std::vector<double> objectives;
      for (const Matrix& A : storages) {
        const Problem problem = make_linear(A, loss, data.b);
        sbreg_dsm* handle = nullptr;
        OK(sbreg_dsm_create(&handle, problem.get(), model));
        const Dsm dsm(handle);
        OK(sbreg_dsm_set_real(handle, "gap_tolerance", 1e-6));
        OK(sbreg_dsm_run(handle));
        double primal = 0;
        OK(sbreg_dsm_get_real(handle, "primal_objective", &primal));
        objectives.push_back(primal);
      }
      for (double f : objectives) ASSERT_AT_MOST(std::abs(f - objectives[0]), 2e-6 * objectives[0]);
    }
}

void every_certificate_gives_the_same_answer_whatever_the_storage(void**) {
  Rng rng(7);
  for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const Index room : {0, 1}) {
      const Instance data = make_instance(loss, 8);
      Product product{data.m, data.n, data.A};
      const Matrix storages[] = {make_dense(data.m, data.n, data.A), make_csc<std::int64_t>(data.m, data.n, data.A),
                                 make_csc<std::int32_t>(data.m, data.n, data.A, 1), make_operator(product)};
      Vector x = sparse_gaussian(rng, data.n, data.s - room);
      for (double& v : x) v *= 0.3;
      const TestKernel kernel{"quartic", 0.5, 1, 4, Vector(at(data.n), 20.0)};
      std::vector<double> values;
      std::vector<Swap> swaps;
      for (const Matrix& A : storages) {
        const Problem problem = make_linear(A, loss, data.b);
        OK(sbreg_problem_set_real(problem.get(), "ridge", 0.1));
        values.push_back(violation_of(problem, Vector(at(data.n), 30.0), data.s, x));
        values.push_back(bregman_violation_of(problem, kernel.handle(), 1.5, data.s, x));
        swaps.push_back(best_swap_of(problem, data.s, x));
        values.push_back(swaps.back().decrease);
      }
      for (std::size_t k = 0; k < values.size(); ++k) {
        assert_true(values[k] > 0);
        if (!(std::abs(values[k] - values[k % 3]) <= 1e-10 * values[k % 3]))
          fail_msg("%s: certificate %zu is %.17g, not %.17g\n", loss, k, values[k], values[k % 3]);
      }
      for (const Swap& swap : swaps) {
        assert_int_equal(swap.leaves, swaps[0].leaves);
        assert_int_equal(swap.enters, swaps[0].enters);
      }
    }
}

/// Columns outside the support become NaN after the matrix was checked: a product that read them would show it.
void a_sparse_x_touches_only_the_columns_of_its_support(void**) {
  Rng rng(10);
  const Index m = 300, n = 900, s = 6;  // more numbers than are copied all the same
  const Vector x = sparse_gaussian(rng, n, s);
  for (const bool sparse : {false, true}) {
    Vector A = sparse_matrix(rng, m, n, 0.3);
    Compressed<std::int32_t> csc(m, n, A, 0);
    sbreg_matrix* handle = nullptr;
    if (sparse)
      OK(sbreg_matrix_create_csc(&handle, m, n, csc.col_start.data(), csc.row_index.data(), 4, 0, csc.values.data(),
                                 SBREG_BORROW, nullptr, nullptr));
    else
      OK(sbreg_matrix_create_dense(&handle, m, n, A.data(), m, SBREG_COL_MAJOR, SBREG_BORROW, nullptr, nullptr));
    const Matrix matrix(handle);
    for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"}) {
      const Problem problem = make_linear(matrix, loss, Vector(at(m), 1.0));
      const double before = value_of(problem, x);
      const Vector dense = A, entries = csc.values;
      for (Index j = 0; j < n; ++j) {
        if (x[at(j)] != 0) continue;
        for (Index i = 0; i < m; ++i) A[at(j * m + i)] = NAN;
        for (auto p = csc.col_start[at(j)]; p < csc.col_start[at(j + 1)]; ++p) csc.values[at(p)] = NAN;
      }
      assert_true(value_of(problem, x) == before);
      std::copy(dense.begin(), dense.end(), A.begin());
      std::copy(entries.begin(), entries.end(), csc.values.begin());
    }
  }
}

/// What every part of a run asks of an operator, in vectors; n of them would be the matrix in disguise.
void an_operator_is_asked_for_few_products(void**) {
  Rng rng(12);
  const Index m = 60, n = 800, s = 5;
  Product product{m, n, gaussian(rng, m * n)};
  Vector x(at(n));
  for (Index k = 0; k < s; ++k) x[at(5 + 131 * k)] = 1 + rng.uniform();
  Vector b;
  for (Real t : LeastSquares{m, n, product.A, {}}.times(x)) b.push_back(static_cast<double>(t));
  const Matrix A = make_operator(product);
  const auto asked = [&] { return product.applied + product.transposed; };
  for (const char* loss : {"least_squares", "huber", "logsumexp", "quartic"})
    for (const char* method : {"auto", "newton", "gpnp", "iht-lsr", "mfista"}) {
      const Problem problem = make_linear(A, loss, b);
      const Index start = asked();
      const Solver solver = make_solver(problem, s, method, {});
      OK(sbreg_solver_set_text(solver.get(), "dictionary", "lipschitz"));
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 10));
      OK(sbreg_solver_run(solver.get()));
      // Preparation: the mean column norm, the gradient at 0 and a few power iterations. Then one product with A per
      // evaluation, one with A' per iteration, and for each Newton step the columns of the support forth and back.
      const Index newton = get_int(solver, "newton_steps");
      const Index bound = 32 + get_int(solver, "evaluations") + 2 * get_int(solver, "iterations") +
                          (newton + get_int(solver, "iterations")) * (2 * s + 4);
      if (asked() - start > bound)
        fail_msg("%s, %s: %lld products, more than %lld\n", loss, method, static_cast<long long>(asked() - start),
                 static_cast<long long>(bound));
    }
  const Problem problem = make_linear(A, "least_squares", b);
  const Index start = asked();
  violation_of(problem, Vector(at(n), 1e4), s, x);
  assert_int_equal(asked() - start, 2);
}

void an_iteration_with_an_operator_is_one_product_with_A_and_one_with_its_transpose(void**) {
  const Instance data = make_instance("least_squares", 9);
  Product product{data.m, data.n, data.A};
  const Matrix A = make_operator(product);
  const Problem problem = make_linear(A, "least_squares", data.b);
  const Solver solver = make_solver(problem, data.s, "iht", {Vector(at(data.n), 60.0)});
  OK(sbreg_solver_step(solver.get(), 1));
  const Index applied = product.applied, transposed = product.transposed;
  OK(sbreg_solver_step(solver.get(), 10));
  assert_int_equal(product.applied - applied, 10);
  assert_int_equal(product.transposed - transposed, 10);
}

void a_failing_product_ends_the_call_and_keeps_the_last_good_point(void**) {
  const Instance data = make_instance("least_squares", 9);
  for (Index calls = 0; calls < 4; ++calls) {
    Product product{data.m, data.n, data.A};
    const Matrix A = make_operator(product);
    const Problem problem = make_linear(A, "least_squares", data.b);
    const Solver solver = make_solver(problem, data.s, "iht", {Vector(at(data.n), 60.0)});
    OK(sbreg_solver_step(solver.get(), 3));
    const Index before = get_int(solver, "iterations");
    const Vector x = iterate_of(solver);
    product.fail_after = product.calls + calls;
    assert_int_equal(sbreg_solver_step(solver.get(), 9), SBREG_E_CALLBACK);
    assert_non_null(std::strstr(sbreg_last_error(), "returned 7"));
    const Index done = get_int(solver, "iterations") - before;
    assert_int_equal(done, calls / 2);
    if (done == 0) assert_true(x == iterate_of(solver));
    product.fail_after = INT64_MAX;
    OK(sbreg_solver_step(solver.get(), 5));
    assert_int_equal(get_int(solver, "iterations"), before + done + 5);
  }
}

/// Whichever product fails, of a gradient, a trial, a Newton step or a scaling matrix: the run goes on to the same end.
void a_run_ends_at_the_same_point_whichever_product_fails(void**) {
  for (const char* loss : {"least_squares", "huber"})
    for (const char* method : {"newton", "gpnp", "mfista", "iwht"}) {
      const Instance data = make_instance(loss, 9);
      double reference = 0;
      Index total = 0;
      for (Index bad = -1; bad < total; bad += bad < 30 ? 1 : 1 + total / 12) {
        Product product{data.m, data.n, data.A};
        const Matrix A = make_operator(product);
        const Problem problem = make_linear(A, loss, data.b);
        OK(sbreg_problem_set_real(problem.get(), "ridge", 0.05));
        sbreg_solver* handle = nullptr;
        product.fail_after = bad < 0 ? INT64_MAX : bad;
        sbreg_status status = sbreg_solver_create(&handle, problem.get(), data.s);
        if (status != SBREG_OK) {
          assert_int_equal(status, SBREG_E_CALLBACK);
          assert_null(handle);
          product.fail_after = INT64_MAX;
          OK(sbreg_solver_create(&handle, problem.get(), data.s));
        }
        const Solver solver(handle);
        OK(sbreg_solver_set_text(handle, "method", method));
        want_matrices_first(solver, method);
        OK(sbreg_solver_set_int(handle, "max_iterations", 60));
        status = sbreg_solver_run(handle);
        if (product.fail_after != INT64_MAX && status != SBREG_OK) {
          assert_int_equal(status, SBREG_E_CALLBACK);
          product.fail_after = INT64_MAX;
          OK(sbreg_solver_run(handle));
        } else {
          OK(status);
        }
        const double f = get_real(solver, "best_objective");
        if (bad < 0) reference = f;
        if (bad < 0) total = product.calls;
        if (!(std::abs(f - reference) <= 1e-9 * (1 + std::abs(reference))))
          fail_msg("%s, %s, call %lld of %lld: %.17g, not %.17g\n", loss, method, static_cast<long long>(bad),
                   static_cast<long long>(total), f, reference);
      }
    }
}

/// Whichever product has a number that is none: an error, after which the run goes on to the same end.
void a_number_that_is_none_is_an_error_and_is_not_kept(void**) {
  int errors = 0;
  for (const char* method : {"newton", "gpnp", "mfista", "iht-lsr", "iht"}) {
    const Instance data = make_instance("least_squares", 11);
    double reference = 0;
    Index first = 0, total = 0;
    for (Index bad = -1; bad < total; bad = bad < 0 ? first : bad + 1 + (total - first) / 40) {
      Product product{data.m, data.n, data.A};
      const Matrix A = make_operator(product);
      const Problem problem = make_linear(A, "least_squares", data.b);
      const Solver solver = make_solver(problem, data.s, method, {});
      want_matrices_first(solver, method);
      OK(sbreg_solver_set_int(solver.get(), "max_iterations", 25));
      if (bad < 0) first = product.calls;
      product.nan_at = bad;
      const sbreg_status status = sbreg_solver_run(solver.get());
      if (status != SBREG_OK) {
        ++errors;
        if (status != SBREG_E_NUMERIC)
          fail_msg("%s, call %lld: %s\n", method, static_cast<long long>(bad), sbreg_last_error());
        OK(sbreg_solver_run(solver.get()));
      }
      if (bad < 0) reference = get_real(solver, "best_objective");
      if (bad < 0) total = product.calls;
      const double f = get_real(solver, "best_objective");
      if (!(std::abs(f - reference) <= 1e-9 * (1 + reference)))
        fail_msg("%s, call %lld of %lld: %.17g, not %.17g\n", method, static_cast<long long>(bad),
                 static_cast<long long>(total), f, reference);
    }
  }
  assert_true(errors > 100);
}

void an_exception_of_a_callback_stops_at_the_call(void**) {
  sbreg_matrix* handle = nullptr;
  const auto throwing = [](Index, Index, Index, const double*, double*, void*) -> int { throw 42; };
  OK(sbreg_matrix_create_operator(&handle, 3, 5, throwing, throwing, nullptr, nullptr));
  const Matrix A(handle);
  double discrepancy = 0;
  assert_int_equal(sbreg_matrix_check_adjoint(A.get(), 1, &discrepancy), SBREG_E_CALLBACK);
  assert_non_null(std::strstr(sbreg_last_error(), "exception"));
}

void a_callback_that_uses_its_own_matrix_is_refused(void**) {
  static sbreg_matrix* handle;
  static sbreg_status inner;
  const auto reentering = [](Index, Index, Index, const double*, double*, void*) -> int {
    double unused = 0;
    inner = sbreg_matrix_check_adjoint(handle, 1, &unused);
    return 1;
  };
  OK(sbreg_matrix_create_operator(&handle, 3, 5, reentering, reentering, nullptr, nullptr));
  const Matrix A(handle);
  double discrepancy = 0;
  assert_int_equal(sbreg_matrix_check_adjoint(handle, 1, &discrepancy), SBREG_E_CALLBACK);
  assert_int_equal(inner, SBREG_E_STATE);
}

void a_wrong_adjoint_is_detected(void**) {
  Rng rng(11);
  Product product{17, 31, gaussian(rng, 17 * 31)};
  const Matrix right = make_operator(product);
  double discrepancy = 1;
  OK(sbreg_matrix_check_adjoint(right.get(), 1, &discrepancy));
  ASSERT_AT_MOST(discrepancy, 1e-14);
  sbreg_matrix* handle = nullptr;
  const auto negative = [](Index m, Index n, Index k, const double* X, double* Y, void* user) {
    const int status = apply_transpose(m, n, k, X, Y, user);
    for (Index i = 0; i < n * k; ++i) Y[i] = -Y[i];
    return status;
  };
  OK(sbreg_matrix_create_operator(&handle, 17, 31, apply, negative, &product, nullptr));
  const Matrix wrong(handle);
  OK(sbreg_matrix_check_adjoint(wrong.get(), 1, &discrepancy));
  ASSERT_AT_MOST(1e-3, discrepancy);
  const Matrix stored[] = {make_dense(17, 31, product.A), make_csc(17, 31, product.A)};
  for (const Matrix& A : stored) {
    OK(sbreg_matrix_check_adjoint(A.get(), 1, &discrepancy));
    ASSERT_AT_MOST(discrepancy, 1e-14);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_method_finds_the_same_point_whatever_the_storage),
      cmocka_unit_test(auto_ends_at_the_same_objective_whatever_the_storage),
      cmocka_unit_test(every_model_gives_the_same_objective_whatever_the_storage),
      cmocka_unit_test(every_certificate_gives_the_same_answer_whatever_the_storage),
      cmocka_unit_test(a_sparse_x_touches_only_the_columns_of_its_support),
      cmocka_unit_test(an_operator_is_asked_for_few_products),
      cmocka_unit_test(an_iteration_with_an_operator_is_one_product_with_A_and_one_with_its_transpose),
      cmocka_unit_test(a_failing_product_ends_the_call_and_keeps_the_last_good_point),
      cmocka_unit_test(a_run_ends_at_the_same_point_whichever_product_fails),
      cmocka_unit_test(a_number_that_is_none_is_an_error_and_is_not_kept),
      cmocka_unit_test(an_exception_of_a_callback_stops_at_the_call),
      cmocka_unit_test(a_callback_that_uses_its_own_matrix_is_refused),
      cmocka_unit_test(a_wrong_adjoint_is_detected),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
