// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/newton.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/cholesky.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/checks.hpp"
#include "support/line_array.hpp"

namespace sbreg {
namespace {

/// Where the Hessian is constant it does not overflow: a product of the caller's is no number.
void require_numbers(Index count, const double* v) {
  SBREG_REQUIRE(first_not_finite({v, to_size(count)}) < 0, SBREG_E_NUMERIC,
                "a product with the data of the problem is not finite");
}

constexpr double least_trusted = 1e-10;         // of a column of length 1: its coefficient has six digits left
constexpr Index largest_root = Index{1} << 27;  // numbers, 1 GiB

constexpr double least_damping = 1e-9;  // of the diagonal: with less a column that depends on others would be skipped
constexpr double least_damping_of_root = 1e-16;  // with less rounding would move such columns against each other

}  // namespace

bool finite(const Point& point) noexcept {
  return std::isfinite(point.f) && std::ranges::all_of(point.x.packed(), [](double v) { return std::isfinite(v); });
}

Newton::Newton(Evaluator& evaluator, const Structure& structure)
    : structure_(&structure),
      selection_(structure),
      s_(structure.capacity()),
      constant_(evaluator.constant_hessian()),
      doubts_(constant_ && evaluator.calls_back()) {
  const Index n = structure.size();
  const Index s = s_;
  step_.resize(to_size(s));
  skipped_.resize(to_size(s));
  if (!constant_) units_.resize(to_size(s));
  if (s > largest_factor) {
    residual_.resize(to_size(s));
    direction_.resize(to_size(s));
    image_.resize(to_size(s));
    return;
  }
  evaluator.second_order()->prepare_hessian();
  if (bounded()) {
    box_ = BoxQuadratic(s);
    for (auto* v : {&slope_, &low_, &high_}) v->resize(to_size(s));
  }
  ld_ = whole_lines(s);
  step_.resize(to_size(ld_));
  const auto size = to_size(ld_ * ld_);
  for (auto* v : {&hessian_, &factor_}) v->resize(size);
  solution_.resize(to_size(ld_));
  for (auto* v : {&support_, &order_}) v->resize(to_size(s));
  where_.resize(to_size(n), none);
  stays_.resize(to_size(2 * s));
  for (auto* v : {&place_, &kept_, &rank_}) v->resize(to_size(2 * s));
}

bool Newton::operator()(Evaluator& evaluator, const Point& at, SparseVector& v) {
  return on(evaluator, at, selection_.touched(at.x), v);
}

bool Newton::on(Evaluator& evaluator, const Point& at, ConstIndexVec T, SparseVector& v, double reach) {
  on_ = T;
  const Index k = to_index(T.size());
  evaluator.gradient_on(at.x, at.state, T, Vec(step_).first(T.size()));
  bool zero = true;
  for (Index i = 0; i < k; ++i) {
    step_[to_size(i)] = -step_[to_size(i)];
    zero = zero && step_[to_size(i)] == 0;
  }
  if (zero) return false;
  if (doubts_) require_numbers(k, step_.data());
  damping_ = 0;
  if (reach < infinity) measure_damping(evaluator, reach);
  if (s_ > largest_factor) {
    conjugate_gradients(evaluator, at);
  } else if (bounded()) {
    solve_within_bounds(evaluator, at);
    v.assign_packed(T, ConstVec(step_).first(T.size()));
    return true;
  } else {
    factor(evaluator, at);
    if (by_root_) {
      evaluator.second_order()->root()->careful_gradient_on(at.x, at.state, T, Vec(step_).first(T.size()));
      for (Index i = 0; i < k; ++i) step_[to_size(i)] = -step_[to_size(i)];
      for (Index i = 0; basic_ && i < k; ++i) at_[to_size(i)] = at.x[T[to_size(i)]];
      qr_.solve(Vec(step_).first(T.size()), ConstVec(at_).first(basic_ ? T.size() : 0));
    } else {
      for (Index i = 0; i < k; ++i) solution_[place_[to_size(i)]] = step_[to_size(i)];
      cholesky_solve(k, factor_.data(), ld_, skipped_.data(), solution_.data());
      for (Index i = 0; i < k; ++i) step_[to_size(i)] = solution_[place_[to_size(i)]];
    }
  }
  for (Index i = 0; i < k; ++i) step_[to_size(i)] += at.x[T[to_size(i)]];
  if (bounded())
    for (Index i = 0; i < k; ++i) step_[to_size(i)] = structure_->clamp(T[to_size(i)], step_[to_size(i)]);
  v.assign_packed(T, ConstVec(step_).first(T.size()));
  return true;
}

void Newton::stretch(double factor, const Point& at, SparseVector& v) noexcept {
  for (std::size_t i = 0; i < on_.size(); ++i) {
    const double x = at.x[on_[i]];
    step_[i] = x + factor * (step_[i] - x);
    if (bounded()) step_[i] = structure_->clamp(on_[i], step_[i]);
  }
  v.assign_packed(on_, ConstVec(step_).first(on_.size()));
}

/// Orders T: what hessian_ has in its order, and then what is new. Returns how many are not new, with their last places
/// in kept_. No branch depends on which they are.
Index Newton::arrange() noexcept {
  const std::size_t k = on_.size();
  const auto last = to_size(constant_ && gathered_ ? count_ : 0);
  for (std::size_t p = last; p < to_size(count_); ++p) where_[to_size(order_[p])] = none;
  std::fill_n(stays_.begin(), last, static_cast<unsigned char>(0));
  std::size_t slots = last;
  for (std::size_t i = 0; i < k; ++i) {
    const Place where = where_[to_size(on_[i])];
    const std::size_t slot = where == none ? slots : where;
    slots += where == none ? 1 : 0;
    stays_[slot] = 1;
    place_[i] = static_cast<Place>(slot);
  }
  Place places = 0;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    kept_[places] = static_cast<Place>(slot);
    rank_[slot] = places;
    places = static_cast<Place>(places + stays_[slot]);
  }
  for (std::size_t p = 0; p < last; ++p) where_[to_size(order_[p])] = none;
  for (std::size_t i = 0; i < k; ++i) {
    const Place place = rank_[place_[i]];
    place_[i] = place;
    order_[place] = on_[i];
    where_[to_size(on_[i])] = place;
  }
  std::ranges::copy(on_, support_.begin());
  count_ = to_index(k);
  return count_ - to_index(slots - last);
}

