// SPDX-License-Identifier: BSD-3-Clause
#include "problem/problem.hpp"

#include <algorithm>
#include <vector>

#include "support/error.hpp"

namespace sbreg {

void Evaluator::gradients(std::span<const Evaluated> points, double* G) {
  for (const Evaluated& at : points) {
    gradient(*at.x, at.state, {G, to_size(at.x->size())});
    G += at.x->size();
  }
}

void SecondOrder::curvatures(const SparseVector& x, ConstVec state, Vec out) {
  for (Index j = 0; j < to_index(out.size()); ++j) hessian(x, state, {&j, 1}, 0, &out[to_size(j)], 1);
}

/// By the Hessian on R and one of J at a time.
void SecondOrder::hessian_between(const SparseVector& x, ConstVec state, ConstIndexVec J, ConstIndexVec R, double* out,
                                  Index ld, Vec diagonal) {
  const std::size_t order = R.size() + 1;
  std::vector<Index> S(order);
  std::vector<double> H(order * order);
  for (std::size_t k = 0; k < J.size(); ++k) {
    S.assign(R.begin(), R.end());
    const auto place = to_size(S.insert(std::ranges::upper_bound(S, J[k]), J[k]) - S.begin());
    hessian(x, state, S, 0, H.data(), to_index(order));
    for (std::size_t c = 0; c < R.size(); ++c)
      out[to_index(c) * ld + to_index(k)] = H[(c < place ? c : c + 1) * order + place];
    diagonal[k] = H[place * (order + 1)];
  }
}

void SecondOrder::hessian_column(Index /*j*/, Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "a column of the Hessian was asked for, but the Hessian is not constant");
}

void SecondOrder::hessian_diagonal(Vec /*out*/) {
  fail(SBREG_E_INTERNAL, "the diagonal of the Hessian was asked for, but the Hessian is not constant");
}

void Problem::update() {
  SBREG_REQUIRE(options.intercept == 0 && options.standardize == 0, SBREG_E_UNSUPPORTED,
                "a %s problem has no columns: intercept and standardize are for problems made from a matrix", kind());
}

}  // namespace sbreg
