// SPDX-License-Identifier: BSD-3-Clause
// An algorithm for the dual of the linear or the quadratic model. It moves a dual point; whether the point is good
// enough is not its business but the certifier's.
#pragma once

#include <memory>
#include <vector>

#include "dsm/cost_model.hpp"
#include "dsm/space.hpp"
#include "support/rng.hpp"

namespace sbreg {

class Algorithm {
 public:
  virtual ~Algorithm() = default;

  /// One iteration; false when rounding or a cycle leaves nothing to gain.
  virtual bool iterate() = 0;
  /// A relative number of the size of the gap, for free: it tells when a certificate is worth its cost.
  [[nodiscard]] virtual double residual() const noexcept = 0;
  /// The dual value of the current point, in units of K and without rounding margins.
  [[nodiscard]] virtual double dual() const noexcept = 0;
  [[nodiscard]] virtual Index rank() const noexcept = 0;
  /// The current element, in double precision.
  virtual void element(std::vector<double>& out) const = 0;
  /// The current dual factor B, r x n: Z = B'B in this layout.
  virtual void dual_factor(std::vector<double>& B) const = 0;
  /// Adds random rows to the factor, against a stationary point of too low a rank; false when it is full.
  virtual bool grow(Rng& /*rng*/) { return false; }
  [[nodiscard]] virtual bool cycling() const noexcept { return false; }
  /// The paper's iterations need many more steps than ours per unit of gap; then checks may be rarer.
  [[nodiscard]] virtual double check_growth() const noexcept = 0;
};

/// Each starts from B, r x n.
std::unique_ptr<Algorithm> make_automatic(const Space&, const CostModel&, Index r, const std::vector<double>& B,
                                          bool single);
std::unique_ptr<Algorithm> make_bcm_sequential(const Space&, const CostModel&, Index r, const std::vector<double>& B);
std::unique_ptr<Algorithm> make_bcm_parallel(const Space&, const CostModel&, Index r, const std::vector<double>& B);

}  // namespace sbreg
