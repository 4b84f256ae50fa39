// SPDX-License-Identifier: BSD-3-Clause
#include "solver/solver.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/kernels.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();  // of f, relative

void require_finite_objective(double f, const char* where) {
  SBREG_REQUIRE(std::isfinite(f), SBREG_E_NUMERIC, "f is %g at %s, which no step can start from", f, where);
}

void require_finite_gradient(double size, Index iterations) {
  SBREG_REQUIRE(std::isfinite(size), SBREG_E_NUMERIC, "the gradient of f is %g after %lld iterations", size,
                static_cast<long long>(iterations));
}

/// Where squares of residuals vanish, f is 0 everywhere near 0 and nothing could be told from it.
void require_representable(double f_at_zero, double residual_unit) {
  constexpr double least = 1e-280;  // f may still fall to 1e-20 of it
  SBREG_REQUIRE(!(residual_unit > 0) || f_at_zero >= least, SBREG_E_NUMERIC,
                "the length of b is %g, so that f(0) = %g is too small for double precision; multiply b by a power of "
                "two, and divide x by it afterwards",
                residual_unit, f_at_zero);
}

/// ||v||, also where its square overflows or vanishes.
double length(ConstVec v) noexcept {
  const double squares = kernels().dot(to_index(v.size()), v.data(), v.data());
  if (squares > 1e-280 && squares < 1e280) return std::sqrt(squares);
  const double largest = kernels().largest(to_index(v.size()), v.data());
  if (largest == 0 || !std::isfinite(largest)) return largest;
  double relative = 0;
  for (double x : v) relative += (x / largest) * (x / largest);
  return largest * std::sqrt(relative);
}

/// The groups that the problem asks for, or nothing.
std::unique_ptr<const Structure> structure_of(const Problem& problem, Index s) {
  if (problem.groups().empty()) return nullptr;
  auto structure = std::make_unique<Structure>(problem.dimension(), s);
  structure->set_groups(problem.groups());
  return structure;
}

}  // namespace

Solver::Solver(std::shared_ptr<const Problem> problem, Index s)
    : Solver(std::move(problem), s, std::unique_ptr<const Structure>()) {}

Solver::Solver(std::shared_ptr<const Problem> problem, Index s, const Solver& pattern)
    : Solver(std::move(problem), s,
             pattern.structure_ != nullptr ? std::make_unique<Structure>(*pattern.structure_, s)
                                           : std::make_unique<Structure>(pattern.problem().dimension(), s)) {
  if (pattern.shares_dictionary()) dictionary_ = pattern.dictionary_;
  kernel_ = pattern.kernel_;
  options = pattern.options;
}

/// Without a structure that of the problem.
Solver::Solver(std::shared_ptr<const Problem> problem, Index s, std::unique_ptr<const Structure> structure)
    : problem_(std::move(problem)),
      s_(s),
      capacity_(s),
      evaluator_(problem_->evaluator(s)),
      current_(*evaluator_, problem_->dimension(), s),
      next_(*evaluator_, problem_->dimension(), s),
      extrapolated_(*evaluator_, problem_->dimension(), s),
      gradient_(to_size(problem_->dimension())),
      threshold_(problem_->dimension(), s),
      best_(problem_->dimension(), s) {
  current_.evaluate(*evaluator_);
  require_finite_objective(current_.f, "0");
  require_representable(current_.f, problem_->residual_unit());
  f_at_zero_ = best_f_ = current_.f;
  apply_method(options);
  if (structure == nullptr) structure = structure_of(*problem_, s);
  if (structure != nullptr && !structure->plain()) set_structure(std::move(structure));
}

void Solver::set_structure(std::unique_ptr<const Structure> structure) {
  structure->require_feasible(current_.x.values(), "the start");
  const Index n = problem_->dimension();
  const Index capacity = structure->capacity();
  auto evaluator = problem_->evaluator(capacity);
  Point current(*evaluator, n, capacity);
  Point next(current);
  Point extrapolated(current);
  SparseVector best(n, capacity);
  current.x.assign_dense(current_.x.values());
  current.evaluate(*evaluator);
  best.assign(current.x);
  // Nothing fails from here on.
  capacity_ = capacity;
  evaluator_ = std::move(evaluator);
  current_ = std::move(current);
  next_ = std::move(next);
  extrapolated_ = std::move(extrapolated);
  best_ = std::move(best);
  best_f_ = current_.f;
  gradient_known_ = false;
  if (structure->plain()) structure.reset();
  structure_ = std::move(structure);
}

