// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/structured_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sbreg {
namespace {

constexpr Index portion = 64;     // supports per step
constexpr std::size_t tried = 6;  // entering groups tried by a refit
constexpr double usual_kicks = 24;
constexpr double better = 1e-12;  // relative fall of f that counts
constexpr double minimal = 1e-7;  // and one so small that a refit may miss it

}  // namespace

bool few_supports(Index groups, Index size, double most) noexcept {
  double count = 1;
  for (Index k = 0; k < std::min(size, groups - size) && count <= most; ++k)
    count *= static_cast<double>(groups - k) / static_cast<double>(k + 1);
  return count <= most;
}

StructuredSearch::StructuredSearch(Evaluator& evaluator, const Structure& structure, std::uint64_t seed, double most)
    : evaluator_(evaluator),
      structure_(structure),
      refit_(evaluator, structure, 1),
      size_(std::min(structure.sparsity(), structure.groups())),
      exhaustive_(few_supports(structure.groups(), size_, most)),
      support_(to_size(size_)),
      trial_support_(to_size(size_)),
      here_(evaluator, structure.size(), structure.capacity()),
      trial_(here_),
      best_(here_),
      best_support_(to_size(size_)),
      gradient_(to_size(structure.size())),
      coordinates_(to_size(structure.capacity())),
      ranking_(to_size(structure.groups())),
      order_(to_size(size_)),
      rng_(seed) {
  std::size_t largest = 0;
  for (Index g = 0; g < structure.groups(); ++g) largest = std::max(largest, structure.members(g).size());
  const Index ld = whole_lines(to_index(largest));
  hessian_.resize(to_size(ld * ld));
  for (auto* v : {&slope_, &low_, &high_, &v_}) v->resize(largest);
  box_ = BoxQuadratic(to_index(largest));
  for (auto* v : {&support_, &trial_support_, &rest_, &best_support_, &order_})
    v->reserve(to_size(structure.capacity() + 1));
  std::iota(support_.begin(), support_.end(), Index{0});
}

void StructuredSearch::begin(const SparseVector& start) {
  trial_.x.assign({}, start.values());
  trial_.evaluate(evaluator_);
  f_at_zero_ = trial_.f;
  best_.x.assign(start);
  best_.evaluate(evaluator_);
  begun_ = true;
}

bool StructuredSearch::spent(double effort) const noexcept {
  return !exhaustive_ && filled_ && place_ == size_ && static_cast<double>(kicks_) >= usual_kicks * effort;
}

void StructuredSearch::step() {
  if (!over_) over_ = !(exhaustive_ ? enumerate() : exchange());
}

/// Kept coordinates and those of the groups, ascending.
ConstIndexVec StructuredSearch::coordinates(ConstIndexVec groups) {
  auto end = std::ranges::copy(structure_.kept(), coordinates_.begin()).out;
  for (Index g : groups) end = std::ranges::copy(structure_.members(g), end).out;
  std::sort(coordinates_.begin(), end);
  return {coordinates_.data(), to_size(end - coordinates_.begin())};
}

/// trial_ <- the minimiser on these groups, starting from the part of `from` that lies in them, or from 0 where that
/// is lower: what is left of a point may lie far out, where f overflows.
void StructuredSearch::fit(ConstIndexVec groups, const SparseVector& from) {
  const auto T = coordinates(groups);
  trial_.x.assign(T, from.values());
  trial_.evaluate(evaluator_);
  if (!(trial_.f <= f_at_zero_)) {
    trial_.x.assign({}, from.values());
    trial_.evaluate(evaluator_);
  }
  refit_(trial_, T);
  ++evaluations_;
}

void StructuredSearch::keep_if_better() {
  if (!(trial_.f < best_.f)) return;
  std::swap(best_, trial_);
  best_support_ = trial_support_;
}

/// The next supports in lexicographic order.
bool StructuredSearch::enumerate() {
  for (Index k = 0; k < portion; ++k) {
    trial_support_ = support_;
    fit(trial_support_, best_.x);
    unsure_ =
        unsure_ || !(refit_.promise(trial_, coordinates(trial_support_)) + rounding() <= minimal * std::abs(trial_.f));
    keep_if_better();
    Index i = size_ - 1;
    while (i >= 0 && support_[to_size(i)] == structure_.groups() - size_ + i) --i;
    if (i < 0) return false;
    ++support_[to_size(i)];
    for (Index j = i + 1; j < size_; ++j) support_[to_size(j)] = support_[to_size(j - 1)] + 1;
  }
  return true;
}

/// What rounding of the margins may have changed of f at trial_.
double StructuredSearch::rounding() {
  LossSlope* const loss = evaluator_.loss_slope();
  return loss != nullptr ? loss->slope_size(trial_.state) * loss->margin_error(trial_.x) : 0;
}

bool StructuredSearch::chosen(Index group) const noexcept { return std::ranges::binary_search(support_, group); }

