// SPDX-License-Identifier: BSD-3-Clause
// The algorithms behind the models: what each guarantees at every iteration, and that they agree.
#include "sparsebregman.h"

#include "cmocka.hpp"

#include <cmath>

#include "dsm/cubic.hpp"
#include "dsm_cases.hpp"

using namespace sbreg;
using namespace dsm_cases;

namespace {

constexpr DsmModel both[] = {DsmModel::linear, DsmModel::quadratic};
constexpr const char* algorithms[] = {"auto", "bcm-sequential", "bcm-parallel"};

void weak_duality_and_feasibility_hold_at_every_iteration(void**) {
  const Case c = gaussian(7, 30, 31);
  const Curved problem(c);
  for (DsmModel model : both)
    for (const char* algorithm : algorithms) {
      const auto dsm = make_dsm(problem.C, model);
      dsm->options.algorithm = algorithm;
      dsm->options.gap_tolerance = 1e-5;
      dsm->options.max_iterations = 400;
      double optimum = infinity;
      do {
        assert_true(dsm->dual_objective() <= dsm->primal_objective());
        assert_true(dsm->primal_objective() <= optimum);  // only ever improves
        optimum = dsm->primal_objective();
        assert_true(margin(problem.C, dsm->weights()) > -1e-9);
      } while (dsm->step() == SBREG_RUNNING);
      assert_true(dsm->dual_objective() <= dsm->primal_objective());
    }
}

void the_dual_never_falls_in_the_monotone_algorithms(void**) {
  const auto cases = awkward();
  for (const Case& c : cases)
    for (DsmModel model : both)
      for (const char* algorithm : {"auto", "bcm-sequential"}) {
        const Curved problem(c);
        const auto dsm = make_dsm(problem.C, model);
        dsm->options.algorithm = algorithm;
        dsm->options.single_precision = 0;
        dsm->options.gap_tolerance = 1e-7;
        dsm->options.max_iterations = 300;
        double last = -infinity;
        while (dsm->step() == SBREG_RUNNING) {
          const double now = dsm->dual_of_iterate();
          if (now < last - 1e-12 * std::abs(last))
            fail_msg("%s %s: %.17g after %.17g\n", c.name.c_str(), algorithm, now, last);
          last = now;
        }
      }
}

void all_algorithms_agree_unless_they_report_a_cycle(void**) {
  for (const Case& c : {gaussian(6, 24, 32), gaussian(20, 12, 33)})
    for (DsmModel model : both) {
      const Curved problem(c);
      double reference = 0;
      for (const char* algorithm : algorithms) {
        const auto dsm = make_dsm(problem.C, model);
        dsm->options.algorithm = algorithm;
        dsm->options.gap_tolerance = 1e-5;
        const int state = run(*dsm);
        if (dsm->cycling()) {
          assert_int_equal(state, SBREG_STALLED);
          assert_true(margin(problem.C, dsm->weights()) > -1e-9);
          continue;
        }
        if (state != SBREG_TARGET_REACHED) fail_msg("%s %s: gap %g\n", c.name.c_str(), algorithm, dsm->gap());
        if (reference == 0) reference = dsm->primal_objective();
        assert_true(std::abs(dsm->primal_objective() / reference - 1) < 2e-5);
      }
    }
}

std::vector<std::vector<double>> matrices_that_cycle() {
  std::vector<double> path(36, 0.0);  // tridiagonal (-1, 2, -1)
  for (std::size_t i = 0; i < 6; ++i) {
    path[i * 7] = 2;
    if (i + 1 < 6) path[i * 6 + i + 1] = path[(i + 1) * 6 + i] = -1;
  }
  std::vector<double> bipartite(1600, 0.0);  // adjacency of K20,20 plus 20 I
  for (std::size_t i = 0; i < 40; ++i) {
    bipartite[i * 41] = 20;
    for (std::size_t j = 0; j < 40; ++j)
      if ((i < 20) != (j < 20)) bipartite[i * 40 + j] = 1;
  }
  return {{2, 1, 1, 2}, path, bipartite};
}

void a_cycle_of_the_parallel_form_is_reported_and_leaves_a_feasible_scaling(void**) {
  for (const auto& S : matrices_that_cycle())
    for (DsmModel model : both) {
      Curvature C;
      C.n = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(S.size()))));
      C.symmetric = S.data();
      const auto parallel = make_dsm(C, model);
      parallel->options.algorithm = "bcm-parallel";
      parallel->options.gap_tolerance = 1e-9;
      run(*parallel);
      // on K20,20 + 20 I the half-step that the certificate takes leads from the cycle to the optimum
      const bool solved = C.n == 40 && parallel->state() == SBREG_TARGET_REACHED;
      if (!solved && (!parallel->cycling() || parallel->state() != SBREG_STALLED))
        fail_msg("order %d, model %d: state %d, gap %g\n", static_cast<int>(C.n), static_cast<int>(model),
                 parallel->state(), parallel->gap());
      for (double w : parallel->weights()) assert_true(std::isfinite(w) && w > 0);
      assert_true(margin(C, parallel->weights()) > -1e-10);
      for (const char* algorithm : {"auto", "bcm-sequential"}) {
        const auto other = make_dsm(C, model);
        other->options.algorithm = algorithm;
        other->options.gap_tolerance = 1e-6;
        if (run(*other) != SBREG_TARGET_REACHED)
          fail_msg("%s, order %d, model %d: gap %g\n", algorithm, static_cast<int>(C.n), static_cast<int>(model),
                   other->gap());
      }
    }
}

