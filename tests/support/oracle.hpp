// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// What the theorem tests compare against: least-squares instances whose every quantity is computed directly from A and
// b in extended precision, by code that shares nothing with the library, and brute force over supports.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "support/rng.hpp"

namespace oracle {

using Index = std::int64_t;
using Real =
    long double;  // 64 bits of mantissa on x86, more elsewhere: rounding of the oracle stays below the library's
using Vector = std::vector<double>;
using RealVector = std::vector<Real>;
using Support = std::vector<Index>;
using Rng = sbreg::Rng;

inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }
inline Index size_of(const Vector& x) { return static_cast<Index>(x.size()); }

inline Vector gaussian(Rng& rng, Index n) {
  Vector x(at(n));
  for (double& v : x) v = rng.normal();
  return x;
}

/// s standard normal entries at random places.
inline Vector sparse_gaussian(Rng& rng, Index n, Index s) {
  Vector x(at(n), 0.0);
  for (Index left = s; left > 0;) {
    double& v = x[rng.below(static_cast<std::uint64_t>(n))];
    if (v != 0) continue;
    v = rng.normal();
    --left;
  }
  return x;
}

inline Support support_of(const Vector& x) {
  Support S;
  for (Index i = 0; i < size_of(x); ++i)
    if (x[at(i)] != 0) S.push_back(i);
  return S;
}

inline bool contains(const Support& S, Index i) { return std::ranges::find(S, i) != S.end(); }

/// y - x, exact to the last bit of extended precision.
inline RealVector difference(const Vector& y, const Vector& x) {
  RealVector d(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) d[i] = static_cast<Real>(y[i]) - static_cast<Real>(x[i]);
  return d;
}

/// v' Diag(d) v
template <class V>
Real weighted_square(const V& v, const Vector& d) {
  Real total = 0;
  for (std::size_t i = 0; i < v.size(); ++i) total += static_cast<Real>(v[i]) * v[i] * d[i];
  return total;
}

template <class V>
Real norm(const V& v) {
  Real total = 0;
  for (const auto& entry : v) total += static_cast<Real>(entry) * entry;
  return std::sqrt(total);
}

/// A symmetric matrix, small.
class Symmetric {
 public:
  explicit Symmetric(Index n) : n_(n), entries_(at(n * n)) {}
  [[nodiscard]] Index size() const { return n_; }
  Real& operator()(Index i, Index j) { return entries_[at(i * n_ + j)]; }
  Real operator()(Index i, Index j) const { return entries_[at(i * n_ + j)]; }

  /// Ascending, by Jacobi's rotations.
  [[nodiscard]] RealVector eigenvalues() const {
    Symmetric M = *this;
    for (int sweep = 0; sweep < 60; ++sweep) {
      Real off = 0, all = 0;
      for (Index i = 0; i < n_; ++i)
        for (Index j = 0; j < n_; ++j) (i == j ? all : off) += M(i, j) * M(i, j);
      if (off <= 1e-36L * all) break;
      for (Index p = 0; p < n_; ++p)
        for (Index q = p + 1; q < n_; ++q) M.rotate(p, q);
    }
    RealVector values;
    for (Index i = 0; i < n_; ++i) values.push_back(M(i, i));
    std::ranges::sort(values);
    return values;
  }

  /// D^{-1/2} M D^{-1/2} on the coordinates S.
  [[nodiscard]] Symmetric scaled(const Vector& d, const Support& S) const {
    Symmetric M(static_cast<Index>(S.size()));
    for (Index i = 0; i < M.size(); ++i)
      for (Index j = 0; j < M.size(); ++j)
        M(i, j) = (*this)(S[at(i)], S[at(j)]) / std::sqrt(static_cast<Real>(d[at(S[at(i)])]) * d[at(S[at(j)])]);
    return M;
  }
  [[nodiscard]] Symmetric scaled(const Vector& d) const {
    Support all(d.size());
    std::iota(all.begin(), all.end(), Index{0});
    return scaled(d, all);
  }

