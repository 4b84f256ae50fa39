// SPDX-License-Identifier: BSD-3-Clause
// One scaling matrix D = Diag(w) in the form the step uses: w, 1/w, sqrt(w) and 1/sqrt(w), zero throughout where w is
// zero, so that such a coordinate is never proposed.
#pragma once

#include <memory>
#include <vector>

#include "support/line_array.hpp"

namespace sbreg {

struct Scaling {
  explicit Scaling(ConstVec w);
  [[nodiscard]] bool uniform() const noexcept;  // all positive weights equal
  [[nodiscard]] double mean() const noexcept;

  LineVector weight;
  LineVector inverse;
  LineVector root;
  LineVector inverse_root;
  bool vanishes = false;  // whether some weight has no root
};

/// Scaling matrices that several runs may share.
using Matrices = std::vector<std::shared_ptr<const Scaling>>;

}  // namespace sbreg
