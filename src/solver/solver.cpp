// SPDX-License-Identifier: BSD-3-Clause
#include "solver/solver.hpp"

#include <algorithm>
#include <bit>

#include "solver/loop/bregman_loop.hpp"
#include "solver/loop/loop.hpp"
#include "solver/run/ending.hpp"
#include "solver/search/search.hpp"
#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr int most_refits = 3;  // in rounds, for a constant Hessian: the second removes the rounding of the first

}  // namespace

Solver::Solver(Setup setup) : setup_(std::move(setup)), run_(std::make_unique<Run>(setup_)), dictionary_(setup_) {}

Setup Solver::setup_for_others() const {
  Setup setup(setup_);
  if (dictionary_.same_for_others()) setup.dictionary = dictionary_.matrices();
  return setup;
}

void Solver::set_structure(Structure structure) {
  structure.require_feasible(run_->current.x.values(), "the start");
  run_ = std::make_unique<Run>(*run_, structure);
  setup_.structure = std::move(structure);
}

bool Solver::prepare(const std::function<bool()>& keep_going) {
  if (!prepared_) begin(keep_going);
  if (!prepared_) return false;
  return state() != SBREG_RUNNING || phase().prepare(*run_, keep_going);
}

/// What can fail comes first and the dictionary last, so that a failure leaves everything as it was given.
void Solver::begin(const std::function<bool()>& keep_going) {
  Run& run = *run_;
  const Method& method = setup_.method();
  dictionary_.require_suitable(method);
  BregmanLoop::require_suitable(setup_);
  run.reserve_record();
  if (run.capacity == 0) return end_at_zero();

  const bool constant = run.evaluator->constant_hessian();
  if (run.evaluator->second_order() == nullptr && method.searches == Searches::after_loop) options.newton = 0;
  SBREG_REQUIRE(options.newton == 0 || run.evaluator->second_order() != nullptr, SBREG_E_UNSUPPORTED,
                "a %s problem has no Hessian for Newton steps; set newton to 0", problem().kind());
  const SearchKind* const kind = choose_search(run);
  const bool refits = options.newton != 0 || (kind != nullptr && kind->models);
  auto refit = refits ? std::make_unique<Refit>(*run.evaluator, setup_.structure, most_refits) : nullptr;
  auto end_check = EndCheck::needed(problem(), *run.evaluator)
                       ? std::make_unique<EndCheck>(problem(), *run.evaluator, setup_.structure)
                       : nullptr;
  auto search = kind != nullptr ? kind->make(run) : nullptr;
  run.spare.resize(run.gradient.size());
  measure_units();

  std::vector<std::unique_ptr<Phase>> phases;
  phases.reserve(2);
  std::optional<Dictionary::Made> made;
  if (setup_.kernel != nullptr) {
    phases.push_back(std::make_unique<BregmanLoop>(run));
  } else {
    std::unique_ptr<Loop> loop;
    if (kind == nullptr || method.searches == Searches::after_loop || (kind->models && !constant))
      loop = std::make_unique<Loop>(run, dictionary_, kind == nullptr);
    if (setup_.dictionary.empty()) {
      made = dictionary_.make(run, keep_going);
      if (!made) return;
    }
    if (loop != nullptr) {
      loop->remember(made ? to_index(made->matrices.size()) : dictionary_.size());
      phases.push_back(std::move(loop));
    }
  }
  if (search != nullptr) phases.push_back(std::move(search));

  // Nothing fails from here on.
  if (made) dictionary_.adopt(std::move(*made));
  phases_ = std::move(phases);
  if (refit != nullptr) refit->slack = run.slack();
  run.refit = std::move(refit);
  run.end_check = std::move(end_check);
  run.half_square = constant && run.evaluator->residual_norm(run.current.state).has_value();
  run.record(false, false);
  prepared_ = true;
}

/// Where s is 0 and no coordinate is kept, x = 0 is the only point allowed, and the run has ended before its first
/// step.
void Solver::end_at_zero() {
  Run& run = *run_;
  const auto residual = run.evaluator->residual_norm(run.current.state);
  const bool exact = residual && *residual <= options.residual_tolerance * problem().residual_unit();
  run.ended = exact ? SBREG_TARGET_REACHED : SBREG_STATIONARY;
  run.raise_floor(run.best_f);
  run.record(false, false);
  prepared_ = true;
}

