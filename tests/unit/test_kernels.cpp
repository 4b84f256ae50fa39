// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Every table of kernels that this processor can run, against plain loops in extended precision.
#include "linalg/simd/dispatch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cmocka.hpp"
#include "support/rng.hpp"

namespace {

using sbreg::Index;
using sbreg::Kernels;
using sbreg::to_size;
using Real = long double;
using Vector = std::vector<double>;

constexpr Real unit = std::numeric_limits<double>::epsilon();
constexpr Index sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23, 24, 31, 32, 33, 63, 64, 65, 100, 257};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<const Kernels*> supported() {
  std::vector<const Kernels*> tables{&sbreg::generic::table.kernels};
#ifdef SBREG_DISPATCH_X86
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) tables.push_back(&sbreg::avx2::table.kernels);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    tables.push_back(&sbreg::avx512::table.kernels);
#endif
  return tables;
}

template <class Check>
void for_each_table_and_size(Check check) {
  for (const Kernels* table : supported())
    for (Index n : sizes) check(*table, n);
}

Vector gaussian(sbreg::Rng& rng, Index n) {
  Vector v(to_size(n));
  for (double& x : v) x = rng.normal();
  return v;
}

/// |computed - sum| must not exceed the rounding of a sum of n products whose absolute values add up to `magnitude`.
void assert_sum(double computed, Real sum, Real magnitude, Index n) {
  if (!(std::abs(computed - sum) <= static_cast<Real>(n) * unit * magnitude))
    fail_msg("n = %lld: %.17g instead of %.17Lg\n", static_cast<long long>(n), computed, sum);
}

void the_best_table_is_chosen(void**) { assert_ptr_equal(&sbreg::kernels(), supported().back()); }

void dot_is_the_sum_of_products(void**) {
  sbreg::Rng rng(1);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    const Vector x = gaussian(rng, n), y = gaussian(rng, n);
    Real sum = 0, magnitude = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += static_cast<Real>(x[i]) * y[i];
      magnitude += std::abs(static_cast<Real>(x[i]) * y[i]);
    }
    assert_sum(k.dot(n, x.data(), y.data()), sum, magnitude, n);
  });
}

void subtract_gives_the_difference_and_its_square(void**) {
  sbreg::Rng rng(11);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    const Vector x = gaussian(rng, n), y = gaussian(rng, n);
    Vector out(to_size(n) + 1, 7.0);
    const double squares = k.subtract(n, x.data(), y.data(), out.data());
    assert_true(out[to_size(n)] == 7.0);
    Real sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      assert_true(out[i] == x[i] - y[i]);
      sum += static_cast<Real>(out[i]) * out[i];
    }
    assert_sum(squares, sum, sum, n);
  });
}

void transpose_times_is_a_dot_per_column(void**) {
  sbreg::Rng rng(2);
  for_each_table_and_size([&](const Kernels& k, Index m) {
    for (Index n : {1, 2, 3, 4, 5, 8, 11}) {
      const Index ld = m + 3;
      const Vector A = gaussian(rng, ld * n), r = gaussian(rng, m);
      std::vector<Index> S;
      for (Index j = 0; j < n; ++j) S.push_back(j);
      const bool named = rng.below(2) == 0;
      if (named) std::ranges::reverse(S);
      Vector g(to_size(n) + 1, 7.0);
      k.transpose_times(m, n, A.data(), ld, named ? S.data() : nullptr, r.data(), g.data());
      assert_true(g[to_size(n)] == 7.0);
      if (named) std::reverse(g.begin(), g.end() - 1);
      for (Index j = 0; j < n; ++j) {
        Real sum = 0, magnitude = 0;
        for (Index i = 0; i < m; ++i) {
          const Real term = static_cast<Real>(A[to_size(j * ld + i)]) * r[to_size(i)];
          sum += term;
          magnitude += std::abs(term);
        }
        assert_sum(g[to_size(j)], sum, magnitude, m);
      }
    }
  });
}

