// SPDX-License-Identifier: BSD-3-Clause
// The search that values every support by a refit of f (solver/search/structured_search.hpp), as a phase: under groups,
// bounds and kept coordinates, and where the supports are so few that all of them are tried.
#pragma once

#include "solver/search/search.hpp"
#include "solver/search/structured_search.hpp"

namespace sbreg {

class SearchByRefits final : public Search {
 public:
  /// Under a plain structure: whether all supports are tried. They are few, and a search by a model of f would have
  /// but that model to go by. `auto` does so only where that is brief.
  static bool tries_all(const Run& run);
  /// Under any other structure: whether it can search.
  static bool suits(const Run& run);

  explicit SearchByRefits(Run& run);

  [[nodiscard]] bool begun() const noexcept override { return supports_.begun(); }
  void begin(Run& run) override;
  void step(Run& run) override;
  [[nodiscard]] bool spent(const Run& run) const noexcept override;
  [[nodiscard]] bool doubted() const noexcept override { return supports_.doubted(); }
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  void note_proof(Run& run) const noexcept;

  StructuredSearch supports_;
};

}  // namespace sbreg
