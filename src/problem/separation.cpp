// SPDX-License-Identifier: BSD-3-Clause
#include "problem/separation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/simd/kernels.hpp"
#include "support/options.hpp"

namespace sbreg {
namespace {

constexpr double rounding = 1e-10;                // of sum_j |a_ij d_j|: a smaller margin is 0
constexpr double dependent = 1e-9;                // of a row: what is left of it if it depends on others
constexpr double noise = 1e-12;                   // of the largest coefficient: what rounding leaves of a projection
constexpr double near_limits[] = {4, 8, 16, 32};  // margins up to which an observation may be one that stays

/// The rows of the chosen columns, each column scaled to length 1 and its coefficient accordingly.
class Rows {
 public:
  Rows(const Loss& loss, const Observations& data, ChosenColumns& chosen)
      : loss_(loss), data_(data), columns_(chosen.columns), size_(chosen.values.size()), row_(size_) {
    const auto m = to_index(data.b.size());
    for (std::size_t j = 0; j < size_; ++j) {
      double* column = columns_.data() + j * data.b.size();
      const double length = std::sqrt(kernels().dot(m, column, column));
      if (!(length > 0) || !std::isfinite(length)) continue;
      for (std::size_t i = 0; i < data.b.size(); ++i) column[i] /= length;
      chosen.values[j] *= length;
    }
  }

  [[nodiscard]] std::size_t count() const noexcept { return data_.b.size(); }
  [[nodiscard]] bool counts(std::size_t i) const noexcept { return data_.weight(i) > 0; }
  /// 1 or -1: the margin may grow or fall for ever; 0: it must stay.
  [[nodiscard]] int escape(std::size_t i) const noexcept { return loss_.escape(data_.b[i]); }
  [[nodiscard]] ConstVec row(std::size_t i) noexcept {
    for (std::size_t j = 0; j < size_; ++j) row_[j] = columns_[j * count() + i];
    return row_;
  }
  /// u <- the margin of observation i along d; false where it is 0 to rounding.
  bool margin(std::size_t i, ConstVec d, double& u) noexcept {
    double size = 0;
    u = 0;
    for (std::size_t j = 0; j < size_; ++j) {
      const double term = columns_[j * count() + i] * d[j];
      u += term;
      size += std::abs(term);
    }
    return std::abs(u) > rounding * size;
  }

 private:
  const Loss& loss_;
  const Observations& data_;
  std::vector<double>& columns_;
  std::size_t size_;
  std::vector<double> row_;
};

/// An orthonormal basis of the rows that were added, and what is orthogonal to them.
class RowSpace {
 public:
  explicit RowSpace(std::size_t size) : size_(size) {}

  [[nodiscard]] bool full() const noexcept { return basis_.size() == size_ * size_; }
  /// v <- the part of v that no row sees; twice, because the first pass leaves its rounding.
  void remove(Vec v) const noexcept {
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t k = 0; k < basis_.size(); k += size_) {
        const double along = kernels().dot(to_index(size_), basis_.data() + k, v.data());
        for (std::size_t j = 0; j < size_; ++j) v[j] -= along * basis_[k + j];
      }
  }
  void add(ConstVec row) {
    std::vector<double> rest(row.begin(), row.end());
    remove(rest);
    const double length = norm(rest);
    if (!(length > dependent * norm(row))) return;
    for (double v : rest) basis_.push_back(v / length);
  }

 private:
  [[nodiscard]] double norm(ConstVec v) const noexcept {
    return std::sqrt(kernels().dot(to_index(size_), v.data(), v.data()));
  }

  std::size_t size_;
  std::vector<double> basis_;
};

/// Whether the loss falls for ever along d.
bool proves(Rows& rows, ConstVec d, const MayGo& may_go) {
  for (std::size_t j = 0; j < d.size(); ++j)
    if (d[j] != 0 && !may_go(to_index(j), d[j])) return false;
  bool falls = false;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    double u = 0;
    if (!rows.counts(i) || !rows.margin(i, d, u)) continue;
    if (!(rows.escape(i) * u > 0)) return false;
    falls = true;
  }
  return falls;
}

}  // namespace

bool falls_for_ever(const Loss& loss, const Observations& data, ChosenColumns chosen, const MayGo& may_go) {
  if (loss.escape == nullptr || chosen.values.empty()) return false;
  Rows rows(loss, data, chosen);
  const ConstVec x = chosen.values;
  if (proves(rows, x, may_go)) return true;
  // Observations whose margins are small, or must not change, stay; with each limit there are more of them.
  const double largest = kernels().largest(to_index(x.size()), x.data());
  RowSpace staying(x.size());
  std::vector<double> d(x.size());
  double last = -infinity;
  for (const double limit : near_limits) {
    for (std::size_t i = 0; i < rows.count() && !staying.full(); ++i) {
      double u = 0;
      if (!rows.counts(i)) continue;
      rows.margin(i, x, u);
      const double gone = rows.escape(i) == 0 ? 0 : rows.escape(i) * u;
      if (gone > last && gone <= limit) staying.add(rows.row(i));
    }
    if (staying.full()) return false;
    std::ranges::copy(x, d.begin());
    staying.remove(d);
    for (double& v : d)
      if (std::abs(v) <= noise * largest) v = 0;
    if (proves(rows, d, may_go)) return true;
    last = limit;
  }
  return false;
}

}  // namespace sbreg
