// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "api/access.hpp"
#include "api/answer.hpp"
#include "api/dense_input.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"
#include "problem/custom.hpp"
#include "problem/gradient_check.hpp"
#include "problem/linear_model.hpp"
#include "problem/quadratic.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_problem;

#define OPTIONS(h) (h).core->options
constexpr Key<Handle> table[] = {
#include "api/option_keys.inl"
// The rows.
#include "problem/options.inl"
// Their end.
#include "support/option_end.inl"
    int_result<Handle>(
        "rows", [](const Handle& h) { return h.core->rows(); }, "observations; 0 where there are none"),
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core->dimension(); }, "variables, n"),
    int_result<Handle>(
        "groups", [](const Handle& h) { return h.core->group_count(); },
        "groups of variables that s counts; n where each variable is its own"),
    int_result<Handle>(
        "frozen", [](const Handle& h) { return Index{h.core->frozen()}; }, "1 after the first use"),
    text_result<Handle>(
        "loss", [](const Handle& h) { return h.core->kind(); }, "the kind of objective"),
};
#undef OPTIONS

sbreg_problem* new_problem(std::shared_ptr<Problem> core) {
  auto handle = std::make_unique<sbreg_problem>();
  handle->core = std::move(core);
  return handle.release();
}

/// Runs body(x, evaluator, state) at a dense x of the caller's.
template <class Body>
void at_point(const sbreg_problem* problem, const double* x, Body body) {
  require_pointer(problem, "problem");
  require_pointer(x, "x");
  const Index n = problem->core->dimension();
  require_finite({x, to_size(n)}, "x");
  const Inside dense(*problem->core, x);
  const auto evaluator = problem->core->brief_evaluator();
  SparseVector point(n, n);
  point.assign_dense(dense.values());
  std::vector<double> state(to_size(evaluator->state_size()));
  body(point, *evaluator, Vec(state));
}

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle& handle, const char* name) {
  SBREG_REQUIRE(!handle.core->frozen(), SBREG_E_STATE,
                "%s cannot change any more: a dsm, a solver or a check has used this problem", name);
}

template <>
void option_changed(Handle& handle, const char*) {
  handle.core->update();
}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_problem_create_least_squares(sbreg_problem** out, int64_t m, int64_t n, const double* A, int64_t ld,
                                                int32_t order, const double* b) {
  return api::create(out, [&] {
    const DenseView view = api::checked_dense(m, n, A, ld, order);
    require_pointer(b, "b");
    return api::new_problem(std::make_shared<LinearModel>(DenseMatrix::copy(m, n, view), find_loss("least_squares"),
                                                          ConstVec{b, to_size(m)}));
  });
}

sbreg_status sbreg_problem_create_least_squares_complex(sbreg_problem** out, int64_t m, int64_t n, const double* A,
                                                        int64_t ld, int32_t order, const double* b) {
  return api::create(out, [&] {
    const DenseView view = api::checked_dense(m, n, A, ld, order, 2);
    require_pointer(b, "b");
    auto core = std::make_shared<LinearModel>(api::real_form(m, n, view), find_loss("least_squares"),
                                              ConstVec{b, to_size(2 * m)});
    std::vector<Index> groups(to_size(2 * n));
    for (std::size_t j = 0; j < groups.size(); ++j) groups[j] = to_index(j / 2);
    core->set_groups(std::move(groups));
    core->set_rows_per_observation(2);
    return api::new_problem(std::move(core));
  });
}

sbreg_status sbreg_problem_create_linear(sbreg_problem** out, const sbreg_matrix* A, const char* loss,
                                         const double* b) {
  return api::create(out, [&] {
    require_pointer(A, "A");
    require_pointer(loss, "loss");
    require_pointer(b, "b");
    return api::new_problem(
        std::make_shared<LinearModel>(A->core, find_loss(loss), ConstVec{b, to_size(A->core->rows())}));
  });
}

