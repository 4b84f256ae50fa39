// SPDX-License-Identifier: BSD-3-Clause
// The scaling matrices a run cycles through, and the ones computed when the caller added none.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "dsm/dsm.hpp"
#include "problem/problem.hpp"
#include "solver/run/methods.hpp"
#include "solver/step/scaling.hpp"

namespace sbreg {

/// SBREG_E_ARGUMENT when the matrices that were added, or those of that name, do not suit the method.
void require_suitable(const Method& method, const std::vector<Scaling>& dictionary);
void require_suitable(const Method& method, std::string_view name);

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
  [[nodiscard]] std::vector<Scaling> take() noexcept { return std::move(dictionary_); }
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
  std::vector<Scaling> dictionary_;
};

}  // namespace sbreg
