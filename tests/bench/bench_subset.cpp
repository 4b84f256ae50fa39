// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Best-subset regression with the exact optimum known: how often `auto`, with its default effort, finds it, and how
// often it is not worse than the best of newton (dictionary D1), orthogonal matching pursuit and forward selection, and
// how often it ends with a proof. What is proved must be the optimum.
//
//     bench_subset INSTANCES [FILE.csv ...]
//
// Random instances: m = 100 observations, n of 20, 30, 40, s of 3, 5, 8, 10; rows of A standard normal, independent or
// with correlation 0.9^|i-j|, or independent with a third of the columns copies of others, exact or with noise 0.01;
// coefficients standard normal on s random places; noise so that |Ax*|^2 / |noise|^2 is 1, 3 or 10 on average. Files:
// the response in the first column, no header; columns are centred and scaled to length 1, every s up to 10 is solved.
// The optimum is found by branch and bound over supports: the residual of a set bounds that of all its subsets. Where
// there are fewer than 20000 supports all of them are tried as well, and the two must agree.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>

#include "search_common.hpp"
#include "support/rng.hpp"

namespace {

using namespace bench;
using sbreg::Rng;
using sbreg::to_size;

constexpr double slack = 1e-9;  // of |b|^2: values closer than that are the same

struct Regression {
  Index m, n;
  Vector A, b;
  [[nodiscard]] double dot(const double* x, const double* y) const { return std::inner_product(x, x + m, y, 0.0); }
  [[nodiscard]] double power() const { return dot(b.data(), b.data()); }
};

/// What is left of b beside the columns S, by modified Gram-Schmidt, twice; dependent columns take nothing.
Vector residual_of(const Regression& r, const std::vector<Index>& S) {
  Vector rest = r.b;
  std::vector<Vector> basis;
  for (Index i : S) {
    Vector a(r.A.begin() + i * r.m, r.A.begin() + (i + 1) * r.m);
    for (int pass = 0; pass < 2; ++pass)
      for (const Vector& q : basis) {
        const double c = r.dot(q.data(), a.data());
        for (std::size_t l = 0; l < a.size(); ++l) a[l] -= c * q[l];
      }
    const double size = std::sqrt(r.dot(a.data(), a.data()));
    if (!(size > 1e-8 * std::sqrt(r.dot(r.A.data() + i * r.m, r.A.data() + i * r.m)))) continue;
    for (double& v : a) v /= size;
    const double c = r.dot(a.data(), rest.data());
    for (std::size_t l = 0; l < a.size(); ++l) rest[l] -= c * a[l];
    basis.push_back(std::move(a));
  }
  return rest;
}

double residual_squares(const Regression& r, const std::vector<Index>& S) {
  const Vector rest = residual_of(r, S);
  return r.dot(rest.data(), rest.data());
}

/// Furnival and Wilson's idea in its plainest form: from the inverse Gram matrix of a set come its residual and what
/// leaving out each of its members costs. `best` is an upper bound; it is lowered when something better is found. A
/// ridge of 1e-12 keeps copies from dividing by zero.
class BranchAndBound {
 public:
  BranchAndBound(const Regression& r, Index s, double best)
      : r_(r), s_(to_size(s)), best_(best), G_(to_size(r.n * r.n)), c_(to_size(r.n)) {
    for (Index i = 0; i < r.n; ++i) {
      const double* const a = r.A.data() + i * r.m;
      c_[to_size(i)] = r.dot(a, r.b.data());
      for (Index j = 0; j < r.n; ++j) G_[to_size(i * r.n + j)] = r.dot(a, r.A.data() + j * r.m);
      G_[to_size(i * r.n + i)] *= 1 + 1e-12;
    }
  }
  double operator()() {
    std::vector<Index> all(to_size(r_.n));
    std::iota(all.begin(), all.end(), Index{0});
    descend({}, all);
    return best_;
  }

