// SPDX-License-Identifier: BSD-3-Clause
#include "path/path.hpp"

#include <algorithm>
#include <cmath>

#include "path/folds.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Fits the bounds and the dictionary of a setup, which are in the variables of a problem with the scale `from`, to the
/// scale of its own problem: D stays the same matrix on the scale of the data.
void change_scale(Setup& setup, ConstVec from) {
  const ConstVec to = setup.problem->scale();
  if (to.empty()) return;
  if (setup.structure.bounded()) {
    std::vector<double> lower(to.size());
    std::vector<double> upper(to.size());
    for (std::size_t j = 0; j < to.size(); ++j) {
      lower[j] = setup.structure.lower(to_index(j)) / from[j] * to[j];
      upper[j] = setup.structure.upper(to_index(j)) / from[j] * to[j];
    }
    setup.structure.set_bounds(lower, upper);
  }
  for (auto& d : setup.dictionary) {
    LineVector weight(d->weight);
    for (std::size_t j = 0; j < weight.size(); ++j) weight[j] *= (from[j] / to[j]) * (from[j] / to[j]);
    d = std::make_shared<const Scaling>(weight);
  }
}

/// Does it; of what fails says that the fold was left out.
template <class Call>
auto explain(Index fold, Call call) {
  try {
    return call();
  } catch (const Error& error) {
    fail(error.code(), "the observations outside fold %lld: %s", static_cast<long long>(fold), error.text());
  }
}

/// The setup for the observations outside a fold.
std::shared_ptr<const Setup> outside_fold(const Setup& setup, Index fold, const std::vector<Index>& rows) {
  return explain(fold, [&] {
    auto outside = std::make_shared<Setup>(setup);
    outside->problem = setup.problem->observed()->on_rows(rows);
    change_scale(*outside, setup.problem->scale());
    const Solver startable(*outside);  // which fails where no fit could start
    return outside;
  });
}

}  // namespace

Path::Path(Setup setup) : setup_(std::make_shared<const Setup>(std::move(setup))) {}

/// How many columns or groups there are to choose from.
Index Path::candidates() const noexcept { return setup_->structure.groups(); }

/// The largest s that leaves two observations per coefficient, whichever groups it takes; at most 100.
Index Path::default_last() const noexcept {
  const Index kept = to_index(setup_->structure.kept().size());
  const Index size = std::max<Index>(setup_->structure.largest_group(), 1);
  const Index fitting = problem().rows() > 0 ? std::max<Index>((problem().rows() / 2 - kept) / size, 1) : candidates();
  return std::max(options.first, std::min({candidates(), fitting, Index{100}}));
}

/// Refuses a fold that could not be fitted or scored, before anything is.
void Path::require_fold(Index fold) const {
  const ConstVec w = problem().weights();
  const auto held_out = rows_inside(fold_of_, fold);
  SBREG_REQUIRE(std::ranges::any_of(held_out, [&](Index i) { return w.empty() || w[to_size(i)] > 0; }),
                SBREG_E_ARGUMENT, "no observation of fold %lld has a positive weight; use fewer folds or another seed",
                static_cast<long long>(fold));
  explain(fold, [&] { problem().observed()->require_rows(rows_outside(fold_of_, fold)); });
}

void Path::require_choice() const {
  SBREG_REQUIRE(options.criterion != "cv" || options.folds > 0, SBREG_E_ARGUMENT,
                "criterion \"cv\" needs folds; set folds to 5 or 10 before the first fit");
  SBREG_REQUIRE(options.criterion == "auto" || options.criterion == "cv" || problem().likelihood() != Likelihood::none,
                SBREG_E_UNSUPPORTED,
                "a %s problem has no likelihood, which criterion \"%s\" is made of; use cross-validation (folds) or "
                "choose the sparsity yourself",
                problem().kind(), options.criterion.c_str());
}

