// SPDX-License-Identifier: BSD-3-Clause
// The search over supports inside the one loop: where the iterations of the paper's method have stalled (auto), or at
// once (search), every further step is one round of the search. A support that a round proposes is refitted with the
// evaluator, and becomes the iterate when f confirms it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "solver/coordinatewise.hpp"
#include "solver/solver.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double usual_newton_refits = 10;
constexpr double most_supports = 4096;  // that are all tried
constexpr double glance = 5e6;          // multiply-adds after which auto ends where every proposal costs Newton steps
constexpr double real_progress = 1e-9;  // of f, unless something better was found: by more than this

}  // namespace

bool Solver::can_search() const {
  const bool only = options.method == "search";
  if (structure_ != nullptr || (!only && options.method != "auto")) return false;
  // A model needs a column for every candidate, and the end of a run every column: auto does not ask the caller's
  // functions for so many products.
  const Index few = problem_->rows() > 0 ? SupportSearch::all_candidates(evaluator_->constant_hessian()) : 0;
  const bool able = evaluator_->has_hessian() && (only || problem_->columns_stored() || problem_->dimension() <= few);
  SBREG_REQUIRE(able || !only, SBREG_E_UNSUPPORTED,
                "the search over supports needs second derivatives of f; a %s has none", problem_->kind());
  const bool fits = s_ <= Newton::largest_factor && SupportSearch::fits(problem_->dimension(), s_);
  SBREG_REQUIRE(fits || !only, SBREG_E_UNSUPPORTED, "s = %lld is too large for the method search; use gpnp or newton",
                static_cast<long long>(s_));
  return able && fits;
}

/// Whether every support of a problem without structure is tried: where they are few and chains would have but a model
/// of f to go by. auto does so only within its glance.
bool Solver::can_try_all() const {
  const bool only = options.method == "search";
  if (structure_ != nullptr || (!only && (options.method != "auto" || options.newton == 0))) return false;
  if (!evaluator_->has_hessian() || evaluator_->constant_hessian() || !problem_->columns_stored()) return false;
  const double refit = usual_newton_refits * static_cast<double>(problem_->rows() * s_ * (s_ + 1));  // multiply-adds
  return few_supports(problem_->dimension(), s_, only ? most_supports : std::min(most_supports, glance / refit));
}

/// Whether exchanges are scored exactly, or were asked for. Elsewhere auto ends after a glance that found nothing.
bool Solver::thorough() const noexcept { return evaluator_->constant_hessian() || options.method == "search"; }

/// No more than make a model of p^2 m / 2 multiply-adds within that glance.
Index Solver::most_candidates() const noexcept {
  if (thorough()) return unlimited;
  return static_cast<Index>(std::sqrt(2 * glance / static_cast<double>(std::max<Index>(problem_->rows(), 1))));
}

/// From the best point on, the run goes by rounds. `counts`: whether this is an iteration of its own. Should it fail,
/// the next step tries again.
void Solver::begin_rounds(bool counts) {
  ended_ = SBREG_RUNNING;
  if (momentum_) gradient_known_ = false;  // it was that of the extrapolated point
  momentum_.reset();
  if (current_.f != best_f_ || !current_.x.same_support(best_)) {
    next_.x.assign(best_);
    next_.evaluate(*evaluator_);
    std::swap(current_, next_);
    gradient_known_ = false;
  }
  ensure_gradient();
  promising_ = thorough();
  first_round_ = counters_.iterations;
  rounds_->begin(*evaluator_, current_, gradient_, f_at_zero_);
  const bool better = try_result();
  if (counts) ++counters_.iterations;
  if (counts)
    record(better, false);
  else
    history_.amend(current_.f, best_f_);
}

void Solver::step_by_rounds() {
  bool better = false;
  if (rounds_->trivial() && !rounds_->pending()) {  // it had ended, and the second look at its end failed
    ended_ = end_of_search();
    return;
  }
  if (!rounds_->pending() && proof_wanted())
    better = step_proof();
  else if (!rounds_->pending() && work_is_done())
    better = swap_beyond_candidates();
  else if (rounds_->pending() || rounds_->round(options.threads, options.effort))
    better = try_result();
  ++counters_.iterations;
  better_rounds_ += better ? 1 : 0;
  record(better, false);
  if (proved() && ended_ == SBREG_RUNNING) ended_ = SBREG_STATIONARY;
  if (better && ended_ == SBREG_RUNNING && !rounds_->complete()) {
    ensure_gradient();
    rounds_->begin(*evaluator_, current_, gradient_, f_at_zero_);
    try_result();
    history_.amend(current_.f, best_f_);
  }
}

