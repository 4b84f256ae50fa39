// SPDX-License-Identifier: BSD-3-Clause
// The scaling matrices a run cycles through, and the ones computed when the caller added none.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "problem/problem.hpp"
#include "solver/methods.hpp"
#include "solver/scaling.hpp"

namespace sbreg {

/// SBREG_E_ARGUMENT when the matrices that were added do not suit the method.
void require_suitable(const Method& method, const std::vector<Scaling>& dictionary);

/// Computes the matrices that `name` stands for: "lipschitz", "linear", "quadratic" or D1 .. D4. With `certified`
/// false, estimates that are enough to start a line search, for a few products with A: from the Hessian at 0 where f
/// has no bound, and from `guess` where f tells nothing of its curvature; `gradient` is one of f, at 0 or wherever the
/// run starts. `keep_going` is asked between iterations; when it answers false, the matrices are what there is by then.
std::vector<Scaling> compute_dictionary(const Problem& problem, std::string_view name, bool certified, double guess,
                                        ConstVec gradient, const std::function<bool()>& keep_going);

}  // namespace sbreg
