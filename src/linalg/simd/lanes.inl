// SPDX-License-Identifier: BSD-3-Clause
// Vector registers of the instruction set at hand, by the extensions that GCC and Clang share.

#if defined(__AVX512F__)
#define SBREG_LANE_BYTES 64
#elif defined(__AVX2__)
#define SBREG_LANE_BYTES 32
#else
#define SBREG_LANE_BYTES 16
#endif

using Lanes = double __attribute__((vector_size(SBREG_LANE_BYTES)));
using Counts = long long __attribute__((vector_size(SBREG_LANE_BYTES)));
using Singles = float __attribute__((vector_size(SBREG_LANE_BYTES)));

static constexpr Index width = SBREG_LANE_BYTES / 8;
static constexpr Index single_width = 2 * width;
static constexpr Index block = 8;  // rows of factors come in whole blocks, whatever the width

// Copying bytes is how an address that is aligned for doubles only is read: compilers differ on alignment attributes.
static inline __attribute__((always_inline)) void load(const double* p, Lanes& v) { __builtin_memcpy(&v, p, sizeof v); }

static inline __attribute__((always_inline)) void load(const float* p, Singles& v) {
  __builtin_memcpy(&v, p, sizeof v);
}

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