void Path::prepare() {
  if (prepared()) return;
  const Index observations = problem().rows() / problem().rows_per_observation();
  const Index last = options.last > 0 ? options.last : default_last();
  SBREG_REQUIRE(options.first <= last && last <= candidates(), SBREG_E_ARGUMENT,
                "the range of sparsities %lld .. %lld must lie in 0 .. %lld, the number of %s, and not be empty",
                static_cast<long long>(options.first), static_cast<long long>(last),
                static_cast<long long>(candidates()),
                setup_->structure.plain() ? "variables" : "variables or groups that are not kept");
  SBREG_REQUIRE(options.folds == 0 || observations > 0, SBREG_E_ARGUMENT,
                "a %s problem has no observations that folds could hold out; set folds to 0", problem().kind());
  SBREG_REQUIRE(options.folds != 1 && (options.folds == 0 || options.folds <= observations), SBREG_E_ARGUMENT,
                "folds must be 0 or lie in 2 .. the %lld observations, got %lld", static_cast<long long>(observations),
                static_cast<long long>(options.folds));
  require_choice();
  std::vector<Sweep> sweeps;
  sweeps.emplace_back([setup = setup_] { return setup; }, options.first, last, options);
  if (options.folds > 0)
    fold_of_ = draw_folds(observations, options.folds, options.seed, problem().rows_per_observation(),
                          problem().observed()->strata());
  for (Index fold = 0; fold < options.folds; ++fold) {
    require_fold(fold);
    sweeps.emplace_back(
        [setup = setup_, fold, rows = rows_outside(fold_of_, fold)] { return outside_fold(*setup, fold, rows); },
        options.first, last, options);
  }
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
  return setup_->thread_safe() ? std::min(options.threads, to_index(sweeps_.size())) : 1;
}

std::optional<Fit> Path::find(Index s) const { return prepared() ? sweeps_.front().find(s) : std::nullopt; }

SparseVector Path::point(const Sweep& sweep, const Fit& fit) const {
  const ConstVec scale = sweep.scale();
  std::vector<double> values(fit.values);
  for (std::size_t k = 0; k < values.size() && !scale.empty(); ++k) values[k] /= scale[to_size(fit.support[k])];
  SparseVector x(problem().dimension(), std::max<Index>(to_index(values.size()), 1));
  x.assign_packed(fit.support, values);
  return x;
}

void Path::conclude() {
  std::vector<double> loss;
  for (Index s = first_; s <= last_; ++s) {
    const Fit& fit = sweeps_.front().at(s);
    double penalty = 0;
    for (double v : fit.values) penalty += problem().penalty().value(v);
    loss.push_back(fit.f - penalty);
  }
  std::vector<std::vector<double>> cv(options.folds > 0 ? loss.size() : 0);
  for (Index fold = 0; fold < options.folds; ++fold) {
    const Sweep& sweep = sweeps_[to_size(fold + 1)];
    const auto rows = rows_inside(fold_of_, fold);
    for (Index s = first_; s <= last_; ++s) {
      const Fit& fit = sweep.at(s);
      cv[to_size(s - first_)].push_back(problem().observed()->mean_deviance(point(sweep, fit), fit.intercept, rows));
    }
  }
  loss_ = std::move(loss);
  cv_ = std::move(cv);
}

Criteria Path::criteria(Index s) const {
  if (problem().likelihood() == Likelihood::none || loss_.empty() || s < first_ || s > last_)
    return {not_a_number, not_a_number, not_a_number, not_a_number};
  const ConstVec weights = problem().weights();
  const Index m = weights.empty() ? problem().rows() : std::ranges::count_if(weights, [](double w) { return w > 0; });
  const Structure& structure = setup_->structure;
  const auto& support = sweeps_.front().at(s).support;
  const auto kept_here = std::ranges::count_if(support, [&](Index i) { return structure.group(i) < 0; });
  const Index kept = to_index(structure.kept().size());
  const Index beside = problem().options.intercept + (problem().likelihood() == Likelihood::gaussian ? 1 : 0);
  return criteria_of(problem().observed()->minus_two_log_likelihood(loss_[to_size(s - first_)]),
                     {m, problem().dimension() - kept, std::ssize(support) + beside, std::ssize(support) - kept_here},
                     options.ebic_gamma);
}

Score Path::score(Index s) const noexcept {
  if (cv_.empty() || s < first_ || s > last_) return {not_a_number, not_a_number};
  return score_of(cv_[to_size(s - first_)]);
}

double Path::separated_folds(Index s) const noexcept {
  if (cv_.empty() || s < first_ || s > last_) return not_a_number;
  return static_cast<double>(
      std::count_if(sweeps_.begin() + 1, sweeps_.end(), [s](const Sweep& fold) { return fold.at(s).separated; }));
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
  const Index none = options.first > 0 ? 0 : -1;
  if (loss_.empty()) return none;
  const std::string& name = options.criterion;
  if (name == "cv" || (name == "auto" && !cv_.empty())) return chosen_by_score();
  if (problem().likelihood() == Likelihood::none) return none;
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
