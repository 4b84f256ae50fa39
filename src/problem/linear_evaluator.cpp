// SPDX-License-Identifier: BSD-3-Clause
#include "problem/linear_evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/blas.hpp"
#include "linalg/careful_dot.hpp"
#include "linalg/simd/kernels.hpp"
#include "problem/intercept.hpp"

namespace sbreg {

namespace {

constexpr int usual_steps = 8;  // to the intercept of a point that is not far away

}  // namespace

LinearEvaluator::LinearEvaluator(const LinearModel& model, Index s, bool brief)
    : model_(model),
      data_(model.data()),
      penalty_(model.penalty()),
      s_(std::clamp<Index>(s, 1, model.dimension())),
      account_(model.dimension(), model.matrix().entries()),
      level_(model.intercept_at_zero()),
      scratch_(to_size(model.rows())),
      second_(to_size(model.rows())) {
  if (model.loss().couples || model.finds_intercept()) slope_.resize(to_size(s_));
  // Gram columns give the gradient of least squares in n s instead of n m operations.
  if (!brief && model.loss().is_least_squares && model.matrix().gram_pays(s)) gram_ = model.gram();
  if (gram_ != nullptr) {
    constant_.resize(to_size(model.dimension()));
    for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] = data_.weight(i) * data_.b[i];
    model.matrix().multiply_transpose(scratch_, constant_);
    for (double& c : constant_) c = -c;
    const double largest = kernels().largest(model.dimension(), constant_.data());
    if (penalty_.none() && gram_->unit() > 0 && largest > 0 && std::isfinite(largest))
      rough_.emplace(*gram_, constant_, largest, s_);
  }
}

double LinearEvaluator::evaluate(const SparseVector& x, Vec state) {
  const Vec t = state.first(scratch_.size());  // where the derivative takes its place, if there is no other
  model_.matrix().multiply_columns(x.support(), x.packed(), t);
  const Vec p = state.last(scratch_.size());
  if (!model_.finds_intercept()) return model_.loss().evaluate(t, data_, p) + penalty_.value(x);
  const Intercept best = best_intercept(model_.loss(), data_, level_, t, p, second_);
  if (best.steps <= usual_steps) level_ = best.c;
  return best.loss + penalty_.value(x);
}

void LinearEvaluator::gradient(const SparseVector& x, ConstVec state, Vec g) {
  const double through_columns = static_cast<double>(x.count()) * static_cast<double>(x.size());
  if (gram_ != nullptr && account_.affords(x.support(), model_.matrix().entries() - through_columns)) {
    // g = A'WA x - A'Wb
    gram_->combine(x.support(), x.packed(), constant_, scratch_, g);
  } else {
    model_.matrix().multiply_transpose(derivative(state), g);
  }
  penalty_.add_gradient(x, g);
}

void LinearEvaluator::gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) {
  model_.matrix().multiply_transpose_columns(S, derivative(state), out);
  penalty_.add_gradient_on(x, S, out);
}

/// Every sum in twice the precision.
void LinearEvaluator::careful_gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) {
  if (!model_.columns_stored()) return gradient_on(x, state, S, out);
  const ConstVec slope = derivative(state);
  for (std::size_t k = 0; k < S.size(); ++k) {
    model_.matrix().copy_columns(S[k], 1, scratch_.data());
    out[k] = careful_dot(scratch_, slope, penalty_.none() ? 0 : penalty_.first(x[S[k]]));
  }
}

bool LinearEvaluator::constant_hessian() const noexcept {
  return model_.loss().is_least_squares && penalty_.quartic == 0;
}

void LinearEvaluator::second_derivatives(ConstVec state) {
  model_.loss().second(margins(state), derivative(state), data_, second_);
}

LinearEvaluator::RankOne LinearEvaluator::rank_one(ConstVec derivative) const noexcept {
  if (model_.loss().couples) return {derivative, 1};
  if (!model_.finds_intercept()) return {};
  double total = 0;
  for (double h : second_) total += h;
  return {second_, total > 0 ? 1 / total : 0};
}

