// SPDX-License-Identifier: BSD-3-Clause
// The factor route: K = F'F with F = Diag(row scale) A, never formed. An element is V' (r x m); one lift and one image
// cost 4 m n r flops. F itself is never stored in double precision: the row scale is applied to V instead.
#include <algorithm>
#include <cmath>
#include <vector>

#include "dsm/inner.hpp"
#include "dsm/rounding.hpp"
#include "dsm/space.hpp"
#include "linalg/blas.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

using blas::Op;

/// Row-major dense A is A' by columns, so both orders are one gemm away.
struct Stored {
  const double* data = nullptr;
  Index ld = 0;
  bool by_rows = false;

  [[nodiscard]] Op plain() const noexcept { return by_rows ? Op::transpose : Op::none; }
  [[nodiscard]] Op flipped() const noexcept { return by_rows ? Op::none : Op::transpose; }
};

/// A single-precision copy of F by columns: half the memory of A, twice the speed of its products.
class SingleFactor final : public Products<float> {
 public:
  SingleFactor(const Matrix& A, ConstVec row_scale) : m_(A.rows()), n_(A.cols()), F_(to_size(m_ * n_)) {
    constexpr Index tile = 64;
    std::vector<double> columns(to_size(m_ * tile));
    for (Index j = 0; j < n_; j += tile) {
      const Index count = std::min(tile, n_ - j);
      A.copy_columns(j, count, columns.data());
      for (Index k = 0; k < count; ++k)
        for (Index i = 0; i < m_; ++i)
          F_[to_size((j + k) * m_ + i)] = static_cast<float>(columns[to_size(k * m_ + i)] * row_scale[to_size(i)]);
    }
  }
  [[nodiscard]] Index element_size(Index r) const noexcept override { return r * m_; }
  void lift(Index r, const float* B, float* element) const override {
    blas::gemm(Op::none, Op::transpose, r, m_, n_, 1.0F, B, r, F_.data(), m_, 0.0F, element, r);
  }
  const float* image(Index r, const float* element, float* buffer) const override {
    blas::gemm(Op::none, Op::none, r, n_, m_, 1.0F, element, r, F_.data(), m_, 0.0F, buffer, r);
    return buffer;
  }
  [[nodiscard]] double inner(Index r, const float* v, const float* w) const override {
    return long_inner(r * m_, v, w);
  }
  [[nodiscard]] bool image_is_computed() const noexcept override { return true; }

 private:
  Index m_;
  Index n_;
  std::vector<float> F_;
};

class FactorSpace final : public Space {
 public:
  explicit FactorSpace(const Curvature& C)
      : A_(*C.factor), m_(A_.rows()), n_(A_.cols()), row_scale_(to_size(m_)), diagonal_(to_size(n_)) {
    SBREG_REQUIRE(C.scale > 0 && std::isfinite(C.scale), SBREG_E_ARGUMENT, "the scale of a curvature is %g", C.scale);
    SBREG_REQUIRE(C.ridge >= 0 && std::isfinite(C.ridge), SBREG_E_ARGUMENT, "ridge = %g must not be negative", C.ridge);
    curvature_diagonal(C, diagonal_);
    const double sigma = unit_of(diagonal_);
    for (std::size_t i = 0; i < row_scale_.size(); ++i)
      row_scale_[i] = (C.row_weights.empty() ? 1.0 : std::sqrt(C.row_weights[i])) / sigma;
    uniform_ = C.row_weights.empty();
    // sigma is a power of two, diagonal_ carries m roundings of its own
    for (double& d : diagonal_) d = d / sigma / sigma * (1 + gamma(static_cast<double>(m_) + 8));
    unit_ = C.scale * sigma * sigma;
    ridge_ = C.ridge / unit_;
    SBREG_REQUIRE(std::isfinite(unit_) && unit_ > 0, SBREG_E_NUMERIC,
                  "the curvature overflows: scale %g, columns up to %g", C.scale, sigma);
    if (const DenseView* view = A_.dense()) stored_ = {view->data, view->ld, view->by_rows};
  }

