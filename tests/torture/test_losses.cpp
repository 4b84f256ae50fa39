// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The losses other than least squares, and quadratics, on nearly dependent, badly scaled and dependent columns and on
// extreme observations, against quadruple precision. The contract of a run that ended by itself, in units |f(0)| +
// |f(x)|:
//   - f at the solution is within 1e-10 units of the minimum on its support up to a condition number of 1e10 of the
//   columns,
//     weighted by the second derivatives and scaled to length 1; beyond that within 10 times the rise of f which
//     rounding the exact minimiser to double causes;
//   - best_objective is f at the solution to the rounding of the terms that f adds;
//   - what is proved is true of all supports, and a state that needs a reason has it;
//   - no certificate is negative, none promises what does not exist, and none contradicts a proof.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "consistency.hpp"
#include "hard_data.hpp"
#include "quad_loss.hpp"
#include "trace.hpp"

namespace {

using namespace oracle;

int cases = 0, proofs = 0, stationary = 0, certificates = 0;

double number(Quad v) { return static_cast<double>(v); }

/// The loss with observations for it. `level` is the size of counts.
QuadLoss with_loss(Rng& rng, LeastSquares data, const std::string& loss, double level = 10) {
  QuadLoss f{std::move(data), loss};
  LeastSquares& d = f.data;
  if (loss == "quadratic") {
    const LeastSquares old = d;
    d = {old.n, old.n, Vector(at(old.n * old.n)), Vector(at(old.n))};
    for (Index j = 0; j < old.n; ++j) {
      for (Index l = 0; l < old.n; ++l)
        for (Index i = 0; i < old.m; ++i) d.A[at(j * old.n + l)] += old.entry(i, j) * old.entry(i, l);
      for (Index i = 0; i < old.m; ++i) d.b[at(j)] += old.entry(i, j) * old.b[at(i)];
    }
    return f;
  }
  for (Index i = 0; i < d.m; ++i) {
    double& b = d.b[at(i)];
    if (loss == "logistic") b = b > 0 ? 1 : 0;
    if (loss == "poisson") b = std::floor(level * std::exp(b));
    if (loss == "huber" && i % 4 == 0) b *= 50;
  }
  if (loss == "logistic") {  // both labels, none of them isolated
    d.b[0] = d.b[2] = 1;
    d.b[1] = d.b[3] = 0;
  }
  f.weights = rng.below(3) == 0 ? Vector(at(d.m)) : Vector();
  for (double& w : f.weights) w = 0.25 * static_cast<double>(1 + rng.below(8));
  return f;
}

Problem make_problem_of(const QuadLoss& f) {
  sbreg_problem* problem = nullptr;
  const LeastSquares& d = f.data;
  if (f.loss == "quadratic") {
    OK(sbreg_problem_create_quadratic(&problem, d.n, d.A.data(), d.n, d.b.data()));
  } else {
    sbreg_matrix* A = nullptr;
    OK(sbreg_matrix_create_dense(&A, d.m, d.n, d.A.data(), d.m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
    OK(sbreg_problem_create_linear(&problem, A, f.loss.c_str(), d.b.data()));
    sbreg_matrix_destroy(A);
    if (!f.weights.empty()) OK(sbreg_problem_set_weights(problem, f.weights.data()));
    if (f.loss == "huber") OK(sbreg_problem_set_real(problem, "huber_delta", f.huber_delta));
  }
  if (f.ridge > 0) OK(sbreg_problem_set_real(problem, "ridge", f.ridge));
  return Problem(problem);
}

/// One run and all that it says.
struct Run {
  const QuadLoss& f;
  Index s;
  const char* what;
  const char* method;
  Vector x{};
  std::int64_t state = 0, proved = 0;
  double claimed = 0;
  double at_x = 0, unit = 0, terms = 0;

  [[gnu::format(printf, 3, 4)]] void require(bool claim, const char* format, ...) const {
    if (claim) return;
    char text[400];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fail_msg("%s, %s, %s, m = %d, n = %d, s = %d, ridge %g, case %d, state %s, proved %d, f(0) = %.6g, f = %.17g: %s\n",
             f.loss.c_str(), what, method, static_cast<int>(f.data.m), static_cast<int>(f.data.n), static_cast<int>(s),
             f.ridge, cases, sbreg_state_text(static_cast<std::int32_t>(state)), static_cast<int>(proved),
             number(f.value_at_zero()), at_x, text);
  }
};

/// The contract on the columns T, which hold the solution's support.
void check_minimum(const Run& run, const Support& T) {
  const QuadLoss::Minimum least = run.f.minimise(T, run.x);
  const double above = number(run.f.value(run.x) - least.f);
  const double allowed = 1e-10 * run.unit + 1e-15 * run.terms + (least.condition <= 1e10 ? 0 : 10 * least.rounded);
  if (run.state == SBREG_UNBOUNDED) return;  // nothing to measure from
  run.require(above <= allowed, "%.3g above the minimum on its support, allowed %.3g, condition %.2g, rounded %.3g",
              above, allowed, least.condition, least.rounded);
}

void check_states(const Run& run, const Solver& solver) {
  run.require(run.state == SBREG_STATIONARY || run.state == SBREG_STALLED || run.state == SBREG_SEARCHED ||
                  run.state == SBREG_TARGET_REACHED ||
                  (run.state == SBREG_UNBOUNDED && run.f.loss == "logsumexp" && run.f.ridge == 0),
              "the run did not end by itself, or f surprised it; %s", [&] {
                const char* text = "";
                OK(sbreg_solver_get_text(solver.get(), "strategy", &text));
                return text;
              }());
  stationary += run.state == SBREG_STATIONARY ? 1 : 0;
  if (run.state == SBREG_UNBOUNDED) {
    run.require(run.proved == 0, "there is a lower f");
    // A direction in which all margins fall.
    const QuadLoss::Minimum far = run.f.minimise(support_of(run.x), run.x);
    run.require(number(far.f) < run.at_x - 10 || run.at_x < -1e6, "unbounded, but f ends at %.6g", number(far.f));
  }
  run.require(std::abs(run.claimed - run.at_x) <= 1e-13 * run.terms, "best_objective %.17g, terms %.3g", run.claimed,
              run.terms);
  run.require(run.claimed <= number(run.f.value_at_zero()) + 1e-13 * run.terms, "above f(0)");
  run.require(get_int(solver, "support_size") == static_cast<Index>(support_of(run.x).size()), "support_size");
}

void check_certificates(const Run& run, const Problem& problem) {
  double decrease = -1;
  std::int64_t leaves = -2, enters = -2;
  OK(sbreg_check_coordinatewise(problem.get(), run.s, run.x.data(), &decrease, &leaves, &enters));
  ++certificates;
  run.require(decrease >= 0, "a decrease of %g", decrease);
  if (run.state == SBREG_UNBOUNDED) return;  // what is promised there has no end
  const double slack = 1e-12 * (run.terms + run.unit);
  if (decrease > slack && enters >= 0) {  // what the certificate promises exists
    Vector y = run.x;
    if (leaves >= 0) y[at(leaves)] = 0;
    Quad best = run.f.value(y);
    // Along the coordinate that enters, the others as they are.
    const Quad along = run.f.minimum_along(y, enters);
    if (along < best) best = along;
    run.require(number(best) <= run.at_x - decrease * (1 - 1e-6) + slack, "coordinatewise promises %.6g, true is %.6g",
                decrease, run.at_x - number(best));
  }
  if (run.proved != 0)
    run.require(decrease <= 2e-5 * std::abs(run.at_x) + 1e-10 * run.unit, "proved, but an exchange gains %g", decrease);
  if (run.f.loss == "poisson" || run.f.loss == "quartic") return;  // nothing bounds their curvature
  sbreg_dsm* dsm = nullptr;
  if (sbreg_dsm_create(&dsm, problem.get(), "lipschitz") != SBREG_OK) return;
  const Dsm owner(dsm);
  OK(sbreg_dsm_run(dsm));
  double violation = -1;
  Vector y(run.x.size());
  const sbreg_status status = sbreg_witness_stationarity(problem.get(), dsm, run.s, run.x.data(), &violation, y.data());
  run.require(status == SBREG_OK, "%s", sbreg_last_error());
  run.require(violation >= 0, "a violation of %g", violation);
  run.require(number(run.f.value(y)) <= run.at_x - violation + slack, "the witness of %g has f = %.17g", violation,
              number(run.f.value(y)));
}

/// Runs the methods; with `all`, proofs are compared with every support.
void check(const QuadLoss& f, Index s, const char* what, bool all = false,
           std::initializer_list<const char*> methods = {"auto", "search", "gpnp"}) {
  const Problem problem = make_problem_of(f);
  QuadLoss::Minimum best;
  bool known = false;
  for (const char* method : methods) {
    ++cases;
    const Solver solver = plain_solver(problem, s, method);
    OK(sbreg_solver_run(solver.get()));
    Run run{f, s, what, method};
    run.x = solution_of(solver);
    run.state = get_int(solver, "state");
    run.proved = get_int(solver, "proved");
    run.claimed = get_real(solver, "best_objective");
    for (const double v : run.x) run.require(std::isfinite(v), "not finite");
    run.at_x = number(f.value(run.x));
    run.unit = std::abs(number(f.value_at_zero())) + std::abs(run.at_x);
    run.terms = f.terms(run.x);
    const std::string told = contradiction(solver.get(), number(f.value_at_zero()));
    run.require(told.empty(), "%s", told.c_str());
    check_states(run, solver);
    // With s = n the support is not chosen: all columns may be used.
    check_minimum(run, s == f.data.n ? all_of(f.data.n) : support_of(run.x));
    check_certificates(run, problem);
    if (!all) continue;
    if (!known) best = f.best(s);
    known = true;
    const double bound = get_real(solver, "lower_bound");
    const Quad least = f.value(run.x) < best.f ? f.value(run.x) : best.f;
    run.require(static_cast<Quad>(bound) <= least, "the bound %.17g is above %.17g", bound, number(least));
    if (run.proved == 0) continue;
    ++proofs;
    run.require(run.at_x <= number(best.f) + 1e-5 * std::abs(number(best.f)) + 1e-12 * run.unit,
                "proved, but %.17g exists", number(best.f));
  }
}

const char* const losses[] = {"logistic", "poisson", "huber", "quartic", "logsumexp", "quadratic"};

void conditions_from_1e2_to_1e14(void**) {
  Rng rng(31);
  for (const char* loss : losses)
    for (int power = 2; power <= 14; ++power) {
      if (power > 5 && std::strcmp(loss, "quadratic") == 0) break;  // its own condition number is the square
      for (int instance = 0; instance < 4; ++instance) {
        QuadLoss f = with_loss(rng, conditioned(rng, 24, 5, std::pow(10.0, power)), loss);
        if (instance == 3) f.ridge = 1e-3;
        check(f, instance % 2 == 0 ? 3 : 5, "singular values", instance == 0);
      }
    }
}

void scales_of_columns_do_not_matter(void**) {
  Rng rng(32);
  for (const char* loss : losses)
    for (int instance = 0; instance < 12; ++instance) {
      LeastSquares data = conditioned(rng, 20, 6, instance % 2 == 0 ? 10 : 1e5);
      const bool quadratic = std::strcmp(loss, "quadratic") == 0;
      scale_columns(data, rng, (instance % 3 == 0 ? 12 : instance % 3 == 1 ? 60 : 150) / (quadratic ? 2.0 : 1.0));
      check(with_loss(rng, data, loss), instance % 4 == 0 ? 6 : 2, "scales", instance % 2 == 1, {"auto", "search"});
    }
}

void counts_up_to_1e15(void**) {
  Rng rng(33);
  for (int power = 0; power <= 15; ++power)
    for (int instance = 0; instance < 4; ++instance) {
      const LeastSquares data = conditioned(rng, 20, 6, instance % 2 == 0 ? 10 : 1e6);
      check(with_loss(rng, data, "poisson", std::pow(10.0, power)), instance < 2 ? 2 : 6, "counts", instance == 0);
    }
}

/// Twice the same column, more columns than rows, and copies that differ in the last digits.
void dependent_columns_and_near_copies(void**) {
  Rng rng(34);
  for (const char* loss : losses)
    for (int instance = 0; instance < 16; ++instance) {
      const bool wide = instance % 4 == 3;
      const Index m = wide ? 6 : 18, n = wide ? 9 : 5;
      LeastSquares data{m, n, gaussian(rng, m * n), gaussian(rng, m)};
      if (std::strcmp(loss, "quadratic") == 0 && !wide && instance % 4 != 0 && instance > 2) continue;  // beyond Q
      const double apart = instance % 4 == 0 ? 0 : std::pow(10.0, -2 - instance);
      for (Index i = 0; i < m && !wide; ++i)
        data.A[at(m + i)] = (instance % 4 == 1 ? 2 : 1) * data.A[at(i)] * (1 + apart * rng.normal());
      QuadLoss f = with_loss(rng, data, loss);
      if (instance >= 12 || (wide && std::strcmp(loss, "logsumexp") == 0)) f.ridge = 1e-2;
      check(f,
            wide                ? (instance % 8 == 3 ? 8 : 3)
            : instance % 2 == 0 ? 5
                                : 2,
            wide ? "wide" : "near copies", instance % 2 == 1 && !wide);
    }
}

void polynomials_and_hilbert_matrices(void**) {
  Rng rng(35);
  for (const char* loss : losses) {
    if (std::strcmp(loss, "quadratic") == 0) continue;
    for (const Index n : {4, 7, 9}) {
      check(with_loss(rng, vandermonde(rng, 20, n), loss), n, "Vandermonde");
      if (n < 9) check(with_loss(rng, hilbert(rng, n), loss), std::min<Index>(n, 3), "Hilbert");
    }
  }
}

/// Huber's loss where nearly all residuals are far beyond delta, and exponentials of large margins: f is nearly a
/// polyhedron, and a Newton step leads from one face to the next. Columns are correlated and have levels.
void faces_and_edges(void**) {
  Rng rng(36);
  for (const char* loss : {"huber", "logsumexp"})
    for (int instance = 0; instance < 48; ++instance) {
      const Index m = 8 + instance % 5, n = 5;
      LeastSquares data{m, n, gaussian(rng, m * n), gaussian(rng, m)};
      const double level = std::pow(10.0, instance % 4), part = instance % 3 == 0 ? 0.99 : 0;
      for (Index j = 1; j < n; ++j)
        for (Index i = 0; i < m; ++i)
          data.A[at(j * m + i)] = part * data.entry(i, 0) + (1 - part) * data.entry(i, j) + level * (instance % 2);
      const bool huber = std::strcmp(loss, "huber") == 0;
      for (double& b : data.b) b *= huber ? std::pow(10.0, 2 + instance % 4) : 1;
      for (double& a : data.A) a *= huber ? 1 : 100;
      QuadLoss f = with_loss(rng, data, loss);
      if (!huber || instance % 8 == 7) f.ridge = 1e-4;
      check(f, 1 + instance % 3, "faces", instance % 6 == 0);
    }
}

void every_case_was_run(void**) {
  print_message("%d cases, %d stationary, %d proofs compared with all supports, %d certificates\n", cases, stationary,
                proofs, certificates);
  assert_true(cases >= 1500 && proofs >= 100 && stationary >= 100);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(conditions_from_1e2_to_1e14),
      cmocka_unit_test(scales_of_columns_do_not_matter),
      cmocka_unit_test(counts_up_to_1e15),
      cmocka_unit_test(dependent_columns_and_near_copies),
      cmocka_unit_test(polynomials_and_hilbert_matrices),
      cmocka_unit_test(faces_and_edges),
      cmocka_unit_test(every_case_was_run),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
