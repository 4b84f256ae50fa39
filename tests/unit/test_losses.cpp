// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Losses against extended precision: values from their formulas, derivatives from differences of values.
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "cmocka.hpp"
#include "linalg/sparse_vector.hpp"
#include "oracle.hpp"
#include "problem/dense.hpp"
#include "problem/intercept.hpp"
#include "problem/linear_model.hpp"
#include "support/error.hpp"

namespace {

using namespace oracle;

struct Case {
  const char* loss;
  Vector b;
};

constexpr Index m = 12, n = 7, s = 4;

template <class Call>
sbreg_status code_of(Call call) {
  try {
    call();
  } catch (const sbreg::Error& error) {
    return error.code();
  }
  return SBREG_OK;
}

std::vector<Case> cases(Rng& rng) {
  std::vector<Case> all;
  for (const char* name : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"}) {
    Case c{name, gaussian(rng, m)};
    if (c.loss == std::string("logistic"))
      for (double& v : c.b) v = v > 0 ? 1 : 0;
    if (c.loss == std::string("poisson"))
      for (double& v : c.b) v = std::floor(3 * std::abs(v));
    all.push_back(c);
  }
  return all;
}

/// The loss by its definition, in extended precision.
Real definition(const std::string& loss, const RealVector& t, const Vector& b, const Vector& w, Real delta) {
  Real total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Real r = t[i] - b[i];
    if (loss == "least_squares") total += w[i] * r * r / 2;
    if (loss == "logistic") total += w[i] * (std::log1p(std::exp(t[i])) - b[i] * t[i]);
    if (loss == "logsumexp") total += w[i] * std::exp(r);
    if (loss == "huber") total += w[i] * (std::abs(r) <= delta ? r * r / 2 : delta * (std::abs(r) - delta / 2));
    if (loss == "quartic") total += w[i] * r * r * r * r / 4;
    if (loss == "poisson") total += w[i] * (std::exp(t[i]) - b[i] * t[i]);
  }
  return loss == "logsumexp" ? std::log(total) : total;
}

struct Setting {
  Case c;
  Vector A, w;
  double ridge, quartic;

  [[nodiscard]] Real value(const RealVector& x) const {
    const LeastSquares f{m, n, A, c.b};
    Real total = definition(c.loss, f.times(x), c.b, w, 0.7L);
    for (Real v : x) total += ridge * v * v / 2 + quartic * v * v * v * v / 4;
    return total;
  }
  [[nodiscard]] std::unique_ptr<sbreg::LinearModel> model() const {
    auto result = std::make_unique<sbreg::LinearModel>(
        std::shared_ptr<const sbreg::Matrix>(sbreg::DenseMatrix::copy(m, n, {A.data(), m, false})),
        sbreg::find_loss(c.loss), c.b);
    result->set_weights(w);
    result->options.ridge = ridge;
    result->options.quartic_penalty = quartic;
    result->options.huber_delta = 0.7;
    return result;
  }
};

/// Every loss with and without penalties at a random sparse point.
void for_each_setting(const std::function<void(const Setting&, const Vector&, sbreg::Evaluator&)>& visit) {
  Rng rng(5);
  for (const Case& c : cases(rng))
    for (const double penalty : {0.0, 0.3}) {
      Setting setting{c, gaussian(rng, m * n), Vector(at(m)), penalty, 2 * penalty};
      for (double& v : setting.w) v = rng.uniform() < 0.2 ? 0 : 0.5 + rng.uniform();
      const auto model = setting.model();
      const auto evaluator = model->evaluator(s);
      visit(setting, sparse_gaussian(rng, n, s), *evaluator);
    }
}

RealVector moved(const Vector& x, Index i, Real h) {
  RealVector y(x.begin(), x.end());
  y[at(i)] += h;
  return y;
}

struct At {
  sbreg::SparseVector x;
  std::vector<double> state;
  double f;

  At(sbreg::Evaluator& evaluator, const Vector& point) : x(n, s), state(at(evaluator.state_size())) {
    x.assign_dense(point);
    f = evaluator.evaluate(x, state);
  }
};

