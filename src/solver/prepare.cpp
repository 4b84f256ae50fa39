// SPDX-License-Identifier: BSD-3-Clause
// What a run makes of its options before the first step: units, ingredients and the dictionary.
#include <algorithm>
#include <cmath>

#include "solver/solver.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr int most_refits = 3;     // in rounds, for a constant Hessian: the second removes the rounding of the first
constexpr Index brief_window = 8;  // iterations without a better point, in auto and search,
constexpr Index patience = 2;      // and this times those that it took to find it, where the Hessian is not constant

}  // namespace

bool Solver::prepare(const std::function<bool()>& keep_going) {
  if (!prepared_) begin(keep_going);
  const bool extends = prepared_ && counters_.iterations >= extends_at_ && state() == SBREG_RUNNING;
  return prepared_ && (!extends || extend(keep_going));
}

/// What can fail comes first and the dictionary last, so that a failure leaves everything as it was given.
void Solver::begin(const std::function<bool()>& keep_going) {
  const Method& method = find_method(options.method);
  require_suitable(method, dictionary_);
  require_kernel_suits(method);
  if (capacity_ == 0) return end_at_zero();
  if (!evaluator_->has_hessian() && options.method == "auto") options.newton = 0;
  Ingredients made;
  make_steps(made);
  make_searches(made);
  spare_.resize(gradient_.size());
  if (options.history != 0) history_.reserve_one();
  LineSearch line_search(options, problem_->dimension());
  measure();
  if (kernel_ != nullptr) {
    bregman_.emplace(kernel_, s_, options.relative_smoothness, guess_smoothness());
  } else if (!make_dictionary(method, line_search.trials(), keep_going)) {
    return;
  }
  keep(std::move(made));
  line_search_ = std::move(line_search);
  if (adapts()) adaptive_ = AdaptiveScale(std::max(f_at_zero_, current_.f));
  half_square_ = evaluator_->constant_hessian() && evaluator_->residual_norm(current_.state).has_value();
  restart_ = Restart(options);
  roughly_ = options.single_precision != 0 && evaluator_->has_rough_gradient() && newton_ && restart_.enabled() &&
             line_search_.searches() && !momentum_ && !structured_ && !rounds_ && !supports_;
  record(false, false);
  prepared_ = true;
}

/// Where s is 0 and no coordinate is kept, x = 0 is the only point allowed, and the run has ended before its first
/// step.
void Solver::end_at_zero() {
  if (options.history != 0) history_.reserve_one();
  spare_.resize(gradient_.size());
  const auto residual = evaluator_->residual_norm(current_.state);
  const bool exact = residual && *residual <= options.residual_tolerance * problem_->residual_unit();
  ended_ = exact ? SBREG_TARGET_REACHED : SBREG_STATIONARY;
  record(false, false);
  prepared_ = true;
  raise_floor();
}

/// Whether a line search has to follow a curvature that changes.
bool Solver::adapts() const noexcept { return options.line_search != "none" && !evaluator_->constant_hessian(); }

void Solver::make_steps(Ingredients& made) {
  if (structure_ != nullptr) made.structured = std::make_unique<StructuredStep>(*structure_);
  if (EndCheck::needed(*problem_, *evaluator_))
    made.end_check = std::make_unique<EndCheck>(*problem_, *evaluator_, structure_.get(), capacity_);
  if (options.momentum != 0) {
    made.momentum.emplace(capacity_, structure_.get());
    extrapolated_.x.assign(current_.x);
    extrapolated_.evaluate(*evaluator_);
  }
  if (options.newton == 0) return;
  SBREG_REQUIRE(evaluator_->has_hessian(), SBREG_E_UNSUPPORTED,
                "a %s problem has no Hessian for Newton steps; set newton to 0", problem_->kind());
  made.refit = std::make_unique<Refit>(*evaluator_, problem_->dimension(), capacity_, structure_.get(), most_refits);
  if (!adapts()) made.newton.emplace(*evaluator_, problem_->dimension(), capacity_, structure_.get());
  if (made.newton && made.momentum) made.newton_point.emplace(current_);
}

void Solver::make_searches(Ingredients& made) {
  const Index n = problem_->dimension();
  const auto seed = static_cast<std::uint64_t>(options.seed);
  const bool all = can_try_all();
  if (all || can_search_structure()) {
    if (all) made.plain = std::make_unique<const Structure>(n, s_);
    made.supports = std::make_unique<StructuredSearch>(*evaluator_, all ? *made.plain : *structure_, seed);
  } else if (can_search()) {
    if (made.refit == nullptr) made.refit = std::make_unique<Refit>(*evaluator_, n, s_, nullptr, most_refits);
    made.rounds = std::make_unique<SupportSearch>(*problem_, *evaluator_, s_, seed, most_candidates());
    const bool constant = evaluator_->constant_hessian();
    if (bound::Proof::suits(*problem_, options.proof_memory))
      made.proof = std::make_unique<bound::Proof>(*problem_, s_, false);
    if (!constant || n > SupportSearch::all_candidates(constant)) made.beyond = std::make_unique<Beyond>(*problem_, s_);
  }
}

