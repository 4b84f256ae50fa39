// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Lower bounds over all supports: each diagonal alone against brute force, on designs where wrong ones show; a wrong
// one that is caught; trees against brute force on random problems of all kinds; what limits and threads may not
// change; and bounds against the minimum in rational arithmetic, by a checker that refuses raised ones.
#include <gmpxx.h>

#include <cmath>

#include "api/handles.hpp"
#include "bound/proof.hpp"
#include "handles.hpp"

namespace {

using namespace oracle;
using sbreg::bound::Ascent;
using sbreg::bound::Frame;
using sbreg::bound::QuadraticForm;
using sbreg::bound::Tree;
using Rational = mpq_class;

constexpr double no_limit = 1e300;
constexpr std::int64_t memory = 1 << 30;

/// Data of the kinds on which a bound that is not one shows.
enum Kind { gaussian_design, coherent, duplicated, nearly_dependent, badly_scaled, rank_deficient, tiny_noise, kinds };

LeastSquares design(Rng& rng, int kind, Index m, Index n, Index s) {
  LeastSquares f = compressed_sensing(rng, m, n, s, kind == tiny_noise ? 1e-6 : 0.5);
  const auto mix = [&](Index j, Index from, double part, double rest) {
    for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] = part * f.entry(i, from) + rest * f.entry(i, j);
  };
  if (kind == coherent)
    for (Index j = 1; j < n; ++j) mix(j, 0, 0.95, 0.3);
  if (kind == duplicated)
    for (Index j = 1; j < n; j += 2) mix(j, j - 1, j % 4 == 1 ? 1 : -2, 0);
  if (kind == nearly_dependent)
    for (Index j = 1; j < n; j += 2) mix(j, j - 1, 1, 1e-5);
  if (kind == badly_scaled)
    for (Index j = 0; j < n; ++j) mix(j, j, 0, std::pow(10.0, 4 * rng.normal()));
  if (kind == rank_deficient)
    for (Index j = n / 2; j < n; ++j) mix(j, j - n / 2, rng.normal(), 0), mix(j, (j + 1) % (n / 2), 1, 1);
  return f;
}

/// The least value of the form on each support, by a factor in extended precision; columns that depend on others are
/// left out.
Real minimum_on(const Symmetric& H, const RealVector& c, Real at_zero, const Support& S) {
  const auto k = static_cast<Index>(S.size());
  Symmetric L(k);
  RealVector y(S.size());
  Real value = at_zero;
  for (Index a = 0; a < k; ++a) {
    Real left = H(S[at(a)], S[at(a)]), slope = c[at(S[at(a)])];
    for (Index p = 0; p < a; ++p) {
      Real entry = H(S[at(a)], S[at(p)]);
      for (Index q = 0; q < p; ++q) entry -= L(a, q) * L(p, q);
      L(a, p) = L(p, p) > 0 ? entry / L(p, p) : 0;
      left -= L(a, p) * L(a, p);
      slope -= L(a, p) * y[at(p)];
    }
    const bool depends = left <= 1e-13L * H(S[at(a)], S[at(a)]);
    L(a, a) = depends ? 0 : std::sqrt(left);
    y[at(a)] = depends ? 0 : slope / L(a, a);
    value -= y[at(a)] * y[at(a)] / 2;
  }
  return value;
}

Real brute_force(const Symmetric& H, const RealVector& c, Real at_zero, Index s) {
  Real best = at_zero;
  for_each_support(H.size(), s, [&](const Support& S) { best = std::min(best, minimum_on(H, c, at_zero, S)); });
  return best;
}

/// The same for least squares with ridge.
Real best_of(const LeastSquares& f, Index s, double ridge) {
  Symmetric H = f.hessian();
  for (Index j = 0; j < f.n; ++j) H(j, j) += ridge;
  RealVector c = f.gradient(Vector(at(f.n), 0.0));
  for (Real& v : c) v = -v;
  return brute_force(H, c, f.value_at_zero(), s);
}

Problem ridged(const LeastSquares& f, double ridge) {
  Problem problem = make_problem(f);
  OK(sbreg_problem_set_real(problem.get(), "ridge", ridge));
  return problem;
}

