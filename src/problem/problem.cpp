// SPDX-License-Identifier: BSD-3-Clause
#include "problem/problem.hpp"

#include "support/error.hpp"

namespace sbreg {

void SecondOrder::hessian_column(Index /*j*/, Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "a column of the Hessian was asked for, but the Hessian is not constant");
}

void SecondOrder::hessian_diagonal(Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "the diagonal of the Hessian was asked for, but the Hessian is not constant");
}

void Problem::update() {
  SBREG_REQUIRE(options.intercept == 0 && options.standardize == 0, SBREG_E_UNSUPPORTED,
                "a %s problem has no columns: intercept and standardize are for problems made from a matrix", kind());
}

}  // namespace sbreg
