// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Matrices on which double precision is at its limit: a chosen condition number, columns of all sizes, near copies.
#pragma once

#include <cmath>
#include <vector>

#include "oracle.hpp"

namespace oracle {

/// n columns with singular values from 1 down to 1/condition, in random directions.
inline LeastSquares conditioned(Rng& rng, Index m, Index n, double condition) {
  LeastSquares f{m, n, Vector(at(m * n), 0.0), gaussian(rng, m)};
  const auto orthonormal = [&](Index size, Index count) {
    std::vector<Vector> Q;
    for (Index c = 0; c < count; ++c) {
      Vector v = gaussian(rng, size);
      for (int twice = 0; twice < 2; ++twice)
        for (const Vector& q : Q) {
          double along = 0;
          for (std::size_t i = 0; i < v.size(); ++i) along += q[i] * v[i];
          for (std::size_t i = 0; i < v.size(); ++i) v[i] -= along * q[i];
        }
      const auto length = static_cast<double>(norm(v));
      for (double& entry : v) entry /= length;
      Q.push_back(v);
    }
    return Q;
  };
  const auto U = orthonormal(m, n), V = orthonormal(n, n);
  for (Index k = 0; k < n; ++k) {
    const double sigma = std::pow(condition, n > 1 ? -static_cast<double>(k) / static_cast<double>(n - 1) : 0);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < m; ++i) f.A[at(j * m + i)] += sigma * U[at(k)][at(i)] * V[at(k)][at(j)];
  }
  return f;
}

inline LeastSquares hilbert(Rng& rng, Index n) {
  LeastSquares f{n, n, Vector(at(n * n)), gaussian(rng, n)};
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) f.A[at(j * n + i)] = 1.0 / static_cast<double>(i + j + 1);
  return f;
}

inline LeastSquares vandermonde(Rng& rng, Index m, Index n) {
  LeastSquares f{m, n, Vector(at(m * n)), gaussian(rng, m)};
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j)
      f.A[at(j * m + i)] = std::pow(static_cast<double>(i + 1) / static_cast<double>(m), static_cast<double>(j));
  return f;
}

inline void scale_columns(LeastSquares& f, Rng& rng, double most) {
  for (Index j = 0; j < f.n; ++j) {
    const double factor = std::pow(10.0, std::floor(most * (2 * rng.uniform() - 1)));
    for (Index i = 0; i < f.m; ++i) f.A[at(j * f.m + i)] *= factor;
  }
}

inline Support all_of(Index n) {
  Support S(at(n));
  std::iota(S.begin(), S.end(), Index{0});
  return S;
}

}  // namespace oracle
