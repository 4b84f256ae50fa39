// SPDX-License-Identifier: BSD-3-Clause
#include "dsm/certifier.hpp"

#include <algorithm>
#include <cmath>

#include "dsm/rounding.hpp"

namespace sbreg {

Certifier::Certifier(const Space& space, const CostModel& model)
    : space_(space),
      model_(model),
      gram_(space),
      u_(to_size(space.columns())),
      best_u_(to_size(space.columns())),
      p_(to_size(space.columns())),
      inverse_u_(to_size(space.columns())) {
  const ConstVec K = space.diagonal();
  double sum = 0;
  for (double k : K) sum += std::sqrt(k);
  const double margin = 1 + gamma(static_cast<double>(K.size()) + 8);
  for (std::size_t j = 0; j < K.size(); ++j) best_u_[j] = std::sqrt(K[j]) * sum * margin;
  primal_ = model.objective(best_u_) * margin;
  // K is rounded up by at most these factors
  for (std::size_t j = 0; j < K.size(); ++j)
    u_[j] = K[j] * (1 - 2 * gamma(space.gram_roundings() + space.image_roundings()));
  dual_ = model.objective(u_) * (2 - margin);
}

/// With V scaled to its best multiple, a V:  dual = sum psi_j(a |h_j|) - a^2 |V|^2, lowered by
///     2 sum_j |b_j| |error of h_j|  +  the roundings of the two sums  +  what an indefinite K within its slack can
///     add.
void Certifier::take_dual(Index r, const std::vector<double>& element, const double* H) {
  const Index n = space_.columns();
  for (Index j = 0; j < n; ++j) {
    double total = 0;
    for (Index k = 0; k < r; ++k) total += H[j * r + k] * H[j * r + k];
    p_[to_size(j)] = total;
  }
  const double square = space_.inner(r, element.data(), element.data());
  // d/da of sum psi(a N) - a^2 |V|^2 = 0 by Newton on the line a = 1 + step along V itself; concave in log a
  double a = 1;
  for (int k = 0; k < 60; ++k) {
    const LineSums sums = model_.along(p_, p_, p_, a - 1, inverse_u_);
    const double first = sums.first - 2 * a * square;
    const double second = sums.second - 2 * square;
    double next = second < 0 ? a - first / second : 2 * a;
    next = std::clamp(next, 0.1 * a, 10 * a);
    if (std::abs(next - a) <= 1e-14 * a) break;
    a = next;
  }
  const ConstVec K = space_.diagonal();
  const bool factor = space_.is_factor();
  double image_size = std::sqrt(std::max(square, 0.0));  // |V|, or its bound sum |x_j| K_jj^(1/2) in the matrix route
  double x_times_y = 0;
  if (!factor) {
    image_size = 0;
    for (Index j = 0; j < n; ++j) {
      double x = 0;
      for (Index k = 0; k < r; ++k) x += element[to_size(j * r + k)] * element[to_size(j * r + k)];
      image_size += std::sqrt(x * K[to_size(j)]);
      x_times_y += std::sqrt(x * p_[to_size(j)]);
    }
  }
  const LineSums sums = model_.along(p_, p_, p_, a - 1, inverse_u_);
  double lost = 0;  // sum |b_j| K_jj^(1/2)
  double indefinite = 0;
  for (Index j = 0; j < n; ++j) {
    const auto i = to_size(j);
    const double N = std::sqrt(p_[i]) * a;
    u_[i] = inverse_u_[i] > 0 ? 1 / inverse_u_[i] : 0;
    lost += N * inverse_u_[i] * std::sqrt(K[i]);
    if (!factor)
      for (Index k = 0; k < r; ++k) {
        const double d = a * (element[to_size(j * r + k)] - H[j * r + k] * inverse_u_[i]);
        indefinite += K[i] * d * d;
      }
  }
  const double terms = static_cast<double>(n + r * space_.order()) + 64;
  const double margin = 2 * gamma(space_.image_roundings() + static_cast<double>(r)) * a * image_size * lost +
                        gamma(terms) * (std::abs(sums.value) + a * a * (square + x_times_y)) +
                        (factor ? 0 : gamma(space_.image_roundings()) * a * a * image_size * image_size) +
                        space_.semidefinite_slack() * indefinite;
  const double value = sums.value - a * a * square - margin;
  if (std::isfinite(value)) dual_ = std::max(dual_, value);
  for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = std::max(u_[j], K[j]);
}

/// Keeps t u when it costs less than the best weights so far.
bool Certifier::accept(double t) {
  const std::size_t n = u_.size();
  for (std::size_t j = 0; j < n; ++j) p_[j] = round_up(t * u_[j]);
  const double value = model_.objective(p_) * (1 + gamma(static_cast<double>(n) + 16));
  if (!(value < primal_)) return false;
  primal_ = value;
  std::swap(p_, best_u_);
  return true;
}

bool Certifier::check_proven(double target, bool thorough, Rng& rng) {
  gram_.form(u_);
  if (target > 0 && gram_.prove(target)) return accept(target);
  if (!thorough) return false;
  const double estimate = gram_.estimate(rng);
  for (const double excess : {4e-13, 2e-11, 1e-9, 5e-8, 2.5e-6, 1.25e-4, 6.25e-3, 0.3125, 15.625, 781.25}) {
    const double t = estimate * (1 + excess);
    if (t > gram_.trace()) break;
    if (gram_.prove(t)) return accept(t);
  }
  return accept(gram_.trace());
}

bool Certifier::check_randomised(double target, const Limits& limits, bool thorough, Rng& rng) {
  // the k-th check may fail with probability allowed / 2^k, all of them together with the allowed one
  const double allowed = std::ldexp(limits.allowed_failure, -std::min(randomised_checks_ + 1, 900));
  const auto found = randomised_bound(space_, u_, limits.accuracy, std::max(allowed, 1e-300), thorough ? 0 : target,
                                      rng, limits.keep_going);
  if (!found) return false;
  ++randomised_checks_;
  if (accept(found->bound)) failure_probability_ = limits.allowed_failure;
  return true;
}

bool Certifier::check(Index r, const std::vector<double>& element, const Limits& limits, bool thorough, Rng& rng) {
  if (space_.image_is_computed()) image_.resize(to_size(r * space_.columns()));
  const double* H = space_.image(r, element.data(), image_.data());
  take_dual(r, element, H);
  // a hair less than allowed, for the roundings in accept()
  const double hair = 1e-13 + 4 * gamma(static_cast<double>(u_.size()) + 32);
  const double target = model_.multiple_for(u_, dual_ / (1 - limits.tolerance)) * (1 - hair);
  if (space_.order() > limits.proof_limit) return check_randomised(target, limits, thorough, rng);
  check_proven(target, thorough, rng);
  return true;
}

}  // namespace sbreg
