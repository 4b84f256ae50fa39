// SPDX-License-Identifier: BSD-3-Clause
#include "problem/problem.hpp"

#include <limits>

#include "support/error.hpp"

namespace sbreg {

void Evaluator::hessian_column(Index /*j*/, Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "a column of the Hessian was asked for, but the Hessian is not constant");
}

void Evaluator::hessian_diagonal(Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "the diagonal of the Hessian was asked for, but the Hessian is not constant");
}

void Problem::set_weights(ConstVec /*weights*/) {
  fail(SBREG_E_UNSUPPORTED, "a %s problem has no observations to weigh; weigh its data instead", kind());
}

std::shared_ptr<const Problem> Problem::on_rows(ConstIndexVec /*rows*/) const {
  fail(SBREG_E_UNSUPPORTED, "a %s problem has no observations to hold out", kind());
}

double Problem::mean_deviance(const SparseVector& /*x*/, double /*intercept*/, ConstIndexVec /*rows*/) const {
  fail(SBREG_E_UNSUPPORTED, "a %s problem has no observations to predict", kind());
}

double Problem::minus_two_log_likelihood(double /*loss*/) const { return std::numeric_limits<double>::quiet_NaN(); }

void Problem::update() {
  SBREG_REQUIRE(options.intercept == 0 && options.standardize == 0, SBREG_E_UNSUPPORTED,
                "a %s problem has no columns: intercept and standardize are for problems made from a matrix", kind());
}

}  // namespace sbreg
