// SPDX-License-Identifier: BSD-3-Clause
// The largest of many numbers, by counting how many reach a threshold.

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

using Bits = unsigned long long;

static inline __attribute__((always_inline)) double as_double(Bits bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static Index cut(Index n, const double* v, double largest, Index least, Index most, double* threshold) {
  // Fewer than `least` numbers reach `high`, more than `most` reach `low`; 0 means that no such `low` is known yet.
  Bits high, low = 0, trial;
  __builtin_memcpy(&high, &largest, sizeof high);
  __builtin_memcpy(&trial, threshold, sizeof trial);
  ++high;
  const Bits end = high, octave = Bits{1} << 52;  // one factor of two
  if (trial == 0 || trial >= high) trial = high - 1 > octave ? high - 1 - octave : 1;
  // As if about `most` numbers lay in each octave, for as long as all trials were too large or all too small; where
  // there are gaps between the numbers, strides that double cross them.
  const int bits = 64 - __builtin_clzll(static_cast<Bits>(most));
  Bits spacing = octave >> bits, shortest = spacing;
  const Bits widest = spacing << 9;
  while (high - low > 1) {
    *threshold = as_double(trial);
    const Index reached = count_at_least(n, v, *threshold);
    Index off;
    if (reached > most) {
      low = trial;
      off = reached - most;
    } else if (reached >= least || trial == 1) {
      return reached;
    } else {
      high = trial;
      off = least - reached;
    }
    const Bits guess = static_cast<Bits>(off < most ? off + 1 : most) * spacing;
    const Bits step = guess > shortest ? guess : shortest;
    if (low == 0)
      trial = step < high - 1 ? high - 1 - step : 1;
    else if (high == end && step < high - low)
      trial = low + step;
    else
      trial = low + (high - low) / 2;
    if (spacing < widest) spacing *= 2;
    if (shortest < octave << 9) shortest *= 2;
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