void assert_near(const char* what, double value, Real exact, Real tolerance) {
  if (!(std::abs(value - exact) <= tolerance * (1 + std::abs(exact))))
    fail_msg("%s: %.17g, not %.17Lg\n", what, value, exact);
}

void the_value_is_the_definition(void**) {
  for_each_setting([](const Setting& setting, const Vector& x, sbreg::Evaluator& evaluator) {
    assert_near(setting.c.loss, At(evaluator, x).f, setting.value(RealVector(x.begin(), x.end())), 1e-14L);
  });
}

void the_gradient_is_the_derivative_of_the_value(void**) {
  for_each_setting([](const Setting& setting, const Vector& x, sbreg::Evaluator& evaluator) {
    const At point(evaluator, x);
    std::vector<double> g(at(n)), part(2);
    evaluator.gradient(point.x, point.state, g);
    const Real h = 1e-6L;
    for (Index i = 0; i < n; ++i) {
      const Real slope = (setting.value(moved(x, i, h)) - setting.value(moved(x, i, -h))) / (2 * h);
      assert_near(setting.c.loss, g[at(i)], slope, 1e-9L);
    }
    const std::vector<Index> S{1, 5};
    evaluator.gradient_on(point.x, point.state, S, part);
    assert_near(setting.c.loss, part[0], g[1], 1e-14L);
    assert_near(setting.c.loss, part[1], g[5], 1e-14L);
  });
}

void the_hessian_on_a_support_is_the_derivative_of_the_gradient(void**) {
  for_each_setting([](const Setting& setting, const Vector& x, sbreg::Evaluator& evaluator) {
    const At point(evaluator, x);
    const std::vector<Index> S{0, 6, 3, 2};
    const Index ld = 8;
    std::vector<double> H(at(ld * 4)), part(at(ld * 4)), product(4);
    evaluator.second_order()->hessian(point.x, point.state, S, 0, H.data(), ld);
    if (evaluator.constant_hessian()) evaluator.second_order()->hessian(point.x, point.state, S, 2, part.data(), ld);
    const Real h = 1e-4L;
    for (Index c = 0; c < 4; ++c)
      for (Index k = 0; k < 4; ++k) {
        const auto f = [&](Real a, Real b) {
          RealVector y = moved(x, S[at(c)], a);
          y[at(S[at(k)])] += b;
          return setting.value(y);
        };
        const Real exact = (f(h, h) - f(h, -h) - f(-h, h) + f(-h, -h)) / (4 * h * h);
        assert_near(setting.c.loss, H[at(c * ld + k)], exact, 1e-6L);
        if (evaluator.constant_hessian() && k >= 2) assert_near(setting.c.loss, part[at(c * ld + k - 2)], exact, 1e-6L);
      }
    const Vector p{0.3, -1.2, 0.5, 2};
    evaluator.second_order()->hessian_multiply(point.x, point.state, S, p, product);
    for (Index k = 0; k < 4; ++k) {
      Real exact = 0;
      for (Index c = 0; c < 4; ++c) exact += H[at(c * ld + k)] * p[at(c)];
      assert_near(setting.c.loss, product[at(k)], exact, 1e-13L);
    }
  });
}

/// x'Cx - x'Hx >= 0 along random directions, at random points.
void the_curvature_bound_lies_above_the_hessian(void**) {
  Rng rng(8);
  for_each_setting([&](const Setting& setting, const Vector& x, sbreg::Evaluator& evaluator) {
    const auto model = setting.model();
    const auto C = model->curvature();
    const std::string loss = setting.c.loss;
    assert_int_equal(C.has_value(), loss != "quartic" && loss != "poisson" && setting.quartic == 0);
    if (!C) return;
    const At point(evaluator, x);
    const std::vector<Index> S{0, 2, 3, 6};
    for (int trial = 0; trial < 20; ++trial) {
      const Vector p = gaussian(rng, 4);
      std::vector<double> product(4), full(at(n)), image(at(m));
      evaluator.second_order()->hessian_multiply(point.x, point.state, S, p, product);
      for (std::size_t k = 0; k < 4; ++k) full[at(S[k])] = p[k];
      C->factor->multiply_block(1, full.data(), image.data());
      Real above = 0, below = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
        above += C->scale * (C->row_weights.empty() ? 1 : C->row_weights[i]) * image[i] * image[i];
      for (std::size_t k = 0; k < 4; ++k) {
        above += C->ridge * p[k] * p[k];
        below += p[k] * product[k];
      }
      assert_true(below <= above * (1 + 1e-12L));
    }
  });
}

