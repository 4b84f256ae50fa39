// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Every loss, and quadratics, in quadruple precision: f, its gradient, and Newton's method on a support. The formulas
// are written here a second time and share nothing with the library. A minimum that is found here is the f of a point,
// so that a claim of the library which it contradicts is false.
#pragma once

#include <string>

#include "quad.hpp"

namespace oracle {

/// exp(v); 0 and 2^16000 stand for what lies beyond the range.
inline Quad quad_exp(Quad v) {
  if (v > 11000) return static_cast<Quad>(std::ldexp(1.0L, 16000));
  if (v < -11000) return 0;
  const Quad ln2 = static_cast<Quad>(0x1.62e42fefa39efp-1) + static_cast<Quad>(0x1.abc9e3b39803fp-56) +
                   static_cast<Quad>(0x1.7b57a079a1934p-111);
  const auto power = static_cast<int>(std::lround(static_cast<double>(v / ln2)));
  const Quad r = (v - power * ln2) / 64;
  Quad term = 1, sum = 1;
  for (int k = 1; k <= 14; ++k) {
    term *= r / k;
    sum += term;
  }
  for (int k = 0; k < 6; ++k) sum *= sum;
  return sum * static_cast<Quad>(std::ldexp(1.0L, power));
}

/// log(v) for v > 0, by Halley's iteration.
inline Quad quad_log(Quad v) {
  Quad y = std::log(static_cast<long double>(v));
  for (int k = 0; k < 2; ++k) {
    const Quad e = quad_exp(y);
    y += 2 * (v - e) / (v + e);
  }
  return y;
}

/// log(1 + e) for 0 <= e <= 1, without the loss of a small e.
inline Quad quad_log_plus(Quad e) { return e < 1e-17 ? e - e * e / 2 : quad_log(1 + e); }

struct QuadLoss {
  LeastSquares data;  // of a quadratic: A is Q, b is q
  std::string loss;   // of the library, or "quadratic": x'Qx/2 - q'x
  Vector weights{};   // empty: all ones
  double ridge = 0;   // ridge/2 |x|^2
  double huber_delta = 1;

  using Numbers = std::vector<Quad>;

  /// f at the point that is x on S and 0 elsewhere.
  template <class Number>
  [[nodiscard]] Quad value(const Support& S, const std::vector<Number>& x) const {
    return evaluate(margins(S, x), S, x, nullptr, nullptr);
  }
  [[nodiscard]] Quad value(const Vector& x) const {
    const Support S = support_of(x);
    return value(S, packed(S, x));
  }
  [[nodiscard]] Quad value_at_zero() const { return value(Support{}, Numbers{}); }
  static Vector packed(const Support& S, const Vector& x) {
    Vector values;
    for (const Index j : S) values.push_back(x[at(j)]);
    return values;
  }

  struct Minimum {
    Support support{};
    Numbers x{};  // on the support
    Quad f = 0;
    double rounded = 0;    // f(x rounded to double) - f(x)
    double condition = 1;  // of the columns, weighted by the second derivatives and scaled to length 1: an upper bound
    [[nodiscard]] Vector dense(Index n) const {
      Vector all(at(n), 0.0);
      for (std::size_t k = 0; k < support.size(); ++k) all[at(support[k])] = static_cast<double>(x[k]);
      return all;
    }
  };

  /// Newton's method on S from the start, damped where that is needed, until nothing lowers f.
  [[nodiscard]] Minimum minimise(const Support& S, const Vector& start) const {
    const std::size_t k = S.size();
    Numbers size(k), x(k);
    for (std::size_t c = 0; c < k; ++c) {
      for (Index i = 0; i < data.m; ++i)
        size[c] = std::max(static_cast<double>(size[c]), std::abs(data.entry(i, S[c])));
      if (loss == "quadratic") size[c] = root(size[c]);
      if (size[c] == 0) size[c] = 1;
      x[c] = start[at(S[c])];
    }
    Numbers g(k), H(k * k), step(k), trial(k);
    Quad f = derivatives(S, x, size, g, H);
    for (int iteration = 0; iteration < 200; ++iteration) {
      Quad lower = f, largest = 0;
      for (std::size_t c = 0; c < k; ++c) largest = H[c * k + c] > largest ? H[c * k + c] : largest;
      for (double damping = 0; damping < 1e6 && !(lower < f); damping = damping == 0 ? 1e-24 : 1e6 * damping) {
        solve(H, g, damping * largest, step);
        Quad length = 1;
        for (int halving = 0; halving < 12 && !(lower < f); ++halving, length /= 4) {
          for (std::size_t c = 0; c < k; ++c) trial[c] = x[c] + length * step[c] / size[c];
          lower = value(S, trial);
        }
      }
      if (!(lower < f)) break;
      const bool over = f - lower <= magnitude(f) * 1e-30;
      x = trial;
      f = derivatives(S, x, size, g, H);
      if (over) break;
    }
    Minimum minimum{S, x, f, 0, 1};
    std::vector<double> rounded;
    for (const Quad v : x) rounded.push_back(static_cast<double>(v));
    minimum.rounded = static_cast<double>(value(S, rounded) - f);
    minimum.condition = condition(H, k);
    return minimum;
  }

