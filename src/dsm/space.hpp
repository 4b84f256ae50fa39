// SPDX-License-Identifier: BSD-3-Clause
// The bound C of a problem as the engine sees it, in units that keep every number near one:
//
//     C = unit (K + ridge I),   K = F'F (factor route, F m x n)   or   K a matrix (matrix route, n x n).
//
// The unit is a power of two, so taking it out costs no rounding. Feasibility of u for K is asked of a matrix G of
// order m or n:
//
//     Diag(u) >= K   <=>   G(u) <= I,   G(u) = F Diag(1/u) F'   or   Diag(u)^(-1/2) K Diag(u)^(-1/2).
//
// In the matrix route the ridge is part of K and ridge() is 0.
#pragma once

#include <memory>

#include "dsm/products.hpp"
#include "problem/curvature.hpp"

namespace sbreg {

class Space : public Products<double> {
 public:
  [[nodiscard]] virtual Index columns() const noexcept = 0;
  /// Order of G: m in the factor route, n in the matrix route.
  [[nodiscard]] virtual Index order() const noexcept = 0;
  [[nodiscard]] virtual double unit() const noexcept = 0;
  [[nodiscard]] virtual double ridge() const noexcept = 0;
  /// K_jj, rounded up.
  [[nodiscard]] virtual ConstVec diagonal() const noexcept = 0;
  /// G <- G(u), order x order, lower triangle, given u_j^(-1/2) (0 where K_jj = 0).
  virtual void gram(ConstVec inverse_root, double* G) const = 0;
  /// |computed G - G| <= gamma(gram_roundings) tr G in the spectral norm.
  [[nodiscard]] virtual double gram_roundings() const noexcept = 0;
  /// y <- G(u) x for `count` vectors, order x count with the vectors' index contiguous; scratch: 2 count n numbers.
  virtual void apply_gram(Index count, ConstVec inverse_root, const double* x, double* y, double* scratch) const = 0;
  /// |computed H_j - H_j| <= gamma(image_roundings) |V| K_jj^(1/2).
  [[nodiscard]] virtual double image_roundings() const noexcept = 0;
  /// K >= -semidefinite_slack Diag(K): 0 for F'F, the tolerance of the check for a given matrix.
  [[nodiscard]] virtual double semidefinite_slack() const noexcept { return 0; }
  /// panel (order x count by columns) <- columns first.. of F or of K.
  virtual void panel(Index first, Index count, double* out) const = 0;
  /// The same products in single precision, or nullptr where A is not stored densely.
  [[nodiscard]] virtual std::unique_ptr<Products<float>> single() const = 0;
  [[nodiscard]] virtual bool is_factor() const noexcept = 0;
};

/// The route is chosen by cost: K is used where it was given, and formed where A is taller than wide.
bool takes_matrix_route(const Curvature& C) noexcept;
/// SBREG_E_NUMERIC when a given matrix is indefinite, SBREG_E_ARGUMENT when the curvature is unusable.
std::unique_ptr<Space> make_space(const Curvature& C);
std::unique_ptr<Space> make_factor_space(const Curvature& C);
std::unique_ptr<Space> make_matrix_space(const Curvature& C);

/// Diagonal of C without its ridge and scale: |f_j|^2 or S_jj.
void curvature_diagonal(const Curvature& C, Vec diagonal);
/// The power of two nearest above the square root of the largest entry; 1 when all are zero.
double unit_of(ConstVec diagonal);

}  // namespace sbreg