void LinearEvaluator::prepare_hessian() {
  if (gram_ != nullptr && account_.all()) return;
  if (model_.matrix().dense() != nullptr || (!constant_hessian() && model_.matrix().dense_columns())) {
    columns_.resize(scratch_.size() * to_size(s_));
    if (!residual_only()) weighted_.resize(columns_.size());
  } else if (constant_hessian()) {
    transposed_.resize(to_size(s_ * s_));
  }
}

void LinearEvaluator::gathered_gram(ConstIndexVec S, Index first, double* out, Index ld) {
  const Index m = model_.rows();
  const Index k = to_index(S.size());
  for (Index c = 0; c < k; ++c) model_.matrix().copy_columns(S[to_size(c)], 1, columns_.data() + c * m);
  if (first == 0 && residual_only()) {  // half of it is enough
    blas::syrk(blas::Op::transpose, k, m, 1, columns_.data(), m, 0, out, ld);
    for (Index c = 1; c < k; ++c)
      for (Index i = 0; i < c; ++i) out[c * ld + i] = out[i * ld + c];
    return;
  }
  const double* right = columns_.data();
  if (!residual_only()) {
    for (Index c = 0; c < k; ++c)
      for (Index i = 0; i < m; ++i) weighted_[to_size(c * m + i)] = columns_[to_size(c * m + i)] * second_[to_size(i)];
    right = weighted_.data();
  }
  blas::gemm(blas::Op::transpose, blas::Op::none, k - first, k, m, 1, columns_.data() + first * m, m, right, m, 0, out,
             ld);
}

/// The matrix makes a product for each column R, of which there are more than S: the transposed block costs fewer.
void LinearEvaluator::weighted_gram(ConstIndexVec S, ConstIndexVec R, double* out, Index ld) {
  if (S.size() == R.size()) return model_.matrix().weighted_gram(S, R, second_, scratch_, out, ld);
  if (transposed_.size() < R.size() * S.size()) transposed_.resize(R.size() * S.size());
  model_.matrix().weighted_gram(R, S, second_, scratch_, transposed_.data(), to_index(R.size()));
  for (std::size_t c = 0; c < R.size(); ++c)
    for (std::size_t k = 0; k < S.size(); ++k) out[to_index(c) * ld + to_index(k)] = transposed_[k * R.size() + c];
}

void LinearEvaluator::hessian(const SparseVector& x, ConstVec state, ConstIndexVec S, Index first, double* out,
                              Index ld) {
  const ConstIndexVec rows = S.subspan(to_size(first));
  const double block = static_cast<double>(rows.size()) * static_cast<double>(S.size());
  if (gram_ != nullptr && account_.affords(S, block * static_cast<double>(model_.rows()))) {
    for (std::size_t c = 0; c < S.size(); ++c) {
      const double* column = gram_->column(S[c], scratch_);
      double* target = out + to_index(c) * ld;
      for (std::size_t k = 0; k < rows.size(); ++k) target[k] = column[rows[k]];
    }
  } else {
    second_derivatives(state);
    columns_.empty() ? weighted_gram(rows, S, out, ld) : gathered_gram(S, first, out, ld);
    if (const RankOne out_of = rank_one(derivative(state)); out_of.factor != 0) {
      model_.matrix().multiply_transpose_columns(S, out_of.q, Vec(slope_).first(S.size()));
      for (std::size_t c = 0; c < S.size(); ++c)
        for (std::size_t k = 0; k < S.size(); ++k)  // from 0 on: such a Hessian is not constant
          out[to_index(c) * ld + to_index(k)] -= out_of.factor * slope_[k] * slope_[c];
    }
  }
  penalty_.add_hessian(x, S, first, out, ld);
}

