// SPDX-License-Identifier: BSD-3-Clause
// The quadratic model of f on a set C of p candidate coordinates, which a search over supports works on:
//
//     2 (f(x) - f(0)) = x'Gx - 2 c'x   for x zero off C,  G the Hessian on C, c minus the gradient at 0.
//
// The Hessian is constant, so the model is f itself. What a support explains is the maximum over x on it of 2 c'x -
// x'Gx, and its energy is minus that. Each coordinate has a unit of its own, in which its entry on the diagonal of G is
// 1, so that the units of a variable do not matter; and the best single coordinate, later a good support, explains 1.
// Kept in double and in single precision, rows padded with zeros to a multiple of 16.
#pragma once

#include <vector>

#include "solver/step/point.hpp"
#include "support/line_array.hpp"

namespace sbreg {

struct CandidateModel {
  /// Room for p candidates.
  explicit CandidateModel(Index p);

  /// The model at `at`, whose support must be among the ascending candidates, of which there are at most p; the
  /// evaluator must take points with as many nonzeros as there are candidates.
  void build(Evaluator& evaluator, const Point& at, ConstIndexVec chosen);
  /// The same for a constant Hessian by its columns, for any evaluator; g is the gradient at `at`, `scratch` has n
  /// numbers.
  void build_by_columns(Evaluator& evaluator, const Point& at, ConstIndexVec chosen, ConstVec g, Vec scratch);
  /// Makes `explained`, in the units of energy, the new unit of energy.
  void rescale(double explained) noexcept;

  template <class Real>
  [[nodiscard]] const Real* G() const noexcept;
  template <class Real>
  [[nodiscard]] const Real* c() const noexcept;
  template <class Real>
  [[nodiscard]] const Real* row(Index j) const noexcept {
    return G<Real>() + j * ld;
  }

  Index size = 0;                 // p
  Index ld = 0;                   // p rounded up
  std::vector<Index> candidates;  // ascending
  double energy_unit = 1;         // of one unit of energy, in the units of 2 f
  /// x_j of candidate j, from its value in the units of the model.
  [[nodiscard]] double coordinate(Index j, double value) const noexcept {
    return value * step_unit_ / unit_[to_size(j)];
  }

 private:
  void resize(ConstIndexVec chosen) noexcept;
  void scale(const Point& at) noexcept;
  void measure_units() noexcept;
  void copy_to_single() noexcept;

  LineArray<double> G_, c_;
  LineArray<float> G_single_, c_single_;
  std::vector<double> gradient_;  // minus c before scaling, at first
  std::vector<double> unit_;      // the root of each diagonal entry
  double step_unit_ = 1;          // the root of energy_unit
};

template <>
inline const double* CandidateModel::G() const noexcept {
  return G_.data();
}
template <>
inline const float* CandidateModel::G() const noexcept {
  return G_single_.data();
}
template <>
inline const double* CandidateModel::c() const noexcept {
  return c_.data();
}
template <>
inline const float* CandidateModel::c() const noexcept {
  return c_single_.data();
}

}  // namespace sbreg