/// The units of the problem, from the gradient at 0, and the target in them.
void Solver::measure_units() {
  Run& run = *run_;
  std::vector<double> scratch(run.gradient.size());
  if (run.current.x.count() == 0) {
    run.ensure_gradient();
    run.units = sbreg::measure_units(problem(), run.capacity, run.gradient, scratch);
  } else {
    Point zero(*run.evaluator, problem().dimension(), run.capacity);
    std::vector<double> gradient(run.gradient.size());
    zero.evaluate(*run.evaluator);
    run.evaluator->gradient(zero.x, zero.state, gradient);
    run.units = sbreg::measure_units(problem(), run.capacity, gradient, scratch);
  }
  run.target_residual = options.residual_tolerance * problem().residual_unit();
}

/// The last phase that has begun, or the first one.
Phase& Solver::phase() const noexcept { return phases_.back()->begun() ? *phases_.back() : *phases_.front(); }

void Solver::step() {
  if (state() != SBREG_RUNNING) return;
  Run& run = *run_;
  try {
    advance();
  } catch (const Error& error) {  // the last good point is kept
    if (error.code() != SBREG_E_NUMERIC || !falls_for_ever(run)) throw;
    run.ended = SBREG_UNBOUNDED;
  }
  if (says_that_it_has_ended() || goes_on_for_long()) look_again(run);
  if (state() != SBREG_RUNNING && doubted()) make_basic(run);
}

/// A step of the phase whose turn it is. When that ends a loop, the search over supports takes over.
void Solver::advance() {
  Run& run = *run_;
  run.reserve_record();
  Phase& now = phase();
  Phase& last = *phases_.back();
  now.step(run);
  if (&now != &last && (run.ended == SBREG_STALLED || run.ended == SBREG_STATIONARY)) last.begin(run);
  if (run.ended != SBREG_RUNNING) now.end(run);
}

int Solver::state() const noexcept {
  if (run_->ended != SBREG_RUNNING) return run_->ended;
  if (std::ranges::any_of(phases_, [&](const auto& phase) { return phase->spent(*run_); })) return SBREG_SEARCHED;
  return run_->counters.iterations >= options.max_iterations ? SBREG_ITERATION_LIMIT : SBREG_RUNNING;
}

/// By itself and not by a limit.
bool Solver::says_that_it_has_ended() const noexcept {
  const int claimed = state();
  return claimed == SBREG_STATIONARY || claimed == SBREG_STALLED || claimed == SBREG_SEARCHED;
}

/// Whether a run that goes on is looked at, too: after 64, 128, 256, ... iterations.
bool Solver::goes_on_for_long() const noexcept {
  constexpr Index first = 64;
  const auto count = static_cast<std::uint64_t>(run_->counters.iterations);
  return state() == SBREG_RUNNING && run_->counters.iterations >= first && std::has_single_bit(count);
}

/// Whether a Newton step has met columns that may depend on each other.
bool Solver::doubted() const noexcept {
  return (run_->refit != nullptr && run_->refit->doubted()) ||
         std::ranges::any_of(phases_, [](const auto& phase) { return phase->doubted(); });
}

double Solver::gradient_norm() {
  Run& run = *run_;
  if (phases_.empty() || phase().starts_at_iterate()) {
    run.ensure_gradient();
    return run.gradient_size;
  }
  run.evaluator->gradient(run.current.x, run.current.state, run.spare);
  const double size = length(run.spare);
  run.require_finite_gradient(size);
  return size;
}

/// In the middle of a run, before the postponed matrices are there.
void Solver::dictionary_changed() noexcept {
  if (prepared_ && options.dictionary != "auto") dictionary_.rename(*run_);
}

bool Solver::separated() const {
  const Observed* const observed = problem().observed();
  if (observed == nullptr) return false;
  return observed->separated(run_->best, [this](Index j, double sign) { return setup_.structure.endless(j, sign); });
}

const char* Solver::strategy() const noexcept {
  const Run& run = *run_;
  strategy_.clear();
  if (run.capacity == 0 && prepared_) {
    strategy_.say("%s", "x = 0 is the only point allowed");
    return strategy_.text();
  }
  if (run.counters.iterations == 0) strategy_.say("%s", "nothing was run yet");
  for (const auto& phase : phases_) phase->tell(run, strategy_);
  if (run.at_lower_bound())
    strategy_.begin_clause("%s", "it is proved that no point is better, for f has reached its lower bound");
  else if (run.proved())
    strategy_.begin_clause("%s", "it is proved that no support is better");
  return strategy_.text();
}

}  // namespace sbreg
