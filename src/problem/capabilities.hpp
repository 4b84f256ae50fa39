// SPDX-License-Identifier: BSD-3-Clause
// What some objectives can do and others cannot. An Evaluator or a Problem that has a capability answers with a pointer
// to it, others with nullptr.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "linalg/sparse_vector.hpp"
#include "problem/likelihood.hpp"
#include "problem/separation.hpp"

namespace sbreg {

class Problem;

/// The Hessian as a square, F'F: what a Newton step needs where columns nearly depend on each other.
class HessianRoot {
 public:
  /// Rows of F on k indices, or 0 where it would cost too much.
  [[nodiscard]] virtual Index root_rows(Index k) const noexcept = 0;
  /// F (by columns) <- that matrix at x for the indices S. Returns whether f stays the same along p when Fp = 0.
  virtual bool hessian_root(const SparseVector& x, ConstVec state, ConstIndexVec S, double* F) = 0;
  /// out[k] <- entry S[k] of the gradient without the rounding of sums, where columns can be read: for columns so
  /// nearly dependent that these errors decide where a Newton step leads.
  virtual void careful_gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) = 0;

 protected:
  ~HessianRoot() = default;
};

/// Second derivatives of f.
class SecondOrder {
 public:
  /// Whether they are the same everywhere.
  [[nodiscard]] virtual bool constant_hessian() const noexcept { return false; }
  /// Makes room for hessian(), which then allocates nothing.
  virtual void prepare_hessian() {}
  /// out(k, c) (by columns, leading dimension ld) <- Hessian entry (S[first + k], S[c]) at x, the rows from `first` on
  /// of the Hessian on S; at most s indices. Where `first` is not 0, the Hessian is constant.
  virtual void hessian(const SparseVector& x, ConstVec state, ConstIndexVec S, Index first, double* out, Index ld) = 0;
  /// Makes room for Evaluator::gradients and the two calls below for at most `points` points and `rows` rows: they then
  /// allocate nothing.
  virtual void prepare_scan(Index /*points*/, Index /*rows*/) {}
  /// out <- the diagonal of the Hessian at x.
  virtual void curvatures(const SparseVector& x, ConstVec state, Vec out);
  /// out(k, c) (by columns, leading dimension ld) <- Hessian entry (J[k], R[c]) at x, and diagonal[k] <- entry
  /// (J[k], J[k]). R is ascending and has none of J; it has fewer than s indices, where there is a matrix up to s.
  virtual void hessian_between(const SparseVector& x, ConstVec state, ConstIndexVec J, ConstIndexVec R, double* out,
                               Index ld, Vec diagonal);
  /// out <- (Hessian restricted to S) p, without forming it.
  virtual void hessian_multiply(const SparseVector& x, ConstVec state, ConstIndexVec S, ConstVec p, Vec out) = 0;
  /// Of a constant Hessian: out <- its column j, and its diagonal; for data with another loss the diagonal is that of
  /// the Hessian which least squares would have.
  virtual void hessian_column(Index j, Vec out);
  virtual void hessian_diagonal(Vec out);
  /// out[k] <- the square of a unit of curvature for coordinate S[k], so that steps do not depend on the scale of a
  /// column: of data its squared length, the observations weighted, and the ridge. 1 where nothing is known.
  virtual void column_squares(ConstIndexVec /*S*/, Vec out) { std::ranges::fill(out, 1.0); }
  /// nullptr where the Hessian is known by its entries alone.
  [[nodiscard]] virtual HessianRoot* root() noexcept { return nullptr; }

 protected:
  ~SecondOrder() = default;
};

/// Gradients by sums in single precision.
class RoughGradients {
 public:
  struct Rough {
    double size;   // the norm of g
    double error;  // that no entry exceeds
  };
  /// g <- the gradient at x, if that costs less than in double precision and no entry errs by more than `most`;
  /// otherwise nothing, and what g has is of no use.
  virtual std::optional<Rough> rough_gradient(const SparseVector& x, double most, Vec g) = 0;

 protected:
  ~RoughGradients() = default;
};

/// The derivative of a loss by its margins t = Ax, whose rounding is that of gradients A'p.
class LossSlope {
 public:
  /// Its norm at a point, from the state that evaluate left there.
  [[nodiscard]] virtual double slope_size(ConstVec state) const = 0;
  /// A bound on the norm of the error that rounding makes of the margins at x, where they count.
  [[nodiscard]] virtual double margin_error(const SparseVector& x) = 0;

 protected:
  ~LossSlope() = default;
};

/// The observations that f is a sum over, and the variables on the scale of their data.
class Observed {
 public:
  virtual void set_weights(ConstVec weights) = 0;
  /// Empty where each weighs the same.
  [[nodiscard]] virtual ConstVec weights() const noexcept = 0;
  /// The same f on the observations of these rows, ascending, alone: a copy of them, or the others with weight zero
  /// where rows cannot be read.
  [[nodiscard]] virtual std::shared_ptr<const Problem> on_rows(ConstIndexVec rows) const = 0;
  /// Refuses rows that f has no minimiser on, as on_rows() does, for little.
  virtual void require_rows(ConstIndexVec rows) const = 0;
  /// A number for each row, where folds should hold equal shares of every kind of observation: Loss::escape, or
  /// `weightless`. Empty where all rows are of one kind.
  static constexpr int weightless = 2;
  [[nodiscard]] virtual std::vector<int> strata() const = 0;
  /// How badly coefficients and an intercept on the scale of the data predict the observations of these rows, with
  /// their weights (likelihood.hpp).
  [[nodiscard]] virtual double mean_deviance(const SparseVector& x, double intercept, ConstIndexVec rows) const = 0;
  [[nodiscard]] virtual Likelihood likelihood() const noexcept = 0;
  /// -2 l with the constants of R's logLik, where f without penalties is `loss`; NaN where there is no likelihood.
  [[nodiscard]] virtual double minus_two_log_likelihood(double loss) const = 0;
  /// Whether f has no minimiser on the support of x, in the variables of an evaluator, because it falls for ever along
  /// a direction that was found (separation.hpp). `may_go` says which signs of a coordinate bounds allow.
  [[nodiscard]] virtual bool separated(const SparseVector& x, const MayGo& may_go) const = 0;
  /// As those of Problem.
  [[nodiscard]] virtual ConstVec scale() const noexcept = 0;
  [[nodiscard]] virtual double intercept(const SparseVector& x) const = 0;

 protected:
  ~Observed() = default;
};

/// Columns, of the data or of Q, that may depend on each other.
class Dependence {
 public:
  /// The rank of the columns S, as far as rounding lets it be seen.
  [[nodiscard]] virtual Index rank(ConstIndexVec S) const = 0;
  /// Where some of the columns S of the data depend on those before them: values <- coefficients with the same margins
  /// that are 0 at these columns. Returns whether there are such columns; false, too, where f has no data, or where a
  /// penalty says which coefficients are the best.
  virtual bool make_basic(ConstIndexVec /*S*/, Vec /*values*/) const { return false; }
  /// Whether variables i and j can replace each other: their columns are exactly multiples of each other, and no
  /// penalty tells them apart. False where that is not known.
  [[nodiscard]] virtual bool parallel(Index /*i*/, Index /*j*/) const { return false; }

 protected:
  ~Dependence() = default;
};

}  // namespace sbreg
