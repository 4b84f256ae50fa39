// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "api/access.hpp"
#include "api/handles.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_dsm;

constexpr const char* model_names[] = {"weights", "lipschitz", "linear", "quadratic"};

Index state_of(const Handle& h) noexcept {
  const int state = h.core->state();
  return state == SBREG_RUNNING && h.timed_out && h.watch.seconds() >= h.core->options.time_limit ? SBREG_TIME_LIMIT
                                                                                                  : state;
}

const char* certificate_name(Certificate certificate) noexcept {
  switch (certificate) {
    case Certificate::probabilistic:
      return "probabilistic";
    case Certificate::proven:
      return "proven";
    default:
      return "none";
  }
}

#define OPTIONS(h) (h).core->options
constexpr Key<Handle> table[] = {
    SBREG_OPTION_KEYS(SBREG_DSM_OPTIONS) text_result<Handle>(
        "model", [](const Handle& h) { return model_names[static_cast<int>(h.model)]; },
        "the model that defines the weights"),
    int_result<Handle>(
        "columns", [](const Handle& h) { return to_index(h.core->weights().size()); }, "n"),
    int_result<Handle>("state", state_of, "SBREG_RUNNING, or why the computation ended"),
    int_result<Handle>(
        "iterations", [](const Handle& h) { return h.core->iterations(); }, "iterations done"),
    real_result<Handle>(
        "primal_objective", [](const Handle& h) { return h.core->primal_objective(); },
        "the model's objective at the weights, before inflation"),
    real_result<Handle>(
        "dual_objective", [](const Handle& h) { return h.core->dual_objective(); },
        "a lower bound on the model's optimum"),
    real_result<Handle>(
        "gap", [](const Handle& h) { return h.core->gap(); }, "1 - dual/primal"),
    text_result<Handle>(
        "certificate", [](const Handle& h) { return certificate_name(h.core->certificate()); },
        "how Diag(w) >= C is known: none, probabilistic or proven"),
    real_result<Handle>(
        "elapsed_seconds", [](const Handle& h) { return h.watch.seconds(); }, "wall time spent in step and run"),
};
#undef OPTIONS

void iterate(Handle& h, Index count) {
  const Running running(h);
  const Timed timed(h.watch);
  h.timed_out = false;
  for (; count > 0 && h.core->state() == SBREG_RUNNING && !h.timed_out; --count) {
    h.core->step();
    h.timed_out = h.watch.seconds() >= h.core->options.time_limit;
  }
}

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle& handle, const char* name) {
  require_idle(handle);
  const std::string_view option(name);
  SBREG_REQUIRE(handle.core->iterations() == 0 || option == "max_iterations" || option == "time_limit" ||
                    option == "gap_tolerance",
                SBREG_E_STATE, "%s cannot change after the first iteration; only limits can", name);
}

template <>
void option_changed(Handle&, const char*) {}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_dsm_create(sbreg_dsm** out, const sbreg_problem* problem, const char* model) {
  return api::create(out, [&] {
    require_pointer(problem, "problem");
    require_pointer(model, "model");
    Suggestion suggestion(model);
    DsmModel kind = DsmModel::weights;
    for (const DsmModel known : {DsmModel::lipschitz, DsmModel::linear, DsmModel::quadratic}) {
      suggestion.consider(api::model_names[static_cast<int>(known)]);
      if (std::strcmp(model, api::model_names[static_cast<int>(known)]) == 0) kind = known;
    }
    SBREG_REQUIRE(kind != DsmModel::weights, SBREG_E_KEY, "there is no model \"%s\"; did you mean \"%s\"?", model,
                  suggestion.best());
    const auto curvature = problem->core->curvature();
    SBREG_REQUIRE(
        curvature.has_value(), SBREG_E_UNSUPPORTED,
        "this %s problem has no bound on its Hessian; give weights of your own with sbreg_dsm_create_weights, or "
        "use a method with a line search, which finds a scale by itself",
        problem->core->kind());
    auto handle = std::make_unique<sbreg_dsm>();
    handle->problem = problem->core;
    handle->model = kind;
    handle->core = make_dsm(*curvature, kind);
    problem->core->freeze();  // last, so that a failure leaves the problem as it was
    return handle.release();
  });
}

sbreg_status sbreg_dsm_create_weights(sbreg_dsm** out, int64_t n, const double* w) {
  return api::create(out, [&] {
    require_positive(n, "n");
    require_pointer(w, "w");
    checked_product(n, 1, "w");
    const ConstVec weights{w, to_size(n)};
    require_finite(weights, "w");
    const auto negative = std::ranges::find_if(weights, [](double v) { return v < 0; });
    SBREG_REQUIRE(negative == weights.end(), SBREG_E_ARGUMENT, "w[%lld] is %g; weights must not be negative",
                  static_cast<long long>(negative - weights.begin()), *negative);
    auto handle = std::make_unique<sbreg_dsm>();
    handle->model = DsmModel::weights;
    handle->core = make_weights(weights);
    return handle.release();
  });
}

sbreg_status sbreg_dsm_step(sbreg_dsm* dsm, int64_t count) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    SBREG_REQUIRE(count >= 1, SBREG_E_ARGUMENT, "count must be at least 1, got %lld", static_cast<long long>(count));
    api::iterate(*dsm, count);
  });
}

sbreg_status sbreg_dsm_run(sbreg_dsm* dsm) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    api::iterate(*dsm, unlimited);
  });
}

sbreg_status sbreg_dsm_get_weights(const sbreg_dsm* dsm, double* w) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(w, "w");
    std::ranges::copy(dsm->core->weights(), w);
  });
}

SBREG_DEFINE_COMMON(dsm)
}
