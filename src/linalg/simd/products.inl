// SPDX-License-Identifier: BSD-3-Clause
// Products of vectors, and of columns with vectors.

static double dot(Index n, const double* x, const double* y) {
  Lanes a{}, b{}, c{}, d{};
  Index i = 0;
  for (; i + 4 * width <= n; i += 4 * width) {
    Lanes u, v;
    load(x + i, u);
    load(y + i, v);
    a += u * v;
    load(x + i + width, u);
    load(y + i + width, v);
    b += u * v;
    load(x + i + 2 * width, u);
    load(y + i + 2 * width, v);
    c += u * v;
    load(x + i + 3 * width, u);
    load(y + i + 3 * width, v);
    d += u * v;
  }
  for (; i + width <= n; i += width) {
    Lanes u, v;
    load(x + i, u);
    load(y + i, v);
    a += u * v;
  }
  a += b;
  c += d;
  a += c;
  double total = sum(a);
  for (; i < n; ++i) total += x[i] * y[i];
  return total;
}

static double subtract(Index n, const double* x, const double* y, double* out) {
  Lanes a{}, b{};
  Index i = 0;
  for (; i + 2 * width <= n; i += 2 * width) {
    Lanes u, v;
    load(x + i, u);
    load(y + i, v);
    u -= v;
    store(out + i, u);
    a += u * u;
    load(x + i + width, u);
    load(y + i + width, v);
    u -= v;
    store(out + i + width, u);
    b += u * u;
  }
  a += b;
  double total = sum(a);
  for (; i < n; ++i) {
    out[i] = x[i] - y[i];
    total += out[i] * out[i];
  }
  return total;
}

static inline __attribute__((always_inline)) const double* named(const double* A, Index ld, const Index* S, Index c) {
  return A + (S != nullptr ? S[c] : c) * ld;
}

static void transpose_times(Index m, Index n, const double* A, Index ld, const Index* S, const double* r, double* g) {
  Index j = 0;
  for (; j + 4 <= n; j += 4) {  // four columns share each load of r
    const double* a[4];
    for (int c = 0; c < 4; ++c) a[c] = named(A, ld, S, j + c);
    Lanes s[4] = {};
    Index i = 0;
    for (; i + width <= m; i += width) {
      Lanes v, w;
      load(r + i, v);
      for (int c = 0; c < 4; ++c) {
        load(a[c] + i, w);
        s[c] += w * v;
      }
    }
    for (int c = 0; c < 4; ++c) {
      double total = sum(s[c]);
      for (Index l = i; l < m; ++l) total += a[c][l] * r[l];
      g[j + c] = total;
    }
  }
  for (; j < n; ++j) g[j] = dot(m, named(A, ld, S, j), r);
}

// y[0 .. V*width) <- start + sum_c u[c] A[:, S[c]]: the sums stay in V registers while the columns pass by.
template <int V>
static inline __attribute__((always_inline)) void add_rows(const double* A, Index ld, Index k, const Index* S,
                                                           const double* u, const double* start, double* y) {
  Lanes total[V] = {};
  if (start != nullptr)
    for (int v = 0; v < V; ++v) load(start + v * width, total[v]);
  for (Index c = 0; c < k; ++c) {
    const double* a = named(A, ld, S, c);
    const double factor = u[c];
    for (int v = 0; v < V; ++v) {
      Lanes w;
      load(a + v * width, w);
      total[v] += w * factor;
    }
  }
  for (int v = 0; v < V; ++v) store(y + v * width, total[v]);
}

// y <- from + the columns c, ..., c + C - 1 of that sum, each as a whole: few streams, which the processor reads ahead.
// from may be y.
template <int C>
static inline __attribute__((always_inline)) void add_whole(Index m, const double* A, Index ld, const Index* S,
                                                            const double* u, Index c, const double* from, double* y) {
  const double* a[C];
  double factor[C];
  for (int l = 0; l < C; ++l) {
    a[l] = named(A, ld, S, c + l);
    factor[l] = u[c + l];
  }
  Index i = 0;
  for (; i + 2 * width <= m; i += 2 * width)
    for (Index at = i; at < i + 2 * width; at += width) {
      Lanes total, w;
      load(from + at, total);
      for (int l = 0; l < C; ++l) {
        load(a[l] + at, w);
        total += w * factor[l];
      }
      store(y + at, total);
    }
  for (; i < m; ++i) {
    double total = from[i];
    for (int l = 0; l < C; ++l) total += a[l][i] * factor[l];
    y[i] = total;
  }
}

