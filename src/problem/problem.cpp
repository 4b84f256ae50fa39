// SPDX-License-Identifier: BSD-3-Clause
#include "problem/problem.hpp"

#include "support/error.hpp"

namespace sbreg {

void Problem::set_weights(ConstVec /*weights*/) {
  fail(SBREG_E_UNSUPPORTED, "a %s problem has no observations to weigh; weigh Q and q instead", kind());
}

}  // namespace sbreg
