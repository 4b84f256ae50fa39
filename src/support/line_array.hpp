// SPDX-License-Identifier: BSD-3-Clause
// An array of numbers that starts on a cache line: rows of a whole number of lines then never straddle one with a
// vector register. Not initialised: pages that are never touched cost nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "support/types.hpp"

namespace sbreg {

template <class Real>
class LineArray {
 public:
  explicit LineArray(Index size) : memory_(new Real[to_size(size) + line / sizeof(Real)]), size_(to_size(size)) {
    const auto past = reinterpret_cast<std::uintptr_t>(memory_.get()) % line;
    start_ = memory_.get() + (past == 0 ? 0 : (line - past) / sizeof(Real));
  }

  [[nodiscard]] Real* data() noexcept { return start_; }
  [[nodiscard]] const Real* data() const noexcept { return start_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  Real& operator[](std::size_t i) noexcept { return start_[i]; }
  const Real& operator[](std::size_t i) const noexcept { return start_[i]; }

 private:
  static constexpr std::size_t line = 64;

  std::unique_ptr<Real[]> memory_;
  Real* start_;
  std::size_t size_;
};

}  // namespace sbreg
