// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
#include "pool.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "consistency.hpp"

namespace fuzz {
namespace {

/// All bits of a number, for people to read.
std::string exact(double number) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.17g", number);
  return text.data();
}

template <class Handle, class Int, class Real, class Text>
std::string all_keys(const char* kind, const Handle* object, Int get_int, Real get_real, Text get_text) {
  std::string out;
  std::int64_t count = 0;
  CLAIM(sbreg_key_count(kind, &count) == SBREG_OK, "%s", kind);
  for (std::int64_t i = 0; i < count; ++i) {
    const char *name = nullptr, *type = nullptr;
    sbreg_key_text(kind, i, "name", &name);
    sbreg_key_text(kind, i, "type", &type);
    const std::string key = name;
    constexpr std::string_view passing[] = {"elapsed_seconds",                                       // a clock
                                            "gradient_norm", "residual_norm", "rank", "separated"};  // products of now
    if (std::ranges::find(passing, key) != std::end(passing)) continue;
    std::int64_t whole = 0;
    double real = 0;
    const char* text = "";
    std::string value;
    if (type[0] == 'i')
      value = seen(get_int(object, name, &whole)) == SBREG_OK ? std::to_string(whole) : "-";
    else if (type[0] == 'r')
      value = seen(get_real(object, name, &real)) == SBREG_OK ? exact(real) : "-";
    else
      value = seen(get_text(object, name, &text)) == SBREG_OK ? text : "-";
    out.append(key).append("=").append(value).append("\n");
  }
  return out;
}

/// The least ||Ax - b||^2 / 2 over x on a support, by Gram-Schmidt twice in extended precision.
long double least_on(const Squares& f, unsigned support) {
  std::vector<std::vector<long double>> basis;
  const auto column = [&](const double* a) { return std::vector<long double>(a, a + f.m); };
  const auto dot = [](const auto& a, const auto& b) {
    long double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  };
  const auto reduce = [&](auto& v) {
    for (int twice = 0; twice < 2; ++twice)
      for (const auto& q : basis) {
        const long double c = dot(q, v);
        for (std::size_t i = 0; i < v.size(); ++i) v[i] -= c * q[i];
      }
  };
  for (std::int64_t j = 0; j < f.n; ++j) {
    if ((support >> j & 1U) == 0) continue;
    auto v = column(f.A.data() + j * f.m);
    const long double before = dot(v, v);
    reduce(v);
    const long double after = dot(v, v);
    if (after <= 1e-24L * before || after == 0) continue;  // dependent
    for (auto& entry : v) entry /= std::sqrt(after);
    basis.push_back(v);
  }
  auto r = column(f.b.data());
  reduce(r);
  return dot(r, r) / 2;
}

long double brute_force(const Squares& f, std::int64_t s) {
  long double best = std::numeric_limits<long double>::infinity();
  for (unsigned support = 0; support < 1U << f.n; ++support)
    if (std::popcount(support) <= s) best = std::min(best, least_on(f, support));
  return best;
}

void check_feasible(const Solver& solver, const Vector& x) {
  std::set<std::int64_t> used;
  for (std::int64_t j = 0; j < solver.n; ++j) {
    CLAIM(std::isfinite(x[at(j)]), "x[%lld] is %g", static_cast<long long>(j), x[at(j)]);
    CLAIM(solver.lower.empty() || x[at(j)] >= solver.lower[at(j)], "below its bound");
    CLAIM(solver.upper.empty() || x[at(j)] <= solver.upper[at(j)], "above its bound");
    if (x[at(j)] != 0 && std::ranges::count(solver.kept, j) == 0)
      used.insert(solver.group.empty() ? j : solver.group[at(j)]);
  }
  CLAIM(static_cast<std::int64_t>(used.size()) <= solver.s, "%zu of %lld", used.size(),
        static_cast<long long>(solver.s));
}

}  // namespace

