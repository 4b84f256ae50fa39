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

static inline __attribute__((always_inline)) const double* named(const double* A, Index ld, const Index* S, Index c) {
  return A + (S != nullptr ? S[c] : c) * ld;
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
  Lanes most[2] = {};
  Lanes poison[2] = {};  // v - v is NaN where v is NaN or infinite, so one sum tells whether all were finite
  Index i = 0;
  const auto lanes = [&](int side) __attribute__((always_inline)) {
    Lanes xi, gi, di, ri;
    load(x + i, xi);
    load(g + i, gi);
    load(inverse_d + i, di);
    load(root_d + i, ri);
    const Lanes zi = xi - step * di * gi;
    const Lanes v = ri * zi;
    const Lanes s = v < 0.0 ? -v : v;
    store(z + i, zi);
    store(score + i, s);
    most[side] = s > most[side] ? s : most[side];
    poison[side] += s - s;
    i += width;
  };
  while (i + 2 * width <= n) {
    lanes(0);
    lanes(1);
  }
  if (i + width <= n) lanes(0);
  double bad = sum(poison[0] + poison[1]);
  double largest = 0;
  const Lanes top = most[0] > most[1] ? most[0] : most[1];
  for (Index l = 0; l < width; ++l) largest = top[l] > largest ? top[l] : largest;
  for (; i < n; ++i) {
    z[i] = x[i] - step * inverse_d[i] * g[i];
    const double v = root_d[i] * z[i];
    score[i] = v < 0 ? -v : v;
    largest = score[i] > largest ? score[i] : largest;
    bad += score[i] - score[i];
  }
  return largest + bad;
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

static double weigh(Index n, const double* v, const double* w, double* score) {
  Lanes most{}, poison{};  // as above
  Index i = 0;
  for (; i + width <= n; i += width) {
    Lanes vi, wi;
    load(v + i, vi);
    load(w + i, wi);
    const Lanes p = vi * wi;
    const Lanes s = p < 0.0 ? -p : p;
    store(score + i, s);
    most = s > most ? s : most;
    poison += s - s;
  }
  double bad = sum(poison);
  double largest = 0;
  for (Index l = 0; l < width; ++l) largest = most[l] > largest ? most[l] : largest;
  for (; i < n; ++i) {
    const double p = v[i] * w[i];
    score[i] = p < 0 ? -p : p;
    largest = score[i] > largest ? score[i] : largest;
    bad += score[i] - score[i];
  }
  return largest + bad;
}

static Falls falls(Index n, const double* x, const double* g, const double* inverse_d, const double* root_d) {
  Lanes slope{}, fresh{}, old{}, size{};
  const Lanes none{};
  Index i = 0;
  for (; i + width <= n; i += width) {
    Lanes xi, gi, di, ri;
    load(x + i, xi);
    load(g + i, gi);
    load(inverse_d + i, di);
    load(root_d + i, ri);
    const Lanes p = xi * gi, v = ri * xi, q = gi * di * gi;  // g g alone might overflow
    slope += p;
    old += p < none ? p + p : p;
    fresh += xi == none ? q : none;
    size += v * v;
  }
  Falls total{sum(slope), sum(fresh), sum(old), sum(size)};
  for (; i < n; ++i) {
    const double p = x[i] * g[i], v = root_d[i] * x[i];
    total.slope += p;
    total.old += p < 0 ? p + p : p;
    total.fresh += x[i] == 0 ? g[i] * inverse_d[i] * g[i] : 0;
    total.size += v * v;
  }
  return total;
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

static Index collect_at_least(Index n, const double* v, double t, Index* out) {
  Index count = 0;
  Index i = 0;
#if defined(__AVX512F__)
  const __m512d threshold = _mm512_set1_pd(t);
  __m512i index = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
  for (; i + 8 <= n; i += 8) {
    // Compressing straight into memory takes over a hundred cycles on some processors.
    const __mmask8 reached = _mm512_cmp_pd_mask(_mm512_loadu_pd(v + i), threshold, _CMP_GE_OQ);
    const int found = __builtin_popcount(reached);
    _mm512_mask_storeu_epi64(out + count, static_cast<__mmask8>((1U << found) - 1),
                             _mm512_maskz_compress_epi64(reached, index));
    count += found;
    index = _mm512_add_epi64(index, _mm512_set1_epi64(8));
  }
#elif defined(__AVX2__)
  const __m256d threshold = _mm256_set1_pd(t);
  for (; i + 4 <= n; i += 4) {
    auto reached =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(v + i), threshold, _CMP_GE_OQ)));
    for (; reached != 0; reached &= reached - 1) out[count++] = i + __builtin_ctz(reached);
  }
#endif
  for (; i < n; ++i)
    if (v[i] >= t) out[count++] = i;
  return count;
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
      store(column + b, a0);
      store(column + b + width, a1);
      store(column + b + 2 * width, a2);
      store(column + b + 3 * width, a3);
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
      store(column + b, even - odd);
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
