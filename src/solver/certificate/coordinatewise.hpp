// SPDX-License-Identifier: BSD-3-Clause
// Coordinatewise minima (paper, section CW-minimum): x with ||x||_0 = s is one when
//
//     f(x) <= min over t of f(x - x_i e_i + t e_j)   for every i in the support and every j,
//
// and with ||x||_0 < s when no f(x + t e_j) lies below f(x).
#pragma once

#include <memory>
#include <vector>

#include "problem/problem.hpp"
#include "solver/structure/structure.hpp"
#include "support/options.hpp"

namespace sbreg {

struct BestSwap {
  double decrease = 0;  // f(x) minus the smallest value found
  Index leaves = -1;    // -1: nothing leaves, or there is no decrease
  Index enters = -1;
  double step = 0;  // how far that coordinate moves, once x_leaves is 0; not under structure
};

/// The best exchange of one coordinate under a plain structure, refitted alone. Where the Hessian is constant it is
/// exact, from one pass over the Hessian's columns of the support:
///
///     decrease = x_i g_i - x_i^2 H_ii / 2 + (g_j - x_i H_ij)^2 / (2 H_jj).
///
/// Otherwise each pair is minimised along e_j; f must be convex along coordinates. `leaves` equals `enters` when the
/// best is to refit a coordinate of the support. A call allocates nothing.
class Exchanges {
 public:
  Exchanges(const Problem& problem, Index s);
  BestSwap operator()(const SparseVector& x);

 private:
  BestSwap exact(const SparseVector& x);
  BestSwap by_lines(const SparseVector& x, double f);

  Index s_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<double> state_, g_, diagonal_, column_, dense_;
  SparseVector base_;
};

/// The same under any structure: groups take the place of coordinates, the one that enters is refitted within its
/// bounds, and a kept coordinate may be refitted alone. A group is named by its lowest coordinate that is not kept.
/// Groups of several coordinates need a Hessian, SBREG_E_UNSUPPORTED without one.
BestSwap best_swap(const Problem& problem, const Structure& structure, const SparseVector& x);

struct LineMinimum {
  double f = 0;
  double t = 0;
};
/// Smallest value of f on the evaluator's line for t in lowest .. highest, which hold 0, or something above `hopeless`
/// as soon as it is certain to be above it.
LineMinimum minimise_line(Evaluator& evaluator, double hopeless, double lowest = -infinity, double highest = infinity);

}  // namespace sbreg
