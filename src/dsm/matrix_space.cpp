// SPDX-License-Identifier: BSD-3-Clause
// The matrix route: K itself is known (a quadratic problem) or no larger than A (A taller than wide, K = A'A formed
// once). An element is the pair (X, XK), both r x n; a lift costs one gemm of 2 n^2 r flops and an image nothing.
// The ridge is added to the diagonal, so C = unit K and ridge() is 0.
#include <algorithm>
#include <cmath>
#include <vector>

#include "dsm/inner.hpp"
#include "dsm/rounding.hpp"
#include "dsm/space.hpp"
#include "linalg/blas.hpp"
#include "problem/gram.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

using blas::Op;

/// element = (X, XK):  lift copies X and multiplies, image is the second half, <V, W> = <X, WK>.
template <class Real>
void lift_pair(Index n, Index r, const Real* K, Real factor, Real shift, const Real* B, Real* element) {
  std::copy_n(B, r * n, element);
  Real* Y = element + r * n;
  std::copy_n(B, r * n, Y);
  blas::gemm(Op::none, Op::none, r, n, n, factor, B, r, K, n, shift, Y, r);  // Y = factor B K + shift B
}

class SingleMatrix final : public Products<float> {
 public:
  SingleMatrix(Index n, const double* K, double factor, double shift) : n_(n), K_(to_size(n * n)) {
    for (std::size_t i = 0; i < K_.size(); ++i) K_[i] = static_cast<float>(K[i] * factor);
    for (Index j = 0; j < n; ++j) {
      const auto i = to_size(j * n + j);
      K_[i] = static_cast<float>(K[i] * factor + shift);
    }
  }
  [[nodiscard]] Index element_size(Index r) const noexcept override { return 2 * r * n_; }
  void lift(Index r, const float* B, float* element) const override {
    lift_pair(n_, r, K_.data(), 1.0F, 0.0F, B, element);
  }
  const float* image(Index r, const float* element, float*) const override { return element + r * n_; }
  [[nodiscard]] double inner(Index r, const float* v, const float* w) const override {
    return long_inner(r * n_, v, w + r * n_);
  }
  [[nodiscard]] bool image_is_computed() const noexcept override { return false; }

 private:
  Index n_;
  std::vector<float> K_;
};

class MatrixSpace final : public Space {
 public:
  explicit MatrixSpace(const Curvature& C) : n_(C.n), diagonal_(to_size(C.n)) {
    SBREG_REQUIRE(C.scale > 0 && std::isfinite(C.scale), SBREG_E_ARGUMENT, "the scale of a curvature is %g", C.scale);
    SBREG_REQUIRE(std::isfinite(C.ridge), SBREG_E_ARGUMENT, "ridge = %g is not finite", C.ridge);
    curvature_diagonal(C, diagonal_);
    for (double& d : diagonal_) d += C.ridge / C.scale;
    const double sigma = unit_of(diagonal_);
    factor_ = 1 / sigma / sigma;
    unit_ = C.scale * sigma * sigma;
    shift_ = C.ridge / unit_;
    SBREG_REQUIRE(std::isfinite(unit_) && unit_ > 0, SBREG_E_NUMERIC,
                  "the curvature overflows: scale %g, diagonal up to %g", C.scale, sigma * sigma);
    if (C.factor == nullptr) {
      K_ = C.symmetric;
      roundings_ = 8;
      for (Index j = 0; j < n_; ++j) {  // a ridge against a negative entry cancels: count its roundings
        const double d = diagonal_[to_size(j)];
        const double size = std::abs(K_[j * n_ + j]) + std::abs(C.ridge) / C.scale;
        if (d > 0) roundings_ = std::max(roundings_, 8 * size / d);
      }
      for (double& d : diagonal_) d *= factor_ * (1 + gamma(roundings_));
      require_semidefinite();
    } else {
      form(C);
      roundings_ = static_cast<double>(C.factor->rows()) + 16;
      for (double& d : diagonal_) d = d * factor_ * (1 + gamma(roundings_));
    }
  }

  [[nodiscard]] Index columns() const noexcept override { return n_; }
  [[nodiscard]] Index order() const noexcept override { return n_; }
  [[nodiscard]] double unit() const noexcept override { return unit_; }
  [[nodiscard]] double ridge() const noexcept override { return 0; }
  [[nodiscard]] ConstVec diagonal() const noexcept override { return diagonal_; }
  [[nodiscard]] bool is_factor() const noexcept override { return false; }
  [[nodiscard]] double gram_roundings() const noexcept override { return roundings_; }
  [[nodiscard]] double image_roundings() const noexcept override { return static_cast<double>(n_) + roundings_; }
  [[nodiscard]] double semidefinite_slack() const noexcept override { return slack_; }
  [[nodiscard]] Index element_size(Index r) const noexcept override { return 2 * r * n_; }
  [[nodiscard]] bool image_is_computed() const noexcept override { return false; }

  [[nodiscard]] double inner(Index r, const double* v, const double* w) const override {
    return long_inner(r * n_, v, w + r * n_);
  }
  void lift(Index r, const double* B, double* element) const override {
    lift_pair(n_, r, K_, factor_, shift_, B, element);
  }
  const double* image(Index r, const double* element, double*) const override { return element + r * n_; }

  void panel(Index first, Index count, double* out) const override {
    for (Index k = 0; k < count; ++k) {
      for (Index i = 0; i < n_; ++i) out[k * n_ + i] = K_[(first + k) * n_ + i] * factor_;
      out[k * n_ + first + k] += shift_;
    }
  }

