// SPDX-License-Identifier: BSD-3-Clause
#include "bound/convex.hpp"

#include <algorithm>
#include <cmath>

#include "bound/quadratic_form.hpp"
#include "linalg/cholesky.hpp"

namespace sbreg::bound {
namespace {

constexpr Index most_nonzeros = 400;  // of a point
constexpr int root_iterations = 40, node_iterations = 10, fit_iterations = 8;
constexpr double better = 1e-9;         // of f: a support is worth telling of
constexpr double least_value = 1e-280;  // of f: with less its terms lose digits

constexpr auto later = [](const auto& a, const auto& b) {
  return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
};

}  // namespace

bool ConvexTree::suits(const Problem& problem) {
  if (problem.rows() == 0 || !(problem.options.ridge > 0) || problem.options.intercept != 0 ||
      !problem.columns_stored())
    return false;
  const auto evaluator = problem.evaluator(1);
  return evaluator->second_order() != nullptr && evaluator->loss_slope() != nullptr && !evaluator->constant_hessian();
}

ConvexTree::ConvexTree(const Problem& problem, Index s, double upper, const SparseVector& x, double tolerance)
    : problem_(problem),
      evaluator_(problem.evaluator(std::min(problem.dimension(), most_nonzeros))),
      n_(problem.dimension()),
      s_(std::min(s, n_)),
      ridge_(problem.options.ridge),
      penalty_(problem.penalty()),
      upper_(upper),
      tolerance_(tolerance),
      lower_(problem.lower_bound()),
      length_(to_size(n_)),
      here_(*evaluator_, n_),
      next_(*evaluator_, n_),
      ratio_(to_size(n_)),
      scratch_(to_size(n_)),
      target_(to_size(n_)) {
  evaluator_->second_order()->prepare_hessian();
  evaluator_->second_order()->hessian_diagonal(length_);
  double least_weight = 1;
  for (double w : problem.weights())
    if (w > 0) least_weight = std::min(least_weight, w);
  for (double& length : length_) length = std::sqrt(length / least_weight);
  pass_ = static_cast<double>(problem.rows()) * static_cast<double>(n_);
  work_ = 2 * pass_;
  (void)evaluator_->evaluate(here_.x, here_.state);
  slope_at_zero_ = evaluator_->loss_slope()->slope_size(here_.state);
  Node root;
  root.places = s_;
  root.root = true;
  root.bound = lower_;
  root.status.assign(to_size(n_), 0);
  for (Index j : x.support()) root.point.emplace_back(j, x[j]);
  if (to_index(root.point.size()) > most_nonzeros) root.point.clear();
  push(std::move(root));
}

void ConvexTree::push(Node node) {
  node.number = numbers_++;
  bytes_ += node.bytes();
  open_.push_back(std::move(node));
  std::ranges::push_heap(open_, later);
}

/// The bound at here.x.
void ConvexTree::evaluate(Here& here, const Node& node) {
  const double f = evaluator_->evaluate(here.x, here.state);
  here.bound = -infinity;
  work_ += 2 * pass_;
  if (!std::isfinite(f) || std::abs(f) < least_value) return;
  evaluator_->gradient(here.x, here.state, here.g);
  const double loss = f - penalty_.value(here.x);
  double product = 0, size = 0, length = 0;
  for (Index j : here.x.support()) {
    double& g = here.g[to_size(j)];
    size += std::abs(here.x[j]) * (std::abs(g) + 2 * std::abs(penalty_.first(here.x[j])));
    g -= penalty_.first(here.x[j]);
    product += g * here.x[j];
    length += std::abs(here.x[j]) * length_[to_size(j)];
  }
  const auto m = static_cast<double>(problem_.rows());
  const double unit = 2 * unit_roundoff * (m + static_cast<double>(here.x.count()) + 64);
  const double slope = evaluator_->loss_slope()->slope_size(here.state) + 4 * slope_at_zero_;
  const double h = unit * slope;
  double total = 0;
  std::size_t count = 0;
  for (Index j = 0; j < n_; ++j) {
    if (node.status[to_size(j)] == 2) continue;
    const double own = 4 * unit_roundoff * std::abs(penalty_.first(here.x[j]));
    const double g = std::abs(here.g[to_size(j)]) + h * length_[to_size(j)] + own;
    const double w = g * g / (2 * ridge_);
    if (node.status[to_size(j)] == 1)
      total += w;
    else
      scratch_[count++] = w;
  }
  const Index places = std::min(node.places, to_index(count));
  const auto begin = scratch_.begin();
  const auto place = [&](Index k) { return begin + static_cast<std::ptrdiff_t>(k); };
  const auto end = place(to_index(count));
  here.last_in = here.first_out = -infinity;
  if (places > 0) {
    std::nth_element(begin, place(places - 1), end, std::greater<>());
    here.last_in = *place(places - 1);
  }
  for (auto i = begin; i != place(places); ++i) total += *i;
  for (auto i = place(places); i != end; ++i) here.first_out = std::max(here.first_out, *i);
  const double sums = std::abs(loss) + std::abs(f) + size + total + (slope + std::sqrt(m)) * length;
  here.margin = unit * sums + h * length;
  const double bound = loss - product - total - here.margin;
  here.bound = std::isnan(bound) ? -infinity : bound;
}

/// next_ <- a better point, if there is one in the direction of the equations.
bool ConvexTree::newton(const Node& node) {
  const double root = std::sqrt(ridge_);
  double mean = 0;
  for (double length : length_) mean += length * length / static_cast<double>(n_);
  const double per_length = std::max(problem_.mean_curvature() - ridge_, 1e-3 * ridge_) / std::max(mean, 1e-300);
  // The sets of z, as in ascent.cpp with delta the ridge and theta 1.
  chosen_.clear();
  std::vector<Index> free;
  double high = 0;
  for (Index j = 0; j < n_; ++j) {
    if (node.status[to_size(j)] == 1) chosen_.push_back(j);
    if (node.status[to_size(j)] != 0) continue;
    const double curvature = per_length * length_[to_size(j)] * length_[to_size(j)];
    ratio_[to_size(j)] = std::abs(here_.g[to_size(j)] - curvature * here_.x[j]) / root;
    high = std::max(high, ratio_[to_size(j)]);
    free.push_back(j);
  }
  const Index places = std::min(node.places, to_index(free.size()));
  const auto fixed = to_index(chosen_.size());
  whole_ = fixed;
  if (places > 0 && high > 0) {
    const auto z = [&](Index j, double inverse) {
      const double width = per_length * length_[to_size(j)] * length_[to_size(j)] / ridge_;
      return std::clamp((ratio_[to_size(j)] * inverse - 1) / width, 0.0, 1.0);
    };
    double low = 1 / high, up = infinity, inverse = 2 / high;
    for (int step = 0; step < 60 && (up == infinity || up - low > 1e-12 * up); ++step) {
      double sum = 0;
      for (Index j : free) sum += z(j, inverse);
      (sum < static_cast<double>(places) ? low : up) = inverse;
      inverse = up < infinity ? 0.5 * (low + up) : 2 * inverse;
      if (inverse > 1e12 / high) break;
    }
    for (Index j : free)
      if (z(j, inverse) >= 1) chosen_.push_back(j);
    whole_ = to_index(chosen_.size());
    for (Index j : free)
      if (const double value = z(j, inverse); value > 0 && value < 1) chosen_.push_back(j);
    work_ += 60 * static_cast<double>(free.size());
  }
  const Index q = to_index(chosen_.size());
  if (q == 0 || q > most_nonzeros) return false;
  // The Hessian on these, and on the support of the point.
  std::vector<Index> S(chosen_);
  for (Index j : here_.x.support())
    if (std::ranges::find(chosen_, j) == chosen_.end()) S.push_back(j);
  const Index r = to_index(S.size());
  if (r > most_nonzeros) return false;
  std::vector<Index> order(to_size(r)), sorted(S);
  std::ranges::sort(sorted);
  const Index ld = whole_lines(r);
  hessian_.assign(to_size(ld * r), 0.0);
  evaluator_->second_order()->hessian(here_.x, here_.state, sorted, 0, hessian_.data(), ld);
  work_ += static_cast<double>(problem_.rows()) * static_cast<double>(r * r) / 2 + static_cast<double>(q * q * q) / 6;
  for (Index k = 0; k < r; ++k) order[to_size(k)] = std::ranges::lower_bound(sorted, S[to_size(k)]) - sorted.begin();
  const auto entry = [&](Index a, Index b) {
    const double whole = hessian_[to_size(order[to_size(b)] * ld + order[to_size(a)])];
    return a == b ? whole - penalty_.second(here_.x[S[to_size(a)]]) : whole;
  };
  const Index lq = whole_lines(q);
  LineVector M(to_size(lq * q), 0.0), right(to_size(lq), 0.0), edge(to_size(lq), 0.0);
  for (Index k = 0; k < q; ++k) {
    const Index j = chosen_[to_size(k)];
    for (Index i = k; i < q; ++i) M[to_size(k * lq + i)] = entry(i, k);
    right[to_size(k)] = -here_.g[to_size(j)];
    for (Index i = 0; i < r; ++i) right[to_size(k)] += entry(k, i) * here_.x[S[to_size(i)]];
    double& diagonal = M[to_size(k * lq + k)];
    if (k < whole_)
      diagonal += ridge_;
    else
      diagonal += 1e-9 * (diagonal + ridge_);
    const double curvature = per_length * length_[to_size(j)] * length_[to_size(j)];
    if (k >= whole_) edge[to_size(k)] = std::copysign(root, curvature * here_.x[j] - here_.g[to_size(j)]);
  }
  std::vector<unsigned char> skipped(to_size(lq));
  cholesky_factor(q, LineVector(M).data(), M.data(), lq, skipped.data());
  cholesky_solve(q, M.data(), lq, skipped.data(), right.data());
  if (whole_ < q) {
    LineVector v(edge);
    cholesky_solve(q, M.data(), lq, skipped.data(), v.data());
    double up = 0, down = static_cast<double>(places - (whole_ - fixed));
    for (Index k = whole_; k < q; ++k) {
      up += edge[to_size(k)] * right[to_size(k)];
      down += edge[to_size(k)] * v[to_size(k)];
    }
    if (!(down > 0)) return false;
    for (Index k = 0; k < q; ++k) right[to_size(k)] -= up / down * v[to_size(k)];
  }
  for (const double step : {1.0, 0.5, 0.25, 0.125}) {
    std::ranges::fill(target_, 0.0);
    for (Index j : here_.x.support()) target_[to_size(j)] = (1 - step) * here_.x[j];
    for (Index k = 0; k < q; ++k) target_[to_size(chosen_[to_size(k)])] += step * right[to_size(k)];
    if (!std::ranges::all_of(target_, [](double v) { return std::isfinite(v); })) return false;
    next_.x.assign_dense(target_);
    if (next_.x.count() > most_nonzeros) return false;
    evaluate(next_, node);
    if (next_.bound > here_.bound) return true;
  }
  return false;
}

/// f at nearly the least on a support, and that point; from what `values` has.
double ConvexTree::fit(const std::vector<Index>& support, std::vector<double>& values) {
  const Index q = to_index(support.size());
  const Index ld = whole_lines(std::max<Index>(q, 1));
  std::vector<double> best(values), step(to_size(ld));
  next_.x.assign_packed(support, values);
  double f = evaluator_->evaluate(next_.x, next_.state);
  for (int k = 0; k < fit_iterations && q > 0 && std::isfinite(f); ++k) {
    LineVector M(to_size(ld * q), 0.0), y(to_size(ld), 0.0);
    evaluator_->second_order()->hessian(next_.x, next_.state, support, 0, M.data(), ld);
    evaluator_->gradient_on(next_.x, next_.state, support, Vec(y).first(to_size(q)));
    std::vector<unsigned char> skipped(to_size(ld));
    cholesky_factor(q, LineVector(M).data(), M.data(), ld, skipped.data());
    cholesky_solve(q, M.data(), ld, skipped.data(), y.data());
    for (Index i = 0; i < q; ++i) values[to_size(i)] = best[to_size(i)] - y[to_size(i)];
    next_.x.assign_packed(support, values);
    const double now = evaluator_->evaluate(next_.x, next_.state);
    work_ += static_cast<double>(problem_.rows()) * static_cast<double>(q * (q + 4));
    if (!(now < f - 1e-12 * std::abs(f))) {
      if (now < f) best = values, f = now;
      break;
    }
    best = values;
    f = now;
  }
  values = best;
  return f;
}

void ConvexTree::process(Node& node) {
  Index free = 0;
  for (unsigned char status : node.status) free += status == 0 ? 1 : 0;
  if (free <= node.places) {
    for (unsigned char& status : node.status) status = status == 0 ? 1 : status;
    free = node.places = 0;
  }
  std::ranges::fill(target_, 0.0);
  for (const auto& [j, value] : node.point) target_[to_size(j)] = value;
  here_.x.assign_dense(target_);
  evaluate(here_, node);
  const int most = node.root ? root_iterations : node_iterations;
  for (int k = 0; k < most && here_.bound < cut(); ++k) {
    const double before = here_.bound;
    if (!newton(node)) break;
    std::swap(here_, next_);
    if (before > -infinity && here_.bound - before <= (free == 0 ? 1e-13 : 0.01) * (cut() - before)) break;
  }
  const double bound = std::max(node.bound, here_.bound);
  // A support to try.
  std::vector<Index> order;
  trial_support_.clear();
  for (Index j = 0; j < n_; ++j) {
    if (node.status[to_size(j)] == 1) trial_support_.push_back(j);
    if (node.status[to_size(j)] == 0) order.push_back(j);
  }
  const auto weight = [&](Index j) {
    const double own = 4 * unit_roundoff * std::abs(penalty_.first(here_.x[j]));
    const double slope = evaluator_->loss_slope()->slope_size(here_.state) + 4 * slope_at_zero_;
    const auto m = static_cast<double>(problem_.rows());
    const double h = 2 * unit_roundoff * (m + static_cast<double>(here_.x.count()) + 64) * slope;
    const double g = std::abs(here_.g[to_size(j)]) + h * length_[to_size(j)] + own;
    return g * g / (2 * ridge_);
  };
  std::vector<double> weights(to_size(n_));
  for (Index j : order) weights[to_size(j)] = weight(j);
  if (here_.bound < cut()) {
    const auto heavier = [&](Index a, Index b) {
      return weights[to_size(a)] != weights[to_size(b)] ? weights[to_size(a)] > weights[to_size(b)] : a < b;
    };
    if (node.places > 0 && node.places < to_index(order.size()))
      std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(node.places - 1), order.end(),
                       heavier);
    for (Index k = 0; k < std::min(node.places, to_index(order.size())); ++k)
      trial_support_.push_back(order[to_size(k)]);
    std::ranges::sort(trial_support_);
    trial_values_.clear();
    for (Index j : trial_support_) trial_values_.push_back(here_.x[j]);
    const double f = fit(trial_support_, trial_values_);
    if (f < upper_ - better * std::abs(upper_)) {
      upper_ = f;
      support_ = trial_support_;
      values_ = trial_values_;
      found_ = true;
    }
  }
  if (free == 0 || bound >= cut()) {
    closed_ = std::min(closed_, bound);
    return;
  }
  Node child;
  child.bound = bound;
  child.places = node.places;
  child.status = node.status;
  Index branch = -1;
  double most_energy = -1;
  for (Index j : order) {
    const double if_in = here_.bound + here_.last_in - weights[to_size(j)] - 2 * here_.margin;
    const double if_out = here_.bound + weights[to_size(j)] - here_.first_out - 2 * here_.margin;
    if (weights[to_size(j)] <= here_.first_out && if_in >= cut()) {
      child.status[to_size(j)] = 2;
      closed_ = std::min(closed_, if_in);
    } else if (weights[to_size(j)] >= here_.last_in && if_out >= cut()) {
      child.status[to_size(j)] = 1;
      --child.places;
      closed_ = std::min(closed_, if_out);
    } else {
      const double energy = here_.x[j] != 0 ? here_.x[j] * here_.x[j] : 1e-300 * weights[to_size(j)];
      if (energy > most_energy || (energy == most_energy && j < branch)) most_energy = energy, branch = j;
    }
  }
  if (child.places < 0) return;
  for (Index j : here_.x.support()) child.point.emplace_back(j, here_.x[j]);
  if (branch < 0) return push(std::move(child));
  Node without = child;
  without.status[to_size(branch)] = 2;
  child.status[to_size(branch)] = 1;
  --child.places;
  push(std::move(without));
  if (child.places >= 0) push(std::move(child));
}