QuadraticForm form_of(const Problem& problem, Index s) {
  auto form = QuadraticForm::make(*problem.get()->core, s);
  assert_true(form.has_value());
  return *std::move(form);
}

/// What no rounding of the oracle explains.
double slack(const LeastSquares& f) { return 1e-15 * static_cast<double>(f.value_at_zero()); }

/// By a (theta = 1), by b (theta near 0), and by mixtures of them, at every point of an ascent and at random duals.
void every_diagonal_alone_bounds_f_from_below(void**) {
  Rng rng(2601);
  int bounds = 0, tight = 0;
  for (int instance = 0; instance < 420; ++instance) {
    const Index n = 7, s = 1 + instance % 4, m = instance % 3 == 0 ? 5 : 12;
    const LeastSquares f = design(rng, instance % kinds, m, n, s);
    const double ridge = instance % 2 == 0 ? 0 : 0.3;
    const Problem problem = ridged(f, ridge);
    const Real best = best_of(f, s, ridge);
    const QuadraticForm form = form_of(problem, s);
    const auto frame = Frame::whole(form);
    frame->measure_a(form);
    frame->measure_b();
    const std::vector<unsigned char> status(at(n), 0);
    for (const double theta : {1.0, 0.7, 0.3, 0.02}) {
      if ((theta == 1 && !frame->has_a) || (theta < 1 && !frame->has_b)) continue;
      for (int k = 0; k < 4; ++k) {
        Ascent ascent(n);
        std::vector<double> dual(at(n), 0.0);
        if (k > 0)
          for (double& v : dual) v = std::pow(10.0, k - 3) * rng.normal();
        Frame alone = *frame;
        if (theta == 1) alone.has_b = false;
        ascent.start(alone, status, s, theta, dual);
        for (int step = 0; step < 6; ++step) {
          const double before = ascent.bound();
          ASSERT_AT_MOST(before, best + slack(f));
          ascent.climb(1, no_limit);
          assert_true(before == -sbreg::infinity || ascent.bound() >= before - 1e-12 * (1 + std::abs(before)));
          ++bounds;
        }
        tight += ascent.bound() > best * (1 - 1e-6L) ? 1 : 0;
      }
    }
  }
  assert_true(bounds > 5000);
  assert_true(tight > 100);
}

/// In extended precision: value - dual'P dual/2 - top_k(u^2/delta)/2 with P = G - Diag(a).
Real bound_by(const Symmetric& G, const RealVector& c, Real at_zero, Index k, const Vector& a, const Vector& delta,
              const Vector& dual) {
  const Index n = G.size();
  RealVector w;
  Real value = at_zero;
  for (Index j = 0; j < n; ++j) {
    Real product = -a[at(j)] * dual[at(j)];
    for (Index i = 0; i < n; ++i) product += G(i, j) * dual[at(i)];
    value -= dual[at(j)] * product / 2;
    w.push_back((c[at(j)] - product) * (c[at(j)] - product) / (2 * delta[at(j)]));
  }
  std::ranges::sort(w, std::greater<>{});
  for (Index j = 0; j < k; ++j) value -= w[at(j)];
  return value;
}

