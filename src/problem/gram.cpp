// SPDX-License-Identifier: BSD-3-Clause
#include "problem/gram.hpp"

#include <thread>

#include "linalg/kernels.hpp"

namespace sbreg {

Gram::Gram(const Matrix& matrix)
    : matrix_(matrix), n_(matrix.cols()), ld_(whole_lines(n_)), columns_(n_ * ld_), state_(to_size(n_)) {}

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
  matrix_.multiply_transpose(scratch, {out, to_size(n_)});
  claim.succeeded();
  return out;
}

void Gram::combine(ConstIndexVec S, ConstVec u, ConstVec start, Vec scratch, Vec out) {
  for (Index j : S)
    if (state_[to_size(j)].load(std::memory_order_acquire) != ready) column(j, scratch);
  kernels().add_columns(n_, columns_.data(), ld_, to_index(S.size()), S.data(), u.data(), start.data(), out.data());
}

}  // namespace sbreg
