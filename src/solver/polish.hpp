// SPDX-License-Identifier: BSD-3-Clause
// Descent by exact swaps in double precision: place after place is given its best candidate for as long as that lowers
// the energy. It ends in a support that no exchange of one coordinate, refitted in all, improves.
#pragma once

#include <vector>

#include "solver/swap_tableau.hpp"

namespace sbreg {

class Polish {
 public:
  Polish(Index p, Index k) : tableau_(p, k), score_(to_size(p) + 16) {}

  /// Returns the energy reached. At most `most` exchanges.
  double operator()(const CandidateModel& model, ConstIndexVec S, Index most);
  [[nodiscard]] ConstIndexVec support() const noexcept { return tableau_.support(); }
  [[nodiscard]] const SwapTableau<double>& tableau() const noexcept { return tableau_; }
  /// Multiply-adds of the last call, about.
  [[nodiscard]] double work() const noexcept { return work_; }

 private:
  SwapTableau<double> tableau_;
  std::vector<double> score_;
  double work_ = 0;
};

}  // namespace sbreg
