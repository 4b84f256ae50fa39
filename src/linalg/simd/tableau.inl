// SPDX-License-Identifier: BSD-3-Clause
// The loops of linalg/simd/tableau.hpp for one instruction set and one precision: included once for each, with Real,
// Whole (an integer of the same width) and SBREG_LANE_BYTES defined. Only raw pointers and vector types here, as in
// linalg/simd/kernels_body.inl.

using Lanes = Real __attribute__((vector_size(SBREG_LANE_BYTES)));
using Integers = Whole __attribute__((vector_size(SBREG_LANE_BYTES)));

static constexpr Index width = SBREG_LANE_BYTES / static_cast<Index>(sizeof(Real));

static inline __attribute__((always_inline)) void load(const Real* p, Lanes& v) { __builtin_memcpy(&v, p, sizeof v); }

static inline __attribute__((always_inline)) void store(Real* p, const Lanes& v) { __builtin_memcpy(p, &v, sizeof v); }

static bool any_above(Index n, Real slope, Real gamma, Real threshold, const Real* w, const Real* g, const Real* d) {
  Integers any{};
  for (Index j = 0; j < n; j += width) {
    Lanes wj, gj, dj;
    load(w + j, wj);
    load(g + j, gj);
    load(d + j, dj);
    const Lanes num = gj + slope * wj;
    const Lanes den = dj + gamma * wj * wj;
    any |= num * num > threshold * den;
  }
  Whole total = 0;
  for (Index l = 0; l < width; ++l) total |= any[l];
  return total != 0;
}

static Real scores(Index n, Real slope, Real gamma, const Real* w, const Real* g, const Real* d, Real* score) {
  Lanes most{};
  for (Index j = 0; j < n; j += width) {
    Lanes wj, gj, dj;
    load(w + j, wj);
    load(g + j, gj);
    load(d + j, dj);
    const Lanes num = gj + slope * wj;
    const Lanes v = num * num / (dj + gamma * wj * wj);
    store(score + j, v);
    most = v > most ? v : most;
  }
  Real largest = 0;
  for (Index l = 0; l < width; ++l) largest = most[l] > largest ? most[l] : largest;
  return largest;
}

static Real boltzmann(Index n, Real scale, Real shift, const Real* score, Real* weight) {
  constexpr int bits = sizeof(Real) == 4 ? 23 : 52;
  constexpr Whole bias = sizeof(Real) == 4 ? 127 : 1023;
  const Real octaves = scale * static_cast<Real>(1.4426950408889634);
  Lanes total{};
  for (Index j = 0; j < n; j += width) {
    Lanes v;
    load(score + j, v);
    Lanes t = octaves * (v - shift);  // exp(.) = 2^t = 2^whole 2^part
    const Integers zero = t < static_cast<Real>(-115);
    t = t < static_cast<Real>(-115) ? Lanes{} - static_cast<Real>(115) : t;
    const Integers whole = __builtin_convertvector(t, Integers);  // towards zero: part in (-1, 0]
    const Lanes part = t - __builtin_convertvector(whole, Lanes);
    // Polynomial through 2^part at the Chebyshev points of [-1, 0].
    const Lanes p = static_cast<Real>(0.9999980) +
                    part * (static_cast<Real>(0.6930489) +
                            part * (static_cast<Real>(0.2394306) +
                                    part * (static_cast<Real>(0.0532131) + part * static_cast<Real>(0.0068352))));
    Integers raised = (whole + bias) << bits;
    Lanes power;
    __builtin_memcpy(&power, &raised, sizeof power);
    Lanes value = p * power;
    value = zero ? Lanes{} : value;
    store(weight + j, value);
    total += value;
  }
  Real sum = 0;
  for (Index l = 0; l < width; ++l) sum += total[l];
  return sum;
}

static void add_rows(Index n, const Real* G, Index ld, Index k, const Index* S, const Real* u, Real* y) {
  Index c = 0;
  for (; c + 4 <= k; c += 4) {  // four rows share each load and store of y
    const Real *a0 = G + S[c] * ld, *a1 = G + S[c + 1] * ld, *a2 = G + S[c + 2] * ld, *a3 = G + S[c + 3] * ld;
    const Real u0 = u[c], u1 = u[c + 1], u2 = u[c + 2], u3 = u[c + 3];
    for (Index j = 0; j < n; j += width) {
      Lanes v, w;
      load(y + j, v);
      load(a0 + j, w);
      v += w * u0;
      load(a1 + j, w);
      v += w * u1;
      load(a2 + j, w);
      v += w * u2;
      load(a3 + j, w);
      v += w * u3;
      store(y + j, v);
    }
  }
  for (; c < k; ++c)
    for (Index j = 0; j < n; j += width) {
      Lanes v, w;
      load(y + j, v);
      load(G + S[c] * ld + j, w);
      v += w * u[c];
      store(y + j, v);
    }
}

