// SPDX-License-Identifier: BSD-3-Clause
#include "solver/certificate/end_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double least_promise = 1e-8;  // of a unit of f
constexpr double least_share = 0.01;    // of its promise that a step must keep
constexpr int most_quarterings = 400;   // of a step: the whole range of double precision

constexpr double growth = 16;         // of a step along a ray
constexpr double farthest = 1e150;    // where squares are still numbers
constexpr int convincing_steps = 20;  // along a ray that leaves the numbers earlier
constexpr double steady = 0.9;        // of the last fall that the next one must have: a logarithm has all of it
constexpr double linear = 1e-6;       // how far two slopes of one straight line may differ, relative
constexpr double quadratic = 1e-12;   // of curvature |x|^2, what rounding of a quadratic may amount to

constexpr double least_concavity = 1e-10;  // of the mean curvature: what rounding of p'Hp may amount to
constexpr int most_concave_steps = 64;

double largest_entry(ConstVec v) noexcept {
  double largest = 0;
  for (double x : v) largest = std::max(largest, std::abs(x));
  return largest;
}

double dot(ConstVec v, ConstVec w) noexcept { return std::inner_product(v.begin(), v.end(), w.begin(), 0.0); }

double norm(ConstVec v) noexcept {
  const double largest = largest_entry(v);
  if (largest == 0 || !std::isfinite(largest)) return largest;
  double squares = 0;
  for (double x : v) squares += (x / largest) * (x / largest);
  return largest * std::sqrt(squares);
}

}  // namespace

EndCheck::EndCheck(const Problem& problem, Evaluator& evaluator, const Structure& structure)
    : evaluator_(evaluator),
      structure_(structure),
      selection_(structure),
      doubts_(evaluator.calls_back()),
      has_bottom_(problem.nonnegative()),
      curvature_(evaluator.constant_hessian() ? problem.mean_curvature() : 0),
      point_(evaluator, problem.dimension(), structure.capacity()),
      zero_(problem.dimension(), structure.capacity()),
      gradient_(to_size(problem.dimension())),
      direction_(gradient_.size()),
      scratch_(gradient_.size()) {
  ray_.reserve(to_size(structure.capacity()));
  if (evaluator.constant_hessian() && !has_bottom_)
    for (auto* v : {&residual_, &step_, &product_}) v->resize(to_size(structure.capacity()));
}

EndCheck::Verdict EndCheck::operator()(const End& end) {
  aim(end);
  const double unit = std::abs(end.f_at_zero) + std::abs(end.f);
  const double length = norm(end.x.packed());
  double t = (length > 0 ? length : end.size) / std::max(norm(direction_), 1.0);
  bool lower = false, certain = false;
  double slope = 0;  // of f along d, as a multiple of what g says: -1 where g is right
  Probe last{infinity, 0, 0};
  for (int k = 0; k < most_quarterings && !lower; ++k, t /= 4) {
    const Probe now = probe(end.x, t);
    if (!(now.promise > least_promise * unit)) break;
    const double rise = now.f - end.f;
    lower = std::isfinite(now.f) && rise < -least_share * now.promise;
    if (lower && -rise > end.least * unit) return unbounded(end) ? Verdict::unbounded : Verdict::falls;
    // rise = slope promise + c t^2, so that two steps tell the slope whatever the curvature c is. Where the slopes of
    // two pairs differ, f is too rough to tell.
    const double last_slope = slope;
    slope = (16 * rise - (last.f - end.f)) / (16 * now.promise - last.promise);
    certain = std::abs(slope - last_slope) <= 0.25 * std::max(1.0, std::abs(slope));
    last = now;
  }
  if (unbounded(end)) return Verdict::unbounded;
  return doubts_ && certain && !lower && slope > -0.5 ? Verdict::inconsistent : Verdict::none;
}

