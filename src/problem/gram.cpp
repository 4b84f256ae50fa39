// SPDX-License-Identifier: BSD-3-Clause
#include "problem/gram.hpp"

#include <thread>

#include "linalg/kernels.hpp"
#include "support/cache_line.hpp"

namespace sbreg {

Gram::Gram(const Matrix& matrix)
    : matrix_(matrix),
      n_(matrix.cols()),
      memory_(new double[to_size(n_ * n_ + line_padding)]),
      columns_(line_start(memory_.get())),
      state_(to_size(n_)) {}

const double* Gram::column(Index j, Vec scratch) {
  double* const out = columns_ + j * n_;
  auto& state = state_[to_size(j)];
  unsigned char seen = state.load(std::memory_order_acquire);
  if (seen == ready) return out;
  seen = absent;
  if (state.compare_exchange_strong(seen, busy, std::memory_order_acquire)) {
    matrix_.copy_columns(j, 1, scratch.data());
    matrix_.multiply_transpose(scratch, {out, to_size(n_)});
    state.store(ready, std::memory_order_release);
    return out;
  }
  while (state.load(std::memory_order_acquire) != ready) std::this_thread::yield();  // one product at most
  return out;
}

void Gram::add_columns(ConstIndexVec S, ConstVec u, Vec scratch, Vec out) {
  for (Index j : S) column(j, scratch);
  kernels().add_columns(n_, columns_, n_, to_index(S.size()), S.data(), u.data(), out.data());
}

}  // namespace sbreg
