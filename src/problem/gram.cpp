// SPDX-License-Identifier: BSD-3-Clause
#include "problem/gram.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "linalg/simd/kernels.hpp"

namespace sbreg {

namespace {

constexpr Index least_columns = 192;  // that pay in single precision

double single_unit(const Matrix& matrix, ConstVec weights) {
  if (matrix.cols() < least_columns) return 0;
  std::vector<double> squares(to_size(matrix.cols()));
  if (weights.empty()) {
    matrix.column_norms(squares);
  } else {
    std::vector<double> scratch(weights.size());
    for (Index j = 0; j < matrix.cols(); ++j)
      matrix.weighted_gram({&j, 1}, {&j, 1}, weights, scratch, &squares[to_size(j)], 1);
  }
  const double longest = *std::ranges::max_element(squares);
  double shortest = longest;
  for (double square : squares)
    if (square > 0) shortest = std::min(shortest, square);
  const bool suits = longest > 0 && std::isfinite(longest) && shortest >= 0x1p-40 * longest;
  return suits ? std::exp2(std::ilogb(longest)) : 0;
}

}  // namespace

Gram::Gram(const Matrix& matrix, ConstVec row_weights)
    : matrix_(matrix),
      weights_(row_weights),
      n_(matrix.cols()),
      ld_(2 * whole_lines((n_ + 1) / 2)),
      unit_(single_unit(matrix, row_weights)),
      columns_(n_ * ld_),
      single_(unit_ > 0 ? n_ * ld_ : 0),
      state_(to_size(n_)),
      missing_(n_) {}

/// What this thread says of a column that it computes: ready, or absent again when the product failed.
class Gram::Claim {
 public:
  explicit Claim(std::atomic<unsigned char>& state) noexcept : state_(state) {}
  ~Claim() { state_.store(outcome_, std::memory_order_release); }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  void succeeded() noexcept { outcome_ = ready; }

 private:
  std::atomic<unsigned char>& state_;
  unsigned char outcome_ = absent;
};

const double* Gram::column(Index j, Vec scratch) {
  double* const out = columns_.data() + j * ld_;
  auto& state = state_[to_size(j)];
  for (;; std::this_thread::yield()) {  // for the time of another thread's product at most
    unsigned char seen = state.load(std::memory_order_acquire);
    if (seen == ready) return out;
    if (seen == absent && state.compare_exchange_strong(seen, busy, std::memory_order_acquire)) break;
  }
  Claim claim(state);
  matrix_.copy_columns(j, 1, scratch.data());
  for (std::size_t i = 0; i < weights_.size(); ++i) scratch[i] *= weights_[i];
  matrix_.multiply_transpose(scratch, {out, to_size(n_)});
  if (unit_ > 0)
    for (Index i = 0; i < n_; ++i) single_.data()[j * ld_ + i] = static_cast<float>(out[i] / unit_);
  claim.succeeded();
  missing_.fetch_sub(1, std::memory_order_acq_rel);
  return out;
}

void Gram::compute(ConstIndexVec S, Vec scratch) {
  for (Index j : S)
    if (state_[to_size(j)].load(std::memory_order_acquire) != ready) column(j, scratch);
}

void Gram::combine(ConstIndexVec S, ConstVec u, ConstVec start, Vec scratch, Vec out) {
  require(S, scratch);
  kernels().add_columns(n_, columns_.data(), ld_, to_index(S.size()), S.data(), u.data(), start.data(), out.data());
}

double Gram::combine_roughly(ConstIndexVec S, std::span<const float> u, std::span<const float> start, double unit,
                             Vec scratch, Vec out) {
  require(S, scratch);
  return kernels().add_columns_single(n_, single_.data(), ld_, to_index(S.size()), S.data(), u.data(), start.data(),
                                      unit, out.data());
}

}  // namespace sbreg
