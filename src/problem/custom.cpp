// SPDX-License-Identifier: BSD-3-Clause
#include "problem/custom.hpp"

#include <algorithm>
#include <cmath>

#include "support/checks.hpp"

namespace sbreg {
namespace {

constexpr Index largest_hessian = 2048;  // order of a Hessian on a support that is asked for: 32 MB

/// A point has no state: the callback computes everything from x.
class CustomEvaluator final : public Evaluator, public SecondOrder {
 public:
  CustomEvaluator(const CustomProblem& problem, Index s)
      : problem_(problem),
        penalty_(problem.penalty()),
        gradient_(to_size(problem.dimension())),
        line_(gradient_.size()),
        hessian_(has_hessian_for(s) ? to_size(s * s) : 0) {}

  [[nodiscard]] Index state_size() const noexcept override { return 0; }

  double evaluate(const SparseVector& x, Vec /*state*/) override {
    return problem_.value(x.values().data(), nullptr) + penalty_.value(x);
  }
  void gradient(const SparseVector& x, ConstVec /*state*/, Vec g) override {
    value_inside(x, g.data());
    penalty_.add_gradient(x, g);
  }
  void gradient_on(const SparseVector& x, ConstVec /*state*/, ConstIndexVec S, Vec out) override {
    value_inside(x, gradient_.data());
    for (std::size_t k = 0; k < S.size(); ++k) out[k] = gradient_[to_size(S[k])];
    penalty_.add_gradient_on(x, S, out);
  }
  [[nodiscard]] bool calls_back() const noexcept override { return true; }
  [[nodiscard]] const SecondOrder* second_order() const noexcept override { return hessian_.empty() ? nullptr : this; }

  void hessian(const SparseVector& x, ConstVec /*state*/, ConstIndexVec S, Index first, double* out,
               Index ld) override {
    problem_.hessian(x.values().data(), S, hessian_.data());
    const auto k = to_index(S.size());
    for (Index c = 0; c < k; ++c) std::copy_n(hessian_.data() + c * k + first, k - first, out + c * ld);
    penalty_.add_hessian(x, S, first, out, ld);
  }
  void hessian_multiply(const SparseVector& x, ConstVec /*state*/, ConstIndexVec S, ConstVec p, Vec out) override {
    problem_.hessian(x.values().data(), S, hessian_.data());
    for (std::size_t k = 0; k < S.size(); ++k) {
      out[k] = 0;
      for (std::size_t c = 0; c < S.size(); ++c) out[k] += hessian_[c * S.size() + k] * p[c];
    }
    penalty_.add_product(x, S, p, out);
  }

  void start_line(const SparseVector& x, ConstVec /*state*/, Index j) override {
    std::ranges::copy(x.values(), line_.begin());
    along_ = to_size(j);
    coordinate_ = x[j];
    others_ = penalty_.value(x) - penalty_.value(coordinate_);
  }
  OnLine on_line(double t) override {
    const double moved = line_[along_] = coordinate_ + t;
    const double f = problem_.value(line_.data(), gradient_.data());
    if (f == infinity) return {f, 0, 0};
    return {f + others_ + penalty_.value(moved), gradient_[along_] + penalty_.first(moved), 0};
  }

 private:
  /// f and its gradient, which only exists where f is finite.
  void value_inside(const SparseVector& x, double* g) const {
    SBREG_REQUIRE(problem_.value(x.values().data(), g) < infinity, SBREG_E_NUMERIC,
                  "f is +infinity at x: x lies outside the domain of f, where it has no gradient");
  }
  [[nodiscard]] bool has_hessian_for(Index s) const noexcept { return problem_.has_hessian() && s <= largest_hessian; }

