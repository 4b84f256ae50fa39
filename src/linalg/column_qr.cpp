// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/column_qr.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/simd/kernels.hpp"

namespace sbreg {
namespace {

/// What is left of a dependent column of length 1 and `rows` entries after the reflections: rounding error.
double dependent(Index rows) noexcept {
  return 8 * std::numeric_limits<double>::epsilon() * (4 + std::sqrt(static_cast<double>(rows)));
}

double norm(Index count, const double* v) noexcept { return std::sqrt(kernels().dot(count, v, v)); }

}  // namespace

double* ColumnQr::columns(Index rows, Index k) {
  rows_ = rows;
  k_ = k;
  F_.resize(to_size(rows * k));
  for (auto* v : {&length_, &y_}) v->resize(to_size(k));
  kept_.reserve(to_size(k));
  skipped_.reserve(to_size(k));
  return F_.data();
}

/// Divides each column by its length. The largest entry goes first, so that no square overflows or vanishes.
void ColumnQr::scale() noexcept {
  for (Index c = 0; c < k_; ++c) {
    double* const v = column(c);
    const double largest = kernels().largest(rows_, v);
    length_[to_size(c)] = largest;
    if (!(largest > 0) || !std::isfinite(largest)) continue;
    for (Index i = 0; i < rows_; ++i) v[i] /= largest;
    const double length = norm(rows_, v);
    for (Index i = 0; i < rows_; ++i) v[i] /= length;
    length_[to_size(c)] = largest * length;
  }
}

void ColumnQr::factor() noexcept {
  scale();
  kept_.clear();
  skipped_.clear();
  least_ = 1;
  for (Index c = 0; c < k_; ++c) {
    const Index r = rank();  // rows above r are done
    double* const v = column(c) + r;
    const Index count = rows_ - r;
    const double part = length_[to_size(c)] > 0 && count > 0 ? norm(count, v) : 0;
    if (!(part > dependent(rows_))) {
      skipped_.push_back(c);
      std::fill_n(v, std::max<Index>(count, 0), 0.0);
      continue;
    }
    kept_.push_back(c);
    least_ = std::min(least_, part);
    // The reflection I - u u' / (part (part + |v_0|)), u = v + sign(v_0) part e_0, takes v to -sign(v_0) part e_0.
    const double diagonal = v[0] > 0 ? -part : part;
    const double over = 1 / (part * (part + std::abs(v[0])));
    v[0] -= diagonal;
    for (Index j = c + 1; j < k_; ++j) {
      double* const w = column(j) + r;
      const double along = over * kernels().dot(count, v, w);
      for (Index i = 0; i < count; ++i) w[i] -= along * v[i];
    }
    v[0] = diagonal;
  }
}

void ColumnQr::solve(Vec step, ConstVec x) noexcept {
  const auto rank = kept_.size();
  // R1' y = step1
  for (std::size_t i = 0; i < rank; ++i) {
    const double* const r = column(kept_[i]);
    double total = step[to_size(kept_[i])] / length_[to_size(kept_[i])];
    for (std::size_t l = 0; l < i; ++l) total -= r[l] * y_[l];
    y_[i] = total / r[i];
  }
  // R1 p1 = y - R2 p2
  for (Index c : skipped_) {
    const double p = x.empty() ? 0 : -x[to_size(c)];
    step[to_size(c)] = p;
    for (std::size_t i = 0; p != 0 && i < rank; ++i) y_[i] -= column(c)[i] * (p * length_[to_size(c)]);
  }
  for (std::size_t i = rank; i-- > 0;) {
    const double* const r = column(kept_[i]);
    const double p = y_[i] / r[i];
    for (std::size_t l = 0; l < i; ++l) y_[l] -= r[l] * p;
    step[to_size(kept_[i])] = p / length_[to_size(kept_[i])];
  }
}

}  // namespace sbreg