/// direction_ <- -g on the support of x and the best coordinates beside it, 0 elsewhere; its largest entry is 1.
void EndCheck::aim(const End& end) {
  point_.x.assign(end.x);
  point_.evaluate(evaluator_);
  ++evaluations_;
  evaluator_.gradient(point_.x, point_.state, gradient_);
  const auto n = to_index(gradient_.size());
  for (Index i = 0; i < n; ++i) {
    const double g = gradient_[to_size(i)];
    const bool blocked = g != 0 && structure_.clamp(i, end.x[i] - g) == end.x[i];
    scratch_[to_size(i)] = blocked ? 0 : g;
  }
  const double largest = largest_entry(scratch_);
  const double all = 4 * static_cast<double>(n);
  for (Index i = 0; i < n; ++i) {
    const double share = largest > 0 ? scratch_[to_size(i)] / largest : 0;
    direction_[to_size(i)] = -share;
    scratch_[to_size(i)] = share * share + (end.x[i] != 0 ? all : 0);
  }
  const ConstIndexVec chosen = selection_.largest(scratch_);
  ray_.assign(chosen.begin(), chosen.end());
  for (Index i : ray_) scratch_[to_size(i)] = -1;
  for (Index i = 0; i < n; ++i)
    if (scratch_[to_size(i)] >= 0) direction_[to_size(i)] = 0;
}

/// f at from + t d. What leaves the range of double precision counts as -infinity, unless f says +infinity there.
EndCheck::Probe EndCheck::probe(const SparseVector& from, double t) {
  Probe result{infinity, 0, 0};
  for (Index i : ray_) {
    const double there = structure_.clamp(i, from[i] + t * direction_[to_size(i)]);
    scratch_[to_size(i)] = there;
    result.promise -= gradient_[to_size(i)] * (there - from[i]);
  }
  point_.x.assign(ray_, scratch_);
  result.length = norm(point_.x.packed());
  ++evaluations_;
  try {
    point_.evaluate(evaluator_);
    result.f = std::isnan(point_.f) ? -infinity : point_.f;
  } catch (const Error& error) {
    if (error.code() != SBREG_E_NUMERIC) throw;
    result.f = -infinity;
  }
  return result;
}

/// Along d from a point with this f, t being the first step. Where the Hessian is constant, a fall that the rounding of
/// a quadratic term could explain counts only along a straight line.
bool EndCheck::falls_for_ever(const SparseVector& from, double f, double t) {
  double fall = 0, slope = 0, before = 0;
  for (int k = 0;; ++k, t *= growth) {
    const Probe now = probe(from, t);
    if (now.f == infinity) return false;
    if (now.f == -infinity) return k >= convincing_steps;
    const double last_fall = fall, last_slope = slope;
    fall = f - now.f;
    slope = fall / (t - before);
    if (!(fall > 0 && fall >= steady * last_fall)) return false;
    const bool straight = std::abs(slope - last_slope) <= linear * slope;
    const bool clear = fall / now.length >= quadratic * curvature_ * now.length;
    if (k > 0 && !straight && !clear) return false;
    if (now.length > farthest) return k >= convincing_steps;
    f = now.f;
    before = t;
  }
}

void EndCheck::keep_endless_directions() noexcept {
  for (Index i : ray_)
    if (!structure_.endless(i, direction_[to_size(i)])) direction_[to_size(i)] = 0;
}

bool EndCheck::unbounded(const End& end) {
  if (has_bottom_) return false;
  const double length = norm(end.x.packed());
  aim(end);
  keep_endless_directions();
  if (largest_entry(direction_) > 0 && falls_for_ever(end.x, end.f, std::max(length, end.size))) return true;
  if (point_through(end.x, 1) && falls_for_ever(end.x, end.f, length)) return true;
  for (const double sign : {1.0, -1.0})  // a linear term may slope up on the way to x
    if (point_through(end.x, sign) && falls_for_ever(zero_, end.f_at_zero, end.size)) return true;
  if (point_along_negative_curvature(end.size) && falls_for_ever(zero_, end.f_at_zero, end.size)) return true;
  return point_along_concave_step(end) && falls_for_ever(zero_, end.f_at_zero, end.size);
}

