// SPDX-License-Identifier: BSD-3-Clause
// The options of a scaling matrix, one row each; support/options.hpp says how they are read.
REAL(gap_tolerance, 1e-3, 0.0, 1.0, "relative duality gap at which a run stops")
REAL(inflation, 1.0, 1.0, 1e6, "factor on the returned weights; above 1 it makes D strictly larger than C")
INT(max_iterations, 10000, 0, unlimited, "iterations after which a run stops with the gap it has")
REAL(time_limit, infinity, 0.0, infinity, "seconds after which a run stops with the gap it has")
INT(seed, 1, 0, unlimited, "seed of the random start")
TEXT(algorithm, "auto", "auto bcm-sequential bcm-parallel", "how the dual of the linear and quadratic models is solved")
INT(rank, 0, 0, unlimited, "columns of the dual factor; 0 chooses")
INT(single_precision, 1, 0, 1, "whether auto may iterate in single precision first; certificates never do")
INT(proof_limit, 4096, 0, unlimited, "largest min(m, n) whose certificate is proven by a Cholesky factorisation")
REAL(allowed_failure, 1e-9, 1e-300, 0.5, "probability that a certificate beyond proof_limit may be wrong")
