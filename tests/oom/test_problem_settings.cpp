// SPDX-License-Identifier: BSD-3-Clause
// Weights, intercept and standardize of a problem, for every loss and storage, set while the k-th allocation fails, for
// k = 0, 1, 2, ... until none does. A call that fails changes nothing: value, gradient, intercept and scaling matrix
// stay what they were, and the same call made again gives what it gives without a failure.
#include <cstdio>
#include <string>
#include <vector>

#include "cmocka.hpp"
#include "failing_new.hpp"
#include "testing.h"

namespace {

constexpr std::int64_t m = 12, n = 10, s = 3;
instance data;
std::vector<double> labels, weights, others;

void expect(sbreg_status status, const char* call) {
  if (status != SBREG_OK) fail_msg("%s answered %d: %s\n", call, status, sbreg_last_error());
}
#define EXPECT(call) expect((call), #call)

/// What a problem has before and after the call.
struct Setting {
  bool intercept, standardize, weights;
};

/// The calls that change a setting.
struct Call {
  const char* name;
  sbreg_status (*make)(sbreg_problem*);
};
const Call calls[] = {
    {"set_weights", [](sbreg_problem* p) { return sbreg_problem_set_weights(p, others.data()); }},
    {"intercept = 0", [](sbreg_problem* p) { return sbreg_problem_set_int(p, "intercept", 0); }},
    {"intercept = 1", [](sbreg_problem* p) { return sbreg_problem_set_int(p, "intercept", 1); }},
    {"standardize = 0", [](sbreg_problem* p) { return sbreg_problem_set_int(p, "standardize", 0); }},
    {"standardize = 1", [](sbreg_problem* p) { return sbreg_problem_set_int(p, "standardize", 1); }},
    {"ridge", [](sbreg_problem* p) { return sbreg_problem_set_real(p, "ridge", 0.5); }},
    {"huber_delta", [](sbreg_problem* p) { return sbreg_problem_set_real(p, "huber_delta", 0.5); }},
};

/// A caller's own A.
int times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void*) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < rows; ++i) {
      Y[c * rows + i] = 0;
      for (std::int64_t j = 0; j < cols; ++j) Y[c * rows + i] += data.A[j * rows + i] * X[c * cols + j];
    }
  return 0;
}

int transposed_times(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void*) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < cols; ++j) {
      Y[c * cols + j] = 0;
      for (std::int64_t i = 0; i < rows; ++i) Y[c * cols + j] += data.A[j * rows + i] * X[c * rows + i];
    }
  return 0;
}

sbreg_matrix* make_matrix(const std::string& storage) {
  sbreg_matrix* A = nullptr;
  if (storage == "dense") {
    EXPECT(sbreg_matrix_create_dense(&A, m, n, data.A, m, SBREG_COL_MAJOR, SBREG_COPY, nullptr, nullptr));
  } else if (storage == "csc") {
    std::vector<std::int64_t> start, rows;
    for (std::int64_t j = 0; j <= n; ++j) start.push_back(j * m);
    for (std::int64_t k = 0; k < m * n; ++k) rows.push_back(k % m);
    EXPECT(sbreg_matrix_create_csc(&A, m, n, start.data(), rows.data(), 8, 0, data.A, SBREG_COPY, nullptr, nullptr));
  } else {
    EXPECT(sbreg_matrix_create_operator(&A, m, n, times, transposed_times, nullptr, nullptr));
  }
  return A;
}

/// On a matrix of its own, because a matrix keeps what its problems have in common.
sbreg_problem* make_problem(const std::string& storage, const std::string& loss, const Setting& setting) {
  sbreg_problem* problem = nullptr;
  sbreg_matrix* A = make_matrix(storage);
  const bool labelled = loss == "logistic" || loss == "poisson";
  EXPECT(sbreg_problem_create_linear(&problem, A, loss.c_str(), labelled ? labels.data() : data.b));
  sbreg_matrix_destroy(A);
  EXPECT(sbreg_problem_set_int(problem, "standardize", setting.standardize));
  EXPECT(sbreg_problem_set_int(problem, "intercept", setting.intercept));
  if (setting.weights) EXPECT(sbreg_problem_set_weights(problem, weights.data()));
  return problem;
}

void append(std::string& out, const double* values, std::size_t count) {
  char number[40];
  for (std::size_t i = 0; i < count; ++i) {
    std::snprintf(number, sizeof number, " %a", values[i]);
    out += number;
  }
  out += '\n';
}

