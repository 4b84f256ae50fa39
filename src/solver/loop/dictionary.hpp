// SPDX-License-Identifier: BSD-3-Clause
// The scaling matrices that a run uses in turn, and how they are computed where the caller added none. A line search
// finds a scale by itself: where any matrix will do and none was named, a run begins with a cheap one, and the matrices
// of its method follow once it has cost as much as they do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "dsm/dsm.hpp"
#include "problem/problem.hpp"
#include "solver/run/run.hpp"

namespace sbreg {

/// The multiple of diag C that a line search begins with when it may use any matrix; L where that is not known.
inline constexpr std::string_view columns = "columns";

/// Computes the matrices that `name` stands for: "lipschitz", "linear", "quadratic", D1 .. D4 or `columns`. With
/// `certified` false, estimates that are enough to start a line search, for a few products with A: from the Hessian at
/// 0 where f has no bound, and from `guess` where f tells nothing of its curvature; `gradient`, where the run starts,
/// is a direction to look along.
class DictionaryComputation {
 public:
  DictionaryComputation(const Problem& problem, std::string_view name, bool certified, double guess);
  ~DictionaryComputation();
  DictionaryComputation(const DictionaryComputation&) = delete;
  DictionaryComputation& operator=(const DictionaryComputation&) = delete;

  /// True once all matrices are there. False when `keep_going`, asked between iterations and inside of long
  /// certificates, said so (and it says so again): the next call goes on where this one ended, so that an interrupted
  /// computation has the same result as any other.
  bool run(ConstVec gradient, const std::function<bool()>& keep_going);
  /// What it computed, for good.
  [[nodiscard]] Matrices take() noexcept { return std::move(dictionary_); }
  /// About what D_Q and D_L cost, in numbers read; infinity where there are none.
  [[nodiscard]] double cost_of_models() const noexcept;

 private:
  const Problem& problem_;
  std::vector<DsmModel> models_;
  bool by_columns_;
  bool has_models_ = true;  // as far as the diagonal of C tells
  bool certified_;
  double guess_;
  std::optional<Curvature> bound_;
  std::vector<double> row_weights_;
  std::optional<Curvature> start_;  // what the matrices are computed for; may point to row_weights_
  std::unique_ptr<Dsm> dsm_;        // of the matrix that is being computed
  Matrices dictionary_;
};

class Dictionary {
 public:
  /// Those that were added to the setup, which outlives the dictionary.
  explicit Dictionary(const Setup& setup) : given_(setup.dictionary) {}
  /// SBREG_E_ARGUMENT when they do not suit the method.
  void require_suitable(const Method& method) const;

  [[nodiscard]] const Matrices& matrices() const noexcept { return computed_.empty() ? given_ : computed_; }
  [[nodiscard]] Index size() const noexcept { return to_index(matrices().size()); }
  /// Whether a computation was interrupted.
  [[nodiscard]] bool computing() const noexcept { return computation_ != nullptr; }
  /// Whether another run would begin with the same matrices.
  [[nodiscard]] bool same_for_others() const noexcept { return !postpones_; }

  /// Matrices that were computed and are still to be adopted.
  struct Made {
    Matrices matrices;
    Index extends_at;
  };
  /// The matrices to begin with, nothing when `keep_going` interrupted their computation; the next call then goes on.
  std::optional<Made> make(Run& run, const std::function<bool()>& keep_going);
  /// The matrices of the method, which were postponed, likewise; the run has measured a gradient.
  std::optional<Made> extend(Run& run, const std::function<bool()>& keep_going);
  void adopt(Made made) noexcept;

  /// Whether the matrices of the method are still to come, and whether it is their turn.
  [[nodiscard]] bool waits() const noexcept { return extends_at_ != unlimited; }
  [[nodiscard]] bool due(const Run& run) const noexcept { return run.counters.iterations >= extends_at_; }
  /// They will not come.
  void give_up() noexcept { extends_at_ = unlimited; }
  /// The option `dictionary` was set in the middle of the run: its matrices come next.
  void rename(const Run& run) noexcept;

  /// The matrix of the next step, and its number in run.matrix: each is used for dsm_period steps in turn.
  const Scaling& next(Run& run) noexcept;
  /// A step has used it.
  void count_use() noexcept { ++uses_; }
  /// After an extension the first matrix is next.
  void begin_again(Run& run) noexcept;

 private:
  std::optional<Made> compute(std::string_view name, Run& run, const std::function<bool()>& keep_going);

  const Matrices& given_;
  Matrices computed_;
  std::unique_ptr<DictionaryComputation> computation_;  // while it is interrupted
  Index extends_at_ = unlimited;                        // the iteration that waits for the method's own
  bool postpones_ = false;                              // whether computed_ was a cheap one at first
  Index uses_ = 0;                                      // steps that the matrix in use was used for
};

}  // namespace sbreg
