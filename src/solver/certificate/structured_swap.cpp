// SPDX-License-Identifier: BSD-3-Clause
// The best exchange of one group, refitted alone. With A leaving and B entering, h = H_{.A} x_A and a constant Hessian,
//
//     decrease = x_A'(g_A - h_A/2) + max over v in the bounds of -(g_B - h_B)'(v - x_B) - (v - x_B)'H_BB(v - x_B)/2
//
// from one combination of Hessian columns per group of the support. Otherwise f is minimised over each block.
#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/box_quadratic.hpp"
#include "solver/certificate/coordinatewise.hpp"
#include "solver/step/point.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr int most_steps = 50;
constexpr double shortest = 1e-9;  // fraction of a Newton step

class GroupSwaps {
 public:
  GroupSwaps(const Problem& problem, const Structure& structure, const SparseVector& x)
      : structure_(structure),
        evaluator_(problem.evaluator(structure.capacity())),
        x_(x),
        at_(*evaluator_, problem.dimension(), structure.capacity()) {
    at_.x.assign(x);
    at_.evaluate(*evaluator_);
    SBREG_REQUIRE(std::isfinite(at_.f), SBREG_E_NUMERIC, "f(x) is not finite");
  }

  BestSwap best() {
    const auto refits = [&](Index leaves, auto decrease) {
      for (Index g = 0; g < structure_.groups(); ++g)
        consider(decrease(structure_.members(g)), leaves, structure_.members(g)[0]);
    };
    return evaluator_->constant_hessian() ? exact(refits) : by_refit(refits);
  }

 private:
  void consider(double decrease, Index leaves, Index enters) noexcept {
    if (decrease > best_.decrease) best_ = {decrease, leaves, enters, 0};
  }

  /// Groups with a nonzero; when there are fewer than s, nothing has to leave.
  [[nodiscard]] std::vector<Index> touched() const {
    std::vector<Index> groups;
    for (Index i : x_.support())
      if (structure_.group(i) >= 0) groups.push_back(structure_.group(i));
    std::ranges::sort(groups);
    groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
    return groups;
  }

  template <class Refits>
  BestSwap exact(Refits refits) {
    const auto n = to_size(x_.size());
    std::vector<double> g(n);
    std::vector<double> slope(n);
    std::vector<double> column(n);
    evaluator_->gradient(at_.x, at_.state, g);
    for (Index i : structure_.kept()) consider(fall({&i, 1}, g), i, i);
    const auto groups = touched();
    if (to_index(groups.size()) < structure_.sparsity()) {
      refits(-1, [&](ConstIndexVec block) { return fall(block, g); });
      return best_;
    }
    for (Index a : groups) {
      const auto leaving = structure_.members(a);
      std::ranges::copy(g, slope.begin());
      for (Index i : leaving) {
        if (x_[i] == 0) continue;
        evaluator_->second_order()->hessian_column(i, column);
        for (std::size_t j = 0; j < n; ++j) slope[j] -= x_[i] * column[j];
      }
      double removal = 0;
      for (Index i : leaving) removal += 0.5 * x_[i] * (g[to_size(i)] + slope[to_size(i)]);
      refits(leaving[0], [&](ConstIndexVec block) {
        return block.data() == leaving.data() ? fall(block, g) : removal + fall(block, slope);
      });
    }
    return best_;
  }

  /// The quadratic model of f over a block around `at`.
  template <class Slope>
  void model(const Point& at, ConstIndexVec block, Slope slope) {
    const auto k = to_index(block.size());
    ld_ = whole_lines(k);
    if (k > room_) box_ = BoxQuadratic(room_ = k);
    hessian_.resize(to_size(ld_ * ld_));
    for (auto* v : {&slope_, &low_, &high_, &start_, &v_}) v->resize(block.size());
    evaluator_->second_order()->hessian(at.x, at.state, block, 0, hessian_.data(), ld_);
    for (std::size_t i = 0; i < block.size(); ++i) {
      slope_[i] = slope(i);
      low_[i] = structure_.lower(block[i]);
      high_[i] = structure_.upper(block[i]);
      start_[i] = v_[i] = at.x[block[i]];
    }
  }