void add_columns_adds_the_named_columns(void**) {
  sbreg::Rng rng(3);
  for_each_table_and_size([&](const Kernels& k, Index m) {
    for (Index count : {0, 1, 2, 3, 4, 5, 8, 9}) {
      const Index ld = m + 2, n = 20;
      const Vector A = gaussian(rng, ld * n), u = gaussian(rng, count), before = gaussian(rng, m);
      std::vector<Index> S;
      for (Index c = 0; c < count; ++c) S.push_back(2 * c + static_cast<Index>(rng.below(2)));
      const bool all = rng.below(3) == 0;  // without a list: the first columns
      for (Index c = 0; all && c < count; ++c) S[to_size(c)] = c;
      const bool from_zero = rng.below(3) == 0;
      const bool in_place = rng.below(2) == 0;
      Vector y = in_place ? before : Vector(to_size(m), NAN);
      y.push_back(7.0);
      const double* const start = in_place ? y.data() : before.data();
      k.add_columns(m, A.data(), ld, count, all ? nullptr : S.data(), u.data(), from_zero ? nullptr : start, y.data());
      assert_true(y[to_size(m)] == 7.0);
      for (Index i = 0; i < m; ++i) {
        Real sum = from_zero ? 0 : before[to_size(i)], magnitude = std::abs(sum);
        for (std::size_t c = 0; c < S.size(); ++c) {
          const Real term = static_cast<Real>(A[to_size(S[c] * ld + i)]) * u[c];
          sum += term;
          magnitude += std::abs(term);
        }
        assert_sum(y[to_size(i)], sum, magnitude, count + 1);
      }
    }
  });
}

void add_columns_single_adds_the_named_columns_in_single_precision(void**) {
  sbreg::Rng rng(33);
  constexpr double scale = 0x1p70;
  for_each_table_and_size([&](const Kernels& k, Index m) {
    for (Index count : {0, 1, 2, 5, 9}) {
      const Index ld = m + 3, n = 20;
      const auto singles = [&](Index size) {
        const Vector v = gaussian(rng, size);
        return std::vector<float>(v.begin(), v.end());
      };
      const std::vector<float> A = singles(ld * n), u = singles(count), start = singles(m);
      std::vector<Index> S;
      for (Index c = 0; c < count; ++c) S.push_back(2 * c + static_cast<Index>(rng.below(2)));
      Vector y(to_size(m) + 1, 7.0);
      const double squares =
          k.add_columns_single(m, A.data(), ld, count, S.data(), u.data(), start.data(), scale, y.data());
      assert_true(y[to_size(m)] == 7.0);
      constexpr Real rounding = std::numeric_limits<float>::epsilon() / unit;
      Real total = 0;
      for (Index i = 0; i < m; ++i) {
        Real sum = start[to_size(i)], magnitude = std::abs(sum);
        for (std::size_t c = 0; c < S.size(); ++c) {
          const Real term = static_cast<Real>(A[to_size(S[c] * ld + i)]) * u[c];
          sum += term;
          magnitude += std::abs(term);
        }
        const double value = y[to_size(i)] / scale;
        assert_sum(value, sum, rounding * magnitude, count + 1);
        assert_true(value == static_cast<double>(static_cast<float>(value)));
        total += static_cast<Real>(value) * value;
      }
      assert_sum(squares, total, rounding * total, m);
    }
  });
}

struct Proposal {
  explicit Proposal(sbreg::Rng& rng, Index n)
      : x(gaussian(rng, n)), g(gaussian(rng, n)), inverse(to_size(n)), root(to_size(n)), z(x), score(x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double d = 0.5 + rng.uniform();
      inverse[i] = 1 / d;
      root[i] = std::sqrt(d);
    }
  }
  double run(const Kernels& k, double step) {
    return k.propose(static_cast<Index>(x.size()), x.data(), g.data(), inverse.data(), root.data(), step, z.data(),
                     score.data());
  }
  Vector x, g, inverse, root, z, score;
};

