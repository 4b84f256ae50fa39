// SPDX-License-Identifier: BSD-3-Clause
// The models against optimal values from an independent semidefinite solver, against each other, and on the shapes
// that break careless code.
#include "sparsebregman.h"

#include "cmocka.hpp"

#include <cmath>

#include "dsm_cases.hpp"
#include "support/error.hpp"

using namespace sbreg;
using namespace dsm_cases;

namespace {

constexpr DsmModel both[] = {DsmModel::linear, DsmModel::quadratic};

double scale_of(const Curved& problem) {
  std::vector<double> norms(to_size(problem.C.n));
  problem.A.column_norms(norms);
  double largest = 0;
  for (double x : norms) largest = std::max(largest, x);
  return largest;
}

/// Diag(w) >= C by an eigenvalue computation, and again by Cholesky of Diag(w) - C shifted by the rounding of both.
void require_feasible(const Case& c, const Dsm& dsm) {
  const Curved problem(c);
  const double size = scale_of(problem);
  double largest = 0;
  for (double w : dsm.weights()) {
    assert_true(std::isfinite(w) && w >= 0);
    largest = std::max(largest, w);
  }
  const double least = margin(problem.C, dsm.weights());
  if (least < -1e-13 * std::max(size, largest)) fail_msg("%s: margin %g\n", c.name.c_str(), least);
}

void require_optimal(const Case& c, DsmModel model, double optimum, double tolerance) {
  const Curved problem(c);
  const auto dsm = make_dsm(problem.C, model);
  dsm->options.gap_tolerance = tolerance;
  const int state = run(*dsm);
  if (state != SBREG_TARGET_REACHED) fail_msg("%s: state %d gap %g\n", c.name.c_str(), state, dsm->gap());
  assert_true(dsm->gap() <= tolerance);
  assert_true(dsm->certificate() == Certificate::proven);
  // the optimum lies between dual and primal; the golden one is good to 1e-6
  if (!(dsm->primal_objective() >= optimum * (1 - 2e-6) && dsm->dual_objective() <= optimum * (1 + 2e-6)))
    fail_msg("%s: %.9g..%.9g, golden %.9g\n", c.name.c_str(), dsm->dual_objective(), dsm->primal_objective(), optimum);
  require_feasible(c, *dsm);
}

void golden_optima_lie_between_dual_and_primal(void**) {
  const auto cases = golden();
  assert_int_equal(cases.size(), 10);
  for (const Case& c : cases) {
    require_optimal(c, DsmModel::linear, c.linear, 1e-7);
    require_optimal(c, DsmModel::quadratic, c.quadratic, 1e-7);
    require_optimal(c, DsmModel::lipschitz, c.lipschitz, 1e-9);
  }
}

void awkward_matrices_reach_a_proven_gap(void**) {
  for (const Case& c : awkward())
    for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
      const Curved problem(c);
      const auto dsm = make_dsm(problem.C, model);
      dsm->options.gap_tolerance = 1e-6;
      require_feasible(c, *dsm);  // before any work
      const int state = run(*dsm);
      if (state != SBREG_TARGET_REACHED)
        fail_msg("%s model %d: state %d gap %g\n", c.name.c_str(), static_cast<int>(model), state, dsm->gap());
      assert_true(dsm->certificate() == Certificate::proven);
      require_feasible(c, *dsm);
    }
}

void rank_one_has_the_closed_form_optimum(void**) {
  // Diag(w) >= aa' <=> sum a_j^2/w_j <= 1; linear: (sum |a_j|)^2, w_j = |a_j| sum|a|
  Case c{"rank_one", 1, 4, {3, -1, 2, 0.5}};
  const Curved problem(c);
  const auto dsm = make_dsm(problem.C, DsmModel::linear);
  dsm->options.gap_tolerance = 1e-9;
  run(*dsm);
  assert_true(std::abs(dsm->primal_objective() / (6.5 * 6.5) - 1) < 1e-8);
  for (std::size_t j = 0; j < 4; ++j) assert_true(std::abs(dsm->weights()[j] - std::abs(c.A[j]) * 6.5) < 1e-6);
}

void diagonal_curvature_gives_itself(void**) {
  const Case c{"diagonal", 3, 3, {2, 0, 0, 0, 3, 0, 0, 0, 0.5}};
  for (DsmModel model : both) {
    const Curved problem(c);
    const auto dsm = make_dsm(problem.C, model);
    dsm->options.gap_tolerance = 1e-10;
    assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
    const double expected[] = {4, 9, 0.25};
    for (std::size_t j = 0; j < 3; ++j) assert_true(std::abs(dsm->weights()[j] / expected[j] - 1) < 1e-4);
  }
}

