// SPDX-License-Identifier: BSD-3-Clause
#include "path/path.hpp"

#include <cmath>
#include <numeric>

#include "path/folds.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const Solver> copy_of(const Solver& solver) {
  auto copy = std::make_shared<Solver>(solver.share_problem(), solver.sparsity());
  copy->configure_as(solver);
  return copy;
}

}  // namespace

Path::Path(const Solver& pattern) : pattern_(copy_of(pattern)) {}

void Path::prepare() {
  if (prepared()) return;
  const Problem& problem = pattern_->problem();
  const Index n = problem.dimension();
  const Index m = problem.rows();
  Index last = options.last;
  if (last == 0)
    last = std::max<Index>(options.first, std::min({n, m > 0 ? std::max<Index>(m / 2, 1) : n, Index{100}}));
  SBREG_REQUIRE(options.first <= last && last <= n, SBREG_E_ARGUMENT,
                "the range of sparsities %lld .. %lld must lie in 1 .. n = %lld and not be empty",
                static_cast<long long>(options.first), static_cast<long long>(last), static_cast<long long>(n));
  SBREG_REQUIRE(options.folds != 1 && (options.folds == 0 || options.folds <= m), SBREG_E_ARGUMENT,
                "folds must be 0 or lie in 2 .. the %lld observations, got %lld", static_cast<long long>(m),
                static_cast<long long>(options.folds));
  SBREG_REQUIRE(options.criterion != "cv" || options.folds > 0, SBREG_E_ARGUMENT,
                "criterion \"cv\" needs folds; set folds to 5 or 10");
  SBREG_REQUIRE(options.criterion == "auto" || options.criterion == "cv" || problem.likelihood() != Likelihood::none,
                SBREG_E_UNSUPPORTED,
                "a %s problem has no likelihood, which criterion \"%s\" is made of; use cross-validation (folds) or "
                "choose the sparsity yourself",
                problem.kind(), options.criterion.c_str());
  std::vector<Sweep> sweeps;
  const auto add = [&](std::shared_ptr<const Problem> data) {
    sweeps.emplace_back(pattern_, std::move(data), options.first, last, options);
  };
  add(pattern_->share_problem());
  if (options.folds > 0) fold_of_ = draw_folds(m, options.folds, options.seed);
  for (Index fold = 0; fold < options.folds; ++fold)
    add(problem.reweighted(weights_outside(problem.weights(), fold_of_, fold)));
  first_ = options.first;
  last_ = last;
  sweeps_ = std::move(sweeps);
}

Index Path::done() const {
  Index total = 0;
  for (const Sweep& sweep : sweeps_) total += sweep.done();
  return total;
}

Index Path::total() const noexcept {
  Index total = 0;
  for (const Sweep& sweep : sweeps_) total += sweep.fits();
  return total;
}

Index Path::parallel() const noexcept {
  return pattern_->thread_safe() ? std::min(options.threads, to_index(sweeps_.size())) : 1;
}

std::optional<Fit> Path::find(Index s) const { return prepared() ? sweeps_.front().find(s) : std::nullopt; }

double Path::loss_at(Evaluator& evaluator, const Fit& fit) const {
  SparseVector x(variables(), std::max<Index>(to_index(fit.support.size()), 1));
  x.assign_packed(fit.support, fit.values);
  std::vector<double> state(to_size(evaluator.state_size()));
  return evaluator.evaluate(x, state) - pattern_->problem().penalty().value(x);
}

void Path::conclude() {
  const Problem& problem = pattern_->problem();
  std::vector<double> loss;
  const auto evaluator = problem.evaluator(last_);
  for (Index s = first_; s <= last_; ++s) loss.push_back(loss_at(*evaluator, sweeps_.front().at(s)));
  std::vector<std::vector<double>> cv(options.folds > 0 ? loss.size() : 0);
  for (Index fold = 0; fold < options.folds; ++fold) {
    const auto weights = weights_inside(problem.weights(), fold_of_, fold);
    const double size = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto observations = problem.reweighted(weights);
    const auto held_out = observations->evaluator(last_);
    for (Index s = first_; s <= last_; ++s)
      cv[to_size(s - first_)].push_back(2 * loss_at(*held_out, sweeps_[to_size(fold + 1)].at(s)) / size);
  }
  loss_ = std::move(loss);
  cv_ = std::move(cv);
}

Criteria Path::criteria(Index s) const {
  const Problem& problem = pattern_->problem();
  if (problem.likelihood() == Likelihood::none || loss_.empty() || s < first_ || s > last_)
    return {not_a_number, not_a_number, not_a_number, not_a_number};
  const ConstVec weights = problem.weights();
  const Index m = weights.empty() ? problem.rows() : std::ranges::count_if(weights, [](double w) { return w > 0; });
  const double unit = problem.residual_unit();
  return criteria_of(problem.likelihood(), loss_[to_size(s - first_)], 1e-24 * unit * unit, m, variables(),
                     to_index(sweeps_.front().at(s).support.size()), options.ebic_gamma);
}

Score Path::score(Index s) const noexcept {
  if (cv_.empty() || s < first_ || s > last_) return {not_a_number, not_a_number};
  return score_of(cv_[to_size(s - first_)]);
}

Index Path::chosen_by_score() const noexcept {
  Index best = first_;
  for (Index s = first_; s <= last_; ++s)
    if (score(s).mean < score(best).mean) best = s;
  if (options.rule == "best") return best;
  const double bound = score(best).mean + score(best).error;
  for (Index s = first_; s < best; ++s)
    if (score(s).mean <= bound) return s;
  return best;
}

Index Path::chosen() const {
  if (loss_.empty()) return 0;
  const std::string& name = options.criterion;
  if (name == "cv" || (name == "auto" && !cv_.empty())) return chosen_by_score();
  if (pattern_->problem().likelihood() == Likelihood::none) return 0;
  const auto value = [&](Index s) {
    const Criteria c = criteria(s);
    return name == "aic" ? c.aic : name == "bic" ? c.bic : name == "gic" ? c.gic : c.ebic;
  };
  Index best = first_;
  for (Index s = first_ + 1; s <= last_; ++s)
    if (value(s) < value(best)) best = s;
  return best;
}

}  // namespace sbreg
