// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/loop.hpp"

#include <cmath>

#include "solver/run/ending.hpp"
#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {

Loop::Loop(Run& run, Dictionary& dictionary, bool alone)
    : dictionary_(dictionary),
      alone_(alone),
      trials_(run),
      restart_(run.options()),
      stop_test_(run, restart_.enabled()),
      rough_(run.evaluator->rough_gradients()) {
  const SolverOptions& options = run.options();
  if (options.momentum != 0) extrapolation_.emplace(run);
  if (options.newton != 0 && !trials_.adapts())
    newton_.emplace(NewtonStep{Newton(*run.evaluator, run.structure()), Point(run.current)});
  const bool suits = newton_ && restart_.enabled() && trials_.multiples().searches() && !extrapolation_ &&
                     run.structure().plain() && alone_;
  if (options.single_precision == 0 || !suits) rough_ = nullptr;
}

void Loop::step(Run& run) {
  measure_gradient(run);                     // g
  const Scaling& d = dictionary_.next(run);  // D_k
  const StepPlan plan = plan_step(run);      // the scales to try; after a stationary point, a restart
  const bool moves = run.gradient_size > 0 || base(run).f > run.current.f;
  const double promised = search_line(run, d, plan);  // z, in run.next
  const Refinement refined = refine(run);             // v, likewise
  accept(run, plan, refined);                         // x+ and y+
  stop_test_(run, promised, dictionary_.size(), refined.newton);
  if (!moves && run.ended != SBREG_TARGET_REACHED) run.ended = SBREG_STATIONARY;
  if (run.ended == SBREG_STATIONARY || run.ended == SBREG_STALLED) look_again(run);
}

void Loop::measure_gradient(Run& run) {
  if (!measure_roughly(run)) measure_exactly(run);
}

void Loop::measure_exactly(Run& run) {
  if (!extrapolation_) return run.ensure_gradient();
  if (run.gradient_known) return;
  extrapolation_->evaluate(run);
  run.measure_gradient(extrapolation_->y);
  extrapolation_->evaluated = run.gradient_known;
  run.require_finite_gradient(run.gradient_size);
}

/// The gradient in single precision, false where the step needs it in double. f is computed wherever the step leads. On
/// the support of a Newton point the gradient is, too: how small it is there decides about a restart.
bool Loop::measure_roughly(Run& run) {
  constexpr double share = 1e-2;  // of the gradient that an entry may err by, at the worst
  constexpr double clear = 4;     // times the largest error it may have, on the support
  if (rough_ == nullptr || run.gradient_known) return false;
  const SparseVector& x = run.current.x;
  const auto rough = rough_->rough_gradient(x, share * last_size_, run.gradient);
  if (!rough || rough->error > share * rough->size) return false;
  run.gradient_size = rough->size;
  double squares = 0;
  for (Index i : x.support()) {
    const double relative = run.gradient[to_size(i)] / (clear * rough->error);
    squares += relative * relative;
    if (squares > static_cast<double>(x.count())) return true;
  }
  const Vec exact = Vec(run.spare).first(to_size(x.count()));
  run.evaluator->gradient_on(x, run.current.state, x.support(), exact);
  for (std::size_t k = 0; k < exact.size(); ++k) run.gradient[to_size(x.support()[k])] = exact[k];
  return true;
}

/// Whether this is the first iteration as published: its first trial is taken, and then a Newton step tried.
bool Loop::first_unseen(const Run& run) const noexcept {
  return run.counters.iterations == 0 && trials_.multiples().trusts_first_step() && !trials_.adapts();
}

StepPlan Loop::plan_step(Run& run) noexcept {
  if (first_unseen(run)) return {1, 0, false};
  const SparseVector& x = base(run).x;
  if (!run.structure().bounded())
    return restart_.plan(x, run.gradient, run.gradient_size, run.units, trials_.multiples());
  const ConstVec free = trials_.matrix_step().unblocked(x, run.gradient);
  return restart_.plan(x, free, length(free), run.units, trials_.multiples());
}

