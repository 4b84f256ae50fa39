// SPDX-License-Identifier: BSD-3-Clause
// A heat-bath chain over supports. At temperature T every place i of the support is emptied in turn and filled again,
// with candidate j (the one that was there included) drawn with probability proportional to exp(score_j / T): the
// conditional distribution of the Gibbs measure exp(-energy / T) over supports, the energy being that of the ridge
// regression on the support. A place where nothing comes within `reach` T of what it has is passed over.
//
// A cycle cools T geometrically from sweep to sweep. Its stages have a ridge each, in proportion to T, which keeps a
// wrong support from hiding its error in large opposite coefficients. The next cycle starts hot from where the last
// ended.
#pragma once

#include "solver/search/swap_tableau.hpp"
#include "support/rng.hpp"

namespace sbreg {

/// Temperatures are in units of what one place of a good support explains, so that they do not depend on k.
struct Cooling {
  double hot = 0.045;
  double cold = 0.002;
  Index stages = 8;
  Index sweeps = 10;   // per stage
  double ridge = 0.6;  // over the temperature
  double reach = 8;
};

class HeatBath {
 public:
  HeatBath(Index p, Index k, std::uint64_t seed);

  void start(const CandidateModel& model, ConstIndexVec S);
  /// One stage of a cycle, 0 .. cooling.stages-1.
  void stage(const Cooling& cooling, Index number);

  [[nodiscard]] const SwapTableau<float>& tableau() const noexcept { return tableau_; }
  [[nodiscard]] ConstIndexVec support() const noexcept { return tableau_.support(); }
  /// Multiply-adds so far, about.
  [[nodiscard]] double work() const noexcept { return work_; }
  Rng& rng() noexcept { return rng_; }

 private:
  void visit(Index i, float temperature, float reach);
  [[nodiscard]] Index draw(double target) const noexcept;

  SwapTableau<float> tableau_;
  Rng rng_;
  LineArray<float> score_, weight_;
  double work_ = 0;
  double row_ = 0;  // multiply-adds of one row
};

}  // namespace sbreg