void propose_at_is_the_forward_step_at_some_coordinates(void**) {
  sbreg::Rng rng(14);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    Proposal p(rng, n);
    p.run(k, 0.3);
    std::vector<Index> S;
    for (Index i = 0; i < n; ++i)
      if (rng.below(3) == 0) S.push_back(i);
    Vector z(S.size() + 1, 7.0);
    k.propose_at(static_cast<Index>(S.size()), S.data(), p.x.data(), p.g.data(), p.inverse.data(), 0.3, z.data());
    assert_true(z.back() == 7.0);
    for (std::size_t c = 0; c < S.size(); ++c) assert_true(z[c] == p.z[to_size(S[c])]);
  });
}

void shift_and_reach_see_the_same_differences(void**) {
  sbreg::Rng rng(15);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    const Vector x = gaussian(rng, n), g = gaussian(rng, n);
    Vector score(to_size(n) + 1, 7.0);
    const double largest = k.shift(n, x.data(), g.data(), 0.7, score.data());
    assert_true(score.back() == 7.0);
    score.pop_back();
    assert_true(largest == *std::ranges::max_element(score));
    const double threshold = score[rng.below(to_size(n))];
    const sbreg::Reached reached = k.reach(n, x.data(), g.data(), 0.7, threshold);
    Real kept = 0, risen = 0, magnitude = 0;
    Index count = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real z = static_cast<Real>(x[i]) - static_cast<Real>(0.7) * g[i];
      assert_true(std::abs(score[i] - std::abs(z)) <= 2 * unit * (std::abs(x[i]) + std::abs(g[i])));
      const Real p = g[i] * z;
      magnitude += std::abs(g[i]) * (std::abs(x[i]) + std::abs(g[i]));
      if (score[i] >= threshold) {
        ++count;
        kept += p;
      } else if (p > 0) {
        risen += p;
      }
    }
    assert_int_equal(reached.count, count);
    assert_sum(reached.kept, kept, magnitude, n + 3);
    assert_sum(reached.risen, risen, magnitude, n + 3);
  });
}

void the_largest_is_that_of_absolute_values_and_not_finite_when_anything_is_not(void**) {
  sbreg::Rng rng(16);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    Vector v = gaussian(rng, n), none(to_size(n), 0.0), score(to_size(n));
    double expected = 0;
    for (double x : v) expected = std::max(expected, std::abs(x));
    assert_true(k.largest(n, v.data()) == expected);
    for (std::size_t place = 0; place < v.size(); ++place)
      for (double poison : {not_a_number, -not_a_number, infinity, -infinity}) {
        const double before = v[place];
        v[place] = poison;
        assert_false(std::isfinite(k.largest(n, v.data())));
        assert_false(std::isfinite(k.shift(n, none.data(), v.data(), 1, score.data())));
        v[place] = before;
      }
  });
}

void propose_is_the_forward_step_and_its_scores(void**) {
  sbreg::Rng rng(4);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    for (double step : {1.0, 0.25}) {
      Proposal p(rng, n);
      const double largest = p.run(k, step);
      double expected = 0;
      for (std::size_t i = 0; i < p.x.size(); ++i) {
        const Real move = static_cast<Real>(step) * p.inverse[i] * p.g[i];
        assert_true(std::abs(p.z[i] - (p.x[i] - move)) <= 2 * unit * (std::abs(p.x[i]) + std::abs(move)));
        assert_true(p.score[i] == std::abs(p.root[i] * p.z[i]));
        expected = std::max(expected, p.score[i]);
      }
      assert_true(largest == expected);
    }
  });
}

