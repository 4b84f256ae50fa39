// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The same numbers as a dense, a sparse and an operator matrix, through the C interface. The operator counts its calls.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "handles.hpp"

namespace oracle {

using Matrix = std::unique_ptr<sbreg_matrix, Destroy<sbreg_matrix_destroy>>;

/// A by columns, and what the operator's functions did with it.
struct Product {
  Index m = 0;
  Index n = 0;
  Vector A;
  Index applied = 0;     // vectors multiplied by A
  Index transposed = 0;  // vectors multiplied by A'
  Index calls = 0;
  Index fail_after = INT64_MAX;  // the call that returns 7
  Index nan_at = -1;             // the call whose first number is none
};

inline int apply(Index m, Index n, Index k, const double* X, double* Y, void* user) {
  auto& product = *static_cast<Product*>(user);
  if (product.calls++ >= product.fail_after) return 7;
  product.applied += k;
  for (Index c = 0; c < k; ++c)
    for (Index i = 0; i < m; ++i) {
      double total = 0;
      for (Index j = 0; j < n; ++j) total += product.A[at(j * m + i)] * X[c * n + j];
      Y[c * m + i] = total;
    }
  if (product.calls - 1 == product.nan_at) Y[0] = NAN;
  return 0;
}

inline int apply_transpose(Index m, Index n, Index k, const double* X, double* Y, void* user) {
  auto& product = *static_cast<Product*>(user);
  if (product.calls++ >= product.fail_after) return 7;
  product.transposed += k;
  for (Index c = 0; c < k; ++c)
    for (Index j = 0; j < n; ++j) {
      double total = 0;
      for (Index i = 0; i < m; ++i) total += product.A[at(j * m + i)] * X[c * m + i];
      Y[c * n + j] = total;
    }
  if (product.calls - 1 == product.nan_at) Y[0] = NAN;
  return 0;
}

inline Matrix make_dense(Index m, Index n, const Vector& A) {
  sbreg_matrix* matrix = nullptr;
  OK(sbreg_matrix_create_dense(&matrix, m, n, A.data(), m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  return Matrix(matrix);
}

template <class Int>
struct Compressed {
  std::vector<Int> col_start, row_index;
  Vector values;

  Compressed(Index m, Index n, const Vector& A, int base) {
    col_start.push_back(static_cast<Int>(base));
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i) {
        if (A[at(j * m + i)] == 0) continue;
        row_index.push_back(static_cast<Int>(i + base));
        values.push_back(A[at(j * m + i)]);
      }
      col_start.push_back(static_cast<Int>(row_index.size() + at(base)));
    }
  }
};

template <class Int = std::int64_t>
Matrix make_csc(Index m, Index n, const Vector& A, int base = 0) {
  const Compressed<Int> csc(m, n, A, base);
  sbreg_matrix* matrix = nullptr;
  OK(sbreg_matrix_create_csc(&matrix, m, n, csc.col_start.data(), csc.row_index.data(), sizeof(Int), base,
                             csc.values.data(), SBREG_COPY, nullptr, nullptr));
  return Matrix(matrix);
}

/// `product` must outlive the matrix.
inline Matrix make_operator(Product& product) {
  sbreg_matrix* matrix = nullptr;
  OK(sbreg_matrix_create_operator(&matrix, product.m, product.n, apply, apply_transpose, &product, nullptr));
  return Matrix(matrix);
}

inline Problem make_linear(const Matrix& A, const char* loss, const Vector& b) {
  sbreg_problem* problem = nullptr;
  OK(sbreg_problem_create_linear(&problem, A.get(), loss, b.data()));
  return Problem(problem);
}

/// Entries kept with probability `density`, the others zero.
inline Vector sparse_matrix(Rng& rng, Index m, Index n, double density) {
  Vector A(at(m * n));
  for (double& v : A) v = rng.uniform() < density ? rng.normal() : 0;
  return A;
}

}  // namespace oracle