/// Returns the decrease that the model promised for the step with D itself, whatever step a line search takes; infinity
/// where nobody asks.
double Loop::search_line(Run& run, const Scaling& d, const StepPlan& plan) {
  const Point& y = base(run);
  const bool asks = !restart_.enabled();
  const bool searches = trials_.multiples().searches();
  const auto promise = [&] { return trials_.matrix_step().promised(y.x, run.gradient, d, run.next.x); };
  double promised = infinity;
  if (asks && searches && trials_.step(run, y, d, 1)) promised = promise();
  trials_.search(run, y, d, plan);
  if (asks && !searches) promised = promise();
  // A step that a line search took away from a stationary point leaves it.
  const double unit = std::abs(run.f_at_zero) + std::abs(y.f);
  return searches && std::abs(y.f - run.next.f) > Run::rounding * unit ? infinity : promised;
}

/// Replaces run.next by the Newton point on its support when that is tried and decreases f enough. Where the Hessian
/// changes, by the minimiser there: several steps on the support cost less than one gradient.
Loop::Refinement Loop::refine(Run& run) {
  if (run.options().newton == 0) return {};
  const bool first = first_unseen(run) && alone_;  // as published
  const bool repeats = first || run.next.x.same_support(run.current.x);
  if (!repeats && run.gradient_size > 1e-2 * run.units.gradient) return {};
  if (newton_) return {take_newton_step(run), false};
  const Refit::Effort effort = (*run.refit)(run.next);
  run.count(effort);
  return {effort.steps > 0, true};
}

bool Loop::take_newton_step(Run& run) {
  Point& v = newton_->v;
  if (!newton_->step(*run.evaluator, run.next, v.x)) return false;
  v.evaluate(*run.evaluator);
  ++run.counters.evaluations;
  if (!finite(v) || !trials_.decreases_enough(run.next, v)) return false;
  std::swap(run.next, v);
  ++run.counters.newton_steps;
  return true;
}

void Loop::accept(Run& run, const StepPlan& plan, Refinement refined) {
  const bool differs = !run.next.x.same_support(run.current.x);
  bool moves = true;
  if (extrapolation_)
    moves = extrapolation_->move(run, plan.restart);
  else
    std::swap(run.current, run.next);
  last_size_ = run.gradient_size;
  dictionary_.count_use();
  ++iterations_;
  // Of two Newton points on one support whose f differ by rounding, the later one is the more accurate.
  const bool accurate = refined.newton && trials_.adapts() && run.current.x.same_support(run.best);
  const double slack = accurate ? Run::rounding * std::abs(run.best_f) : 0;
  if (run.end_iteration(moves && differs, plan.restart, slack)) best_is_minimiser_ = refined.minimiser;
}

/// The best point may be one from which no Newton step was tried, or one that a single step did not bring to the
/// minimum: a run with Newton steps ends with the minimiser on the best point's support.
void Loop::end(Run& run) {
  if (run.options().newton != 0 && !best_is_minimiser_) refit_best(run);
}

/// The matrices of the method, once the run has cost as much as they do.
bool Loop::prepare(Run& run, const std::function<bool()>& keep_going) {
  if (!dictionary_.due(run)) return true;
  try {
    measure_exactly(run);
    auto made = dictionary_.extend(run, keep_going);
    if (!made) return false;
    remember(to_index(made->matrices.size()));
    dictionary_.adopt(std::move(*made));
  } catch (const Error& error) {
    if (error.code() != SBREG_E_NUMERIC || run.problem().rows() > 0 || run.options().dictionary != "auto") throw;
    dictionary_.give_up();  // an indefinite Q has no such matrices; nobody asked for them
    return true;
  }
  dictionary_.begin_again(run);
  stop_test_.forget_promises();
  return true;
}

/// A method that begins with iterations of its own and then searches is told as the method of the paper that it is.
void Loop::tell(const Run& run, Sentence& sentence) const noexcept {
  if (iterations_ == 0) return;
  const Method& method = run.setup.method();
  const char* const published = dictionary_.size() <= 1 ? "gpnp" : "newton";
  sentence.begin_clause("%lld iterations of %s", static_cast<long long>(iterations_),
                        method.has_search() ? published : method.name);
}

}  // namespace sbreg
