// SPDX-License-Identifier: BSD-3-Clause
// Separation: a loss may fall for ever along a direction d of the coefficients. Then f has no minimiser, and the
// coefficients of a fit are as large as the run was long. With the margins u = Ad and what the loss says of each
// observation (Loss::escape),
//
//     logistic   u_i >= 0 where b_i = 1, u_i <= 0 where b_i = 0: d separates the classes
//     poisson    u_i = 0 where b_i > 0,  u_i <= 0 where b_i = 0
//
// with u_i != 0 for one observation at least. Such a d is a proof, and only a d that passes this test counts. Two kinds
// of d are tried: the fit itself, which separates the classes if every observation is on its side, and the part of the
// fit that does not change the observations which stay near 0 (quasi-separation, where some observations lie between
// the classes and keep finite margins).
#pragma once

#include <functional>
#include <vector>

#include "problem/loss.hpp"

namespace sbreg {

/// Whether coordinate j of the direction may have this sign: bounds may be in the way.
using MayGo = std::function<bool(Index j, double sign)>;

/// The chosen columns of A, m x k by columns, the last one of ones where there is an intercept, and their coefficients.
struct ChosenColumns {
  std::vector<double> columns;
  std::vector<double> values;
};

/// Whether a direction was found along which the loss falls for ever. `may_go` counts the chosen columns.
bool falls_for_ever(const Loss& loss, const Observations& data, ChosenColumns chosen, const MayGo& may_go);

}  // namespace sbreg
