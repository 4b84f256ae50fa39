// SPDX-License-Identifier: BSD-3-Clause
#include "path/sweep.hpp"

#include <map>
#include <utility>

#include "sparsebregman.h"

namespace sbreg {

Sweep::Sweep(Source setup, Index first, Index last, const PathOptions& options)
    : source_(std::move(setup)),
      first_(first),
      last_(last),
      independent_(options.independent != 0),
      warm_window_(options.warm_window),
      warm_effort_(options.warm_effort),
      prove_(options.prove),
      fits_(to_size(last - first + 1)) {}

/// What fails here leaves the sweep without a setup, and the next call tries again.
void Sweep::open() {
  auto setup = source_();
  const Problem& problem = *setup->problem;
  weight_.assign(to_size(problem.dimension()), 1.0);
  start_.assign(weight_.size(), 0.0);
  scale_.assign(problem.scale().begin(), problem.scale().end());
  setup_ = std::move(setup);
}

void Sweep::close() noexcept {
  setup_.reset();
  source_ = nullptr;
  dictionary_ = {};
  weight_ = {};
  start_ = {};
}

void Sweep::advance(const std::function<bool()>& keep_going) {
  if (finished()) return;
  if (setup_ == nullptr) open();
  if (done_ < count())
    forward(first_ + done_, keep_going);
  else if (done_ < 2 * count() - 1)
    backward(last_ - 1 - (done_ - count()), keep_going);
  else
    forward_again(first_ + 1 + (done_ - (2 * count() - 1)), keep_going);
  if (finished()) close();
}

std::unique_ptr<Solver> Sweep::make(Index s, bool started, bool brief) const {
  Setup setup(*setup_);
  setup.structure = Structure(setup_->structure, s);
  if (!dictionary_.empty()) setup.dictionary = dictionary_;
  if (prove_ == 0) setup.options.proof_share = 0;
  if (brief) {
    if (setup.options.stall_window != 0) setup.options.stall_window = warm_window_;
    setup.options.effort *= warm_effort_;
  }
  auto solver = std::make_unique<Solver>(std::move(setup));
  if (started) solver->set_start(start_);
  return solver;
}

/// False when it was given up.
bool Sweep::run(Solver& solver, const std::function<bool()>& keep_going) {
  while (solver.prepare(keep_going)) {
    if (solver.state() != SBREG_RUNNING) return true;
    if (!keep_going()) return false;
    solver.step();
  }
  return false;
}

Index Sweep::done() const {
  const std::lock_guard lock(*mutex_);
  return done_;
}

std::optional<Fit> Sweep::find(Index s) const {
  const std::lock_guard lock(*mutex_);
  if (s < first_ || s >= first_ + std::min(done_, count())) return std::nullopt;
  return at(s);
}

/// Ends the fit at s with the solution of `solver` if that is better than what is there; nullptr: nothing was run.
void Sweep::keep(const Solver* solver, Index s) {
  Fit fit = at(s);
  if (solver != nullptr) {
    fit.iterations += solver->run().counters.iterations;
    if (solver->run().best_f < fit.f) {
      const SparseVector& x = solver->run().best;
      fit.support.assign(x.support().begin(), x.support().end());
      fit.values.resize(fit.support.size());
      for (std::size_t k = 0; k < fit.support.size(); ++k) fit.values[k] = x[fit.support[k]];
      fit.intercept = solver->problem().intercept(x);
      fit.f = solver->run().best_f;
      fit.state = solver->state();
      fit.separated = solver->separated();
      fit.improved = done_ >= count();
      fit.gap = solver->run().gap();
    }
    fit.bound = std::max(fit.bound, solver->run().lower_bound());
    fit.gap = std::min(fit.gap, relative_gap(fit.f, fit.bound));
    fit.proved = fit.gap <= setup_->options.gap_tolerance;
  }
  const std::lock_guard lock(*mutex_);
  std::swap(fits_[to_size(s - first_)], fit);
  ++done_;
}

void Sweep::forward(Index s, const std::function<bool()>& keep_going) {
  const bool started = !independent_ && s > first_;
  if (started) spread(at(s - 1));
  const auto solver = make(s, started, started && s > 1);  // what s = 0 fits does not tell which variable is best
  if (!run(*solver, keep_going)) return;
  if (s == std::max(first_, Index{1})) {
    if (!independent_ && solver->dictionary().same_for_others()) dictionary_ = solver->dictionary().matrices();
    Evaluator& evaluator = *solver->run().evaluator;
    if (evaluator.constant_hessian()) evaluator.second_order()->hessian_diagonal(weight_);
  }
  keep(solver.get(), s);
}

void Sweep::backward(Index s, const std::function<bool()>& keep_going) {
  drop(at(s + 1), s);
  if (at(s).proved || same_support(at(s))) return keep(nullptr, s);
  refit(s, keep_going);
}

void Sweep::forward_again(Index s, const std::function<bool()>& keep_going) {
  if (at(s).proved || !at(s - 1).improved) return keep(nullptr, s);
  spread(at(s - 1));
  refit(s, keep_going);
}

/// One more fit, from start_.
void Sweep::refit(Index s, const std::function<bool()>& keep_going) {
  const auto solver = make(s, true, true);
  if (run(*solver, keep_going)) keep(solver.get(), s);
}

/// start_ <- the fit, dense.
void Sweep::spread(const Fit& fit) {
  std::ranges::fill(start_, 0.0);
  for (std::size_t k = 0; k < fit.support.size(); ++k) start_[to_size(fit.support[k])] = fit.values[k];
}

bool Sweep::same_support(const Fit& fit) const noexcept {
  const auto count = std::ranges::count_if(start_, [](double v) { return v != 0; });
  return count == std::ssize(fit.support) &&
         std::ranges::all_of(fit.support, [&](Index i) { return start_[to_size(i)] != 0; });
}

/// start_ <- the s groups of the fit that are worth most to f, by its curvature along each coordinate, and what is
/// kept.
void Sweep::drop(const Fit& larger, Index s) {
  spread(larger);
  const auto group = [&](Index i) { return setup_->structure.group(i); };
  std::map<Index, double> worth;
  for (Index i : larger.support)
    if (group(i) >= 0) worth[group(i)] += weight_[to_size(i)] * start_[to_size(i)] * start_[to_size(i)];
  std::vector<std::pair<double, Index>> order;
  order.reserve(worth.size());
  for (const auto& [g, value] : worth) order.emplace_back(value, g);
  std::ranges::sort(order);
  order.resize(to_size(std::max<Index>(to_index(order.size()) - s, 0)));
  for (Index i : larger.support)
    if (std::ranges::any_of(order, [&](const auto& least) { return least.second == group(i); })) start_[to_size(i)] = 0;
}

}  // namespace sbreg
