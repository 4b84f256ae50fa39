// SPDX-License-Identifier: BSD-3-Clause
// xoshiro256++ seeded through splitmix64: the same numbers on every platform for a given seed.
#pragma once

#include <cmath>
#include <cstdint>

namespace sbreg {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) noexcept {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15u;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      word = z ^ (z >> 31);
    }
  }

  std::uint64_t next() noexcept {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform on 0 .. count-1 (the bias of the multiplication is below count / 2^64).
  std::uint64_t below(std::uint64_t count) noexcept { return high_word(next(), count); }

  /// Standard normal, by the polar method.
  double normal() noexcept {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double u = 0;
    double v = 0;
    double r = 0;
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
  static std::uint64_t rotate(std::uint64_t x, int k) noexcept { return (x << k) | (x >> (64 - k)); }

  /// floor(a b / 2^64), by halves: compilers for 32-bit processors have no 128-bit integers.
  static std::uint64_t high_word(std::uint64_t a, std::uint64_t b) noexcept {
    constexpr std::uint64_t low = 0xffffffffu;
    const std::uint64_t first = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
    const std::uint64_t second = (a & low) * (b >> 32) + (first & low);
    return (a >> 32) * (b >> 32) + (first >> 32) + (second >> 32);
  }

  std::uint64_t state_[4] = {};
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace sbreg