  const CustomProblem& problem_;
  Penalty penalty_;
  std::vector<double> gradient_;
  std::vector<double> line_;
  std::vector<double> hessian_;
  std::size_t along_ = 0;
  double coordinate_ = 0;
  double others_ = 0;
};

}  // namespace

std::unique_ptr<Evaluator> CustomProblem::evaluator(Index s) const {
  return std::make_unique<CustomEvaluator>(*this, s);
}

double CustomProblem::value(const double* x, double* g) const {
  double f = 0;
  {
    const CallbackGate::Pass pass(gate_, options.callbacks_thread_safe != 0);
    call_back("value_gradient", [&] { return value_gradient_(dimension(), x, &f, g, data_.get()); });
  }
  if (f == infinity) return f;  // x lies outside the domain of f, and g says nothing
  SBREG_REQUIRE(std::isfinite(f), SBREG_E_NUMERIC, "the callback value_gradient gave f = %g", f);
  if (g != nullptr) {
    const Index bad = first_not_finite({g, to_size(dimension())});
    SBREG_REQUIRE(bad < 0, SBREG_E_NUMERIC, "the callback value_gradient gave g[%lld], counted from 0, as %g",
                  static_cast<long long>(bad), g[bad]);
  }
  return f;
}

void CustomProblem::hessian(const double* x, ConstIndexVec S, double* H) const {
  const Index k = to_index(S.size());
  {
    const CallbackGate::Pass pass(gate_, options.callbacks_thread_safe != 0);
    call_back("hessian_on_support", [&] { return hessian_(dimension(), x, k, S.data(), H, data_.get()); });
  }
  const Index bad = first_not_finite({H, to_size(k * k)});
  SBREG_REQUIRE(bad < 0, SBREG_E_NUMERIC, "the callback hessian_on_support gave H(%lld, %lld), counted from 0, as %g",
                static_cast<long long>(bad % k), static_cast<long long>(bad / k), H[bad]);
}

const double* CustomProblem::bound_matrix() const {
  const Index n = dimension();
  {
    const std::lock_guard lock(mutex_);
    if (!bound_matrix_.empty()) return bound_matrix_.data();
  }
  constexpr Index width = 32;
  std::vector<double> C(to_size(n * n));
  std::vector<double> units(to_size(n * std::min(n, width)));
  for (Index j = 0; j < n; j += width) {
    const Index count = std::min(width, n - j);
    std::ranges::fill(units, 0.0);
    for (Index c = 0; c < count; ++c) units[to_size(c * n + j + c)] = 1;
    const CallbackGate::Pass pass(gate_, options.callbacks_thread_safe != 0);
    call_back("bound_times_block", [&] { return bound_(n, count, units.data(), C.data() + j * n, data_.get()); });
  }
  const Index bad = first_not_finite(C);
  SBREG_REQUIRE(bad < 0, SBREG_E_NUMERIC, "the callback bound_times_block gave C(%lld, %lld), counted from 0, as %g",
                static_cast<long long>(bad % n), static_cast<long long>(bad / n), C[to_size(bad)]);
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 1; i < n; ++i) {
      double& below = C[to_size(j * n + i)];
      double& above = C[to_size(i * n + j)];
      SBREG_REQUIRE(
          std::abs(below - above) <= 1e-8 * (std::abs(below) + std::abs(above)), SBREG_E_CALLBACK,
          "the bound of the callback bound_times_block is not symmetric: C(%lld, %lld), counted from 0, is %g "
          "but the entry across the diagonal is %g",
          static_cast<long long>(i), static_cast<long long>(j), below, above);
      below = above = 0.5 * (below + above);
    }
  const std::lock_guard lock(mutex_);
  if (bound_matrix_.empty()) bound_matrix_ = std::move(C);
  return bound_matrix_.data();
}

std::optional<Curvature> CustomProblem::curvature() const {
  if (bound_ == nullptr || options.quartic_penalty > 0) return std::nullopt;
  SBREG_REQUIRE(
      dimension() <= largest_bound, SBREG_E_UNSUPPORTED,
      "a bound given by its products is formed for scaling matrices, up to %lld variables, and this problem has "
      "%lld; give weights of your own with sbreg_dsm_create_weights, or use a line search, which finds a scale "
      "by itself",
      static_cast<long long>(largest_bound), static_cast<long long>(dimension()));
  Curvature c;
  c.n = dimension();
  c.symmetric = bound_matrix();
  c.ridge = options.ridge;
  return c;
}

double CustomProblem::mean_curvature() const {
  if (bound_ == nullptr || dimension() > largest_bound) return options.ridge;
  const double* C = bound_matrix();
  double trace = 0;
  for (Index j = 0; j < dimension(); ++j) trace += std::abs(C[j * dimension() + j]);
  return trace / static_cast<double>(dimension()) + options.ridge;
}

}  // namespace sbreg