void zero_columns_get_weight_zero_and_the_ridge_when_there_is_one(void**) {
  const auto cases = golden();
  for (const Case& c : cases) {
    if (c.name != "zero_columns_6x20") continue;
    for (DsmModel model : both)
      for (double ridge : {0.0, 0.5}) {
        Curved problem(c);
        problem.C.ridge = ridge;
        const auto dsm = make_dsm(problem.C, model);
        run(*dsm);
        std::vector<double> norms(to_size(c.n));
        problem.A.column_norms(norms);
        int zeros = 0;
        for (std::size_t j = 0; j < norms.size(); ++j) {
          if (norms[j] > 0) continue;
          ++zeros;
          assert_true(ridge == 0 ? dsm->weights()[j] == 0 : std::abs(dsm->weights()[j] - ridge) < 1e-12);
        }
        assert_true(zeros > 0);
      }
  }
}

void all_zero_curvature_has_weight_zero(void**) {
  const Case c{"zero", 2, 3, std::vector<double>(6, 0.0)};
  for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
    const Curved problem(c);
    const auto dsm = make_dsm(problem.C, model);
    assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
    for (double w : dsm->weights()) assert_true(w == 0);
  }
}

void matrix_route_and_factor_route_agree(void**) {
  for (const Case& c : {gaussian(6, 18, 11), gaussian(30, 12, 12)})
    for (DsmModel model : both) {
      const Curved problem(c);
      const auto S = gram(c);
      Curvature symmetric;
      symmetric.n = c.n;
      symmetric.symmetric = S.data();
      for (double ridge : {0.0, 2.0}) {
        Curvature C = problem.C;
        C.ridge = symmetric.ridge = ridge;
        const auto a = make_dsm(C, model);
        const auto b = make_dsm(symmetric, model);
        a->options.gap_tolerance = b->options.gap_tolerance = 1e-8;
        assert_int_equal(run(*a), SBREG_TARGET_REACHED);
        assert_int_equal(run(*b), SBREG_TARGET_REACHED);
        assert_true(std::abs(a->primal_objective() / b->primal_objective() - 1) < 3e-8);
        assert_true(margin(symmetric, a->weights()) > -1e-9);
        assert_true(margin(C, b->weights()) > -1e-9);
      }
    }
}

void ridge_shifts_the_linear_model_exactly_and_the_quadratic_one_not(void**) {
  const Case c = gaussian(6, 18, 13);
  Curved problem(c);
  double optimum[2][2];
  int i = 0;
  for (DsmModel model : both) {
    for (int k = 0; k < 2; ++k) {
      problem.C.ridge = 3.0 * k;
      const auto dsm = make_dsm(problem.C, model);
      dsm->options.gap_tolerance = 1e-9;
      assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
      optimum[i][k] = dsm->primal_objective();
    }
    ++i;
  }
  assert_true(std::abs(optimum[0][1] - optimum[0][0] - 3.0 * 18) < 1e-6 * optimum[0][0]);
  // shifting the weights of the quadratic model by the ridge would cost sum (w + 3)^2/2, more than the optimum
  problem.C.ridge = 0;
  const auto plain = make_dsm(problem.C, DsmModel::quadratic);
  plain->options.gap_tolerance = 1e-9;
  run(*plain);
  double shifted = 0;
  for (double w : plain->weights()) shifted += 0.5 * (w + 3) * (w + 3);
  assert_true(optimum[1][1] < shifted * (1 - 1e-6));
}

void scaling_the_curvature_scales_the_weights(void**) {
  const Case c = gaussian(6, 18, 14);
  Curved problem(c);
  for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
    problem.C.scale = 1;
    const auto whole = make_dsm(problem.C, model);
    run(*whole);
    problem.C.scale = 0.25;  // logistic
    const auto quarter = make_dsm(problem.C, model);
    run(*quarter);
    assert_int_equal(whole->iterations(), quarter->iterations());
    for (std::size_t j = 0; j < 18; ++j) assert_true(whole->weights()[j] == 4 * quarter->weights()[j]);
  }
}

