// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Algorithms 5, 6, 7 and 8 of the paper as printed, and as its experiments ran them, against a plain implementation
// that follows the text and shares no code with the library: same trials, same restarts, same iterates.
#include <optional>

#include "trace.hpp"

namespace {

using namespace oracle;

struct Variant {
  bool printed_search;   // trials factor^(J-j) D, ending at D; otherwise from 0.024025 D on, doubling
  bool printed_restart;  // one step with gamma D; otherwise a shortened search
  bool newton;
};

/// The loop, written for reading: everything is recomputed from A, b and the dense x in extended precision.
class Reference {
 public:
  Reference(const LeastSquares& f, Index s, std::vector<Vector> dictionary, Index period, const Variant& variant)
      : f_(f), s_(s), dictionary_(std::move(dictionary)), period_(period), variant_(variant), x_(at(f.n), 0.0) {
    RealVector g = f.gradient(x_);
    for (Real& v : g) v = v * v;
    std::ranges::sort(g, std::greater<>{});
    unit_ = std::sqrt(std::accumulate(g.begin(), g.begin() + s, Real{0}) / static_cast<Real>(s));
    unit_ = std::min(unit_, norm(f.b) / std::sqrt(static_cast<Real>(s)));
  }

  void step() {
    trials_ = 0;
    restarted_ = false;
    const RealVector g = f_.gradient(x_);
    const Vector& d = dictionary_[at(count_ / period_) % dictionary_.size()];
    Index J = 8;
    std::optional<Real> jump;
    const bool first = !variant_.printed_search && count_ == 0;
    if (first) {
      J = 1;
    } else if (stationary(g)) {
      restarted_ = true;
      if (variant_.printed_restart) jump = 0.024025L;
      J = variant_.newton ? shortened(g) : 1;
    }
    Vector z;
    if (jump) {
      z = trial(d, *jump, g);
    } else {
      for (Index j = 1; j <= J; ++j) {
        z = trial(d, variant_.printed_search ? std::pow(0.5L, 8 - j) : 0.024025L * std::pow(2.0L, j - 1), g);
        if (enough(x_, z)) break;
      }
    }
    if (variant_.newton && (first || support_of(z) == support_of(x_) || norm(g) <= 1e-2L * unit_)) {
      const Vector v = f_.minimiser(f_.hessian(), support_of(z));
      if (enough(z, v)) z = v;
    }
    x_ = z;
    ++count_;
  }

  [[nodiscard]] const Vector& x() const { return x_; }
  [[nodiscard]] Index trials() const { return trials_; }
  [[nodiscard]] bool restarted() const { return restarted_; }

 private:
  /// Keeps the s largest d_i z_i^2 of z = x - (scale D)^{-1} g; equal ones by index.
  Vector trial(const Vector& d, Real scale, const RealVector& g) {
    ++trials_;
    std::vector<std::tuple<Real, Index, Real>> order;
    for (Index i = 0; i < f_.n; ++i) {
      const Real z = x_[at(i)] - g[at(i)] / (scale * d[at(i)]);
      order.emplace_back(-scale * d[at(i)] * z * z, i, z);
    }
    std::ranges::sort(order);
    Vector next(at(f_.n), 0.0);
    for (Index k = 0; k < s_; ++k) next[at(std::get<1>(order[at(k)]))] = static_cast<double>(std::get<2>(order[at(k)]));
    return next;
  }
  [[nodiscard]] bool enough(const Vector& from, const Vector& to) const {
    const Real length = norm(difference(to, from));
    return f_.decrease(from, to) >= 5e-5L * length * length;
  }
  [[nodiscard]] bool stationary(const RealVector& g) const {
    Real on = 0, all = 0;
    for (Index i = 0; i < f_.n; ++i) {
      all += g[at(i)] * g[at(i)];
      if (x_[at(i)] != 0) on += g[at(i)] * g[at(i)];
    }
    return !support_of(x_).empty() && std::sqrt(on) < (variant_.newton ? 1e-7L : 1e-6L) * unit_ &&
           std::sqrt(all) > (variant_.newton ? 1e-1L : 1e-2L) * unit_;
  }
  [[nodiscard]] Index shortened(const RealVector& g) const {
    Real largest = 0, smallest = INFINITY;
    for (Index i = 0; i < f_.n; ++i) {
      largest = std::max(largest, std::abs(g[at(i)]));
      if (x_[at(i)] != 0) smallest = std::min(smallest, std::abs(static_cast<Real>(x_[at(i)])));
    }
    return std::clamp(static_cast<Index>(std::ceil(largest / smallest)) - 1, Index{1}, Index{8});
  }

