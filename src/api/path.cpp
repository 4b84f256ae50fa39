// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <vector>

#include "api/access.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"
#include "path/run.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

using Handle = sbreg_path;

constexpr double patience = 0.02;  // seconds between calls of the monitor while no fit ends

Index state_of(const Handle& h) {
  if (h.core.finished()) return SBREG_TARGET_REACHED;
  if (h.stopped) return SBREG_STOPPED;
  return h.core.prepared() && h.watch.seconds() >= h.core.options.time_limit ? SBREG_TIME_LIMIT : SBREG_RUNNING;
}

#define OPTIONS(h) (h).core.options
constexpr Key<Handle> table[] = {
#include "api/option_keys.inl"
// The rows.
#include "path/options.inl"
// Their end.
#include "support/option_end.inl"
    int_result<Handle>(
        "columns", [](const Handle& h) { return h.core.problem().dimension(); }, "variables, n"),
    int_result<Handle>("state", state_of, "SBREG_RUNNING, SBREG_TARGET_REACHED when all fits are made, or why not"),
    int_result<Handle>(
        "fits", [](const Handle& h) { return h.core.done(); },
        "fits made, those of the folds and both sweeps included"),
    int_result<Handle>(
        "fits_total", [](const Handle& h) { return h.core.total(); }, "fits to make; 0 before the first run"),
    int_result<Handle>(
        "chosen", [](const Handle& h) { return h.core.chosen(); },
        "the sparsity that criterion and rule choose; before the end and where there is nothing to choose by it is 0, "
        "or "
        "-1 if first is 0"),
    real_result<Handle>(
        "elapsed_seconds", [](const Handle& h) { return h.watch.seconds(); }, "wall time spent in run"),
};
#undef OPTIONS

/// The series of a path: a name, and a number for each sparsity.
struct Series {
  const char* name;
  double (*value)(const Path&, Index s, const Fit&);
};
constexpr Series all_series[] = {
    {"sparsity", [](const Path&, Index s, const Fit&) { return static_cast<double>(s); }},
    {"objective", [](const Path&, Index, const Fit& fit) { return fit.f; }},
    {"support_size", [](const Path&, Index, const Fit& fit) { return static_cast<double>(fit.support.size()); }},
    {"intercept", [](const Path&, Index, const Fit& fit) { return fit.intercept; }},
    {"state", [](const Path&, Index, const Fit& fit) { return static_cast<double>(fit.state); }},
    {"iterations", [](const Path&, Index, const Fit& fit) { return static_cast<double>(fit.iterations); }},
    {"proved", [](const Path&, Index, const Fit& fit) { return fit.proved ? 1.0 : 0.0; }},
    {"gap", [](const Path&, Index, const Fit& fit) { return fit.gap; }},
    {"separated", [](const Path&, Index, const Fit& fit) { return fit.separated ? 1.0 : 0.0; }},
    {"aic", [](const Path& path, Index s, const Fit&) { return path.criteria(s).aic; }},
    {"bic", [](const Path& path, Index s, const Fit&) { return path.criteria(s).bic; }},
    {"ebic", [](const Path& path, Index s, const Fit&) { return path.criteria(s).ebic; }},
    {"gic", [](const Path& path, Index s, const Fit&) { return path.criteria(s).gic; }},
    {"cv_mean", [](const Path& path, Index s, const Fit&) { return path.score(s).mean; }},
    {"cv_error", [](const Path& path, Index s, const Fit&) { return path.score(s).error; }},
    {"cv_separated", [](const Path& path, Index s, const Fit&) { return path.separated_folds(s); }},
};

const Series& find_series(const char* name) {
  Suggestion suggestion(name);
  for (const Series& series : all_series) {
    if (std::strcmp(series.name, name) == 0) return series;
    suggestion.consider(series.name);
  }
  fail(SBREG_E_KEY, "there is no series \"%s\"%s", name, suggestion.hint());
}