/// Lets f judge what the search ended with; true when that is better than the best point.
bool Solver::try_result() {
  const bool better = refit(rounds_->support(), rounds_->values());
  rounds_->confirm(best_f_, f_at_zero_);
  if (rounds_->trivial() && ended_ == SBREG_RUNNING) ended_ = end_of_search();
  return better;
}

/// Where only some coordinates were candidates, the run must not end before all have been tried: the best exchange of
/// one coordinate, refitted alone, among all of them. False when it improves nothing, and then the point is final.
bool Solver::swap_beyond_candidates() {
  const BestSwap swap = beyond_->exchanges(best_);
  final_ = !(swap.decrease > 1e-12 * std::abs(best_f_));
  if (final_) return false;
  std::vector<double>& dense = beyond_->dense;
  std::ranges::copy(best_.values(), dense.begin());
  if (swap.leaves >= 0) dense[to_size(swap.leaves)] = 0;
  dense[to_size(swap.enters)] += swap.step;
  next_.x.assign_dense(dense);
  const auto count = to_size(next_.x.count());
  std::ranges::copy(next_.x.support(), beyond_->support.begin());
  for (std::size_t k = 0; k < count; ++k) beyond_->values[k] = dense[to_size(beyond_->support[k])];
  final_ = !refit(ConstIndexVec(beyond_->support).first(count), ConstVec(beyond_->values).first(count));
  return !final_;
}

/// What the proof takes from the work of the search.
double Solver::proof_work() const noexcept { return proof_ && evaluator_->constant_hessian() ? proof_->spent() : 0; }

/// Whether the next step belongs to the proof: its share of the work comes first, as it may spare the rest, and with
/// the option `prove` what is left of it comes last.
bool Solver::proof_wanted() const noexcept {
  if (!proof_ || options.proof_share == 0 || rounds_->trivial() || proved()) return false;
  const bool stricter = proof_->begun() && options.gap_tolerance < proof_->tolerance();
  if ((proof_->done() && !stricter) || rounds_->tree_pays(options.effort)) return false;
  if (!evaluator_->constant_hessian() && !work_is_done()) return false;  // there the search itself is short
  const double price = proof_->begun() && !stricter ? 0 : proof_->price();
  return proof_->spent() + price < proof_share() || (options.prove != 0 && work_is_done());
}

/// Multiply-adds that may go to the proof.
double Solver::proof_share() const noexcept {
  constexpr double glances = 4;  // where auto takes one
  const double unit = thorough() ? rounds_->work_unit() : glances * glance;
  return options.proof_share * options.effort * unit;
}

/// A portion of the proof; true when it met a better point.
bool Solver::step_proof() {
  constexpr double portion = 3e7;  // multiply-adds
  if (!proof_->begun() || options.gap_tolerance < proof_->tolerance())
    proof_->begin(best_, best_f_, options.gap_tolerance);
  proof_->tell(best_f_);
  const double most = options.prove != 0 && work_is_done() ? infinity : proof_share();
  proof_->work({std::min(proof_->spent() + portion, most), options.threads, options.proof_memory}, {});
  floor_ = std::max(floor_, proof_->lower_bound());
  std::vector<Index> support;
  std::vector<double> values;
  return proof_->take(support, values) && refit(support, values);
}

bool Solver::work_is_done() const noexcept {
  const double most = options.effort * rounds_->work_unit();
  return rounds_->work() + proof_work() >= (promising_ ? most : std::min(most, std::max(options.effort, 1.0) * glance));
}

bool Solver::effort_spent() const noexcept {
  if (supports_ && supports_->begun()) return supports_->spent(options.effort);
  if (!rounds_ || !rounds_->begun() || rounds_->pending() || !work_is_done() || proof_wanted()) return false;
  return rounds_->complete() || final_ || !checks_exchanges();
}

/// The state of a search with nothing left to try.
int Solver::end_of_search() const noexcept {
  const bool settled = proved() || (gradient_known_ && gradient_size_ == 0);
  return settled ? SBREG_STATIONARY : SBREG_SEARCHED;
}

