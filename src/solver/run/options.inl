// SPDX-License-Identifier: BSD-3-Clause
// The options of a solver, one row each; support/options.hpp says how they are read.
TEXT(method, "auto", method_names.data(),
     "the row of the method table; setting it sets the ingredients, each of which can then be changed")
TEXT(dictionary, "auto", "auto lipschitz linear quadratic D1 D2 D3 D4",
     "scaling matrices to compute when none was added; auto takes the method's own, before which a line "
     "search goes on without until the run has cost as much as they do")
INT(dsm_period, 1, 1, unlimited, "iterations that each scaling matrix of the dictionary is used in turn")
TEXT(line_search, "growing", "none paper growing",
     "none: the safe step D; paper: trials factor^(J-j) D, ending at D; growing: from dsm_scale D, divided by "
     "factor each time")
INT(line_search_trials, 8, 1, 64, "trials J of a line search; the last is taken whatever it gives")
REAL(line_search_factor, 0.5, 1e-3, 0.999, "ratio of D between consecutive trials")
REAL(sufficient_decrease, 5e-5, 0.0, 0.5,
     "a trial is accepted when f falls by this times the mean curvature times the squared distance")
REAL(dsm_scale, 0.024025, 1e-12, 1.0, "factor on D in the first trial of line_search growing")
TEXT(restart, "adaptive", "none gamma adaptive",
     "what happens at a stationary point: nothing, one step with restart_factor D, or a shortened line search")
REAL(restart_factor, 0.024025, 1e-12, 1.0, "factor on D in a step of restart gamma")
INT(newton, 1, 0, 1, "1 tries a Newton step on the support when the support repeats")
INT(momentum, 0, 0, 1, "1 adds the monotone extrapolation of MFISTA")
REAL(relative_smoothness, 0.0, 0.0, 1e300,
     "L of bpg with a kernel, where L h - f is convex; 0 finds it by backtracking on the descent inequality")
INT(stall_window, -1, -1, unlimited,
    "iterations without a better point after which the run is stalled; 0 never, -1 chooses by size, and 8 in "
    "auto and search")
INT(max_iterations, 15000, 0, unlimited, "iterations after which the run stops")
REAL(effort, 1.0, 0.0, 1e300,
     "work of the search over supports in auto and search, after which the run stops: 1 is 8000 s^2 n "
     "multiply-adds, at least 5e7 and at most 1e9 plus 50 products with A; under groups, bounds and kept "
     "variables 24 random starts")
REAL(gap_tolerance, 1e-5, 0.0, infinity, "`proved` is 1, and a proof ends, when gap is at most this")
REAL(proof_share, 0.5, 0.0, 1.0,
     "share of the work of auto and search that may go to the proof that no support is better; 0: none")
INT(prove, 0, 0, 1,
    "1 continues with the proof after the effort is spent, until gap is at most gap_tolerance or another limit "
    "ends the run")
INT(proof_memory, 1073741824, 0, unlimited,
    "bytes for the open nodes of a proof; when they need more, the proof continues depth first")
INT(threads, 1, 1, 1024, "threads of the search over supports; their number changes no result")
INT(seed, 1, 0, unlimited, "seed of the random numbers of the search over supports")
REAL(time_limit, infinity, 0.0, infinity, "seconds after which the run stops")
REAL(residual_tolerance, 1e-10, 0.0, infinity, "the run stops when ||Ax-b|| <= this times ||b||")
REAL(stationarity_tolerance, 1e-24, 0.0, infinity,
     "without restart, the run stops when no matrix promises a decrease above this times |f(0)| + |best f|")
INT(single_precision, 1, 0, 1,
    "whether newton and gpnp may step along gradients of least squares in single precision; f and "
    "Newton points are in double precision")
INT(history, 0, 0, 1, "1 records the series that get_history returns")
