// SPDX-License-Identifier: BSD-3-Clause
#include "problem/adjoint.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "support/error.hpp"
#include "support/rng.hpp"

namespace sbreg {
namespace {

constexpr Index pairs = 4;

double dot(Index n, const double* a, const double* b) { return std::inner_product(a, a + n, b, 0.0); }

/// ||a - b|| / (||a|| + ||b||)
double distance(Index n, const double* a, const double* b) {
  double squares = 0;
  for (Index i = 0; i < n; ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  const double unit = std::sqrt(dot(n, a, a)) + std::sqrt(dot(n, b, b));
  return unit > 0 ? std::sqrt(squares) / unit : 0;
}

}  // namespace

double adjoint_discrepancy(const Matrix& A, std::uint64_t seed) {
  const Index m = A.rows();
  const Index n = A.cols();
  Rng rng(seed);
  std::vector<double> X(to_size(n * pairs));
  std::vector<double> Y(to_size(m * pairs));
  std::vector<double> AX(Y.size());
  std::vector<double> AtY(X.size());
  std::vector<double> single(to_size(std::max(m, n)));
  for (double& v : X) v = rng.normal();
  for (double& v : Y) v = rng.normal();
  A.multiply_block(pairs, X.data(), AX.data());
  A.multiply_transpose_block(pairs, Y.data(), AtY.data());
  double worst = 0;
  const auto consider = [&](double value) {
    SBREG_REQUIRE(std::isfinite(value), SBREG_E_NUMERIC, "a product with A or A' is not finite");
    worst = std::max(worst, value);
  };
  for (Index k = 0; k < pairs; ++k) {
    const double* x = X.data() + k * n;
    const double* y = Y.data() + k * m;
    const double* ax = AX.data() + k * m;
    const double* aty = AtY.data() + k * n;
    const double unit = std::sqrt(dot(m, ax, ax) * dot(m, y, y)) + std::sqrt(dot(n, x, x) * dot(n, aty, aty));
    const double gap = std::abs(dot(m, ax, y) - dot(n, x, aty));
    consider(unit > 0 ? gap / unit : gap);
    A.multiply_block(1, x, single.data());
    consider(distance(m, ax, single.data()));
    A.multiply_transpose_block(1, y, single.data());
    consider(distance(n, aty, single.data()));
  }
  return worst;
}

}  // namespace sbreg