/// d <- sign x, its largest entry 1. False where there is no such direction, or where bounds end it.
bool EndCheck::point_through(const SparseVector& x, double sign) noexcept {
  const double largest = largest_entry(x.packed());
  if (largest == 0) return false;
  ray_.assign(x.support().begin(), x.support().end());
  for (Index i : ray_) direction_[to_size(i)] = sign * x[i] / largest;
  return std::ranges::all_of(ray_, [&](Index i) { return structure_.endless(i, sign * x[i]); });
}

/// d <- the coordinate with the least second derivative of a constant Hessian. False where that is positive.
bool EndCheck::point_along_negative_curvature(double size) {
  if (!evaluator_.constant_hessian() || structure_.capacity() == 0) return false;
  evaluator_.second_order()->hessian_diagonal(scratch_);
  const auto least = std::ranges::min_element(scratch_);
  if (*least > 0) return false;
  const Index j = std::distance(scratch_.begin(), least);
  ray_.assign(1, j);
  direction_[to_size(j)] = 1;
  return point_downwards(size);
}

/// d <- the step p of conjugate gradients for H y = d, on the coordinates that d may use, whose curvature p'Hp is
/// negative, its largest entry 1. False where no step is of that kind.
bool EndCheck::point_along_concave_step(const End& end) {
  if (!evaluator_.constant_hessian()) return false;
  aim(end);
  if (ray_.empty()) {  // g = 0 at x = 0: no coordinate is better than another
    std::ranges::fill(scratch_, 1.0);
    const ConstIndexVec chosen = selection_.largest(scratch_);
    ray_.assign(chosen.begin(), chosen.end());
  }
  const std::size_t k = ray_.size();
  const Vec r = Vec(residual_).first(k), p = Vec(step_).first(k), Hp = Vec(product_).first(k);
  for (std::size_t i = 0; i < k; ++i) r[i] = direction_[to_size(ray_[i])];
  const bool end_is_flat = largest_entry(r) == 0;
  for (std::size_t i = 0; i < k && end_is_flat; ++i) r[i] = 1 / static_cast<double>(i + 1);  // any direction will do
  std::ranges::copy(r, p.begin());
  double squares = dot(r, r);
  const double small = 1e-20 * squares;
  for (int round = 0; round < most_concave_steps && squares > small; ++round) {
    std::ranges::fill(Hp, 0.0);
    for (std::size_t j = 0; j < k; ++j) {
      evaluator_.second_order()->hessian_column(ray_[j], scratch_);
      for (std::size_t i = 0; i < k; ++i) Hp[i] += p[j] * scratch_[to_size(ray_[i])];
    }
    const double curvature = dot(p, Hp);
    if (curvature < -least_concavity * curvature_ * dot(p, p)) {
      const double largest = largest_entry(p);
      for (std::size_t i = 0; i < k; ++i) direction_[to_size(ray_[i])] = p[i] / largest;
      return point_downwards(end.size);
    }
    if (!(curvature > 0)) return false;
    const double t = squares / curvature;
    for (std::size_t i = 0; i < k; ++i) r[i] -= t * Hp[i];
    const double last = std::exchange(squares, dot(r, r));
    for (std::size_t i = 0; i < k; ++i) p[i] = r[i] + squares / last * p[i];
  }
  return false;
}

/// d <- d or -d, along which f is lower at that distance from 0. False where bounds end both.
bool EndCheck::point_downwards(double size) {
  double f[2] = {infinity, infinity};
  for (double& side : f) {
    const bool free = std::ranges::all_of(ray_, [&](Index i) {
      const double d = direction_[to_size(i)];
      return d == 0 || structure_.endless(i, d);
    });
    if (free) side = probe(zero_, size).f;
    for (Index i : ray_) direction_[to_size(i)] = -direction_[to_size(i)];
  }
  if (f[1] < f[0])
    for (Index i : ray_) direction_[to_size(i)] = -direction_[to_size(i)];
  return std::min(f[0], f[1]) < infinity;
}

}  // namespace sbreg
