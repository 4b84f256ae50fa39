// SPDX-License-Identifier: BSD-3-Clause
// Line search over multiples of D (paper, Algorithm 5): trial j uses the matrix scale_j D, and the first trial with
//
//     f(x_j) <= f(x) - sigma ||x_j - x||^2
//
// is taken, or the last one whatever it gives.
//   paper:    scale_j = factor^(J-j),  j = 1..J: from large steps down to the safe step D
//   growing:  scale_j = dsm_scale / factor^(j-1): the form of the published experiments, which may pass D
//   none:     one trial with D itself
#pragma once

#include <vector>

#include "solver/run/options.hpp"

namespace sbreg {

/// Variables beyond which a product with A is dear.
inline constexpr Index large_dimension = 1000;

class LineSearch {
 public:
  LineSearch() = default;
  LineSearch(const SolverOptions& options, Index n);

  [[nodiscard]] bool searches() const noexcept { return kind_ != Kind::none; }
  /// The largest number of trials.
  [[nodiscard]] Index trials() const noexcept { return to_index(scales_.size()); }
  /// Multiple of D in trial j = 0, 1, ...
  [[nodiscard]] double scale(Index j) const noexcept { return scales_[to_size(j)]; }
  /// The published form takes its very first trial unseen. On large problems, for which nothing was published, that
  /// step costs more iterations than it saves: `tests/bench/omp` took 21 with it and takes 17 without.
  [[nodiscard]] bool trusts_first_step() const noexcept { return kind_ == Kind::growing && n_ <= large_dimension; }

 private:
  enum class Kind { none, paper, growing };
  Kind kind_ = Kind::none;
  Index n_ = 0;
  std::vector<double> scales_{1};
};

}  // namespace sbreg