void propose_answers_not_finite_when_anything_is_not(void**) {
  sbreg::Rng rng(5);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    for (Index place = 0; place < n; ++place) {
      for (double poison : {not_a_number, infinity, -infinity}) {
        Proposal p(rng, n);
        p.g[to_size(place)] = poison;
        assert_false(std::isfinite(p.run(k, 1.0)));
        p = Proposal(rng, n);
        p.x[to_size(place)] = poison;
        assert_false(std::isfinite(p.run(k, 1.0)));
      }
      Proposal p(rng, n);  // finite numbers whose step overflows
      p.g[to_size(place)] = 1e308;
      p.inverse[to_size(place)] = 1e308;
      assert_false(std::isfinite(p.run(k, 1.0)));
    }
  });
}

void propose_takes_the_largest_finite_numbers(void**) {
  for_each_table_and_size([&](const Kernels& k, Index n) {
    sbreg::Rng rng(6);
    Proposal p(rng, n);
    for (std::size_t i = 0; i < p.x.size(); ++i) {
      p.x[i] = i % 2 == 0 ? std::numeric_limits<double>::max() : -std::numeric_limits<double>::max();
      p.g[i] = 0;
      p.root[i] = 1;
    }
    assert_true(p.run(k, 1.0) == std::numeric_limits<double>::max());
  });
}

void weigh_gives_absolute_products_and_the_largest(void**) {
  sbreg::Rng rng(12);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    Vector v = gaussian(rng, n), w = gaussian(rng, n), score(to_size(n) + 1, 7.0);
    const double largest = k.weigh(n, v.data(), w.data(), score.data());
    assert_true(score[to_size(n)] == 7.0);
    score.pop_back();
    for (std::size_t i = 0; i < v.size(); ++i) assert_true(score[i] == std::abs(v[i] * w[i]));
    assert_true(largest == *std::ranges::max_element(score));
    for (double poison : {not_a_number, infinity, -infinity}) {
      const auto place = rng.below(to_size(n));
      const double before = v[place];
      v[place] = poison;
      assert_false(std::isfinite(k.weigh(n, v.data(), w.data(), score.data())));
      v[place] = before;
    }
  });
}

void cut_leaves_between_least_and_most(void**) {
  sbreg::Rng rng(7);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    for (std::uint64_t values : {2U, 4U, 1000000U}) {  // from many equal numbers to none
      Vector v(to_size(n));
      for (double& x : v) x = static_cast<double>(rng.below(values)) * 0.5;
      if (rng.below(2) == 0)  // over the whole range of double precision
        for (double& x : v) x = std::ldexp(x, static_cast<int>(rng.below(2080)) - 1074);
      const double largest = n > 0 ? *std::ranges::max_element(v) : 0;
      if (largest == 0) continue;
      if (n > 2) v[1] = infinity;  // is always above
      const auto reach = [&](double t) {
        return static_cast<Index>(std::ranges::count_if(v, [&](double x) { return x >= t; }));
      };
      for (Index least = 2; least <= n; least += 1 + n / 5) {
        const Index most = std::min<Index>(n, least + static_cast<Index>(rng.below(3)));
        const double guesses[] = {0, largest / 3, 5 * largest, std::numeric_limits<double>::denorm_min()};
        double threshold = guesses[rng.below(4)];
        const Index reached = k.cut(n, v.data(), largest, least, most, &threshold);
        assert_true(threshold > 0);
        if (reached >= 0) {
          assert_int_equal(reached, reach(threshold));
          assert_true(reached <= most);
          assert_true(reached >= least || threshold == std::numeric_limits<double>::denorm_min());
        } else {
          const Index above = -1 - reached;
          assert_int_equal(above, reach(std::nextafter(threshold, infinity)));
          assert_true(above < least && reach(threshold) > most);
        }
      }
    }
  });
}

