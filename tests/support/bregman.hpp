// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Kernels for tests: each as a handle and as the formulas of h and h' in extended precision.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "storages.hpp"

namespace oracle {

using KernelHandle = std::unique_ptr<sbreg_kernel, Destroy<sbreg_kernel_destroy>>;

struct TestKernel {
  std::string name;
  double a = 1, b = 1, p = 4;
  Vector w;

  [[nodiscard]] Real h(std::size_t i, Real t) const {
    const Real quadratic = b * w[i] * t * t / 2;
    if (name == "quartic") return a * t * t * t * t / 4 + quadratic;
    if (name == "power") return std::pow(std::abs(t), static_cast<Real>(p)) / p + quadratic;
    return quadratic;
  }
  [[nodiscard]] Real first(std::size_t i, Real t) const {
    const Real quadratic = b * w[i] * t;
    if (name == "quartic") return a * t * t * t + quadratic;
    if (name == "power")
      return std::copysign(std::pow(std::abs(t), static_cast<Real>(p) - 1), t) * (t != 0) + quadratic;
    return quadratic;
  }
  /// D_h(y, x)
  template <class V, class W>
  [[nodiscard]] Real distance(const V& y, const W& x) const {
    Real total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) total += h(i, y[i]) - h(i, x[i]) - first(i, x[i]) * (Real{y[i]} - x[i]);
    return total;
  }
  [[nodiscard]] KernelHandle handle() const {
    sbreg_kernel* kernel = nullptr;
    OK(sbreg_kernel_create(&kernel, size_of(w), name.c_str()));
    OK(sbreg_kernel_set_real(kernel, "quadratic_coefficient", b));
    OK(sbreg_kernel_set_real(kernel, "quartic_coefficient", a));
    OK(sbreg_kernel_set_real(kernel, "exponent", p));
    OK(sbreg_kernel_set_weights(kernel, w.data()));
    return KernelHandle(kernel);
  }
};

inline double bregman_violation_of(const Problem& problem, const KernelHandle& kernel, double L, Index s,
                                   const Vector& x) {
  double violation = -1;
  OK(sbreg_check_bregman(problem.get(), kernel.get(), L, s, x.data(), &violation));
  return violation;
}

struct Swap {
  double decrease = 0;
  std::int64_t leaves = -2, enters = -2;
};
inline Swap best_swap_of(const Problem& problem, Index s, const Vector& x) {
  Swap swap;
  OK(sbreg_check_coordinatewise(problem.get(), s, x.data(), &swap.decrease, &swap.leaves, &swap.enters));
  return swap;
}

inline Solver make_bpg(const Problem& problem, Index s, const KernelHandle& kernel, double L) {
  Solver solver = make_solver(problem, s, "bpg", {});
  OK(sbreg_solver_set_kernel(solver.get(), kernel.get()));
  OK(sbreg_solver_set_real(solver.get(), "relative_smoothness", L));
  return solver;
}

inline double value_of(const Problem& problem, const Vector& x) {
  double f = 0;
  OK(sbreg_problem_value(problem.get(), x.data(), &f));
  return f;
}
inline Vector gradient_of(const Problem& problem, const Vector& x) {
  Vector g(x.size());
  OK(sbreg_problem_gradient(problem.get(), x.data(), g.data()));
  return g;
}

}  // namespace oracle
