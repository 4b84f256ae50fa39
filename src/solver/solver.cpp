// SPDX-License-Identifier: BSD-3-Clause
#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>

#include "dsm/dsm.hpp"
#include "linalg/kernels.hpp"
#include "support/error.hpp"

namespace sbreg {

Solver::Solver(std::shared_ptr<const Problem> problem, Index s)
    : problem_(std::move(problem)),
      s_(s),
      evaluator_(problem_->evaluator(s)),
      current_(*evaluator_, problem_->dimension(), s),
      next_(*evaluator_, problem_->dimension(), s),
      gradient_(to_size(problem_->dimension())),
      threshold_(problem_->dimension(), s),
      best_(problem_->dimension(), s) {
  current_.evaluate(*evaluator_);
  f_at_zero_ = best_f_ = current_.f;
}

void Solver::add_scaling(ConstVec w) { dictionary_.emplace_back(w); }

void Solver::set_start(ConstVec x0) {
  current_.x.assign_dense(x0);
  current_.evaluate(*evaluator_);
  gradient_known_ = false;
  best_.assign(current_.x);
  best_f_ = current_.f;
}

void Solver::build_dictionary() {
  const Method& method = find_method(options.method);
  const auto given = static_cast<long long>(dictionary_.size());
  switch (method.dictionary) {
    case Dictionary::lipschitz:
      SBREG_REQUIRE(given <= 1 && (given == 0 || dictionary_.front().uniform()), SBREG_E_ARGUMENT,
                    "method \"%s\" uses one multiple of the identity; %lld scaling matrices were added, or one with "
                    "different weights: use \"iwht\" or \"ciwht\" for those",
                    method.name, given);
      break;
    case Dictionary::single:
      SBREG_REQUIRE(given == 1, SBREG_E_ARGUMENT,
                    "method \"%s\" uses exactly one scaling matrix, but %lld were added; \"ciwht\" cycles through "
                    "several, \"iht\" computes its own",
                    method.name, given);
      break;
    case Dictionary::any:
      break;
  }
  if (!dictionary_.empty()) return;
  const auto C = problem_->curvature();
  SBREG_REQUIRE(C.has_value(), SBREG_E_UNSUPPORTED,
                "a %s problem has no bound on its Hessian, so no scaling matrix can be computed: add your own",
                problem_->kind());
  const auto dsm = make_lipschitz(*C);
  while (dsm->step() == SBREG_RUNNING) {
  }
  add_scaling(dsm->weights());
}

void Solver::prepare() {
  if (prepared_) return;
  if (options.history != 0) history_.reserve_one();
  build_dictionary();  // the last thing that can fail: a failure leaves the dictionary as it was given
  target_residual_ = options.residual_tolerance * problem_->residual_unit();
  record(false);
  prepared_ = true;
}

const Scaling& Solver::next_scaling() noexcept {
  if (uses_ >= options.dsm_period) {
    active_ = (active_ + 1) % dictionary_size();
    uses_ = 0;
  }
  ++uses_;
  return dictionary_[to_size(active_)];
}

void Solver::ensure_gradient() {
  if (gradient_known_) return;
  evaluator_->gradient(current_.x, current_.state, gradient_);
  gradient_known_ = true;
}

void Solver::step() {
  if (state() != SBREG_RUNNING) return;
  if (options.history != 0) history_.reserve_one();
  ensure_gradient();  // g <- gradient of f at x
  const Scaling& d = next_scaling();
  const bool finite = threshold_(current_.x, gradient_, d, 1.0, next_.x);  // x+ <- threshold(x, g, D_k)
  if (finite) next_.evaluate(*evaluator_);
  SBREG_REQUIRE(finite && std::isfinite(next_.f), SBREG_E_NUMERIC,
                "iteration %lld left the range of double precision; the last good point is kept (is a scaling matrix "
                "too small for this problem?)",
                static_cast<long long>(counters_.iterations + 1));
  ++counters_.evaluations;
  accept(promised_decrease(current_.x, gradient_, d, next_.x));
}

void Solver::accept(double promised) {
  const bool changed = !next_.x.same_support(current_.x);
  std::swap(current_, next_);
  gradient_known_ = false;
  ++counters_.iterations;
  counters_.support_changes += changed ? 1 : 0;
  if (current_.f < best_f_) {
    best_f_ = current_.f;
    best_.assign(current_.x);
  }
  // Stationary once every matrix of the dictionary has had its turn and none promised anything.
  const double unit = std::abs(f_at_zero_) + std::abs(current_.f);
  stationary_for_ = promised <= options.stationarity_tolerance * unit ? stationary_for_ + 1 : 0;
  const auto residual = evaluator_->residual_norm(current_.state);
  if (residual && *residual <= target_residual_) {
    ended_ = SBREG_TARGET_REACHED;
  } else if (stationary_for_ >= dictionary_size() * options.dsm_period) {
    ended_ = SBREG_STATIONARY;
  }
  record(changed);
}

void Solver::record(bool changed) {
  if (options.history == 0) return;
  history_.append({current_.f, best_f_, changed ? 1.0 : 0.0, 0.0, static_cast<double>(active_)});
}

int Solver::state() const noexcept {
  if (ended_ != SBREG_RUNNING) return ended_;
  return counters_.iterations >= options.max_iterations ? SBREG_ITERATION_LIMIT : SBREG_RUNNING;
}

double Solver::gradient_norm() {
  ensure_gradient();
  return std::sqrt(kernels().dot(problem_->dimension(), gradient_.data(), gradient_.data()));
}

}  // namespace sbreg