static void multiply(Index n, Index k, const Real* U, Index ldu, const Real* G, Index ld, const Index* S, Real* W) {
  Index r = 0;
  for (; r + 4 <= k; r += 4)  // four rows of W share each load of G
    for (Index j = 0; j < n; j += width) {
      Lanes s0{}, s1{}, s2{}, s3{};
      const Real* const u = U + r * ldu;
      for (Index l = 0; l < k; ++l) {
        Lanes a;
        load(G + S[l] * ld + j, a);
        s0 += a * u[l];
        s1 += a * u[ldu + l];
        s2 += a * u[2 * ldu + l];
        s3 += a * u[3 * ldu + l];
      }
      store(W + r * n + j, s0);
      store(W + (r + 1) * n + j, s1);
      store(W + (r + 2) * n + j, s2);
      store(W + (r + 3) * n + j, s3);
    }
  for (; r < k; ++r)
    for (Index j = 0; j < n; j += width) {
      Lanes s{};
      for (Index l = 0; l < k; ++l) {
        Lanes a;
        load(G + S[l] * ld + j, a);
        s += a * U[r * ldu + l];
      }
      store(W + r * n + j, s);
    }
}

static void subtract_products(Index n, Index k, const Real* W, const Real* G, Index ld, const Index* S, Real* y) {
  for (Index j = 0; j < n; j += width) {
    Lanes v;
    load(y + j, v);
    for (Index r = 0; r < k; ++r) {
      Lanes a, w;
      load(W + r * n + j, w);
      load(G + S[r] * ld + j, a);
      v -= w * a;
    }
    store(y + j, v);
  }
}

static void rank_two(Index n, Index k, Real* W, const Real* c, const Real* v, const Real* u, const Real* w) {
  for (Index r = 0; r < k; ++r) {
    Real* const row = W + r * n;
    const Real cr = c[r], ur = u[r];
    for (Index j = 0; j < n; j += width) {
      Lanes x, a, b;
      load(row + j, x);
      load(v + j, a);
      load(w + j, b);
      store(row + j, x - cr * a - ur * b);
    }
  }
}

/// Four lanes at a time, so that the part of W in hand stays in the first-level cache between its two uses.
static void exchange(Index n, Index k, Index i, const Real* row, const Real* a, const Real* u, const Real* w,
                     const Exchange<Real>& e, const Real* least, Real* W, Real* d, Real* g) {
  constexpr Index tile = 4;
  const Real over = 1 / e.delta;
  for (Index j = 0; j < n; j += tile * width) {
    const Index lanes = n - j < tile * width ? (n - j) / width : tile;
    Lanes h[tile], v[tile];
    Real* const part = W + j;
    for (Index l = 0; l < lanes; ++l) {
      load(row + j + l * width, h[l]);
      load(part + i * n + l * width, v[l]);
    }
    if (lanes == tile) {
      for (Index r = 0; r < k; ++r) {
        const Real ar = a[r];
#pragma GCC unroll 4
        for (Index l = 0; l < tile; ++l) {
          Lanes x;
          load(part + r * n + l * width, x);
          h[l] += ar * x;
        }
      }
    } else {
      for (Index r = 0; r < k; ++r)
        for (Index l = 0; l < lanes; ++l) {
          Lanes x;
          load(part + r * n + l * width, x);
          h[l] += a[r] * x;
        }
    }
    for (Index l = 0; l < lanes; ++l) {
      const Index q = j + l * width;
      Lanes dq, gq, low;
      load(d + q, dq);
      load(g + q, gq);
      load(least + q, low);
      const Lanes next = dq + e.gamma * v[l] * v[l] - over * h[l] * h[l];
      store(d + q, next > low ? next : low);
      store(g + q, gq + e.slope * v[l] - e.move * h[l]);
      h[l] *= over;
    }
    if (lanes == tile) {
      for (Index r = 0; r < k; ++r) {
        const Real ur = u[r], wr = w[r];
#pragma GCC unroll 4
        for (Index l = 0; l < tile; ++l) {
          Lanes x;
          load(part + r * n + l * width, x);
          store(part + r * n + l * width, x - ur * v[l] - wr * h[l]);
        }
      }
    } else {
      for (Index r = 0; r < k; ++r)
        for (Index l = 0; l < lanes; ++l) {
          Lanes x;
          load(part + r * n + l * width, x);
          store(part + r * n + l * width, x - u[r] * v[l] - w[r] * h[l]);
        }
    }
    for (Index l = 0; l < lanes; ++l) store(part + i * n + l * width, h[l]);
  }
}

/// Gauss and Jordan without pivoting; a row is a whole number of lanes.
static Index invert(Index k, Real* M, Index ld, Real least, Real* scratch) {
  Index raised = 0;
  for (Index i = 0; i < k; ++i) scratch[i] = M[i * ld + i];
  for (Index p = 0; p < k; ++p) {
    Real* const pivot_row = M + p * ld;
    const Real low = least * scratch[p];
    raised += pivot_row[p] > low ? 0 : 1;
    const Real pivot = pivot_row[p] > low ? pivot_row[p] : low;
    const Real inverse = 1 / pivot;
    pivot_row[p] = 1;
    for (Index j = 0; j < k; j += width) {
      Lanes v;
      load(pivot_row + j, v);
      store(pivot_row + j, v * inverse);
    }
    for (Index i = 0; i < k; ++i) {
      if (i == p) continue;
      Real* const row = M + i * ld;
      const Real factor = row[p];
      row[p] = 0;
      for (Index j = 0; j < k; j += width) {
        Lanes a, b;
        load(row + j, a);
        load(pivot_row + j, b);
        store(row + j, a - factor * b);
      }
    }
  }
  return raised;
}