  /// The decrease of the quadratic model with the given slopes when the block moves from x to its best.
  double fall(ConstIndexVec block, ConstVec slopes) {
    model(at_, block, [&](std::size_t i) { return slopes[to_size(block[i])]; });
    for (std::size_t i = 0; i < block.size(); ++i) {
      const double curvature = hessian_[i * to_size(ld_) + i];
      if (curvature < 0 || (curvature == 0 && slope_[i] != 0 && std::isinf(slope_[i] > 0 ? low_[i] : high_[i])))
        return infinity;
    }
    box_(hessian_.data(), ld_, slope_, low_, high_, v_);
    double total = 0;
    for (std::size_t c = 0; c < block.size(); ++c) {
      double product = 0;
      for (std::size_t r = 0; r < block.size(); ++r) product += hessian_[c * to_size(ld_) + r] * (v_[r] - start_[r]);
      total -= (v_[c] - start_[c]) * (slope_[c] + 0.5 * product);
    }
    return std::max(total, 0.0);
  }

  template <class Refits>
  BestSwap by_refit(Refits refits) {
    SBREG_REQUIRE(evaluator_->second_order() != nullptr || structure_.single(), SBREG_E_UNSUPPORTED,
                  "groups of several variables are refitted by Newton steps, and this problem has no Hessian");
    const double f = at_.f;
    Point base(at_);
    const auto decrease = [&](ConstIndexVec block) { return f - minimise(base, block, f - best_.decrease); };
    for (Index i : structure_.kept()) consider(decrease({&i, 1}), i, i);
    const auto groups = touched();
    if (to_index(groups.size()) < structure_.sparsity()) {
      refits(-1, decrease);
      return best_;
    }
    std::vector<double> dense(x_.values().begin(), x_.values().end());
    for (Index a : groups) {
      for (Index i : structure_.members(a)) dense[to_size(i)] = 0;
      base.x.assign_dense(dense);
      base.evaluate(*evaluator_);
      for (Index i : structure_.members(a)) dense[to_size(i)] = x_[i];
      refits(structure_.members(a)[0], decrease);
    }
    return best_;
  }

  /// The smallest f when one block of `base` moves.
  double minimise(const Point& base, ConstIndexVec block, double hopeless) {
    if (block.size() == 1) {
      const Index j = block[0];
      evaluator_->start_line(base.x, base.state, j);
      const double low = structure_.lower(j) - base.x[j];
      const double high = structure_.upper(j) - base.x[j];
      return minimise_line(*evaluator_, hopeless, low, high).f;
    }
    at_ = base;
    std::vector<double> dense(base.x.values().begin(), base.x.values().end());
    for (int step = 0; step < most_steps; ++step) {
      solve_block(at_, block);
      Point trial(at_);
      double length = 1;
      do {
        for (std::size_t i = 0; i < block.size(); ++i)
          dense[to_size(block[i])] = start_[i] + length * (v_[i] - start_[i]);
        trial.x.assign_dense(dense);
        trial.evaluate(*evaluator_);
        length /= 2;
      } while (!(trial.f <= at_.f) && length > shortest);
      if (!(trial.f < at_.f)) break;
      const double fell = at_.f - trial.f;
      std::swap(at_, trial);
      if (fell <= 1e-15 * std::abs(at_.f)) break;
    }
    return at_.f;
  }

  /// v_ <- the minimiser of the model of f at `at` over the block, from start_.
  void solve_block(const Point& at, ConstIndexVec block) {
    std::vector<double> slopes(block.size());
    evaluator_->gradient_on(at.x, at.state, block, slopes);
    model(at, block, [&](std::size_t i) { return slopes[i]; });
    box_(hessian_.data(), ld_, slope_, low_, high_, v_);
  }

  const Structure& structure_;
  std::unique_ptr<Evaluator> evaluator_;
  const SparseVector& x_;
  Point at_;
  BestSwap best_;
  BoxQuadratic box_;
  Index room_ = 0;
  Index ld_ = 0;
  std::vector<double> hessian_, slope_, low_, high_, start_, v_;
};

}  // namespace

BestSwap best_swap(const Problem& problem, const Structure& structure, const SparseVector& x) {
  if (structure.plain()) return Exchanges(problem, structure.sparsity())(x);
  return GroupSwaps(problem, structure, x).best();
}

}  // namespace sbreg
