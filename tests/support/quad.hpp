// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Least squares in quadruple precision, for tests with data on which double precision is at its limit.
#pragma once

#include <vector>

#include "oracle.hpp"

namespace oracle {

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
#else
using Quad = long double;  // quadruple precision wherever the type above is missing
#endif

inline Quad root(Quad v) {
  if (!(v > 0)) return 0;
  Quad r = std::sqrt(static_cast<double>(v));
  if (!(r > 0)) r = std::sqrt(static_cast<long double>(v));
  for (int k = 0; k < 3; ++k) r = (r + v / r) / 2;
  return r;
}

inline Quad magnitude(Quad v) { return v < 0 ? -v : v; }

/// ||Ax - b||^2 / 2 on the columns S, x having as many entries.
template <class Number>
Quad quad_value(const LeastSquares& f, const Support& S, const std::vector<Number>& x) {
  Quad total = 0;
  for (Index i = 0; i < f.m; ++i) {
    Quad r = -static_cast<Quad>(f.b[at(i)]);
    for (std::size_t k = 0; k < S.size(); ++k) r += static_cast<Quad>(f.entry(i, S[k])) * static_cast<Quad>(x[k]);
    total += r * r;
  }
  return total / 2;
}

/// The minimum on the columns S, by Householder's QR.
struct QuadFit {
  std::vector<Quad> x;   // the minimiser; 0 for a column that depends on those before it
  double f = 0;          // the minimum
  double rounded = 0;    // f at the minimiser rounded to double precision
  double condition = 1;  // of the columns scaled to length 1: an upper bound
};

inline QuadFit quad_fit(const LeastSquares& f, const Support& S) {
  const std::size_t k = S.size(), m = at(f.m);
  std::vector<std::vector<Quad>> F(k, std::vector<Quad>(m));
  std::vector<Quad> b(f.b.begin(), f.b.end()), length(k, 0);
  for (std::size_t c = 0; c < k; ++c) {
    for (std::size_t i = 0; i < m; ++i) F[c][i] = f.entry(static_cast<Index>(i), S[c]);
    for (Quad v : F[c]) length[c] += v * v;
    length[c] = root(length[c]);
    for (Quad& v : F[c]) v = length[c] > 0 ? v / length[c] : 0;
  }
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < k; ++c) {
    const std::size_t r = kept.size();
    Quad part = 0;
    for (std::size_t i = r; i < m; ++i) part += F[c][i] * F[c][i];
    part = root(part);
    if (!(part > 1e-28)) continue;
    kept.push_back(c);
    std::vector<Quad> u(F[c].begin() + static_cast<std::ptrdiff_t>(r), F[c].end());
    const Quad diagonal = u[0] > 0 ? -part : part;
    u[0] -= diagonal;
    Quad squares = 0;
    for (Quad v : u) squares += v * v;
    const auto reflect = [&](std::vector<Quad>& w) {
      Quad along = 0;
      for (std::size_t i = 0; i < u.size(); ++i) along += u[i] * w[r + i];
      for (std::size_t i = 0; i < u.size(); ++i) w[r + i] -= 2 * along / squares * u[i];
    };
    for (std::size_t j = c; j < k; ++j) reflect(F[j]);
    reflect(b);
  }
  QuadFit fit;
  fit.x.assign(k, 0);
  const auto solve = [&](std::vector<Quad> y) {  // R x = y
    for (std::size_t i = kept.size(); i-- > 0;) {
      y[i] /= F[kept[i]][i];
      for (std::size_t l = 0; l < i; ++l) y[l] -= F[kept[i]][l] * y[i];
    }
    return y;
  };
  const std::vector<Quad> y = solve(b);
  std::vector<double> rounded(k, 0.0);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    fit.x[kept[i]] = y[i] / length[kept[i]];
    rounded[kept[i]] = static_cast<double>(fit.x[kept[i]]);
  }
  fit.f = static_cast<double>(quad_value(f, S, fit.x));
  fit.rounded = static_cast<double>(quad_value(f, S, rounded));
  Quad inverse = 0;  // Frobenius norm of R^-1
  for (std::size_t j = 0; j < kept.size(); ++j) {
    std::vector<Quad> e(std::max(kept.size(), b.size()), 0);
    e[j] = 1;
    const std::vector<Quad> column = solve(e);
    for (std::size_t i = 0; i < kept.size(); ++i) inverse += column[i] * column[i];
  }
  fit.condition = static_cast<double>(root(inverse) * root(static_cast<Quad>(static_cast<double>(kept.size()))));
  return fit;
}

}  // namespace oracle
