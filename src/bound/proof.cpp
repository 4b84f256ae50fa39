// SPDX-License-Identifier: BSD-3-Clause
#include "bound/proof.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sbreg::bound {
namespace {

constexpr double matrices = 4;  // of n x n numbers, while a tree begins

}  // namespace

bool Proof::suits(const Problem& problem, Index memory) {
  const auto n = static_cast<double>(problem.dimension());
  if (QuadraticForm::suits(problem)) return matrices * 8 * n * n <= static_cast<double>(memory);
  return ConvexTree::suits(problem);
}

double Proof::price() const noexcept {
  const auto n = static_cast<double>(problem_.dimension());
  const auto m = static_cast<double>(problem_.rows());
  return quadratic_ ? n * n * (m + n) / (2 * block_speed) : 4 * n * m;
}

void Proof::begin(const SparseVector& x, double f, double tolerance) {
  if (!quadratic_) {
    auto tree = std::make_unique<ConvexTree>(problem_, s_, f, x, 0.5 * tolerance);
    spent_ = spent();
    convex_ = std::move(tree);
    tolerance_ = tolerance;
    return;
  }
  auto form = QuadraticForm::make(problem_, s_);
  std::optional<Tree> tree;
  if (form.has_value() && form->size > 0) {
    std::vector<double> start(to_size(form->size));
    for (std::size_t k = 0; k < start.size(); ++k) start[k] = x[form->variable[k]] / form->unit[k];
    tree.emplace(std::move(*form), f, start, 0.5 * tolerance, problem_.lower_bound());
  }
  const auto n = static_cast<double>(problem_.dimension());
  spent_ = spent() + n * n * static_cast<double>(problem_.rows()) / (2 * block_speed);
  tree_ = std::move(tree);
  hopeless_ = !tree_;
  tolerance_ = tolerance;
  if (tree_) lower_ = std::max(lower_, tree_->lower_bound());
}

void Proof::tell(double f) noexcept {
  if (tree_) tree_->lower_upper(f);
  if (convex_) convex_->lower_upper(f);
}

void Proof::work(const Limits& limits, const std::function<bool()>& keep_going) {
  if (tree_) {
    tree_->grow(limits.work - spent_, limits.threads, limits.memory, keep_going);
    lower_ = std::max(lower_, tree_->lower_bound());
  }
  if (convex_) {
    convex_->grow(limits.work - spent_, limits.memory, keep_going);
    lower_ = std::max(lower_, convex_->lower_bound());
  }
}

bool Proof::take(std::vector<Index>& support, std::vector<double>& values) {
  if (tree_ && tree_->has_found())
    tree_->take(support, values);
  else if (convex_ && convex_->has_found())
    convex_->take(support, values);
  else
    return false;
  return !relaxed_;
}

}  // namespace sbreg::bound
