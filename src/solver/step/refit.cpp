// SPDX-License-Identifier: BSD-3-Clause
#include "solver/step/refit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbreg {
namespace {

constexpr int most_steps = 200;
constexpr int most_delicate = 10;    // where the Hessian is constant and the columns are nearly dependent
constexpr int usual_steps = 10;      // the minimiser is far away where these do not get there
constexpr int usual_halvings = 30;   // after these, as after the whole step, it is asked whether f can still fall
constexpr int most_halvings = 1100;  // the whole range of double precision
constexpr int most_doublings = 30;
constexpr int many_halvings = 3;           // after which a step is damped,
constexpr double more_than_the_last = 16;  // with a reach of so many times the last fall,
constexpr double recovery = 64;            // which grows by this where a step is good
constexpr double ahead = 4;                // times the fall of the last step that those after it may bring together
constexpr int most_unseen = 4;             // halvings between two looks at f
constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();  // of f, relative
constexpr double nothing = 1e-15;                                         // of f: no fall

/// A step that had to be halved often shows that the model is good for a small part of it only: the next step is
/// damped, and promises a few times what this one has brought. Where steps are good the damping goes again.
double next_reach(double reach, double fall, int halvings, double f) noexcept {
  if (halvings > many_halvings) return more_than_the_last * fall;
  const bool good = halvings <= 1 && recovery * reach < f;
  return good ? recovery * reach : infinity;
}

/// Halvings of a step, at whose end f has risen instead of falling with its first slope, before it is worth another
/// look. The parabola through what is known has its minimum at t = fall / 2 (fall + rise) of the step; beyond it f may
/// grow more slowly than a parabola, so the step keeps the root of that.
int hopeless_halvings(double fall, double rise) noexcept {
  const double t = 0.5 * fall / (fall + rise);
  return t > 0 && t < 1 ? std::min(static_cast<int>(-0.5 * std::log2(t)) - 1, most_unseen) : 0;
}

}  // namespace

Refit::Refit(Evaluator& evaluator, const Structure& structure, int exact)
    : evaluator_(evaluator),
      newton_(evaluator, structure),
      selection_(structure),
      trial_(evaluator, structure.size(), structure.capacity()),
      further_(trial_),
      gradient_(to_size(structure.capacity())),
      exact_(exact) {
  T_.reserve(to_size(structure.capacity()));
}

Refit::Effort Refit::operator()(Point& at) {
  const ConstIndexVec T = selection_.touched(at.x);
  T_.assign(T.begin(), T.end());
  return (*this)(at, T_);
}

Refit::Effort Refit::operator()(Point& at, ConstIndexVec T) {
  effort_ = {};
  evaluator_.constant_hessian() ? repeat(at, T) : descend(at, T);
  return effort_;
}

void Refit::descend(Point& at, ConstIndexVec T) {
  double reach = infinity;
  double last_hope = at.f != 0 ? std::abs(at.f) : 1;  // the reach of a step where Newton's gains nothing
  for (int step = 0; step < most_steps; ++step) {
    if (!newton_.on(evaluator_, at, T, trial_.x, reach)) return;
    const bool damped = reach < infinity;
    const int halvings = shorten(at, T);
    const bool lower = halvings < most_halvings;
    if (halvings == 0 && (damped || step >= usual_steps)) lengthen(at);
    const double fall = lower ? at.f - trial_.f : 0;
    if (lower) take(at);
    if (halvings == 0 && !damped && at.f - ahead * fall > hopeless) return;
    if (fall > nothing * std::abs(at.f)) {
      reach = step < usual_steps ? reach : next_reach(reach, fall, halvings, std::abs(at.f));
      continue;
    }
    if (halvings == 0 && (damped || newton_.solved_for_all())) return;
    last_hope = std::min(damped ? 1e-4 * last_hope : last_hope, std::abs(at.f));
    if (last_hope <= nothing * std::abs(at.f)) return;
    reach = last_hope;
  }
}

/// The minimiser of a quadratic, for as long as it lies lower.
void Refit::repeat(Point& at, ConstIndexVec T) {
  int most = exact_;
  for (int step = 0; step < most && newton_.on(evaluator_, at, T, trial_.x); ++step) {
    evaluate(trial_);
    const bool simpler = trial_.x.count() < at.x.count() && trial_.f <= at.f + slack;
    if (!finite(trial_) || !(simpler || trial_.f < at.f)) return;
    take(at);
    if (newton_.delicate()) most = most_delicate;
  }
}

void Refit::take(Point& at) noexcept {
  std::swap(at, trial_);
  ++effort_.steps;
}

void Refit::evaluate(Point& trial) {
  trial.evaluate(evaluator_);
  ++effort_.evaluations;
}

/// The model falls by no more than its slope along the step to its minimiser, and by half of that without bounds.
double Refit::promise(const Point& at, ConstIndexVec T) {
  if (!newton_.on(evaluator_, at, T, trial_.x)) return 0;
  if (newton_.doubtful()) return infinity;
  return std::abs(slope(at, at, T));  // above 0 by rounding alone
}

/// The derivative of f at `where` along the step from `at` to the trial.
double Refit::slope(const Point& where, const Point& at, ConstIndexVec T) {
  evaluator_.gradient_on(where.x, where.state, T, Vec(gradient_).first(T.size()));
  double slope = 0;
  for (std::size_t k = 0; k < T.size(); ++k) slope += gradient_[k] * (trial_.x[T[k]] - at.x[T[k]]);
  return slope;
}

/// Whether the trial is no worse than `at`. The last step, which squares the error of x, no longer shows in f: there a
/// step is good when f rises at its end no more than half as steeply as it fell at its start.
bool Refit::good(const Point& at, ConstIndexVec T) {
  if (!finite(trial_) || trial_.f > at.f + rounding * std::abs(at.f)) return false;
  return trial_.f <= at.f || slope(trial_, at, T) <= -0.5 * slope(at, at, T);
}

/// Halves the step until it is good; returns how often, or most_halvings where no step is. Newton's step may be too
/// long by any factor (a count of 1e15 at a mean of 1), so only a fall that drowns in the rounding of f ends the
/// search.
int Refit::shorten(const Point& at, ConstIndexVec T) {
  double fall = 0;  // that the slope promises for the step
  for (int halvings = 0; halvings < most_halvings; ++halvings) {
    if (halvings > 0) newton_.shorten(at, trial_.x);
    evaluate(trial_);
    if (good(at, T)) return halvings;
    if (halvings == 0) fall = -slope(at, at, T);
    if (halvings == 0 || halvings >= usual_halvings)
      if (!(fall > nothing * std::abs(at.f))) break;
    for (int k = hopeless_halvings(fall, trial_.f - at.f); k > 0 && halvings < usual_halvings; --k, ++halvings) {
      newton_.shorten(at, trial_.x);
      fall *= 0.5;
    }
    fall *= 0.5;
  }
  return most_halvings;
}

/// Doubles the step for as long as f falls by more than its rounding.
void Refit::lengthen(const Point& at) {
  for (int doublings = 0; doublings < most_doublings; ++doublings) {
    newton_.lengthen(at, further_.x);
    evaluate(further_);
    if (!(finite(further_) && further_.f < trial_.f - rounding * std::abs(trial_.f))) return;
    std::swap(trial_, further_);
  }
}

}  // namespace sbreg
