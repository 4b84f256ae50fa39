// SPDX-License-Identifier: BSD-3-Clause
// Block-coordinate maximisation over the rows b_j of B, Z = B B', as the paper prints it (algorithms bcm_L, bcm_Q):
//
//     g_j = sum_{k != j} C_jk b_k,     b_j <- sqrt(c_j) g_j/|g_j|     or     t g_j/|g_j|,  t^3 - C_jj t - |g_j| = 0.
//
// Sequential: row after row, each from the newest B; the dual rises with every row. Rows are taken in blocks whose
// products are gemms, corrected inside the block by C_jk (new b_k - old b_k), so the iterates are those of the
// pseudo-code. All rows at once: from the B of the last iteration; with the diagonal excluded this may settle into a
// cycle of length two (on [[2,1],[1,2]] it does), which is detected. Where g_j = 0 the row keeps its direction.
#include <algorithm>
#include <cmath>

#include "dsm/algorithm.hpp"
#include "dsm/inner.hpp"
#include "linalg/blas.hpp"

namespace sbreg {
namespace {

using blas::Op;

class Bcm : public Algorithm {
 public:
  Bcm(const Space& space, const CostModel& model, Index r, const std::vector<double>& B)
      : space_(space),
        model_(model),
        n_(space.columns()),
        r_(r),
        B_(B),
        element_(to_size(space.element_size(r))),
        k_(to_size(space.columns())) {
    // rows of the right length from the start
    for (Index j = 0; j < n_; ++j) update_row(j, row(j), std::vector<double>(to_size(r_), 0.0).data());
    space_.lift(r_, B_.data(), element_.data());
    revalue();
    change_ = 1;
  }

  [[nodiscard]] double residual() const noexcept override { return change_ * static_cast<double>(iterations_ + 1); }
  [[nodiscard]] double dual() const noexcept override { return dual_; }
  [[nodiscard]] Index rank() const noexcept override { return r_; }
  [[nodiscard]] double check_growth() const noexcept override { return 1.3; }
  void element(std::vector<double>& out) const override { out = element_; }
  void dual_factor(std::vector<double>& B) const override { B = B_; }

 protected:
  [[nodiscard]] double* row(Index j) noexcept { return B_.data() + j * r_; }

  /// b <- length g/|g|; the old direction where g = 0, the first axis where there is none.
  void update_row(Index j, double* b, const double* g) const noexcept {
    const double norm = std::sqrt(long_inner(r_, g, g));
    const double length = model_.row_length(to_size(j), space_.diagonal()[to_size(j)] + space_.ridge(), norm);
    if (norm > 0 && std::isfinite(length / norm)) {
      for (Index k = 0; k < r_; ++k) b[k] = length / norm * g[k];
      return;
    }
    const double old = std::sqrt(long_inner(r_, b, b));
    if (old > 0)
      for (Index k = 0; k < r_; ++k) b[k] *= length / old;
    else
      b[0] = length;
  }

  /// dual = <C, Z> - conjugate cost of diag Z; `element_` must belong to `B_`.
  void revalue() {
    for (Index j = 0; j < n_; ++j) k_[to_size(j)] = long_inner(r_, row(j), row(j));
    const double now = space_.inner(r_, element_.data(), element_.data()) + model_.dual_rest(k_);
    change_ = now != 0 ? std::abs(now - dual_) / std::abs(now) : 0;
    dual_ = now;
    ++iterations_;
  }

  const Space& space_;
  const CostModel& model_;
  Index n_;
  Index r_;
  std::vector<double> B_;        // r x n
  std::vector<double> element_;  // of B
  std::vector<double> k_;        // Z_jj
  double dual_ = 0;
  double change_ = 1;
  Index iterations_ = -1;
};

class Sequential final : public Bcm {
 public:
  Sequential(const Space& space, const CostModel& model, Index r, const std::vector<double>& B)
      : Bcm(space, model, r, B),
        width_(std::min<Index>(block, n_)),
        panel_(to_size(space.order() * width_)),
        products_(to_size(r * width_)),
        inner_(to_size(width_ * width_)),
        change_of_(to_size(r * width_)) {}

  bool iterate() override {
    for (Index first = 0; first < n_; first += width_) sweep(first, std::min(width_, n_ - first));
    if (!space_.is_factor()) space_.lift(r_, B_.data(), element_.data());
    if (++since_lift_ >= 25 && space_.is_factor()) {  // V += F_J (new - old)' drifts
      space_.lift(r_, B_.data(), element_.data());
      since_lift_ = 0;
    }
    revalue();
    return change_ > 1e-16;
  }

