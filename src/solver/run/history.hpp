// SPDX-License-Identifier: BSD-3-Clause
// The series a run records on request, one number per iteration with the start first.
#pragma once

#include <array>
#include <vector>

#include "support/types.hpp"

namespace sbreg {

class History {
 public:
  enum Series { objective, best_objective, support_changed, restarted, active_dsm, series_count };
  using Row = std::array<double, series_count>;
  static constexpr std::array<const char*, series_count> names = {"objective", "best_objective", "support_changed",
                                                                  "restarted", "active_dsm"};

  /// Makes room, so that the append at the end of an iteration cannot fail.
  void reserve_one() {
    if (rows_.size() == rows_.capacity()) rows_.reserve(2 * rows_.size() + 64);
  }
  void append(const Row& row) { rows_.push_back(row); }
  /// The last iteration went on to another point after it was recorded.
  void amend(double f, double best) noexcept {
    if (rows_.empty()) return;
    rows_.back()[objective] = f;
    rows_.back()[best_objective] = best;
  }
  [[nodiscard]] Index size() const noexcept { return to_index(rows_.size()); }
  void copy(Series series, double* out) const noexcept {
    for (const Row& row : rows_) *out++ = row[series];
  }

 private:
  std::vector<Row> rows_;
};

}  // namespace sbreg
