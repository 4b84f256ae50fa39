// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Callbacks with a mood: honest ones, and after some calls those that fail, return no number, or call back.
#pragma once

#include "pool.hpp"

namespace fuzz {

enum class Mood { honest, fails, nan, plus_infinity, minus_infinity, wrong_gradient, calls_back };
constexpr int moods = 7;

/// What a callback knows; freed by the library through free_caller().
struct Caller {
  Mood mood = Mood::honest;
  int patience = 0;  // calls until the mood shows
  std::int64_t m = 0, n = 0;
  Vector A;                          // of an operator, by columns
  Vector centre;                     // of f = sum (j + 1) (x_j - centre_j)^2 / 2
  sbreg_problem* problem = nullptr;  // to call back into; not owned
};
void free_caller(void* user);

int apply(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user);
int apply_transpose(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user);
int objective(std::int64_t n, const double* x, double* f, double* g, void* user);
int hessian(std::int64_t n, const double* x, std::int64_t k, const std::int64_t* support, double* H, void* user);
int curvature(std::int64_t n, std::int64_t k, const double* X, double* CX, void* user);
int kernel_value(std::int64_t i, double t, double* out, void* user);
int kernel_derivative(std::int64_t i, double t, double* out, void* user);
int kernel_inverse(std::int64_t i, double t, double* out, void* user);

}  // namespace fuzz
