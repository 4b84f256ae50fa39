// SPDX-License-Identifier: BSD-3-Clause
// Cholesky factors of small matrices, and their triangular systems.

// L[0 .. B*width) <- scale (H[0 .. B*width) - sum_{j<c} factor[j] rows[j*ld ..]), the sum in W parts that do not wait
// for each other, nor for the last column, which has only just been made.
template <int B, int W>
static inline __attribute__((always_inline)) void subtract_columns(Index c, const double* H, const double* rows,
                                                                   const double* factor, Index ld, double scale,
                                                                   double* L) {
  Lanes part[W][B] = {};
  const auto add = [&](int w, Index j) __attribute__((always_inline)) {
    for (int b = 0; b < B; ++b) {
      Lanes v;
      load(rows + j * ld + b * width, v);
      part[w][b] += factor[j * ld] * v;
    }
  };
  Index j = 0;
  for (; j + W < c; j += W)
    for (int w = 0; w < W; ++w) add(w, j + w);
  for (; j + 1 < c; ++j) add(0, j);
  for (int b = 0; b < B; ++b) {
    Lanes h, v;
    load(H + b * width, h);
    for (int w = 0; w < W; ++w) h -= part[w][b];
    if (c > 0) {
      load(rows + j * ld + b * width, v);
      h -= factor[j * ld] * v;
    }
    store(L + b * width, scale * h);
  }
}

// The rows first, ..., k - 1 of column c of L times its pivot and `scale`.
static inline __attribute__((always_inline)) void subtract_column(Index k, Index c, Index first, const double* H,
                                                                  double* L, Index ld, double scale) {
  const double* source = H + c * ld;
  double* column = L + c * ld;
  Index b = first;
  for (; k - b > 3 * width; b += 4 * width) subtract_columns<4, 2>(c, source + b, L + b, L + c, ld, scale, column + b);
  if (k - b > 2 * width)
    subtract_columns<3, 2>(c, source + b, L + b, L + c, ld, scale, column + b);
  else if (k - b > width)
    subtract_columns<2, 4>(c, source + b, L + b, L + c, ld, scale, column + b);
  else if (k - b > 0)
    subtract_columns<1, 4>(c, source + b, L + b, L + c, ld, scale, column + b);
}

static Index cholesky(Index k, Index known, const double* H, double* L, Index ld, double dependent,
                      unsigned char* skipped) {
  const Index padded = (k + block - 1) / block * block;
  Index count = 0;
  for (Index c = 0; c < known; ++c) {
    double* column = L + c * ld;
    const double pivot = column[c];
    subtract_column(k, c, known & ~(width - 1), H, L, ld, skipped[c] != 0 ? 0.0 : 1 / pivot);
    for (Index i = k; i < padded; ++i) column[i] = 0;
    column[c] = pivot;
    count += skipped[c];
  }
  for (Index c = known; c < k; ++c) {
    double* column = L + c * ld;
    const double diagonal = H[c * ld + c];
    const Index first = c & ~(width - 1);
    subtract_column(k, c, first, H, L, ld, 1);
    const double squared = column[c];
    const bool skip = !(squared > dependent * diagonal);
    skipped[c] = skip ? 1 : 0;
    count += skip ? 1 : 0;
    const double pivot = skip ? 1.0 : __builtin_sqrt(squared);
    // The reciprocal of the square need not wait for the root.
    const double inverse = skip ? 0.0 : squared > 1e-300 ? pivot * (1 / squared) : 1 / pivot;
    for (Index b = first; b < k; b += width) {
      Lanes v;
      load(column + b, v);
      store(column + b, v * inverse);
    }
    for (Index i = k; i < padded; ++i) column[i] = 0;
    column[c] = pivot;
  }
  return count;
}

// Unknown c of eight, in L y = y from the first to the last or in L'y = y from the last to the first, and what it says
// of the others. `inverse` has the reciprocal pivots, 0 for an unknown that is skipped.
template <bool transposed, Index c>
static inline __attribute__((always_inline)) void solve_from(const double* L, Index ld, const double* inverse,
                                                             double* y) {
  constexpr Index j = transposed ? block - 1 - c : c;
  y[j] = inverse[j] != 0 ? y[j] * inverse[j] : 0;
  if constexpr (transposed) {
    for (Index i = 0; i < j; ++i) y[i] -= y[j] * L[i * ld + j];
  } else {
    for (Index i = j + 1; i < block; ++i) y[i] -= y[j] * L[j * ld + i];
  }
  if constexpr (c + 1 < block) solve_from<transposed, c + 1>(L, ld, inverse, y);
}

template <bool transposed>
static inline __attribute__((always_inline)) void solve_block(const double* L, Index ld, const unsigned char* skipped,
                                                              double* y) {
  double inverse[block], value[block];
  for (Index j = 0; j < block; ++j) {
    inverse[j] = skipped[j] != 0 ? 0 : 1 / L[j * ld + j];
    value[j] = y[j];
  }
  solve_from<transposed, 0>(L, ld, inverse, value);
  for (Index j = 0; j < block; ++j) y[j] = value[j];
}

// Both systems for the last unknowns, eight or fewer, filled up with skipped ones.
static inline __attribute__((always_inline)) void solve_corner(Index k, const double* L, Index ld,
                                                               const unsigned char* skipped, double* y) {
  double corner[block * block] = {};
  unsigned char without[block];
  for (Index j = 0; j < block; ++j) without[j] = j < k ? skipped[j] : 1;
  for (Index j = 0; j < k; ++j)
    for (Index i = 0; i < block; ++i) corner[j * block + i] = L[j * ld + i];
  solve_block<false>(corner, block, without, y);
  solve_block<true>(corner, block, without, y);
}

// Eight unknowns at a time: one waits for the one before it only for a product and a difference, and what they say of
// the others is one pass over eight columns.
static void cholesky_solve(Index k, const double* L, Index ld, const unsigned char* skipped, double* y) {
  if (k == 0) return;
  const Index padded = (k + block - 1) / block * block;
  for (Index i = k; i < padded; ++i) y[i] = 0;
  Index b = 0;
  for (; b + block < k; b += block) {
    solve_block<false>(L + b * ld + b, ld, skipped + b, y + b);
    for (Index i = b + block; i < padded; i += width) {
      Lanes even, odd{}, v;
      load(y + i, even);
      for (Index j = b; j < b + block; j += 2) {
        load(L + j * ld + i, v);
        even -= y[j] * v;
        load(L + (j + 1) * ld + i, v);
        odd += y[j + 1] * v;
      }
      store(y + i, even - odd);
    }
  }
  solve_corner(k - b, L + b * ld + b, ld, skipped + b, y + b);
  for (b -= block; b >= 0; b -= block) {
    Lanes total[block] = {};
    for (Index i = b + block; i < padded; i += width) {
      Lanes u, v;
      load(y + i, u);
      for (Index j = 0; j < block; ++j) {
        load(L + (b + j) * ld + i, v);
        total[j] += u * v;
      }
    }
    for (Index j = 0; j < block; ++j) y[b + j] -= sum(total[j]);
    solve_block<true>(L + b * ld + b, ld, skipped + b, y + b);
  }
}
