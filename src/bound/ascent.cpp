// SPDX-License-Identifier: BSD-3-Clause
#include "bound/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "linalg/cholesky.hpp"
#include "linalg/simd/kernels.hpp"

namespace sbreg::bound {
namespace {

constexpr Index most_equations = 400;
constexpr double least_theta = 0.02;

}  // namespace

Ascent::Ascent(Index n) {
  const auto size = to_size(whole_lines(n));
  for (auto* v : {&dual_, &next_, &trial_, &delta_, &weight_, &sorted_, &ratio_, &width_}) v->resize(size);
  for (auto* v : {&u_, &u_next_, &u_trial_}) v->resize(size);
}

double Ascent::energy(Index j) const noexcept {
  const double x = dual_[to_size(j)] / theta_;
  return delta_[to_size(j)] * x * x;
}

void Ascent::set_theta(double theta) noexcept {
  theta_ = theta;
  for (Index j = 0; j < n_; ++j)
    delta_[to_size(j)] = theta >= 1          ? frame_->a[to_size(j)]
                         : frame_->a.empty() ? (1 - theta) * frame_->b[to_size(j)]
                                             : theta * frame_->a[to_size(j)] + (1 - theta) * frame_->b[to_size(j)];
}

void Ascent::start(const Frame& frame, const std::vector<unsigned char>& status, Index places, double theta,
                   const std::vector<double>& dual) {
  frame_ = &frame;
  n_ = frame.size;
  status_ = status;
  places_ = places;
  free_.clear();
  in_.clear();
  for (Index j = 0; j < n_; ++j) {
    if (status[to_size(j)] == 0) free_.push_back(j);
    if (status[to_size(j)] == 1) in_.push_back(j);
  }
  places_ = std::min(places_, to_index(free_.size()));
  std::copy_n(dual.begin(), n_, dual_.begin());
  t_ = 0;
  work_ = 0;
  set_theta(theta);
  multiply(dual_, u_);
  bound_ = evaluate(dual_, u_, true);
}

/// u <- c - (G - Diag(a)) dual
void Ascent::multiply(const std::vector<double>& dual, LineVector& u) {
  chosen_.clear();
  coefficient_.clear();
  for (Index j = 0; j < n_; ++j)
    if (dual[to_size(j)] != 0) {
      chosen_.push_back(j);
      coefficient_.push_back(-dual[to_size(j)]);
    }
  kernels().add_columns(n_, frame_->G.data(), frame_->ld, to_index(chosen_.size()), chosen_.data(), coefficient_.data(),
                        frame_->c.data(), u.data());
  if (!frame_->a.empty())
    for (Index j : chosen_) u[to_size(j)] += frame_->a[to_size(j)] * dual[to_size(j)];
  work_ += static_cast<double>(n_) * static_cast<double>(chosen_.size() + 6);
}

/// The bound at a dual point and its u. `keep`: with what else the object tells of it.
double Ascent::evaluate(const std::vector<double>& dual, const LineVector& u, bool keep) noexcept {
  double quadratic = 0, size = 0, length = 0, largest = 0;
  Index count = 0;
  for (Index j = 0; j < n_; ++j) {
    const double g = dual[to_size(j)];
    largest = std::max(largest, std::abs(frame_->c[to_size(j)]));
    if (g == 0) continue;
    const double product = g * (frame_->c[to_size(j)] - u[to_size(j)]);
    quadratic += product;
    size += std::abs(product) + std::abs(g * frame_->c[to_size(j)]);
    length += std::abs(g);
    ++count;
  }
  double total = 0, least = infinity;
  for (Index j : in_) {
    const double d = delta_[to_size(j)];
    least = std::min(least, d);
    total += u[to_size(j)] * u[to_size(j)] / (2 * d);
  }
  std::size_t k = 0;
  for (Index j : free_) {
    const double d = delta_[to_size(j)];
    least = std::min(least, d);
    const double w = u[to_size(j)] * u[to_size(j)] / (2 * d);
    sorted_[k++] = w;
    if (keep) weight_[to_size(j)] = w;
  }
  if (!(least > 0)) {
    if (keep) last_in_ = first_out_ = -infinity, margin_ = infinity;
    return -infinity;
  }
  const auto begin = sorted_.begin();
  const auto place = [&](Index i) { return begin + static_cast<std::ptrdiff_t>(i); };
  const auto end = place(to_index(k));
  double last = -infinity, next = -infinity;
  if (places_ > 0) {
    std::nth_element(begin, place(places_ - 1), end, std::greater<>());
    last = *place(places_ - 1);
    for (auto i = begin; i != place(places_); ++i) total += *i;
    for (auto i = place(places_); i != end; ++i) next = std::max(next, *i);
  } else {
    for (auto i = begin; i != end; ++i) next = std::max(next, *i);
  }
  if (!(quadratic >= 0)) quadratic = std::max(quadratic, 0.0);
  // Rounding: u errs by h in each entry, sums by their lengths.
  const double h = 2 * unit_roundoff * (static_cast<double>(count) + 6) * (largest + 5 * length);
  const auto members = static_cast<double>(to_index(in_.size()) + places_ + 1);
  const double in_sums = 2 * h * std::sqrt(2 * total * members / least) + h * h * members / least;
  const double rounding = 4 * unit_roundoff * (static_cast<double>(count) + members + 8) *
                          (std::abs(frame_->value) + size / theta_ + total);
  const double error = 2 * (in_sums + h * length / theta_ + rounding);
  const double bound = frame_->value - quadratic / (2 * theta_) - total - error;
  if (keep) {
    last_in_ = last;
    first_out_ = next;
    margin_ = error;
  }
  work_ += static_cast<double>(4 * n_);
  return std::isnan(bound) ? -infinity : bound;
}

/// The sets of z from a proximal step: with pi the diagonal of P / theta and r = |u + pi g|, z_j(t) is r_j/(t
/// delta_j^(1/2)) - 1, over pi theta / delta_j and cut to [0, 1]; t makes their sum k. False where they are too large.
bool Ascent::propose() {
  chosen_.assign(in_.begin(), in_.end());
  std::size_t count = 0;
  double high = 0;
  for (Index j : free_) {
    const double diagonal = frame_->G[to_size(j * frame_->ld + j)];
    const double curvature = std::max(diagonal - (frame_->a.empty() ? 0 : frame_->a[to_size(j)]), 0.05 * diagonal);
    const double d = delta_[to_size(j)];
    ratio_[count] = std::abs(u_[to_size(j)] + curvature * dual_[to_size(j)]) / std::sqrt(d);
    width_[count] = curvature * theta_ / d;
    high = std::max(high, ratio_[count]);
    ++count;
  }
  if (!(high > 0) || places_ == 0) {
    whole_ = to_index(chosen_.size());
    t_ = 0;
    return true;
  }
  // sum z as a function of 1/t rises from 0 to the number of free variables
  const auto sum = [&](double inverse, double& slope) {
    double total = 0;
    slope = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double z = (ratio_[i] * inverse - 1) / width_[i];
      if (z >= 1) {
        total += 1;
      } else if (z > 0) {
        total += z;
        slope += ratio_[i] / width_[i];
      }
    }
    return total;
  };
  const auto k = static_cast<double>(places_);
  double low = 1 / high, up = infinity;
  double inverse = t_ > 0 && 1 / t_ > low ? 1 / t_ : 1.5 * low;
  for (int step = 0; step < 40; ++step) {
    double slope = 0;
    const double total = sum(inverse, slope);
    if (std::abs(total - k) <= 1e-9 * k) break;
    (total < k ? low : up) = inverse;
    double to = slope > 0 ? inverse + (k - total) / slope : infinity;
    if (!(to > low && to < up)) to = up < infinity ? 0.5 * (low + up) : 2 * inverse;
    if (to == inverse || !std::isfinite(to)) break;
    inverse = to;
  }
  work_ += static_cast<double>(10 * count);
  t_ = 1 / inverse;
  std::size_t i = 0;
  for (Index j : free_) {
    if (ratio_[i] * inverse - 1 >= width_[i]) chosen_.push_back(j);
    ++i;
  }
  whole_ = to_index(chosen_.size());
  i = 0;
  for (Index j : free_) {
    const double over = ratio_[i] * inverse - 1;
    if (over > 0 && over < width_[i]) chosen_.push_back(j);
    ++i;
  }
  return to_index(chosen_.size()) <= most_equations;
}

