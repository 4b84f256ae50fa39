// SPDX-License-Identifier: BSD-3-Clause
// One chain of a search with everything it needs, so that chains run on threads of their own without sharing anything
// but the model: a heat-bath chain, the descent by swaps that ends each of its cycles, and the look at the
// surroundings of the support where an exact fit is possible.
#pragma once

#include "solver/search/exact_fit.hpp"
#include "solver/search/heat_bath.hpp"
#include "solver/search/swap_descent.hpp"

namespace sbreg {

class SupportChain {
 public:
  /// wide: the size of the sets looked at for an exact fit; fresh: the part of its cycles that start anywhere.
  SupportChain(Index p, Index k, Index wide, const Cooling& cooling, double fresh, std::uint64_t seed);

  void reseed(std::uint64_t seed) noexcept { bath_.rng() = Rng(seed); }
  /// From the support S, at the beginning of a cycle. total: what an exact fit explains in the model's units, 0 where
  /// none is looked for.
  void start(const CandidateModel& model, ConstIndexVec S, double total);
  /// From a random support.
  void start_anywhere(const CandidateModel& model, double total);
  /// Whole stages, at least one, until the cycle ends or about `quantum` multiply-adds are done.
  void advance(double quantum);

  /// Whether the last advance ended a cycle; then these are the support that it found and its energy.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] ConstIndexVec support() const noexcept { return descent_.support(); }
  [[nodiscard]] const SwapTableau<double>& tableau() const noexcept { return descent_.tableau(); }
  [[nodiscard]] double energy() const noexcept { return energy_; }
  /// Whether that support fits exactly.
  [[nodiscard]] bool exact() const noexcept { return exact_; }
  /// Multiply-adds of the last advance, about.
  [[nodiscard]] double work() const noexcept { return work_; }

 private:
  void finish(ConstIndexVec S);

  const CandidateModel* model_ = nullptr;
  HeatBath bath_;
  SwapDescent descent_;
  ExactFit fit_;
  Cooling cooling_;
  std::vector<Index> order_;
  Index k_;
  double fresh_;
  double total_ = 0;
  Index stage_ = 0;
  bool ended_ = false;
  bool exact_ = false;
  double energy_ = 0;
  double work_ = 0;
};

}  // namespace sbreg