void Solver::set_start(ConstVec x0) {
  next_.x.assign_dense(x0);
  next_.evaluate(*evaluator_);
  require_finite_objective(next_.f, "x0");
  std::swap(current_, next_);
  gradient_known_ = false;
  best_.assign(current_.x);
  best_f_ = current_.f;
}

void Solver::ensure_gradient() {
  if (gradient_known_) return;
  if (!base_evaluated_) {
    base().evaluate(*evaluator_);
    ++counters_.evaluations;
    if (extrapolated_.f == infinity &&
        !evaluator_->constant_hessian()) {  // beyond the domain of f: the next step starts from x
      momentum_->reset();
      extrapolated_.x.assign(current_.x);
      extrapolated_.state = current_.state;
      extrapolated_.f = current_.f;
    }
    base_evaluated_ = true;
  }
  evaluator_->gradient(base().x, base().state, gradient_);
  measure_gradient();
  gradient_known_ = std::isfinite(gradient_size_);  // what failed once may not the next time
  if (momentum_) base_evaluated_ = gradient_known_;
  require_finite_gradient(gradient_size_, counters_.iterations);
}

void Solver::measure_gradient() noexcept {
  gradient_size_ = length(gradient_);
  gradient_known_ = true;
}

/// gradient_ <- the gradient in single precision, false where the step needs it in double. f is computed wherever the
/// step leads. On the support of a Newton point the gradient is, too: how small it is there decides about a restart.
bool Solver::measure_roughly() {
  constexpr double share = 1e-2;  // of the gradient that an entry may err by, at the worst
  constexpr double clear = 4;     // times the largest error it may have, on the support
  if (!roughly_ || gradient_known_) return false;
  const SparseVector& x = current_.x;
  const auto rough = evaluator_->rough_gradient(x, share * last_size_, gradient_);
  if (!rough || rough->error > share * rough->size) return false;
  gradient_size_ = rough->size;
  double squares = 0;
  for (Index i : x.support()) {
    const double relative = gradient_[to_size(i)] / (clear * rough->error);
    squares += relative * relative;
    if (squares > static_cast<double>(x.count())) return true;
  }
  const Vec exact = Vec(spare_).first(to_size(x.count()));
  evaluator_->gradient_on(x, current_.state, x.support(), exact);
  for (std::size_t k = 0; k < exact.size(); ++k) gradient_[to_size(x.support()[k])] = exact[k];
  return true;
}

const Scaling& Solver::next_scaling() noexcept {
  if (uses_ >= options.dsm_period) {
    active_ = (active_ + 1) % dictionary_size();
    uses_ = 0;
  }
  return dictionary_[to_size(active_)];
}

StepPlan Solver::next_plan() noexcept {
  if (first_unseen()) return {1, 0, false};
  const SparseVector& x = base().x;
  if (!structured_) return restart_.plan(x, gradient_, gradient_size_, units_, line_search_);
  const ConstVec free = structured_->unblocked(x, gradient_);
  return restart_.plan(x, free, length(free), units_, line_search_);
}

void Solver::step() {
  if (state() != SBREG_RUNNING) return;
  try {
    advance();
  } catch (const Error& error) {  // the last good point is kept
    if (error.code() != SBREG_E_NUMERIC || end_check_ == nullptr || !end_check_->unbounded(end())) throw;
    ended_ = SBREG_UNBOUNDED;
  }
  if (ends_by_itself() || goes_on_for_long()) doubt();
  if (state() != SBREG_RUNNING && doubted()) make_basic();
  raise_floor();
}

/// Whether a Newton step has met columns that may depend on each other.
bool Solver::doubted() const noexcept {
  return (newton_ && newton_->doubted()) || (refit_ && refit_->doubted()) || (supports_ && supports_->doubted());
}

