// SPDX-License-Identifier: BSD-3-Clause
// The loops of kernels.hpp, included once per instruction set inside a namespace of its own. Only raw pointers and
// vector types here: an inline function shared with other files could be taken from this file by the linker and then
// run on a processor that lacks the instructions.

#if defined(__AVX512F__)
#define SBREG_LANE_BYTES 64
#elif defined(__AVX2__)
#define SBREG_LANE_BYTES 32
#else
#define SBREG_LANE_BYTES 16
#endif

using Lanes = double __attribute__((vector_size(SBREG_LANE_BYTES)));
using Counts = long long __attribute__((vector_size(SBREG_LANE_BYTES)));

static constexpr Index width = SBREG_LANE_BYTES / 8;
static constexpr Index block = 8;  // rows of factors come in whole blocks, whatever the width

// Copying bytes is how an address that is aligned for doubles only is read: compilers differ on alignment attributes.
static inline __attribute__((always_inline)) void load(const double* p, Lanes& v) { __builtin_memcpy(&v, p, sizeof v); }

static inline __attribute__((always_inline)) void store(double* p, const Lanes& v) {
  __builtin_memcpy(p, &v, sizeof v);
}

// Half onto half: a chain of three additions for eight lanes, not of eight.
static inline __attribute__((always_inline)) double sum(const Lanes& v) {
  double part[width];
  __builtin_memcpy(part, &v, sizeof v);
  for (Index half = width / 2; half > 0; half /= 2)
    for (Index l = 0; l < half; ++l) part[l] += part[l + half];
  return part[0];
}

// Of numbers that are not negative the order is that of their bits, with infinity and then NaN above all.
static inline __attribute__((always_inline)) void raise(Counts& most, const Lanes& v) {
  Counts bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  most = bits > most ? bits : most;
}

static inline __attribute__((always_inline)) double largest_of(const Counts& most) {
  long long part[width];
  __builtin_memcpy(part, &most, sizeof most);
  for (Index half = width / 2; half > 0; half /= 2)
    for (Index l = 0; l < half; ++l) part[l] = part[l] > part[l + half] ? part[l] : part[l + half];
  double value;
  __builtin_memcpy(&value, part, sizeof value);
  return value;
}

// The larger of two numbers that are not negative, NaN above all.
static inline __attribute__((always_inline)) double larger(double a, double b) { return a <= b || b != b ? b : a; }

static inline __attribute__((always_inline)) Lanes size_of(const Lanes& v) {
  Counts bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  bits &= 0x7fffffffffffffffLL;
  Lanes size;
  __builtin_memcpy(&size, &bits, sizeof size);
  return size;
}

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

static void add_columns(Index m, const double* A, Index ld, Index k, const Index* S, const double* u,
                        const double* start, double* y) {
  // Long columns come in small groups, so that the processor sees a few streams and reads ahead.
  const Index group = m <= 1024 ? k : 8;
  Index first = 0;
  do {
    const Index count = k - first < group ? k - first : group;
    const Index* names = S != nullptr ? S + first : nullptr;
    const double* B = S != nullptr ? A : A + first * ld;
    const double* from = first == 0 ? start : y;
    const auto at = [&](Index i) { return from != nullptr ? from + i : nullptr; };
    Index i = 0;
    for (; i + 8 * width <= m; i += 8 * width) add_rows<8>(B + i, ld, count, names, u + first, at(i), y + i);
    for (; i + width <= m; i += width) add_rows<1>(B + i, ld, count, names, u + first, at(i), y + i);
    for (; i < m; ++i) {
      double total = from != nullptr ? from[i] : 0;
      for (Index c = 0; c < count; ++c) total += u[first + c] * named(B, ld, names, c)[i];
      y[i] = total;
    }
    first += group;
  } while (first < k);
}

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

