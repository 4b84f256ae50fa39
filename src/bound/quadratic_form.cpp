// SPDX-License-Identifier: BSD-3-Clause
#include "bound/quadratic_form.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/blas.hpp"
#include "linalg/simd/kernels.hpp"
#include "linalg/sparse_vector.hpp"

namespace sbreg::bound {
namespace {

constexpr Index block = 64;   // columns of a product
constexpr Index small = 128;  // up to so many variables no call of the BLAS, whose threads want a large stack
constexpr double least_square = 1e-250, largest_square = 1e250;

/// H <- F'WF + ridge I, both triangles, by columns with leading dimension ld.
void form_gram(const Curvature& curvature, double* H, Index ld) {
  const Index n = curvature.n;
  if (curvature.factor == nullptr) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) H[j * ld + i] = curvature.scale * curvature.symmetric[j * n + i];
  } else if (n <= small) {
    const Index m = curvature.factor->rows();
    std::vector<double> columns(to_size(m * n)), weighted(to_size(m));
    curvature.factor->copy_columns(0, n, columns.data());
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < m; ++i)
        weighted[to_size(i)] = columns[to_size(j * m + i)] * curvature.scale *
                               (curvature.row_weights.empty() ? 1 : curvature.row_weights[to_size(i)]);
      kernels().transpose_times(m, n - j, columns.data() + j * m, m, nullptr, weighted.data(), H + j * ld + j);
      for (Index i = 0; i < j; ++i) H[j * ld + i] = H[i * ld + j];
    }
  } else if (const DenseView* dense = curvature.factor->dense(); dense != nullptr && curvature.row_weights.empty()) {
    blas::syrk(dense->by_rows ? blas::Op::none : blas::Op::transpose, n, curvature.factor->rows(), curvature.scale,
               dense->data, dense->ld, 0, H, ld);
    for (Index j = 1; j < n; ++j)
      for (Index i = 0; i < j; ++i) H[j * ld + i] = H[i * ld + j];
  } else {
    const Index m = curvature.factor->rows();
    std::vector<double> columns(to_size(m * block)), products(to_size(n * block));
    for (Index first = 0; first < n; first += block) {
      const Index count = std::min(block, n - first);
      curvature.factor->copy_columns(first, count, columns.data());
      for (Index k = 0; k < count; ++k)
        for (Index i = 0; i < m; ++i)
          columns[to_size(k * m + i)] *=
              curvature.scale * (curvature.row_weights.empty() ? 1 : curvature.row_weights[to_size(i)]);
      curvature.factor->multiply_transpose_block(count, columns.data(), products.data());
      for (Index k = 0; k < count; ++k) std::copy_n(products.data() + k * n, n, H + (first + k) * ld);
    }
    for (Index j = 1; j < n; ++j)  // one number for both: P must be symmetric
      for (Index i = 0; i < j; ++i) H[j * ld + i] = H[i * ld + j];
  }
  for (Index j = 0; j < n; ++j) H[j * ld + j] += curvature.ridge;
}

/// Whether nothing at all is in column j, so that no underflow hides it.
bool zero_column(const Curvature& curvature, Index j) {
  if (curvature.factor == nullptr)
    return std::all_of(curvature.symmetric + j * curvature.n, curvature.symmetric + (j + 1) * curvature.n,
                       [](double v) { return v == 0; });
  std::vector<double> column(to_size(curvature.factor->rows()));
  curvature.factor->copy_columns(j, 1, column.data());
  for (std::size_t i = 0; i < curvature.row_weights.size(); ++i)
    if (curvature.row_weights[i] == 0) column[i] = 0;
  return std::ranges::all_of(column, [](double v) { return v == 0; });
}

}  // namespace

bool QuadraticForm::suits(const Problem& problem) {
  if (problem.penalty().quartic != 0) return false;
  const auto curvature = problem.curvature();
  return curvature && (curvature->factor != nullptr || curvature->symmetric != nullptr) &&
         problem.evaluator(1)->constant_hessian();
}

