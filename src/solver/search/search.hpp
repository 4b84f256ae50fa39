// SPDX-License-Identifier: BSD-3-Clause
// A search over supports, as a phase of a run: it begins at the best point, each of its steps is a portion of its work,
// and a better point that it finds becomes the iterate and the best point. What a search must answer besides the
// questions to any phase (solver/run/phase.hpp) is how it ends with nothing left to try.
//
// There are several ways to search (solver/search/choose.cpp has their table); a run takes the first one that suits its
// problem and structure.
#pragma once

#include <memory>

#include "solver/run/phase.hpp"

namespace sbreg {

/// Whether the run's method does nothing but search.
bool only_searches(const Run& run) noexcept;

/// Whether a search can exchange coordinates under a plain structure, by columns and second derivatives;
/// SBREG_E_UNSUPPORTED where it cannot and the method does nothing else.
bool can_exchange(const Run& run);

/// Of f, to which refits and models are trusted where every support was tried.
inline constexpr double trusted = 1e-6;

class Search : public Phase {
 public:
  [[nodiscard]] bool begun() const noexcept override = 0;

 protected:
  /// The state of a search with nothing left to try.
  [[nodiscard]] int state_at_end(const Run& run) const noexcept;
  /// What a step has found becomes the iterate where it is better than the best point, and the step is recorded.
  static void take(Run& run, const Point& found);
  /// Minimises f on the support from the values given; true when that is better than the best point, and then it is
  /// the iterate.
  static bool refit(Run& run, ConstIndexVec support, ConstVec values);

  Index first_ = 0;  // the iteration it began with
};

/// A way to search.
struct SearchKind {
  /// Whether it can; SBREG_E_UNSUPPORTED where it is the only one for such a run and the method does nothing else.
  bool (*suits)(const Run& run);
  std::unique_ptr<Search> (*make)(Run& run);
  /// Whether it searches on a model of f. Then run.refit confirms what it proposes, and where the Hessian changes, a
  /// loop comes first and brings the run to where the model holds.
  bool models;
};

/// The way that the run's method searches over supports; nullptr where it does not, or no way suits.
const SearchKind* choose_search(const Run& run);

}  // namespace sbreg