void observation_weights_act_as_scaled_rows(void**) {
  const Case c = gaussian(6, 18, 15);
  Case scaled = c;
  std::vector<double> weights;
  for (std::size_t i = 0; i < 6; ++i) weights.push_back(0.25 * static_cast<double>(i * i));
  for (std::size_t j = 0; j < 18; ++j)
    for (std::size_t i = 0; i < 6; ++i) scaled.A[j * 6 + i] *= std::sqrt(weights[i]);
  for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
    Curved a(c);
    a.C.row_weights = weights;
    const Curved b(scaled);
    const auto one = make_dsm(a.C, model);
    const auto two = make_dsm(b.C, model);
    one->options.gap_tolerance = two->options.gap_tolerance = 1e-7;
    run(*one);
    run(*two);
    assert_true(std::abs(one->primal_objective() / two->primal_objective() - 1) < 2e-7);
    assert_true(margin(b.C, one->weights()) > -1e-10);
  }
}

void row_major_input_gives_the_same_weights(void**) {
  const Case c = gaussian(7, 19, 16);
  std::vector<double> rows(c.A.size());
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 19; ++j) rows[i * 19 + j] = c.A[j * 7 + i];
  const DenseMatrix A(7, 19, {rows.data(), 19, true});
  Curvature C;
  C.n = 19;
  C.factor = &A;
  const Curved problem(c);
  for (DsmModel model : both) {
    const auto a = make_dsm(C, model);
    const auto b = make_dsm(problem.C, model);
    a->options.gap_tolerance = b->options.gap_tolerance = 1e-8;
    run(*a);
    run(*b);
    assert_true(std::abs(a->primal_objective() / b->primal_objective() - 1) < 2e-8);
  }
}

void costs_weigh_the_linear_model(void**) {
  // scaling column j by s_j and its cost by 1/s_j^2 leaves the optimum: w_j -> s_j^2 w_j
  const Case c = gaussian(6, 18, 17);
  Case scaled = c;
  std::vector<double> cost(18);
  for (std::size_t j = 0; j < 18; ++j) {
    const double s = 0.5 + static_cast<double>(j) / 6;
    cost[j] = 1 / (s * s);
    for (std::size_t i = 0; i < 6; ++i) scaled.A[j * 6 + i] *= s;
  }
  const Curved a(c);
  const Curved b(scaled);
  const auto plain = make_dsm(a.C, DsmModel::linear);
  const auto weighted = make_dsm(b.C, DsmModel::linear);
  weighted->set_cost(cost);
  plain->options.gap_tolerance = weighted->options.gap_tolerance = 1e-8;
  assert_int_equal(run(*plain), SBREG_TARGET_REACHED);
  assert_int_equal(run(*weighted), SBREG_TARGET_REACHED);
  assert_true(std::abs(plain->primal_objective() / weighted->primal_objective() - 1) < 2e-8);
}

sbreg_status code_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return SBREG_OK;
}

void costs_must_be_positive_and_in_time(void**) {
  const Case c = gaussian(3, 5, 18);
  const Curved problem(c);
  const auto linear = make_dsm(problem.C, DsmModel::linear);
  const std::vector<double> zero{1, 1, 0, 1, 1};
  const std::vector<double> few{1, 1};
  const std::vector<double> good(5, 2.0);
  assert_int_equal(code_of([&] { linear->set_cost(zero); }), SBREG_E_ARGUMENT);
  assert_int_equal(code_of([&] { linear->set_cost(few); }), SBREG_E_DIMENSION);
  assert_int_equal(code_of([&] { make_dsm(problem.C, DsmModel::quadratic)->set_cost(good); }), SBREG_E_UNSUPPORTED);
  linear->step();
  assert_int_equal(code_of([&] { linear->set_cost(good); }), SBREG_E_STATE);
}

void indefinite_matrices_are_refused(void**) {
  const std::vector<double> saddle{1, 2, 2, 1};
  const std::vector<double> negative{1, 0, 0, -1e-3};
  const std::vector<double> hollow{0, 1, 1, 5};
  for (const auto& S : {saddle, negative, hollow})
    for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
      Curvature C;
      C.n = 2;
      C.symmetric = S.data();
      assert_int_equal(code_of([&] { make_dsm(C, model); }), SBREG_E_NUMERIC);
    }
  Curvature C;  // the ridge makes it semidefinite
  C.n = 2;
  C.symmetric = saddle.data();
  C.ridge = 1;
  const auto dsm = make_dsm(C, DsmModel::linear);
  assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
  assert_true(margin(C, dsm->weights()) > -1e-12);
}