static inline __attribute__((always_inline)) Index count_at_least(Index n, const double* v, double t) {
  Index total = 0;
  Index i = 0;
#if defined(__AVX512F__)
  const __m512d threshold = _mm512_set1_pd(t);
  const auto reached = [&](Index at) {
    return static_cast<unsigned>(_mm512_cmp_pd_mask(_mm512_loadu_pd(v + at), threshold, _CMP_GE_OQ));
  };
  for (; i + 32 <= n; i += 32)
    total += __builtin_popcount(reached(i) | reached(i + 8) << 8 | reached(i + 16) << 16 | reached(i + 24) << 24);
  for (; i + 8 <= n; i += 8) total += __builtin_popcount(reached(i));
#else
  Counts a{}, b{}, c{}, d{};
  for (; i + 4 * width <= n; i += 4 * width) {
    Lanes x;
    load(v + i, x);
    a -= (x >= t);
    load(v + i + width, x);
    b -= (x >= t);
    load(v + i + 2 * width, x);
    c -= (x >= t);
    load(v + i + 3 * width, x);
    d -= (x >= t);
  }
  a += b;
  c += d;
  a += c;
  for (Index l = 0; l < width; ++l) total += a[l];
#endif
  for (; i < n; ++i) total += v[i] >= t ? 1 : 0;
  return total;
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

using Bits = unsigned long long;

static inline __attribute__((always_inline)) double as_double(Bits bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static Index cut(Index n, const double* v, double largest, Index least, Index most, double* threshold) {
  // Fewer than `least` numbers reach `high`, more than `most` reach `low`; 0 means that no such `low` is known yet.
  Bits high, low = 0, guess;
  __builtin_memcpy(&high, &largest, sizeof high);
  __builtin_memcpy(&guess, threshold, sizeof guess);
  ++high;
  if (guess >= high) guess = 0;
  // Gallop down from the largest, or from the guess, then bisect. An octave is one factor of two.
  const Bits octave = Bits{1} << 52;
  Bits drop = guess > 0 ? octave / 4 : octave;
  while (high - low > 1) {
    Bits trial = low + (high - low) / 2;
    if (guess > 0) {
      trial = guess;
      guess = 0;
    } else if (low == 0) {
      trial = high - 1 > drop ? high - 1 - drop : 1;
      drop *= 2;
    }
    *threshold = as_double(trial);
    const Index reached = count_at_least(n, v, *threshold);
    if (reached > most) {
      low = trial;
    } else if (reached >= least || trial == 1) {
      return reached;
    } else {
      high = trial;
    }
  }
  Index above = 0;
  *threshold = as_double(low);
  for (Index i = 0; i < n; ++i) above += v[i] > *threshold ? 1 : 0;
  return -1 - above;
}

static Index collect_at_least(Index n, const double* v, double t, const Index* names, Index* out) {
  Index count = 0;
  Index i = 0;
#if defined(__AVX512F__)
  const __m512d threshold = _mm512_set1_pd(t);
  __m512i index = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
  for (; i + 8 <= n; i += 8) {
    // Compressing straight into memory takes over a hundred cycles on some processors.
    const __mmask8 reached = _mm512_cmp_pd_mask(_mm512_loadu_pd(v + i), threshold, _CMP_GE_OQ);
    const int found = __builtin_popcount(reached);
    const __m512i named = names != nullptr ? _mm512_loadu_si512(names + i) : index;
    _mm512_mask_storeu_epi64(out + count, static_cast<__mmask8>((1U << found) - 1),
                             _mm512_maskz_compress_epi64(reached, named));
    count += found;
    index = _mm512_add_epi64(index, _mm512_set1_epi64(8));
  }
#elif defined(__AVX2__)
  const __m256d threshold = _mm256_set1_pd(t);
  for (; i + 4 <= n; i += 4) {
    auto reached =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(v + i), threshold, _CMP_GE_OQ)));
    for (; reached != 0; reached &= reached - 1) {
      const Index at = i + __builtin_ctz(reached);
      out[count++] = names != nullptr ? names[at] : at;
    }
  }
#endif
  for (; i < n; ++i)
    if (v[i] >= t) out[count++] = names != nullptr ? names[i] : i;
  return count;
}

// L[0 .. B*width) <- H[0 .. B*width) - sum_{j<c} factor[j] rows[j*ld ..], the sum in W parts that do not wait for each
// other.
template <int B, int W>
static inline __attribute__((always_inline)) void subtract_columns(Index c, const double* H, const double* rows,
                                                                   const double* factor, Index ld, double* L) {
  Lanes part[W][B] = {};
  const auto add = [&](int w, Index j) __attribute__((always_inline)) {
    for (int b = 0; b < B; ++b) {
      Lanes v;
      load(rows + j * ld + b * width, v);
      part[w][b] += factor[j * ld] * v;
    }
  };
  Index j = 0;
  for (; j + W <= c; j += W)
    for (int w = 0; w < W; ++w) add(w, j + w);
  for (; j < c; ++j) add(0, j);
  for (int b = 0; b < B; ++b) {
    Lanes h;
    load(H + b * width, h);
    for (int w = 0; w < W; ++w) h -= part[w][b];
    store(L + b * width, h);
  }
}

static Index cholesky(Index k, const double* H, double* L, Index ld, double dependent, unsigned char* skipped) {
  const Index padded = (k + block - 1) / block * block;
  Index count = 0;
  for (Index c = 0; c < k; ++c) {
    double* column = L + c * ld;
    const double* source = H + c * ld;
    const double diagonal = source[c];
    const Index first = c & ~(width - 1);
    Index b = first;
    for (; k - b > 3 * width; b += 4 * width) subtract_columns<4, 2>(c, source + b, L + b, L + c, ld, column + b);
    if (k - b > 2 * width)
      subtract_columns<3, 2>(c, source + b, L + b, L + c, ld, column + b);
    else if (k - b > width)
      subtract_columns<2, 4>(c, source + b, L + b, L + c, ld, column + b);
    else if (k - b > 0)
      subtract_columns<1, 4>(c, source + b, L + b, L + c, ld, column + b);
    const double squared = column[c];
    const bool skip = !(squared > dependent * diagonal);
    skipped[c] = skip ? 1 : 0;
    count += skip ? 1 : 0;
    const double pivot = skip ? 1.0 : __builtin_sqrt(squared);
    // The reciprocal of the square need not wait for the root.
    const double inverse = skip ? 0.0 : squared > 1e-300 ? pivot * (1 / squared) : 1 / pivot;
    for (b = first; b < k; b += width) {
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