  /// Diag(d) - M
  [[nodiscard]] Symmetric subtracted_from(const Vector& d) const {
    Symmetric M(n_);
    for (Index i = 0; i < n_; ++i)
      for (Index j = 0; j < n_; ++j) M(i, j) = (i == j ? static_cast<Real>(d[at(i)]) : 0) - (*this)(i, j);
    return M;
  }

 private:
  void rotate(Index p, Index q) {
    if ((*this)(p, q) == 0) return;
    const Real theta = ((*this)(q, q) - (*this)(p, p)) / (2 * (*this)(p, q));
    const Real t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const Real c = 1 / std::sqrt(t * t + 1), s = t * c;
    for (Index k = 0; k < n_; ++k) {
      const Real a = (*this)(k, p), b = (*this)(k, q);
      (*this)(k, p) = c * a - s * b;
      (*this)(k, q) = s * a + c * b;
    }
    for (Index k = 0; k < n_; ++k) {
      const Real a = (*this)(p, k), b = (*this)(q, k);
      (*this)(p, k) = c * a - s * b;
      (*this)(q, k) = s * a + c * b;
    }
  }

  Index n_;
  RealVector entries_;
};

/// f(x) = ||Ax - b||^2 / 2, A by columns.
struct LeastSquares {
  Index m = 0;
  Index n = 0;
  Vector A;
  Vector b;

  [[nodiscard]] double entry(Index i, Index j) const { return A[at(j * m + i)]; }

  template <class V>
  [[nodiscard]] RealVector times(const V& x) const {
    RealVector y(at(m));
    for (Index j = 0; j < n; ++j)
      if (x[at(j)] != 0)
        for (Index i = 0; i < m; ++i) y[at(i)] += static_cast<Real>(entry(i, j)) * x[at(j)];
    return y;
  }
  [[nodiscard]] RealVector residual(const Vector& x) const {
    RealVector r = times(x);
    for (Index i = 0; i < m; ++i) r[at(i)] -= b[at(i)];
    return r;
  }
  [[nodiscard]] Real value(const Vector& x) const {
    const Real length = norm(residual(x));
    return length * length / 2;
  }
  [[nodiscard]] Real value_at_zero() const { return value(Vector(at(n), 0.0)); }
  [[nodiscard]] RealVector gradient(const Vector& x) const {
    const RealVector r = residual(x);
    RealVector g(at(n));
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) g[at(j)] += entry(i, j) * r[at(i)];
    return g;
  }
  /// AA'
  [[nodiscard]] Symmetric row_products() const {
    Symmetric M(m);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i)
        for (Index k = 0; k < m; ++k) M(i, k) += static_cast<Real>(entry(i, j)) * entry(k, j);
    return M;
  }
  /// f(x) - f(y), from the step y - x, so that it is accurate when the two are close.
  [[nodiscard]] Real decrease(const Vector& x, const Vector& y) const {
    const RealVector step = difference(y, x), g = gradient(x), image = times(step);
    Real linear = 0;
    for (Index j = 0; j < n; ++j) linear += g[at(j)] * step[at(j)];
    const Real length = norm(image);
    return -linear - length * length / 2;
  }
  /// H = A'A
  [[nodiscard]] Symmetric hessian() const {
    Symmetric H(n);
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k)
        for (Index i = 0; i < m; ++i) H(j, k) += static_cast<Real>(entry(i, j)) * entry(i, k);
    return H;
  }

  /// The minimiser of f over vectors supported on S, whose columns must be independent. Cholesky on the normal
  /// equations, then one step of refinement.
  [[nodiscard]] RealVector exact_minimiser(const Symmetric& H, const Support& S) const {
    const auto k = static_cast<Index>(S.size());
    Symmetric L(k);
    for (Index j = 0; j < k; ++j)
      for (Index i = j; i < k; ++i) {
        Real v = H(S[at(i)], S[at(j)]);
        for (Index l = 0; l < j; ++l) v -= L(i, l) * L(j, l);
        L(i, j) = i == j ? std::sqrt(v) : v / L(j, j);
      }
    RealVector x(at(n));
    for (int pass = 0; pass < 2; ++pass) {
      RealVector r = times(x);
      for (Index i = 0; i < m; ++i) r[at(i)] = b[at(i)] - r[at(i)];
      RealVector v(at(k));
      for (Index i = 0; i < k; ++i)
        for (Index row = 0; row < m; ++row) v[at(i)] += entry(row, S[at(i)]) * r[at(row)];
      for (Index i = 0; i < k; ++i) {
        for (Index l = 0; l < i; ++l) v[at(i)] -= L(i, l) * v[at(l)];
        v[at(i)] /= L(i, i);
      }
      for (Index i = k - 1; i >= 0; --i) {
        for (Index l = i + 1; l < k; ++l) v[at(i)] -= L(l, i) * v[at(l)];
        v[at(i)] /= L(i, i);
      }
      for (Index i = 0; i < k; ++i) x[at(S[at(i)])] += v[at(i)];
    }
    return x;
  }
  [[nodiscard]] Vector minimiser(const Symmetric& H, const Support& S) const {
    const RealVector x = exact_minimiser(H, S);
    return {x.begin(), x.end()};
  }
};