/// The dictionary, if it was not given. A line search finds a scale by itself: where any matrix will do and none was
/// named, it begins with a cheap one. False when it was interrupted.
bool Solver::make_dictionary(const Method& method, Index trials, const std::function<bool()>& keep_going) {
  if (!dictionary_.empty()) {
    threshold_.remember(dictionary_size(), trials);
    return true;
  }
  require_suitable(method, dictionary_name());
  postpones_ = options.dictionary == "auto" && options.line_search != "none" && method.dictionary == Dictionary::any &&
               dictionary_name() != "lipschitz";
  return compute_dictionary(postpones_ ? columns : dictionary_name(), trials, keep_going);
}

std::string_view Solver::dictionary_name() const noexcept {
  return options.dictionary == "auto" ? find_method(options.method).computes : std::string_view(options.dictionary);
}

/// dictionary_ <- what `name` stands for, with room for what the thresholds remember of it. False when it was
/// interrupted.
bool Solver::compute_dictionary(std::string_view name, Index trials, const std::function<bool()>& keep_going) {
  auto computation = std::move(computation_);
  if (computation == nullptr)
    computation =
        std::make_unique<DictionaryComputation>(*problem_, name, options.line_search == "none", guess_curvature());
  ensure_gradient();
  if (!computation->run(gradient_, keep_going)) {
    computation_ = std::move(computation);
    return false;
  }
  std::vector<Scaling> dictionary = computation->take();
  threshold_.remember(to_index(dictionary.size()), trials);
  dictionary_.swap(dictionary);
  extends_at_ = unlimited;
  const double cost = computation->cost_of_models();
  if (name == columns && cost < infinity)
    extends_at_ = static_cast<Index>(std::ceil(cost / evaluator_->gradient_cost()));
  return true;
}

/// In the middle of a run, before the postponed matrices are there.
void Solver::dictionary_changed() noexcept {
  if (!prepared_ || options.dictionary == "auto") return;
  computation_.reset();
  extends_at_ = options.dictionary == "lipschitz" ? unlimited : counters_.iterations;
}

bool Solver::extend(const std::function<bool()>& keep_going) {
  try {
    if (!compute_dictionary(dictionary_name(), line_search_.trials(), keep_going)) return false;
  } catch (const Error& error) {
    if (error.code() != SBREG_E_NUMERIC || problem_->rows() > 0 || options.dictionary != "auto") throw;
    extends_at_ = unlimited;  // an indefinite Q has no such matrices; nobody asked for them
    return true;
  }
  active_ = dictionary_size() - 1;  // the first one is next
  uses_ = options.dsm_period;
  stationary_for_ = 0;
  return true;
}

void Solver::keep(Ingredients made) noexcept {
  newton_ = std::move(made.newton);
  newton_point_ = std::move(made.newton_point);
  momentum_ = std::move(made.momentum);
  structured_ = std::move(made.structured);
  refit_ = std::move(made.refit);
  if (refit_) refit_->slack = slack();
  end_check_ = std::move(made.end_check);
  supports_ = std::move(made.supports);  // before what it refers to
  plain_ = std::move(made.plain);
  rounds_ = std::move(made.rounds);
  proof_ = std::move(made.proof);
  beyond_ = std::move(made.beyond);
}

/// The units of the problem, from the gradient at 0, and the thresholds in them.
void Solver::measure() {
  std::vector<double> scratch(gradient_.size());
  if (current_.x.count() == 0) {
    ensure_gradient();
    units_ = measure_units(*problem_, capacity_, gradient_, scratch);
  } else {
    Point zero(*evaluator_, problem_->dimension(), capacity_);
    std::vector<double> gradient(gradient_.size());
    zero.evaluate(*evaluator_);
    evaluator_->gradient(zero.x, zero.state, gradient);
    units_ = measure_units(*problem_, capacity_, gradient, scratch);
  }
  target_residual_ = options.residual_tolerance * problem_->residual_unit();
  sufficient_ = options.sufficient_decrease * units_.curvature;
  const bool has_residual = evaluator_->residual_norm(current_.state).has_value();
  // Where a better support is found by a few restarts or by the search over supports, the long published windows only
  // cost gradients.
  const bool brief = (options.method == "auto" || options.method == "search") && options.stall_window < 0;
  const bool restarts = brief && !evaluator_->constant_hessian();
  stall_ = Stall(brief ? brief_window : options.stall_window, restarts ? patience : 0, problem_->dimension(), s_,
                 has_residual ? std::sqrt(units_.objective()) : units_.objective(), options.newton != 0);
}

/// f falls by about ||g||^2 / (2 L) along the s largest entries of g, and no more than f itself where f >= 0: an L to
/// start from when nothing else is known.
double Solver::guess_curvature() const noexcept {
  const double squares = static_cast<double>(capacity_) * units_.gradient * units_.gradient;
  const double guess = squares / (2 * std::abs(f_at_zero_));
  return std::isfinite(guess) && guess > 0 ? guess : 1;
}

}  // namespace sbreg