void two_by_two_optima_are_six_and_nine(void**) {
  const std::vector<double> S{2, 1, 1, 2};
  Curvature C;
  C.n = 2;
  C.symmetric = S.data();
  const double expected[] = {6, 9};  // w = (3, 3)
  int i = 0;
  for (DsmModel model : both) {
    const auto dsm = make_dsm(C, model);
    dsm->options.gap_tolerance = 1e-9;
    run(*dsm);
    assert_true(std::abs(dsm->primal_objective() - expected[i++]) < 1e-7);
  }
}

void warm_start_needs_fewer_iterations(void**) {
  const Case c = gaussian(20, 120, 34);
  Case moved = c;
  const Case noise = gaussian(20, 120, 35);
  for (std::size_t i = 0; i < c.A.size(); ++i) moved.A[i] += 0.01 * noise.A[i];
  const Curved before(c);
  const Curved after(moved);
  for (DsmModel model : both) {
    const auto first = make_dsm(before.C, model);
    const auto cold = make_dsm(after.C, model);
    const auto warm = make_dsm(after.C, model);
    run(*first);
    warm->start_from(*first);
    assert_int_equal(run(*cold), SBREG_TARGET_REACHED);
    assert_int_equal(run(*warm), SBREG_TARGET_REACHED);
    if (!(2 * warm->iterations() <= cold->iterations()))
      fail_msg("warm %d, cold %d\n", static_cast<int>(warm->iterations()), static_cast<int>(cold->iterations()));
  }
}

void stopping_early_leaves_feasible_weights_with_the_gap_they_have(void**) {
  const Case c = gaussian(12, 60, 36);
  const Curved problem(c);
  for (DsmModel model : both)
    for (const char* algorithm : algorithms)
      for (int steps : {0, 1, 3, 6}) {
        const auto dsm = make_dsm(problem.C, model);
        dsm->options.algorithm = algorithm;
        dsm->options.gap_tolerance = 1e-10;
        const double before = dsm->gap();
        for (int k = 0; k < steps; ++k) dsm->step();
        dsm->certify();
        assert_true(margin(problem.C, dsm->weights()) > -1e-9);
        if (steps > 0) assert_true(dsm->gap() < before && dsm->gap() < 0.7);
        double objective = 0;
        for (double w : dsm->weights()) objective += model == DsmModel::linear ? w : 0.5 * w * w;
        assert_true(std::abs(dsm->primal_objective() / objective - 1) < 1e-12);
      }
}

void the_iteration_limit_certifies_and_raising_it_resumes(void**) {
  const Case c = gaussian(12, 60, 37);
  const Curved problem(c);
  const auto dsm = make_dsm(problem.C, DsmModel::linear);
  dsm->options.gap_tolerance = 1e-8;
  dsm->options.max_iterations = 3;
  assert_int_equal(run(*dsm), SBREG_ITERATION_LIMIT);
  assert_int_equal(dsm->iterations(), 3);
  assert_true(dsm->gap() < 0.5);
  assert_int_equal(dsm->step(), SBREG_ITERATION_LIMIT);
  assert_int_equal(dsm->iterations(), 3);
  dsm->options.max_iterations = 1000;
  assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
  dsm->options.gap_tolerance = 1e-10;
  assert_int_equal(run(*dsm), SBREG_TARGET_REACHED);
  assert_true(dsm->gap() <= 1e-10);
}

void an_unreachable_gap_stalls_with_what_is_reachable(void**) {
  const Case c = gaussian(6, 20, 38);
  const Curved problem(c);
  for (DsmModel model : both) {
    const auto dsm = make_dsm(problem.C, model);
    dsm->options.gap_tolerance = 0;
    dsm->options.max_iterations = 3000;
    assert_int_equal(run(*dsm), SBREG_STALLED);
    if (dsm->gap() > 1e-9) fail_msg("gap %g\n", dsm->gap());
  }
}

