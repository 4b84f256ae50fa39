// SPDX-License-Identifier: BSD-3-Clause
// The objective f. A Problem is data, shared by threads once it is frozen; an Evaluator is one thread's view of it and
// owns the scratch, so that evaluating allocates nothing.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "linalg/sparse_vector.hpp"
#include "problem/curvature.hpp"
#include "problem/loss.hpp"
#include "problem/penalty.hpp"
#include "problem/separation.hpp"
#include "support/options.hpp"

namespace sbreg {

class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// Numbers that a point carries along (margins, products) so that its gradient need not compute them again.
  [[nodiscard]] virtual Index state_size() const noexcept = 0;
  /// state <- what gradient needs at x; returns f(x).
  virtual double evaluate(const SparseVector& x, Vec state) = 0;
  /// g <- gradient of f at x, from the state that evaluate left.
  virtual void gradient(const SparseVector& x, ConstVec state, Vec g) = 0;
  /// Likewise by sums in single precision, if that costs less and no entry errs by more than `most`; otherwise nothing,
  /// and what g has is of no use. Where it never does, the first answer is false.
  [[nodiscard]] virtual bool has_rough_gradient() const noexcept { return false; }
  struct Rough {
    double size;   // the norm of g
    double error;  // that no entry exceeds
  };
  virtual std::optional<Rough> rough_gradient(const SparseVector& /*x*/, double /*most*/, Vec /*g*/) {
    return std::nullopt;
  }
  /// out[k] <- entry S[k] of the gradient.
  virtual void gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) = 0;
  /// The same without the rounding of sums, where columns can be read: for columns so nearly dependent that these
  /// errors decide where a Newton step leads.
  virtual void careful_gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) {
    gradient_on(x, state, S, out);
  }
  /// Whether the caller's functions take part, whose numbers may be none.
  [[nodiscard]] virtual bool calls_back() const noexcept { return false; }
  /// Numbers that a gradient reads, at least.
  [[nodiscard]] virtual double gradient_cost() const noexcept { return 1; }
  /// Whether f has second derivatives, and whether they are the same everywhere.
  [[nodiscard]] virtual bool has_hessian() const noexcept { return true; }
  [[nodiscard]] virtual bool constant_hessian() const noexcept { return false; }
  /// Makes room for hessian(), which then allocates nothing.
  virtual void prepare_hessian() {}
  /// out(k, c) (by columns, leading dimension ld) <- Hessian entry (S[first + k], S[c]) at x, the rows from `first` on
  /// of the Hessian on S; at most s indices. Where `first` is not 0, the Hessian is constant.
  virtual void hessian(const SparseVector& x, ConstVec state, ConstIndexVec S, Index first, double* out, Index ld) = 0;
  /// Rows of a matrix F with F'F = the Hessian on k indices, or 0 where f has no such matrix.
  [[nodiscard]] virtual Index root_rows(Index /*k*/) const noexcept { return 0; }
  /// F (by columns) <- that matrix at x for the indices S. Returns whether f stays the same along p when Fp = 0.
  virtual bool hessian_root(const SparseVector& /*x*/, ConstVec /*state*/, ConstIndexVec /*S*/, double* /*F*/) {
    return false;
  }
  /// out <- (Hessian restricted to S) p, without forming it.
  virtual void hessian_multiply(const SparseVector& x, ConstVec state, ConstIndexVec S, ConstVec p, Vec out) = 0;
  /// Prepares on_line: f along x + t e_j, x having at most s nonzeros.
  virtual void start_line(const SparseVector& x, ConstVec state, Index j) = 0;
  /// f and its first two derivatives at t on the line; `second` is 0 where f has no second derivatives.
  struct OnLine {
    double f, first, second;
  };
  virtual OnLine on_line(double t) = 0;
  /// Of a constant Hessian: out <- its column j, and its diagonal; for data with another loss the diagonal is that of
  /// the Hessian which least squares would have.
  virtual void hessian_column(Index j, Vec out);
  virtual void hessian_diagonal(Vec out);
  /// The norm of the derivative of the loss by the margins; 0 where there are none.
  [[nodiscard]] virtual double slope_size(ConstVec /*state*/) const { return 0; }
  /// ||Ax - b|| where f has a residual.
  [[nodiscard]] virtual std::optional<double> residual_norm(ConstVec /*state*/) const { return std::nullopt; }
};