/// Whether the run ends with a check of all exchanges along coordinates, which costs about s passes over the data.
bool Solver::checks_exchanges() const noexcept {
  const auto pass = static_cast<double>(problem_->rows()) * static_cast<double>(problem_->dimension());
  return promising_ || static_cast<double>(s_) * pass <= glance;
}

/// What no support has an f below, where every support was tried, or excluded by a model that is f itself; but not
/// where rounding might change which support is the best by more than the proof allows. Every loss is convex, a
/// quadratic need not be.
double Solver::search_bound() const noexcept {
  constexpr double tolerance = 1e-6;  // of f, to which refits and the model are trusted
  if (capacity_ == 0) return prepared_ ? best_f_ : -infinity;
  const double slack = tolerance * std::abs(best_f_);
  if (supports_) return supports_->proved() && problem_->rows() > 0 ? best_f_ - slack : -infinity;
  if (!rounds_ || !rounds_->proved() || !evaluator_->constant_hessian()) return -infinity;
  const double error = 1e-12 * (f_at_zero_ - best_f_) + rounds_->proof_error();
  return error <= slack ? best_f_ - slack - error : -infinity;
}

const char* Solver::strategy() const noexcept {
  char* const end = strategy_ + sizeof strategy_;
  char* at = strategy_;
  // Values always, if only a "%s": Debian compiles with -Werror=format-security.
  const auto say = [&](const char* format, auto... values) {
    const int length = std::snprintf(at, to_size(end - at), format, values...);
    at += std::clamp<std::ptrdiff_t>(length, 0, end - at - 1);
  };
  const bool structured = supports_ && supports_->begun();
  const bool begun = structured || (rounds_ && rounds_->begun());
  const Index iterations = begun ? first_round_ : counters_.iterations;
  if (capacity_ == 0 && prepared_) {
    say("%s", "x = 0 is the only point allowed");
    return strategy_;
  }
  if (counters_.iterations == 0) say("%s", "nothing was run yet");
  if (iterations > 0) {
    const bool alone = dictionary_size() <= 1;
    const bool start = options.method == "auto" || options.method == "search";
    const char* const method = !start ? options.method.c_str() : alone ? "gpnp" : "newton";
    say("%lld iterations of %s", static_cast<long long>(iterations), method);
  }
  const auto end_with_proof = [&] {
    if (at_lower_bound())
      say("%s", "; it is proved that no point is better, for f has reached its lower bound");
    else if (proved())
      say("%s", "; it is proved that no support is better");
    return strategy_;
  };
  if (!begun) return end_with_proof();
  if (iterations > 0) say("%s", "; ");
  const auto steps = static_cast<long long>(counters_.iterations - first_round_);
  if (structured) {
    if (supports_->exhaustive())
      say("%s", supports_->over() ? "every support was tried" : "every support is being tried");
    else
      say("%lld exchanges of groups and coordinates", steps);
  } else if (rounds_->trivial()) {
    say("%s", "no coordinate is left to exchange");
  } else {
    const bool all = rounds_->complete() || rounds_->candidates() == problem_->dimension();
    say("swaps among %lld%s candidates to a support that none improves; %lld round%s of search, %lld of them with "
        "success",
        static_cast<long long>(rounds_->candidates()), all ? "" : " chosen", steps, steps == 1 ? "" : "s",
        static_cast<long long>(better_rounds_));
    if (final_) say("%s", "; no swap with any other coordinate improves");
  }
  return end_with_proof();
}

/// Minimises f on the support from the values given; true when that is better than the best point, and then the
/// iterate.
bool Solver::refit(ConstIndexVec support, ConstVec values) {
  next_.x.assign_packed(support, values);
  next_.evaluate(*evaluator_);
  ++counters_.evaluations;
  if (!(next_.f <= f_at_zero_)) {  // the model led too far
    next_.x.assign_packed({}, {});
    next_.evaluate(*evaluator_);
    ++counters_.evaluations;
  }
  count((*refit_)(next_, support));
  const bool simpler = next_.x.count() < best_.count() && next_.f <= best_f_ + slack();
  if (!simpler && !(next_.f < best_f_)) return false;
  counters_.support_changes += next_.x.same_support(current_.x) ? 0 : 1;
  std::swap(current_, next_);
  gradient_known_ = false;
  promising_ = promising_ || current_.f < best_f_ - real_progress * std::abs(best_f_);
  best_f_ = current_.f;
  best_.assign(current_.x);
  if (reached_target()) ended_ = SBREG_TARGET_REACHED;
  return true;
}

}  // namespace sbreg