/// next_ <- the solution of the equations on these sets.
bool Ascent::newton() {
  const Index q = to_index(chosen_.size());
  const Index ld = whole_lines(q);
  if (to_index(M_.size()) < ld * q) M_.resize(to_size(ld * q));
  right_.assign(to_size(ld), 0.0);
  edge_.assign(to_size(ld), 0.0);
  for (Index k = 0; k < q; ++k) {
    const Index j = chosen_[to_size(k)];
    const double* const column = frame_->G.data() + j * frame_->ld;
    for (Index i = k; i < q; ++i) M_[to_size(k * ld + i)] = column[chosen_[to_size(i)]];
    double& diagonal = M_[to_size(k * ld + k)];
    if (!frame_->a.empty()) diagonal -= frame_->a[to_size(j)];
    if (k < whole_) {
      diagonal += delta_[to_size(j)] / theta_;
    } else {
      const double direction = u_[to_size(j)] + frame_->G[to_size(j * frame_->ld + j)] * dual_[to_size(j)];
      edge_[to_size(k)] = std::copysign(std::sqrt(delta_[to_size(j)]), direction);
      diagonal *= 1 + 1e-12;
    }
    right_[to_size(k)] = frame_->c[to_size(j)];
  }
  std::vector<unsigned char> skipped(to_size(ld));
  LineVector& factor = M_;
  if (kernels().cholesky(q, 0, M_.data(), factor.data(), ld, 1e-13, skipped.data()) != 0) return false;
  cholesky_solve(q, factor.data(), ld, skipped.data(), right_.data());
  if (whole_ < q) {
    LineVector v(edge_);
    cholesky_solve(q, factor.data(), ld, skipped.data(), v.data());
    double up = 0, down = theta_ * static_cast<double>(places_ - (whole_ - to_index(in_.size())));
    for (Index k = whole_; k < q; ++k) {
      up += edge_[to_size(k)] * right_[to_size(k)];
      down += edge_[to_size(k)] * v[to_size(k)];
    }
    if (!(down > 0)) return false;
    t_ = std::abs(up / down);
    for (Index k = 0; k < q; ++k) right_[to_size(k)] -= up / down * v[to_size(k)];
  }
  std::fill_n(next_.begin(), n_, 0.0);
  for (Index k = 0; k < q; ++k) next_[to_size(chosen_[to_size(k)])] = right_[to_size(k)];
  work_ += static_cast<double>(q * q) * (static_cast<double>(q) / 6 + 3);
  return std::all_of(right_.begin(), right_.begin() + q, [](double v) { return std::isfinite(v); });
}

