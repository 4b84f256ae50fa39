// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Small structured problems and their global minimum by brute force: every set of s groups, each minimised by cyclic
// coordinate descent in extended precision within the bounds. Nothing here is shared with the library.
//
// An instance: A is m x n standard normal; b = A x + noise/4 for least squares, and a coin that falls 1 with
// probability 1/(1+exp(-2 A x)) for logistic, x having s nonzero groups of standard normal entries; kept coordinates
// are nonzero too. A third of the lower bounds is 0, a third uniform on -1 .. 0, a third absent; likewise the upper
// ones, never both 0. Group sizes are 1, 2 or 3, members in random places. Logistic problems have ridge 0.05, so that
// minima exist.
#pragma once

#include <limits>

#include "handles.hpp"

namespace oracle {

struct Structured {
  bool logistic = false, grouped = false, bounded = false, keeps = false;
  Index m = 0, n = 0, s = 0;
  Vector A, b, lower, upper;
  std::vector<Index> group, kept;
  double ridge = 0;

  [[nodiscard]] bool is_kept(Index i) const { return std::ranges::find(kept, i) != kept.end(); }

  /// f and, where asked for, first and second derivative by coordinate j; t = Ax.
  Real value(const RealVector& t, const RealVector& x) const {
    Real f = 0;
    for (Index i = 0; i < m; ++i) {
      const Real ti = t[at(i)];
      if (logistic)
        f += std::max(ti, Real{0}) + std::log1p(std::exp(-std::abs(ti))) - b[at(i)] * ti;
      else
        f += (ti - b[at(i)]) * (ti - b[at(i)]) / 2;
    }
    for (Real v : x) f += ridge / 2 * v * v;
    return f;
  }

  /// min f over the coordinates T within the bounds.
  Real minimise(const Support& T) const {
    RealVector x(at(n), 0), t(at(m), 0);
    for (int sweep = 0; sweep < 3000; ++sweep) {
      Real largest = 0;
      for (Index j : T) {
        Real first = ridge * x[at(j)], second = ridge;
        for (Index i = 0; i < m; ++i) {
          const Real a = A[at(j * m + i)];
          const Real p = logistic ? 1 / (1 + std::exp(-t[at(i)])) : Real{1};
          first += a * (logistic ? p - b[at(i)] : t[at(i)] - b[at(i)]);
          second += a * a * (logistic ? Real{0.25} : Real{1});  // a bound: f falls with every step
        }
        const Real target = std::clamp<Real>(x[at(j)] - first / second, lower[at(j)], upper[at(j)]);
        const Real change = target - x[at(j)];
        x[at(j)] = target;
        for (Index i = 0; i < m; ++i) t[at(i)] += change * A[at(j * m + i)];
        largest = std::max(largest, std::abs(change));
      }
      if (largest < (logistic ? 1e-9L : 1e-12L)) break;
    }
    return value(t, x);
  }

  [[nodiscard]] std::vector<Support> groups() const {
    std::vector<Support> members(at(n));
    for (Index i = 0; i < n; ++i)
      if (!is_kept(i)) members[at(group[at(i)])].push_back(i);
    std::erase_if(members, [](const Support& g) { return g.empty(); });
    return members;
  }

  /// The smallest f over all supports.
  [[nodiscard]] Real global_minimum() const {
    const auto members = groups();
    const Index count = static_cast<Index>(members.size());
    const Index size = std::min(s, count);
    std::vector<bool> taken(at(count), false);
    std::fill(taken.begin(), taken.begin() + size, true);
    Real best = std::numeric_limits<Real>::infinity();
    do {
      Support T = kept;
      for (Index g = 0; g < count; ++g)
        if (taken[at(g)]) T.insert(T.end(), members[at(g)].begin(), members[at(g)].end());
      best = std::min(best, minimise(T));
    } while (std::prev_permutation(taken.begin(), taken.end()));
    return best;
  }

  /// Whether x keeps the bounds and has at most s groups: to the last bit.
  [[nodiscard]] bool feasible(const Vector& x) const {
    for (Index i = 0; i < n; ++i)
      if (!(x[at(i)] >= lower[at(i)] && x[at(i)] <= upper[at(i)])) return false;
    Index nonzero = 0;
    for (const Support& g : groups()) nonzero += std::ranges::any_of(g, [&](Index i) { return x[at(i)] != 0; }) ? 1 : 0;
    return nonzero <= s;
  }

  [[nodiscard]] Real value_at(const Vector& x) const {
    RealVector t(at(m), 0), real(x.begin(), x.end());
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) t[at(i)] += real[at(j)] * A[at(j * m + i)];
    return value(t, real);
  }
};

