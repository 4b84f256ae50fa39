// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The wrappers pass sizes and flags on correctly: each routine against the plain formula on small integers, where every
// result is exact.
#include "linalg/blas.hpp"

#include <bit>

#include <cstring>
#include <limits>
#include <vector>

#include "cmocka.hpp"
#include "linalg/blas_width.hpp"
#include "support/error.hpp"

namespace {

namespace blas = sbreg::blas;
using sbreg::Index;
using sbreg::to_size;
using Op = blas::Op;
using Vector = std::vector<double>;

double entry(Index i, Index j) { return static_cast<double>((3 * i + 5 * j + i * j) % 7 - 3); }

Vector matrix(Index m, Index n, Index ld) {
  Vector A(to_size(ld * n), 1e9);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < m; ++i) A[to_size(j * ld + i)] = entry(i, j);
  return A;
}

void the_loaded_blas_has_the_width_of_its_header(void**) {
  blas::require_blas();  // throws otherwise
}

/// DASUM as a BLAS with integers of this many bytes has it, on a processor with this order of bytes.
template <std::size_t bytes, std::endian order>
double fortran_sum(const void* n, const double* x, const void* incx) {
  const auto integer = [](const void* at) {
    unsigned char raw[bytes];
    std::memcpy(raw, at, bytes);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | raw[order == std::endian::little ? bytes - 1 - i : i];
    return bytes == 8 ? static_cast<std::int64_t>(value) : std::int64_t{static_cast<std::int32_t>(value)};
  };
  if (integer(n) <= 0 || integer(incx) <= 0) return 0;
  assert_int_equal(integer(n), 2);  // more than there are
  assert_int_equal(integer(incx), 1);
  return x[0] + x[1];
}

/// The words as a processor with the given order of bytes would store them.
template <std::size_t bytes, std::endian order>
double swapped_sum(const void* n, const double* x, const void* incx) {
  unsigned char other[2][8];
  const void* const given[2] = {n, incx};
  for (int k = 0; k < 2; ++k)
    for (std::size_t i = 0; i < 8; ++i)
      other[k][i] = static_cast<const unsigned char*>(given[k])[i / 4 * 4 + 3 - i % 4];
  return fortran_sum<bytes, order>(other[0], x, other[1]);
}

void the_width_is_told_for_both_orders_of_bytes(void**) {
  constexpr auto here = std::endian::native;
  constexpr auto there = here == std::endian::little ? std::endian::big : std::endian::little;
  assert_int_equal(blas::integer_bits(fortran_sum<4, here>, here), 32);
  assert_int_equal(blas::integer_bits(fortran_sum<8, here>, here), 64);
  assert_int_equal(blas::integer_bits(swapped_sum<4, there>, there), 32);
  assert_int_equal(blas::integer_bits(swapped_sum<8, there>, there), 64);
}

void a_size_too_large_for_the_blas_is_refused(void**) {
  blas::require_size(std::numeric_limits<std::int32_t>::max(), "n");
  bool wide = true;  // a BLAS with 64-bit integers takes any size
  try {
    blas::require_size(Index{1} << 31, "n");
  } catch (const sbreg::Error& error) {
    assert_int_equal(error.code(), SBREG_E_DIMENSION);
    assert_non_null(std::strstr(error.text(), "n = 2147483648"));
    wide = false;
  }
  if (wide) blas::require_size(std::numeric_limits<Index>::max(), "n");
}

void gemv_in_both_directions(void**) {
  const Index m = 5, n = 3, ld = 8;
  const Vector A = matrix(m, n, ld), x = {1, -2, 3}, y = {2, 0, -1, 1, 4};
  Vector out(5, 10.0), transposed(3, 10.0);
  blas::gemv(Op::none, m, n, 2, A.data(), ld, x.data(), 3, out.data());
  blas::gemv(Op::transpose, m, n, 2, A.data(), ld, y.data(), 3, transposed.data());
  for (Index i = 0; i < m; ++i) {
    double sum = 0;
    for (Index j = 0; j < n; ++j) sum += entry(i, j) * x[to_size(j)];
    assert_true(out[to_size(i)] == 2 * sum + 30);
  }
  for (Index j = 0; j < n; ++j) {
    double sum = 0;
    for (Index i = 0; i < m; ++i) sum += entry(i, j) * y[to_size(i)];
    assert_true(transposed[to_size(j)] == 2 * sum + 30);
  }
}

template <class T>
void assert_gemm() {
  const Index m = 4, n = 3, k = 5;
  std::vector<T> A, B;
  for (double v : matrix(k, m, k)) A.push_back(static_cast<T>(v));  // used transposed
  for (double v : matrix(k, n, k)) B.push_back(static_cast<T>(v));
  std::vector<T> C(to_size(m * n), T{1});
  blas::gemm(Op::transpose, Op::none, m, n, k, T{1}, A.data(), k, B.data(), k, T{2}, C.data(), m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) {
      double sum = 2;
      for (Index l = 0; l < k; ++l) sum += entry(l, i) * entry(l, j);
      assert_true(C[to_size(j * m + i)] == static_cast<T>(sum));
    }
}

void gemm_in_both_precisions(void**) {
  assert_gemm<double>();
  assert_gemm<float>();
}

void syrk_fills_the_lower_triangle_only(void**) {
  const Index n = 4, k = 3;
  const Vector A = matrix(n, k, n), T = matrix(k, n, k);
  Vector C(16, 50.0), D(16, 50.0);
  blas::syrk(Op::none, n, k, 1, A.data(), n, 0, C.data(), n);
  blas::syrk(Op::transpose, n, k, 1, T.data(), k, 0, D.data(), n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      double outer = 0, inner = 0;
      for (Index l = 0; l < k; ++l) {
        outer += entry(i, l) * entry(j, l);
        inner += entry(l, i) * entry(l, j);
      }
      assert_true(C[to_size(j * n + i)] == (i >= j ? outer : 50));
      assert_true(D[to_size(j * n + i)] == (i >= j ? inner : 50));
    }
}

void cholesky_solves_and_tells_an_indefinite_matrix(void**) {
  // L = (2 0; 1 3), LL' = (4 2; 2 10)
  Vector A = {4, 2, -99, 10};
  assert_true(blas::potrf(2, A.data(), 2));
  assert_true(A[0] == 2 && A[1] == 1 && A[3] == 3 && A[2] == -99);
  Vector x = {6, 12};  // LL' (1, 1)'
  blas::potrs(2, 1, A.data(), 2, x.data(), 2);
  assert_true(x[0] == 1 && x[1] == 1);
  Vector y = {2, 4};  // L (1, 1)'
  blas::trsv(Op::none, 2, A.data(), 2, y.data());
  assert_true(y[0] == 1 && y[1] == 1);
  y = {3, 3};  // L' (1, 1)'
  blas::trsv(Op::transpose, 2, A.data(), 2, y.data());
  assert_true(y[0] == 1 && y[1] == 1);
  Vector indefinite = {1, 2, 0, 1};
  assert_false(blas::potrf(2, indefinite.data(), 2));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_loaded_blas_has_the_width_of_its_header),
      cmocka_unit_test(the_width_is_told_for_both_orders_of_bytes),
      cmocka_unit_test(a_size_too_large_for_the_blas_is_refused),
      cmocka_unit_test(gemv_in_both_directions),
      cmocka_unit_test(gemm_in_both_precisions),
      cmocka_unit_test(syrk_fills_the_lower_triangle_only),
      cmocka_unit_test(cholesky_solves_and_tells_an_indefinite_matrix),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
