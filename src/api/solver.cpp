// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <vector>

#include "api/access.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_solver;

Index state_of(const Handle& h) noexcept {
  if (h.stopped) return SBREG_STOPPED;
  const int state = h.core.state();
  return state == SBREG_RUNNING && h.watch.seconds() >= h.core.options.time_limit ? SBREG_TIME_LIMIT : state;
}

/// The gradient is computed on demand, and kept where the next step wants it; a solver belongs to one thread at a time.
double gradient_norm(const Handle& h) { return const_cast<Handle&>(h).core.gradient_norm(); }

double residual_norm(const Handle& h) {
  const Run& run = h.core.run();
  return run.evaluator->residual_norm(run.current.state).value_or(std::numeric_limits<double>::quiet_NaN());
}

/// Of the columns of the solution's support.
Index rank_of(const Handle& h) {
  const Dependence* const columns = h.core.problem().dependence();
  return columns != nullptr ? columns->rank(h.core.run().best.support()) : -1;
}

#define OPTIONS(h) (h).core.options
constexpr Key<Handle> table[] = {
#include "api/option_keys.inl"
// The rows.
#include "solver/run/options.inl"
// Their end.
#include "support/option_end.inl"
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core.problem().dimension(); }, "variables, n"),
    int_result<Handle>(
        "sparsity", [](const Handle& h) { return h.core.setup().sparsity(); }, "largest number of nonzeros, s"),
    int_result<Handle>("state", state_of, "SBREG_RUNNING, or why the run ended"),
    int_result<Handle>(
        "iterations", [](const Handle& h) { return h.core.run().counters.iterations; }, "iterations done"),
    real_result<Handle>(
        "objective", [](const Handle& h) { return h.core.run().current.f; }, "f at the iterate"),
    real_result<Handle>(
        "best_objective", [](const Handle& h) { return h.core.run().best_f; },
        "f at the solution, the best point so far"),
    real_result<Handle>("residual_norm", residual_norm, "||Ax-b|| at the iterate; NaN where f has no residual"),
    real_result<Handle>("gradient_norm", gradient_norm, "norm of the gradient at the iterate"),
    real_result<Handle>(
        "intercept", [](const Handle& h) { return h.core.problem().intercept(h.core.run().best); },
        "the intercept of the solution; 0 where the problem has none"),
    int_result<Handle>(
        "support_size", [](const Handle& h) { return h.core.run().best.count(); }, "nonzeros of the solution"),
    int_result<Handle>(
        "rank", rank_of,
        "rank of the columns of the solution's support; below support_size where columns depend on each other; -1 "
        "where "
        "f has no matrix"),
    int_result<Handle>(
        "support_changes", [](const Handle& h) { return h.core.run().counters.support_changes; },
        "iterations that changed the support"),
    int_result<Handle>(
        "newton_steps", [](const Handle& h) { return h.core.run().counters.newton_steps; },
        "Newton steps that were accepted"),
    int_result<Handle>(
        "restarts", [](const Handle& h) { return h.core.run().counters.restarts; }, "restarts at stationary points"),
    int_result<Handle>(
        "forced_steps", [](const Handle& h) { return h.core.run().counters.forced_steps; },
        "steps accepted without the decrease asked for: the first, restarts, trials exhausted"),
    int_result<Handle>(
        "trials", [](const Handle& h) { return h.core.run().counters.trials; },
        "steps that the line searches considered; those that are known to raise f are not evaluated"),
    int_result<Handle>(
        "evaluations", [](const Handle& h) { return h.core.run().counters.evaluations; },
        "evaluations of f by the iterations"),
    int_result<Handle>(
        "active_dsm", [](const Handle& h) { return h.core.run().matrix; },
        "index in the dictionary of the matrix used last"),
    int_result<Handle>(
        "dictionary_size", [](const Handle& h) { return h.core.dictionary().size(); },
        "scaling matrices in the dictionary"),
    real_result<Handle>(
        "smoothness_used", [](const Handle& h) { return h.core.run().smoothness; },
        "L of the last step of bpg with a kernel; 0 without one"),
    text_result<Handle>(
        "strategy", [](const Handle& h) { return h.core.strategy(); }, "what the run did, in words"),
    int_result<Handle>(
        "proved", [](const Handle& h) { return h.core.run().proved() ? Index{1} : Index{0}; },
        "1 when gap is at most gap_tolerance: no point allowed has an f that is lower by more than this part of it"),
    real_result<Handle>(
        "lower_bound", [](const Handle& h) { return h.core.run().lower_bound(); },
        "no point allowed has an f below this number, rounding errors included; -infinity if nothing is known"),
    real_result<Handle>(
        "gap", [](const Handle& h) { return h.core.run().gap(); },
        "(best_objective - lower_bound) / |best_objective|; 0 if the difference is at most 1e-20 |f(0)|, infinity "
        "if no bound is known"),
    int_result<Handle>(
        "separated", [](const Handle& h) { return h.core.separated() ? Index{1} : Index{0}; },
        "1 when f has no minimiser on the support of the solution, so that coefficients grow for ever: the chosen "
        "variables separate the classes of a logistic loss, or mark zero counts of a Poisson loss"),
    real_result<Handle>(
        "elapsed_seconds", [](const Handle& h) { return h.watch.seconds(); }, "wall time spent in step and run"),
};
#undef OPTIONS

bool is_limit(std::string_view name) noexcept {
  return name == "max_iterations" || name == "time_limit" || name == "effort" || name == "gap_tolerance" ||
         name == "proof_share" || name == "prove" || name == "proof_memory";
}

