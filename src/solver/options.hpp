// SPDX-License-Identifier: BSD-3-Clause
// The options of the solver: a new one is a row here, and the setters, the introspection table, the documentation and
// every binding show it.
#pragma once

#include "support/options.hpp"

namespace sbreg {

#define SBREG_SOLVER_OPTIONS(INT, REAL, TEXT)                                                                         \
  TEXT(method, "auto", "auto iht iwht ciwht", "the row of the method table that sets the ingredients")                \
  INT(dsm_period, 1, 1, unlimited, "iterations that each scaling matrix of the dictionary is used in turn")           \
  INT(max_iterations, 15000, 0, unlimited, "iterations after which the run stops")                                    \
  REAL(time_limit, infinity, 0.0, infinity, "seconds after which the run stops")                                      \
  REAL(residual_tolerance, 1e-10, 0.0, infinity, "the run stops when ||Ax-b|| <= this times ||b||")                   \
  REAL(stationarity_tolerance, 1e-24, 0.0, infinity,                                                                  \
       "the run stops when no scaling matrix promises a decrease above this times |f(0)| + |f(x)|")                   \
  INT(history, 0, 0, 1, "1 records the series that get_history returns")

struct SolverOptions {
  SBREG_OPTION_MEMBERS(SBREG_SOLVER_OPTIONS)
};

}  // namespace sbreg
