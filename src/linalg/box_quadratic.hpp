// SPDX-License-Identifier: BSD-3-Clause
// Minimises g'(v-x) + (v-x)'H(v-x)/2 over low <= v <= high, H positive semidefinite and x within the bounds. In turn:
//
//     sweep    each coordinate to its own minimiser within the bounds; finds which bounds hold, and cannot go up
//     Newton   on the coordinates F that no bound holds back: H_FF p = -(gradient)_F, v <- clamp(v + t p) with
//              t = 1, 1/2, ... until the model falls (Bertsekas' projected Newton step)
//
// It ends when a whole Newton step keeps the bounds and every other coordinate is pressed against its bound: then v is
// the minimiser to rounding, not to a tolerance.
#pragma once

#include <vector>

#include "support/types.hpp"

namespace sbreg {

class BoxQuadratic {
 public:
  BoxQuadratic() = default;
  /// For up to `most` variables.
  explicit BoxQuadratic(Index most);

  /// v, on entry x, becomes the minimiser; g is the gradient at x, H has both triangles, by columns with leading
  /// dimension ld. No allocation. True when it ended as above and no coordinate was left where it is because H has no
  /// curvature of its own there.
  bool operator()(const double* H, Index ld, ConstVec g, ConstVec low, ConstVec high, Vec v);

 private:
  void sweep(const double* H, Index ld, ConstVec low, ConstVec high, Vec v) noexcept;
  bool newton(const double* H, Index ld, ConstVec low, ConstVec high, Vec v);
  void free_set(ConstVec low, ConstVec high, ConstVec v) noexcept;
  [[nodiscard]] bool settled(const double* H, Index ld, ConstVec low, ConstVec high, ConstVec v,
                             double unit) const noexcept;

  Index ld_ = 0;
  std::vector<double> gradient_;
  std::vector<Index> free_;
  Index free_count_ = 0;
  std::vector<double> block_, factor_;
  std::vector<unsigned char> skipped_;
  std::vector<double> step_, trial_, clipped_, start_, moved_;
};

}  // namespace sbreg
