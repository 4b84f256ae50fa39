// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/search_by_model.hpp"

#include <algorithm>
#include <cmath>

#include "sparsebregman.h"
#include "support/error.hpp"

namespace sbreg {

bool SearchByModel::suits(const Run& run) { return run.evaluator->constant_hessian() && can_exchange(run); }

SearchByModel::SearchByModel(Run& run)
    : model_(run.problem(), run.setup.sparsity(), static_cast<std::uint64_t>(run.options().seed)), proving_(run) {
  if (run.problem().dimension() > SupportSearch::all_candidates)
    beyond_ = std::make_unique<Beyond>(run.problem(), run.setup.sparsity());
}

void SearchByModel::begin(Run& run) {
  begin_at_best(run);
  run.amend_record();
}

/// From the best point on, the run goes by steps of this search. Returns whether the first proposal is better.
bool SearchByModel::begin_at_best(Run& run) {
  run.ended = SBREG_RUNNING;
  if (run.current.f != run.best_f || !run.current.x.same_support(run.best)) {
    run.next.x.assign(run.best);
    run.next.evaluate(*run.evaluator);
    std::swap(run.current, run.next);
    run.gradient_known = false;
  }
  run.ensure_gradient();
  first_ = run.counters.iterations;
  model_.begin(*run.evaluator, run.current, run.gradient, run.f_at_zero);
  return try_proposal(run);
}

bool SearchByModel::prepare(Run& run, const std::function<bool()>& /*keep_going*/) {
  if (refits_all(run) && !all_) {
    auto all = std::make_unique<StructuredSearch>(*run.evaluator, run.structure(), std::uint64_t{0});
    all->begin(run.best);
    all_ = std::move(all);
  } else if (proof_is_next(run)) {
    proving_.prepare(run);
  }
  return true;
}

void SearchByModel::step(Run& run) {
  run.ensure_gradient();
  if (!begun()) {  // which is an iteration of its own
    const bool better = begin_at_best(run);
    ++run.counters.iterations;
    run.record(better, false);
    return;
  }
  if (model_.trivial() && !model_.pending() &&
      !refits_all(run)) {  // it had ended, and the second look at its end failed
    run.ended = state_at_end(run);
    return;
  }
  bool better = false;
  if (refits_all(run))
    better = refit_some(run);
  else if (proof_is_next(run))
    better = prove(run);
  else if (!model_.pending() && work_is_done(run))
    better = exchange_beyond_candidates(run);
  else if (model_.pending() || model_.advance(run.options().threads, run.options().effort))
    better = try_proposal(run);
  ++run.counters.iterations;
  successes_ += better ? 1 : 0;
  run.record(better, false);
  note_proof(run);
  if (run.ended != SBREG_RUNNING) return;
  if (run.proved())
    run.ended = SBREG_STATIONARY;
  else if (all_ && all_->over())
    run.ended = state_at_end(run);
  else if (better && !model_.complete())
    begin_again(run);
}

/// With candidates and a model of the new best point.
void SearchByModel::begin_again(Run& run) {
  run.ensure_gradient();
  model_.begin(*run.evaluator, run.current, run.gradient, run.f_at_zero);
  try_proposal(run);
  run.amend_record();
}

/// Lets f judge what the search ended with; true when that is better than the best point.
bool SearchByModel::try_proposal(Run& run) {
  const bool better = refit(run, model_.support(), model_.values());
  model_.confirm(run.best_f, run.f_at_zero);
  note_proof(run);
  if (model_.trivial() && !refits_all(run) && run.ended == SBREG_RUNNING) run.ended = state_at_end(run);
  return better;
}

/// Where only some coordinates were candidates, the run must not end before all have been tried: the best exchange of
/// one coordinate, refitted alone, among all of them. False when it improves nothing, and then the point is final.
bool SearchByModel::exchange_beyond_candidates(Run& run) {
  const BestSwap swap = beyond_->exchanges(run.best);
  final_ = !(swap.decrease > 1e-12 * std::abs(run.best_f));
  if (final_) return false;
  std::vector<double>& dense = beyond_->dense;
  std::ranges::copy(run.best.values(), dense.begin());
  if (swap.leaves >= 0) dense[to_size(swap.leaves)] = 0;
  dense[to_size(swap.enters)] += swap.step;
  run.next.x.assign_dense(dense);
  const auto count = to_size(run.next.x.count());
  std::ranges::copy(run.next.x.support(), beyond_->support.begin());
  for (std::size_t k = 0; k < count; ++k) beyond_->values[k] = dense[to_size(beyond_->support[k])];
  final_ = !refit(run, ConstIndexVec(beyond_->support).first(count), ConstVec(beyond_->values).first(count));
  return !final_;
}

/// Whether the next step refits some of all supports.
bool SearchByModel::refits_all(const Run& run) const noexcept {
  constexpr double most_supports = 4096, most_work = 2e7;  // multiply-adds
  if (all_) return !all_->over();
  if (!begun() || !model_.unsure() || !run.problem().columns_stored()) return false;
  const Index s = run.setup.sparsity();
  const double refit = 4 * static_cast<double>(run.problem().rows() * s * (s + 1));
  return few_supports(run.problem().dimension(), s, std::min(most_supports, most_work / refit));
}

/// A portion of all supports; true when one is better.
bool SearchByModel::refit_some(Run& run) {
  const Index before = all_->evaluations();
  all_->step();
  run.counters.evaluations += all_->evaluations() - before;
  const auto& best = all_->best();
  return best.f < run.best_f && refit(run, best.x.support(), best.x.packed());
}

bool SearchByModel::work_is_done(const Run& run) const noexcept {
  return model_.work() + proving_.work() >= run.options().effort * model_.work_unit();
}

bool SearchByModel::spent(const Run& run) const noexcept {
  if (!begun() || model_.pending() || !work_is_done(run) || proof_is_next(run) || refits_all(run)) return false;
  return model_.complete() || final_;
}

/// What the proof may look at.
Proving::Search SearchByModel::progress(const Run& run) const noexcept {
  return {model_.work_unit(), work_is_done(run)};
}

/// The model's own tree, where there is one, is cheaper.
bool SearchByModel::proof_is_next(const Run& run) const noexcept {
  if (!begun() || model_.pending() || model_.trivial() || model_.proof_pays(run.options().effort)) return false;
  return proving_.wanted(run, progress(run));
}

/// A portion of the proof; true when it met a better point.
bool SearchByModel::prove(Run& run) {
  return proving_.step(run, progress(run)) && refit(run, proving_.support(), proving_.values());
}

/// No support has an f below the best one where every support was tried, or excluded by a model that is f itself; but
/// not where rounding might change which support is the best by more than the proof allows.
void SearchByModel::note_proof(Run& run) const noexcept {
  if (run.at_lower_bound()) return;
  if (all_ && all_->proved()) run.raise_floor(run.best_f - trusted * std::abs(run.best_f));
  if (!model_.proved()) return;
  const double slack = trusted * std::abs(run.best_f);
  const double error = 1e-12 * (run.f_at_zero - run.best_f) + model_.proof_error();
  if (error <= slack) run.raise_floor(run.best_f - slack - error);
}

void SearchByModel::tell(const Run& run, Sentence& sentence) const noexcept {
  if (!begun()) return;
  if (model_.trivial()) return sentence.begin_clause("%s", "no coordinate is left to exchange");
  const auto steps = static_cast<long long>(run.counters.iterations - first_);
  const bool all = model_.complete() || model_.candidates() == run.problem().dimension();
  sentence.begin_clause(
      "swaps among %lld%s candidates to a support that none improves; %lld round%s of search, %lld of them with "
      "success",
      static_cast<long long>(model_.candidates()), all ? "" : " chosen", steps, steps == 1 ? "" : "s",
      static_cast<long long>(successes_));
  if (all_ && all_->over()) sentence.begin_clause("%s", "every support was refitted");
  if (final_) sentence.begin_clause("%s", "no swap with any other coordinate improves");
}

}  // namespace sbreg