/// The elementwise maximum of two valid diagonals is none: with a below the least eigenvalue and P = G - Diag(a), a
/// larger b in place of some a_j promises more than f has.
void the_elementwise_maximum_of_two_diagonals_is_caught(void**) {
  Rng rng(2602);
  int caught = 0, valid = 0;
  for (int instance = 0; instance < 200; ++instance) {
    const Index n = 6, s = 2;
    const LeastSquares f = design(rng, instance % 2 == 0 ? coherent : gaussian_design, 20, n, s);
    const Real best = best_of(f, s, 0.05);
    const QuadraticForm form = form_of(ridged(f, 0.05), s);
    const auto frame = Frame::whole(form);
    frame->measure_a(form);
    frame->measure_b();
    if (!frame->has_a) continue;
    Symmetric G(n);
    RealVector c;
    Vector larger;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) G(i, j) = form.G[at(i * form.ld + j)];
      c.push_back(form.c[at(i)]);
      larger.push_back(std::max(frame->a[at(i)], frame->b[at(i)]));
    }
    // the dual point of the best support, where the bound by a is nearly tight
    Support best_support;
    for_each_support(n, s, [&](const Support& S) {
      if (minimum_on(G, c, form.at_zero, S) <= brute_force(G, c, form.at_zero, s)) best_support = S;
    });
    Symmetric H(s);
    Vector dual(at(n), 0.0);
    const Real determinant = G(best_support[0], best_support[0]) * G(best_support[1], best_support[1]) -
                             G(best_support[0], best_support[1]) * G(best_support[0], best_support[1]);
    for (Index k = 0; k < 2; ++k) {
      const Index i = best_support[at(k)], j = best_support[at(1 - k)];
      dual[at(i)] = static_cast<double>((c[at(i)] * G(j, j) - c[at(j)] * G(i, j)) / determinant);
    }
    const Real by_a = bound_by(G, c, form.at_zero, s, frame->a, frame->a, dual);
    const Real wrong = bound_by(G, c, form.at_zero, s, frame->a, larger, dual);
    ASSERT_AT_MOST(by_a, best + slack(f));
    valid += 1;
    caught += wrong > best + 1e-9L * best ? 1 : 0;
  }
  assert_true(valid > 100);
  assert_true(caught > 20);
}

/// Grows a tree from x = 0, as solvers do not: what it finds is the best point, and its bound never falls or exceeds
/// it.
void assert_tree(const QuadraticForm& form, Real best, double unit, double portion) {
  Tree tree(form, static_cast<double>(form.at_zero) + 1e-9 * unit, std::vector<double>(at(form.size), 0.0), 0,
            -no_limit);
  double bound = -no_limit;
  std::vector<Index> S;
  std::vector<double> values;
  for (int k = 0; !tree.done() && k < 100000; ++k) {
    tree.grow(tree.work() + portion, 1, memory, {});
    assert_true(tree.lower_bound() >= bound);
    bound = tree.lower_bound();
    ASSERT_AT_MOST(bound, best + 1e-14L * unit);
    if (tree.has_found()) tree.take(S, values);
  }
  assert_true(tree.done());
}

void trees_end_at_the_best_of_all_supports(void**) {
  Rng rng(2603);
  int tight = 0, all = 0;
  for (int instance = 0; instance < 280; ++instance) {
    const Index n = 9, s = 1 + instance % 5, m = instance % 3 == 0 ? 6 : 14;
    const int kind = instance % kinds;
    const LeastSquares f = design(rng, kind, m, n, s);
    const double ridge = instance % 2 == 0 ? 0 : 0.1;
    const Real best = best_of(f, s, ridge);
    const QuadraticForm form = form_of(ridged(f, ridge), s);
    const auto unit = static_cast<double>(f.value_at_zero());
    assert_tree(form, best, unit, 2e3);
    Tree tree(form, static_cast<double>(best) + 1e-12 * unit, std::vector<double>(at(n), 0.0), 1e-6, 0);
    std::vector<Index> S;
    std::vector<double> values;
    do {  // it stops wherever it meets a better point
      if (tree.has_found()) tree.take(S, values);
      tree.grow(no_limit, 1, memory, {});
    } while (tree.has_found());
    assert_true(tree.done());
    ASSERT_AT_MOST(tree.lower_bound(), best + slack(f));
    ++all;
    tight += tree.lower_bound() >= best - 1e-5 * best ? 1 : 0;
  }
  assert_true(tight > all / 2);  // dependent columns and tiny residuals have none
}

