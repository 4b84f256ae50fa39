// SPDX-License-Identifier: BSD-3-Clause
#include "solver/newton.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/blas.hpp"
#include "linalg/kernels.hpp"

namespace sbreg {
namespace {

constexpr double dependent = 1e-11;  // a pivot that lost this much of its diagonal is rounding
constexpr Index small_factor = 128;  // up to here our own kernel is faster than LAPACK

}  // namespace

Newton::Newton(Evaluator& evaluator, Index s) : s_(s), constant_(evaluator.constant_hessian()) {
  step_.resize(to_size(s));
  if (s > largest_factor) {
    residual_.resize(to_size(s));
    direction_.resize(to_size(s));
    image_.resize(to_size(s));
    return;
  }
  evaluator.prepare_hessian();
  ld_ = (s + 7) / 8 * 8;
  const auto size = to_size(ld_ * ld_);
  hessian_.resize(size);
  next_hessian_.resize(size);
  factor_.resize(size);
  block_.resize(size);
  skipped_.resize(to_size(s));
  support_.resize(to_size(s));
  fresh_.resize(to_size(s));
  fresh_place_.resize(to_size(s));
  kept_.resize(to_size(s));
}

bool Newton::operator()(Evaluator& evaluator, const Point& at, SparseVector& v) {
  const auto support = at.x.support();
  const Index k = at.x.count();
  evaluator.gradient_on(at.x, at.state, support, Vec(step_).first(support.size()));
  bool zero = true;
  for (Index i = 0; i < k; ++i) {
    step_[to_size(i)] = -step_[to_size(i)];
    zero = zero && step_[to_size(i)] == 0;
  }
  if (zero) return false;
  if (s_ > largest_factor) {
    conjugate_gradients(evaluator, at);
  } else {
    factor(evaluator, at);
    solve(k);
  }
  for (Index i = 0; i < k; ++i) step_[to_size(i)] += at.x[support[to_size(i)]];
  v.assign_packed(support, ConstVec(step_).first(support.size()));
  return true;
}

void Newton::shorten(const Point& at, SparseVector& v) noexcept {
  const auto support = at.x.support();
  for (std::size_t i = 0; i < support.size(); ++i) step_[i] = 0.5 * (step_[i] + at.x[support[i]]);
  v.assign_packed(support, ConstVec(step_).first(support.size()));
}

/// Lower triangle of hessian_ <- H on the support of `at`, computing only the columns of indices that the last support
/// lacked.
void Newton::gather(Evaluator& evaluator, const Point& at) {
  const auto support = at.x.support();
  const Index k = at.x.count();
  Index old = 0;
  Index fresh = 0;
  std::size_t kept = 0;
  for (Index i = 0; i < k; ++i) {  // both lists ascend: walk them together
    const Index j = support[to_size(i)];
    while (old < count_ && support_[to_size(old)] < j) ++old;
    if (constant_ && old < count_ && support_[to_size(old)] == j) {
      kept_[kept++] = {old, i};
    } else {
      fresh_place_[to_size(fresh)] = i;
      fresh_[to_size(fresh++)] = j;
    }
  }
  if (fresh > 0) evaluator.hessian(at.x, at.state, support, {fresh_.data(), to_size(fresh)}, block_.data(), ld_);
  for (std::size_t c = 0; c < kept; ++c) {
    const double* source = hessian_.data() + kept_[c].from * ld_;
    double* target = next_hessian_.data() + kept_[c].to * ld_;
    for (std::size_t r = c; r < kept; ++r) target[kept_[r].to] = source[kept_[r].from];
  }
  for (Index f = 0; f < fresh; ++f) {
    const Index c = fresh_place_[to_size(f)];
    const double* source = block_.data() + f * ld_;
    for (Index r = 0; r < c; ++r) next_hessian_[to_size(r * ld_ + c)] = source[r];
    std::copy(source + c, source + k, next_hessian_.data() + c * ld_ + c);
  }
  hessian_.swap(next_hessian_);
  std::ranges::copy(support, support_.begin());
  count_ = k;
}

void Newton::factor(Evaluator& evaluator, const Point& at) {
  const auto support = at.x.support();
  const Index k = at.x.count();
  if (constant_ && factored_ && k == count_ && std::equal(support.begin(), support.end(), support_.begin())) return;
  factored_ = false;
  gather(evaluator, at);
  const Index rows = (k + 7) / 8 * 8;
  for (Index c = 0; c < k; ++c) std::copy_n(hessian_.data() + c * ld_, rows, factor_.data() + c * ld_);
  if (k > small_factor && blas::potrf(k, factor_.data(), ld_)) {
    std::ranges::fill(skipped_, static_cast<unsigned char>(0));
  } else {
    if (k > small_factor)
      for (Index c = 0; c < k; ++c) std::copy_n(hessian_.data() + c * ld_, rows, factor_.data() + c * ld_);
    kernels().cholesky(k, factor_.data(), ld_, dependent, skipped_.data());
  }
  factored_ = true;
}

/// step_ <- (L L')^{-1} step_, zero at the skipped columns.
void Newton::solve(Index k) {
  double* y = step_.data();
  for (Index j = 0; j < k; ++j) {
    const double* column = factor_.data() + j * ld_;
    y[j] = skipped_[to_size(j)] != 0 ? 0 : y[j] / column[j];
    for (Index i = j + 1; i < k; ++i) y[i] -= y[j] * column[i];
  }
  for (Index j = k - 1; j >= 0; --j) {
    const double* column = factor_.data() + j * ld_;
    if (skipped_[to_size(j)] != 0) {
      y[j] = 0;
      continue;
    }
    y[j] = (y[j] - kernels().dot(k - j - 1, column + j + 1, y + j + 1)) / column[j];
  }
}

/// step_ <- H^{-1} step_ by conjugate gradients, to 1e-12 of the right-hand side or as long as curvature is positive.
void Newton::conjugate_gradients(Evaluator& evaluator, const Point& at) {
  const Index k = at.x.count();
  const auto n = to_size(k);
  const auto& dot = kernels().dot;
  std::copy_n(step_.begin(), n, residual_.begin());
  std::copy_n(step_.begin(), n, direction_.begin());
  std::fill_n(step_.begin(), n, 0.0);
  double size = dot(k, residual_.data(), residual_.data());
  const double target = 1e-24 * size;
  for (Index iteration = 0; iteration < 2 * k && size > target; ++iteration) {
    evaluator.hessian_multiply(at.x, at.state, at.x.support(), ConstVec(direction_).first(n), Vec(image_).first(n));
    const double curvature = dot(k, direction_.data(), image_.data());
    if (!(curvature > 0)) break;
    const double length = size / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      step_[i] += length * direction_[i];
      residual_[i] -= length * image_[i];
    }
    const double next = dot(k, residual_.data(), residual_.data());
    for (std::size_t i = 0; i < n; ++i) direction_[i] = residual_[i] + next / size * direction_[i];
    size = next;
  }
}

}  // namespace sbreg