// Likewise the columns c, ..., k - 1, at most C of them.
template <int C>
static inline __attribute__((always_inline)) void add_last(Index m, const double* A, Index ld, Index k, const Index* S,
                                                           const double* u, Index c, const double* from, double* y) {
  if (k - c == C)
    add_whole<C>(m, A, ld, S, u, c, from, y);
  else if constexpr (C > 1)
    add_last<C - 1>(m, A, ld, k, S, u, c, from, y);
}

static void add_columns(Index m, const double* A, Index ld, Index k, const Index* S, const double* u,
                        const double* start, double* y) {
  Index i = 0;
  if (m > 8 * width && k > 0) {  // more rows than registers hold
    const double* from = start != nullptr ? start : y;
    if (start == nullptr)
      for (; i < m; ++i) y[i] = 0;
    Index c = 0;
    for (; c + 8 <= k; c += 8, from = y) add_whole<8>(m, A, ld, S, u, c, from, y);
    add_last<7>(m, A, ld, k, S, u, c, from, y);
    return;
  }
  const auto from = [&](Index row) { return start != nullptr ? start + row : nullptr; };
  for (; i + 8 * width <= m; i += 8 * width) add_rows<8>(A + i, ld, k, S, u, from(i), y + i);
  for (; i + width <= m; i += width) add_rows<1>(A + i, ld, k, S, u, from(i), y + i);
  for (; i < m; ++i) {
    double total = start != nullptr ? start[i] : 0;
    for (Index c = 0; c < k; ++c) total += u[c] * named(A, ld, S, c)[i];
    y[i] = total;
  }
}

// Rows 0 .. V registers of that sum in single precision, which stay there; returns the sum of their squares. Not
// inline, or else the compiler keeps an address for each register.
template <int V>
static __attribute__((noinline)) float add_rows_single(const float* A, Index ld, Index k, const Index* S,
                                                       const float* u, const float* start, double unit, double* y) {
  Singles total[V];
  for (int v = 0; v < V; ++v) load(start + v * single_width, total[v]);
  for (Index c = 0; c < k; ++c) {
    const float* a = A + S[c] * ld;
    for (int v = 0; v < V; ++v) {
      Singles w;
      load(a + v * single_width, w);
      total[v] += w * u[c];
    }
  }
  Singles squares{};
  float sums[V * single_width];
  for (int v = 0; v < V; ++v) {
    squares += total[v] * total[v];
    __builtin_memcpy(sums + v * single_width, &total[v], sizeof squares);
  }
  for (Index i = 0; i < V * single_width; ++i) y[i] = unit * static_cast<double>(sums[i]);
  float length = 0;
  for (Index l = 0; l < single_width; ++l) length += squares[l];
  return length;
}

// Whole blocks of V registers from row i on, then of V/2, and so on; squares += the sum of their squares.
template <int V>
static inline __attribute__((always_inline)) void add_blocks_single(Index m, const float* A, Index ld, Index k,
                                                                    const Index* S, const float* u, const float* start,
                                                                    double unit, double* y, Index& i, float& squares) {
  for (; i + V * single_width <= m; i += V * single_width)
    squares += add_rows_single<V>(A + i, ld, k, S, u, start + i, unit, y + i);
  if constexpr (V > 1) add_blocks_single<V / 2>(m, A, ld, k, S, u, start, unit, y, i, squares);
}

static double add_columns_single(Index m, const float* A, Index ld, Index k, const Index* S, const float* u,
                                 const float* start, double unit, double* y) {
  float squares = 0;
  Index i = 0;
  add_blocks_single<SBREG_LANE_BYTES == 64 ? 16 : 8>(m, A, ld, k, S, u, start, unit, y, i, squares);
  if (i < m && m >= single_width) {  // a register that ends with the last row
    const Index last = m - single_width;
    add_rows_single<1>(A + last, ld, k, S, u, start + last, unit, y + last);
    for (; i < m; ++i) squares += static_cast<float>(y[i] / unit) * static_cast<float>(y[i] / unit);
  }
  for (; i < m; ++i) {
    float total = start[i];
    for (Index c = 0; c < k; ++c) total += u[c] * A[S[c] * ld + i];
    y[i] = unit * static_cast<double>(total);
    squares += total * total;
  }
  return static_cast<double>(squares);
}
