// SPDX-License-Identifier: BSD-3-Clause
// Every entry point, with its k-th allocation failing, for k = 0, 1, 2, ... until a call needs none: the answer is
// SBREG_E_MEMORY, nothing leaks, nothing has changed, nothing of the caller's is released, and the same call made again
// gives what it gives without a failure. A new function is a row of `rows`.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "callbacks.h"
#include "cmocka.hpp"
#include "failing_new.hpp"
#include "kinds.h"

namespace {

constexpr std::int64_t m = 12, n = 16, s = 3;
instance data;
int released = 0;  // calls of user_free

void release(void*) { ++released; }
int watch(const sbreg_solver*, void*) { return 0; }

/// One of everything, and room for what a call creates.
struct World {
  sbreg_matrix* matrix = nullptr;
  sbreg_problem* problem = nullptr;    // not frozen
  sbreg_problem* quadratic = nullptr;  // not frozen
  sbreg_problem* in_use = nullptr;     // frozen
  sbreg_dsm* dsm = nullptr;            // not yet computed
  sbreg_dsm* linear = nullptr;         // likewise
  sbreg_dsm* weights = nullptr;
  sbreg_solver* solver = nullptr;
  sbreg_solver* recording = nullptr;  // with history
  sbreg_matrix* new_matrix = nullptr;
  sbreg_problem* new_problem = nullptr;
  sbreg_dsm* new_dsm = nullptr;
  sbreg_kernel* kernel = nullptr;
  sbreg_kernel* new_kernel = nullptr;
  sbreg_solver* new_solver = nullptr;
  sbreg_path* path = nullptr;
  sbreg_path* new_path = nullptr;
  double x[n] = {};
  double f = 0;
};

void expect(sbreg_status status, const char* call) {
  if (status != SBREG_OK) fail_msg("%s answered %d: %s\n", call, status, sbreg_last_error());
}
#define EXPECT(call) expect((call), #call)

void build(World& w) {
  const std::vector<double> heavy(n, 50.0);
  EXPECT(sbreg_matrix_create_dense(&w.matrix, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  EXPECT(sbreg_problem_create_linear(&w.problem, w.matrix, "least_squares", data.b));
  EXPECT(sbreg_problem_create_linear(&w.in_use, w.matrix, "least_squares", data.b));
  std::vector<double> Q(n * n, 0.25);
  for (std::int64_t i = 0; i < n; ++i) Q[static_cast<std::size_t>(i * n + i)] = 5;
  EXPECT(sbreg_problem_create_quadratic(&w.quadratic, n, Q.data(), n, data.x));
  EXPECT(sbreg_dsm_create(&w.dsm, w.in_use, "lipschitz"));
  EXPECT(sbreg_dsm_create(&w.linear, w.in_use, "linear"));
  EXPECT(sbreg_kernel_create(&w.kernel, n, "quadratic"));
  EXPECT(sbreg_dsm_create_weights(&w.weights, n, heavy.data()));
  EXPECT(sbreg_solver_create(&w.solver, w.in_use, s));
  EXPECT(sbreg_solver_create(&w.recording, w.in_use, s));
  EXPECT(sbreg_solver_set_int(w.recording, "history", 1));
  for (sbreg_solver* solver : {w.solver, w.recording}) EXPECT(sbreg_solver_set_int(solver, "max_iterations", 400));
  sbreg_solver* pattern = nullptr;
  EXPECT(sbreg_solver_create(&pattern, w.in_use, s));
  EXPECT(sbreg_solver_set_text(pattern, "method", "gpnp"));
  EXPECT(sbreg_solver_set_int(pattern, "max_iterations", 20));
  EXPECT(sbreg_path_create(&w.path, pattern));
  sbreg_solver_destroy(pattern);
  EXPECT(sbreg_path_set_int(w.path, "last", 2));
  EXPECT(sbreg_path_set_int(w.path, "folds", 2));
}

void destroy(World& w) {
  for (sbreg_path* h : {w.path, w.new_path}) sbreg_path_destroy(h);
  for (sbreg_solver* h : {w.solver, w.recording, w.new_solver}) sbreg_solver_destroy(h);
  for (sbreg_dsm* h : {w.dsm, w.linear, w.weights, w.new_dsm}) sbreg_dsm_destroy(h);
  for (sbreg_problem* h : {w.problem, w.quadratic, w.in_use, w.new_problem}) sbreg_problem_destroy(h);
  for (sbreg_matrix* h : {w.matrix, w.new_matrix}) sbreg_matrix_destroy(h);
  for (sbreg_kernel* h : {w.kernel, w.new_kernel}) sbreg_kernel_destroy(h);
}

/// Every option and result of a handle, but times, in one text.
template <class T>
void describe(const kind& kind, const T* handle, std::string& out) {
  out += handle == nullptr ? "none\n" : "";
  for (std::int64_t i = 0; handle != nullptr && i < key_count(&kind); ++i) {
    const char* name = key_field(&kind, i, "name");
    if (std::string(name) == "elapsed_seconds") continue;
    std::int64_t integer = 0;
    double real = 0;
    const char* text = "";
    char line[128];
    if (key_is(&kind, i, "type", "int")) EXPECT(kind.get_int(handle, name, &integer));
    if (key_is(&kind, i, "type", "real")) EXPECT(kind.get_real(handle, name, &real));
    if (key_is(&kind, i, "type", "text")) EXPECT(kind.get_text(handle, name, &text));
    std::snprintf(line, sizeof line, "%s %lld %a %s\n", name, static_cast<long long>(integer), real, text);
    out += line;
  }
}

const kind& kind_named(const char* object) {
  return *std::find_if(kinds, kinds + kind_count, [&](const kind& k) { return std::string(k.object) == object; });
}

void append(std::string& out, const double* values, std::int64_t count) {
  char number[40];
  for (std::int64_t i = 0; i < count; ++i) {
    std::snprintf(number, sizeof number, " %a", values[i]);
    out += number;
  }
  out += '\n';
}

/// Everything that a caller can see of the world.
std::string picture(const World& w) {
  std::string out;
  double x[n];
  for (const sbreg_matrix* h : {w.matrix, w.new_matrix}) describe(kind_named("matrix"), h, out);
  for (const sbreg_kernel* h : {w.kernel, w.new_kernel}) describe(kind_named("kernel"), h, out);
  for (const sbreg_problem* h : {w.problem, w.quadratic, w.in_use, w.new_problem}) {
    describe(kind_named("problem"), h, out);
    if (h == nullptr) continue;
    EXPECT(sbreg_problem_gradient(h, data.x, x));
    append(out, x, n);
  }
  for (const sbreg_dsm* h : {w.dsm, w.linear, w.weights, w.new_dsm}) {
    describe(kind_named("dsm"), h, out);
    if (h == nullptr) continue;
    EXPECT(sbreg_dsm_get_weights(h, x));
    append(out, x, n);
  }
  for (const sbreg_solver* h : {w.solver, w.recording, w.new_solver}) {
    describe(kind_named("solver"), h, out);
    if (h == nullptr) continue;
    std::vector<double> series(4000);
    std::int64_t count = 0;
    EXPECT(sbreg_solver_get_iterate(h, x));
    append(out, x, n);
    EXPECT(sbreg_solver_get_solution(h, x));
    append(out, x, n);
    EXPECT(sbreg_solver_get_history(h, "objective", series.data(), 4000, &count));
    append(out, series.data(), count);
  }
  for (const sbreg_path* h : {w.path, w.new_path}) {
    describe(kind_named("path"), h, out);
    std::int64_t count = 0;
    for (const char* series : {"objective", "ebic", "cv_mean"}) {
      if (h == nullptr) continue;
      EXPECT(sbreg_path_get_series(h, series, x, n, &count));
      append(out, x, count);
    }
  }
  append(out, w.x, n);
  append(out, &w.f, 1);
  return out;
}

/// What a failure leaves behind.
enum After {
  unchanged,  // the objects as they were
  resumable,  // the iterations done so far; the end is the same
  usable,     // a valid object; calling again succeeds, perhaps by another way
};

struct Row {
  const char* name;
  sbreg_status (*call)(World&);
  After after = unchanged;
  void (*first)(World&) = nullptr;  // what happens before
};

constexpr double sixteen[n] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
constexpr std::int64_t pairs[n] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};

/// Groups of two, a kept coordinate and, when asked for, bounds.
void add_structure(sbreg_solver* solver, bool bounds) {
  EXPECT(sbreg_solver_set_groups(solver, pairs));
  EXPECT(sbreg_solver_set_kept(solver, pairs + 4, 1));
  if (bounds) EXPECT(sbreg_solver_set_bounds(solver, nullptr, sixteen));
}

/// The new path: structure, an intercept and standardised columns, two folds.
void make_structured_path(World& w) {
  sbreg_solver* pattern = nullptr;
  EXPECT(sbreg_problem_create_linear(&w.new_problem, w.matrix, "least_squares", data.b));
  EXPECT(sbreg_problem_set_int(w.new_problem, "intercept", 1));
  EXPECT(sbreg_problem_set_int(w.new_problem, "standardize", 1));
  EXPECT(sbreg_solver_create(&pattern, w.new_problem, s));
  EXPECT(sbreg_solver_set_text(pattern, "method", "gpnp"));
  EXPECT(sbreg_solver_set_int(pattern, "max_iterations", 5));
  add_structure(pattern, true);
  EXPECT(sbreg_path_create(&w.new_path, pattern));
  sbreg_solver_destroy(pattern);
  EXPECT(sbreg_path_set_int(w.new_path, "last", 2));
  EXPECT(sbreg_path_set_int(w.new_path, "folds", 2));
}

void expect_dictionary(const sbreg_solver* solver, std::int64_t size) {
  std::int64_t now = 0;
  EXPECT(sbreg_solver_get_int(solver, "dictionary_size", &now));
  assert_int_equal(now, size);
}

/// To the iteration that waits for the matrices that the method computes by itself, n being 16.
void go_until_own_dictionary(World& w) {
  EXPECT(sbreg_solver_set_text(w.recording, "method", "ciwht-lsr"));
  EXPECT(sbreg_solver_set_real(w.recording, "residual_tolerance", 0));
  EXPECT(sbreg_solver_set_int(w.recording, "max_iterations", 10000));
  EXPECT(sbreg_solver_step(w.recording, (60 * 4 * (m * n + 16 * m + 4 * n) + s * n - 1) / (s * n)));
  expect_dictionary(w.recording, 1);
}

sbreg_status step_with_own_dictionary(World& w) {
  const sbreg_status status = sbreg_solver_step(w.recording, 1);
  if (status == SBREG_OK) expect_dictionary(w.recording, 3);
  return status;
}

constexpr double ones[m] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};

const std::vector<double> costs(n, 2.0);

const Row rows[] = {
    {"solve_least_squares",
     [](World& w) { return sbreg_solve_least_squares(m, n, data.A, m, SBREG_COL_MAJOR, data.b, s, w.x, &w.f); }},
    {"solve_least_squares by rows",
     [](World& w) { return sbreg_solve_least_squares(n, m, data.A, m, SBREG_ROW_MAJOR, data.x, s, w.x, &w.f); }},
    {"matrix_create_dense, copy",
     [](World& w) {
       return sbreg_matrix_create_dense(&w.new_matrix, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, release);
     }},
    {"matrix_create_dense, borrow",
     [](World& w) {
       return sbreg_matrix_create_dense(&w.new_matrix, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_BORROW, nullptr,
                                        release);
     }},
    {"matrix_create_csc, copy",
     [](World& w) {
       return sbreg_matrix_create_csc(&w.new_matrix, 2, 2, csc_start, csc_rows, 4, 0, csc_values, SBREG_COPY, nullptr,
                                      release);
     }},
    {"matrix_create_csc, borrow",
     [](World& w) {
       return sbreg_matrix_create_csc(&w.new_matrix, 2, 2, csc_start, csc_rows, 4, 0, csc_values, SBREG_BORROW, nullptr,
                                      release);
     }},
    {"matrix_create_operator",
     [](World& w) {
       return sbreg_matrix_create_operator(&w.new_matrix, 2, 2, apply_identity, apply_identity, nullptr, release);
     }},
    {"matrix_check_adjoint", [](World& w) { return sbreg_matrix_check_adjoint(w.matrix, 1, &w.f); }},
    {"problem_create_least_squares",
     [](World& w) {
       return sbreg_problem_create_least_squares(&w.new_problem, m, n, data.A, m, SBREG_COL_MAJOR, data.b);
     }},
    {"problem_create_linear",
     [](World& w) { return sbreg_problem_create_linear(&w.new_problem, w.matrix, "least_squares", data.b); }},
    {"problem_create_quadratic",
     [](World& w) { return sbreg_problem_create_quadratic(&w.new_problem, 2, data.A, m, data.b); }},
    {"problem_set_weights", [](World& w) { return sbreg_problem_set_weights(w.problem, ones); }},
    {"problem_value", [](World& w) { return sbreg_problem_value(w.problem, data.x, &w.f); }},
    {"problem_gradient", [](World& w) { return sbreg_problem_gradient(w.problem, data.x, w.x); }},
    {"problem_value, quadratic", [](World& w) { return sbreg_problem_value(w.quadratic, data.x, &w.f); }},
    {"problem_gradient, quadratic", [](World& w) { return sbreg_problem_gradient(w.quadratic, data.x, w.x); }},
    {"dsm_create", [](World& w) { return sbreg_dsm_create(&w.new_dsm, w.problem, "lipschitz"); }},
    {"dsm_create, quadratic", [](World& w) { return sbreg_dsm_create(&w.new_dsm, w.quadratic, "lipschitz"); }},
    {"dsm_create_weights", [](World& w) { return sbreg_dsm_create_weights(&w.new_dsm, m, ones); }},
    {"dsm_step", [](World& w) { return sbreg_dsm_step(w.dsm, 1); }},
    {"dsm_run", [](World& w) { return sbreg_dsm_run(w.dsm); }, resumable},
    {"dsm_create, linear model", [](World& w) { return sbreg_dsm_create(&w.new_dsm, w.problem, "linear"); }},
    {"dsm_create, quadratic model", [](World& w) { return sbreg_dsm_create(&w.new_dsm, w.problem, "quadratic"); }},
    {"dsm_step, linear model", [](World& w) { return sbreg_dsm_step(w.new_dsm, 1); }, usable,
     [](World& w) { EXPECT(sbreg_dsm_create(&w.new_dsm, w.problem, "linear")); }},
    {"dsm_step, quadratic model", [](World& w) { return sbreg_dsm_step(w.new_dsm, 1); }, usable,
     [](World& w) { EXPECT(sbreg_dsm_create(&w.new_dsm, w.problem, "quadratic")); }},
    {"dsm_run, linear model", [](World& w) { return sbreg_dsm_run(w.new_dsm); }, usable,
     [](World& w) { EXPECT(sbreg_dsm_create(&w.new_dsm, w.problem, "linear")); }},
    {"dsm_run, quadratic model", [](World& w) { return sbreg_dsm_run(w.new_dsm); }, usable,
     [](World& w) { EXPECT(sbreg_dsm_create(&w.new_dsm, w.quadratic, "quadratic")); }},
    {"dsm_get_weights", [](World& w) { return sbreg_dsm_get_weights(w.dsm, w.x); }},
    {"dsm_create, linear", [](World& w) { return sbreg_dsm_create(&w.new_dsm, w.problem, "linear"); }},
    {"dsm_set_cost", [](World& w) { return sbreg_dsm_set_cost(w.linear, costs.data()); }},
    {"dsm_set_start", [](World& w) { return sbreg_dsm_set_start(w.new_dsm, w.linear); }, unchanged,
     [](World& w) {
       EXPECT(sbreg_dsm_create(&w.new_dsm, w.in_use, "quadratic"));
       EXPECT(sbreg_dsm_step(w.linear, 2));
     }},
    {"dsm_set_monitor", [](World& w) { return sbreg_dsm_set_monitor(w.linear, nullptr, nullptr, nullptr); }},
    {"dsm_step, linear", [](World& w) { return sbreg_dsm_step(w.linear, 1); }, resumable},
    {"dsm_run, linear", [](World& w) { return sbreg_dsm_run(w.linear); }, resumable},
    {"dsm_get_extracted_weights", [](World& w) { return sbreg_dsm_get_extracted_weights(w.linear, w.x); }, unchanged,
     [](World& w) { EXPECT(sbreg_dsm_step(w.linear, 2)); }},
    {"dsm_margin", [](World& w) { return sbreg_dsm_margin(w.weights, w.in_use, &w.f); }},
    {"solver_create", [](World& w) { return sbreg_solver_create(&w.new_solver, w.problem, s); }},
    {"solver_create, quadratic", [](World& w) { return sbreg_solver_create(&w.new_solver, w.quadratic, s); }},
    {"solver_add_dsm", [](World& w) { return sbreg_solver_add_dsm(w.solver, w.weights); }},
    {"solver_add_dsm, second", [](World& w) { return sbreg_solver_add_dsm(w.solver, w.dsm); }, unchanged,
     [](World& w) { EXPECT(sbreg_solver_add_dsm(w.solver, w.weights)); }},
    {"solver_set_start", [](World& w) { return sbreg_solver_set_start(w.solver, data.x); }},
    {"solver_set_monitor", [](World& w) { return sbreg_solver_set_monitor(w.solver, watch, nullptr, release); }},
    {"solver_step", [](World& w) { return sbreg_solver_step(w.solver, 1); }},
    {"solver_step, history", [](World& w) { return sbreg_solver_step(w.recording, 1); }},
    {"solver_step, own dictionary", step_with_own_dictionary, unchanged, go_until_own_dictionary},
    {"solver_run", [](World& w) { return sbreg_solver_run(w.solver); }},
    {"solver_run, history", [](World& w) { return sbreg_solver_run(w.recording); }, resumable},
    {"solver_get_solution", [](World& w) { return sbreg_solver_get_solution(w.solver, w.x); }},
    {"solver_get_iterate", [](World& w) { return sbreg_solver_get_iterate(w.solver, w.x); }},
    {"solver_get_support",
     [](World& w) {
       std::int64_t index[s];
       std::int64_t count = 0;
       return sbreg_solver_get_support(w.solver, index, s, &count);
     }},
    {"solver_get_history",
     [](World& w) {
       std::int64_t count = 0;
       return sbreg_solver_get_history(w.recording, "objective", w.x, n, &count);
     },
     unchanged, [](World& w) { EXPECT(sbreg_solver_step(w.recording, 5)); }},
    {"solver_set_int", [](World& w) { return sbreg_solver_set_int(w.solver, "max_iterations", 7); }},
    {"solver_set_real", [](World& w) { return sbreg_solver_set_real(w.solver, "time_limit", 1e300); }},
    {"solver_set_text", [](World& w) { return sbreg_solver_set_text(w.solver, "method", "ciwht"); }},
    {"solver_get_real", [](World& w) { return sbreg_solver_get_real(w.solver, "gradient_norm", &w.f); }},
    {"problem_create_custom",
     [](World& w) {
       return sbreg_problem_create_custom(&w.new_problem, n, half_square, nullptr, nullptr, nullptr, release);
     }},
    {"problem_check_gradient",
     [](World& w) { return sbreg_problem_check_gradient(w.problem, data.x, 0, &w.f, nullptr); }},
    {"kernel_create", [](World& w) { return sbreg_kernel_create(&w.new_kernel, n, "quartic"); }},
    {"kernel_create_custom",
     [](World& w) {
       return sbreg_kernel_create_custom(&w.new_kernel, n, scalar_half_square, scalar_identity, scalar_identity,
                                         nullptr, release);
     }},
    {"kernel_set_weights", [](World& w) { return sbreg_kernel_set_weights(w.kernel, sixteen); }},
    {"solver_set_kernel", [](World& w) { return sbreg_solver_set_kernel(w.solver, w.kernel); }},
    {"solver_step, kernel", [](World& w) { return sbreg_solver_step(w.solver, 5); }, resumable,
     [](World& w) {
       EXPECT(sbreg_solver_set_text(w.solver, "method", "bpg"));
       EXPECT(sbreg_solver_set_kernel(w.solver, w.kernel));
     }},
    {"check_bregman", [](World& w) { return sbreg_check_bregman(w.problem, w.kernel, 9, s, data.x, &w.f); }},
    {"check_coordinatewise",
     [](World& w) { return sbreg_check_coordinatewise(w.problem, s, data.x, &w.f, nullptr, nullptr); }},
    {"problem_create_least_squares_complex",
     [](World& w) {  // as many variables as the others have
       return sbreg_problem_create_least_squares_complex(&w.new_problem, m / 2, n / 2, data.A, m / 2, SBREG_COL_MAJOR,
                                                         data.b);
     }},
    {"problem_intercept", [](World& w) { return sbreg_problem_intercept(w.problem, data.x, &w.f); }, unchanged,
     [](World& w) { EXPECT(sbreg_problem_set_int(w.problem, "intercept", 1)); }},
    {"problem_set_int, intercept", [](World& w) { return sbreg_problem_set_int(w.problem, "intercept", 1); }},
    {"problem_set_int, standardize", [](World& w) { return sbreg_problem_set_int(w.problem, "standardize", 1); }},
    {"solver_set_groups", [](World& w) { return sbreg_solver_set_groups(w.solver, pairs); }},
    {"solver_set_bounds", [](World& w) { return sbreg_solver_set_bounds(w.solver, nullptr, sixteen); }},
    {"solver_set_kept", [](World& w) { return sbreg_solver_set_kept(w.solver, pairs + 4, 1); }},
    {"solver_set_start, structure", [](World& w) { return sbreg_solver_set_start(w.solver, data.x); }, unchanged,
     [](World& w) { add_structure(w.solver, false); }},
    {"solver_run, structure", [](World& w) { return sbreg_solver_run(w.solver); }, resumable,
     [](World& w) { add_structure(w.solver, true); }},
    {"solver_step, structure and kernel", [](World& w) { return sbreg_solver_step(w.solver, 5); }, resumable,
     [](World& w) {
       add_structure(w.solver, true);
       EXPECT(sbreg_solver_set_text(w.solver, "method", "bpg"));
       EXPECT(sbreg_solver_set_kernel(w.solver, w.kernel));
     }},
    {"solver_check_bregman", [](World& w) { return sbreg_solver_check_bregman(w.solver, w.kernel, 9, data.x, &w.f); },
     unchanged, [](World& w) { add_structure(w.solver, false); }},
    {"solver_check_coordinatewise",
     [](World& w) { return sbreg_solver_check_coordinatewise(w.solver, data.x, &w.f, nullptr, nullptr); }, unchanged,
     [](World& w) { add_structure(w.solver, false); }},
    {"solver_check_stationarity",
     [](World& w) { return sbreg_solver_check_stationarity(w.solver, w.weights, data.x, &w.f); }, unchanged,
     [](World& w) { add_structure(w.solver, false); }},
    {"path_create", [](World& w) { return sbreg_path_create(&w.new_path, w.recording); }},
    {"path_run", [](World& w) { return sbreg_path_run(w.path); }, resumable},
    {"path_run, structure", [](World& w) { return sbreg_path_run(w.new_path); }, resumable, make_structured_path},
    {"path_get_coefficients", [](World& w) { return sbreg_path_get_coefficients(w.path, 2, w.x); }, unchanged,
     [](World& w) { EXPECT(sbreg_path_run(w.path)); }},
    {"path_get_series",
     [](World& w) {
       std::int64_t count = 0;
       return sbreg_path_get_series(w.path, "cv_mean", w.x, n, &count);
     },
     unchanged, [](World& w) { EXPECT(sbreg_path_run(w.path)); }},
    {"path_set_monitor", [](World& w) { return sbreg_path_set_monitor(w.path, nullptr, nullptr, nullptr); }},
    {"path_set_text", [](World& w) { return sbreg_path_set_text(w.path, "rule", "one-standard-error"); }},
    {"check_stationarity", [](World& w) { return sbreg_check_stationarity(w.problem, w.weights, s, data.x, &w.f); }},
    {"witness_stationarity",
     [](World& w) { return sbreg_witness_stationarity(w.problem, w.weights, s, data.x, &w.f, w.x); }},
    {"witness_bregman", [](World& w) { return sbreg_witness_bregman(w.problem, w.kernel, 9, s, data.x, &w.f, w.x); }},
    {"solver_witness_stationarity",
     [](World& w) { return sbreg_solver_witness_stationarity(w.solver, w.weights, data.x, &w.f, w.x); }, unchanged,
     [](World& w) { add_structure(w.solver, false); }},
    {"solver_witness_bregman",
     [](World& w) { return sbreg_solver_witness_bregman(w.solver, w.kernel, 9, data.x, &w.f, w.x); }, unchanged,
     [](World& w) { add_structure(w.solver, false); }},
};

/// Fails with the first line in which two pictures differ.
void compare(const char* name, std::int64_t k, const char* what, const std::string& wanted, const std::string& got) {
  if (wanted == got) return;
  const auto at = static_cast<std::size_t>(std::mismatch(wanted.begin(), wanted.end(), got.begin(), got.end()).first -
                                           wanted.begin());
  const std::size_t line = at == 0 ? 0 : wanted.rfind('\n', at - 1) + 1;
  const auto show = [&](const std::string& text) { return text.substr(line, text.find('\n', line) - line); };
  fail_msg("%s, allocation %ld: %s\n%.400s\n  and not\n%.400s\n", name, static_cast<long>(k), what, show(got).c_str(),
           show(wanted).c_str());
}

void check(const Row& row) {
  World expected;
  build(expected);
  if (row.first != nullptr) row.first(expected);
  expect(row.call(expected), row.name);
  const std::string wanted = picture(expected);
  destroy(expected);
  for (std::int64_t k = 0;; ++k) {
    const std::int64_t live = failing_new::live;
    {
      World w;
      build(w);
      if (row.first != nullptr) row.first(w);
      const std::string before = picture(w);
      released = 0;
      // The picture has filled caches that the call would fill; what the call itself allocates is tried here.
      failing_new::arm(k);
      const sbreg_status status = row.call(w);
      failing_new::disarm();
      const bool failed = failing_new::failed;
      if (failed) {
        if (status != SBREG_E_MEMORY)
          fail_msg("%s, allocation %ld: answered %d\n", row.name, static_cast<long>(k), status);
        if (released != 0) fail_msg("%s, allocation %ld: user_free was called\n", row.name, static_cast<long>(k));
        if (row.after == unchanged) compare(row.name, k, "changed", before, picture(w));
        expect(row.call(w), row.name);
      } else {
        expect(status, row.name);
      }
      if (!failed || row.after != usable) compare(row.name, k, "gives another result", wanted, picture(w));
      destroy(w);
      if (!failed) {
        print_message("    %-32s %ld allocations\n", row.name, static_cast<long>(k));
        k = -2;
      }
    }
    if (failing_new::live != live)
      fail_msg("%s: %ld blocks leaked\n", row.name, static_cast<long>(failing_new::live - live));
    if (k < 0) return;
  }
}

/// Runs with each method, whose ingredients and dictionaries are made at the first step.
const char* method = "";
bool takes_any = false;  // any dictionary, of which none is computed before the first step unless it is named

void no_method_loses_or_changes_anything_without_memory(void**) {
  const Row row = {"solver_step, method", [](World& w) { return sbreg_solver_step(w.recording, 20); }, unchanged,
                   [](World& w) {
                     EXPECT(sbreg_solver_set_text(w.recording, "method", method));
                     if (takes_any) EXPECT(sbreg_solver_set_text(w.recording, "dictionary", "D1"));
                   }};
  const kind& solver = kind_named("solver");
  for (std::int64_t i = 0; i < key_count(&solver); ++i) {
    if (!key_is(&solver, i, "name", "method")) continue;
    const std::string all = std::string(key_field(&solver, i, "choices")) + " ";
    for (std::size_t at = 0; at < all.size(); at = all.find(' ', at) + 1) {
      const std::string name = all.substr(at, all.find(' ', at) - at);
      method = name.c_str();
      takes_any = name == "ciwht-lsr" || name == "newton" || name == "mfista";
      print_message("    %s\n", method);
      check(row);
    }
  }
}

void no_entry_point_loses_or_changes_anything_without_memory(void**) {
  for (const Row& row : rows) check(row);
}

/// The same without the picture before, so that caches of the matrix and the problem are still empty.
void fill_later(const instance& from, std::int64_t sparsity, const char* name) {
  const auto make_problem = [&](sbreg_problem*& problem) {
    return sbreg_problem_create_least_squares(&problem, from.m, from.n, from.A, from.m, SBREG_COL_MAJOR, from.b);
  };
  const auto make_steps = [&](sbreg_solver* solver) {
    sbreg_status status = sbreg_solver_set_text(solver, "method", name);
    if (status == SBREG_OK) status = sbreg_solver_set_start(solver, from.x);
    return status == SBREG_OK ? sbreg_solver_step(solver, 9) : status;
  };
  double wanted = 0;
  for (std::int64_t k = -1;; ++k) {
    const std::int64_t live = failing_new::live;
    failing_new::arm(k);
    sbreg_problem* problem = nullptr;
    sbreg_solver* solver = nullptr;
    sbreg_status status = make_problem(problem);
    if (status == SBREG_OK) status = sbreg_solver_create(&solver, problem, sparsity);
    if (status == SBREG_OK) status = make_steps(solver);
    failing_new::disarm();
    const bool failed = failing_new::failed;
    assert_int_equal(status, failed ? SBREG_E_MEMORY : SBREG_OK);
    double f = 0;
    if (problem == nullptr) EXPECT(make_problem(problem));
    if (solver == nullptr) EXPECT(sbreg_solver_create(&solver, problem, sparsity));
    std::int64_t done = 0;
    EXPECT(sbreg_solver_get_int(solver, "iterations", &done));
    if (done == 0) EXPECT(make_steps(solver));
    EXPECT(sbreg_solver_get_real(solver, "objective", &f));
    if (k < 0) wanted = f;
    assert_true(f == wanted);
    sbreg_solver_destroy(solver);
    sbreg_problem_destroy(problem);
    assert_int_equal(failing_new::live, live);
    if (k >= 0 && !failed) return;
  }
}

void caches_that_cannot_be_filled_are_filled_later(void**) {
  fill_later(data, s, "auto");
  instance large = instance_make(64, 200, 12, 0.1, 182);  // with gradients in single precision
  fill_later(large, 12, "newton");
  instance_free(&large);
}

/// Accessors are alike for all objects and getters allocate nothing (test_steps.cpp), so one object stands for all.
void every_exported_function_has_its_row(void**) {
  const std::vector<std::string> elsewhere = {"_destroy",    "_retain",     "_set_int",  "_set_real",  "_set_text",
                                              "_get_int",    "_get_real",   "_get_text", "sbreg_key_", "sbreg_version",
                                              "_last_error", "status_text", "state_text"};
  std::FILE* file = std::fopen(SBREG_SOURCE_DIR "/tests/abi/exported-symbols.txt", "r");
  assert_non_null(file);
  char line[256];
  while (std::fgets(line, sizeof line, file) != nullptr) {
    line[std::strcspn(line, "@ \t\r\n")] = '\0';
    const std::string name(line);
    const auto within = [&](const std::string& part) { return name.find(part) != std::string::npos; };
    if (name.rfind("sbreg_", 0) != 0 || std::any_of(elsewhere.begin(), elsewhere.end(), within)) continue;
    const auto mine = [&](const Row& row) { return std::string(row.name).rfind(name.substr(6), 0) == 0; };
    if (std::none_of(std::begin(rows), std::end(rows), mine)) fail_msg("%s has no row in this file\n", line);
  }
  std::fclose(file);
}

/// Without this the whole file would pass while testing nothing (valgrind can take operator new away).
void allocations_of_the_library_come_through_this_program(void**) {
  failing_new::count();
  sbreg_problem* problem = nullptr;
  EXPECT(sbreg_problem_create_least_squares(&problem, m, n, data.A, m, SBREG_COL_MAJOR, data.b));
  assert_true(failing_new::allocations > 2);
  failing_new::arm(0);
  sbreg_solver* solver = nullptr;
  const sbreg_status status = sbreg_solver_create(&solver, problem, s);
  failing_new::disarm();
  assert_int_equal(status, SBREG_E_MEMORY);
  assert_non_null(std::strstr(sbreg_last_error(), "memory"));
  assert_null(solver);
  sbreg_problem_destroy(problem);
}

int set_up(void**) {
  data = instance_make(m, n, s, 0.1, 181);
  return 0;
}

int tear_down(void**) {
  instance_free(&data);
  return 0;
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(allocations_of_the_library_come_through_this_program),
      cmocka_unit_test(no_entry_point_loses_or_changes_anything_without_memory),
      cmocka_unit_test(no_method_loses_or_changes_anything_without_memory),
      cmocka_unit_test(every_exported_function_has_its_row),
      cmocka_unit_test(caches_that_cannot_be_filled_are_filled_later),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
