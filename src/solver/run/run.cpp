// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/run.hpp"

#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {
namespace {

void require_finite_objective(double f, const char* where) {
  SBREG_REQUIRE(std::isfinite(f), SBREG_E_NUMERIC, "f is %g at %s, which no step can start from", f, where);
}

/// Where squares of residuals vanish, f is 0 everywhere near 0 and nothing could be told from it.
void require_representable(double f_at_zero, double residual_unit) {
  constexpr double least = 1e-280;  // f may still fall to 1e-20 of it
  SBREG_REQUIRE(!(residual_unit > 0) || f_at_zero >= least, SBREG_E_NUMERIC,
                "the length of b is %g, so that f(0) = %g is too small for double precision; multiply b by a power of "
                "two, and divide x by it afterwards",
                residual_unit, f_at_zero);
}

}  // namespace

double length(ConstVec v) noexcept {
  const double squares = kernels().dot(to_index(v.size()), v.data(), v.data());
  if (squares > 1e-280 && squares < 1e280) return std::sqrt(squares);
  const double largest = kernels().largest(to_index(v.size()), v.data());
  if (largest == 0 || !std::isfinite(largest)) return largest;
  double relative = 0;
  for (double x : v) relative += (x / largest) * (x / largest);
  return largest * std::sqrt(relative);
}

Run::Run(const Setup& setup_of_run)
    : setup(setup_of_run),
      capacity(structure().capacity()),
      evaluator(problem().evaluator(capacity)),
      current(*evaluator, problem().dimension(), capacity),
      next(current),
      gradient(to_size(problem().dimension())),
      best(problem().dimension(), capacity) {
  current.evaluate(*evaluator);
  require_finite_objective(current.f, "0");
  require_representable(current.f, problem().residual_unit());
  f_at_zero = best_f = current.f;
}

Run::Run(const Run& other, const Structure& structure)
    : setup(other.setup),
      capacity(structure.capacity()),
      evaluator(problem().evaluator(capacity)),
      current(*evaluator, problem().dimension(), capacity),
      next(current),
      gradient(to_size(problem().dimension())),
      best(problem().dimension(), capacity),
      f_at_zero(other.f_at_zero) {
  current.x.assign_dense(other.current.x.values());
  current.evaluate(*evaluator);
  best.assign(current.x);
  best_f = current.f;
}

void Run::start_at(ConstVec x0) {
  next.x.assign_dense(x0);
  next.evaluate(*evaluator);
  require_finite_objective(next.f, "x0");
  std::swap(current, next);
  gradient_known = false;
  best.assign(current.x);
  best_f = current.f;
}

void Run::ensure_gradient() {
  if (gradient_known) return;
  measure_gradient(current);
  require_finite_gradient(gradient_size);
}

void Run::measure_gradient(const Point& at) {
  evaluator->gradient(at.x, at.state, gradient);
  gradient_size = length(gradient);
  gradient_known = std::isfinite(gradient_size);  // what failed once may not the next time
}

void Run::take_gradient(LineVector& known) noexcept {
  gradient.swap(known);
  gradient_size = length(gradient);
  gradient_known = true;
}

void Run::require_finite_gradient(double size) const {
  SBREG_REQUIRE(std::isfinite(size), SBREG_E_NUMERIC, "the gradient of f is %g after %lld iterations", size,
                static_cast<long long>(counters.iterations));
}

/// Below 1e-280 a sum of squares loses its digits, and 0 may be what is left of it.
bool Run::at_lower_bound() const noexcept {
  const double above = best_f - problem().lower_bound();
  if (std::abs(f_at_zero) >= 1e-280) return above <= 1e-20 * std::abs(f_at_zero);
  return above <= 0 && problem().fits_at_zero();
}

double relative_gap(double f, double bound) noexcept {
  if (bound == -infinity || f == 0) return infinity;
  return std::max(f - bound, 0.0) / std::abs(f);
}

double Run::lower_bound() const noexcept {
  if (ended == SBREG_UNBOUNDED || ended == SBREG_INCONSISTENT) return -infinity;  // f is lower, or not what it seems
  return std::max(problem().lower_bound(), floor);
}

double Run::gap() const noexcept {
  const double bound = lower_bound();
  if (bound == -infinity) return infinity;
  if (at_lower_bound()) return 0;
  // Where f(0) has no digits beside the lower bound of f, a small difference says nothing.
  const bool digits = std::abs(f_at_zero) >= 1e-280 || floor >= bound;
  return digits && best_f - bound <= 1e-20 * std::abs(f_at_zero) ? 0 : relative_gap(best_f, bound);
}

bool Run::reached_target() const {
  const auto residual = evaluator->residual_norm(current.state);
  return residual ? *residual <= target_residual : at_lower_bound();
}

double Run::guess_curvature() const noexcept {
  const double squares = static_cast<double>(capacity) * units.gradient * units.gradient;
  const double guess = squares / (2 * std::abs(f_at_zero));
  return std::isfinite(guess) && guess > 0 ? guess : 1;
}

bool Run::end_iteration(bool changed, bool restarted, double slack) {
  gradient_known = false;
  ++counters.iterations;
  counters.support_changes += changed ? 1 : 0;
  counters.restarts += restarted ? 1 : 0;
  const bool better = current.f < best_f || (slack > 0 && current.f <= best_f + slack);
  if (better) {
    best_f = current.f;
    best.assign(current.x);
  }
  record(changed, restarted);
  return better;
}

void Run::reserve_record() {
  if (options().history != 0) history.reserve_one();
}

void Run::record(bool changed, bool restarted) {
  if (options().history == 0) return;
  history.append({current.f, best_f, changed ? 1.0 : 0.0, restarted ? 1.0 : 0.0, static_cast<double>(matrix)});
}

void Run::count(const Refit::Effort& effort) noexcept {
  counters.evaluations += effort.evaluations;
  counters.newton_steps += effort.steps;
}

}  // namespace sbreg