inline Structured make_structured(std::uint64_t seed, bool logistic, bool grouped, bool bounded, bool keeps) {
  Rng rng(seed);
  const auto below = [&](Index count) { return static_cast<Index>(rng.below(static_cast<std::uint64_t>(count))); };
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Structured p{logistic, grouped, bounded, keeps, 0, 0, 0, {}, {}, {}, {}, {}, {}, 0};
  p.n = 8 + below(7);
  p.m = logistic ? 40 : 20 + below(10);
  p.ridge = logistic ? 0.05 : 0;
  p.A = gaussian(rng, p.m * p.n);
  p.group.resize(at(p.n));
  Index count = 0;
  for (Index i = 0; i < p.n; ++count)
    for (Index size = grouped ? 1 + below(3) : 1; size > 0 && i < p.n; --size) p.group[at(i++)] = count;
  for (Index i = p.n - 1; i > 0; --i) std::swap(p.group[at(i)], p.group[at(below(i + 1))]);
  p.s = std::min(count, 1 + below(grouped ? 3 : 4));
  for (Index k = 0; keeps && k < 2;) {
    const Index i = below(p.n);
    if (p.is_kept(i)) continue;
    p.kept.push_back(i);
    ++k;
  }
  p.lower.assign(at(p.n), -infinite);
  p.upper.assign(at(p.n), infinite);
  for (Index i = 0; bounded && i < p.n; ++i) {
    const Index low = below(3), high = below(3);
    if (low == 0) p.lower[at(i)] = 0;
    if (low == 1) p.lower[at(i)] = -rng.uniform();
    if (high == 0 && low != 0) p.upper[at(i)] = 0;
    if (high == 1) p.upper[at(i)] = rng.uniform();
  }
  Vector x(at(p.n), 0.0);
  for (Index k = 0; k < p.s; ++k) {
    const Index g = below(count);
    for (Index i = 0; i < p.n; ++i)
      if (p.group[at(i)] == g) x[at(i)] = rng.normal();
  }
  for (Index i : p.kept) x[at(i)] = rng.normal();
  p.b.resize(at(p.m));
  for (Index i = 0; i < p.m; ++i) {
    double t = 0;
    for (Index j = 0; j < p.n; ++j) t += x[at(j)] * p.A[at(j * p.m + i)];
    p.b[at(i)] = logistic ? (rng.uniform() < 1 / (1 + std::exp(-2 * t)) ? 1 : 0) : t + rng.normal() / 4;
  }
  return p;
}

/// A feasible point: some groups at random within the bounds, some entries at them.
inline Vector feasible_point(const Structured& p, Rng& rng) {
  Vector x(at(p.n), 0.0);
  const auto place = [&](Index i) {
    x[at(i)] = std::clamp(rng.normal(), p.lower[at(i)], p.upper[at(i)]);
    if (x[at(i)] == 0) x[at(i)] = 0;  // no minus zero
  };
  const auto groups = p.groups();
  const Index count = static_cast<Index>(rng.below(static_cast<std::uint64_t>(p.s + 1)));
  for (Index k = 0; k < count; ++k)
    for (Index i : groups[rng.below(groups.size())]) place(i);
  for (Index i : p.kept) place(i);
  return x;
}

inline Problem make_problem(const Structured& p) {
  sbreg_matrix* A = nullptr;
  sbreg_problem* problem = nullptr;
  OK(sbreg_matrix_create_dense(&A, p.m, p.n, p.A.data(), p.m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  OK(sbreg_problem_create_linear(&problem, A, p.logistic ? "logistic" : "least_squares", p.b.data()));
  sbreg_matrix_destroy(A);
  OK(sbreg_problem_set_real(problem, "ridge", p.ridge));
  return Problem(problem);
}

inline Solver make_solver(const Problem& problem, const Structured& p, const char* method) {
  sbreg_solver* solver = nullptr;
  OK(sbreg_solver_create(&solver, problem.get(), p.s));
  Solver owned(solver);
  OK(sbreg_solver_set_text(solver, "method", method));
  want_matrices_first(owned, method);
  if (p.grouped) OK(sbreg_solver_set_groups(solver, p.group.data()));
  if (p.bounded) OK(sbreg_solver_set_bounds(solver, p.lower.data(), p.upper.data()));
  if (p.keeps) OK(sbreg_solver_set_kept(solver, p.kept.data(), static_cast<Index>(p.kept.size())));
  return owned;
}

}  // namespace oracle
