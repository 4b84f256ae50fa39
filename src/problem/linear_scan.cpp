// SPDX-License-Identifier: BSD-3-Clause
// What a search over supports asks of a linear model at several points or of many columns at once. Dense data are read
// in blocks, of sparse data only the entries are.
#include <algorithm>

#include "linalg/blas.hpp"
#include "problem/linear_evaluator.hpp"

namespace sbreg {

void LinearEvaluator::prepare_scan(Index points, Index rows) {
  prepare_hessian();
  const Index m = model_.rows();
  scan_.derivatives.resize(to_size(points * m));
  if (!columns_.empty()) scan_.columns.resize(to_size(rows * m));
  if (model_.loss().couples || model_.finds_intercept()) scan_.slopes.resize(to_size(model_.dimension() + s_));
}

void LinearEvaluator::gradients(std::span<const Evaluated> points, double* G) {
  if (points.size() == 1 || gram_ != nullptr) return Evaluator::gradients(points, G);
  for (std::size_t c = 0; c < points.size(); ++c)
    std::ranges::copy(derivative(points[c].state), scan_.derivatives.begin() + to_index(c) * model_.rows());
  model_.matrix().multiply_transpose_block(to_index(points.size()), scan_.derivatives.data(), G);
  for (const Evaluated& at : points) {
    penalty_.add_gradient(*at.x, {G, to_size(model_.dimension())});
    G += model_.dimension();
  }
}

void LinearEvaluator::curvatures(const SparseVector& x, ConstVec state, Vec out) {
  second_derivatives(state);
  model_.matrix().weighted_norms(nullptr, second_, scratch_, out);
  if (const RankOne out_of = rank_one(derivative(state)); out_of.factor != 0) {
    const Vec slopes = Vec(scan_.slopes).first(out.size());
    model_.matrix().multiply_transpose(out_of.q, slopes);
    for (std::size_t j = 0; j < out.size(); ++j) out[j] -= out_of.factor * slopes[j] * slopes[j];
  }
  for (std::size_t j = 0; j < out.size(); ++j) out[j] += penalty_.second(x.values()[j]);
}

void LinearEvaluator::hessian_between(const SparseVector& x, ConstVec state, ConstIndexVec J, ConstIndexVec R,
                                      double* out, Index ld, Vec diagonal) {
  const Index m = model_.rows();
  second_derivatives(state);
  if (columns_.empty()) {
    model_.matrix().weighted_gram(J, R, second_, scratch_, out, ld);
    model_.matrix().weighted_norms(J.data(), second_, scratch_, diagonal);
  } else {
    for (std::size_t k = 0; k < J.size(); ++k) {
      double* const column = scan_.columns.data() + to_index(k) * m;
      model_.matrix().copy_columns(J[k], 1, column);
      double total = 0;
      for (Index i = 0; i < m; ++i) total += second_[to_size(i)] * column[i] * column[i];
      diagonal[k] = total;
    }
    for (std::size_t c = 0; c < R.size(); ++c) {
      double* const column = columns_.data() + to_index(c) * m;
      model_.matrix().copy_columns(R[c], 1, column);
      for (Index i = 0; i < m; ++i) column[i] *= second_[to_size(i)];
    }
    blas::gemm(blas::Op::transpose, blas::Op::none, to_index(J.size()), to_index(R.size()), m, 1, scan_.columns.data(),
               m, columns_.data(), m, 0, out, ld);
  }
  if (const RankOne out_of = rank_one(derivative(state)); out_of.factor != 0) {
    const Vec of_J = Vec(scan_.slopes).first(J.size());
    const Vec of_R = Vec(scan_.slopes).subspan(J.size(), R.size());
    model_.matrix().multiply_transpose_columns(J, out_of.q, of_J);
    model_.matrix().multiply_transpose_columns(R, out_of.q, of_R);
    for (std::size_t k = 0; k < J.size(); ++k) {
      diagonal[k] -= out_of.factor * of_J[k] * of_J[k];
      for (std::size_t c = 0; c < R.size(); ++c)
        out[to_index(c) * ld + to_index(k)] -= out_of.factor * of_J[k] * of_R[c];
    }
  }
  for (std::size_t k = 0; k < J.size(); ++k) diagonal[k] += penalty_.second(x[J[k]]);
}

}  // namespace sbreg