/// Where columns of the best point depend on each other, coefficients of any size fit as well. The run ends with those
/// that are 0 at the dependent columns, if bounds allow them. Only a run that has met such columns allocates here.
/// Should that fail, the next step ends again.
void Solver::make_basic() {
  const int ended = std::exchange(ended_, SBREG_RUNNING);
  const ConstIndexVec S = best_.support();
  std::vector<double> values(best_.packed().begin(), best_.packed().end());
  const bool changes = problem_->make_basic(S, values);
  ended_ = ended;
  if (!changes) return;
  for (std::size_t k = 0; k < S.size(); ++k)
    if (structure_ != nullptr && structure_->clamp(S[k], values[k]) != values[k]) return;
  const bool lowest = at_lower_bound();
  const double f = best_f_;
  next_.x.assign_packed(S, values);
  next_.evaluate(*evaluator_);
  const std::vector<Index> basis(next_.x.support().begin(), next_.x.support().end());
  if (refit_ != nullptr) (*refit_)(next_, basis);
  if (!(next_.f <= f + slack())) return;
  best_f_ = next_.f;
  if (lowest && !at_lower_bound()) {
    best_f_ = f;
    return;
  }
  best_.assign(next_.x);
  history_.amend(current_.f, best_f_);
}

EndCheck::End Solver::end() const noexcept {
  return {best_, best_f_, f_at_zero_, std::max(1e-8, 10 * options.stationarity_tolerance),
          units_.gradient / units_.curvature};
}

/// Whether the run says that it has ended, by itself and not by a limit.
bool Solver::ends_by_itself() const noexcept {
  const int claimed = state();
  return claimed == SBREG_STATIONARY || claimed == SBREG_STALLED || claimed == SBREG_SEARCHED;
}

/// Whether a run that goes on is looked at, too: after 64, 128, 256, ... iterations.
bool Solver::goes_on_for_long() const noexcept {
  constexpr Index first = 64;
  const auto count = static_cast<std::uint64_t>(counters_.iterations);
  return state() == SBREG_RUNNING && counters_.iterations >= first && std::has_single_bit(count);
}

/// A second look at the best point where f can surprise. Should that fail, the next step ends again.
void Solver::doubt() {
  if (end_check_ == nullptr) return;
  const int ended = std::exchange(ended_, SBREG_RUNNING);
  const Index before = end_check_->evaluations();
  const EndCheck::Verdict verdict = (*end_check_)(end());
  counters_.evaluations += end_check_->evaluations() - before;
  ended_ = ended;
  if (verdict == EndCheck::Verdict::unbounded) ended_ = SBREG_UNBOUNDED;
  if (verdict == EndCheck::Verdict::inconsistent) ended_ = SBREG_INCONSISTENT;
  if (verdict == EndCheck::Verdict::falls && ended != SBREG_RUNNING) ended_ = SBREG_STALLED;
}

void Solver::advance() {
  if (options.history != 0) history_.reserve_one();
  if (!measure_roughly()) ensure_gradient();
  if (bregman_) return step_by_kernel();
  if (supports_ && (supports_->begun() || options.method == "search")) return step_search();
  if (rounds_ && rounds_->begun()) return step_by_rounds();
  if (rounds_ && options.method == "search" && evaluator_->constant_hessian()) return begin_rounds(true);
  const Scaling& d = next_scaling();
  const StepPlan plan = next_plan();
  const bool moves = gradient_size_ > 0 || base().f > current_.f;
  double promised = infinity;  // by D itself, whatever step a line search takes
  const bool asks = !restart_.enabled();
  const bool searches = line_search_.searches();
  if (asks && searches && step_to_next(d, 1)) promised = this->promised(d);
  search(d, plan);
  if (asks && !searches) promised = this->promised(d);
  // A step that a line search took away from a stationary point leaves it.
  if (searches && std::abs(base().f - next_.f) > rounding * (std::abs(f_at_zero_) + std::abs(base().f)))
    promised = infinity;
  next_refitted_ = false;
  const bool newton = options.newton != 0 && try_newton();
  accept(plan, newton);
  test_for_stop(promised, newton);
  if (!moves && ended_ != SBREG_TARGET_REACHED) ended_ = SBREG_STATIONARY;
  if (ends_by_itself()) doubt();
  if (ended_ == SBREG_STALLED || ended_ == SBREG_STATIONARY) {
    if (rounds_) begin_rounds(false);
    if (supports_) begin_search();
  }
  if (ended_ != SBREG_RUNNING) refit_best();
}