/// Portions, threads and an early change to depth first: the first two change nothing, the last not what is true.
void portions_and_threads_change_nothing(void**) {
  Rng rng(2604);
  for (int instance = 0; instance < 8; ++instance) {
    const Index n = 40, s = 6;
    const LeastSquares f = design(rng, instance % 2 == 0 ? gaussian_design : nearly_dependent, 60, n, s);
    const QuadraticForm form = form_of(make_problem(f), s);
    const std::vector<double> start(at(form.size), 0.0);
    const double upper = form.at_zero;
    const auto grown = [&](double portion, Index threads, Index bytes) {
      Tree tree(form, upper, start, 1e-6, 0);
      std::vector<Index> S;
      std::vector<double> values;
      for (int k = 0; !tree.done() && tree.work() < 2e7; ++k) {
        tree.grow(std::min(tree.work() + portion, 2e7), threads, bytes, {});
        if (tree.has_found()) tree.take(S, values);
      }
      return tree;
    };
    const Tree whole = grown(no_limit, 1, memory), parts = grown(1e5, 1, memory), three = grown(1e6, 3, memory);
    assert_true(whole.lower_bound() == parts.lower_bound() && whole.nodes() == parts.nodes());
    assert_true(whole.lower_bound() == three.lower_bound() && whole.nodes() == three.nodes());
    const Tree deep = grown(no_limit, 1, 20000);
    if (whole.done() && deep.done()) {
      const double unit = std::abs(whole.lower_bound());
      ASSERT_AT_MOST(std::abs(whole.lower_bound() - deep.lower_bound()), 3e-6 * unit);
    }
  }
}

Rational exact(double v) { return Rational(v); }

/// The least f of all points with s nonzeros, in rational arithmetic, by all supports.
Rational exact_minimum(const LeastSquares& f, double ridge, Index s) {
  const auto n = at(f.n);
  std::vector<Rational> H(n * n), c(n);
  Rational at_zero = 0;
  for (double v : f.b) at_zero += exact(v) * exact(v) / 2;
  for (Index j = 0; j < f.n; ++j)
    for (Index i = 0; i < f.m; ++i) {
      c[at(j)] += exact(f.entry(i, j)) * exact(f.b[at(i)]);
      for (Index k = 0; k < f.n; ++k) H[at(j) * n + at(k)] += exact(f.entry(i, j)) * exact(f.entry(i, k));
    }
  for (std::size_t j = 0; j < n; ++j) H[j * n + j] += exact(ridge);
  Rational least = at_zero;
  for_each_support(f.n, s, [&](const Support& S) {
    const auto k = S.size();
    std::vector<Rational> M(k * k), y(k);
    Rational value = at_zero;
    for (std::size_t a = 0; a < k; ++a) {
      y[a] = c[at(S[a])];
      for (std::size_t b = 0; b < k; ++b) M[a * k + b] = H[at(S[a]) * n + at(S[b])];
    }
    for (std::size_t a = 0; a < k; ++a) {  // Gauss; a column that depends on others has neither pivot nor slope
      if (M[a * k + a] == 0) continue;
      value -= y[a] * y[a] / (2 * M[a * k + a]);
      for (std::size_t b = a + 1; b < k; ++b) {
        const Rational factor = M[b * k + a] / M[a * k + a];
        for (std::size_t q = a; q < k; ++q) M[b * k + q] -= factor * M[a * k + q];
        y[b] -= factor * y[a];
      }
    }
    if (value < least) least = value;
  });
  return least;
}

void bounds_hold_in_rational_arithmetic_and_raised_ones_do_not(void**) {
  Rng rng(2605);
  int checked = 0, near = 0;
  for (int instance = 0; instance < 56; ++instance) {
    const Index n = 6, s = 1 + instance % 3, m = instance % 2 == 0 ? 5 : 9;
    const LeastSquares f = design(rng, instance % kinds, m, n, s);
    const double ridge = instance % 4 < 2 ? 0 : 0.25;
    const auto best = static_cast<double>(best_of(f, s, ridge));
    Tree tree(form_of(ridged(f, ridge), s), best * (1 + 1e-13), std::vector<double>(at(n), 0.0), 0, 0);
    tree.grow(no_limit, 1, memory, {});
    const double bound = tree.lower_bound();
    const Rational minimum = exact_minimum(f, ridge, s);
    const auto holds = [&](double claimed) { return exact(claimed) <= minimum; };
    assert_true(holds(bound));
    near += bound >= best * (1 - 1e-7) ? 1 : 0;
    if (minimum == 0) continue;
    assert_true(!holds(minimum.get_d() * (1 + 1e-10)));  // or the checker checks nothing
    ++checked;
  }
  assert_true(checked >= 40);
  assert_true(near >= 20);
}

