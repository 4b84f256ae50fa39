// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/support_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/simd/kernels.hpp"
#include "support/options.hpp"

namespace sbreg {
namespace {

constexpr double dependent = 1e-9;  // a remainder this small beside its diagonal has lost too many digits
constexpr double clear = 1e-3;      // one larger than this has lost hardly any
constexpr double least_pivot = 1e-15;
constexpr double rounding = 1e-12;  // of what a support explains
constexpr double worth = 2;         // bounds are measured where the branch costs so many times as much

}  // namespace

SupportTree::SupportTree(Index p, Index s)
    : ld_(whole_lines(p)),
      order_(to_size(p)),
      G_(p * ld_),
      L_(s * ld_),
      d_((s + 1) * ld_),
      g_((s + 1) * ld_),
      bound_((s + 1) * ld_),
      factor_(p * ld_),
      column_(ld_),
      least_(ld_),
      u_(to_size(std::max(p, s))),
      skipped_(to_size(p)),
      levels_(to_size(s + 1)) {
  support_.reserve(to_size(s));
  sorted_.reserve(to_size(s));
  values_.reserve(to_size(s));
}

double SupportTree::work(Index p, Index s) noexcept {
  double supports = 1;
  for (Index k = 0; k < s; ++k) supports *= static_cast<double>(p - k) / static_cast<double>(k + 1);
  return supports * static_cast<double>(s + 3);
}

/// By how much rounding may change what a column explains of which that part is left.
double SupportTree::doubt(double gain, double part) const noexcept {
  const double unit = (16 + std::sqrt(static_cast<double>(rows_))) * std::numeric_limits<double>::epsilon();
  return unit * (gain / part + 2 * std::sqrt(gain * total_ / part));
}

void SupportTree::start(const CandidateModel& model, ConstIndexVec order, Index s, Index rows, double total) {
  p_ = to_index(order.size());
  rows_ = rows;
  total_ = total;
  std::ranges::copy(order, order_.begin());
  for (Index a = 0; a < p_; ++a) {
    const double* source = model.row<double>(order_[to_size(a)]);
    for (Index b = 0; b < p_; ++b) G_[to_size(a * ld_ + b)] = source[order_[to_size(b)]];
    const double diagonal = G_[to_size(a * ld_ + a)];
    remainder(0)[a] = diagonal > 0 ? diagonal : infinity;
    least_[to_size(a)] = dependent * diagonal;
    slope(0)[a] = model.c<double>()[order_[to_size(a)]];
  }
  work_ = static_cast<double>(p_ * p_);
  support_.clear();
  values_.clear();
  levels_.front() = {};
  depth_ = 0;
  unsure_ = false;
  error_ = 0;
  // No more places than there are independent columns: of these supports one is as good as any.
  for (Index i = 0; i < p_ && depth_ < s; ++i)
    if (remainder(depth_)[i] < infinity) descend(i);
  places_ = depth_;
  depth_ = 0;
  levels_.front() = {};
  done_ = places_ == 0;
  if (!done_) measure_bounds();
}

bool SupportTree::definite() noexcept {
  work_ += static_cast<double>(p_ * p_) * static_cast<double>(p_) / 6;
  return kernels().cholesky(p_, 0, G_.data(), factor_.data(), ld_, dependent, skipped_.data()) == 0;
}

/// out[0 .. count) <- the entries first, ... of row j of G without what k places explain of them.
void SupportTree::eliminate(Index k, Index j, Index first, Index count, double* out) noexcept {
  for (Index l = 0; l < k; ++l) u_[to_size(l)] = -row(l)[j];
  kernels().add_columns(count, L_.data() + first, ld_, k, nullptr, u_.data(), G_.data() + j * ld_ + first, out);
}

/// Puts candidate i, which does not depend on them, beside those that were chosen.
void SupportTree::descend(Index i) {
  const Index k = depth_++;
  Level& here = levels_[to_size(k)];
  here.chosen = i;
  here.pivot = std::sqrt(remainder(k)[i]);
  here.y = slope(k)[i] / here.pivot;
  const double gain = here.y * here.y;
  Level& below = levels_[to_size(k + 1)];
  below = {0, i + 1, 0, 0, here.explained + gain, 0, false};
  below.doubt = here.doubt + doubt(gain, dependent * remainder(k)[i] / least_[to_size(i)]);
  error_ = std::max(error_, below.doubt);
  const Index first = i + 1;
  double* const l = row(k);
  eliminate(k, i, first, p_ - first, l + first);
  const double *d = remainder(k), *g = slope(k), *least = least_.data();
  double *next_d = remainder(k + 1), *next_g = slope(k + 1);
  const double inverse = 1 / here.pivot;
  for (Index j = first; j < p_; ++j) {
    l[j] *= inverse;
    const double left = d[j] - l[j] * l[j];
    next_g[j] = g[j] - l[j] * here.y;
    next_d[j] = left;
    if (left > clear / dependent * least[j]) continue;
    if (left > least[j]) {
      error_ = std::max(error_, below.doubt + doubt(next_g[j] * next_g[j] / left, dependent * left / least[j]));
    } else {  // where the columns chosen span everything, this is no accident
      next_d[j] = infinity;
      unsure_ = unsure_ || k + 1 < rows_;
    }
  }
  work_ += static_cast<double>((k + 3) * (p_ - first));
}

/// Whether the supports below this level, which has so many candidates left, cost much more than their bounds.
bool SupportTree::bounds_pay(Index left) const noexcept {
  const Index open = places_ - depth_;
  if (open < 3) return false;
  const auto q = static_cast<double>(left);
  const double most = worth * q * q * (q / 6 + static_cast<double>(depth_) / 2 + 1);
  double supports = static_cast<double>(places_ + 3);
  for (Index k = 0; k < open && supports <= most; ++k)
    supports *= static_cast<double>(left - k) / static_cast<double>(k + 1);
  return supports > most;
}

/// bound_j <- what the candidates j, j+1, ... together explain more than the places of this level.
void SupportTree::measure_bounds() {
  const Index k = depth_;
  Level& here = levels_[to_size(k)];
  const Index first = here.next;
  const Index q = p_ - first;
  here.bounded = bounds_pay(q);
  if (!here.bounded) return;
  const Index ld = whole_lines(q);
  for (Index b = 0; b < q; ++b) {  // candidate p - 1 - b
    const Index j = p_ - 1 - b;
    eliminate(k, j, first, j - first + 1, column_.data());
    for (Index a = b; a < q; ++a) factor_[to_size(b * ld + a)] = column_[to_size(q - 1 - a)];
  }
  kernels().cholesky(q, 0, factor_.data(), factor_.data(), ld, least_pivot, skipped_.data());
  double* const rest = column_.data();
  for (Index a = 0; a < q; ++a) rest[a] = slope(k)[p_ - 1 - a];
  double total = 0;
  Index rank = k;
  for (Index b = 0; b < q; ++b) {
    const double least = least_[to_size(p_ - 1 - b)];
    if (skipped_[to_size(b)] == 0) {
      const double* l = factor_.data() + b * ld;
      const double y = rest[b] / l[b];
      for (Index a = b + 1; a < q; ++a) rest[a] -= y * l[a];
      total += y * y + doubt(y * y, std::max(dependent * l[b] * l[b] / least, least_pivot));
      ++rank;
    } else {  // too much rather than too little
      total += rest[b] * rest[b] / (least_pivot / dependent * least);
      unsure_ = unsure_ || (rank < rows_ && least < infinity && remainder(k)[p_ - 1 - b] < infinity);
    }
    bound(k)[p_ - 1 - b] = total;
  }
  work_ += static_cast<double>(q * q) * (static_cast<double>(q) / 6 + static_cast<double>(k) / 2 + 1);
}

/// Looks at every candidate for the last place. True when one of them makes the best support.
bool SupportTree::fill_last_place() {
  Level& here = levels_[to_size(depth_)];
  const double *d = remainder(depth_), *g = slope(depth_);
  bool found = false;
  double more = best_ - here.explained;
  for (Index j = here.next; j < p_; ++j) {
    if (!(g[j] * g[j] > more * d[j]) || d[j] == infinity) continue;
    here.chosen = j;
    here.pivot = std::sqrt(d[j]);
    here.y = g[j] / here.pivot;
    more = here.y * here.y;
    found = true;
  }
  if (found) record();
  return found;
}

/// The support of all levels, and the minimiser x on it: L'x = y.
void SupportTree::record() {
  const Level& last = levels_[to_size(places_ - 1)];
  best_ = last.explained + last.y * last.y;
  for (Index k = places_ - 1; k >= 0; --k) {
    const Level& here = levels_[to_size(k)];
    double x = here.y;
    for (Index l = k + 1; l < places_; ++l) x -= row(k)[levels_[to_size(l)].chosen] * u_[to_size(l)];
    u_[to_size(k)] = x / here.pivot;
  }
  sorted_.resize(to_size(places_));
  std::iota(sorted_.begin(), sorted_.end(), Index{0});
  const auto name = [&](Index k) { return order_[to_size(levels_[to_size(k)].chosen)]; };
  std::ranges::sort(sorted_, {}, name);
  support_.clear();
  values_.clear();
  for (Index k : sorted_) {
    support_.push_back(name(k));
    values_.push_back(u_[to_size(k)]);
  }
}

bool SupportTree::grow(double work, double& energy) {
  bool found = false;
  best_ = -energy + rounding * std::abs(energy);
  const double end = work_ + work;
  while (!done_ && !found && work_ < end) {
    Level& here = levels_[to_size(depth_)];
    const Index i = here.next;
    const bool last = depth_ == places_ - 1;
    const bool enough = i <= p_ - (places_ - depth_);
    if (last || !enough || (here.bounded && here.explained + here.doubt + bound(depth_)[i] * (1 + rounding) <= best_)) {
      if (last && fill_last_place()) {
        energy = -best_;
        found = true;
      }
      if (depth_ == 0)
        done_ = true;
      else
        --depth_;
      continue;
    }
    here.next = i + 1;
    if (!(remainder(depth_)[i] < infinity)) continue;
    descend(i);
    if (depth_ < places_ - 1) measure_bounds();
  }
  return found;
}

}  // namespace sbreg