void run(Handle& h) {
  const Running running(h);
  const Timed timed(h.watch);
  h.stopped = false;
  h.core.prepare();
  Index reported = h.core.done();
  double last = h.watch.seconds();
  run_path(h.core, [&] {
    const double now = h.watch.seconds();
    const Index done = h.core.done();
    if (h.monitor != nullptr && (done > reported || now - last >= patience)) {
      reported = done;
      last = now;
      h.stopped = h.monitor(&h, h.monitor_data.get()) != 0;
    }
    return !h.stopped && now < h.core.options.time_limit;
  });
}

}  // namespace

template <>
std::span<const Key<Handle>> keys<Handle>() noexcept {
  return table;
}

/// The choice among fits may change at any time, what the fits are made of only before the first.
template <>
void require_settable(const Handle& handle, const char* name) {
  require_idle(handle);
  const std::string_view wanted(name);
  if (wanted == "threads" || wanted == "time_limit" || wanted == "rule" || wanted == "ebic_gamma" ||
      wanted == "criterion")
    return;
  SBREG_REQUIRE(!handle.core.prepared(), SBREG_E_STATE, "%s cannot change after the first fit", name);
}

template <>
void option_changed(Handle& handle, const char* /*name*/) {
  if (handle.core.prepared()) handle.core.require_choice();
}

}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_path_create(sbreg_path** out, const sbreg_solver* pattern) {
  return api::create(out, [&] {
    require_pointer(pattern, "pattern");
    api::require_idle(*pattern);
    return std::make_unique<sbreg_path>(*pattern).release();
  });
}

sbreg_status sbreg_path_set_monitor(sbreg_path* path, sbreg_path_monitor_fn monitor, void* user,
                                    sbreg_free_fn user_free) {
  return api::guarded([&] {
    require_pointer(path, "path");
    api::require_idle(*path);
    path->monitor = monitor;
    path->monitor_data = UserData(user, user_free);
  });
}

sbreg_status sbreg_path_run(sbreg_path* path) {
  return api::guarded([&] {
    require_pointer(path, "path");
    api::run(*path);
  });
}

sbreg_status sbreg_path_get_coefficients(const sbreg_path* path, int64_t s, double* x) {
  return api::guarded([&] {
    require_pointer(path, "path");
    require_pointer(x, "x");
    SBREG_REQUIRE(path->core.prepared(), SBREG_E_STATE, "there are no fits yet: run the path first");
    const auto fit = path->core.find(s);
    SBREG_REQUIRE(fit.has_value() || s > 0, SBREG_E_ARGUMENT,
                  "there is no fit with s = %lld; where nothing %s, name an s in %lld .. %lld",
                  static_cast<long long>(s),
                  path->core.finished() ? "could be chosen, for want of folds or a likelihood"
                                        : "is chosen yet, since the run has not ended",
                  static_cast<long long>(path->core.first()), static_cast<long long>(path->core.last()));
    SBREG_REQUIRE(fit.has_value(), SBREG_E_ARGUMENT, "there is no fit with s = %lld (yet); the range is %lld .. %lld",
                  static_cast<long long>(s), static_cast<long long>(path->core.first()),
                  static_cast<long long>(path->core.last()));
    std::vector<double> inside(to_size(path->core.problem().dimension()));
    for (std::size_t k = 0; k < fit->support.size(); ++k) inside[to_size(fit->support[k])] = fit->values[k];
    api::copy_outside(*path, inside, x);
  });
}

sbreg_status sbreg_path_get_series(const sbreg_path* path, const char* series, double* values, int64_t capacity,
                                   int64_t* count) {
  return api::guarded([&] {
    require_pointer(path, "path");
    require_pointer(series, "series");
    require_pointer(count, "count");
    const auto& wanted = api::find_series(series);
    std::vector<double> found;
    for (Index s = path->core.first();; ++s) {
      const auto fit = path->core.find(s);
      if (!fit) break;
      found.push_back(wanted.value(path->core, s, *fit));
    }
    if (api::wants_values(values, "values", capacity, to_index(found.size()))) std::ranges::copy(found, values);
    *count = to_index(found.size());
  });
}

SBREG_DEFINE_COMMON(path)
}