bool LinearEvaluator::hessian_root(const SparseVector& x, ConstVec state, ConstIndexVec S, double* F) {
  const Index m = model_.rows();
  const Index rows = root_rows(to_index(S.size()));
  second_derivatives(state);
  const RankOne out_of = rank_one(derivative(state));
  if (out_of.factor != 0) model_.matrix().multiply_transpose_columns(S, out_of.q, Vec(slope_).first(S.size()));
  bool curved = true;  // wherever an observation counts
  for (std::size_t i = 0; i < second_.size(); ++i) {
    curved = curved && (second_[i] > 0 || (!data_.w.empty() && data_.w[i] == 0));
    scratch_[i] = std::sqrt(std::max(second_[i], 0.0));
  }
  for (std::size_t c = 0; c < S.size(); ++c) {
    double* const column = F + to_index(c) * rows;
    model_.matrix().copy_columns(S[c], 1, column);
    const double mean = out_of.factor != 0 ? out_of.factor * slope_[c] : 0;
    for (Index i = 0; i < m; ++i) column[i] = scratch_[to_size(i)] * (column[i] - mean);
    std::fill(column + m, column + rows, 0.0);
    if (!penalty_.none()) column[m + to_index(c)] = std::sqrt(penalty_.second(x[S[c]]));
  }
  return curved;
}

void LinearEvaluator::hessian_multiply(const SparseVector& x, ConstVec state, ConstIndexVec S, ConstVec p, Vec out) {
  second_derivatives(state);
  const RankOne out_of = rank_one(derivative(state));
  model_.matrix().multiply_columns(S, p, scratch_);
  const double shift =
      out_of.factor != 0 ? out_of.factor * kernels().dot(model_.rows(), out_of.q.data(), scratch_.data()) : 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] *= second_[i];
  if (shift != 0)
    for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] -= shift * out_of.q[i];
  model_.matrix().multiply_transpose_columns(S, scratch_, out);
  penalty_.add_product(x, S, p, out);
}

void LinearEvaluator::column_squares(ConstIndexVec S, Vec out) {
  if (!model_.columns_stored()) return SecondOrder::column_squares(S, out);  // each column would cost a product
  if (data_.w.empty())
    std::ranges::fill(second_, 1.0);
  else
    std::ranges::copy(data_.w, second_.begin());
  model_.matrix().weighted_norms(S.data(), second_, scratch_, out);
  for (double& square : out) square += penalty_.ridge;
}

double LinearEvaluator::slope_size(ConstVec state) const {
  const ConstVec p = derivative(state);
  return std::sqrt(kernels().dot(model_.rows(), p.data(), p.data()));
}

/// Each margin is a sum of the terms a_ij x_j, those of a shifted column a_ij - shift_j, and of b.
double LinearEvaluator::margin_error(const SparseVector& x) {
  const double unit = 2 * static_cast<double>(x.count() + 4) * std::numeric_limits<double>::epsilon();
  double count = 0, level = 0;
  for (std::size_t i = 0; i < second_.size(); ++i) {
    second_[i] = data_.w.empty() || data_.w[i] > 0 ? 1 : 0;
    count += second_[i];
    level += second_[i] * data_.b[i] * data_.b[i];
  }
  double length = std::sqrt(level);
  for (Index j : x.support()) {
    double squares = 0;
    model_.matrix().weighted_norms(&j, second_, scratch_, {&squares, 1});
    length += std::abs(x[j]) * (std::sqrt(squares) + std::abs(model_.matrix().offset(j)) * std::sqrt(count));
  }
  return unit * length;
}

std::optional<double> LinearEvaluator::residual_norm(ConstVec state) const {
  if (!model_.loss().is_least_squares) return std::nullopt;
  const ConstVec t = margins(state);
  const ConstVec slope = derivative(state);
  if (data_.w.empty()) return std::sqrt(kernels().dot(model_.rows(), slope.data(), slope.data()));
  double squares = 0;
  for (std::size_t i = 0; i < t.size(); ++i) squares += slope[i] * (t[i] - data_.b[i]);
  return std::sqrt(squares);
}

}  // namespace sbreg