  const LeastSquares& f_;
  Index s_;
  std::vector<Vector> dictionary_;
  Index period_;
  Variant variant_;
  Vector x_;
  Real unit_ = 1;
  Index count_ = 0, trials_ = 0;
  bool restarted_ = false;
};

/// Runs both side by side for `length` steps; returns the number of restarts seen.
Index assert_same_path(const LeastSquares& f, Index s, const std::vector<Vector>& dictionary, Index period,
                       const Variant& variant, Index length, bool single_precision = false) {
  Reference reference(f, s, dictionary, period, variant);
  const Problem problem = make_problem(f);
  const Solver solver = make_solver(problem, s, variant.newton ? "newton" : "ciwht-lsr", dictionary);
  OK(sbreg_solver_set_int(solver.get(), "dsm_period", period));
  OK(sbreg_solver_set_int(solver.get(), "stall_window", 0));
  OK(sbreg_solver_set_int(solver.get(), "single_precision", single_precision ? 1 : 0));
  OK(sbreg_solver_set_text(solver.get(), "line_search", variant.printed_search ? "paper" : "growing"));
  OK(sbreg_solver_set_text(solver.get(), "restart", variant.printed_restart ? "gamma" : "adaptive"));
  const std::vector<Step> steps = trace(solver, length);
  const Real tolerance = single_precision ? 1e-4L : 1e-7L;
  Index restarts = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    reference.step();
    restarts += steps[k].restarts;
    if (f.value(steps[k].x) < 1e-20L * f.value_at_zero()) break;  // from here on rounding decides
    assert_int_equal(steps[k].restarts, reference.restarted());
    assert_true(support_of(steps[k].x) == support_of(reference.x()));
    ASSERT_AT_MOST(norm(difference(steps[k].x, reference.x())), tolerance * norm(reference.x()));
    const bool moved = norm(difference(steps[k].x, steps[k - 1].x)) > tolerance * norm(reference.x());
    if (!moved) continue;  // at rest, rounding decides how many trials it takes to stay there
    assert_int_equal(steps[k].trials, reference.trials());
  }
  return restarts;
}

void both_line_searches_and_restarts_follow_the_plain_implementation(void**) {
  for (const bool newton : {false, true})
    for (const bool printed_search : {false, true})
      for (const bool printed_restart : {false, true}) {
        Rng rng(61);
        Index restarts = 0;
        for (const auto& [m, n, s, noise] :
             {std::tuple{24, 60, 5, 0.0}, std::tuple{24, 60, 9, 0.1}, std::tuple{20, 40, 11, 0.2}}) {
          const LeastSquares f = compressed_sensing(rng, m, n, s, noise);
          const Symmetric H = f.hessian();
          const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.001), feasible_identity(H, 1.001),
                                                  feasible_random(rng, H, 1.001)};
          for (Index period : {1, 10})
            restarts += assert_same_path(f, s, dictionary, period, {printed_search, printed_restart, newton}, 150);
        }
        assert_true(restarts > 0);
      }
}

void gradients_in_single_precision_lead_along_the_same_path(void**) {
  Rng rng(63);
  const LeastSquares f = compressed_sensing(rng, 56, 200, 18, 0.1);
  const Symmetric H = f.hessian();
  const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.001), feasible_identity(H, 1.001)};
  for (const bool printed : {false, true})
    assert_true(assert_same_path(f, 18, dictionary, 1, {printed, printed, true}, 150, true) > 0);
}

