// SPDX-License-Identifier: BSD-3-Clause
// Rounding that errs on the known side. Upper bounds on w are rounded up, lower bounds on the dual down; a margin that
// covers k accumulated roundings is k u / (1 - k u) times the size of what was summed (Higham's gamma_k).
#pragma once

namespace sbreg {

inline constexpr double unit_roundoff = 0x1p-53;

/// gamma_k with a further 5 % for the arithmetic of the margin itself.
inline double gamma(double k) noexcept { return 1.05 * k * unit_roundoff / (1 - k * unit_roundoff); }

/// At least x times the exact product or quotient that x >= 0 approximates to four roundings.
inline double round_up(double x) noexcept { return x * (1 + 8 * unit_roundoff); }
inline double round_down(double x) noexcept { return x * (1 - 8 * unit_roundoff); }

}  // namespace sbreg
