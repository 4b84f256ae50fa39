// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/support_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "problem/matrix.hpp"
#include "support/crew.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr Index most_candidates = 2304;  // 64 MB of Hessian in both precisions
constexpr Index wider = 16;              // coordinates beside a support that are looked at for an exact fit
constexpr Index cycles_alone = 3;        // of the first chain, before the others join
constexpr Index other_every = 4;         // turns, in which the last chain takes part once
constexpr double quantum = 5e7;          // multiply-adds of a chain in a turn, about
constexpr double rounding = 1e-12;       // of the energy
constexpr double tolerance = 1e-6;       // of f, to which a proof holds
constexpr double tree_share = 0.5;       // of the work, for the proof that no support is better
constexpr double tree_portion = 1.7e7;   // multiply-adds of it in a turn,
constexpr double tree_cost = 3;          // each of which takes as long as so many of a chain
constexpr double alike = 1 - 1e-9;       // the cosine of columns that may be multiples of each other
constexpr double most_tried = 2e6;       // multiply-adds of a tree for all supports; elsewhere bounds spare more
constexpr Index whole_tree = 512;        // candidates, where all of them are taken

}  // namespace

Index SupportSearch::candidate_count(Index n, Index s) noexcept {
  if (n <= all_candidates) return n;
  const Index wanted = std::min(n, std::max(all_candidates, 2 * s));
  return wanted <= most_candidates ? wanted : 0;
}

SupportSearch::SupportSearch(const Problem& problem, Index s, std::uint64_t seed)
    : problem_(problem),
      s_(s),
      most_(candidate_count(problem.dimension(), s)),
      seed_(seed),
      model_(most_),
      diagonal_(to_size(problem.dimension())),
      score_(to_size(problem.dimension())),
      order_(to_size(problem.dimension())),
      start_(most_, s) {
  const Index n = problem.dimension();
  const Index p = most_;
  if (p < n) {
    evaluator_ = problem.evaluator(p);
    evaluator_->second_order()->prepare_hessian();
    at_.emplace(*evaluator_, n, p);
  }
  const Index rows = std::max<Index>(problem.rows(), 1);
  wide_ = std::min({s + wider, p, rows - 1});
  looks_ = problem.residual_unit() > 0 && problem.penalty().none() && wide_ > s;
  chosen_.reserve(to_size(p));
  support_.reserve(to_size(s));
  values_.reserve(to_size(s));
  const bool small = SupportTree::work(p, s) < most_tried && (s < p || p <= whole_tree);
  if (p == n && s <= p && small) tree_.emplace(p, s);
  if (tree_) gain_.resize(to_size(p) + 16);
  // All but the last go on from where they are most of the time. The last one starts anywhere and without the ridge,
  // which pays where columns are nearly orthogonal and hides good supports where they are not.
  for (Index c = 0; c < chains; ++c) {
    Cooling cooling;
    const bool other = c == chains - 1;
    if (other) cooling.ridge = 0;
    const double fresh = other ? 1 : c == 0 ? 0 : 0.2;
    const auto own = seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(c);
    chains_.push_back(std::make_unique<SupportChain>(p, s, std::max(wide_, s), cooling, fresh, own));
  }
}

double SupportSearch::work_unit() const noexcept {
  const auto k = static_cast<double>(places_);
  const auto p = static_cast<double>(model_.ld);
  const double pass = static_cast<double>(std::max<Index>(problem_.rows(), 1)) * static_cast<double>(score_.size());
  return std::min(std::max(8000 * k * k * p, 5e7), 1e9 + 50 * pass);
}