void collect_at_least_lists_them_in_order(void**) {
  sbreg::Rng rng(8);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    Vector v(to_size(n));
    for (double& x : v) x = static_cast<double>(rng.below(4)) * 0.5;
    for (double t : {0.0, std::numeric_limits<double>::denorm_min(), 0.5, 0.75, 1.5, 2.0}) {
      std::vector<Index> expected;
      for (Index i = 0; i < n; ++i)
        if (v[to_size(i)] >= t) expected.push_back(i);
      std::vector<Index> out(expected.size());  // the sanitizer sees a write past the last one
      assert_int_equal(k.collect_at_least(n, v.data(), t, nullptr, out.data()), expected.size());
      assert_true(out == expected);
      std::vector<Index> names(to_size(n));
      for (Index i = 0; i < n; ++i) names[to_size(i)] = 3 * i + 5;
      for (Index& i : expected) i = 3 * i + 5;
      assert_int_equal(k.collect_at_least(n, v.data(), t, names.data(), out.data()), expected.size());
      assert_true(out == expected);
    }
  });
}

/// H = B'B as a square block of ld rows, with B of `rows` rows.
Vector gram_block(sbreg::Rng& rng, Index rows, Index k, Index ld) {
  const Vector B = gaussian(rng, rows * k);
  Vector H(to_size(ld * k), 0.0);
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j)
      for (Index r = 0; r < rows; ++r) H[to_size(j * ld + i)] += B[to_size(i * rows + r)] * B[to_size(j * rows + r)];
  return H;
}

void softplus_is_the_logistic_loss_and_its_derivatives(void**) {
  sbreg::Rng rng(31);
  for_each_table_and_size([&](const Kernels& k, Index n) {
    for (const bool weighted : {false, true}) {
      Vector t = gaussian(rng, n), b(t), w(t), derivative(to_size(n) + 1, 7.0);
      Real total = 0;
      for (std::size_t i = 0; i < t.size(); ++i) {
        constexpr double extremes[] = {0, 1e-300, -1e-9, 36, -36, 700, -700, 709, -800, 1e300};
        t[i] = i % 3 == 0 ? extremes[i / 3 % 10] : 20 * t[i];
        b[i] = i % 2 == 0 ? 0 : 1;
        w[i] = weighted ? std::abs(w[i]) : 1;
        const Real v = b[i] == 0 ? t[i] : -t[i], e = std::exp(-std::abs(v));
        total += w[i] * (std::max(v, Real{0}) + std::log1p(e));
      }
      const double sum = k.softplus(n, t.data(), b.data(), weighted ? w.data() : nullptr, derivative.data());
      assert_true(derivative[to_size(n)] == 7.0);
      assert_true(std::abs(sum - total) <= (8 + static_cast<Real>(n)) * unit * total + 1e-307L);
      for (std::size_t i = 0; i < t.size(); ++i) {
        const Real v = b[i] == 0 ? t[i] : -t[i], e = std::exp(-std::abs(v));
        const Real slope = (b[i] == 0 ? w[i] : -w[i]) * ((v > 0 ? 1 : e) / (1 + e));
        assert_true(std::abs(derivative[i] - slope) <= 8 * unit * std::abs(slope) + 1e-307L);
      }
      k.softplus_second(n, t.data(), weighted ? w.data() : nullptr, derivative.data());
      assert_true(derivative[to_size(n)] == 7.0);
      for (std::size_t i = 0; i < t.size(); ++i) {
        const Real e = std::exp(-std::abs(Real{t[i]})), exact = w[i] * e / ((1 + e) * (1 + e));
        assert_true(std::abs(derivative[i] - exact) <= 8 * unit * exact + 1e-307L);
      }
    }
    const Vector nan(to_size(n), not_a_number), zero(to_size(n), 0.0);
    Vector derivative(to_size(n));
    assert_true(std::isnan(k.softplus(n, nan.data(), zero.data(), nullptr, derivative.data())));
  });
}

