// SPDX-License-Identifier: BSD-3-Clause
#include "dsm/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sbreg {
namespace {

constexpr Index refresh = 40;  // iterations after which H is computed anew: H += aE drifts

/// y <- y + a x
template <class Real>
void add(double a, const std::vector<Real>& x, std::vector<Real>& y) noexcept {
  const Real factor = static_cast<Real>(a);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

/// x'y of r numbers, r being small: four running sums, reduced in a fixed order.
template <class Real>
struct Short {
  Real part[4] = {};
  void operator()(Real x, Real y, Index k) noexcept { part[k] += x * y; }
  [[nodiscard]] double total() const noexcept { return static_cast<double>((part[0] + part[1]) + (part[2] + part[3])); }
};

}  // namespace

template <class Real>
Ascent<Real>::Ascent(const Products<Real>& products, const CostModel& model, Index n, Index r)
    : products_(products), model_(model), n_(n), r_(r) {
  const auto size = to_size(products.element_size(r));
  for (auto* element : {&V_, &D_, &g_, &previous_g_}) element->resize(size);
  if (products.image_is_computed()) H_.resize(to_size(r * n));
  buffer_.resize(to_size(r * n));
  for (auto* vector : {&p_, &q_, &s_, &inverse_u_}) vector->resize(to_size(n));
  pairs_.resize(memory);
  for (Pair& pair : pairs_) {
    pair.s.resize(size);
    pair.y.resize(size);
  }
}

template <class Real>
void Ascent<Real>::start(const Real* B) {
  products_.lift(r_, B, V_.data());
  recompute_image();
  differentiate();
}

template <class Real>
template <class Other>
void Ascent<Real>::resume(const Ascent<Other>& other) {
  const auto convert = [](const std::vector<Other>& from, std::vector<Real>& to) {
    std::ranges::transform(from, to.begin(), [](Other x) { return static_cast<Real>(x); });
  };
  convert(other.V_, V_);
  used_ = other.used_;
  for (std::size_t i = 0; i < used_; ++i) {
    pairs_[i].inverse = other.pairs_[i].inverse;
    convert(other.pairs_[i].s, pairs_[i].s);
    convert(other.pairs_[i].y, pairs_[i].y);
  }
  recompute_image();
  differentiate();
}

/// H <- V'F afresh, p_j <- |h_j|^2 and with them 1/u, |V|^2 and the dual value.
template <class Real>
void Ascent<Real>::recompute_image() {
  if (!H_.empty()) {
    products_.image(r_, V_.data(), H_.data());
  } else {  // (X, XK) from X alone
    std::copy_n(V_.data(), buffer_.size(), buffer_.data());
    products_.lift(r_, buffer_.data(), V_.data());
  }
  const Real* H = image_of_V();
  for (Index j = 0; j < n_; ++j) {
    Short<Real> p;
    for (Index k = 0; k < r_; ++k) p(H[j * r_ + k], H[j * r_ + k], k & 3);
    p_[to_size(j)] = p.total();
  }
  std::ranges::fill(q_, 0.0);
  std::ranges::fill(s_, 0.0);
  norm_V_ = products_.inner(r_, V_.data(), V_.data());
  dual_ = model_.along(p_, q_, s_, 0, inverse_u_).value - norm_V_;
  since_image_ = 0;
}

/// g <- V - F Diag(1/u) H'
template <class Real>
void Ascent<Real>::differentiate() {
  const Real* H = image_of_V();
  for (Index j = 0; j < n_; ++j) {
    const Real inverse = static_cast<Real>(inverse_u_[to_size(j)]);
    for (Index k = 0; k < r_; ++k) buffer_[to_size(j * r_ + k)] = inverse * H[j * r_ + k];
  }
  products_.lift(r_, buffer_.data(), g_.data());
  for (std::size_t i = 0; i < g_.size(); ++i) g_[i] = V_[i] - g_[i];
  const double square = products_.inner(r_, g_.data(), g_.data());
  residual_ = norm_V_ > 0 ? std::sqrt(std::max(square, 0.0) / norm_V_) : 0;
}

/// D <- -(approximate inverse Hessian of F/2) g, by the two-loop recursion.
template <class Real>
void Ascent<Real>::direction() {
  double alpha[memory] = {};
  D_ = g_;
  for (std::size_t i = used_; i-- > 0;) {
    alpha[i] = pairs_[i].inverse * products_.inner(r_, pairs_[i].s.data(), D_.data());
    add(-alpha[i], pairs_[i].y, D_);
  }
  double scale = -1;  // without pairs: the monotone step
  if (used_ > 0) {
    const Pair& last = pairs_[used_ - 1];
    scale = -1 / (last.inverse * products_.inner(r_, last.y.data(), last.y.data()));
  }
  for (Real& d : D_) d *= static_cast<Real>(scale);
  for (std::size_t i = 0; i < used_; ++i) {
    const double beta = pairs_[i].inverse * products_.inner(r_, pairs_[i].y.data(), D_.data());
    add(-alpha[i] - beta, pairs_[i].s, D_);
  }
}

/// p, q, s with |h_j + a e_j|^2 = p_j + 2 a q_j + a^2 s_j.
template <class Real>
void Ascent<Real>::measure(const Real* E) {
  const Real* H = image_of_V();
  for (Index j = 0; j < n_; ++j) {
    Short<Real> p;
    Short<Real> q;
    Short<Real> s;
    const Real* h = H + j * r_;
    const Real* e = E + j * r_;
    Index k = 0;
    for (; k + 4 <= r_; k += 4)
      for (Index lane = 0; lane < 4; ++lane) {
        p(h[k + lane], h[k + lane], lane);
        q(h[k + lane], e[k + lane], lane);
        s(e[k + lane], e[k + lane], lane);
      }
    for (; k < r_; ++k) {
      p(h[k], h[k], 0);
      q(h[k], e[k], 0);
      s(e[k], e[k], 0);
    }
    p_[to_size(j)] = p.total();
    q_[to_size(j)] = q.total();
    s_[to_size(j)] = s.total();
  }
}

/// The step a > 0 with F'(V + aD) = 0 to one percent of its value at 0, by Newton's method kept inside a bracket.
/// Leaves 1/u at that step. `slope` is F'(V; D) / 2 < 0. Returns 0 when no step lowers F.
template <class Real>
double Ascent<Real>::search(double slope, double norm_D) {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double a = 1;
  for (int trial = 0; trial < 30; ++trial) {
    const LineSums sums = model_.along(p_, q_, s_, a, inverse_u_);
    const double first = 2 * (inner_VD_ + a * norm_D) - sums.first;
    const double second = 2 * norm_D - sums.second;
    const double value = norm_V_ + a * (2 * inner_VD_ + a * norm_D) - sums.value;
    if (std::abs(first) <= 0.02 * std::abs(2 * slope) || (high < 1e300 && high - low <= 1e-12 * high)) {
      if (!(-value > dual_ - 1e-15 * std::abs(dual_))) return 0;
      dual_ = -value;
      return a;
    }
    (first < 0 ? low : high) = a;
    double next = second > 0 ? a - first / second : 0;
    if (!(next > low && next < high)) next = high < 1e300 ? 0.5 * (low + high) : 4 * a;
    if (next > 1e6) return 0;
    a = next;
  }
  return 0;
}

template <class Real>
void Ascent<Real>::remember(double a) {
  if (used_ == memory) {  // the oldest pair gives its memory
    std::rotate(pairs_.begin(), pairs_.begin() + 1, pairs_.end());
    --used_;
  }
  Pair& pair = pairs_[used_];
  const Real step = static_cast<Real>(a);
  for (std::size_t i = 0; i < g_.size(); ++i) {
    pair.s[i] = step * D_[i];
    pair.y[i] = g_[i] - previous_g_[i];
  }
  const double sy = products_.inner(r_, pair.s.data(), pair.y.data());
  const double yy = products_.inner(r_, pair.y.data(), pair.y.data());
  if (!(sy > 1e-12 * yy)) return;  // F is not convex along s here
  pair.inverse = 1 / sy;
  ++used_;
}

template <class Real>
void Ascent<Real>::move(double a, const Real* E) {
  add(a, D_, V_);
  if (!H_.empty()) {
    const Real step = static_cast<Real>(a);
    for (std::size_t i = 0; i < H_.size(); ++i) H_[i] += step * E[i];
  }
  norm_V_ = products_.inner(r_, V_.data(), V_.data());
}

template <class Real>
bool Ascent<Real>::iterate() {
  if (!(residual_ > 0)) return false;
  direction();
  double slope = products_.inner(r_, g_.data(), D_.data());
  if (!(slope < 0)) {
    forget();
    direction();
    slope = products_.inner(r_, g_.data(), D_.data());
    if (!(slope < 0)) return false;
  }
  const Real* E = products_.image(r_, D_.data(), buffer_.data());
  measure(E);
  inner_VD_ = products_.inner(r_, V_.data(), D_.data());
  const double before = dual_;
  const double a = search(slope, products_.inner(r_, D_.data(), D_.data()));
  if (a > 0) {
    move(a, E);
    std::swap(g_, previous_g_);
    if (++since_image_ >= refresh) recompute_image();
    differentiate();
    remember(a);
    return true;
  }
  // V <- V - g, whatever the search found wrong with D
  forget();
  add(-1, g_, V_);
  recompute_image();
  differentiate();
  return dual_ > before;
}

template <class Real>
void Ascent<Real>::dual_factor(std::vector<double>& B) const {
  const Real* H = image_of_V();
  B.resize(to_size(r_ * n_));
  for (Index j = 0; j < n_; ++j)
    for (Index k = 0; k < r_; ++k) B[to_size(j * r_ + k)] = inverse_u_[to_size(j)] * static_cast<double>(H[j * r_ + k]);
}

template class Ascent<float>;
template class Ascent<double>;
template void Ascent<double>::resume(const Ascent<float>&);

}  // namespace sbreg