/// The paper's generator: standard normal entries, columns scaled to length 1, b = A x* (+ noise) with x* s-sparse.
inline LeastSquares compressed_sensing(Rng& rng, Index m, Index n, Index s, double noise) {
  LeastSquares f{m, n, gaussian(rng, m * n), Vector(at(m))};
  for (Index j = 0; j < n; ++j) {
    Real squares = 0;
    for (Index i = 0; i < m; ++i) squares += static_cast<Real>(f.entry(i, j)) * f.entry(i, j);
    for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] /= static_cast<double>(std::sqrt(squares));
  }
  const RealVector signal = f.times(sparse_gaussian(rng, n, s));
  for (Index i = 0; i < m; ++i) f.b[at(i)] = static_cast<double>(signal[at(i)]) + noise * rng.normal();
  return f;
}

/// `inflation` times the smallest multiple of d with Diag(w) >= H.
inline Vector feasible(const Symmetric& H, Vector d, double inflation) {
  const Real largest = H.scaled(d).eigenvalues().back();
  for (double& w : d) w = static_cast<double>(largest * w * inflation);
  return d;
}
inline Vector feasible_identity(const Symmetric& H, double inflation) {
  return feasible(H, Vector(at(H.size()), 1.0), inflation);
}
/// The same for f, by the smaller of A'A and AA', whose largest eigenvalue is one number.
inline Vector feasible_identity(const LeastSquares& f, double inflation) {
  const double L = feasible_identity(f.m < f.n ? f.row_products() : f.hessian(), inflation).front();
  return Vector(at(f.n), L);
}
/// A random direction, entries within a factor of ten.
inline Vector feasible_random(Rng& rng, const Symmetric& H, double inflation) {
  Vector d(at(H.size()));
  for (double& w : d) w = std::pow(10.0, rng.uniform());
  return feasible(H, d, inflation);
}

/// Calls visit(S) for every S with s of the indices 0 .. n-1, in lexicographic order.
template <class Visit>
void for_each_support(Index n, Index s, Visit visit) {
  Support S(at(s));
  std::iota(S.begin(), S.end(), Index{0});
  for (;;) {
    visit(S);
    Index k = s - 1;
    while (k >= 0 && S[at(k)] == n - s + k) --k;
    if (k < 0) return;
    ++S[at(k)];
    for (Index l = k + 1; l < s; ++l) S[at(l)] = S[at(l - 1)] + 1;
  }
}

/// The least f of all supports with s indices.
inline double best_subset(const LeastSquares& f, Index s) {
  const Symmetric H = f.hessian();
  double best = static_cast<double>(f.value_at_zero());
  for_each_support(f.n, s,
                   [&](const Support& S) { best = std::min(best, static_cast<double>(f.value(f.minimiser(H, S)))); });
  return best;
}

/// The s-th largest sqrt(d_i) |x_i|.
inline Real s_th_largest(const Vector& d, const Vector& x, Index s) {
  RealVector v;
  for (std::size_t i = 0; i < x.size(); ++i) v.push_back(std::sqrt(static_cast<Real>(d[i])) * std::abs(x[i]));
  std::ranges::sort(v, std::greater<>{});
  return v[at(s - 1)];
}

}  // namespace oracle