void ConvexTree::raise() noexcept {
  const double bound = open_.empty() ? closed_ : std::min(closed_, open_.front().bound);
  if (bound < infinity) lower_ = std::max(lower_, bound);
}

void ConvexTree::grow(double until, Index memory, const std::function<bool()>& keep_going) {
  while (!done() && !found_ && work_ < until) {
    if (keep_going && !keep_going()) break;
    // Beyond the memory the deepest node comes first: of those with the fewest places, the last.
    if (bytes_ <= memory) {
      std::ranges::pop_heap(open_, later);
    } else {
      const auto deep = std::ranges::min_element(open_, [](const Node& a, const Node& b) {
        return a.places != b.places ? a.places < b.places : a.number > b.number;
      });
      std::iter_swap(deep, open_.end() - 1);
    }
    Node node = open_.back();  // a copy, so that a failure leaves it open
    const bool heap = bytes_ <= memory;
    try {
      if (node.bound >= cut()) {
        closed_ = std::min(closed_, node.bound);
      } else {
        open_.reserve(open_.size() + 3);
        Node taken = std::move(open_.back());
        open_.pop_back();
        if (!heap) std::ranges::make_heap(open_, later);
        try {
          process(node);
        } catch (...) {
          open_.push_back(std::move(taken));
          throw;
        }
        bytes_ -= taken.bytes();
        ++nodes_;
        work_ += 200;
        raise();
        continue;
      }
    } catch (...) {
      std::ranges::make_heap(open_, later);
      throw;
    }
    bytes_ -= open_.back().bytes();
    open_.pop_back();
    if (!heap) std::ranges::make_heap(open_, later);
    raise();
  }
}

void ConvexTree::take(std::vector<Index>& support, std::vector<double>& values) {
  found_ = false;
  support = support_;
  values = values_;
}

}  // namespace sbreg::bound