sbreg_status sbreg_problem_create_quadratic(sbreg_problem** out, int64_t n, const double* Q, int64_t ldq,
                                            const double* q) {
  return api::create(out, [&] {
    blas::require_blas();
    require_positive(n, "n");
    require_pointer(Q, "Q");
    require_pointer(q, "q");
    SBREG_REQUIRE(ldq >= n, SBREG_E_DIMENSION, "ldq must be at least n = %lld, got %lld", static_cast<long long>(n),
                  static_cast<long long>(ldq));
    checked_product(ldq, n, "Q");
    blas::require_size(ldq, "ldq");
    return api::new_problem(std::make_shared<Quadratic>(n, Q, ldq, ConstVec{q, to_size(n)}));
  });
}

sbreg_status sbreg_problem_create_custom(sbreg_problem** out, int64_t n, sbreg_objective_fn value_gradient,
                                         sbreg_hessian_fn hessian_on_support, sbreg_curvature_fn bound_times_block,
                                         void* user, sbreg_free_fn user_free) {
  return api::create(out, [&] {
    blas::require_blas();
    require_positive(n, "n");
    checked_product(n, 2, "n");
    SBREG_REQUIRE(value_gradient != nullptr, SBREG_E_ARGUMENT, "value_gradient must not be NULL");
    auto core = std::make_shared<CustomProblem>(n, value_gradient, hessian_on_support, bound_times_block);
    auto handle = std::make_unique<sbreg_problem>();
    handle->core = core;
    core->keep(UserData(user, user_free));  // nothing can fail any more
    return handle.release();
  });
}

sbreg_status sbreg_problem_set_weights(sbreg_problem* problem, const double* observation_weights) {
  return api::guarded([&] {
    require_pointer(problem, "problem");
    require_pointer(observation_weights, "observation_weights");
    api::require_settable(*problem, "observation_weights");
    Observed* const observed = problem->core->observed();
    SBREG_REQUIRE(observed != nullptr, SBREG_E_UNSUPPORTED,
                  "a %s problem has no observations to weigh; weigh its data instead", problem->core->kind());
    observed->set_weights({observation_weights, to_size(problem->core->rows())});
  });
}

sbreg_status sbreg_problem_value(const sbreg_problem* problem, const double* x, double* f) {
  return api::guarded([&] {
    require_pointer(f, "f");
    api::at_point(problem, x, [&](const SparseVector& point, Evaluator& evaluator, Vec state) {
      const double value = evaluator.evaluate(point, state);
      api::require_value(value);
      *f = value;
    });
  });
}

sbreg_status sbreg_problem_gradient(const sbreg_problem* problem, const double* x, double* g) {
  return api::guarded([&] {
    require_pointer(g, "g");
    api::at_point(problem, x, [&](const SparseVector& point, Evaluator& evaluator, Vec state) {
      std::vector<double> gradient(to_size(point.size()));
      evaluator.evaluate(point, state);
      evaluator.gradient(point, state, gradient);
      const ConstVec scale = problem->core->scale();
      for (std::size_t j = 0; j < scale.size(); ++j) gradient[j] *= scale[j];
      api::require_answer(gradient, "the gradient");
      std::ranges::copy(gradient, g);
    });
  });
}

sbreg_status sbreg_problem_intercept(const sbreg_problem* problem, const double* x, double* intercept) {
  return api::guarded([&] {
    require_pointer(intercept, "intercept");
    api::at_point(problem, x, [&](const SparseVector& point, Evaluator&, Vec) {
      const double c = problem->core->intercept(point);
      api::require_answer(c, "the intercept");
      *intercept = c;
    });
  });
}

sbreg_status sbreg_problem_check_gradient(const sbreg_problem* problem, const double* x, double step,
                                          double* discrepancy, int64_t* where) {
  return api::guarded([&] {
    require_pointer(problem, "problem");
    require_pointer(x, "x");
    require_pointer(discrepancy, "discrepancy");
    SBREG_REQUIRE(step >= 0 && step < 1, SBREG_E_ARGUMENT, "step must lie in 0 .. 1, got %g", step);
    require_finite({x, to_size(problem->core->dimension())}, "x");
    const api::Inside point(*problem->core, x);
    const GradientCheck result = check_gradient(*problem->core, point.values(), step);
    *discrepancy = result.discrepancy;
    if (where != nullptr) *where = result.where;
  });
}

SBREG_DEFINE_COMMON(problem)
}