/// chosen_ <- the candidates, ascending: the support, then what promises most, g_j^2 / H_jj; never a zero column.
void SupportSearch::choose_candidates(Evaluator& evaluator, const Point& best, ConstVec g) {
  if (!measured_) evaluator.second_order()->hessian_diagonal(diagonal_);
  measured_ = true;
  Index usable = 0, zero = 0;
  for (std::size_t j = 0; j < score_.size(); ++j) {
    const double d = diagonal_[j];
    SBREG_REQUIRE(!std::isnan(d), SBREG_E_NUMERIC,
                  "the second derivative of f by variable %lld, counted from 0, is not a number",
                  static_cast<long long>(j));
    score_[j] = d > 0 ? g[j] / d * g[j] : -1;
    if (best.x[to_index(j)] != 0) score_[j] = infinity;
    usable += score_[j] >= 0 ? 1 : 0;
    zero += d == 0 && g[j] == 0 && problem_.rows() > 0 ? 1 : 0;  // without rows f may fall along it for ever
  }
  const Index p = std::min(usable, most_);
  complete_ = p == usable;
  every_ = complete_ && usable + zero == to_index(score_.size());
  std::iota(order_.begin(), order_.end(), Index{0});
  const auto better = [&](Index a, Index b) {
    const double x = score_[to_size(a)];
    const double y = score_[to_size(b)];
    return x != y ? x > y : a < b;
  };
  const auto place = [&](Index k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::partial_sort(order_.begin(), place(std::max(std::min(s_, p), Index{0})), order_.end(), better);
  if (p < to_index(order_.size())) std::nth_element(place(std::min(s_, p)), place(p), order_.end(), better);
  chosen_.assign(order_.begin(), place(p));
  std::ranges::sort(chosen_);
  places_ = std::min(s_, p);
  // the support filled up, as candidate numbers
  for (Index i = 0; i < places_; ++i)
    order_[to_size(i)] = std::ranges::lower_bound(chosen_, order_[to_size(i)]) - chosen_.begin();
}

void SupportSearch::begin(Evaluator& evaluator, const Point& best, ConstVec g, double f_at_zero) {
  begun_ = false;
  at_zero_ = f_at_zero;
  choose_candidates(evaluator, best, g);
  const auto p = static_cast<double>(chosen_.size());
  const auto rows = static_cast<double>(std::max<Index>(problem_.rows(), 1));
  if (at_) {
    at_->x.assign(best.x);
    at_->evaluate(*evaluator_);
    model_.build(*evaluator_, *at_, chosen_);
    work_ += p * p * rows / 2 + rows * static_cast<double>(score_.size());
  } else {
    model_.build_by_columns(evaluator, best, chosen_, g, score_);
    work_ += p * rows * static_cast<double>(score_.size());
  }
  begun_ = pending_ = true;
  support_.clear();
  values_.clear();
  if (places_ == 0) return;
  const ConstIndexVec S(order_.data(), to_size(places_));
  const double energy = start_(model_, S, 8 * places_);
  work_ += start_.work();
  model_.rescale(-energy);
  std::ranges::copy(start_.support(), order_.begin());
  lowest_ = start_(model_, S, 8 * places_);
  take(start_.support(), start_.tableau());
  if (tree_ && every_ && trivial()) prove_only_support();
  total_ = looks_ ? 2 * f_at_zero / model_.energy_unit : 0;
  chains_.front()->start(model_, start_.support(), total_);
  joined_ = 1;
  cycles_ = 0;
}

/// The tree starts with the support of begin(), what costs most to leave out first, then what promises most.
void SupportSearch::begin_proof() {
  const SwapTableau<double>& tableau = start_.tableau();
  const ConstIndexVec S = tableau.support();
  const Index p = model_.size;
  tableau.entry_scores(gain_.data());
  for (Index i = 0; i < places_; ++i) gain_[to_size(S[to_size(i)])] = tableau.cost(i);
  const auto end = [&](Index k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::ranges::copy(S, order_.begin());
  Index count = places_;
  for (Index j = 0; j < p; ++j)
    if (!tableau.contains(j)) order_[to_size(count++)] = j;
  const auto more = [&](Index a, Index b) {
    const double x = gain_[to_size(a)];
    const double y = gain_[to_size(b)];
    return x != y ? x > y : a < b;
  };
  std::sort(order_.begin(), end(places_), more);
  std::sort(end(places_), end(p), more);
  Index distinct = 0;  // a multiple of an earlier column makes no other support
  for (Index k = 0; k < p; ++k) {
    const Index j = order_[to_size(k)];
    if (!repeats(ConstIndexVec(order_).first(to_size(distinct)), j)) order_[to_size(distinct++)] = j;
  }
  const bool ranked = problem_.rows() > 0 && problem_.penalty().none();  // by its rows, one of which centring takes
  const Index rows = ranked ? problem_.rows() - problem_.options.intercept : p + 1;
  tree_->start(model_, ConstIndexVec(order_).first(to_size(distinct)), places_, rows,
               2 * std::abs(at_zero_) / model_.energy_unit);
  if (problem_.rows() == 0 && !tree_->definite()) every_ = false;  // a quadratic need not be convex
  proof_begun_ = true;
}

/// Whether candidate j is exactly a multiple of one of those before it.
bool SupportSearch::repeats(ConstIndexVec before, Index j) const {
  const double* const row = model_.row<double>(j);
  const Dependence* const columns = problem_.dependence();
  return std::ranges::any_of(before, [&](Index i) {
    return std::abs(row[i]) >= alike && columns != nullptr &&
           columns->parallel(model_.candidates[to_size(i)], model_.candidates[to_size(j)]);
  });
}

/// All of the tree where it is one support, the first result.
void SupportSearch::prove_only_support() {
  begin_proof();
  expected_ = lowest_;
  tree_->grow(infinity, expected_);
  work_ += tree_cost * tree_->work();
}

/// Whether the tree can be expected to end with so much work.
bool SupportSearch::proof_pays(double effort) const noexcept {
  const double most = tree_share * effort * work_unit();
  if (!tree_ || !every_ || (proof_begun_ && (tree_->done() || tree_cost * tree_->work() >= most))) return false;
  return tall(model_.size) || tree_cost * SupportTree::work(model_.size, places_) <= most;
}

/// A portion of the proof.
bool SupportSearch::advance_proof() {
  const double before = proof_begun_ ? tree_->work() : 0;
  if (!proof_begun_) begin_proof();
  double energy = known_;
  pending_ = tree_->grow(tree_portion, energy);
  work_ += tree_cost * (tree_->work() - before);
  if (!pending_) return false;
  expected_ = energy;
  lowest_ = std::min(lowest_, energy);
  support_.clear();
  values_.clear();
  for (std::size_t k = 0; k < tree_->support().size(); ++k) {
    support_.push_back(model_.candidates[to_size(tree_->support()[k])]);
    values_.push_back(model_.coordinate(tree_->support()[k], tree_->values()[k]));
  }
  return true;
}

void SupportSearch::confirm(double f, double f_at_zero) noexcept {
  known_ = 2 * (f - f_at_zero) / model_.energy_unit;
  doubt_ = doubt_ || known_ > expected_ + tolerance * 2 * std::abs(f) / model_.energy_unit;
  expected_ = infinity;
  pending_ = false;
}

bool SupportSearch::advance(Index threads, double effort) {
  if (proof_pays(effort)) return advance_proof();
  if (joined_ < chains && cycles_ >= cycles_alone)
    for (; joined_ < chains; ++joined_) chains_[to_size(joined_)]->start_anywhere(model_, total_);
  const bool all = turns_++ % other_every == 0 || joined_ < chains;
  const Index last = run_chains(all ? joined_ : joined_ - 1, threads);
  cycles_ += chains_.front()->ended() ? 1 : 0;
  const SupportChain* winner = nullptr;
  for (Index c = 0; c <= last; ++c) {
    const SupportChain& chain = *chains_[to_size(c)];
    work_ += chain.work();
    if (!chain.ended() || (winner != nullptr && chain.energy() >= winner->energy())) continue;
    winner = &chain;
  }
  const bool exact = chains_[to_size(last)]->exact();
  if (exact) {  // a refit decides; if it was not exact after all, nobody looks for one again
    winner = chains_[to_size(last)].get();
    total_ = 0;
    ++restarts_;
    for (Index c = 0; c < joined_; ++c) {
      chains_[to_size(c)]->reseed(seed_ + static_cast<std::uint64_t>(restarts_ * chains + c));
      chains_[to_size(c)]->start_anywhere(model_, total_);
    }
  }
  const bool lower = winner != nullptr && (exact || winner->energy() < lowest_ - rounding * std::abs(lowest_));
  if (!lower) return false;
  lowest_ = std::min(lowest_, winner->energy());
  take(winner->support(), winner->tableau());
  return pending_ = true;
}

/// Advances every chain that takes part; returns the first that fits exactly, after which the others do not count, or
/// the last one.
Index SupportSearch::run_chains(Index count, Index threads) {
  std::atomic<Index> next{0};
  std::atomic<Index> last{count - 1};
  const auto work = [&]() noexcept {
    for (Index c = next.fetch_add(1); c <= last.load(); c = next.fetch_add(1)) {
      chains_[to_size(c)]->advance(quantum);
      if (!chains_[to_size(c)]->exact()) continue;
      Index seen = last.load();
      while (c < seen && !last.compare_exchange_weak(seen, c)) {
      }
    }
  };
  Crew crew;
  for (Index t = 1; t < std::min(threads, count) && crew.add(work); ++t) {
  }
  work();
  crew.join();
  return last.load();
}

void SupportSearch::take(ConstIndexVec S, const SwapTableau<double>& tableau) {
  for (Index i = 0; i < places_; ++i) order_[to_size(i)] = i;
  const auto places = IndexVec(order_).first(to_size(places_));
  std::ranges::sort(places, {}, [&](Index i) { return S[to_size(i)]; });
  support_.clear();
  values_.clear();
  for (Index place : places) {
    support_.push_back(model_.candidates[to_size(S[to_size(place)])]);
    values_.push_back(model_.coordinate(S[to_size(place)], tableau.x(place)));
  }
}

}  // namespace sbreg