void cholesky_multiplies_back(void**) {
  sbreg::Rng rng(9);
  for (const Kernels* table : supported())
    for (Index k : {1, 2, 7, 8, 9, 16, 25, 33, 40, 64, 65}) {
      const Index ld = (k + 7) / 8 * 8;
      const Vector H = gram_block(rng, 2 * k, k, ld);
      Vector L = H;
      std::vector<unsigned char> skipped(to_size(k), 9);
      const bool in_place = k % 2 == 0;
      if (!in_place) std::ranges::fill(L, 7.0);
      const double* const source = in_place ? L.data() : H.data();
      assert_int_equal(table->cholesky(k, 0, source, L.data(), ld, 1e-12, skipped.data()), 0);
      for (Index i = 0; i < k; ++i) {
        assert_int_equal(skipped[to_size(i)], 0);
        for (Index j = 0; j <= i; ++j) {
          Real sum = 0;
          for (Index l = 0; l <= j; ++l) sum += static_cast<Real>(L[to_size(l * ld + i)]) * L[to_size(l * ld + j)];
          const Real scale = std::sqrt(static_cast<Real>(H[to_size(i * ld + i)]) * H[to_size(j * ld + j)]);
          assert_true(std::abs(sum - H[to_size(j * ld + i)]) <= static_cast<Real>(k + 2) * unit * scale);
        }
      }
    }
}

/// One matrix, and another with the same first rows and columns; their number and where a copy of the first column is.
void cholesky_goes_on_from_the_first_columns_of_another_factor(void**) {
  sbreg::Rng rng(19);
  for (const Kernels* table : supported())
    for (Index k : {2, 7, 8, 9, 17, 30, 33, 65})
      for (Index known : {Index{1}, k / 3, k / 2, k - 1, k})
        for (Index copy : {Index{-1}, known / 2, (known + k) / 2}) {
          const Index ld = (k + 7) / 8 * 8, old = std::max<Index>(known, k - 3);
          Vector H = gram_block(rng, 2 * k, k, ld);
          const auto entry = [ld](Vector& A, Index i, Index j) -> double& { return A[to_size(j * ld + i)]; };
          if (copy > 0 && copy < k) {
            for (Index i = 0; i < k; ++i) entry(H, copy, i) = entry(H, i, copy) = entry(H, i, 0);
            entry(H, copy, copy) = entry(H, 0, 0);
          }
          Vector other = gram_block(rng, 2 * k, k, ld), L(H.size(), NAN), anew(H.size(), NAN);
          for (Index i = 0; i < known; ++i)
            for (Index j = 0; j < known; ++j) entry(other, i, j) = entry(H, i, j);
          for (Index i = known; i < k; ++i) entry(other, i, i) += 1e4;
          std::vector<unsigned char> skipped(to_size(k)), expected(to_size(k));
          table->cholesky(old, 0, other.data(), L.data(), ld, 1e-10, skipped.data());
          const Index count = table->cholesky(k, known, H.data(), L.data(), ld, 1e-10, skipped.data());
          assert_int_equal(count, table->cholesky(k, 0, H.data(), anew.data(), ld, 1e-10, expected.data()));
          assert_true(skipped == expected);
          for (Index j = 0; j < k; ++j) {
            for (Index i = j; i < k; ++i)
              assert_true(std::abs(entry(L, i, j) - entry(anew, i, j)) <= 1e-9 * std::sqrt(entry(H, i, i)));
            for (Index i = k; i < ld; ++i) assert_true(entry(L, i, j) == 0);
          }
        }
}

