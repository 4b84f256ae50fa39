// SPDX-License-Identifier: BSD-3-Clause
#include "problem/quadratic.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/cholesky.hpp"
#include "linalg/simd/kernels.hpp"
#include "support/checks.hpp"
#include "support/line_array.hpp"

namespace sbreg {
namespace {

/// A point's state is the product Qx.
class QuadraticEvaluator final : public Evaluator, public SecondOrder {
 public:
  QuadraticEvaluator(const Quadratic& problem, Index s)
      : problem_(problem),
        penalty_(problem.penalty()),
        cost_(static_cast<double>(s) * static_cast<double>(problem.dimension())) {}

  [[nodiscard]] Index state_size() const noexcept override { return problem_.dimension(); }

  double evaluate(const SparseVector& x, Vec state) override {
    const Index n = problem_.dimension();
    kernels().add_columns(n, problem_.matrix(), n, x.count(), x.support().data(), x.packed().data(), nullptr,
                          state.data());
    double f = 0;
    for (Index i : x.support()) f += x[i] * (0.5 * state[to_size(i)] - problem_.linear()[to_size(i)]);
    return f + penalty_.value(x);
  }

  void gradient(const SparseVector& x, ConstVec state, Vec g) override {
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = state[i] - problem_.linear()[i];
    penalty_.add_gradient(x, g);
  }

  void gradient_on(const SparseVector& x, ConstVec state, ConstIndexVec S, Vec out) override {
    for (std::size_t k = 0; k < S.size(); ++k) out[k] = state[to_size(S[k])] - problem_.linear()[to_size(S[k])];
    penalty_.add_gradient_on(x, S, out);
  }

  [[nodiscard]] double gradient_cost() const noexcept override { return cost_; }
  [[nodiscard]] const SecondOrder* second_order() const noexcept override { return this; }
  [[nodiscard]] bool constant_hessian() const noexcept override { return penalty_.quartic == 0; }

  void hessian(const SparseVector& x, ConstVec /*state*/, ConstIndexVec S, Index first, double* out,
               Index ld) override {
    const ConstIndexVec rows = S.subspan(to_size(first));
    for (std::size_t c = 0; c < S.size(); ++c)
      for (std::size_t k = 0; k < rows.size(); ++k) out[to_index(c) * ld + to_index(k)] = entry(rows[k], S[c]);
    penalty_.add_hessian(x, S, first, out, ld);
  }

  void hessian_multiply(const SparseVector& x, ConstVec /*state*/, ConstIndexVec S, ConstVec p, Vec out) override {
    for (std::size_t k = 0; k < S.size(); ++k) {
      double total = 0;
      for (std::size_t c = 0; c < S.size(); ++c) total += entry(S[k], S[c]) * p[c];
      out[k] = total;
    }
    penalty_.add_product(x, S, p, out);
  }

  void start_line(const SparseVector& x, ConstVec state, Index j) override {
    const auto i = to_size(j);
    coordinate_ = x[j];
    curvature_ = entry(j, j);
    slope_ = state[i] - problem_.linear()[i];
    f_ = penalty_.value(x) - penalty_.value(x[j]);
    for (Index k : x.support()) f_ += x[k] * (0.5 * state[to_size(k)] - problem_.linear()[to_size(k)]);
  }

  OnLine on_line(double t) override {
    const double moved = coordinate_ + t;
    return {f_ + t * (slope_ + 0.5 * t * curvature_) + penalty_.value(moved),
            slope_ + t * curvature_ + penalty_.first(moved), curvature_ + penalty_.second(moved)};
  }

  void hessian_column(Index j, Vec out) override {
    std::copy_n(problem_.matrix() + j * problem_.dimension(), out.size(), out.begin());
    out[to_size(j)] += penalty_.ridge;
  }

  void hessian_diagonal(Vec out) override {
    for (std::size_t j = 0; j < out.size(); ++j) out[j] = entry(to_index(j), to_index(j)) + penalty_.ridge;
  }

 private:
  [[nodiscard]] double entry(Index i, Index j) const noexcept {
    return problem_.matrix()[j * problem_.dimension() + i];
  }

  const Quadratic& problem_;
  Penalty penalty_;
  double cost_;
  double coordinate_ = 0, curvature_ = 0, slope_ = 0, f_ = 0;  // of a line
};

}  // namespace

Quadratic::Quadratic(Index n, const double* Q, Index ld, ConstVec q)
    : Problem(n), Q_(to_size(n * n)), q_(q.begin(), q.end()) {
  require_finite(q, "q");
  for (Index j = 0; j < n; ++j) {
    const Index bad = first_not_finite({Q + j * ld + j, to_size(n - j)});
    SBREG_REQUIRE(bad < 0, SBREG_E_NOT_FINITE, "Q(%lld, %lld), counted from 0, is %g; every number must be finite",
                  static_cast<long long>(j + bad), static_cast<long long>(j), Q[j * ld + j + bad]);
    for (Index i = j; i < n; ++i) Q_[to_size(j * n + i)] = Q_[to_size(i * n + j)] = Q[j * ld + i];
  }
}

std::unique_ptr<Evaluator> Quadratic::evaluator(Index s) const {
  return std::make_unique<QuadraticEvaluator>(*this, s);
}

std::optional<Curvature> Quadratic::curvature() const {
  if (options.quartic_penalty > 0) return std::nullopt;
  return curvature_of_quadratic();
}

std::optional<Curvature> Quadratic::curvature_at_zero(std::vector<double>& /*row_weights*/) const {
  return curvature_of_quadratic();
}

Curvature Quadratic::curvature_of_quadratic() const {
  Curvature c;
  c.n = dimension();
  c.symmetric = Q_.data();
  c.ridge = options.ridge;
  return c;
}

Index Quadratic::rank(ConstIndexVec S) const {
  const Index k = to_index(S.size());
  const Index ld = whole_lines(k);
  LineVector block(to_size(ld * k));
  for (Index c = 0; c < k; ++c)
    for (Index r = c; r < k; ++r) block[to_size(c * ld + r)] = Q_[to_size(S[to_size(c)] * dimension() + S[to_size(r)])];
  std::vector<unsigned char> skipped(to_size(ld));
  cholesky_factor(k, LineVector(block).data(), block.data(), ld, skipped.data());
  return k - std::count(skipped.begin(), skipped.begin() + k, 1);
}

double Quadratic::mean_curvature() const {
  double total = 0;
  for (Index i = 0; i < dimension(); ++i) total += std::abs(Q_[to_size(i * dimension() + i)]);
  return total / static_cast<double>(dimension()) + options.ridge;
}

}  // namespace sbreg