  /// The least f along coordinate j, the others as they are in y.
  [[nodiscard]] Quad minimum_along(const Vector& y, Index j) const {
    Support S = support_of(y);
    const std::size_t place = static_cast<std::size_t>(std::ranges::lower_bound(S, j) - S.begin());
    if (!contains(S, j)) S.insert(S.begin() + static_cast<std::ptrdiff_t>(place), j);
    Numbers x, size(S.size(), 1), g(S.size()), H(S.size() * S.size());
    for (const Index i : S) x.push_back(y[at(i)]);
    for (Index i = 0; i < data.m; ++i)
      size[place] =
          i == 0 ? std::abs(data.entry(i, j)) : std::max(static_cast<double>(size[place]), std::abs(data.entry(i, j)));
    if (!(size[place] > 0)) size[place] = 1;
    // f is convex: a step that is too long shows by the sign of the slope, and then the interval is halved.
    const Quad f = derivatives(S, x, size, g, H), slope = g[place], from = x[place];
    if (slope == 0) return f;
    Quad lowest = f, near = 0, far = (slope > 0 ? -1 : 1) / size[place];
    const auto beyond = [&](Quad step) {
      x[place] = from + step;
      const Quad here = derivatives(S, x, size, g, H);
      lowest = here < lowest ? here : lowest;
      return g[place] == 0 || (g[place] > 0) != (slope > 0);
    };
    for (int doubling = 0; doubling < 4000 && !beyond(far); ++doubling) {
      near = far;
      far *= 2;
    }
    for (int halving = 0; halving < 200; ++halving) {
      const Quad middle = (near + far) / 2;
      (beyond(middle) ? far : near) = middle;
    }
    return lowest;
  }

  /// The lowest minimum of all supports of s columns.
  [[nodiscard]] Minimum best(Index s) const {
    const Vector zero(at(data.n), 0.0);
    Minimum lowest{{}, {}, value_at_zero(), 0, 1};
    for_each_support(data.n, s, [&](const Support& S) {
      Minimum here = minimise(S, zero);
      if (here.f < lowest.f) lowest = here;
    });
    return lowest;
  }

  /// The length of the terms of f at x that cancel: what rounding errors are relative to.
  [[nodiscard]] double terms(const Vector& x) const {
    const Support S = support_of(x);
    const Vector v = packed(S, x);
    const Numbers t = margins(S, v);
    Quad sum = 0;
    for (Index i = 0; i < data.m; ++i) {
      Quad size = magnitude(data.b[at(i)]) + 1;
      for (std::size_t c = 0; c < S.size(); ++c)
        size += magnitude(static_cast<Quad>(data.entry(i, S[c])) * static_cast<Quad>(v[c]));
      const Quad w = weights.empty() ? 1 : weights[at(i)];
      if (loss == "quadratic") {
        sum += size * (contains(S, i) ? magnitude(x[at(i)]) : 0);
      } else {
        Quad slope = magnitude(derivative(t, i)) + (loss == "poisson" ? quad_exp(t[at(i)]) + data.b[at(i)] : 0);
        if (loss == "logsumexp") slope = 1;
        sum += w * slope * size;
      }
    }
    return static_cast<double>(sum + magnitude(value(S, v)));
  }

 private:
  template <class Number>
  [[nodiscard]] Numbers margins(const Support& S, const std::vector<Number>& x) const {
    Numbers t(at(data.m), 0);
    for (std::size_t c = 0; c < S.size(); ++c)
      for (Index i = 0; i < data.m; ++i) t[at(i)] += static_cast<Quad>(data.entry(i, S[c])) * static_cast<Quad>(x[c]);
    return t;
  }

