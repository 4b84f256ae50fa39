// SPDX-License-Identifier: BSD-3-Clause
// Descent by exact swaps in double precision: place after place is given its best candidate for as long as that lowers
// the energy. It ends in a support that no exchange of one coordinate, refitted in all, improves. Where the columns of
// the support depend on each other it goes on with a small ridge, for as long as they do.
#pragma once

#include <vector>

#include "solver/search/swap_tableau.hpp"

namespace sbreg {

class SwapDescent {
 public:
  SwapDescent(Index p, Index k) : tableau_(p, k), score_(to_size(p) + 16) {}

  /// Returns the energy reached. At most `most` exchanges.
  double operator()(const CandidateModel& model, ConstIndexVec S, Index most);
  [[nodiscard]] ConstIndexVec support() const noexcept { return tableau_.support(); }
  [[nodiscard]] const SwapTableau<double>& tableau() const noexcept { return tableau_; }
  /// Multiply-adds of the last call, about.
  [[nodiscard]] double work() const noexcept { return work_; }

 private:
  /// Exchanges until none improves; returns how many.
  Index descend(const CandidateModel& model, double ridge, Index most);
  double dependent_energy(double build);

  SwapTableau<double> tableau_;
  std::vector<double> score_;
  double work_ = 0;
};

}  // namespace sbreg