/// What the model of f at trial_ promises when the group enters: its block of the Hessian, within the bounds.
double StructuredSearch::promise(Index group) {
  const auto block = structure_.members(group);
  const auto k = block.size();
  const Index ld = whole_lines(to_index(k));
  bool any = false;
  for (std::size_t i = 0; i < k; ++i) {
    slope_[i] = gradient_[to_size(block[i])];
    low_[i] = structure_.lower(block[i]);
    high_[i] = structure_.upper(block[i]);
    v_[i] = 0;
    any = any || (slope_[i] > 0 && low_[i] < 0) || (slope_[i] < 0 && high_[i] > 0);
  }
  if (!any) return 0;
  evaluator_.second_order()->hessian(trial_.x, trial_.state, block, 0, hessian_.data(), ld);
  const Vec v = Vec(v_).first(k);
  box_(hessian_.data(), ld, ConstVec(slope_).first(k), ConstVec(low_).first(k), ConstVec(high_).first(k), v);
  double gain = 0;
  for (std::size_t c = 0; c < k; ++c) {
    double product = 0;
    for (std::size_t r = 0; r < k; ++r) product += hessian_[c * to_size(ld) + r] * v[r];
    gain -= v[c] * (slope_[c] + 0.5 * product);
  }
  return gain;
}

/// ranking_ <- the groups outside the support by their promise at trial_, the largest first.
void StructuredSearch::rank(Index left) {
  evaluator_.gradient(trial_.x, trial_.state, gradient_);
  ranking_.clear();
  for (Index g = 0; g < structure_.groups(); ++g)
    if (g != left && !chosen(g)) ranking_.push_back({promise(g), g});
  const auto first = std::min(ranking_.size(), std::max(tried, to_size(size_)));
  std::partial_sort(
      ranking_.begin(), ranking_.begin() + static_cast<std::ptrdiff_t>(first), ranking_.end(),
      [](const Promise& a, const Promise& b) { return a.gain > b.gain || (a.gain == b.gain && a.group < b.group); });
}

/// support_ <- the groups that best_ touches, and the most promising others up to s; here_ <- its refit.
void StructuredSearch::fill() {
  support_.clear();
  for (Index i : best_.x.support())
    if (structure_.group(i) >= 0) support_.push_back(structure_.group(i));
  std::ranges::sort(support_);
  support_.erase(std::unique(support_.begin(), support_.end()), support_.end());
  if (to_index(support_.size()) < size_) {
    trial_.x.assign(best_.x);
    trial_.evaluate(evaluator_);
    rank(-1);
    for (std::size_t k = 0; to_index(support_.size()) < size_; ++k) support_.push_back(ranking_[k].group);
    std::ranges::sort(support_);
  }
  trial_support_ = support_;
  fit(trial_support_, best_.x);
  here_ = trial_;
  keep_if_better();
  best_support_ = support_;
}

/// One group leaves. When none of them led to a better support, a kick.
bool StructuredSearch::exchange() {
  if (!filled_) {
    fill();
    order_ = support_;
    place_ = 0;
    filled_ = true;
    return true;
  }
  if (place_ == size_) return kick();
  const Index leaving = order_[to_size(place_)];
  rest_ = support_;
  std::erase(rest_, leaving);
  fit(rest_, here_.x);
  rank(leaving);
  for (std::size_t k = 0; k < std::min(tried, ranking_.size()); ++k) {
    if (!(ranking_[k].gain > 0)) break;
    trial_support_ = rest_;
    trial_support_.insert(std::ranges::upper_bound(trial_support_, ranking_[k].group), ranking_[k].group);
    fit(trial_support_, here_.x);
    if (!(trial_.f < here_.f - better * std::abs(here_.f))) continue;
    support_ = trial_support_;
    here_ = trial_;
    keep_if_better();
    order_ = support_;
    place_ = 0;
    return true;
  }
  ++place_;  // last, so that what fails is tried again
  return true;
}

/// Replaces one or more groups of the best support at random.
bool StructuredSearch::kick() {
  if (structure_.groups() == size_) return false;
  ++kicks_;
  support_ = best_support_;
  const Index most = std::max<Index>(1, std::min(size_ / 2, structure_.groups() - size_));
  const auto count = 1 + static_cast<Index>(rng_.below(static_cast<std::uint64_t>(most)));
  for (Index k = 0; k < count; ++k) {
    Index enters = 0;
    do enters = static_cast<Index>(rng_.below(static_cast<std::uint64_t>(structure_.groups())));
    while (chosen(enters));
    support_[to_size(static_cast<Index>(rng_.below(static_cast<std::uint64_t>(size_))))] = enters;
    std::ranges::sort(support_);
  }
  trial_support_ = support_;
  fit(trial_support_, best_.x);
  here_ = trial_;
  keep_if_better();
  order_ = support_;
  place_ = 0;
  return true;
}

}  // namespace sbreg
