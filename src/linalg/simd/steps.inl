// SPDX-License-Identifier: BSD-3-Clause
// The passes of a thresholding step (solver/step/threshold.hpp) over all coordinates, or over its candidates.

static double propose(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d,
                      double step, double* z, double* score) {
  Counts most[2] = {};
  Index i = 0;
  const auto lanes = [&](int side) __attribute__((always_inline)) {
    Lanes xi, gi, di, ri;
    load(x + i, xi);
    load(g + i, gi);
    load(inverse_d + i, di);
    load(root_d + i, ri);
    const Lanes zi = xi - step * di * gi;
    const Lanes s = size_of(ri * zi);
    store(z + i, zi);
    store(score + i, s);
    raise(most[side], s);
    i += width;
  };
  while (i + 2 * width <= n) {
    lanes(0);
    lanes(1);
  }
  if (i + width <= n) lanes(0);
  double largest = largest_of(most[0] > most[1] ? most[0] : most[1]);
  for (; i < n; ++i) {
    z[i] = x[i] - step * inverse_d[i] * g[i];
    score[i] = __builtin_fabs(root_d[i] * z[i]);
    largest = larger(score[i], largest);
  }
  return largest;
}

static double largest(Index n, const double* v) {
  Counts most{};
  Index i = 0;
  for (; i + width <= n; i += width) {
    Lanes vi;
    load(v + i, vi);
    raise(most, size_of(vi));
  }
  double result = largest_of(most);
  for (; i < n; ++i) result = larger(__builtin_fabs(v[i]), result);
  return result;
}

static double weigh(Index n, const double* v, const double* w, double* score) {
  Counts most{};
  Index i = 0;
  for (; i + width <= n; i += width) {
    Lanes vi, wi;
    load(v + i, vi);
    load(w + i, wi);
    const Lanes s = size_of(vi * wi);
    store(score + i, s);
    raise(most, s);
  }
  double largest = largest_of(most);
  for (; i < n; ++i) {
    score[i] = __builtin_fabs(v[i] * w[i]);
    largest = larger(score[i], largest);
  }
  return largest;
}

static double shift(Index n, const double* x, const double* g, double step, double* score) {
  Counts most[2] = {};
  Index i = 0;
  const auto lanes = [&](int side) __attribute__((always_inline)) {
    Lanes xi, gi;
    load(x + i, xi);
    load(g + i, gi);
    const Lanes s = size_of(xi - step * gi);
    store(score + i, s);
    raise(most[side], s);
    i += width;
  };
  while (i + 2 * width <= n) {
    lanes(0);
    lanes(1);
  }
  if (i + width <= n) lanes(0);
  double result = largest_of(most[0] > most[1] ? most[0] : most[1]);
  for (; i < n; ++i) {
    score[i] = __builtin_fabs(x[i] - step * g[i]);
    result = larger(score[i], result);
  }
  return result;
}

static Reached reach(Index n, const double* x, const double* g, double step, double threshold) {
  Lanes kept[2] = {}, risen[2] = {};
  Counts count[2] = {};
  const Lanes none{};
  Index i = 0;
  const auto lanes = [&](int side) __attribute__((always_inline)) {
    Lanes xi, gi;
    load(x + i, xi);
    load(g + i, gi);
    const Lanes z = xi - step * gi;
    const Lanes p = gi * z;
    const Counts reached = size_of(z) >= threshold;
    kept[side] += reached ? p : none;
    risen[side] += reached ? none : p > none ? p : none;
    count[side] -= reached;
    i += width;
  };
  while (i + 2 * width <= n) {
    lanes(0);
    lanes(1);
  }
  if (i + width <= n) lanes(0);
  Reached result{0, sum(kept[0] + kept[1]), sum(risen[0] + risen[1])};
  const Counts counts = count[0] + count[1];
  for (Index l = 0; l < width; ++l) result.count += counts[l];
  for (; i < n; ++i) {
    const double z = x[i] - step * g[i];
    const double p = g[i] * z;
    const bool reached = __builtin_fabs(z) >= threshold;
    result.count += reached ? 1 : 0;
    (reached ? result.kept : result.risen) += reached || p > 0 ? p : 0;
  }
  return result;
}

static void propose_at(Index k, const Index* S, const double* x, const double* g, const double* inverse_d, double step,
                       double* z) {
  for (Index c = 0; c < k; ++c) z[c] = x[S[c]] - step * inverse_d[S[c]] * g[S[c]];
}
