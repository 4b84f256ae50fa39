// SPDX-License-Identifier: BSD-3-Clause
// Fits for every sparsity of a range, and the choice among them: one sweep over all observations and, for the
// cross-validation, one per fold over the others, so that intercept, means and scales of the columns are the fold's
// own. A fold's sweep copies its rows while it runs; an operator has no rows, and there those of the fold have weight
// zero instead.
#pragma once

#include <memory>
#include <vector>

#include "path/criteria.hpp"
#include "path/sweep.hpp"

namespace sbreg {

class Path {
 public:
  /// Every fit is made with this setup, at another sparsity.
  explicit Path(Setup setup);

  /// Settles what the options say and draws the folds; before the first fit. The range then cannot change.
  void prepare();
  /// Refuses a criterion that these fits cannot be judged by.
  void require_choice() const;
  [[nodiscard]] bool prepared() const noexcept { return !sweeps_.empty(); }

  /// The sweeps, which are independent of each other: the first is over all observations.
  [[nodiscard]] std::vector<Sweep>& sweeps() noexcept { return sweeps_; }
  [[nodiscard]] Index done() const;
  [[nodiscard]] Index total() const noexcept;
  [[nodiscard]] bool finished() const { return prepared() && done() == total(); }
  /// How many sweeps may run at the same time.
  [[nodiscard]] Index parallel() const noexcept;

  /// The range, once prepared.
  [[nodiscard]] Index first() const noexcept { return first_; }
  [[nodiscard]] Index last() const noexcept { return last_; }
  /// The fit to all observations at s, if there is one yet.
  [[nodiscard]] std::optional<Fit> find(Index s) const;
  [[nodiscard]] const Problem& problem() const noexcept { return *setup_->problem; }

  /// Of the fit at s; NaN where the problem has no likelihood.
  [[nodiscard]] Criteria criteria(Index s) const;
  /// Of the folds' fits at s on the observations they did not see: the mean deviance. NaN without folds, or before the
  /// last fold is done.
  [[nodiscard]] Score score(Index s) const noexcept;
  /// Folds whose fit at s has no minimiser; NaN as the score.
  [[nodiscard]] double separated_folds(Index s) const noexcept;
  /// The sparsity that the criterion and the rule choose among the fits. While there is nothing to choose by, 0, or -1
  /// where 0 is a sparsity of the range.
  [[nodiscard]] Index chosen() const;

  /// Evaluates the folds once all sweeps are finished.
  void conclude();

  PathOptions options;

 private:
  [[nodiscard]] Index candidates() const noexcept;
  [[nodiscard]] Index default_last() const noexcept;
  void require_fold(Index fold) const;
  /// The coefficients of a fit of a sweep, on the scale of the data.
  [[nodiscard]] SparseVector point(const Sweep& sweep, const Fit& fit) const;
  [[nodiscard]] Index chosen_by_score() const noexcept;

  std::shared_ptr<const Setup> setup_;
  Index first_ = 0;
  Index last_ = 0;
  std::vector<Index> fold_of_;
  std::vector<Sweep> sweeps_;
  std::vector<double> loss_;             // of the fits of the first sweep, without penalties
  std::vector<std::vector<double>> cv_;  // by sparsity, one score per fold
};

}  // namespace sbreg