/// f in the variables of an evaluator, for weights, intercept and standardize, in extended precision.
struct Transformed {
  Symmetric H;
  RealVector c;
  Real at_zero;
};
Transformed transformed(const LeastSquares& f, const Vector& w, bool centre, bool scale, double ridge) {
  const auto m = at(f.m);
  Real weight = 0;
  for (std::size_t i = 0; i < m; ++i) weight += w.empty() ? 1 : w[i];
  std::vector<RealVector> columns;
  RealVector b(f.b.begin(), f.b.end());
  const auto of = [&](std::size_t i) { return w.empty() ? static_cast<Real>(1) : static_cast<Real>(w[i]); };
  const auto take_mean = [&](RealVector& v) {
    Real mean = 0;
    for (std::size_t i = 0; i < m; ++i) mean += of(i) * v[i] / weight;
    for (Real& entry : v) entry -= mean;
  };
  for (Index j = 0; j < f.n; ++j) {
    RealVector a;
    for (Index i = 0; i < f.m; ++i) a.push_back(f.entry(i, j));
    if (centre) take_mean(a);
    Real squares = 0;
    for (std::size_t i = 0; i < m; ++i) squares += of(i) * a[i] * a[i] / weight;
    if (scale)
      for (Real& entry : a) entry /= std::sqrt(squares);
    columns.push_back(a);
  }
  if (centre) take_mean(b);
  Transformed out{Symmetric(f.n), RealVector(columns.size()), 0};
  for (std::size_t i = 0; i < m; ++i) out.at_zero += of(i) * b[i] * b[i] / 2;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    for (std::size_t i = 0; i < m; ++i) out.c[j] += of(i) * columns[j][i] * b[i];
    for (std::size_t k = 0; k < columns.size(); ++k)
      for (std::size_t i = 0; i < m; ++i)
        out.H(static_cast<Index>(j), static_cast<Index>(k)) += of(i) * columns[j][i] * columns[k][i];
    out.H(static_cast<Index>(j), static_cast<Index>(j)) += ridge;
  }
  return out;
}

void no_proof_of_many_small_problems_is_false(void**) {
  Rng rng(2606);
  int proofs = 0;
  constexpr int problems = 20000;
  for (int instance = 0; instance < problems; ++instance) {
    const auto any = [&](std::uint64_t most) { return static_cast<Index>(rng.below(most)); };
    const Index n = 4 + any(3), s = 1 + any(3), m = 4 + any(6);
    LeastSquares f = design(rng, static_cast<int>(any(kinds)), m, n, s);
    const bool centre = any(3) == 0, scale = any(3) == 0;
    const double ridge = any(2) == 0 ? 0 : std::pow(10.0, -static_cast<double>(any(4)));
    Vector w;
    if (any(3) == 0)
      for (Index i = 0; i < m; ++i) w.push_back(0.1 + rng.uniform());
    if (centre)
      for (double& v : f.b) v += 10;
    const Problem problem = make_problem(f);
    if (!w.empty()) OK(sbreg_problem_set_weights(problem.get(), w.data()));
    OK(sbreg_problem_set_int(problem.get(), "intercept", centre ? 1 : 0));
    OK(sbreg_problem_set_int(problem.get(), "standardize", scale ? 1 : 0));
    OK(sbreg_problem_set_real(problem.get(), "ridge", ridge));
    const Transformed t = transformed(f, w, centre, scale, ridge);
    const Real best = std::max(brute_force(t.H, t.c, t.at_zero, std::min(s, n)), Real{0});
    auto form = QuadraticForm::make(*problem.get()->core, s);
    if (!form) continue;
    const double upper = static_cast<double>(best) * (1 + 1e-9);
    Tree tree(*std::move(form), upper, std::vector<double>(at(n), 0.0), 1e-6, 0);
    tree.grow(3e5, 1, memory, {});
    ASSERT_AT_MOST(tree.lower_bound(), best + 1e-13L * t.at_zero);
    proofs += tree.lower_bound() >= upper * (1 - 1e-5) ? 1 : 0;
  }
  assert_true(proofs > problems / 2);
}

