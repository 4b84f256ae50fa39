// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/exchange_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "linalg/cholesky.hpp"

namespace sbreg {
namespace {

constexpr Index most_points = 8;         // whose gradients are computed together
constexpr Index most_candidates = 32;    // whose promise is computed where there are many,
constexpr Index few_coordinates = 64;    // and up to so many coordinates are all candidates
constexpr Index tried = 4;               // refits for each coordinate that leaves
constexpr double promising = 0.5;        // of what leaving costs, that the model of f must promise
constexpr double hoped = 0.2;            // the same, before the search ends
constexpr double negligible = 1e-12;     // relative fall along a coordinate
constexpr double few_lines = 3e4;        // numbers of all exchanges along coordinates that are tried in the end
constexpr double better = 1e-10;         // relative fall of f that counts
constexpr double dependent = 1e-11;      // of its curvature that a column must have for itself
constexpr Index stale = 8;               // exchanges after which the diagonal of the Hessian is computed again
constexpr double brief_work = 5e6;       // multiply-adds after which auto does not start anew
constexpr double again = 8;              // and as many times the work until no exchange improved, at first
constexpr double most_again = 3e7;       // but no more than this
constexpr double most_passes = 100;      // over the data, after which the search ends wherever it is,
constexpr double most_work = 2e8;        // and multiply-adds besides
constexpr double per_margin = 30;        // multiply-adds that a loss costs
constexpr Index most_leaving = 5;        // coordinates that leave together
constexpr Index from_nothing = 12;       // starts, of which one is from no coordinate at all
constexpr std::size_t pairs_tried = 4;   // refits of exchanges that the model at the support's minimiser proposes
constexpr std::size_t remembered = 256;  // supports
constexpr double skipping = 0.3;         // probability with which the most promising coordinate does not enter

}  // namespace

ExchangeSearch::ExchangeSearch(const Problem& problem, Evaluator& evaluator, const Structure& structure,
                               std::uint64_t seed, bool thorough)
    : n_(problem.dimension()),
      s_(structure.capacity()),
      rows_(static_cast<double>(problem.rows() > 0 ? problem.rows() : n_)),
      column_(std::min(rows_, evaluator.gradient_cost() / static_cast<double>(n_))),
      thorough_(thorough),
      has_columns_(problem.rows() > 0),
      evaluator_(evaluator),
      second_(*evaluator.second_order()),
      points_(std::min(most_points, s_)),
      candidates_(n_ <= few_coordinates ? n_ : most_candidates),
      refit_(evaluator_, structure, 1),
      here_(evaluator_, n_, s_),
      best_(here_),
      trial_(here_),
      left_(to_size(std::max<Index>(points_, 1)), here_),
      G_(to_size(points_ * n_)),
      diagonal_(to_size(n_)),
      factor_(to_size(whole_lines(s_) * s_)),
      ld_(whole_lines(s_)),
      skipped_(to_size(s_)),
      between_(to_size(candidates_ * s_)),
      entering_(to_size(candidates_)),
      row_(to_size(whole_lines(s_))),
      J_(to_size(n_)),
      inverse_(to_size(s_ * s_)),
      products_(to_size(s_ * candidates_)),
      start_(to_size(s_)),
      rng_(seed) {
  for (auto* v : {&order_, &T_, &removed_}) v->reserve(to_size(s_ + 1));
  promises_.reserve(to_size(std::max(points_ * candidates_, s_)));
  pairs_.reserve(to_size(s_ * candidates_));
  if (static_cast<double>(s_) * static_cast<double>(n_) * rows_ <= few_lines) swaps_.emplace(problem, s_);
  visited_.reserve(remembered);
  second_.prepare_scan(points_, candidates_);
}

void ExchangeSearch::begin(const SparseVector& start) {
  trial_.x.assign_packed({}, {});
  trial_.evaluate(evaluator_);
  f_at_zero_ = trial_.f;
  best_.x.assign_packed(start.support(), start.packed());
  best_.evaluate(evaluator_);
  evaluations_ += 2;
  begun_ = true;
}

bool ExchangeSearch::spent(double effort) const noexcept {
  if (filled_ && settled_ && place_ == order_.size() && work_ >= effort * usual_work()) return true;
  return work_ >= effort * (most_passes * evaluator_.gradient_cost() + std::max(usual_work(), most_work));
}

/// Multiply-adds after which the search does not start anew.
double ExchangeSearch::usual_work() const noexcept {
  const double s = static_cast<double>(s_), n = static_cast<double>(n_);
  if (thorough_) return std::clamp(8000 * s * s * n, 5e7, 1e9);
  return brief_work + std::min(again * first_, most_again);
}

void ExchangeSearch::step(double effort) {
  if (over_) return;
  if (!filled_)
    fill();
  else if (quick_ && place_ < order_.size())
    exchange();
  else if (place_ < order_.size())
    scan();
  else if (work_ < effort * usual_work() || (settled_ && s_ > 0))
    restart();
  else
    check();
}

ConstIndexVec ExchangeSearch::without(ConstIndexVec S, Index i) {
  T_.clear();
  for (Index j : S)
    if (j != i) T_.push_back(j);
  return T_;
}

ConstIndexVec ExchangeSearch::with(ConstIndexVec S, Index i) {
  if (S.data() != T_.data()) T_.assign(S.begin(), S.end());
  T_.insert(std::ranges::upper_bound(T_, i), i);
  return T_;
}

/// point <- the minimiser on T, or a point on the way to it once f there is bound to stay above `hopeless`. What is
/// left of another point may lie far out, where f overflows: then from 0.
void ExchangeSearch::fit(Point& point, ConstIndexVec T, double hopeless) {
  if (!(point.f <= f_at_zero_)) {
    point.x.assign_packed({}, {});
    point.evaluate(evaluator_);
    ++evaluations_;
  }
  refit_.hopeless = hopeless;
  const Refit::Effort effort = refit_(point, T);
  evaluations_ += effort.evaluations;
  newton_steps_ += effort.steps;
  const auto k = static_cast<double>(T.size());
  work_ += static_cast<double>(effort.evaluations + 1) * (k * column_ + per_margin * rows_) +
           static_cast<double>(effort.steps + 1) * k * (0.5 * k + 2) * column_;
}

void ExchangeSearch::keep_if_better(const Point& point) {
  if (!(point.f < best_.f)) return;
  best_ = point;
  settled_ = false;
}

void ExchangeSearch::measure_curvatures() {
  second_.curvatures(here_.x, here_.state, diagonal_);
  work_ += evaluator_.gradient_cost();
  double total = 0;
  for (double& d : diagonal_) total += std::max(d, 0.0);
  mean_curvature_ = total > 0 ? total / static_cast<double>(n_) : 1;
  for (double& d : diagonal_)
    if (!(d > 0)) d = mean_curvature_;
  old_ = 0;
}

/// The exchanges begin again at a point.
void ExchangeSearch::settle_at(const Point& point) {
  if (&point != &here_) here_ = point;
  keep_if_better(here_);
  const ConstIndexVec S = here_.x.support();
  order_.assign(S.begin(), S.end());
  // What costs least when it leaves comes first.
  std::ranges::sort(order_, [&](Index a, Index b) {
    const double x = std::abs(here_.x[a]) * std::sqrt(diagonal_[to_size(a)]);
    const double y = std::abs(here_.x[b]) * std::sqrt(diagonal_[to_size(b)]);
    return x != y ? x < y : a < b;
  });
  place_ = 0;
  quick_ = true;
  if (to_index(order_.size()) == n_) place_ = order_.size();
}

/// The start with as many coordinates as there may be, refitted.
void ExchangeSearch::fill() {
  here_ = best_;
  T_.assign(here_.x.support().begin(), here_.x.support().end());
  fit(here_, T_, infinity);
  measure_curvatures();
  while (here_.x.count() < s_ && grow(here_, false)) {
  }
  settle_at(here_);
  filled_ = true;
}

void ExchangeSearch::leave(Point& point, Index leaves) {
  const ConstIndexVec R = without(here_.x.support(), leaves);
  point.x.assign(R, here_.x.values());
  point.evaluate(evaluator_);
  ++evaluations_;
  fit(point, R, infinity);
}

/// J_ <- the coordinates outside R with the largest g_j^2 / H_jj, which are no more than their promise.
void ExchangeSearch::choose_candidates(ConstIndexVec R, const double* g, Index never) {
  J_.clear();
  auto next = R.begin();
  for (Index j = 0; j < n_; ++j) {
    if (next != R.end() && *next == j)
      ++next;
    else if (j != never && g[j] != 0 && std::ranges::find(removed_, j) == removed_.end())
      J_.push_back(j);
  }
  if (to_index(J_.size()) <= candidates_) return;
  const auto score = [&](Index j) { return g[j] * (g[j] / diagonal_[to_size(j)]); };
  std::nth_element(J_.begin(), J_.begin() + candidates_, J_.end(), [&](Index a, Index b) {
    const double x = score(a), y = score(b);
    return x != y ? x > y : a < b;
  });
  J_.resize(to_size(candidates_));
  std::ranges::sort(J_);
}

/// promises_ gains what the candidates promise at the minimiser on R, where that is at least `least`.
void ExchangeSearch::propose(const Point& at, ConstIndexVec R, const double* g, Index never, double least,
                             std::size_t from) {
  choose_candidates(R, g, never);
  if (J_.empty()) return;
  const Index k = to_index(R.size());
  const Index c = to_index(J_.size());
  second_.hessian_between(at.x, at.state, J_, R, between_.data(), c, Vec(entering_).first(J_.size()));
  if (k > 0) {
    second_.hessian(at.x, at.state, R, 0, factor_.data(), ld_);
    cholesky_factor(k, factor_.data(), factor_.data(), ld_, skipped_.data());
  }
  work_ += column_ * static_cast<double>(k * (c + k));
  for (Index p = 0; p < c; ++p) {
    const Index j = J_[to_size(p)];
    for (Index r = 0; r < k; ++r) row_[to_size(r)] = between_[to_size(r * c + p)];
    if (k > 0) cholesky_solve(k, factor_.data(), ld_, skipped_.data(), row_.data());
    double own = entering_[to_size(p)];
    for (Index r = 0; r < k; ++r) own -= between_[to_size(r * c + p)] * row_[to_size(r)];
    const double whole = entering_[to_size(p)];
    if (!(whole > 0)) own = 1e-3 * mean_curvature_;  // f is straight there, and a step of unknown length lowers it
    if (whole > 0 && !(own > dependent * whole)) continue;
    const double gain = 0.5 * g[j] * (g[j] / own);
    if (gain >= least) promises_.push_back({gain, j, from});
  }
}

void ExchangeSearch::sort_promises() noexcept {
  std::ranges::sort(promises_, [&](const Promise& a, const Promise& b) {
    const double x = a.gain - left_[a.from].f, y = b.gain - left_[b.from].f;
    if (x != y) return x > y;
    return a.from != b.from ? a.from < b.from : a.enters < b.enters;
  });
}

/// The exchanges that the second-order model at here_ expects to be the best, until one improves. With
/// Gi = H_SS^-1, W = Gi H_SJ, c_i = 1 / Gi_ii the model of f falls, x_i leaving and x_j entering, by
///
///     (g_j - x_i c_i W_ij)^2 / 2 (d_j + c_i W_ij^2) - x_i^2 c_i / 2.
void ExchangeSearch::exchange() {
  const ConstIndexVec S = here_.x.support();
  const auto k = S.size();
  if (!has_columns_) {  // a Hessian of the caller's own takes no more than s coordinates at a time
    if (first_ == 0) first_ = work_;
    place_ = order_.size();
    return;
  }
  const Evaluator::Evaluated at{&here_.x, here_.state};
  evaluator_.gradients({&at, 1}, G_.data());
  work_ += evaluator_.gradient_cost();
  const double* const g = G_.data();
  choose_candidates(S, g, -1);
  const auto c = J_.size();
  second_.hessian_between(here_.x, here_.state, J_, S, between_.data(), to_index(c), Vec(entering_).first(c));
  second_.hessian(here_.x, here_.state, S, 0, factor_.data(), ld_);
  cholesky_factor(to_index(k), factor_.data(), factor_.data(), ld_, skipped_.data());
  work_ += column_ * static_cast<double>(k * (c + k));
  for (std::size_t i = 0; i < k; ++i) {
    std::fill_n(row_.begin(), ld_, 0.0);
    row_[i] = 1;
    cholesky_solve(to_index(k), factor_.data(), ld_, skipped_.data(), row_.data());
    std::copy_n(row_.begin(), k, inverse_.begin() + to_index(i * k));
  }
  for (std::size_t p = 0; p < c; ++p) {
    double own = entering_[p];
    for (std::size_t i = 0; i < k; ++i) {
      double product = 0;
      for (std::size_t r = 0; r < k; ++r) product += inverse_[i * k + r] * between_[r * c + p];
      products_[p * k + i] = product;
      own -= product * between_[i * c + p];
    }
    entering_[p] = entering_[p] > 0 ? std::max(own, 0.0) : 1e-3 * mean_curvature_;
    if (own <= dependent * entering_[p]) entering_[p] = 0;
  }
  pairs_.clear();
  for (std::size_t i = 0; i < k; ++i) {
    const double x = here_.x[S[i]];
    const double curvature = skipped_[i] != 0 || !(inverse_[i * (k + 1)] > 0) ? 0 : 1 / inverse_[i * (k + 1)];
    const double cost = 0.5 * x * x * curvature;
    for (std::size_t p = 0; p < c; ++p) {
      const double w = products_[p * k + i];
      const double slope = g[J_[p]] - x * curvature * w;
      const double own = entering_[p] + curvature * w * w;
      const double gain = own > 0 ? 0.5 * slope * (slope / own) : 0;
      if (gain > promising * cost) pairs_.push_back({here_.f + cost - gain, i, p});
    }
  }
  const auto count = std::min(pairs_.size(), pairs_tried);
  std::partial_sort(pairs_.begin(), pairs_.begin() + to_index(count), pairs_.end(), [](const Pair& a, const Pair& b) {
    if (a.f != b.f) return a.f < b.f;
    return a.leaves != b.leaves ? a.leaves < b.leaves : a.enters < b.enters;
  });
  for (std::size_t t = 0; t < count; ++t)
    if (try_pair(pairs_[t])) return;
  if (first_ == 0) first_ = work_;
  visited(S);
  place_ = order_.size();
}

/// Before the search ends every coordinate of the best point leaves.
void ExchangeSearch::check() {
  settle_at(best_);
  quick_ = false;
  if (place_ == order_.size()) finish();
}

/// Refits the exchange from where the model expects its minimum; true when it improves and was carried out.
bool ExchangeSearch::try_pair(const Pair& pair) {
  const ConstIndexVec S = here_.x.support();
  const auto k = S.size();
  const Index leaves = S[pair.leaves], enters = J_[pair.enters];
  const double diagonal = inverse_[pair.leaves * (k + 1)];
  const double shift = diagonal > 0 ? here_.x[leaves] / diagonal : 0;
  const double w = products_[pair.enters * k + pair.leaves];
  const double curvature = diagonal > 0 ? 1 / diagonal : 0;
  const double own = entering_[pair.enters] + curvature * w * w;
  const double step = -(G_[to_size(enters)] - shift * w) / own;
  const ConstIndexVec T = with(without(S, leaves), enters);
  std::size_t q = 0;
  for (Index j : T) {
    if (j == enters) {
      start_[q++] = step;
      continue;
    }
    const auto r = to_size(std::ranges::lower_bound(S, j) - S.begin());
    // x_R - x_i Gi_Ri c_i, and then - step H_RR^-1 H_Rj, where H_RR^-1 H_Rj = W_R - Gi_Ri c_i W_i.
    const double lever = inverse_[pair.leaves * k + r] * curvature;
    start_[q++] = here_.x[j] - here_.x[leaves] * lever - step * (products_[pair.enters * k + r] - lever * w);
  }
  trial_.x.assign_packed(T, ConstVec(start_).first(T.size()));
  trial_.evaluate(evaluator_);
  ++evaluations_;
  fit(trial_, T, here_.f);
  if (!(trial_.f < here_.f - better * std::abs(here_.f))) return false;
  ++exchanges_;
  ++old_;
  settle_at(trial_);
  return true;
}

/// Some coordinates leave; the first exchange that improves is carried out.
void ExchangeSearch::scan() {
  if (old_ >= stale) measure_curvatures();
  const auto count = std::min(to_size(points_), order_.size() - place_);
  std::array<Evaluator::Evaluated, most_points> points;
  for (std::size_t b = 0; b < count; ++b) {
    leave(left_[b], order_[place_ + b]);
    points[b] = {&left_[b].x, left_[b].state};
  }
  evaluator_.gradients(std::span(points).first(count), G_.data());
  work_ += static_cast<double>(count) * evaluator_.gradient_cost();
  promises_.clear();
  for (std::size_t b = 0; b < count; ++b) {
    const Index leaves = order_[place_ + b];
    const double least = hoped * std::max(left_[b].f - here_.f, 0.0);
    propose(left_[b], without(here_.x.support(), leaves), G_.data() + to_index(b) * n_, leaves, least, b);
  }
  sort_promises();
  std::array<Index, most_points> tries{};
  for (const Promise& promise : promises_) {
    if (tries[promise.from]++ >= tried) continue;
    trial_ = left_[promise.from];
    fit(trial_, with(without(here_.x.support(), order_[place_ + promise.from]), promise.enters), here_.f);
    if (!(trial_.f < here_.f - better * std::abs(here_.f))) continue;
    ++exchanges_;
    ++old_;
    settle_at(trial_);
    return;
  }
  place_ += count;
  if (place_ == order_.size()) finish();
}

/// No exchange improves as far as the model of f tells. Far from a minimum it tells little; where trying every
/// coordinate costs next to nothing, that decides.
void ExchangeSearch::finish() {
  settled_ = true;
  if (!swaps_) return;
  const BestSwap swap = (*swaps_)(best_.x);
  if (!(swap.decrease > negligible * std::abs(best_.f))) return;
  T_.assign(best_.x.support().begin(), best_.x.support().end());
  std::erase(T_, swap.leaves);
  if (std::ranges::find(T_, swap.enters) == T_.end()) with(T_, swap.enters);
  for (std::size_t q = 0; q < T_.size(); ++q)
    start_[q] = (T_[q] == swap.leaves ? 0 : best_.x[T_[q]]) + (T_[q] == swap.enters ? swap.step : 0);
  trial_.x.assign_packed(T_, ConstVec(start_).first(T_.size()));
  trial_.evaluate(evaluator_);
  ++evaluations_;
  fit(trial_, T_, infinity);
  if (!(trial_.f < best_.f)) return;
  ++exchanges_;
  settle_at(trial_);
}

/// The most promising coordinate enters, or at random one of the next; false when none promises anything.
bool ExchangeSearch::grow(Point& point, bool random) {
  const Evaluator::Evaluated at{&point.x, point.state};
  evaluator_.gradients({&at, 1}, G_.data());
  work_ += evaluator_.gradient_cost();
  promises_.clear();
  T_.assign(point.x.support().begin(), point.x.support().end());
  order_ = T_;
  left_[0].f = 0;
  propose(point, order_, G_.data(), -1, 0, 0);
  if (promises_.empty()) return false;
  sort_promises();
  std::size_t chosen = 0;
  while (random && chosen + 1 < promises_.size() && rng_.uniform() < skipping) ++chosen;
  fit(point, with(order_, promises_[chosen].enters), infinity);
  return true;
}

/// Whether the support was there before; it is remembered.
bool ExchangeSearch::visited(ConstIndexVec S) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (Index j : S) hash = (hash ^ static_cast<std::uint64_t>(j + 1)) * 0x100000001b3u;
  if (std::ranges::find(visited_, hash) != visited_.end()) return true;
  if (visited_.size() == remembered) visited_.clear();
  visited_.push_back(hash);
  return false;
}

/// Some coordinates of the best support leave for good, all others included now and then, and as many join.
void ExchangeSearch::restart() {
  if (s_ == n_ || s_ == 0) {
    over_ = true;
    return;
  }
  const bool all = ++restarts_ % from_nothing == 0;
  order_.assign(best_.x.support().begin(), best_.x.support().end());
  const Index most = std::min({most_leaving, std::max<Index>(s_ / 2, 1), n_ - s_});
  const Index leaving = all ? s_ : 1 + static_cast<Index>(rng_.below(static_cast<std::uint64_t>(most)));
  for (Index k = 0; k < leaving && !order_.empty(); ++k) {
    const auto place = rng_.below(order_.size());
    if (!all) removed_.push_back(order_[place]);
    order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  trial_.x.assign(order_, best_.x.values());
  trial_.evaluate(evaluator_);
  ++evaluations_;
  T_ = order_;
  fit(trial_, T_, infinity);
  while (trial_.x.count() < s_ && grow(trial_, true)) {
  }
  removed_.clear();
  const bool known = visited(trial_.x.support());
  settle_at(trial_);
  if (known) place_ = order_.size();
}

}  // namespace sbreg
