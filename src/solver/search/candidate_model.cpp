// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/candidate_model.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/simd/tableau.hpp"

namespace sbreg {
namespace {

Index padded(Index n) noexcept {
  constexpr Index multiple = TableauKernels<float>::row_multiple;
  return (n + multiple - 1) / multiple * multiple;
}

}  // namespace

CandidateModel::CandidateModel(Index p)
    : G_(p * padded(p)),
      c_(padded(p)),
      G_single_(p * padded(p)),
      c_single_(padded(p)),
      gradient_(to_size(p)),
      unit_(to_size(p)) {
  candidates.reserve(to_size(p));
}

void CandidateModel::resize(ConstIndexVec chosen) noexcept {
  candidates.assign(chosen.begin(), chosen.end());  // within what was reserved
  size = to_index(chosen.size());
  ld = padded(size);
}

void CandidateModel::build(Evaluator& evaluator, const Point& at, ConstIndexVec chosen) {
  resize(chosen);
  evaluator.second_order()->hessian(at.x, at.state, chosen, 0, G_.data(), ld);
  evaluator.gradient_on(at.x, at.state, chosen, Vec(gradient_).first(chosen.size()));
  scale(at);
}

void CandidateModel::build_by_columns(Evaluator& evaluator, const Point& at, ConstIndexVec chosen, ConstVec g,
                                      Vec scratch) {
  resize(chosen);
  for (Index j = 0; j < size; ++j) {
    evaluator.second_order()->hessian_column(chosen[to_size(j)], scratch);
    double* const target = G_.data() + j * ld;
    for (Index i = 0; i < size; ++i) target[i] = scratch[to_size(chosen[to_size(i)])];
    gradient_[to_size(j)] = g[to_size(chosen[to_size(j)])];
  }
  scale(at);
}

/// From G and the gradient at a point to c = Gx - gradient and the model's units.
void CandidateModel::scale(const Point& at) noexcept {
  for (Index j = 0; j < size; ++j) {
    double total = -gradient_[to_size(j)];
    std::size_t place = 0;
    for (Index i : at.x.support()) {
      while (candidates[place] != i) ++place;
      total += G_[to_size(j * ld) + place] * at.x[i];
    }
    gradient_[to_size(j)] = total;
  }
  measure_units();
  for (Index i = 0; i < ld; ++i) c_[to_size(i)] = i < size ? 1 / unit_[to_size(i)] : 0;  // until c takes its place
  for (Index j = 0; j < size; ++j) {
    double* const row = G_.data() + j * ld;
    std::fill(row + size, row + ld, 0.0);
    for (Index i = 0; i < ld; ++i) {
      row[i] = row[i] * c_[to_size(j)] * c_[to_size(i)];
      G_single_[to_size(j * ld + i)] = static_cast<float>(row[i]);
    }
  }
  double largest = 0;  // what the best single coordinate explains, before it becomes the unit
  for (Index j = 0; j < size; ++j) {
    gradient_[to_size(j)] /= unit_[to_size(j)];
    if (G_[to_size(j * ld + j)] > 0) largest = std::max(largest, std::abs(gradient_[to_size(j)]));
  }
  step_unit_ = largest > 0 && std::isfinite(largest * largest) ? largest : 1;
  energy_unit = step_unit_ * step_unit_;
  for (Index j = 0; j < ld; ++j) c_[to_size(j)] = j < size ? gradient_[to_size(j)] / step_unit_ : 0;
  copy_to_single();
}

/// The root of each diagonal entry; for a coordinate without curvature that of the mean entry.
void CandidateModel::measure_units() noexcept {
  double trace = 0;
  for (Index j = 0; j < size; ++j) trace += std::abs(G_[to_size(j * ld + j)]) / static_cast<double>(size);
  for (Index j = 0; j < size; ++j) {
    const double diagonal = std::abs(G_[to_size(j * ld + j)]);
    unit_[to_size(j)] = diagonal > 0 ? std::sqrt(diagonal) : trace > 0 ? std::sqrt(trace) : 1;
  }
}

void CandidateModel::rescale(double explained) noexcept {
  if (!(explained > 0) || !std::isfinite(explained)) return;
  energy_unit *= explained;
  step_unit_ *= std::sqrt(explained);
  for (Index j = 0; j < ld; ++j) c_[to_size(j)] /= std::sqrt(explained);
  copy_to_single();
}

void CandidateModel::copy_to_single() noexcept {
  for (Index j = 0; j < ld; ++j) c_single_[to_size(j)] = static_cast<float>(c_[to_size(j)]);
}

}  // namespace sbreg
