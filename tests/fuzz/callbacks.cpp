// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
#include "callbacks.hpp"

namespace fuzz {
namespace {

/// What the caller does this time: 1 fails the call, and numbers are spoilt where the mood says so.
int answer(Caller& caller, double& number) {
  if (caller.patience-- > 0) return 0;
  caller.patience = -1;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (caller.mood) {
    case Mood::fails:
      return 1;
    case Mood::nan:
      number = std::numeric_limits<double>::quiet_NaN();
      break;
    case Mood::plus_infinity:
      number = infinity;
      break;
    case Mood::minus_infinity:
      number = -infinity;
      break;
    case Mood::calls_back:
      if (caller.problem != nullptr) {
        const Vector zero(at(caller.n));
        double f = 0;
        caller.mood = Mood::honest;  // once
        seen(sbreg_problem_value(caller.problem, zero.data(), &f));
      }
      break;
    default:
      break;
  }
  return 0;
}

Caller& of(void* user) { return *static_cast<Caller*>(user); }

}  // namespace

void free_caller(void* user) { delete static_cast<Caller*>(user); }

int apply(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  Caller& caller = of(user);
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < rows; ++i) {
      Y[c * rows + i] = 0;
      for (std::int64_t j = 0; j < cols; ++j) Y[c * rows + i] += caller.A[at(j * rows + i)] * X[c * cols + j];
    }
  return answer(caller, Y[0]);
}

int apply_transpose(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  Caller& caller = of(user);
  const double sign = caller.mood == Mood::wrong_gradient ? -1 : 1;
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < cols; ++j) {
      Y[c * cols + j] = 0;
      for (std::int64_t i = 0; i < rows; ++i) Y[c * cols + j] += sign * caller.A[at(j * rows + i)] * X[c * rows + i];
    }
  return answer(caller, Y[0]);
}

int objective(std::int64_t n, const double* x, double* f, double* g, void* user) {
  Caller& caller = of(user);
  *f = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const double distance = x[j] - caller.centre[at(j)], weight = static_cast<double>(j + 1);
    *f += weight * distance * distance / 2;
    if (g != nullptr) g[j] = (caller.mood == Mood::wrong_gradient ? -1 : 1) * weight * distance;
  }
  return answer(caller, g != nullptr ? g[0] : *f);
}

int hessian(std::int64_t /*n*/, const double* /*x*/, std::int64_t k, const std::int64_t* support, double* H,
            void* user) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t r = 0; r < k; ++r) H[c * k + r] = r == c ? static_cast<double>(support[r] + 1) : 0;
  double ignored = 0;
  return answer(of(user), k > 0 ? H[0] : ignored);
}

int curvature(std::int64_t n, std::int64_t k, const double* X, double* CX, void* user) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < n; ++j) CX[c * n + j] = static_cast<double>(j + 1) * X[c * n + j];
  return answer(of(user), CX[0]);
}

int kernel_value(std::int64_t /*i*/, double t, double* out, void* user) {
  *out = t * t / 2;
  return answer(of(user), *out);
}
int kernel_derivative(std::int64_t /*i*/, double t, double* out, void* user) {
  *out = t;
  return answer(of(user), *out);
}
int kernel_inverse(std::int64_t /*i*/, double t, double* out, void* user) {
  *out = t;
  return answer(of(user), *out);
}

}  // namespace fuzz