void cholesky_solve_solves_and_leaves_out_what_was_skipped(void**) {
  sbreg::Rng rng(18);
  for (const Kernels* table : supported())
    for (Index k : {1, 2, 7, 8, 9, 15, 16, 17, 30, 32, 33, 64, 65}) {
      const Index ld = (k + 7) / 8 * 8, skip = k > 2 ? k / 2 : -1;
      Vector H = gram_block(rng, 2 * k, k, ld), L(H.size(), NAN);
      if (skip >= 0)  // a copy of the first column
        for (Index i = 0; i < k; ++i) {
          H[to_size(skip * ld + i)] = H[to_size(i)];
          H[to_size(i * ld + skip)] = H[to_size(i)];
        }
      if (skip >= 0) H[to_size(skip * ld + skip)] = H[0];
      std::vector<unsigned char> skipped(to_size(k));
      table->cholesky(k, 0, H.data(), L.data(), ld, 1e-10, skipped.data());
      Vector y = gaussian(rng, k), solution(to_size(ld), NAN);
      std::ranges::copy(y, solution.begin());
      table->cholesky_solve(k, L.data(), ld, skipped.data(), solution.data());
      for (Index i = 0; i < k; ++i) {
        if (i == skip) {
          assert_true(solution[to_size(i)] == 0);
          continue;
        }
        Real sum = 0, magnitude = 0;
        for (Index j = 0; j < k; ++j) {
          const Real term = static_cast<Real>(H[to_size(j * ld + i)]) * solution[to_size(j)];
          sum += term;
          magnitude += std::abs(term);
        }
        assert_true(std::abs(sum - y[to_size(i)]) <= 1e-10L * (1 + magnitude));
      }
    }
}

void cholesky_skips_a_column_that_depends_on_those_before(void**) {
  sbreg::Rng rng(10);
  for (const Kernels* table : supported())
    for (Index k : {5, 12, 40}) {
      const Index ld = (k + 7) / 8 * 8, copy = k - 2, original = 1;  // column `copy` equals column `original`
      Vector H = gram_block(rng, 2 * k, k, ld);
      for (Index i = 0; i < k; ++i) H[to_size(i * ld + copy)] = H[to_size(i * ld + original)];
      for (Index i = 0; i < k; ++i) H[to_size(copy * ld + i)] = H[to_size(original * ld + i)];
      std::vector<unsigned char> skipped(to_size(k));
      assert_int_equal(table->cholesky(k, 0, H.data(), H.data(), ld, 1e-10, skipped.data()), 1);
      for (Index i = 0; i < k; ++i) assert_int_equal(skipped[to_size(i)], i == copy ? 1 : 0);
      assert_true(H[to_size(copy * ld + copy)] == 1);
      assert_true(H[to_size(copy * ld + copy + 1)] == 0);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_best_table_is_chosen),
      cmocka_unit_test(dot_is_the_sum_of_products),
      cmocka_unit_test(subtract_gives_the_difference_and_its_square),
      cmocka_unit_test(transpose_times_is_a_dot_per_column),
      cmocka_unit_test(add_columns_adds_the_named_columns),
      cmocka_unit_test(add_columns_single_adds_the_named_columns_in_single_precision),
      cmocka_unit_test(propose_is_the_forward_step_and_its_scores),
      cmocka_unit_test(propose_answers_not_finite_when_anything_is_not),
      cmocka_unit_test(propose_takes_the_largest_finite_numbers),
      cmocka_unit_test(propose_at_is_the_forward_step_at_some_coordinates),
      cmocka_unit_test(shift_and_reach_see_the_same_differences),
      cmocka_unit_test(the_largest_is_that_of_absolute_values_and_not_finite_when_anything_is_not),
      cmocka_unit_test(weigh_gives_absolute_products_and_the_largest),
      cmocka_unit_test(cut_leaves_between_least_and_most),
      cmocka_unit_test(collect_at_least_lists_them_in_order),
      cmocka_unit_test(softplus_is_the_logistic_loss_and_its_derivatives),
      cmocka_unit_test(cholesky_multiplies_back),
      cmocka_unit_test(cholesky_goes_on_from_the_first_columns_of_another_factor),
      cmocka_unit_test(cholesky_solve_solves_and_leaves_out_what_was_skipped),
      cmocka_unit_test(cholesky_skips_a_column_that_depends_on_those_before),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
