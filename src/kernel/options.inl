// SPDX-License-Identifier: BSD-3-Clause
// The options of a kernel, one row each; support/options.hpp says how they are read.
REAL(quadratic_coefficient, 1.0, 0.0, 1e300, "b of b w_i x^2 / 2, the quadratic part; the weights w are 1 or set")
REAL(quartic_coefficient, 1.0, 0.0, 1e300, "a of a x^4 / 4 in the kernel quartic")
REAL(exponent, 4.0, 2.0, 100.0, "p of |x|^p / p in the kernel power")
