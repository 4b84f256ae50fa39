// SPDX-License-Identifier: BSD-3-Clause
// What an entry point hands back is a number, or the call fails and says which number is none.
#pragma once

#include <cmath>

#include "support/checks.hpp"

namespace sbreg::api {

/// SBREG_E_NUMERIC for a NaN or minus infinity. f may be plus infinity, outside its domain or because it overflows.
inline void require_value(double f) {
  SBREG_REQUIRE(!std::isnan(f) && f > -HUGE_VAL, SBREG_E_NUMERIC,
                "f(x) is %g: the data, the weights or x are too large for f to be computed", f);
}

/// SBREG_E_NUMERIC for a NaN: what can be gained may be infinite.
inline void require_gain(double gain, const char* what) {
  SBREG_REQUIRE(!std::isnan(gain), SBREG_E_NUMERIC,
                "%s is not a number: the data, the weights or x are too large for it to be computed", what);
}

/// SBREG_E_NUMERIC for a number that is not finite.
inline void require_answer(double answer, const char* what) {
  SBREG_REQUIRE(std::isfinite(answer), SBREG_E_NUMERIC,
                "%s is %g: the data, the weights or x are too large for it to be computed", what, answer);
}

/// Likewise of an array.
inline void require_answer(ConstVec answer, const char* what) {
  const Index bad = first_not_finite(answer);
  SBREG_REQUIRE(bad < 0, SBREG_E_NUMERIC,
                "%s[%lld], counted from 0, is %g: the data, the weights or x are too large for it to be computed", what,
                static_cast<long long>(bad), answer[to_size(bad)]);
}

}  // namespace sbreg::api