  void gram(ConstVec inverse_root, double* G) const override {
    for (Index j = 0; j < n_; ++j) {
      const double right = inverse_root[to_size(j)];
      for (Index i = j; i < n_; ++i) {
        const double k = K_[j * n_ + i] * factor_ + (i == j ? shift_ : 0.0);
        G[j * n_ + i] = k * inverse_root[to_size(i)] * right;
      }
    }
  }

  void apply_gram(Index count, ConstVec inverse_root, const double* x, double* y, double* scratch) const override {
    double* element = scratch;  // (x Diag(u)^(-1/2), its product)
    std::vector<double> B(to_size(count * n_));
    for (Index j = 0; j < n_; ++j)
      for (Index k = 0; k < count; ++k) B[to_size(j * count + k)] = x[j * count + k] * inverse_root[to_size(j)];
    lift(count, B.data(), element);
    const double* Y = element + count * n_;
    for (Index j = 0; j < n_; ++j)
      for (Index k = 0; k < count; ++k) y[j * count + k] = Y[j * count + k] * inverse_root[to_size(j)];
  }

  [[nodiscard]] std::unique_ptr<Products<float>> single() const override {
    return std::make_unique<SingleMatrix>(n_, K_, factor_, shift_);
  }

 private:
  /// K = F'F, both triangles, from panels of rows of A' that never exceed a few columns of A at a time.
  void form(const Curvature& C) {
    const Index m = C.factor->rows();
    own_.resize(to_size(checked_product(n_, n_, "C")));
    std::vector<double> F(to_size(m * std::min<Index>(n_, 128)));
    std::vector<double> weighted;
    for (Index j = 0; j < n_; j += 128) {
      const Index count = std::min<Index>(128, n_ - j);
      C.factor->copy_columns(j, count, F.data());
      if (!C.row_weights.empty())
        for (Index k = 0; k < count; ++k)
          for (Index i = 0; i < m; ++i) F[to_size(k * m + i)] *= C.row_weights[to_size(i)];
      C.factor->multiply_transpose_block(count, F.data(), own_.data() + j * n_);  // A'(W A_J)
    }
    for (Index j = 0; j < n_; ++j)
      for (Index i = j + 1; i < n_; ++i) own_[to_size(i * n_ + j)] = own_[to_size(j * n_ + i)];
    K_ = own_.data();
  }

  /// Refuses an indefinite matrix: D^(-1/2) K D^(-1/2) + slack I must have a Cholesky factor, D = Diag(K). The slack
  /// is what rounding in the caller's own computation of K can have cost.
  void require_semidefinite() {
    std::vector<double> inverse_root(to_size(n_));
    for (Index j = 0; j < n_; ++j) {
      const double d = diagonal_[to_size(j)];
      SBREG_REQUIRE(
          d >= 0, SBREG_E_NUMERIC,
          "the curvature C is indefinite: C(%lld, %lld), counted from 0, is negative; no diagonal scaling model is "
          "defined",
          static_cast<long long>(j), static_cast<long long>(j));
      inverse_root[to_size(j)] = d > 0 ? 1 / std::sqrt(d) : 0;
      if (d > 0) continue;
      for (Index i = 0; i < n_; ++i)
        SBREG_REQUIRE(
            i == j || K_[j * n_ + i] == 0, SBREG_E_NUMERIC,
            "the curvature C is indefinite: C(%lld, %lld), counted from 0, is not zero but the diagonal entry "
            "of its column is",
            static_cast<long long>(i), static_cast<long long>(j));
    }
    slack_ = 1e-12 * static_cast<double>(n_) + 2 * gamma(static_cast<double>(n_) + 8) * static_cast<double>(n_);
    std::vector<double> G(to_size(checked_product(n_, n_, "C")));
    gram(inverse_root, G.data());
    for (Index j = 0; j < n_; ++j)
      G[to_size(j * n_ + j)] = (inverse_root[to_size(j)] > 0 ? G[to_size(j * n_ + j)] : 1) + slack_ / 2;
    SBREG_REQUIRE(blas::potrf(n_, G.data(), n_), SBREG_E_NUMERIC,
                  "the curvature C is indefinite (below -%.1e relative to its diagonal); no diagonal scaling model is "
                  "defined",
                  slack_ / 2);
  }

  Index n_;
  const double* K_ = nullptr;
  std::vector<double> own_;  // K when it was formed here
  std::vector<double> diagonal_;
  double factor_ = 1;  // K = factor (stored) + shift I
  double shift_ = 0;
  double unit_ = 1;
  double roundings_ = 0;
  double slack_ = 0;
};

}  // namespace

std::unique_ptr<Space> make_matrix_space(const Curvature& C) { return std::make_unique<MatrixSpace>(C); }

bool takes_matrix_route(const Curvature& C) noexcept {
  // With m >= n the matrix is no larger than A, a lift costs half as much or less, and G is of order n, not m. An A
  // that is not dense may be much smaller than that: K is then formed only below the cap of Gram matrices.
  return C.factor == nullptr || (C.factor->rows() >= C.n && (C.factor->dense() != nullptr || Gram::fits(C.n)));
}

std::unique_ptr<Space> make_space(const Curvature& C) {
  return takes_matrix_route(C) ? make_matrix_space(C) : make_factor_space(C);
}

}  // namespace sbreg