  /// Of the loss of one margin, without its weight.
  [[nodiscard]] Quad derivative(const Numbers& t, Index row) const {
    const std::size_t i = at(row);
    const Quad r = t[i] - data.b[i];
    if (loss == "quartic") return r * r * r;
    if (loss == "huber") return r > huber_delta ? Quad(huber_delta) : r < -huber_delta ? Quad(-huber_delta) : r;
    if (loss == "poisson") return quad_exp(t[i]) - data.b[i];
    if (loss == "logistic") {
      const Quad v = data.b[i] > 0 ? -t[i] : t[i];
      const Quad e = quad_exp(-magnitude(v));
      const Quad slope = (v > 0 ? Quad(1) : e) / (1 + e);
      return data.b[i] > 0 ? -slope : slope;
    }
    return r;
  }

  /// f, and its derivatives by the margins where they are asked for. For logsumexp Diag(second) - first first'.
  template <class Number>
  Quad evaluate(const Numbers& t, const Support& S, const std::vector<Number>& x, Numbers* first,
                Numbers* second) const {
    Quad total = 0, largest = 0;
    for (std::size_t c = 0; c < S.size(); ++c)
      total += static_cast<Quad>(ridge) * static_cast<Quad>(x[c]) * static_cast<Quad>(x[c]) / 2;
    if (first != nullptr) first->assign(t.size(), 0);
    if (second != nullptr) second->assign(t.size(), 0);
    if (loss == "quadratic") {
      for (std::size_t c = 0; c < S.size(); ++c)
        total += static_cast<Quad>(x[c]) * (t[at(S[c])] / 2 - static_cast<Quad>(data.b[at(S[c])]));
      return total;
    }
    if (loss == "logsumexp") {
      const auto counts = [&](std::size_t i) { return weights.empty() || weights[i] > 0; };
      bool any = false;
      for (std::size_t i = 0; i < t.size(); ++i) {
        if (!counts(i)) continue;
        if (!any || t[i] - data.b[i] > largest) largest = t[i] - data.b[i];
        any = true;
      }
      Quad sum = 0;
      Numbers p(t.size());
      for (std::size_t i = 0; i < t.size(); ++i)
        if (counts(i)) sum += p[i] = (weights.empty() ? 1 : weights[i]) * quad_exp(t[i] - data.b[i] - largest);
      for (Quad& share : p) share /= sum;
      if (first != nullptr) *first = p;
      if (second != nullptr) *second = p;
      return total + largest + quad_log(sum);
    }
    for (std::size_t i = 0; i < t.size(); ++i) {
      const Quad w = weights.empty() ? 1 : weights[i], r = t[i] - static_cast<Quad>(data.b[i]);
      Quad loss_of_row = 0, curvature = 1;
      const bool wanted = second != nullptr;
      if (loss == "quartic") {
        loss_of_row = r * r * r * r / 4;
        curvature = 3 * r * r;
      } else if (loss == "huber") {
        const bool inside = magnitude(r) <= huber_delta;
        loss_of_row = inside ? r * r / 2 : huber_delta * (magnitude(r) - static_cast<Quad>(huber_delta) / 2);
        curvature = inside ? 1 : 0;
      } else if (loss == "poisson") {
        curvature = quad_exp(t[i]);
        loss_of_row = curvature - static_cast<Quad>(data.b[i]) * t[i];
      } else if (loss == "logistic") {
        const Quad v = data.b[i] > 0 ? -t[i] : t[i];
        const Quad e = quad_exp(-magnitude(v));
        loss_of_row = (v > 0 ? v : Quad(0)) + quad_log_plus(e);
        if (wanted) curvature = e / ((1 + e) * (1 + e));
      } else {
        loss_of_row = r * r / 2;
      }
      total += w * loss_of_row;
      if (first != nullptr) (*first)[i] = w * derivative(t, static_cast<Index>(i));
      if (wanted) (*second)[i] = w * curvature;
    }
    return total;
  }

