// SPDX-License-Identifier: BSD-3-Clause
// The search over supports where the Hessian of f changes from point to point. The value of a support is the minimum of
// f on it, found by Newton steps (solver/step/refit.hpp). From a support S with its minimiser x:
//
//     leave     each i of S in turn: y <- the minimiser on R = S \ {i}, from x;
//     propose   for j outside S the second-order model of f at y, in which j enters and all of R is refitted, promises
//
//                   g_j^2 / (2 d_j),   d_j = H_jj - H_jR H_RR^-1 H_Rj,   g, H gradient and Hessian at y;
//
//     verify    the most promising j are refitted, and a lower f takes the place of x.
//
// The gradients at several y are one product with the data. Where no exchange is left to try, some coordinates of the
// best support are replaced and the exchanges begin again.
#pragma once

#include <optional>
#include <vector>

#include "solver/certificate/coordinatewise.hpp"
#include "solver/step/refit.hpp"
#include "support/rng.hpp"

namespace sbreg {

class ExchangeSearch {
 public:
  /// All outlive the search. The structure is plain, with s <= Newton::largest_factor nonzeros, and the evaluator has
  /// second derivatives. `thorough`: whether it starts anew for as long as the search on least squares.
  ExchangeSearch(const Problem& problem, Evaluator& evaluator, const Structure& structure, std::uint64_t seed,
                 bool thorough);

  /// Starts from a point with at most s nonzeros. Neither this nor a step allocates.
  void begin(const SparseVector& start);
  [[nodiscard]] bool begun() const noexcept { return begun_; }
  /// One portion of work: some coordinates leave, or the search starts anew.
  void step(double effort);
  /// Whether nothing is left to try.
  [[nodiscard]] bool over() const noexcept { return over_; }
  /// Multiply-adds that an effort of 1 stands for.
  [[nodiscard]] double usual_work() const noexcept;
  /// Whether that many times the usual work was done.
  [[nodiscard]] bool spent(double effort) const noexcept;
  /// Whether every coordinate of the best point has left and no promising exchange improved.
  [[nodiscard]] bool settled() const noexcept { return settled_; }
  /// Whether, besides, every exchange of one coordinate was tried along that coordinate and none improves.
  [[nodiscard]] bool coordinatewise() const noexcept { return settled_ && swaps_.has_value(); }
  /// The best point so far.
  [[nodiscard]] const Point& best() const noexcept { return best_; }
  [[nodiscard]] Index evaluations() const noexcept { return evaluations_; }
  [[nodiscard]] Index newton_steps() const noexcept { return newton_steps_; }
  /// Exchanges that were carried out, and how often the search started anew.
  [[nodiscard]] Index exchanges() const noexcept { return exchanges_; }
  [[nodiscard]] Index restarts() const noexcept { return restarts_; }
  /// As Refit::doubted.
  [[nodiscard]] bool doubted() const noexcept { return refit_.doubted(); }

 private:
  struct Promise {
    double gain;
    Index enters;
    std::size_t from;  // which of the points that coordinates have left
  };
  struct Pair {
    double f;            // that the model of f expects
    std::size_t leaves;  // its place in the support
    std::size_t enters;  // its place among the candidates
  };

  void fill();
  void check();
  void exchange();
  void finish();
  bool try_pair(const Pair& pair);
  void scan();
  void restart();
  void leave(Point& point, Index leaves);
  void measure_curvatures();
  void settle_at(const Point& point);
  void propose(const Point& at, ConstIndexVec R, const double* g, Index never, double least, std::size_t from);
  void choose_candidates(ConstIndexVec R, const double* g, Index never);
  void sort_promises() noexcept;
  bool grow(Point& point, bool random);
  bool visited(ConstIndexVec S);
  void fit(Point& point, ConstIndexVec T, double hopeless);
  void keep_if_better(const Point& point);
  ConstIndexVec without(ConstIndexVec S, Index i);
  ConstIndexVec with(ConstIndexVec S, Index i);

  Index n_, s_;
  double rows_, column_;  // numbers of a margin's vector, and of a column
  bool thorough_;
  bool has_columns_;
  Evaluator& evaluator_;
  SecondOrder& second_;
  Index points_;      // coordinates that leave at a time
  Index candidates_;  // whose promise is computed
  Refit refit_;
  Point here_, best_, trial_;
  std::vector<Point> left_;
  std::optional<Exchanges> swaps_;  // where they cost next to nothing
  double f_at_zero_ = 0;
  std::vector<double> G_;         // gradients at these points
  std::vector<double> diagonal_;  // of the Hessian, at a point not far away
  double mean_curvature_ = 0;
  LineVector factor_;  // of H_RR
  Index ld_;
  std::vector<unsigned char> skipped_;
  std::vector<double> between_, entering_;  // H_JR, H_JJ
  LineVector row_;
  std::vector<Index> J_, order_, T_, removed_;
  std::vector<Promise> promises_;
  std::vector<std::uint64_t> visited_;      // supports, by a hash, from which no exchange improves
  std::vector<double> inverse_, products_;  // Gi, and W = Gi H_SJ
  std::vector<double> start_;
  std::vector<Pair> pairs_;
  bool quick_ = true;      // whether exchanges are proposed by the model at here_
  std::size_t place_ = 0;  // in order_: the next coordinate to leave
  Index old_ = 0;          // exchanges since diagonal_ was computed
  double work_ = 0;
  double first_ = 0;  // of that, until no exchange improved for the first time
  Index evaluations_ = 0, newton_steps_ = 0, exchanges_ = 0, restarts_ = 0;
  bool begun_ = false;
  bool filled_ = false;
  bool over_ = false;
  bool settled_ = false;
  Rng rng_;
};

}  // namespace sbreg
