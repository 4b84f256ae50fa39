// SPDX-License-Identifier: BSD-3-Clause
// The loops of kernels.hpp, included once per instruction set inside a namespace of its own. Only raw pointers and
// vector types here: an inline function shared with other files could be taken from this file by the linker and then
// run on a processor that lacks the instructions.

using Lanes = double __attribute__((vector_size(64), aligned(8), may_alias));
using Counts = long long __attribute__((vector_size(64)));

static constexpr Index width = 8;

static inline __attribute__((always_inline)) void load(const double* p, Lanes& v) {
  v = *reinterpret_cast<const Lanes*>(p);
}

static inline __attribute__((always_inline)) double sum(const Lanes& v) {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

static double dot(Index n, const double* x, const double* y) {
  Lanes a{};
  Lanes b{};
  Index i = 0;
  for (; i + 2 * width <= n; i += 2 * width) {
    Lanes x0, y0, x1, y1;
    load(x + i, x0);
    load(y + i, y0);
    load(x + i + width, x1);
    load(y + i + width, y1);
    a += x0 * y0;
    b += x1 * y1;
  }
  a += b;
  double total = sum(a);
  for (; i < n; ++i) total += x[i] * y[i];
  return total;
}

static void transpose_times(Index m, Index n, const double* A, Index ld, const double* r, double* g) {
  Index j = 0;
  for (; j + 4 <= n; j += 4) {  // four columns share each load of r
    const double* a = A + j * ld;
    Lanes s0{}, s1{}, s2{}, s3{};
    Index i = 0;
    for (; i + width <= m; i += width) {
      Lanes v, c;
      load(r + i, v);
      load(a + i, c);
      s0 += c * v;
      load(a + ld + i, c);
      s1 += c * v;
      load(a + 2 * ld + i, c);
      s2 += c * v;
      load(a + 3 * ld + i, c);
      s3 += c * v;
    }
    double t0 = sum(s0), t1 = sum(s1), t2 = sum(s2), t3 = sum(s3);
    for (; i < m; ++i) {
      t0 += a[i] * r[i];
      t1 += a[ld + i] * r[i];
      t2 += a[2 * ld + i] * r[i];
      t3 += a[3 * ld + i] * r[i];
    }
    g[j] = t0;
    g[j + 1] = t1;
    g[j + 2] = t2;
    g[j + 3] = t3;
  }
  for (; j < n; ++j) g[j] = dot(m, A + j * ld, r);
}

static void add_columns(Index m, const double* A, Index ld, Index k, const Index* S, const double* u, double* y) {
  Index c = 0;
  for (; c + 4 <= k; c += 4) {  // four columns share each load and store of y
    const double *a0 = A + S[c] * ld, *a1 = A + S[c + 1] * ld, *a2 = A + S[c + 2] * ld, *a3 = A + S[c + 3] * ld;
    const double u0 = u[c], u1 = u[c + 1], u2 = u[c + 2], u3 = u[c + 3];
    Index i = 0;
    for (; i + width <= m; i += width) {
      Lanes v, w;
      load(y + i, v);
      load(a0 + i, w);
      v += w * u0;
      load(a1 + i, w);
      v += w * u1;
      load(a2 + i, w);
      v += w * u2;
      load(a3 + i, w);
      v += w * u3;
      *reinterpret_cast<Lanes*>(y + i) = v;
    }
    for (; i < m; ++i) y[i] += ((a0[i] * u0 + a1[i] * u1) + a2[i] * u2) + a3[i] * u3;
  }
  for (; c < k; ++c) {
    const double* a = A + S[c] * ld;
    for (Index i = 0; i < m; ++i) y[i] += a[i] * u[c];
  }
}

static double propose(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d,
                      double step, double* z, double* score) {
  Lanes most{};
  Lanes poison{};  // v - v is NaN where v is NaN or infinite, so one sum tells whether all were finite
  Index i = 0;
  for (; i + width <= n; i += width) {
    Lanes xi, gi, di, ri;
    load(x + i, xi);
    load(g + i, gi);
    load(inverse_d + i, di);
    load(root_d + i, ri);
    const Lanes zi = xi - step * di * gi;
    const Lanes v = ri * zi;
    const Lanes s = v < 0.0 ? -v : v;
    *reinterpret_cast<Lanes*>(z + i) = zi;
    *reinterpret_cast<Lanes*>(score + i) = s;
    most = s > most ? s : most;
    poison += s - s;
  }
  double largest = 0;
  double bad = sum(poison);
  for (int l = 0; l < 8; ++l) largest = most[l] > largest ? most[l] : largest;
  for (; i < n; ++i) {
    z[i] = x[i] - step * inverse_d[i] * g[i];
    const double v = root_d[i] * z[i];
    score[i] = v < 0 ? -v : v;
    largest = score[i] > largest ? score[i] : largest;
    bad += score[i] - score[i];
  }
  return largest + bad;
}

static Index count_at_least(Index n, const double* v, double t) {
  Counts a{};
  Counts b{};
  Index i = 0;
  for (; i + 2 * width <= n; i += 2 * width) {
    Lanes x, y;
    load(v + i, x);
    load(v + i + width, y);
    a -= (x >= t);
    b -= (y >= t);
  }
  a += b;
  Index total = 0;
  for (int l = 0; l < 8; ++l) total += a[l];
  for (; i < n; ++i) total += v[i] >= t ? 1 : 0;
  return total;
}

static Index cholesky(Index k, double* H, Index ld, double dependent, unsigned char* skipped) {
  Index count = 0;
  for (Index c = 0; c < k; ++c) {
    double* column = H + c * ld;
    const double diagonal = column[c];
    // H[b, c] -= sum_{j<c} L[b, j] L[c, j], for the blocks of eight rows from the one that holds the diagonal
    Index b = c & ~(width - 1);
    for (; b + 4 * width <= ld && b + 3 * width < k; b += 4 * width) {
      Lanes a0, a1, a2, a3;
      load(column + b, a0);
      load(column + b + width, a1);
      load(column + b + 2 * width, a2);
      load(column + b + 3 * width, a3);
      for (Index j = 0; j < c; ++j) {
        const double* other = H + j * ld;
        const double l = other[c];
        Lanes v;
        load(other + b, v);
        a0 -= l * v;
        load(other + b + width, v);
        a1 -= l * v;
        load(other + b + 2 * width, v);
        a2 -= l * v;
        load(other + b + 3 * width, v);
        a3 -= l * v;
      }
      *reinterpret_cast<Lanes*>(column + b) = a0;
      *reinterpret_cast<Lanes*>(column + b + width) = a1;
      *reinterpret_cast<Lanes*>(column + b + 2 * width) = a2;
      *reinterpret_cast<Lanes*>(column + b + 3 * width) = a3;
    }
    for (; b < k; b += width) {
      Lanes even, odd{};
      load(column + b, even);
      Index j = 0;
      for (; j + 2 <= c; j += 2) {
        Lanes v;
        load(H + j * ld + b, v);
        even -= H[j * ld + c] * v;
        load(H + (j + 1) * ld + b, v);
        odd += H[(j + 1) * ld + c] * v;
      }
      for (; j < c; ++j) {
        Lanes v;
        load(H + j * ld + b, v);
        even -= H[j * ld + c] * v;
      }
      *reinterpret_cast<Lanes*>(column + b) = even - odd;
    }
    const bool skip = !(column[c] > dependent * diagonal);
    skipped[c] = skip ? 1 : 0;
    count += skip ? 1 : 0;
    const double inverse = skip ? 0.0 : 1 / __builtin_sqrt(column[c]);
    const double pivot = skip ? 1.0 : __builtin_sqrt(column[c]);
    for (Index i = c + 1; i < k; ++i) column[i] *= inverse;
    column[c] = pivot;
  }
  return count;
}