/// The best point may be one from which no Newton step was tried, or one that a single step did not bring to the
/// minimum: a run with Newton steps ends with the minimiser on the best point's support, unless rounding alone tells
/// the two apart.
void Solver::refit_best() {
  constexpr double least_fall = 1e-12;  // of f(0)
  if (refit_ == nullptr || options.newton == 0 || best_refitted_) return;
  next_.x.assign(best_);
  next_.evaluate(*evaluator_);
  (*refit_)(next_);
  const bool simpler = next_.x.count() < best_.count() && next_.f <= best_f_ + slack();
  if (!simpler && !(next_.f < best_f_ - least_fall * std::abs(f_at_zero_))) return;
  best_f_ = next_.f;
  best_.assign(next_.x);
  history_.amend(current_.f, best_f_);
}

double Solver::promised(const Scaling& d) const noexcept {
  const SparseVector& x = momentum_ ? extrapolated_.x : current_.x;
  return structured_ ? structured_->promised(x, gradient_, d, next_.x) : promised_decrease(x, gradient_, d, next_.x);
}

/// Replaces next_ by the Newton point on its support when that is tried and decreases f enough. Where the Hessian
/// changes, by the minimiser there: several steps on the support cost less than one gradient.
bool Solver::try_newton() {
  const bool first = first_unseen() && rounds_ == nullptr && supports_ == nullptr;  // as published
  const bool repeats = first || next_.x.same_support(current_.x);
  if (!repeats && gradient_size_ > 1e-2 * units_.gradient) return false;
  if (adaptive_.enabled()) {
    sufficient_ = 0;
    next_refitted_ = true;
    const Refit::Effort effort = (*refit_)(next_);
    count(effort);
    return effort.steps > 0;
  }
  Point& v = newton_point_ ? *newton_point_ : extrapolated_;
  if (!(*newton_)(*evaluator_, next_, v.x)) return false;
  v.evaluate(*evaluator_);
  ++counters_.evaluations;
  if (!finite(v) || !decreases_enough(next_, v)) return false;
  std::swap(next_, v);
  ++counters_.newton_steps;
  return true;
}

void Solver::count(const Refit::Effort& effort) noexcept {
  counters_.evaluations += effort.evaluations;
  counters_.newton_steps += effort.steps;
}

void Solver::accept(const StepPlan& plan, bool newton) {
  const bool differs = !next_.x.same_support(current_.x);
  bool moves = true;
  if (momentum_) {
    moves = extrapolate(plan);
  } else {
    std::swap(current_, next_);
  }
  const bool changed = moves && differs;
  gradient_known_ = false;
  last_size_ = gradient_size_;
  ++uses_;
  ++counters_.iterations;
  counters_.support_changes += changed ? 1 : 0;
  counters_.restarts += plan.restart ? 1 : 0;
  // Of two Newton points on one support whose f differ by rounding, the later one is the more accurate.
  const double slack =
      newton && adaptive_.enabled() && current_.x.same_support(best_) ? rounding * std::abs(best_f_) : 0;
  if (current_.f < best_f_ || (slack > 0 && current_.f <= best_f_ + slack)) {
    best_f_ = current_.f;
    best_.assign(current_.x);
    best_refitted_ = next_refitted_;
  }
  record(changed, plan.restart);
}

/// x+ and y+ of the momentum method, from z in next_. False when x stays where it is.
bool Solver::extrapolate(const StepPlan& plan) {
  const bool keep = next_.f <= current_.f || plan.restart;
  if (next_.x.same_support(current_.x) && !plan.restart) {
    momentum_->extrapolate(current_.x, next_.x, keep, extrapolated_.x);
    if (keep) std::swap(current_, next_);
    base_evaluated_ = false;  // by the next step: nothing may fail once x+ is accepted
    return keep;
  }
  momentum_->reset();
  if (keep) std::swap(current_, next_);
  extrapolated_.x.assign(current_.x);
  extrapolated_.state = current_.state;
  extrapolated_.f = current_.f;
  return keep;
}

