// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/blas.hpp"

#include <cstring>
#include <limits>

#include "linalg/blas_interface.hpp"
#include "linalg/blas_width.hpp"
#include "support/error.hpp"

// Null pointers where the BLAS is not OpenBLAS.
extern "C" int openblas_get_num_threads();
extern "C" char* openblas_get_config();
#pragma weak openblas_get_num_threads
#pragma weak openblas_get_config

namespace sbreg::blas {
namespace {

/// Asks the loaded BLAS itself, or else what OpenBLAS says of its own build. One that tells neither is taken to be what
/// its header says.
bool integer_width_agrees() {
  if (const AbsoluteSum sum = absolute_sum(); sum != nullptr) return integer_bits(sum) == built_integer_bits();
  if (openblas_get_config == nullptr) return true;
  const bool wide = std::strstr(openblas_get_config(), "USE64BITINT") != nullptr;
  return wide == (built_integer_bits() == 64);
}

}  // namespace

void require_blas() {
  static const bool agrees = integer_width_agrees();
  const int built = built_integer_bits();
  SBREG_REQUIRE(agrees, SBREG_E_UNSUPPORTED,
                "the BLAS loaded in this process uses %d-bit integers but the library was built for %d-bit ones; load "
                "another BLAS or rebuild against this one",
                96 - built, built);
}

void require_size(Index value, const char* name) {
  const Index most =
      built_integer_bits() == 64 ? std::numeric_limits<Index>::max() : std::numeric_limits<std::int32_t>::max();
  SBREG_REQUIRE(value <= most, SBREG_E_DIMENSION, "%s = %lld is larger than the BLAS's integers allow (%lld)", name,
                static_cast<long long>(value), static_cast<long long>(most));
}

bool single_threaded() noexcept { return openblas_get_num_threads != nullptr && openblas_get_num_threads() == 1; }

}  // namespace sbreg::blas
