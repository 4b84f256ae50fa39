// SPDX-License-Identifier: BSD-3-Clause
// An array of numbers that starts on a cache line: rows of a whole number of lines then never straddle one with a
// vector register, which a matrix product in the second-level cache shows as a factor of almost two. Not initialised:
// pages that are never touched cost nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "support/types.hpp"

namespace sbreg {

inline constexpr std::size_t line_bytes = 64;

/// `count` numbers, rounded up to whole lines.
constexpr Index whole_lines(Index count) noexcept { return (count + 7) / 8 * 8; }

inline bool starts_line(const double* p) noexcept { return reinterpret_cast<std::uintptr_t>(p) % line_bytes == 0; }

template <class Real>
class LineArray {
 public:
  explicit LineArray(Index size) : memory_(new Real[to_size(size) + line_bytes / sizeof(Real)]), size_(to_size(size)) {
    const auto past = reinterpret_cast<std::uintptr_t>(memory_.get()) % line_bytes;
    start_ = memory_.get() + (past == 0 ? 0 : (line_bytes - past) / sizeof(Real));
  }

  [[nodiscard]] Real* data() noexcept { return start_; }
  [[nodiscard]] const Real* data() const noexcept { return start_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  Real& operator[](std::size_t i) noexcept { return start_[i]; }
  const Real& operator[](std::size_t i) const noexcept { return start_[i]; }

 private:
  std::unique_ptr<Real[]> memory_;
  Real* start_;
  std::size_t size_;
};

/// Gives a vector memory that starts on a cache line.
template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() noexcept = default;
  template <class U>
  explicit LineAllocator(const LineAllocator<U>& /*other*/) noexcept {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{line_bytes}));
  }
  void deallocate(T* memory, std::size_t /*count*/) noexcept {
    ::operator delete (memory, std::align_val_t{line_bytes});
  }
  friend bool operator==(const LineAllocator&, const LineAllocator&) noexcept = default;  // always true
};

/// Numbers that a kernel reads in every step, and such numbers in single precision.
using LineVector = std::vector<double, LineAllocator<double>>;
using SingleVector = std::vector<float, LineAllocator<float>>;

}  // namespace sbreg