/// Lower triangle of hessian_ <- H on T, computing only the rows of indices that it lacked. Returns how many of the
/// first rows and columns are the same as before.
Index Newton::gather(Evaluator& evaluator, const Point& at) {
  const Index kept = arrange();
  gathered_ = false;
  Index same = 0;
  while (same < kept && kept_[to_size(same)] == to_size(same)) ++same;
  for (Index c = 0; c < kept; ++c) {  // towards the front, so that nothing is overwritten before it has moved
    const double* source = hessian_.data() + to_index(kept_[to_size(c)]) * ld_;
    double* target = hessian_.data() + c * ld_;
    for (Index r = std::max(c, same); r < kept; ++r) target[r] = source[kept_[to_size(r)]];
  }
  if (kept < count_)
    evaluator.second_order()->hessian(at.x, at.state, ConstIndexVec(order_).first(on_.size()), kept,
                                      hessian_.data() + kept, ld_);
  for (Index c = 0; doubts_ && c < count_; ++c) {
    const Index first = std::max(c, kept);
    require_numbers(count_ - first, hessian_.data() + c * ld_ + first);
  }
  gathered_ = true;
  if (damping_ > 0) damp();
  return same;
}

/// From -g in step_.
void Newton::measure_damping(Evaluator& evaluator, double reach) {
  const auto k = on_.size();
  const Vec units = Vec(units_).first(k);
  evaluator.second_order()->column_squares(on_, units);
  double squares = 0;
  for (std::size_t i = 0; i < k; ++i) {
    if (!(units[i] > 0) || !std::isfinite(units[i])) units[i] = 1;
    squares += step_[i] / units[i] * step_[i];
  }
  damping_ = squares / reach;
}

void Newton::damp() noexcept {
  double largest = 0;  // of the diagonal, in the units
  for (std::size_t i = 0; i < on_.size(); ++i)
    largest = std::max(largest, hessian_[place_[i] * to_size(ld_ + 1)] / units_[i]);
  const double added = std::max(damping_, least_damping * largest);
  damping_ = std::max(damping_, least_damping_of_root * largest);
  for (std::size_t i = 0; i < on_.size(); ++i) hessian_[place_[i] * to_size(ld_ + 1)] += added * units_[i];
}

bool Newton::solved_for_all() const noexcept {
  if (s_ > largest_factor) return false;
  if (bounded()) return boxed_;
  if (by_root_) return qr_.full_rank() || basic_;
  return std::none_of(skipped_.begin(), skipped_.begin() + count_, [](unsigned char s) { return s != 0; });
}

bool Newton::doubtful() const noexcept {
  return !solved_for_all() || (by_root_ && (!qr_.full_rank() || qr_.least_part() < least_trusted));
}

bool Newton::known_support() const noexcept {
  return constant_ && factored_ && std::ranges::equal(on_, ConstIndexVec(support_).first(to_size(count_)));
}