 private:
  static constexpr Index block = 32;

  void sweep(Index first, Index count) {
    const Index order = space_.order();
    space_.panel(first, count, panel_.data());
    double* P = products_.data();
    if (space_.is_factor()) {
      // P = V'F_J, inner = F_J'F_J
      blas::gemm(Op::none, Op::none, r_, count, order, 1, element_.data(), r_, panel_.data(), order, 0, P, r_);
      blas::gemm(Op::transpose, Op::none, count, count, order, 1, panel_.data(), order, panel_.data(), order, 0,
                 inner_.data(), count);
    } else {
      // P = B K_J from the newest rows, inner = K_JJ
      blas::gemm(Op::none, Op::none, r_, count, order, 1, B_.data(), r_, panel_.data(), order, 0, P, r_);
      for (Index j = 0; j < count; ++j)
        for (Index i = 0; i < count; ++i) inner_[to_size(j * count + i)] = panel_[to_size(j * order + first + i)];
    }
    for (Index j = 0; j < count; ++j) {
      double* g = P + j * r_;
      for (Index i = 0; i < j; ++i) {
        const double c = inner_[to_size(j * count + i)];
        for (Index k = 0; k < r_; ++k) g[k] += c * change_of_[to_size(i * r_ + k)];
      }
      double* b = row(first + j);
      double* change = change_of_.data() + j * r_;
      const double own = inner_[to_size(j * count + j)];
      for (Index k = 0; k < r_; ++k) {
        g[k] -= own * b[k];
        change[k] = -b[k];
      }
      update_row(first + j, b, g);
      for (Index k = 0; k < r_; ++k) change[k] += b[k];
    }
    if (space_.is_factor())  // V += (new - old) F_J'
      blas::gemm(Op::none, Op::transpose, r_, order, count, 1, change_of_.data(), r_, panel_.data(), order, 1,
                 element_.data(), r_);
  }

  Index width_;
  std::vector<double> panel_;
  std::vector<double> products_;
  std::vector<double> inner_;      // C_JJ
  std::vector<double> change_of_;  // new rows - old rows
  Index since_lift_ = 0;
};

class Parallel final : public Bcm {
 public:
  Parallel(const Space& space, const CostModel& model, Index r, const std::vector<double>& B)
      : Bcm(space, model, r, B),
        before_(B_.size()),
        image_(to_size(space.image_is_computed() ? r * n_ : 0)),
        g_(to_size(r)) {}

  bool iterate() override {
    if (cycles_ >= 3) return false;
    const double* H = space_.image(r_, element_.data(), image_.data());
    double one_back = 0;  // |B+ - B|^2
    double two_back = 0;  // |B+ - B-|^2
    double size = 0;
    for (Index j = 0; j < n_; ++j) {
      double* b = row(j);
      const double own = space_.diagonal()[to_size(j)];
      for (Index k = 0; k < r_; ++k) g_[to_size(k)] = H[j * r_ + k] - own * b[k];
      double* old = before_.data() + j * r_;
      std::vector<double>& now = scratch_;
      now.assign(b, b + r_);
      update_row(j, now.data(), g_.data());
      for (Index k = 0; k < r_; ++k) {
        const double fresh = now[to_size(k)];
        one_back += (fresh - b[k]) * (fresh - b[k]);
        two_back += (fresh - old[k]) * (fresh - old[k]);
        size += fresh * fresh;
        old[k] = b[k];
        b[k] = fresh;
      }
    }
    const bool returns = iterations_ > 1 && two_back <= 1e-6 * one_back && one_back > 1e-12 * size;
    cycles_ = returns ? cycles_ + 1 : 0;
    space_.lift(r_, B_.data(), element_.data());
    revalue();
    return cycles_ < 3 && one_back > 1e-30 * size;
  }
  [[nodiscard]] bool cycling() const noexcept override { return cycles_ >= 3; }

 private:
  std::vector<double> before_;  // B two iterations ago
  std::vector<double> image_;
  std::vector<double> g_;
  std::vector<double> scratch_;
  int cycles_ = 0;  // iterations in a row that went back to where the last but one was
};

}  // namespace

std::unique_ptr<Algorithm> make_bcm_sequential(const Space& space, const CostModel& model, Index r,
                                               const std::vector<double>& B) {
  return std::make_unique<Sequential>(space, model, r, B);
}

std::unique_ptr<Algorithm> make_bcm_parallel(const Space& space, const CostModel& model, Index r,
                                             const std::vector<double>& B) {
  return std::make_unique<Parallel>(space, model, r, B);
}

}  // namespace sbreg