 private:
  /// Sets that contain `in` and some of `open`.
  void descend(const std::vector<Index>& in, const std::vector<Index>& open) {
    if (in.size() == s_ || in.size() + open.size() <= s_) {
      std::vector<Index> S = in;
      if (in.size() < s_) S.insert(S.end(), open.begin(), open.end());
      best_ = std::min(best_, residual_squares(r_, S));
      return;
    }
    std::vector<Index> all = in;
    all.insert(all.end(), open.begin(), open.end());
    const std::size_t k = all.size();
    Vector M(k * k), x(k, 0.0);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = 0; j < k; ++j) M[i * k + j] = G_[to_size(all[i] * r_.n + all[j])];
    for (std::size_t p = 0; p < k; ++p) {  // Gauss and Jordan
      const double inverse = 1 / M[p * k + p];
      M[p * k + p] = 1;
      for (std::size_t j = 0; j < k; ++j) M[p * k + j] *= inverse;
      for (std::size_t i = 0; i < k; ++i) {
        if (i == p) continue;
        const double factor = M[i * k + p];
        M[i * k + p] = 0;
        for (std::size_t j = 0; j < k; ++j) M[i * k + j] -= factor * M[p * k + j];
      }
    }
    double residual = r_.power();
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < k; ++j) x[i] += M[i * k + j] * c_[to_size(all[j])];
      residual -= x[i] * c_[to_size(all[i])];
    }
    const double enough = best_ - slack * r_.power();
    if (residual >= enough) return;
    // the variable whose absence costs most: without it soon nothing is good enough
    std::size_t dearest = 0;
    double most = -1;
    for (std::size_t i = in.size(); i < k; ++i) {
      const double cost = x[i] * x[i] / M[i * k + i];
      if (cost > most) {
        most = cost;
        dearest = i;
      }
    }
    std::vector<Index> with = in, rest(all.begin() + static_cast<std::ptrdiff_t>(in.size()), all.end());
    with.push_back(all[dearest]);
    std::erase(rest, all[dearest]);
    descend(with, rest);
    if (residual + most < best_ - slack * r_.power()) descend(in, rest);
  }

  const Regression& r_;
  std::size_t s_;
  double best_;
  Vector G_, c_;
};

/// The least residual of all supports of s columns, one by one.
double enumerate(const Regression& r, Index s) {
  std::vector<Index> S(to_size(s));
  std::iota(S.begin(), S.end(), Index{0});
  double best = INFINITY;
  for (;;) {
    best = std::min(best, residual_squares(r, S));
    Index k = s - 1;
    while (k >= 0 && S[to_size(k)] == r.n - s + k) --k;
    if (k < 0) return best;
    ++S[to_size(k)];
    for (Index l = k + 1; l < s; ++l) S[to_size(l)] = S[to_size(l - 1)] + 1;
  }
}

double supports(Index n, Index s) {
  double count = 1;
  for (Index k = 0; k < s; ++k) count *= static_cast<double>(n - k) / static_cast<double>(k + 1);
  return count;
}

/// Adds one column at a time: the one most correlated with the residual, or the one that leaves the least residual.
double greedy(const Regression& r, Index s, bool by_residual) {
  std::vector<Index> S;
  for (Index k = 0; k < s; ++k) {
    const Vector rest = residual_of(r, S);
    Index next = -1;
    double best = INFINITY;
    for (Index j = 0; j < r.n; ++j) {
      if (std::ranges::find(S, j) != S.end()) continue;
      const double* const a = r.A.data() + j * r.m;
      const double size = std::sqrt(r.dot(a, a));
      std::vector<Index> with = S;
      with.push_back(j);
      const double value = by_residual ? residual_squares(r, with) : -std::abs(r.dot(a, rest.data())) / size;
      if (value < best) {
        best = value;
        next = j;
      }
    }
    if (next < 0) break;
    S.push_back(next);
  }
  return residual_squares(r, S);
}

struct Tally {
  Index instances = 0, optimal = 0, not_worse = 0, proved = 0, wrong = 0, enumerated = 0, agreed = 0;
  double seconds = 0;
};

void compare(const Regression& r, Index s, Tally& tally) {
  const auto problem = least_squares(r.m, r.n, r.A, r.b);
  const Run own = run(problem, s, "auto", 60, thread_seconds);
  const double value = 2 * own.objective;
  double rival = std::min(greedy(r, s, true), greedy(r, s, false));
  rival = std::min(rival, 2 * run(problem, s, "newton", 60, thread_seconds).objective);
  const double best = BranchAndBound(r, s, std::min(value, rival))();
  if (supports(r.n, s) < 20000) {
    ++tally.enumerated;
    tally.agreed += std::abs(BranchAndBound(r, s, INFINITY)() - enumerate(r, s)) <= slack * r.power() ? 1 : 0;
  }
  const bool optimal = value <= best + slack * r.power();
  ++tally.instances;
  tally.optimal += optimal ? 1 : 0;
  tally.proved += own.proved ? 1 : 0;
  tally.wrong += own.proved && !optimal ? 1 : 0;
  tally.not_worse += value <= rival + slack * r.power() ? 1 : 0;
  tally.seconds += own.seconds;
}

void print(const char* name, const Tally& t) {
  std::printf("%-30s %9lld %9lld %9lld %9lld | %.2f\n", name, static_cast<long long>(t.instances),
              static_cast<long long>(t.optimal), static_cast<long long>(t.proved), static_cast<long long>(t.not_worse),
              1e3 * t.seconds / static_cast<double>(std::max<Index>(t.instances, 1)));
  std::fflush(stdout);
}