void Newton::factor(Evaluator& evaluator, const Point& at) {
  if (known_support()) return;
  factored_ = false;
  const Index same = gather(evaluator, at);
  const bool root = root_fits(evaluator);
  const bool clear = cholesky_factor(count_, hessian_.data(), factor_.data(), ld_, skipped_.data(), same,
                                     root ? clear_pivot : dependent_pivot);
  by_root_ = root && !clear;
  if (by_root_) {
    HessianRoot& hessian_root = *evaluator.second_order()->root();
    const Index rows = hessian_root.root_rows(count_);
    double* const columns = qr_.columns(rows + (damping_ > 0 ? count_ : 0), count_);
    at_.resize(to_size(count_));
    basic_ = hessian_root.hessian_root(at.x, at.state, on_, columns);
    if (damping_ > 0) damp_root(rows, columns);
    qr_.factor();
  }
  factored_ = true;
  doubted_ = doubted_ || doubtful();
}

/// columns <- the same with a diagonal below it, whose squares are the damping.
void Newton::damp_root(Index rows, double* columns) noexcept {
  for (Index c = count_; c-- > 0;) {  // from the last on, so that nothing is overwritten before it has moved
    double* const column = columns + c * (rows + count_);
    std::copy_backward(columns + c * rows, columns + (c + 1) * rows, column + rows);
    std::fill_n(column + rows, count_, 0.0);
    column[rows + c] = std::sqrt(damping_ * units_[to_size(c)]);
  }
  basic_ = false;
}

bool Newton::root_fits(Evaluator& evaluator) const noexcept {
  const HessianRoot* const root = evaluator.second_order()->root();
  const Index rows = root != nullptr ? root->root_rows(count_) : 0;
  return rows > 0 && rows <= largest_root / std::max<Index>(count_, 1);
}

/// step_ <- the minimiser of the model within the bounds, from -g in step_.
void Newton::solve_within_bounds(Evaluator& evaluator, const Point& at) {
  if (!known_support()) {
    factored_ = false;
    gather(evaluator, at);
    for (Index c = 0; c < count_; ++c)
      for (Index r = c + 1; r < count_; ++r) hessian_[to_size(r * ld_ + c)] = hessian_[to_size(c * ld_ + r)];
    factored_ = true;
  }
  const auto k = on_.size();
  for (std::size_t i = 0; i < k; ++i) {
    const std::size_t p = place_[i];
    slope_[p] = -step_[i];
    low_[p] = structure_->lower(on_[i]);
    high_[p] = structure_->upper(on_[i]);
    solution_[p] = at.x[on_[i]];
  }
  boxed_ = box_(hessian_.data(), ld_, ConstVec(slope_).first(k), ConstVec(low_).first(k), ConstVec(high_).first(k),
                Vec(solution_).first(k));
  for (std::size_t i = 0; i < k; ++i) step_[i] = solution_[place_[i]];
}

/// step_ <- H^{-1} step_ by conjugate gradients, to 1e-12 of the right-hand side or as long as curvature is positive.
/// Coordinates that are pressed against a bound stay there.
void Newton::conjugate_gradients(Evaluator& evaluator, const Point& at) {
  const Index k = to_index(on_.size());
  const auto n = on_.size();
  const auto& dot = kernels().dot;
  const auto release = [&](Vec values) {
    for (std::size_t i = 0; i < n; ++i)
      if (skipped_[i] != 0) values[i] = 0;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double x = at.x[on_[i]];
    skipped_[i] = bounded() && ((x <= structure_->lower(on_[i]) && step_[i] < 0) ||
                                (x >= structure_->upper(on_[i]) && step_[i] > 0))
                      ? 1
                      : 0;
  }
  release(step_);
  std::copy_n(step_.begin(), n, residual_.begin());
  std::copy_n(step_.begin(), n, direction_.begin());
  std::fill_n(step_.begin(), n, 0.0);
  double size = dot(k, residual_.data(), residual_.data());
  const double target = 1e-24 * size;
  for (Index iteration = 0; iteration < 2 * k && size > target; ++iteration) {
    evaluator.second_order()->hessian_multiply(at.x, at.state, on_, ConstVec(direction_).first(n),
                                               Vec(image_).first(n));
    for (std::size_t i = 0; i < n; ++i) image_[i] += damping_ > 0 ? damping_ * units_[i] * direction_[i] : 0;
    release(image_);
    const double curvature = dot(k, direction_.data(), image_.data());
    if (!(curvature > 0)) break;
    const double length = size / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      step_[i] += length * direction_[i];
      residual_[i] -= length * image_[i];
    }
    const double next = dot(k, residual_.data(), residual_.data());
    for (std::size_t i = 0; i < n; ++i) direction_[i] = residual_[i] + next / size * direction_[i];
    size = next;
  }
}

}  // namespace sbreg
