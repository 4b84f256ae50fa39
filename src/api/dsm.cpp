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
  if (state != SBREG_RUNNING) return state;
  if (h.stopped) return SBREG_STOPPED;
  return h.watch.seconds() >= h.core->options.time_limit ? SBREG_TIME_LIMIT : SBREG_RUNNING;
}

DsmModel model_of(const char* name) {
  Suggestion suggestion(name);
  for (DsmModel model : {DsmModel::lipschitz, DsmModel::linear, DsmModel::quadratic}) {
    const char* known = model_names[static_cast<int>(model)];
    if (std::strcmp(name, known) == 0) return model;
    suggestion.consider(known);
  }
  fail(SBREG_E_KEY, "there is no model \"%s\"%s", name, suggestion.hint());
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
#include "api/option_keys.inl"
// The rows.
#include "dsm/options.inl"
// Their end.
#include "support/option_end.inl"
    text_result<Handle>(
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
        "failure_probability", [](const Handle& h) { return h.core->failure_probability(); },
        "the probability that a probabilistic certificate is wrong; 0 for a proven one"),
    real_result<Handle>(
        "residual", [](const Handle& h) { return h.core->residual(); },
        "of the size of the gap, known at every iteration; the gap itself is that of the last certificate"),
    int_result<Handle>(
        "dual_rank", [](const Handle& h) { return h.core->rank(); }, "the rank in use; 0 before the first iteration"),
    int_result<Handle>(
        "cycling", [](const Handle& h) -> Index { return h.core->cycling() ? 1 : 0; },
        "1 when bcm-parallel was seen to cycle; the state is then SBREG_STALLED"),
    real_result<Handle>(
        "elapsed_seconds", [](const Handle& h) { return h.watch.seconds(); }, "wall time spent in step and run"),
};
#undef OPTIONS

void iterate(Handle& h, Index count) {
  const Running running(h);
  const Timed timed(h.watch);
  h.stopped = false;
  h.core->keep_going = [&h] { return state_of(h) == SBREG_RUNNING; };
  for (; count > 0 && state_of(h) == SBREG_RUNNING; --count) {
    h.core->step();
    h.stopped = h.monitor != nullptr && h.monitor(&h, h.monitor_data.get()) != 0;
  }
  const Index state = state_of(h);
  if (state == SBREG_TIME_LIMIT || state == SBREG_STOPPED) h.core->certify();  // what the iterations have earned
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
void option_changed(Handle& handle, const char*) {
  handle.core->update();
}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_dsm_create(sbreg_dsm** out, const sbreg_problem* problem, const char* model) {
  return api::create(out, [&] {
    require_pointer(problem, "problem");
    require_pointer(model, "model");
    const DsmModel wanted = api::model_of(model);
    const auto curvature = problem->core->curvature();
    SBREG_REQUIRE(
        curvature.has_value(), SBREG_E_UNSUPPORTED,
        "this %s problem has no bound on its Hessian; give weights of your own with sbreg_dsm_create_weights, or "
        "use a method with a line search, which finds a scale by itself",
        problem->core->kind());
    auto handle = std::make_unique<sbreg_dsm>();
    handle->problem = problem->core;
    handle->model = wanted;
    handle->core = make_dsm(*curvature, wanted);
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
    SBREG_REQUIRE(negative == weights.end(), SBREG_E_ARGUMENT,
                  "w[%lld], counted from 0, is %g; weights must not be negative",
                  static_cast<long long>(negative - weights.begin()), *negative);
    auto handle = std::make_unique<sbreg_dsm>();
    handle->model = DsmModel::weights;
    handle->core = make_weights(weights);
    return handle.release();
  });
}

sbreg_status sbreg_dsm_set_cost(sbreg_dsm* dsm, const double* c) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(c, "c");
    api::require_idle(*dsm);
    dsm->core->set_cost({c, dsm->core->weights().size()});
  });
}

sbreg_status sbreg_dsm_set_start(sbreg_dsm* dsm, const sbreg_dsm* previous) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(previous, "previous");
    api::require_idle(*dsm);
    api::require_idle(*previous);
    dsm->core->start_from(*previous->core);
  });
}

sbreg_status sbreg_dsm_set_monitor(sbreg_dsm* dsm, sbreg_dsm_monitor_fn monitor, void* user, sbreg_free_fn user_free) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    api::require_idle(*dsm);
    dsm->monitor = monitor;
    dsm->monitor_data = UserData(user, user_free);
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

sbreg_status sbreg_dsm_get_extracted_weights(const sbreg_dsm* dsm, double* w) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(w, "w");
    dsm->core->extract({w, dsm->core->weights().size()});
  });
}

sbreg_status sbreg_dsm_margin(const sbreg_dsm* dsm, const sbreg_problem* problem, double* lambda_min) {
  return api::guarded([&] {
    require_pointer(dsm, "dsm");
    require_pointer(problem, "problem");
    require_pointer(lambda_min, "lambda_min");
    const auto curvature = problem->core->curvature();
    SBREG_REQUIRE(curvature.has_value(), SBREG_E_UNSUPPORTED, "a %s problem has no bound on its Hessian",
                  problem->core->kind());
    const double value = margin(*curvature, dsm->core->weights());
    problem->core->freeze();
    *lambda_min = value;
  });
}

SBREG_DEFINE_COMMON(dsm)
}