void the_papers_extraction_tends_to_the_weights(void**) {
  const Case c = gaussian(8, 30, 39);
  const Curved problem(c);
  for (DsmModel model : both)
    for (const char* algorithm : {"auto", "bcm-sequential"}) {
      const auto dsm = make_dsm(problem.C, model);
      dsm->options.algorithm = algorithm;
      dsm->options.gap_tolerance = 1e-6;
      std::vector<double> early(30);
      std::vector<double> late(30);
      dsm->step();
      dsm->extract(early);
      run(*dsm);
      dsm->extract(late);
      double worst = 0;
      for (std::size_t j = 0; j < 30; ++j) worst = std::max(worst, std::abs(late[j] / dsm->weights()[j] - 1));
      if (worst > 1e-3) fail_msg("extracted weights differ by %g\n", worst);
      assert_true(margin(problem.C, early) < 0);  // what makes it a comparison and not an answer
    }
}

void equal_seeds_give_equal_bits(void**) {
  const Case c = gaussian(30, 1000, 40);  // large enough for single precision
  const Curved problem(c);
  for (DsmModel model : both) {
    const auto a = make_dsm(problem.C, model);
    const auto b = make_dsm(problem.C, model);
    run(*a);
    run(*b);
    assert_int_equal(a->iterations(), b->iterations());
    for (std::size_t j = 0; j < 1000; ++j) assert_true(a->weights()[j] == b->weights()[j]);
  }
}

void single_precision_iterations_reach_the_double_precision_optimum(void**) {
  const Case c = gaussian(50, 800, 41);
  const Curved problem(c);
  for (DsmModel model : both) {
    const auto a = make_dsm(problem.C, model);
    const auto b = make_dsm(problem.C, model);
    b->options.single_precision = 0;
    a->options.gap_tolerance = b->options.gap_tolerance = 1e-8;
    assert_int_equal(run(*a), SBREG_TARGET_REACHED);
    assert_int_equal(run(*b), SBREG_TARGET_REACHED);
    assert_true(std::abs(a->primal_objective() / b->primal_objective() - 1) < 2e-8);
  }
}

void too_low_a_rank_grows_until_the_gap_closes(void**) {
  const Case c = gaussian(15, 60, 42);
  const Curved problem(c);
  for (DsmModel model : both) {
    const auto dsm = make_dsm(problem.C, model);
    dsm->options.rank = 1;
    dsm->options.gap_tolerance = 1e-6;
    if (run(*dsm) != SBREG_TARGET_REACHED) fail_msg("state %d gap %g\n", dsm->state(), dsm->gap());
    assert_true(dsm->rank() > 1);
  }
}

void the_cubic_root_is_positive_and_exact_with_one_or_three_real_roots(void**) {
  for (double a : {0.0, 1e-12, 0.3, 1.0, 7.0, 1e6})
    for (double g : {0.0, 1e-14, 1e-3, 0.1, 1.0, 50.0, 1e9}) {
      const double t = positive_cubic_root(a, g);
      assert_true(t >= 0 && std::isfinite(t));
      const double size = t * t * t + a * t + g;
      assert_true(std::abs(t * t * t - a * t - g) <= 1e-14 * size);
      assert_true(t * t >= a * (1 - 1e-15));  // the largest root
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(weak_duality_and_feasibility_hold_at_every_iteration),
      cmocka_unit_test(the_dual_never_falls_in_the_monotone_algorithms),
      cmocka_unit_test(all_algorithms_agree_unless_they_report_a_cycle),
      cmocka_unit_test(a_cycle_of_the_parallel_form_is_reported_and_leaves_a_feasible_scaling),
      cmocka_unit_test(two_by_two_optima_are_six_and_nine),
      cmocka_unit_test(warm_start_needs_fewer_iterations),
      cmocka_unit_test(stopping_early_leaves_feasible_weights_with_the_gap_they_have),
      cmocka_unit_test(the_iteration_limit_certifies_and_raising_it_resumes),
      cmocka_unit_test(an_unreachable_gap_stalls_with_what_is_reachable),
      cmocka_unit_test(the_papers_extraction_tends_to_the_weights),
      cmocka_unit_test(equal_seeds_give_equal_bits),
      cmocka_unit_test(single_precision_iterations_reach_the_double_precision_optimum),
      cmocka_unit_test(too_low_a_rank_grows_until_the_gap_closes),
      cmocka_unit_test(the_cubic_root_is_positive_and_exact_with_one_or_three_real_roots),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
