// SPDX-License-Identifier: BSD-3-Clause
// The options of a problem, one row each; support/options.hpp says how they are read.
REAL(ridge, 0.0, 0.0, 1e300, "f gains ridge/2 ||x||^2")
REAL(quartic_penalty, 0.0, 0.0, 1e300,
     "f gains quartic_penalty/4 sum x_i^4; it then has no curvature bound, use bpg with the quartic kernel or a "
     "line search")
REAL(huber_delta, 1.0, 1e-300, 1e300, "residual at which the loss huber turns linear, in the units of b")
INT(intercept, 0, 0, 1,
    "1 adds a number to all margins of a linear model, the best one for every x; it is no variable, s does not "
    "count it and no penalty shrinks it")
INT(standardize, 0, 0, 1,
    "1 lets solvers, scaling matrices, kernels and penalties of a linear model work with columns of standard "
    "deviation 1 (about zero without intercept); points go in and out on the scale of the data")
INT(callbacks_thread_safe, 0, 0, 1, "1 lets several threads call a custom problem's functions at the same time")