  /// f, and with columns divided by `size` the gradient and the Hessian on S.
  Quad derivatives(const Support& S, const Numbers& x, const Numbers& size, Numbers& g, Numbers& H) const {
    const std::size_t k = S.size();
    const Numbers t = margins(S, x);
    Numbers first, second;
    const Quad f = evaluate(t, S, x, &first, &second);
    for (std::size_t c = 0; c < k; ++c) {
      g[c] = static_cast<Quad>(ridge) * x[c] / size[c];
      if (loss == "quadratic") {
        g[c] += (t[at(S[c])] - static_cast<Quad>(data.b[at(S[c])])) / size[c];
        for (std::size_t r = 0; r < k; ++r)
          H[c * k + r] = static_cast<Quad>(data.entry(S[r], S[c])) / size[c] / size[r];
      } else {
        for (Index i = 0; i < data.m; ++i) g[c] += static_cast<Quad>(data.entry(i, S[c])) / size[c] * first[at(i)];
        for (std::size_t r = 0; r <= c; ++r) {
          Quad sum = 0;
          for (Index i = 0; i < data.m; ++i)
            if (second[at(i)] != 0)
              sum += static_cast<Quad>(data.entry(i, S[c])) / size[c] * second[at(i)] *
                     (static_cast<Quad>(data.entry(i, S[r])) / size[r]);
          H[c * k + r] = H[r * k + c] = sum;
        }
      }
    }
    if (loss == "logsumexp")
      for (std::size_t c = 0; c < k; ++c)
        for (std::size_t r = 0; r < k; ++r) {
          const Quad gc = g[c] - static_cast<Quad>(ridge) * x[c] / size[c];
          const Quad gr = g[r] - static_cast<Quad>(ridge) * x[r] / size[r];
          H[c * k + r] -= gc * gr;
        }
    for (std::size_t c = 0; c < k; ++c) H[c * k + c] += static_cast<Quad>(ridge) / size[c] / size[c];
    return f;
  }

  /// L with H + damping I = L L', 0 columns where a pivot is lost.
  static Numbers factor(const Numbers& H, std::size_t k, Quad damping) {
    Numbers L(k * k, 0);
    for (std::size_t c = 0; c < k; ++c) {
      Quad pivot = H[c * k + c] + damping;
      for (std::size_t l = 0; l < c; ++l) pivot -= L[c * k + l] * L[c * k + l];
      if (!(pivot > 1e-31 * (H[c * k + c] + damping))) continue;
      L[c * k + c] = root(pivot);
      for (std::size_t r = c + 1; r < k; ++r) {
        Quad sum = H[r * k + c];
        for (std::size_t l = 0; l < c; ++l) sum -= L[r * k + l] * L[c * k + l];
        L[r * k + c] = sum / L[c * k + c];
      }
    }
    return L;
  }

  static void substitute(const Numbers& L, Numbers& y) {
    const std::size_t k = y.size();
    for (std::size_t r = 0; r < k; ++r) {
      for (std::size_t c = 0; c < r; ++c) y[r] -= L[r * k + c] * y[c];
      y[r] = L[r * k + r] > 0 ? y[r] / L[r * k + r] : 0;
    }
    for (std::size_t r = k; r-- > 0;) {
      for (std::size_t c = r + 1; c < k; ++c) y[r] -= L[c * k + r] * y[c];
      y[r] = L[r * k + r] > 0 ? y[r] / L[r * k + r] : 0;
    }
  }

  static void solve(const Numbers& H, const Numbers& g, Quad damping, Numbers& step) {
    for (std::size_t c = 0; c < g.size(); ++c) step[c] = -g[c];
    substitute(factor(H, g.size(), damping), step);
  }

  /// The root of the condition number of H scaled to a diagonal of ones, by the trace of its inverse.
  static double condition(Numbers H, std::size_t k) {
    Numbers scale(k);
    for (std::size_t c = 0; c < k; ++c) scale[c] = root(H[c * k + c]);
    for (std::size_t c = 0; c < k; ++c)
      for (std::size_t r = 0; r < k; ++r)
        H[c * k + r] = scale[c] > 0 && scale[r] > 0 ? H[c * k + r] / scale[c] / scale[r] : 0;
    const Numbers L = factor(H, k, 0);
    Quad trace = 0;
    for (std::size_t c = 0; c < k; ++c) {
      if (!(L[c * k + c] > 0)) continue;
      Numbers e(k, 0);
      e[c] = 1;
      substitute(L, e);
      trace += e[c];
    }
    return static_cast<double>(root(trace * static_cast<Quad>(static_cast<double>(k))));
  }
};

}  // namespace oracle
