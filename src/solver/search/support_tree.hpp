// SPDX-License-Identifier: BSD-3-Clause
// The best support of a model, and the proof of it: every support is looked at or excluded, by branch and bound.
//
// Supports are chosen in order, F = {i_1 < i_2 < ... }. With L_F the rows of the Cholesky factor for F so far, the
// remainder d_j = G_jj - |L_F,j|^2 and the slope g_j = c_j - L_F,j'y tell for every later j that F + j explains
// g_j^2 / d_j more, so that the last place costs two products for each candidate. Whatever is added to F from the
// candidates j, j+1, ... explains no more than all of these together; one factorisation, from the last candidate to the
// first, tells that for all j. Where it is not above the best support known, the rest of the branch is left out.
//
// Rounding. G and c come from m products each, and elimination adds to their errors. Where a part p = d_j / G_jj of a
// column is left, its gain y^2 = g_j^2 / d_j is off by about
//
//     doubt(y^2, p) = e (y^2 / p + 2 sqrt(y^2 total / p)),   e = (16 + sqrt(m)) 2^-52,
//
// `total` being 2 f(0) in the units of energy. Bounds are raised by their doubt, and error() is the largest doubt of a
// support that was compared. Of a column of which almost nothing is left the gain is unknown: the tree is then unsure.
#pragma once

#include <vector>

#include "solver/search/candidate_model.hpp"
#include "support/line_array.hpp"

namespace sbreg {

class SupportTree {
 public:
  /// Room for supports of s among p candidates.
  SupportTree(Index p, Index s);
  /// Multiply-adds for all supports of s among p candidates when nothing is excluded, about.
  static double work(Index p, Index s) noexcept;

  /// Begins with supports of at most s of the model's candidates in `order`, in which those that matter come first.
  /// `rows` is the largest rank that the columns can have, and `total` 2 f(0) in the units of energy.
  void start(const CandidateModel& model, ConstIndexVec order, Index s, Index rows, double total);
  /// Whether the model has a minimum, and no column that depends on others.
  [[nodiscard]] bool definite() noexcept;
  /// Goes on with about so many multiply-adds, to the next support of lower energy at most. True when that was found,
  /// and then `energy` is its.
  bool grow(double work, double& energy);
  /// Whether every support was looked at or excluded.
  [[nodiscard]] bool done() const noexcept { return done_; }
  /// Whether a column was passed over that depends on others to within rounding: nobody can tell what it explains.
  [[nodiscard]] bool unsure() const noexcept { return unsure_; }
  /// By how much rounding may have changed the energy of a support that was looked at.
  [[nodiscard]] double error() const noexcept { return error_; }
  /// The coordinates of the last one found, ascending, as the model's candidate numbers, and their values.
  [[nodiscard]] ConstIndexVec support() const noexcept { return support_; }
  [[nodiscard]] ConstVec values() const noexcept { return values_; }
  /// Multiply-adds since the start.
  [[nodiscard]] double work() const noexcept { return work_; }

 private:
  struct Level {
    Index chosen = 0;      // the candidate in this place
    Index next = 0;        // the next one to try
    double pivot = 0;      // of its row of the factor
    double y = 0;          // its entry of L^-1 c
    double explained = 0;  // by the places before this one
    double doubt = 0;      // of that
    bool bounded = false;  // whether the bounds of this level are known
  };

  [[nodiscard]] double* row(Index k) noexcept { return L_.data() + k * ld_; }
  [[nodiscard]] double* remainder(Index k) noexcept { return d_.data() + k * ld_; }
  [[nodiscard]] double* slope(Index k) noexcept { return g_.data() + k * ld_; }
  [[nodiscard]] double* bound(Index k) noexcept { return bound_.data() + k * ld_; }
  [[nodiscard]] double doubt(double gain, double part) const noexcept;
  void eliminate(Index k, Index j, Index first, Index count, double* out) noexcept;
  void descend(Index i);
  void measure_bounds();
  [[nodiscard]] bool bounds_pay(Index left) const noexcept;
  bool fill_last_place();
  void record();

  Index ld_, places_ = 0, p_ = 0;
  std::vector<Index> order_;
  LineArray<double> G_;                  // in that order
  LineArray<double> L_, d_, g_, bound_;  // a row for each place; d is infinite where a candidate depends on the places
  LineArray<double> factor_, column_, least_;
  std::vector<double> u_;
  std::vector<unsigned char> skipped_;
  std::vector<Level> levels_;
  Index depth_ = 0;
  double best_ = 0;  // what a support must explain more than
  double work_ = 0;
  bool done_ = false;
  bool unsure_ = false;
  Index rows_ = 0;
  double total_ = 1;
  double error_ = 0;
  std::vector<Index> support_, sorted_;
  std::vector<double> values_;
};

}  // namespace sbreg
