// SPDX-License-Identifier: BSD-3-Clause
// The proof that no support is better (bound/proof.hpp), as a part of a search: what share of the search's work it
// gets, and when. Where a proof can be expected, with more observations than variables or with a penalty, its share of
// the work comes first, as a proof spares the rest. Elsewhere the search does all of its work first, and the share of
// the proof is added. With the option `prove` what is left of the proof comes last. What it proves goes to the run, and
// what it meets on the way the search may refit.
#pragma once

#include <optional>
#include <vector>

#include "bound/proof.hpp"
#include "solver/run/run.hpp"

namespace sbreg {

class Proving {
 public:
  /// Under a plain structure; nothing is ever wanted where f has no bound that a proof could raise.
  explicit Proving(const Run& run);

  /// How far the search itself is.
  struct Search {
    double unit;  // multiply-adds that an effort of 1 stands for
    bool done;    // whether its own work is done
  };
  /// Whether the next step of the search belongs to the proof.
  [[nodiscard]] bool wanted(const Run& run, const Search& search) const noexcept;
  /// Before such a step, from the best point: everything that takes memory by the number of variables. Should it fail,
  /// nothing has changed.
  void prepare(const Run& run);
  /// A portion of the proof. True when it met a support that seems better than the best one.
  bool step(Run& run, const Search& search);
  /// That support, ascending, and its values.
  [[nodiscard]] ConstIndexVec support() const noexcept { return support_; }
  [[nodiscard]] ConstVec values() const noexcept { return values_; }
  /// Multiply-adds that count as work of the search.
  [[nodiscard]] double work() const noexcept { return shares_ ? cost() * proof_->spent() : 0; }

 private:
  /// What a multiply-add of the proof counts, in those of the search. It takes as long as about 12 of a chain, which
  /// are in single precision; where a proof can be expected, it counts once.
  [[nodiscard]] double cost() const noexcept { return shares_ ? 3 : 12; }
  /// Whether the proof has to begin, for the first time or because a smaller gap is asked for now.
  [[nodiscard]] bool starts(const Run& run) const noexcept {
    return !proof_->begun() || run.options().gap_tolerance < proof_->tolerance();
  }
  [[nodiscard]] double most(const Run& run, const Search& search) const noexcept;
  [[nodiscard]] double portion(const Run& run, const Search& search) const noexcept;

  std::optional<bound::Proof> proof_;
  bool shares_;  // whether it takes its work from that of the search, or comes after it
  std::vector<Index> support_;
  std::vector<double> values_;
};

}  // namespace sbreg