/// theta <- a better one for the dual point at hand, if there is one.
bool Ascent::improve_theta() {
  if (!frame_->has_b) return false;
  const double before = theta_;
  double best = bound_, best_theta = theta_;
  const double most = frame_->has_a ? 1 : 0.98;
  const auto look = [&](double theta) {
    theta = std::clamp(theta, least_theta, most);
    set_theta(theta);
    const double value = evaluate(dual_, u_, false);
    if (value > best) {
      best = value;
      best_theta = theta;
      return true;
    }
    return false;
  };
  for (const double step : {0.25, 0.125, 0.0625, 0.03125})
    if (!look(best_theta + step)) look(best_theta - step);
  if (best_theta < 0.1) look(best_theta / 2);
  set_theta(best_theta);
  bound_ = evaluate(dual_, u_, true);
  return best_theta != before;
}

void Ascent::climb(int iterations, double enough) {
  for (int k = 0; k < iterations && bound_ < enough; ++k) {
    const double before = bound_;
    bool moved = false;
    if (propose() && newton()) {
      multiply(next_, u_next_);
      const double there = evaluate(next_, u_next_, false);
      double best = bound_, at = 0;
      if (there > best) best = there, at = 1;
      if (!(there > bound_) || k >= 3) {  // the bound is concave on the way
        double low = 0, high = at == 1 ? 1.6 : 1;
        for (int step = 0; step < 5; ++step) {
          const double middle =
              at > 0 && at < high ? (step % 2 == 0 ? 0.5 * (at + high) : 0.5 * (low + at)) : 0.5 * (low + high);
          for (Index j = 0; j < n_; ++j) {
            trial_[to_size(j)] = dual_[to_size(j)] + middle * (next_[to_size(j)] - dual_[to_size(j)]);
            u_trial_[to_size(j)] = u_[to_size(j)] + middle * (u_next_[to_size(j)] - u_[to_size(j)]);
          }
          const double value = evaluate(trial_, u_trial_, false);
          if (value > best) {
            (middle > at ? low : high) = at;
            best = value;
            at = middle;
          } else {
            (middle > at ? high : low) = middle;
          }
        }
      }
      if (at == 1) {
        std::swap(dual_, next_);
        std::swap(u_, u_next_);
        moved = true;
      } else if (at > 0) {
        for (Index j = 0; j < n_; ++j) dual_[to_size(j)] += at * (next_[to_size(j)] - dual_[to_size(j)]);
        multiply(dual_, u_);
        moved = true;
      }
    }
    if (moved) bound_ = evaluate(dual_, u_, true);
    if (frame_->has_b && improve_theta()) moved = true;
    if (!moved || bound_ - before <= 0.01 * (enough - bound_)) break;
  }
}

}  // namespace sbreg::bound
