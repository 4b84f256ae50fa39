// SPDX-License-Identifier: BSD-3-Clause
// lambda_min(Diag(w) - C), for checking weights from anywhere.
//
// Where C is a matrix, or A is taller than wide: a symmetric eigenvalue problem of order n. Where C = unit (F'F + ridge
// I) with m < n, without any n x n array: mu is below lambda_min exactly when lambda_max(G(w/unit - ridge - mu)) < 1,
// and the eigenvector v of G gives x = Diag(.)^(-1) F'v, whose Rayleigh quotient is an upper bound that converges
// quadratically. Beyond order 4096 it is Lanczos, a bound from above.
#include <algorithm>
#include <cmath>

#include "dsm/dsm.hpp"
#include "dsm/rounding.hpp"
#include "dsm/scaled_gram.hpp"
#include "linalg/blas.hpp"
#include "linalg/lanczos.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

constexpr Index largest_order = 4096;

double margin_of_matrix(const Space& space, ConstVec u) {
  const Index n = space.columns();
  std::vector<double> M(to_size(checked_product(n, n, "C")));
  const std::vector<double> ones(to_size(n), 1.0);
  space.gram(ones, M.data());
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i < n; ++i) {
      double& entry = M[to_size(j * n + i)];
      entry = (i == j ? u[to_size(j)] : 0.0) - entry;
    }
  double value = 0;
  blas::syevr(n, M.data(), n, 0, &value, nullptr);
  return value;
}

/// From above, by Lanczos on (bound I - (Diag(u) - K)).
double margin_by_lanczos(const Space& space, ConstVec u) {
  const Index n = space.columns();
  const double shift = *std::ranges::max_element(u);
  std::vector<double> element(to_size(space.element_size(1)));
  std::vector<double> buffer(to_size(n));
  Rng rng(1);
  BlockLanczos lanczos(n, 1, rng);
  double value = 0;
  for (Index step = 1; step <= std::min<Index>(n + 8, 600); ++step) {
    lanczos.step([&](const double* x, double* y) {
      space.lift(1, x, element.data());
      const double* Kx = space.image(1, element.data(), buffer.data());
      for (Index j = 0; j < n; ++j) y[j] = (shift - u[to_size(j)]) * x[j] + Kx[j];
    });
    if (step % 20 != 0) continue;
    const double now = lanczos.largest();
    if (now - value <= 1e-14 * now) return shift - now;
    value = now;
  }
  return shift - lanczos.largest();
}

double margin_of_factor(const Space& space, ConstVec u) {
  const Index n = space.columns();
  const Index m = space.order();
  const ConstVec K = space.diagonal();
  double outside = infinity;  // zero columns are eigenvectors of their own
  double high = infinity;     // lambda_min <= u_j - K_jj
  double largest = 0;
  std::vector<double> ones(to_size(n), 1.0);
  double trace = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    trace += K[j];
    largest = std::max({largest, std::abs(u[j]), K[j]});
    if (K[j] > 0)
      high = std::min(high, u[j] - K[j]);
    else
      outside = std::min(outside, u[j]);
  }
  if (trace == 0) return outside;
  double low = high - trace;  // Diag(u) - F'F >= min u - tr F'F
  for (std::size_t j = 0; j < u.size(); ++j)
    if (K[j] > 0) low = std::min(low, u[j] - trace);
  std::vector<double> G(to_size(checked_product(m, m, "G")));
  std::vector<double> v(to_size(m));
  std::vector<double> roots(to_size(n));
  std::vector<double> x(to_size(n));
  double mu = high - 1e-3 * (high - low);
  for (int k = 0; k < 80 && high - low > 4e-16 * largest; ++k) {
    bool inside = true;
    for (std::size_t j = 0; j < u.size(); ++j) {
      inside = inside && (K[j] == 0 || u[j] > mu);
      roots[j] = K[j] > 0 ? 1 / std::sqrt(std::max(u[j] - mu, 1e-300)) : 0;
    }
    if (!inside) {
      high = mu;
    } else {
      space.gram(roots, G.data());
      double top = 0;
      blas::syevr(m, G.data(), m, m - 1, &top, v.data());
      (top < 1 ? low : high) = mu;
      space.image(1, v.data(), x.data());
      double up = 0;
      double down = 0;
      for (std::size_t j = 0; j < u.size(); ++j) x[j] *= roots[j] * roots[j];
      std::vector<double> Fx(to_size(m));
      space.lift(1, x.data(), Fx.data());
      for (std::size_t j = 0; j < u.size(); ++j) {
        up += u[j] * x[j] * x[j];
        down += x[j] * x[j];
      }
      for (double y : Fx) up -= y * y;
      const double quotient = up / down;
      if (std::abs(quotient - mu) <= 1e-15 * largest) return std::min(outside, quotient);
      high = std::min(high, quotient);
    }
    // a step below the quotient brackets from the other side once it has converged
    const double guess = high - 4e-16 * largest;
    mu = k % 3 == 2 || !(guess > low) ? 0.5 * (low + high) : guess;
  }
  return std::min(outside, 0.5 * (low + high));
}

}  // namespace

double margin(const Curvature& C, ConstVec w) {
  SBREG_REQUIRE(to_index(w.size()) == C.n, SBREG_E_DIMENSION, "%lld weights for %lld variables",
                static_cast<long long>(w.size()), static_cast<long long>(C.n));
  require_finite(w, "w");
  const auto space = make_space(C);
  std::vector<double> u(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) u[j] = w[j] / space->unit() - space->ridge();
  if (space->order() > largest_order) return space->unit() * margin_by_lanczos(*space, u);
  return space->unit() * (space->is_factor() ? margin_of_factor(*space, u) : margin_of_matrix(*space, u));
}

bool prove_feasible(const Curvature& C, ConstVec w) {
  const auto space = make_space(C);
  std::vector<double> u(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) {
    // rounded down, so that Diag(u) >= K proves more than was asked
    const double above = round_down(w[j] / space->unit());
    u[j] = round_down(above - round_up(space->ridge()));
    if (!(u[j] >= 0) || (space->diagonal()[j] > 0 && !(u[j] > 0))) return false;
  }
  ScaledGram gram(*space);
  gram.form(u);
  return gram.prove(1.0);
}

}  // namespace sbreg