void iterate(Handle& h, Index count) {
  const Running running(h);
  const Timed timed(h.watch);
  h.stopped = false;
  const std::function<bool()> keep_going = [&h] {
    if (h.stopped || h.watch.seconds() >= h.core.options.time_limit) return false;
    h.stopped = h.monitor != nullptr && h.monitor(&h, h.monitor_data.get()) != 0;
    return !h.stopped;
  };
  const bool watched = h.core.options.time_limit < infinity;
  for (; count > 0 && h.core.prepare(keep_going) && h.core.state() == SBREG_RUNNING; --count) {
    if (watched && h.watch.seconds() >= h.core.options.time_limit) return;
    h.core.step();
    if (h.monitor != nullptr && h.monitor(&h, h.monitor_data.get()) != 0) {
      h.stopped = true;
      return;
    }
  }
}

}  // namespace

void require_fresh(const Handle& h, const char* what) {
  require_idle(h);
  SBREG_REQUIRE(!h.core.begun(), SBREG_E_STATE,
                "%s cannot change after the first step; only limits and the monitor can", what);
}

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

template <>
void require_settable(const Handle& handle, const char* name) {
  require_idle(handle);
  const bool named_late = std::strcmp(name, "dictionary") == 0 && handle.core.waits_for_dictionary();
  if (!is_limit(name) && !named_late) require_fresh(handle, name);
}

template <>
void option_changed(Handle& handle, const char* name) {
  if (std::strcmp(name, "method") == 0) apply_method(handle.core.options);
  if (std::strcmp(name, "dictionary") == 0) handle.core.dictionary_changed();
}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_solver_create(sbreg_solver** out, const sbreg_problem* problem, int64_t s) {
  return api::create(out, [&] {
    require_pointer(problem, "problem");
    require_sparsity(s, problem->core->dimension());
    auto handle = std::make_unique<sbreg_solver>(problem->core, s);
    problem->core->freeze();  // last, so that a failure leaves the problem as it was
    return handle.release();
  });
}

sbreg_status sbreg_solver_add_dsm(sbreg_solver* solver, const sbreg_dsm* dsm) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(dsm, "dsm");
    api::require_fresh(*solver, "the dictionary");
    const ConstVec w = dsm->core->weights();
    const Index n = solver->core.problem().dimension();
    SBREG_REQUIRE(to_index(w.size()) == n, SBREG_E_DIMENSION, "dsm has %lld weights but the problem has %lld variables",
                  static_cast<long long>(w.size()), static_cast<long long>(n));
    solver->core.add_scaling(w);
  });
}

sbreg_status sbreg_solver_set_kernel(sbreg_solver* solver, const sbreg_kernel* kernel) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(kernel, "kernel");
    api::require_fresh(*solver, "the kernel");
    const Index n = solver->core.problem().dimension();
    SBREG_REQUIRE(kernel->core->size() == n, SBREG_E_DIMENSION, "kernel has %lld coordinates but the problem has %lld",
                  static_cast<long long>(kernel->core->size()), static_cast<long long>(n));
    kernel->core->require_convex();
    solver->core.set_kernel(kernel->core);
  });
}

sbreg_status sbreg_solver_set_start(sbreg_solver* solver, const double* x0) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(x0, "x0");
    api::require_fresh(*solver, "the start");
    require_finite({x0, to_size(solver->core.problem().dimension())}, "x0");
    const api::Inside inside(solver->core.problem(), x0);
    const ConstVec start = inside.values();
    solver->core.setup().structure.require_feasible(start, "x0");
    solver->core.set_start(start);
  });
}

sbreg_status sbreg_solver_set_monitor(sbreg_solver* solver, sbreg_monitor_fn monitor, void* user,
                                      sbreg_free_fn user_free) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    api::require_idle(*solver);
    solver->monitor = monitor;
    solver->monitor_data = UserData(user, user_free);
  });
}

sbreg_status sbreg_solver_step(sbreg_solver* solver, int64_t count) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    SBREG_REQUIRE(count >= 1, SBREG_E_ARGUMENT, "count must be at least 1, got %lld", static_cast<long long>(count));
    api::iterate(*solver, count);
  });
}

sbreg_status sbreg_solver_run(sbreg_solver* solver) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    api::iterate(*solver, unlimited);
  });
}

sbreg_status sbreg_solver_get_solution(const sbreg_solver* solver, double* x) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(x, "x");
    api::copy_outside(*solver, solver->core.run().best.values(), x);
  });
}

sbreg_status sbreg_solver_get_iterate(const sbreg_solver* solver, double* x) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(x, "x");
    api::copy_outside(*solver, solver->core.run().current.x.values(), x);
  });
}

sbreg_status sbreg_solver_get_support(const sbreg_solver* solver, int64_t* index, int64_t capacity, int64_t* count) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(count, "count");
    const auto support = solver->core.run().best.support();
    if (api::wants_values(index, "index", capacity, to_index(support.size()))) std::ranges::copy(support, index);
    *count = to_index(support.size());
  });
}

sbreg_status sbreg_solver_get_history(const sbreg_solver* solver, const char* series, double* values, int64_t capacity,
                                      int64_t* count) {
  return api::guarded([&] {
    require_pointer(solver, "solver");
    require_pointer(series, "series");
    require_pointer(count, "count");
    const History& history = solver->core.run().history;
    Suggestion suggestion(series);
    for (std::size_t k = 0; k < History::names.size(); ++k) {
      suggestion.consider(History::names[k]);
      if (std::strcmp(History::names[k], series) != 0) continue;
      if (api::wants_values(values, "values", capacity, history.size()))
        history.copy(static_cast<History::Series>(k), values);
      *count = history.size();
      return;
    }
    fail(SBREG_E_KEY, "there is no series \"%s\"%s", series, suggestion.hint());
  });
}

SBREG_DEFINE_COMMON(solver)
}