std::string snapshot(sbreg_matrix* object) {
  return all_keys("matrix", object, sbreg_matrix_get_int, sbreg_matrix_get_real, sbreg_matrix_get_text);
}
std::string snapshot(sbreg_problem* object) {
  return all_keys("problem", object, sbreg_problem_get_int, sbreg_problem_get_real, sbreg_problem_get_text);
}
std::string snapshot(sbreg_dsm* object) {
  return all_keys("dsm", object, sbreg_dsm_get_int, sbreg_dsm_get_real, sbreg_dsm_get_text);
}
std::string snapshot(sbreg_kernel* object) {
  return all_keys("kernel", object, sbreg_kernel_get_int, sbreg_kernel_get_real, sbreg_kernel_get_text);
}
std::string snapshot(sbreg_solver* object) {
  return all_keys("solver", object, sbreg_solver_get_int, sbreg_solver_get_real, sbreg_solver_get_text);
}
std::string snapshot(sbreg_path* object) {
  return all_keys("path", object, sbreg_path_get_int, sbreg_path_get_real, sbreg_path_get_text);
}

void check_solver(const Solver& solver) {
  Vector x(at(solver.n), -1);
  if (seen(sbreg_solver_get_solution(solver.handle, x.data())) != SBREG_OK) return;
  check_feasible(solver, x);
  Indices support(at(solver.n));
  std::int64_t count = 0, state = -1, proved = 0;
  CLAIM(sbreg_solver_get_support(solver.handle, support.data(), solver.n, &count) == SBREG_OK, "%s",
        sbreg_last_error());
  CLAIM(count == std::ranges::count_if(x, [](double v) { return v != 0; }), "the support has %lld",
        static_cast<long long>(count));
  for (std::int64_t k = 0; k < count; ++k) CLAIM(x[at(support[at(k)])] != 0, "a zero in the support");
  CLAIM(sbreg_solver_get_int(solver.handle, "state", &state) == SBREG_OK && state >= 0 && state <= 9, "state %lld",
        static_cast<long long>(state));
  if (!solver.honest) return;
  double at_zero = 0;
  if (seen(sbreg_problem_value(solver.problem, Vector(at(solver.n)).data(), &at_zero)) != SBREG_OK) at_zero = 0;
  const std::string told = oracle::contradiction(solver.handle, at_zero);
  CLAIM(told.empty(), "%s", told.c_str());
  double best = 0, f = 0;
  if (sbreg_solver_get_real(solver.handle, "best_objective", &best) != SBREG_OK) return;
  if (seen(sbreg_problem_value(solver.problem, x.data(), &f)) != SBREG_OK) return;
  const double scale = std::abs(f) + (std::isfinite(solver.start) ? std::abs(solver.start) : 0);
  CLAIM(std::abs(best - f) <= 1e-9 * scale || !(scale <= 1e300), "best_objective %.17g but f(x) = %.17g", best, f);
  CLAIM(!std::isfinite(solver.start) || best <= solver.start + 1e-12 * scale, "best %.17g above the start %.17g", best,
        solver.start);
  CLAIM(sbreg_solver_get_int(solver.handle, "proved", &proved) == SBREG_OK, "%s", sbreg_last_error());
  if (proved == 1 && solver.squares != nullptr && !solver.structured) {
    const long double least = brute_force(*solver.squares, solver.s), nothing = least_on(*solver.squares, 0);
    CLAIM(best <= least + 1e-6L * least + 1e-10L * nothing, "proved %.17g, but %.17Lg exists", best, least);
  }
}

void check_path(const Path& path) {
  std::int64_t count = 0;
  if (seen(sbreg_path_get_series(path.handle, "sparsity", nullptr, 0, &count)) != SBREG_OK || count == 0) return;
  Vector s(at(count)), objective(at(count)), x(at(path.n));
  CLAIM(sbreg_path_get_series(path.handle, "sparsity", s.data(), count, &count) == SBREG_OK, "%s", sbreg_last_error());
  CLAIM(sbreg_path_get_series(path.handle, "objective", objective.data(), count, &count) == SBREG_OK, "%s",
        sbreg_last_error());
  for (std::size_t k = 0; k < s.size(); ++k) {
    CLAIM(k == 0 || s[k] > s[k - 1], "sparsities ascend");
    CLAIM(sbreg_path_get_coefficients(path.handle, static_cast<std::int64_t>(s[k]), x.data()) == SBREG_OK, "%s",
          sbreg_last_error());
    for (const double value : x) CLAIM(std::isfinite(value), "a coefficient is %g", value);
  }
}

}  // namespace fuzz