  [[nodiscard]] Index columns() const noexcept override { return n_; }
  [[nodiscard]] Index order() const noexcept override { return m_; }
  [[nodiscard]] double unit() const noexcept override { return unit_; }
  [[nodiscard]] double ridge() const noexcept override { return ridge_; }
  [[nodiscard]] ConstVec diagonal() const noexcept override { return diagonal_; }
  [[nodiscard]] bool is_factor() const noexcept override { return true; }
  // n products and sums, the scalings on both sides
  [[nodiscard]] double gram_roundings() const noexcept override { return static_cast<double>(n_) + 16; }
  [[nodiscard]] double image_roundings() const noexcept override { return static_cast<double>(m_) + 8; }
  [[nodiscard]] Index element_size(Index r) const noexcept override { return r * m_; }
  [[nodiscard]] bool image_is_computed() const noexcept override { return true; }

  [[nodiscard]] double inner(Index r, const double* v, const double* w) const override {
    return long_inner(r * m_, v, w);
  }

  void lift(Index r, const double* B, double* element) const override {
    if (stored_.data != nullptr) {
      const double alpha = uniform_ ? row_scale_[0] : 1.0;
      blas::gemm(Op::none, stored_.flipped(), r, m_, n_, alpha, B, r, stored_.data, stored_.ld, 0, element, r);
    } else {
      std::vector<double> X(to_size(n_ * r));
      std::vector<double> Y(to_size(m_ * r));
      flip(r, n_, B, X.data());
      A_.multiply_block(r, X.data(), Y.data());
      SBREG_REQUIRE(first_not_finite(Y) < 0, SBREG_E_NUMERIC, "a product with A is not finite");
      flip(m_, r, Y.data(), element);
      if (uniform_)
        for (Index i = 0; i < r * m_; ++i) element[i] *= row_scale_[0];
    }
    if (!uniform_) scale_rows(r, element, element);
  }

  const double* image(Index r, const double* element, double* buffer) const override {
    const double* V = element;
    std::vector<double> scaled;
    if (!uniform_ || stored_.data == nullptr) {
      scaled.resize(to_size(r * m_));
      scale_rows(r, element, scaled.data());
      V = scaled.data();
    }
    if (stored_.data != nullptr) {
      const double alpha = uniform_ ? row_scale_[0] : 1.0;
      blas::gemm(Op::none, stored_.plain(), r, n_, m_, alpha, V, r, stored_.data, stored_.ld, 0, buffer, r);
    } else {
      std::vector<double> X(to_size(m_ * r));
      std::vector<double> Y(to_size(n_ * r));
      flip(r, m_, V, X.data());
      A_.multiply_transpose_block(r, X.data(), Y.data());
      SBREG_REQUIRE(first_not_finite(Y) < 0, SBREG_E_NUMERIC, "a product with A' is not finite");
      flip(n_, r, Y.data(), buffer);
    }
    return buffer;
  }

  void panel(Index first, Index count, double* out) const override {
    A_.copy_columns(first, count, out);
    for (Index k = 0; k < count; ++k)
      for (Index i = 0; i < m_; ++i) out[k * m_ + i] *= row_scale_[to_size(i)];
  }

  void gram(ConstVec inverse_root, double* G) const override {
    const Index width = std::clamp<Index>(n_, 1, 384);  // columns at a time: A is not copied as a whole
    std::vector<double> columns(to_size(m_ * width));
    for (Index j = 0; j < n_; j += width) {
      const Index count = std::min(width, n_ - j);
      A_.copy_columns(j, count, columns.data());
      for (Index k = 0; k < count; ++k) {
        const double factor = inverse_root[to_size(j + k)];
        double* column = columns.data() + k * m_;
        for (Index i = 0; i < m_; ++i) column[i] *= factor * row_scale_[to_size(i)];
      }
      blas::syrk(Op::none, m_, count, 1, columns.data(), m_, j == 0 ? 0 : 1, G, m_);
    }
  }

