// SPDX-License-Identifier: BSD-3-Clause
// A linear model along one coordinate, and its Hessian by columns where that is constant: what the check of
// coordinatewise minima asks for. One point on a line costs O(m), not a product with A.
#include <algorithm>

#include "linalg/simd/kernels.hpp"
#include "problem/gram.hpp"
#include "problem/intercept.hpp"
#include "problem/linear_evaluator.hpp"

namespace sbreg {

void LinearEvaluator::start_line(const SparseVector& x, ConstVec state, Index j) {
  for (auto* v : {&line_.base, &line_.column, &line_.margins, &line_.derivative}) v->resize(scratch_.size());
  std::ranges::copy(margins(state), line_.base.begin());
  if (residual_only())
    for (std::size_t i = 0; i < scratch_.size(); ++i) line_.base[i] += data_.b[i];
  model_.matrix().copy_columns(j, 1, line_.column.data());
  line_.coordinate = x[j];
  line_.others = penalty_.value(x) - penalty_.value(x[j]);
}

Evaluator::OnLine LinearEvaluator::on_line(double t) {
  const Index m = model_.rows();
  const double* a = line_.column.data();
  for (std::size_t i = 0; i < line_.base.size(); ++i) line_.margins[i] = line_.base[i] + t * a[i];
  OnLine result{};
  result.f = model_.finds_intercept()
                 ? best_intercept(model_.loss(), data_, 0, line_.margins, line_.derivative, second_).loss
                 : model_.loss().evaluate(line_.margins, data_, line_.derivative);
  model_.loss().second(line_.margins, line_.derivative, data_, second_);
  result.first = kernels().dot(m, line_.derivative.data(), a);
  for (std::size_t i = 0; i < second_.size(); ++i) result.second += second_[i] * a[i] * a[i];
  if (const RankOne out_of = rank_one(line_.derivative); out_of.factor != 0) {
    const double product = kernels().dot(m, out_of.q.data(), a);
    result.second -= out_of.factor * product * product;
  }
  const double moved = line_.coordinate + t;
  result.f += line_.others + penalty_.value(moved);
  result.first += penalty_.first(moved);
  result.second += penalty_.second(moved);
  return result;
}

void LinearEvaluator::hessian_column(Index j, Vec out) {
  if (gram_ != nullptr) {
    std::copy_n(gram_->column(j, scratch_), out.size(), out.begin());
  } else {
    model_.matrix().copy_columns(j, 1, scratch_.data());
    if (!data_.w.empty())
      for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] *= data_.w[i];
    model_.matrix().multiply_transpose(scratch_, out);
  }
  out[to_size(j)] += penalty_.ridge;
}

void LinearEvaluator::hessian_diagonal(Vec out) {
  if (data_.w.empty()) {
    model_.matrix().column_norms(out);
  } else {
    for (std::size_t j = 0; j < out.size(); ++j) {
      model_.matrix().copy_columns(to_index(j), 1, scratch_.data());
      double squares = 0;
      for (std::size_t i = 0; i < scratch_.size(); ++i) squares += data_.w[i] * scratch_[i] * scratch_[i];
      out[j] = squares;
    }
  }
  for (double& d : out) d += penalty_.ridge;
}

}  // namespace sbreg
