// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/scaling.hpp"

#include <cmath>
#include <numeric>

namespace sbreg {

Scaling::Scaling(ConstVec w) : weight(w.begin(), w.end()), inverse(w.size()), root(w.size()), inverse_root(w.size()) {
  for (std::size_t i = 0; i < w.size(); ++i) {
    inverse[i] = w[i] > 0 ? 1 / w[i] : 0;
    root[i] = std::sqrt(w[i]);
    inverse_root[i] = w[i] > 0 ? 1 / root[i] : 0;
    vanishes = vanishes || root[i] == 0;
  }
}

double Scaling::mean() const noexcept {
  return std::accumulate(weight.begin(), weight.end(), 0.0) / static_cast<double>(weight.size());
}

bool Scaling::uniform() const noexcept {
  double common = 0;
  for (double w : weight) {
    if (w == 0) continue;
    if (common == 0) common = w;
    if (w != common) return false;
  }
  return true;
}

}  // namespace sbreg