  void apply_gram(Index count, ConstVec inverse_root, const double* x, double* y, double* scratch) const override {
    image(count, x, scratch);
    for (Index j = 0; j < n_; ++j) {
      const double inverse = inverse_root[to_size(j)] * inverse_root[to_size(j)];
      for (Index k = 0; k < count; ++k) scratch[j * count + k] *= inverse;
    }
    lift(count, scratch, y);
  }

  [[nodiscard]] std::unique_ptr<Products<float>> single() const override {
    if (stored_.data == nullptr) return nullptr;
    return std::make_unique<SingleFactor>(A_, row_scale_);
  }

 private:
  /// out (cols x rows by columns) <- in' (rows x cols by columns)
  static void flip(Index rows, Index cols, const double* in, double* out) noexcept {
    for (Index j = 0; j < cols; ++j)
      for (Index i = 0; i < rows; ++i) out[i * cols + j] = in[j * rows + i];
  }
  void scale_rows(Index r, const double* in, double* out) const noexcept {
    for (Index i = 0; i < m_; ++i)
      for (Index k = 0; k < r; ++k) out[i * r + k] = in[i * r + k] * row_scale_[to_size(i)];
  }

  const Matrix& A_;
  Index m_;
  Index n_;
  bool uniform_ = true;
  Stored stored_;
  std::vector<double> row_scale_;  // sqrt(observation weight) / sigma
  std::vector<double> diagonal_;
  double unit_ = 1;
  double ridge_ = 0;
};

}  // namespace

void curvature_diagonal(const Curvature& C, Vec diagonal) {
  if (C.factor == nullptr) {
    for (Index j = 0; j < C.n; ++j) diagonal[to_size(j)] = C.symmetric[j * C.n + j];
  } else if (C.row_weights.empty()) {
    C.factor->column_norms(diagonal);
  } else {
    const Index m = C.factor->rows();
    const Index width = std::min<Index>(C.n, 64);
    std::vector<double> columns(to_size(m * width));
    for (Index j = 0; j < C.n; j += width) {
      const Index count = std::min(width, C.n - j);
      C.factor->copy_columns(j, count, columns.data());
      for (Index k = 0; k < count; ++k) {
        double total = 0;
        for (Index i = 0; i < m; ++i) {
          const double a = columns[to_size(k * m + i)];
          total += C.row_weights[to_size(i)] * a * a;
        }
        diagonal[to_size(j + k)] = total;
      }
    }
  }
  double largest = 0;
  for (std::size_t j = 0; j < diagonal.size(); ++j) {
    SBREG_REQUIRE(std::isfinite(diagonal[j]), SBREG_E_NUMERIC,
                  "the squared norm of column %lld, counted from 0, overflows", static_cast<long long>(j));
    largest = std::max(largest, diagonal[j]);
  }
  // a square that vanishes or loses digits would let a column pass for zero and spoil the proof
  std::vector<double> column(C.factor != nullptr ? to_size(C.factor->rows()) : 0);
  for (std::size_t j = 0; j < diagonal.size(); ++j) {
    bool vanished = diagonal[j] > 0 && (diagonal[j] < 1e-280 || diagonal[j] < 1e-240 * largest);
    if (diagonal[j] == 0 && C.factor != nullptr) {
      C.factor->copy_columns(to_index(j), 1, column.data());
      for (std::size_t i = 0; i < column.size(); ++i)
        vanished = vanished || (column[i] != 0 && (C.row_weights.empty() || C.row_weights[i] != 0));
    }
    SBREG_REQUIRE(!vanished, SBREG_E_NUMERIC,
                  "the squared norm of column %lld, counted from 0, underflows beside the largest, %g",
                  static_cast<long long>(j), largest);
  }
}

double unit_of(ConstVec diagonal) {
  const double largest = *std::ranges::max_element(diagonal);
  return largest > 0 ? std::exp2(std::ceil(0.5 * std::log2(largest))) : 1.0;
}

std::unique_ptr<Space> make_factor_space(const Curvature& C) { return std::make_unique<FactorSpace>(C); }

}  // namespace sbreg