/// With the target off and one matrix far too large, a step moves so little that its scale can be read from it.
void the_printed_trials_end_at_D_and_the_restart_is_one_step_with_gamma_D(void**) {
  Rng rng(62);
  const LeastSquares f = compressed_sensing(rng, 20, 40, 4, 0.1);
  const Symmetric H = f.hessian();
  for (const Index J : {1, 3, 8}) {
    // D so small that every trial but the last fails, or all do: the step taken is the one with D itself.
    const Vector d = feasible_identity(H, 1e-3);
    const Solver solver = make_solver(make_problem(f), 4, "iht-lsr", {d});
    OK(sbreg_solver_set_text(solver.get(), "line_search", "paper"));
    OK(sbreg_solver_set_int(solver.get(), "line_search_trials", J));
    const std::vector<Step> steps = trace(solver, 1);
    assert_int_equal(steps[1].trials, J);
    assert_int_equal(steps[1].forced, 1);
    const RealVector g = f.gradient(steps[0].x);
    for (Index i : support_of(steps[1].x))
      ASSERT_AT_MOST(std::abs(steps[1].x[at(i)] + g[at(i)] / d[at(i)]), 1e-13L * std::abs(g[at(i)] / d[at(i)]));
  }
  for (const double gamma : {0.05, 0.3}) {  // restart: x - (gamma D)^{-1} g on the new support, one evaluation
    const Vector d = feasible_identity(H, 1.01);
    const Solver solver = make_solver(make_problem(f), 4, "iht-lsr", {d});
    OK(sbreg_solver_set_text(solver.get(), "line_search", "paper"));
    OK(sbreg_solver_set_text(solver.get(), "restart", "gamma"));
    OK(sbreg_solver_set_real(solver.get(), "restart_factor", gamma));
    const std::vector<Step> steps = trace(solver, 400);
    Index seen = 0;
    for (std::size_t k = 1; k < steps.size(); ++k) {
      if (steps[k].restarts == 0) continue;
      ++seen;
      assert_int_equal(steps[k].trials, 1);
      const RealVector g = f.gradient(steps[k - 1].x);
      for (Index i : support_of(steps[k].x)) {
        const Real z = steps[k - 1].x[at(i)] - g[at(i)] / (gamma * d[at(i)]);
        ASSERT_AT_MOST(std::abs(steps[k].x[at(i)] - z), 1e-12L * (1 + std::abs(z)));
      }
    }
    assert_true(seen > 0);
  }
}

/// Algorithm 8 with the safe step and no restart, from the text.
void mfista_follows_its_plain_implementation(void**) {
  Rng rng(63);
  Index resets = 0, kept = 0;
  for (const auto& [m, n, s, noise] : {std::tuple{24, 60, 5, 0.0}, std::tuple{20, 40, 9, 0.2}}) {
    const LeastSquares f = compressed_sensing(rng, m, n, s, noise);
    const Symmetric H = f.hessian();
    const std::vector<Vector> dictionary = {feasible_random(rng, H, 1.001), feasible_identity(H, 1.001)};
    const Solver solver = make_solver(make_problem(f), s, "mfista", dictionary);
    OK(sbreg_solver_set_text(solver.get(), "line_search", "none"));
    OK(sbreg_solver_set_text(solver.get(), "restart", "none"));
    const std::vector<Step> steps = trace(solver, 200);
    Vector x(at(n), 0.0), y = x;
    Real t = 1;
    for (std::size_t k = 1; k < steps.size(); ++k) {
      const Vector& d = dictionary[(k - 1) % 2];
      const RealVector g = f.gradient(y);
      std::vector<std::tuple<Real, Index, Real>> order;
      for (Index i = 0; i < n; ++i) {
        const Real z = y[at(i)] - g[at(i)] / d[at(i)];
        order.emplace_back(-z * z * d[at(i)], i, z);
      }
      std::ranges::sort(order);
      Vector z(at(n), 0.0);
      for (Index j = 0; j < s; ++j) z[at(std::get<1>(order[at(j)]))] = static_cast<double>(std::get<2>(order[at(j)]));
      const bool better = f.decrease(x, z) >= 0;
      const Vector next = better ? z : x;
      if (support_of(z) == support_of(x)) {
        const Real after = (1 + std::sqrt(1 + 4 * t * t)) / 2;
        for (std::size_t i = 0; i < y.size(); ++i)
          y[i] = static_cast<double>(next[i] + t / after * (z[i] - next[i]) + (t - 1) / after * (next[i] - x[i]));
        t = after;
      } else {
        t = 1;
        y = next;
        ++resets;
      }
      kept += better ? 0 : 1;
      x = next;
      if (f.decrease(x, z) != 0 && std::abs(f.decrease(x, z)) < 1e-14L * f.value_at_zero()) break;  // a tie
      ASSERT_AT_MOST(norm(difference(steps[k].x, x)), 1e-8L * norm(x));
    }
  }
  assert_true(resets > 2);
  assert_true(kept > 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(both_line_searches_and_restarts_follow_the_plain_implementation),
      cmocka_unit_test(gradients_in_single_precision_lead_along_the_same_path),
      cmocka_unit_test(the_printed_trials_end_at_D_and_the_restart_is_one_step_with_gamma_D),
      cmocka_unit_test(mfista_follows_its_plain_implementation),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