/// The least logistic loss with ridge on a support, by Newton's method in extended precision.
Real logistic_minimum(const LeastSquares& f, double ridge, const Support& S) {
  const auto k = S.size();
  RealVector x(k);
  Real value = 0;
  for (int step = 0; step < 60; ++step) {
    RealVector g(k), H(k * k);
    value = 0;
    for (std::size_t a = 0; a < k; ++a) {
      value += ridge * x[a] * x[a] / 2;
      g[a] = ridge * x[a];
      H[a * k + a] = ridge;
    }
    for (Index i = 0; i < f.m; ++i) {
      Real t = 0;
      for (std::size_t a = 0; a < k; ++a) t += x[a] * f.entry(i, S[a]);
      const Real p = 1 / (1 + std::exp(-t));
      value += (t > 0 ? t + std::log1p(std::exp(-t)) : std::log1p(std::exp(t))) - f.b[at(i)] * t;
      for (std::size_t a = 0; a < k; ++a) {
        g[a] += (p - f.b[at(i)]) * f.entry(i, S[a]);
        for (std::size_t b = 0; b < k; ++b) H[a * k + b] += p * (1 - p) * f.entry(i, S[a]) * f.entry(i, S[b]);
      }
    }
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = a + 1; b < k; ++b) {
        const Real factor = H[b * k + a] / H[a * k + a];
        for (std::size_t q = a; q < k; ++q) H[b * k + q] -= factor * H[a * k + q];
        g[b] -= factor * g[a];
      }
    for (std::size_t a = k; a-- > 0;) {
      for (std::size_t b = a + 1; b < k; ++b) g[a] -= H[a * k + b] * g[b];
      g[a] /= H[a * k + a];
    }
    for (std::size_t a = 0; a < k; ++a) x[a] -= g[a];
  }
  return value;
}

/// Grown in portions from x = 0: the bound never falls, never exceeds the minimum, and ends there.
void trees_of_the_logistic_loss_end_at_the_best_of_all_supports(void**) {
  Rng rng(2607);
  int ended = 0;
  for (int instance = 0; instance < 42; ++instance) {
    const Index n = 7, s = 1 + instance % 3, m = instance % 2 == 0 ? 6 : 25;
    LeastSquares f = design(rng, instance % badly_scaled, m, n, s);
    for (double& v : f.b) v = v + 0.3 * rng.normal() > 0 ? 1 : 0;
    f.b[0] = 0;
    f.b[1] = 1;
    const double ridge = std::pow(10.0, -static_cast<double>(instance % 4));
    Real best = f.m * std::log(Real{2});
    for_each_support(n, s, [&](const Support& S) { best = std::min(best, logistic_minimum(f, ridge, S)); });
    sbreg_matrix* A = nullptr;
    sbreg_problem* handle = nullptr;
    OK(sbreg_matrix_create_dense(&A, m, n, f.A.data(), m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
    OK(sbreg_problem_create_linear(&handle, A, "logistic", f.b.data()));
    const Problem problem(handle);
    sbreg_matrix_destroy(A);
    OK(sbreg_problem_set_real(handle, "ridge", ridge));
    assert_true(sbreg::bound::Proof::suits(*handle->core, memory));
    sbreg::bound::Proof proof(*handle->core, s, false);
    proof.begin(sbreg::SparseVector(n, s), static_cast<double>(f.m) * std::log(2.0) + 1e-9, 1e-6);
    double bound = -no_limit;
    std::vector<Index> S;
    std::vector<double> values;
    for (int k = 0; !proof.done() && k < 3000; ++k) {
      proof.work({proof.spent() + 2e4, 1, memory}, {});
      assert_true(proof.lower_bound() >= bound);
      bound = proof.lower_bound();
      ASSERT_AT_MOST(bound, best * (1 + 1e-15L));
      (void)proof.take(S, values);
    }
    ended += bound >= best * (1 - 1e-5L) ? 1 : 0;
  }
  assert_true(ended == 42);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_diagonal_alone_bounds_f_from_below),
      cmocka_unit_test(the_elementwise_maximum_of_two_diagonals_is_caught),
      cmocka_unit_test(trees_end_at_the_best_of_all_supports),
      cmocka_unit_test(portions_and_threads_change_nothing),
      cmocka_unit_test(bounds_hold_in_rational_arithmetic_and_raised_ones_do_not),
      cmocka_unit_test(trees_of_the_logistic_loss_end_at_the_best_of_all_supports),
      cmocka_unit_test(no_proof_of_many_small_problems_is_false),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
