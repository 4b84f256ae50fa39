// SPDX-License-Identifier: BSD-3-Clause
// The logistic loss of all observations. With v = t for the label 0 and v = -t for the label 1 it is
//
//     softplus(v) = max(v, 0) + log(1 + e),    e = exp(-|v|).
//
// exp: -|v| = k log 2 + r with an integer k and |r| <= log(2)/2, and the Taylor series of exp(r) to r^13.
// log: log(1 + e) = 2 artanh(q) with q = e/(2 + e) <= 1/3, and the Taylor series of artanh to q^35.
// Both are right to a few units in the last place.

static constexpr double softplus_limit = 708;  // beyond it e would be subnormal, and is 0

static inline __attribute__((always_inline)) Lanes exponential_of_negative(const Lanes& size) {
  constexpr double round_to_integer = 6755399441055744.0;  // 1.5 2^52: a sum with it has no bits behind the point
  const Lanes limit = Lanes{} + softplus_limit;
  const Lanes a = size > limit ? limit : size;
  const Lanes shifted = round_to_integer - a * 1.4426950408889634;
  const Lanes k = shifted - round_to_integer;
  const Lanes r = (-a - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  constexpr double inverse_factorials[] = {
      1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
      1.0 / 720,        1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1.0,         1.0};
  Lanes sum = Lanes{} + inverse_factorials[0];
  for (int i = 1; i < 14; ++i) sum = sum * r + inverse_factorials[i];
  Counts bits, shift_bits;
  const Lanes shift = Lanes{} + round_to_integer;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  __builtin_memcpy(&shift_bits, &shift, sizeof shift_bits);
  bits = (bits - shift_bits + 1023) << 52;
  Lanes power;
  __builtin_memcpy(&power, &bits, sizeof power);
  return size > limit ? Lanes{} : sum * power;
}

static inline __attribute__((always_inline)) Lanes log_one_plus(const Lanes& e) {
  const Lanes q = e / (2 + e);
  const Lanes square = q * q;
  Lanes sum = Lanes{} + 1.0 / 35;
  for (int i = 33; i >= 1; i -= 2) sum = sum * square + 1.0 / i;
  return 2 * q * sum;
}

/// The losses of one register full, with their derivatives by t.
static inline __attribute__((always_inline)) Lanes softplus_lanes(const Lanes& t, const Lanes& b, const Lanes& w,
                                                                  Lanes& derivative) {
  const Lanes sign = 1 - 2 * b;
  const Lanes v = t * sign;
  const Lanes zero{};
  const Lanes e = exponential_of_negative(v > zero ? v : -v);
  derivative = w * sign * ((v > zero ? zero + 1 : e) / (1 + e));
  return w * ((v > zero ? v : zero) + log_one_plus(e));
}

/// out_i <- w_i e / (1 + e)^2, e = exp(-|t_i|): the second derivatives by t_i
static void softplus_second(Index n, const double* t, const double* w, double* out) {
  for (Index i = 0; i < n; i += width) {
    const Index count = n - i < width ? n - i : width;
    double last[2][width] = {};
    for (Index k = 0; k < count; ++k) {
      last[0][k] = t[i + k];
      last[1][k] = w != nullptr ? w[i + k] : 1;
    }
    Lanes ti, wi;
    load(last[0], ti);
    load(last[1], wi);
    const Lanes e = exponential_of_negative(ti > Lanes{} ? ti : -ti);
    const Lanes one_more = 1 + e;
    store(last[0], wi * e / (one_more * one_more));
    for (Index k = 0; k < count; ++k) out[i + k] = last[0][k];
  }
}

static double softplus(Index n, const double* t, const double* b, const double* w, double* derivative) {
  Lanes total{}, ti, bi, wi = Lanes{} + 1, di;
  Index i = 0;
  for (; i + width <= n; i += width) {
    load(t + i, ti);
    load(b + i, bi);
    if (w != nullptr) load(w + i, wi);
    total += softplus_lanes(ti, bi, wi, di);
    store(derivative + i, di);
  }
  if (i < n) {
    double last[3][width] = {}, out[width];
    for (Index k = 0; i + k < n; ++k) {
      last[0][k] = t[i + k];
      last[1][k] = b[i + k];
      last[2][k] = w != nullptr ? w[i + k] : 1;
    }
    load(last[0], ti);
    load(last[1], bi);
    load(last[2], wi);
    total += softplus_lanes(ti, bi, wi, di);
    store(out, di);
    for (Index k = 0; i + k < n; ++k) derivative[i + k] = out[k];
  }
  return sum(total);
}