enum class Kind { independent, correlated, copies, near_copies };

Regression draw(Rng& rng, Kind kind, Index n, Index s, double snr) {
  const Index m = 100;
  Regression r{m, n, Vector(to_size(m * n)), Vector(to_size(m), 0.0)};
  for (double& v : r.A) v = rng.normal();
  for (Index j = 1; j < n; ++j)
    for (Index i = 0; i < m; ++i) {
      double& v = r.A[to_size(j * m + i)];
      if (kind == Kind::correlated) v = 0.9 * r.A[to_size((j - 1) * m + i)] + std::sqrt(1 - 0.81) * v;
      if (kind >= Kind::copies && j % 3 == 2)
        v = r.A[to_size((j - 1) * m + i)] + (kind == Kind::near_copies ? 0.01 * v : 0);
    }
  Vector x(to_size(n), 0.0);
  for (Index left = s; left > 0;) {
    const auto j = rng.below(static_cast<std::uint64_t>(n));
    if (x[j] != 0) continue;
    x[j] = rng.normal();
    for (std::size_t i = 0; i < r.b.size(); ++i) r.b[i] += r.A[j * r.b.size() + i] * x[j];
    --left;
  }
  const double power = r.power() / static_cast<double>(m);
  for (double& v : r.b) v += std::sqrt(power / snr) * rng.normal();
  return r;
}

/// A table of numbers, comma separated; centred, columns of length 1.
Regression read(const char* path) {
  std::vector<Vector> rows;
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return {0, 0, {}, {}};
  Vector row;
  double value = 0;
  char after = 0;
  while (std::fscanf(file, "%lf%c", &value, &after) == 2) {
    row.push_back(value);
    if (after != '\n') continue;
    rows.push_back(row);
    row.clear();
  }
  std::fclose(file);
  Regression r{static_cast<Index>(rows.size()), rows.empty() ? 0 : static_cast<Index>(rows[0].size()) - 1, {}, {}};
  for (Index j = 0; j <= r.n; ++j) {
    Vector column;
    for (const Vector& line : rows) column.push_back(line[to_size(j)]);
    const double mean = std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(r.m);
    for (double& v : column) v -= mean;
    const double size = std::sqrt(r.dot(column.data(), column.data()));
    if (size > 0)
      for (double& v : column) v /= size;
    if (j == 0)
      r.b = column;
    else
      r.A.insert(r.A.end(), column.begin(), column.end());
  }
  return r;
}

}  // namespace

int main(int argc, char** argv) {
  const Index instances = argc > 1 ? std::atoll(argv[1]) : 216;
  const char* const names[] = {"independent", "correlated 0.9", "copies", "near copies"};
  const Index sizes[] = {20, 30, 40}, sparsities[] = {3, 5, 8, 10};
  const double snrs[] = {1, 3, 10};
  std::printf("%-30s %9s %9s %9s %9s | %s\n", "best subset", "instances", "optimal", "proved", "not worse",
              "ms per solve of auto");
  Rng rng(987654);
  Tally per_kind[4], all, real;
  for (Index k = 0; k < instances; ++k) {
    const int kind = static_cast<int>(k % 4);
    const auto r = draw(rng, static_cast<Kind>(kind), sizes[k / 4 % 3], sparsities[k / 12 % 4], snrs[k / 48 % 3]);
    compare(r, sparsities[k / 12 % 4], per_kind[kind]);
  }
  for (int kind = 0; kind < 4; ++kind) {
    print(names[kind], per_kind[kind]);
    all.instances += per_kind[kind].instances;
    all.optimal += per_kind[kind].optimal;
    all.proved += per_kind[kind].proved;
    all.not_worse += per_kind[kind].not_worse;
    all.seconds += per_kind[kind].seconds;
  }
  print("all random", all);
  for (int f = 2; f < argc; ++f) {
    const Regression r = read(argv[f]);
    if (r.n == 0) return std::fprintf(stderr, "%s: no numbers\n", argv[f]), 1;
    for (Index s = 1; s <= std::min<Index>(10, r.n - 1); ++s) compare(r, s, real);
  }
  if (real.instances > 0) print("data sets", real);
  Index enumerated = real.enumerated, agreed = real.agreed, wrong = real.wrong;
  for (const Tally& t : per_kind) {
    enumerated += t.enumerated;
    agreed += t.agreed;
    wrong += t.wrong;
  }
  std::printf("branch and bound agrees with the enumeration of all supports in %lld of %lld\n",
              static_cast<long long>(agreed), static_cast<long long>(enumerated));
  std::printf("proofs of what is not the optimum: %lld\n", static_cast<long long>(wrong));
  return agreed == enumerated && wrong == 0 ? 0 : 1;
}