void columns_whose_squares_vanish_are_refused(void**) {
  for (double tiny : {1e-170, 1e-145}) {
    const Case c{"vanishing", 2, 2, {1, 2, tiny, tiny}};
    const Case d{"vanishing beside", 2, 2, {1e100, 2e100, 1e-30, 1e-30}};
    for (const Case& e : {c, d})
      for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
        const Curved problem(e);
        assert_int_equal(code_of([&] { make_dsm(problem.C, model); }), SBREG_E_NUMERIC);
      }
  }
}

void singular_matrices_are_accepted(void**) {
  Case path;
  for (const Case& c : awkward())
    if (c.name == "path_laplacian") path = c;
  const auto S = gram(path);
  Curvature C;
  C.n = path.n;
  C.symmetric = S.data();
  for (DsmModel model : both) {
    const auto dsm = make_dsm(C, model);
    dsm->options.gap_tolerance = 1e-6;
    assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
  }
}

void inflation_makes_the_scaling_strict_and_leaves_the_gap_alone(void**) {
  const Case c = gaussian(6, 18, 19);
  const Curved problem(c);
  for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
    const auto plain = make_dsm(problem.C, model);
    const auto inflated = make_dsm(problem.C, model);
    inflated->options.inflation = 1.5;
    run(*plain);
    run(*inflated);
    assert_true(plain->primal_objective() == inflated->primal_objective());
    for (std::size_t j = 0; j < 18; ++j)
      assert_true(std::abs(inflated->weights()[j] / (1.5 * plain->weights()[j]) - 1) < 1e-14);
    assert_true(margin(problem.C, inflated->weights()) > 0);
  }
}

void beyond_the_proof_limit_the_certificate_says_probabilistic(void**) {
  const Case c = gaussian(20, 60, 20);
  const Curved problem(c);
  for (DsmModel model : {DsmModel::linear, DsmModel::quadratic, DsmModel::lipschitz}) {
    const auto dsm = make_dsm(problem.C, model);
    dsm->options.proof_limit = 10;
    dsm->options.allowed_failure = 1e-6;
    assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
    assert_true(dsm->certificate() == Certificate::probabilistic);
    assert_true(dsm->failure_probability() > 0 && dsm->failure_probability() <= 1e-6);
    assert_true(margin(problem.C, dsm->weights()) > -1e-10);
  }
}

void margin_agrees_with_the_matrix_route(void**) {
  for (const Case& c : {gaussian(5, 20, 21), gaussian(9, 30, 22)}) {
    const Curved problem(c);
    const auto S = gram(c);
    Curvature symmetric;
    symmetric.n = c.n;
    symmetric.symmetric = S.data();
    Rng rng(5);
    for (double level : {1.0, 10.0, 40.0, 100.0}) {
      std::vector<double> w(to_size(c.n));
      for (double& x : w) x = level * (0.5 + rng.uniform());
      const double one = margin(problem.C, w);
      const double two = margin(symmetric, w);
      if (std::abs(one - two) > 1e-11 * (level + 100)) fail_msg("margins %.15g and %.15g\n", one, two);
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(golden_optima_lie_between_dual_and_primal),
      cmocka_unit_test(awkward_matrices_reach_a_proven_gap),
      cmocka_unit_test(rank_one_has_the_closed_form_optimum),
      cmocka_unit_test(diagonal_curvature_gives_itself),
      cmocka_unit_test(zero_columns_get_weight_zero_and_the_ridge_when_there_is_one),
      cmocka_unit_test(all_zero_curvature_has_weight_zero),
      cmocka_unit_test(matrix_route_and_factor_route_agree),
      cmocka_unit_test(ridge_shifts_the_linear_model_exactly_and_the_quadratic_one_not),
      cmocka_unit_test(scaling_the_curvature_scales_the_weights),
      cmocka_unit_test(observation_weights_act_as_scaled_rows),
      cmocka_unit_test(row_major_input_gives_the_same_weights),
      cmocka_unit_test(costs_weigh_the_linear_model),
      cmocka_unit_test(costs_must_be_positive_and_in_time),
      cmocka_unit_test(indefinite_matrices_are_refused),
      cmocka_unit_test(columns_whose_squares_vanish_are_refused),
      cmocka_unit_test(singular_matrices_are_accepted),
      cmocka_unit_test(inflation_makes_the_scaling_strict_and_leaves_the_gap_alone),
      cmocka_unit_test(beyond_the_proof_limit_the_certificate_says_probabilistic),
      cmocka_unit_test(margin_agrees_with_the_matrix_route),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
