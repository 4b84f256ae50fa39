// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/blas_width.hpp"

#include <cstdint>
#include <limits>

namespace sbreg::blas {

/// Two words of 32 bits, of which a routine with 32-bit integers reads the first. Where the low word comes first, n is
/// 2 or, as 64 bits, negative: a sum of nothing. Where the high word comes first, n is 0 or, as 64 bits, 2.
int integer_bits(AbsoluteSum sum, std::endian order) {
  const bool low_first = order == std::endian::little;
  alignas(8) const std::int32_t n[2] = {low_first ? 2 : 0, low_first ? std::numeric_limits<std::int32_t>::min() : 2};
  alignas(8) const std::int32_t incx[2] = {low_first ? 1 : 0, low_first ? 0 : 1};
  const double numbers[2] = {1.0, 2.0};
  const bool read_both_numbers = sum(n, numbers, incx) == 3.0;
  return read_both_numbers == low_first ? 32 : 64;
}

}  // namespace sbreg::blas
