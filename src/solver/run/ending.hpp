// SPDX-License-Identifier: BSD-3-Clause
// What a run does before it ends: it looks at its end a second time where f can surprise, and it ends with the best
// coefficients on the best support, and with simple ones where columns depend on each other.
#pragma once

#include "solver/run/run.hpp"

namespace sbreg {

/// A second look at the best point where f can surprise (solver/certificate/end_check.hpp): run.ended may change.
/// Should that fail, the next step ends again.
void look_again(Run& run);
/// Whether f falls for ever along a ray from the best point that is easily seen.
bool falls_for_ever(Run& run);

/// The best point <- the minimiser on its support, unless rounding alone tells the two apart.
void refit_best(Run& run);

/// Where columns of the best point depend on each other, coefficients of any size fit as well. The run ends with those
/// that are 0 at the dependent columns, if bounds allow them. Allocates where there are such columns. Should that fail,
/// the next step ends again.
void make_basic(Run& run);

}  // namespace sbreg
