// SPDX-License-Identifier: BSD-3-Clause
// A support that is almost right shows itself by its surroundings: when the solution of b = Ax is s-sparse and its
// support lies inside a set T of fewer coordinates than A has rows, the fit on T is exact and everything else in it is
// zero. T is a chain's support with the candidates that would lower the energy most by joining it.
#pragma once

#include <vector>

#include "solver/search/swap_tableau.hpp"

namespace sbreg {

class ExactFit {
 public:
  /// For supports of k places among p candidates and sets T of `size` coordinates, k <= size <= p.
  ExactFit(Index p, Index k, Index size);

  /// Whether the fit on T explains all but 1e-9 of `total`; then support() holds its k largest coefficients' places.
  bool operator()(const CandidateModel& model, const SwapTableau<float>& tableau, double total);
  [[nodiscard]] ConstIndexVec support() const noexcept { return {chosen_.data(), to_size(k_)}; }
  /// Multiply-adds of a call, about.
  [[nodiscard]] double work() const noexcept;

 private:
  void gather(const CandidateModel& model, const SwapTableau<float>& tableau);

  Index k_, size_, ld_;
  std::vector<double> factor_, y_;
  std::vector<unsigned char> skipped_;
  std::vector<Index> T_, order_, chosen_;
  LineArray<float> score_;
};

}  // namespace sbreg
