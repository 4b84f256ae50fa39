// SPDX-License-Identifier: BSD-3-Clause
// A second look at the point where a run is about to end, for objectives that can surprise a solver: those that call
// the caller's functions, whose gradient may be wrong, and those without a known lower bound, which may fall for ever.
//
// d is -g on the coordinates that may change: the support of x, and where x has fewer nonzeros than it may have, those
// with the largest |g_i|. A step to x + t d, clamped to the bounds, promises a fall of -<g, step> while t is small.
// Steps are tried from the length of x downwards, to a promise of 1e-8 units of f; the unit is |f(0)| + |f(x)|.
#pragma once

#include "solver/step/point.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

class EndCheck {
 public:
  enum class Verdict {
    none,          // nothing speaks against the end
    falls,         // f is lower nearby, by more than rounding and tolerances explain
    unbounded,     // f falls along a ray until the numbers end
    inconsistent,  // no step along -g lowers f, and the slope of f along it is not that of g
  };
  /// Where the check is made, and in which units.
  struct End {
    const SparseVector& x;
    double f;
    double f_at_zero;
    double least;  // a fall counts from this number of units on
    double size;   // the length of a step from 0
  };

  /// Whether a run on this problem needs the check.
  static bool needed(const Problem& problem, const Evaluator& evaluator) noexcept {
    return evaluator.calls_back() || !problem.nonnegative();
  }

  /// The structure outlives it.
  EndCheck(const Problem& problem, Evaluator& evaluator, const Structure& structure);

  Verdict operator()(const End& end);
  /// Whether f falls for ever along a ray that is easily seen: from x along -g, from 0 along x or -x, or along
  /// a direction in which a quadratic is not convex: a coordinate, or one that conjugate gradients meet.
  bool unbounded(const End& end);
  /// Evaluations of f, in all checks so far.
  [[nodiscard]] Index evaluations() const noexcept { return evaluations_; }

 private:
  void aim(const End& end);
  struct Probe {
    double f;        // +infinity outside the domain, -infinity where no number is left
    double promise;  // -<g, step>
    double length;   // of the point
  };
  Probe probe(const SparseVector& from, double t);
  [[nodiscard]] bool falls_for_ever(const SparseVector& from, double f, double t);
  void keep_endless_directions() noexcept;
  bool point_through(const SparseVector& x, double sign) noexcept;
  bool point_along_negative_curvature(double size);
  bool point_along_concave_step(const End& end);
  bool point_downwards(double size);

  Evaluator& evaluator_;
  const Structure& structure_;
  Selection selection_;
  bool doubts_;       // whether g is the caller's
  bool has_bottom_;   // whether f cannot fall for ever
  double curvature_;  // mean, of a constant Hessian; 0 elsewhere
  Point point_;
  SparseVector zero_;
  std::vector<double> gradient_;   // at x
  std::vector<double> direction_;  // d, with entries of at most 1
  std::vector<double> scratch_;
  std::vector<double> residual_, step_, product_;  // of conjugate gradients, where the Hessian is constant
  std::vector<Index> ray_;                         // the coordinates on which d may not be 0
  Index evaluations_ = 0;
};

}  // namespace sbreg