/// Below 1e-280 a sum of squares loses its digits, and 0 may be what is left of it.
bool Solver::at_lower_bound() const noexcept {
  const double above = best_f_ - problem_->lower_bound();
  if (std::abs(f_at_zero_) >= 1e-280) return above <= 1e-20 * std::abs(f_at_zero_);
  return above <= 0 && half_square_ && problem_->residual_unit() == 0;
}

double Solver::lower_bound() const noexcept {
  if (ended_ == SBREG_UNBOUNDED || ended_ == SBREG_INCONSISTENT) return -infinity;  // f is lower, or not what it seems
  return std::max({problem_->lower_bound(), floor_, search_bound()});
}

double Solver::gap() const noexcept {
  const double bound = lower_bound();
  if (bound == -infinity) return infinity;
  if (at_lower_bound()) return 0;
  const double unit = std::abs(f_at_zero_);
  const double above = best_f_ - bound;
  const bool vanishes =
      unit < 1e-280 && std::max(floor_, search_bound()) < bound;  // f has no digits beside its lower bound
  if (!vanishes && above <= 1e-20 * unit) return 0;
  return best_f_ != 0 ? std::max(above, 0.0) / std::abs(best_f_) : infinity;
}

/// After a step: what the search has proved by now stays.
void Solver::raise_floor() noexcept { floor_ = std::max(floor_, search_bound()); }

/// A residual as small as was asked for, or, where f has none, an f as low as it can be.
bool Solver::reached_target() const {
  const auto residual = evaluator_->residual_norm(current_.state);
  return residual ? *residual <= target_residual_ : at_lower_bound();
}

void Solver::test_for_stop(double promised, bool newton) {
  const auto residual = evaluator_->residual_norm(current_.state);
  if (reached_target()) {
    ended_ = SBREG_TARGET_REACHED;
    return;
  }
  if (!restart_.enabled()) {
    // Stationary once every matrix of the dictionary has had its turn and none promised anything.
    const double unit = std::abs(f_at_zero_) + std::abs(best_f_);
    stationary_for_ = promised <= options.stationarity_tolerance * unit ? stationary_for_ + 1 : 0;
    if (stationary_for_ / std::max<Index>(dictionary_size(), 1) >= options.dsm_period) {
      ended_ = SBREG_STATIONARY;
      settle(unit);
      return;
    }
  }
  const double best = residual ? std::sqrt(2 * std::max(best_f_, 0.0)) : best_f_;
  if (stall_(residual.value_or(current_.f), best, newton)) ended_ = SBREG_STALLED;
}

/// The decreases of the last steps drown in the rounding of f, so the point with the smallest computed f is an earlier
/// and less accurate one, right only to the root of that rounding: the stationary point replaces it.
void Solver::settle(double unit) {
  if (current_.f > best_f_ + rounding * unit) return;
  best_f_ = current_.f;
  best_.assign(current_.x);
  history_.amend(current_.f, best_f_);
}

void Solver::record(bool changed, bool restarted) {
  if (options.history == 0) return;
  history_.append({current_.f, best_f_, changed ? 1.0 : 0.0, restarted ? 1.0 : 0.0, static_cast<double>(active_)});
}

int Solver::state() const noexcept {
  if (ended_ != SBREG_RUNNING) return ended_;
  if (effort_spent()) return SBREG_SEARCHED;
  return counters_.iterations >= options.max_iterations ? SBREG_ITERATION_LIMIT : SBREG_RUNNING;
}

bool Solver::separated() const {
  return problem_->separated(best_, [this](Index j, double sign) {
    if (structure_ == nullptr || !structure_->bounded()) return true;
    return sign > 0 ? structure_->upper(j) == infinity : structure_->lower(j) == -infinity;
  });
}

double Solver::gradient_norm() {
  if (!momentum_ && !roughly_) {
    ensure_gradient();
    return gradient_size_;
  }
  // gradient_ is that of the extrapolated point, or not what the next step computes.
  evaluator_->gradient(current_.x, current_.state, spare_);
  const double size = length(spare_);
  require_finite_gradient(size, counters_.iterations);
  return size;
}

}  // namespace sbreg