/// Value, gradient and intercept, and, which freezes the problem, a scaling matrix and a few steps.
std::string picture(sbreg_problem* problem, bool use) {
  std::string out;
  double f = 0;
  double v[n];
  EXPECT(sbreg_problem_value(problem, data.x, &f));
  append(out, &f, 1);
  EXPECT(sbreg_problem_gradient(problem, data.x, v));
  append(out, v, n);
  EXPECT(sbreg_problem_intercept(problem, data.x, &f));
  append(out, &f, 1);
  if (!use) return out;
  sbreg_dsm* dsm = nullptr;
  const sbreg_status status = sbreg_dsm_create(&dsm, problem, "lipschitz");
  if (status == SBREG_OK) {
    EXPECT(sbreg_dsm_step(dsm, 3));
    EXPECT(sbreg_dsm_get_weights(dsm, v));
    append(out, v, n);
  } else {
    assert_int_equal(status, SBREG_E_UNSUPPORTED);  // a loss without a bound on its curvature
  }
  sbreg_dsm_destroy(dsm);
  sbreg_solver* solver = nullptr;
  EXPECT(sbreg_solver_create(&solver, problem, s));
  EXPECT(sbreg_solver_set_text(solver, "method", "iht-lsr"));
  EXPECT(sbreg_solver_step(solver, 3));
  EXPECT(sbreg_solver_get_solution(solver, v));
  append(out, v, n);
  sbreg_solver_destroy(solver);
  return out;
}

void compare(const std::string& what, std::int64_t k, const std::string& wanted, const std::string& got) {
  if (wanted != got)
    fail_msg("%s, allocation %ld:\n%s  and not\n%s", what.c_str(), static_cast<long>(k), got.c_str(), wanted.c_str());
}

void check(const std::string& storage, const std::string& what, const std::string& loss, const Setting& setting,
           const Call& call) {
  sbreg_problem* problem = make_problem(storage, loss, setting);
  const std::string before = picture(problem, true);
  sbreg_problem_destroy(problem);
  problem = make_problem(storage, loss, setting);
  const sbreg_status possible = call.make(problem);
  if (possible != SBREG_OK) assert_int_equal(possible, SBREG_E_UNSUPPORTED);  // logsumexp has no intercept
  const std::string after = picture(problem, true);
  sbreg_problem_destroy(problem);
  for (std::int64_t k = 0; possible == SBREG_OK; ++k) {
    const std::int64_t live = failing_new::live;
    bool failed = false;
    for (const bool again : {false, true}) {
      problem = make_problem(storage, loss, setting);
      failing_new::arm(k);
      const sbreg_status status = call.make(problem);
      failing_new::disarm();
      failed = failing_new::failed;
      if (status != (failed ? SBREG_E_MEMORY : SBREG_OK))
        fail_msg("%s, allocation %ld: answered %d\n", what.c_str(), static_cast<long>(k), status);
      if (failed && again) {
        const std::string now = picture(problem, false);
        compare(what + ", still usable", k, before.substr(0, now.size()), now);
        EXPECT(call.make(problem));
      }
      compare(what, k, failed && !again ? before : after, picture(problem, true));
      sbreg_problem_destroy(problem);
    }
    if (failing_new::live != live) fail_msg("%s, allocation %ld: leaks\n", what.c_str(), static_cast<long>(k));
    if (!failed) return;
  }
}

void a_setting_that_fails_changes_nothing_for_any_loss(void**) {
  for (const char* storage : {"dense", "csc", "operator"}) {
    for (const char* loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
      for (int bits = 0; bits < 8; ++bits) {
        const Setting setting{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
        if (setting.intercept && loss == std::string("logsumexp")) continue;
        for (const Call& call : calls)
          check(storage,
                std::string(storage) + ", " + loss + (setting.intercept ? ", intercept" : "") +
                    (setting.standardize ? ", standardize" : "") + (setting.weights ? ", weights: " : ": ") + call.name,
                loss, setting, call);
      }
  }
}

int set_up(void**) {
  data = instance_make(m, n, s, 0.1, 183);
  for (std::int64_t i = 0; i < m; ++i) {
    labels.push_back(data.b[i] > 0 ? 1 : 0);
    weights.push_back(1 + 0.25 * static_cast<double>(i % 4));
    others.push_back(i == 3 ? 0 : 2 - 0.1 * static_cast<double>(i));
  }
  return 0;
}

int tear_down(void**) {
  instance_free(&data);
  return 0;
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_setting_that_fails_changes_nothing_for_any_loss),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
