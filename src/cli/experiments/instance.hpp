// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The instances of the paper's compressed-sensing benchmark. What is drawn, independently:
//     A    64 x 256, entries standard normal, then every column divided by its Euclidean length
//     T    a set of s columns, uniform among all of them
//     x*   standard normal on T, zero elsewhere;   b = A x*, no noise
// The generator is the 64-bit Mersenne twister seeded with (seed, s, number): the instances of one sparsity do not
// depend on which others are drawn, nor on threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace paper {

using Index = std::int64_t;
inline std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Standard normal numbers by the polar method, the same on every platform.
class Normal {
 public:
  explicit Normal(std::seed_seq& seed) : generator_(seed) {}
  double uniform() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
  double operator()() {
    if (std::exchange(has_spare_, false)) return spare_;
    double u = 0, v = 0, r = 0;
    do {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      r = u * u + v * v;
    } while (r >= 1 || r == 0);
    const double scale = std::sqrt(-2 * std::log(r) / r);
    spare_ = v * scale;
    has_spare_ = true;
    return u * scale;
  }

 private:
  std::mt19937_64 generator_;
  double spare_ = 0;
  bool has_spare_ = false;
};

struct Instance {
  Index m, n, s;
  std::vector<double> A;  // by columns
  std::vector<double> b;
  std::vector<double> x;  // x*

  /// ||y - x*|| < 1e-4 ||x*||, the paper's criterion.
  [[nodiscard]] bool recovered_by(const std::vector<double>& y) const {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      error += (y[i] - x[i]) * (y[i] - x[i]);
      size += x[i] * x[i];
    }
    return error < 1e-8 * size;
  }
};

inline Instance draw_instance(std::uint64_t seed, Index s, Index number, Index m = 64, Index n = 256) {
  std::seed_seq words{seed & 0xffffffffu, seed >> 32, static_cast<std::uint64_t>(s),
                      static_cast<std::uint64_t>(number)};
  Normal normal(words);
  Instance out{m, n, s, std::vector<double>(at(m * n)), std::vector<double>(at(m)), std::vector<double>(at(n))};
  for (Index j = 0; j < n; ++j) {
    double* column = out.A.data() + j * m;
    double squares = 0;
    for (Index i = 0; i < m; ++i) {
      column[i] = normal();
      squares += column[i] * column[i];
    }
    for (Index i = 0; i < m; ++i) column[i] /= std::sqrt(squares);
  }
  std::vector<Index> place(at(n));
  std::iota(place.begin(), place.end(), Index{0});
  for (Index k = 0; k < s; ++k) {  // the first s places of a random permutation
    const Index other = k + static_cast<Index>(normal.uniform() * static_cast<double>(n - k));
    std::swap(place[at(k)], place[at(other)]);
    const Index j = place[at(k)];
    out.x[at(j)] = normal();
    for (Index i = 0; i < m; ++i) out.b[at(i)] += out.A[at(j * m + i)] * out.x[at(j)];
  }
  return out;
}

}  // namespace paper
