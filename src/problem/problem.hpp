// SPDX-License-Identifier: BSD-3-Clause
// The objective f. A Problem is data, shared by threads once it is frozen; an Evaluator is one thread's view of it and
// owns the scratch, so that evaluating allocates nothing.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "linalg/sparse_vector.hpp"
#include "problem/capabilities.hpp"
#include "problem/curvature.hpp"
#include "problem/penalty.hpp"
#include "support/options.hpp"

namespace sbreg {

// What not every f has is a capability, asked for by pointer: it is there or it is not. Capabilities are in
// problem/capabilities.hpp.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Numbers that a point carries along (margins, products) so that its gradient need not compute them again.
  [[nodiscard]] virtual Index state_size() const noexcept = 0;
  /// state <- what gradient needs at x; returns f(x).
  virtual double evaluate(const SparseVector& x, Vec state) = 0;
  /// g <- gradient of f at x, from the state that evaluate left.
  virtual void gradient(const SparseVector& x, ConstVec state, Vec g) = 0;
  /// What evaluate() left of a point.
  struct Evaluated {
    const SparseVector* x = nullptr;
    ConstVec state;
  };
  /// G (n x count, by columns) <- the gradients of f at these points, which read the data together.
  virtual void gradients(std::span<const Evaluated> points, double* G);
  /// out[k] <- entry S[k] of the gradient.
  virtual void gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) = 0;
  /// Prepares on_line: f along x + t e_j, x having at most s nonzeros.
  virtual void start_line(const SparseVector& x, ConstVec state, Index j) = 0;
  /// f and its first two derivatives at t on the line; `second` is 0 where f has no second derivatives.
  struct OnLine {
    double f, first, second;
  };
  virtual OnLine on_line(double t) = 0;

  /// Whether the caller's functions take part: what they return may be no number.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }
  /// Numbers that a gradient reads, at least.
  [[nodiscard]] virtual double gradient_cost() const noexcept { return 1; }
  /// ||Ax - b|| where f has a residual.
  [[nodiscard]] virtual std::optional<double> residual_norm(ConstVec /*state*/) const { return std::nullopt; }

  /// Capabilities; nullptr where f lacks them.
  [[nodiscard]] virtual const SecondOrder* second_order() const noexcept { return nullptr; }
  [[nodiscard]] SecondOrder* second_order() noexcept {
    return const_cast<SecondOrder*>(std::as_const(*this).second_order());
  }
  [[nodiscard]] virtual RoughGradients* rough_gradients() noexcept { return nullptr; }
  [[nodiscard]] virtual const LossSlope* loss_slope() const noexcept { return nullptr; }
  [[nodiscard]] LossSlope* loss_slope() noexcept { return const_cast<LossSlope*>(std::as_const(*this).loss_slope()); }
  /// Whether f has second derivatives that are the same everywhere.
  [[nodiscard]] bool constant_hessian() const noexcept {
    const SecondOrder* const second = second_order();
    return second != nullptr && second->constant_hessian();
  }
};

struct ProblemOptions {
#include "support/option_members.inl"
// The rows.
#include "problem/options.inl"
// Their end.
#include "support/option_end.inl"
};