void large_margins_neither_overflow_nor_lose_the_loss(void**) {
  const Vector A{800, -800, 1e5, -1e5};
  const Vector labels{1, 0, 0, 1};
  for (const char* loss : {"logistic", "logsumexp"}) {
    const sbreg::LinearModel model(
        std::shared_ptr<const sbreg::Matrix>(sbreg::DenseMatrix::copy(4, 1, {A.data(), 4, false})),
        sbreg::find_loss(loss), labels);
    const auto evaluator = model.evaluator(1);
    sbreg::SparseVector x(1, 1);
    std::vector<double> state(8), g(1);
    x.assign_dense(Vector{1});
    const double f = evaluator->evaluate(x, state);
    evaluator->gradient(x, state, g);
    assert_true(f == (loss == std::string("logistic") ? 2e5 : 1e5));
    assert_true(g[0] == (loss == std::string("logistic") ? 2e5 : 1e5));
    x.assign_dense(Vector{1e-3});
    assert_true(std::isfinite(evaluator->evaluate(x, state)));
  }
}

/// The sum of the derivatives of the loss at t + c 1.
double slope(const sbreg::Loss& loss, const sbreg::Observations& data, Vector t, double c) {
  for (double& margin : t) margin += c;
  Vector derivative(t.size());
  loss.evaluate(t, data, derivative);
  double total = 0;
  for (double d : derivative) total += d;
  return total;
}

/// The slope rises from the lower end of the interval to the upper one, and vanishes at the best intercept. A loss of
/// another name with the same row has the same one: nothing is decided by the name.
void the_row_of_a_loss_decides_its_intercept(void**) {
  Rng rng(1805);
  for (const Case& c : cases(rng)) {
    const sbreg::Loss& loss = sbreg::find_loss(c.loss);
    sbreg::Loss renamed = loss;
    renamed.name = "renamed";
    const sbreg::Observations data{c.b, {}, 0.7};
    for (double spread : {0.1, 1.0, 8.0}) {
      Vector t = gaussian(rng, m);
      for (double& margin : t) margin = spread * margin - 3;
      if (loss.intercept == nullptr) {
        assert_true(loss.couples);
        assert_int_equal(code_of([&] { sbreg::require_intercept(loss, data, t); }), SBREG_E_UNSUPPORTED);
        continue;
      }
      const auto [low, high] = loss.intercept(t, data);
      assert_true(slope(loss, data, t, low - 1e-9) <= 0 && slope(loss, data, t, high + 1e-9) >= 0);
      for (const sbreg::Loss* row : {&loss, static_cast<const sbreg::Loss*>(&renamed)}) {
        sbreg::require_intercept(*row, data, t);
        Vector moved = t, first(t.size()), second(t.size());
        const double best = sbreg::best_intercept(*row, data, 0, moved, first, second).c;
        assert_true(low <= best && best <= high);
        assert_true(slope(loss, data, t, best - 1e-3) <= 0 && slope(loss, data, t, best + 1e-3) >= 0);
      }
      renamed.intercept = nullptr;
      assert_int_equal(code_of([&] { sbreg::require_intercept(renamed, data, t); }), SBREG_E_UNSUPPORTED);
      renamed.intercept = loss.intercept;
    }
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(the_value_is_the_definition),
      cmocka_unit_test(the_gradient_is_the_derivative_of_the_value),
      cmocka_unit_test(the_hessian_on_a_support_is_the_derivative_of_the_gradient),
      cmocka_unit_test(the_curvature_bound_lies_above_the_hessian),
      cmocka_unit_test(the_row_of_a_loss_decides_its_intercept),
      cmocka_unit_test(large_margins_neither_overflow_nor_lose_the_loss),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