#define SBREG_PROBLEM_OPTIONS(INT, REAL, TEXT)                                                                      \
  REAL(ridge, 0.0, 0.0, 1e300, "f gains ridge/2 ||x||^2")                                                           \
  REAL(quartic_penalty, 0.0, 0.0, 1e300,                                                                            \
       "f gains quartic_penalty/4 sum x_i^4; it then has no curvature bound, use bpg with the quartic kernel or a " \
       "line search")                                                                                               \
  REAL(huber_delta, 1.0, 1e-300, 1e300, "residual at which the loss huber turns linear, in the units of b")         \
  INT(intercept, 0, 0, 1,                                                                                           \
      "1 adds a number to all margins of a linear model, the best one for every x; it is no variable, s does not "  \
      "count it and no penalty shrinks it")                                                                         \
  INT(standardize, 0, 0, 1,                                                                                         \
      "1 lets solvers, scaling matrices, kernels and penalties of a linear model work with columns of standard "    \
      "deviation 1 (about zero without intercept); points go in and out on the scale of the data")                  \
  INT(callbacks_thread_safe, 0, 0, 1, "1 lets several threads call a custom problem's functions at the same time")

struct ProblemOptions {
  SBREG_OPTION_MEMBERS(SBREG_PROBLEM_OPTIONS)
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
  /// The rank of the columns S of the data, or of Q, as far as rounding lets it be seen; nothing where f has neither.
  [[nodiscard]] virtual std::optional<Index> rank(ConstIndexVec /*S*/) const { return std::nullopt; }
  /// Where some of the columns S of the data depend on those before them: values <- coefficients with the same margins
  /// that are 0 at these columns. Returns whether there are such columns; false, too, where f has no data, or where a
  /// penalty says which coefficients are the best.
  virtual bool make_basic(ConstIndexVec /*S*/, Vec /*values*/) const { return false; }
  /// Whether variables i and j can replace each other: their columns are exactly multiples of each other, and no
  /// penalty tells them apart. False where that is not known.
  [[nodiscard]] virtual bool parallel(Index /*i*/, Index /*j*/) const { return false; }
  /// The mean of the diagonal of the curvature bound, or a stand-in: the unit of second derivatives. 0 when unknown.
  [[nodiscard]] virtual double mean_curvature() const = 0;
  /// No f is below this number; -infinity where none is known.
  [[nodiscard]] virtual double lower_bound() const noexcept { return -infinity; }
  /// Whether f is never negative.
  [[nodiscard]] virtual bool nonnegative() const noexcept { return false; }
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

  /// Weights of the observations; SBREG_E_UNSUPPORTED where there are none.
  virtual void set_weights(ConstVec weights);

  /// The same f on the observations of these rows, ascending, alone: a copy of them, or the others with weight zero
  /// where rows cannot be read. SBREG_E_UNSUPPORTED where there are no observations.
  [[nodiscard]] virtual std::shared_ptr<const Problem> on_rows(ConstIndexVec rows) const;
  /// Refuses rows that f has no minimiser on, as on_rows() does, for little.
  virtual void require_rows(ConstIndexVec /*rows*/) const {}
  [[nodiscard]] virtual ConstVec weights() const noexcept { return {}; }
  /// A number for each row, where folds should hold equal shares of every kind of observation: Loss::escape, or
  /// `weightless`. Empty where all rows are of one kind.
  static constexpr int weightless = 2;
  [[nodiscard]] virtual std::vector<int> strata() const { return {}; }
  /// How badly coefficients and an intercept on the scale of the data predict the observations of these rows, with
  /// their weights (likelihood.hpp); SBREG_E_UNSUPPORTED where there are no observations.
  [[nodiscard]] virtual double mean_deviance(const SparseVector& x, double intercept, ConstIndexVec rows) const;
  /// Whether f has no minimiser on the support of x, in the variables of an evaluator, because it falls for ever along
  /// a direction that was found (separation.hpp). `may_go` says which signs of a coordinate bounds allow.
  [[nodiscard]] virtual bool separated(const SparseVector& /*x*/, const MayGo& /*may_go*/) const { return false; }
  [[nodiscard]] virtual Likelihood likelihood() const noexcept { return Likelihood::none; }
  /// -2 l with the constants of R's logLik, where f without penalties is `loss`; NaN where there is no likelihood.
  [[nodiscard]] virtual double minus_two_log_likelihood(double loss) const;
  /// Whether several threads may evaluate f at the same time.
  [[nodiscard]] virtual bool thread_safe() const noexcept { return true; }
  /// Called after an option has changed; what it throws means that the option is refused.
  virtual void update();
  /// The variables that evaluators, scaling matrices and kernels work with are scale_j x_j; empty: x itself.
  [[nodiscard]] virtual ConstVec scale() const noexcept { return {}; }
  /// The intercept that belongs to the variables of an evaluator, on the scale of the data; 0 where there is none.
  [[nodiscard]] virtual double intercept(const SparseVector& /*x*/) const { return 0; }

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
