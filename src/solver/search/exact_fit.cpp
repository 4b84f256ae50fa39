// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/exact_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/simd/kernels.hpp"

namespace sbreg {

ExactFit::ExactFit(Index p, Index k, Index size)
    : k_(k),
      size_(size),
      ld_(whole_lines(size)),
      factor_(to_size(ld_ * ld_)),
      y_(to_size(size)),
      skipped_(to_size(size)),
      T_(to_size(size)),
      order_(to_size(p)),
      chosen_(to_size(k)),
      score_(p + 16) {}

double ExactFit::work() const noexcept {
  const auto size = static_cast<double>(size_);
  return size * size * (size / 6 + 4);
}

/// T <- the support, then the candidates with the largest entry scores.
void ExactFit::gather(const CandidateModel& model, const SwapTableau<float>& tableau) {
  tableau.entry_scores(score_.data());
  std::ranges::copy(tableau.support(), T_.begin());
  Index* const order = order_.data();
  std::iota(order, order + model.size, Index{0});
  const auto better = [&](Index a, Index b) {
    const float x = score_[to_size(a)];
    const float y = score_[to_size(b)];
    return x != y ? x > y : a < b;
  };
  std::nth_element(order, order + (size_ - k_), order + model.size, better);  // members score 0
  std::copy_n(order, size_ - k_, T_.data() + k_);
}

bool ExactFit::operator()(const CandidateModel& model, const SwapTableau<float>& tableau, double total) {
  constexpr double dependent = 1e-11;
  gather(model, tableau);
  for (Index c = 0; c < size_; ++c) {
    const double* const source = model.row<double>(T_[to_size(c)]);
    for (Index r = 0; r < size_; ++r) factor_[to_size(c * ld_ + r)] = source[T_[to_size(r)]];
    y_[to_size(c)] = model.c<double>()[T_[to_size(c)]];
  }
  kernels().cholesky(size_, 0, factor_.data(), factor_.data(), ld_, dependent, skipped_.data());
  double explained = 0;
  for (Index j = 0; j < size_; ++j) {  // y <- L^-1 c
    const double* const column = factor_.data() + j * ld_;
    double& y = y_[to_size(j)];
    y = skipped_[to_size(j)] != 0 ? 0 : y / column[j];
    explained += y * y;
    for (Index i = j + 1; i < size_; ++i) y_[to_size(i)] -= y * column[i];
  }
  if (!(explained >= (1 - 1e-9) * total)) return false;
  for (Index j = size_ - 1; j >= 0; --j) {  // y <- L'^-1 y
    if (skipped_[to_size(j)] != 0) continue;
    const double* const column = factor_.data() + j * ld_;
    const double rest = kernels().dot(size_ - j - 1, column + j + 1, y_.data() + j + 1);
    y_[to_size(j)] = (y_[to_size(j)] - rest) / column[j];
  }
  Index* const order = order_.data();
  std::iota(order, order + size_, Index{0});
  std::partial_sort(order, order + k_, order + size_, [&](Index a, Index b) {
    const double x = std::abs(y_[to_size(a)]);
    const double y = std::abs(y_[to_size(b)]);
    return x != y ? x > y : a < b;
  });
  for (Index i = 0; i < k_; ++i) chosen_[to_size(i)] = T_[to_size(order_[to_size(i)])];
  return true;
}

}  // namespace sbreg