class Problem {
 public:
  explicit Problem(Index n) noexcept : n_(n) {}
  virtual ~Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  [[nodiscard]] Index dimension() const noexcept { return n_; }
  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  /// Rows of A, or 0 where there is no A.
  [[nodiscard]] virtual Index rows() const noexcept { return 0; }
  /// Whether there are data whose columns can be read without a product or a call of the caller's functions.
  [[nodiscard]] virtual bool columns_stored() const noexcept { return false; }
  /// An evaluator for points with at most s nonzeros.
  [[nodiscard]] virtual std::unique_ptr<Evaluator> evaluator(Index s) const = 0;
  /// One for a few evaluations at any points: it prepares nothing that only many of them would pay back.
  [[nodiscard]] virtual std::unique_ptr<Evaluator> brief_evaluator() const { return evaluator(n_); }
  /// A bound on the Hessian, or nothing when f has none.
  [[nodiscard]] virtual std::optional<Curvature> curvature() const = 0;
  /// The Hessian at x = 0 in the form of a bound, or nothing when that is not known; `row_weights` keeps its numbers.
  /// For a line search that has no bound to start from.
  [[nodiscard]] virtual std::optional<Curvature> curvature_at_zero(std::vector<double>& /*row_weights*/) const {
    return std::nullopt;
  }
  /// The mean of the diagonal of the curvature bound, or a stand-in: the unit of second derivatives. 0 when unknown.
  [[nodiscard]] virtual double mean_curvature() const = 0;
  /// No f is below this number; -infinity where none is known.
  [[nodiscard]] virtual double lower_bound() const noexcept { return -infinity; }
  /// Whether f is never negative.
  [[nodiscard]] virtual bool nonnegative() const noexcept { return false; }
  /// Whether x = 0 fits the data exactly, by the data themselves: f(0) = 0 could also be an underflow.
  [[nodiscard]] virtual bool fits_at_zero() const noexcept { return false; }
  /// ||b||, the unit in which a residual is measured; 0 where there is no residual.
  [[nodiscard]] virtual double residual_unit() const noexcept { return 0; }

  /// The groups that a solver starts from, ids 0, 1, ... in ascending order, one per variable; empty where each
  /// variable is its own.
  [[nodiscard]] ConstIndexVec groups() const noexcept { return groups_; }
  void set_groups(std::vector<Index> groups) noexcept { groups_ = std::move(groups); }
  /// Rows of A that make up one observation and are held out together: two for complex data.
  [[nodiscard]] Index rows_per_observation() const noexcept { return rows_per_observation_; }
  void set_rows_per_observation(Index rows) noexcept { rows_per_observation_ = rows; }
  /// How many there are, for ids 0, 1, 2, ...
  [[nodiscard]] Index group_count() const noexcept { return groups_.empty() ? n_ : groups_.back() + 1; }

  /// Capabilities; nullptr where f lacks them: observations that f is a sum over, and columns that may depend on each
  /// other.
  [[nodiscard]] virtual const Observed* observed() const noexcept { return nullptr; }
  [[nodiscard]] Observed* observed() noexcept { return const_cast<Observed*>(std::as_const(*this).observed()); }
  [[nodiscard]] virtual const Dependence* dependence() const noexcept { return nullptr; }

  // What observations say, where there are some.
  /// Their weights; empty where each weighs the same.
  [[nodiscard]] ConstVec weights() const noexcept { return observed() != nullptr ? observed()->weights() : ConstVec(); }
  [[nodiscard]] Likelihood likelihood() const noexcept {
    return observed() != nullptr ? observed()->likelihood() : Likelihood::none;
  }
  /// The variables that evaluators, scaling matrices and kernels work with are scale_j x_j; empty: x itself.
  [[nodiscard]] ConstVec scale() const noexcept { return observed() != nullptr ? observed()->scale() : ConstVec(); }
  /// The intercept that belongs to the variables of an evaluator, on the scale of the data; 0 where there is none.
  [[nodiscard]] double intercept(const SparseVector& x) const {
    return observed() != nullptr ? observed()->intercept(x) : 0;
  }

  /// Whether several threads may evaluate f at the same time.
  [[nodiscard]] virtual bool thread_safe() const noexcept { return true; }
  /// Called after an option has changed; what it throws means that the option is refused.
  virtual void update();
  /// From the first use on, f must not change.
  void freeze() const noexcept { frozen_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool frozen() const noexcept { return frozen_.load(std::memory_order_relaxed); }

  /// The separable terms of the options.
  [[nodiscard]] Penalty penalty() const noexcept { return {options.ridge, options.quartic_penalty}; }

  ProblemOptions options;

 private:
  Index n_;
  std::vector<Index> groups_;
  Index rows_per_observation_ = 1;
  mutable std::atomic<bool> frozen_{false};
};

}  // namespace sbreg
