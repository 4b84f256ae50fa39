// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/experiments/omp.hpp"

#include <cmath>
#include <numeric>

namespace cli {

using paper::at;
using paper::Index;

std::vector<double> orthogonal_matching_pursuit(const paper::Instance& instance) {
  const Index m = instance.m;
  const auto column = [&](Index j) { return instance.A.data() + j * m; };
  const auto dot = [m](const double* a, const double* b) { return std::inner_product(a, a + m, b, 0.0); };

  std::vector<double> residual = instance.b;
  std::vector<Index> taken;
  std::vector<double> Q;                   // orthonormal columns that span the taken ones
  std::vector<std::vector<double>> R;      // A_taken = Q R, R[k] is column k
  std::vector<double> coefficients;        // Q'b
  std::vector<char> used(at(instance.n));  // a column is taken once
  while (static_cast<Index>(taken.size()) < std::min(instance.s, m)) {
    Index best = -1;
    double most = 0;
    for (Index j = 0; j < instance.n; ++j) {
      const double correlation = std::fabs(dot(column(j), residual.data())) / std::sqrt(dot(column(j), column(j)));
      if (used[at(j)] == 0 && correlation > most) {
        most = correlation;
        best = j;
      }
    }
    if (best < 0) break;
    std::vector<double> q(column(best), column(best) + m);
    std::vector<double> r(taken.size() + 1);
    for (int pass = 0; pass < 2; ++pass)  // twice is enough for orthogonality to rounding
      for (std::size_t k = 0; k < taken.size(); ++k) {
        const double* known = Q.data() + static_cast<Index>(k) * m;
        const double share = dot(known, q.data());
        r[k] += share;
        for (Index i = 0; i < m; ++i) q[at(i)] -= share * known[i];
      }
    r.back() = std::sqrt(dot(q.data(), q.data()));
    if (!(r.back() > 1e-12)) break;  // the columns taken span it already
    for (double& entry : q) entry /= r.back();
    coefficients.push_back(dot(q.data(), residual.data()));
    for (Index i = 0; i < m; ++i) residual[at(i)] -= coefficients.back() * q[at(i)];
    Q.insert(Q.end(), q.begin(), q.end());
    R.push_back(std::move(r));
    taken.push_back(best);
    used[at(best)] = 1;
  }

  std::vector<double> x(at(instance.n));
  for (std::size_t k = taken.size(); k-- > 0;) {  // R y = Q'b from below
    const double y = coefficients[k] / R[k][k];
    x[at(taken[k])] = y;
    for (std::size_t i = 0; i < k; ++i) coefficients[i] -= R[k][i] * y;
  }
  return x;
}

}  // namespace cli