std::optional<QuadraticForm> QuadraticForm::make(const Problem& problem, Index s) {
  const auto curvature = problem.curvature();
  const Index n = problem.dimension();
  const Index m = problem.rows();
  const auto evaluator = problem.brief_evaluator();
  const SparseVector zero(n, 1);
  LineVector state(to_size(evaluator->state_size()));
  std::vector<double> gradient(to_size(n));
  QuadraticForm form;
  form.s = s;
  form.at_zero = evaluator->evaluate(zero, state);
  evaluator->gradient(zero, state, gradient);
  LineVector H;
  const Index ld = whole_lines(n);
  H.resize(to_size(ld * n));
  form_gram(*curvature, H.data(), ld);
  for (Index j = 0; j < n; ++j) {
    const double d = H[to_size(j * ld + j)];
    if (d == 0 && gradient[to_size(j)] == 0 && zero_column(*curvature, j)) continue;
    if (!(d > least_square && d < largest_square) || !std::isfinite(gradient[to_size(j)])) return std::nullopt;
    form.variable.push_back(j);
    form.unit.push_back(std::exp2(-std::floor(std::log2(d) / 2)));
  }
  form.size = to_index(form.variable.size());
  form.ld = whole_lines(form.size);
  const bool whole = form.size == n;
  if (!whole) form.G.resize(to_size(form.ld * form.size));
  form.c.assign(to_size(form.ld), 0.0);
  double largest = 0;
  for (Index j = 0; j < form.size; ++j) {
    const Index from = form.variable[to_size(j)];
    double* const out = whole ? H.data() + j * ld : form.G.data() + j * form.ld;
    const double* const source = H.data() + from * ld;
    for (Index i = 0; i < form.size; ++i)
      out[i] = source[form.variable[to_size(i)]] * form.unit[to_size(i)] * form.unit[to_size(j)];
    for (Index i = form.size; i < form.ld; ++i) out[i] = 0;
    if (!std::all_of(out, out + form.size, [](double v) { return std::isfinite(v); })) return std::nullopt;
    form.c[to_size(j)] = -gradient[to_size(from)] * form.unit[to_size(j)];
    largest = std::max(largest, std::abs(form.c[to_size(j)]));
  }
  if (whole) form.G = std::move(H);

  // Errors. Products of columns that were shifted err by what was summed.
  const double steps = static_cast<double>(s) + 8;
  const double length = std::sqrt(2 * std::abs(form.at_zero));  // of b, in least squares
  double e = 0, h = 0;
  if (m > 0) {
    double weight = curvature->row_weights.empty() ? static_cast<double>(m) : 0;
    for (double w : curvature->row_weights) weight += w;
    double shifted = 1;  // how much longer the columns are that were summed
    for (Index j = 0; j < form.size; ++j) {
      const Index from = form.variable[to_size(j)];
      const double root = std::sqrt(form.G[to_size(j * form.ld + j)]) / form.unit[to_size(j)];
      shifted = std::max(shifted, 1 + 2 * std::abs(curvature->factor->offset(from)) * std::sqrt(weight) / root);
    }
    const double sum = (static_cast<double>(m) + 16) * unit_roundoff * 1.1 * 3 * shifted;
    const double level = std::abs(problem.intercept(zero)) * std::sqrt(weight);  // which b was centred by, twice
    const double spread = length > 0 ? 1 + 2 * static_cast<double>(m) * unit_roundoff * level / length : 1;
    e = sum;
    h = sum * length * spread;
    form.at_zero -= (sum + 8 * unit_roundoff * spread) * std::abs(form.at_zero);
    form.semidefinite = true;
    form.wobble = 4 * e * static_cast<double>(form.size);
  }
  form.elimination = 4 * 2.2 * steps * unit_roundoff;
  e += form.elimination / 4;
  h += 4 * steps * unit_roundoff * (largest + length);
  const double z = 4 * e * static_cast<double>(s);
  const double lower = 4 * e * static_cast<double>(s) + z + 4 * unit_roundoff;
  for (Index j = 0; j < form.size; ++j) form.G[to_size(j * form.ld + j)] -= lower;
  form.wobble += lower;
  form.at_zero -= static_cast<double>(s) * (2 * h) * (2 * h) / (2 * z);
  return form;
}

}  // namespace sbreg::bound
