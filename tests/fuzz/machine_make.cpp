// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The calls that create and destroy.
#include <algorithm>
#include <array>

#include "machine.hpp"

namespace fuzz {
namespace {

constexpr std::size_t most = 4;  // handles of a kind
constexpr std::int64_t largest = 6;

}  // namespace

Vector Machine::numbers(std::int64_t count) {
  Vector values(at(count));
  for (double& value : values) value = bytes_.number(extreme_);
  return values;
}

Caller* Machine::new_caller(std::int64_t m, std::int64_t n) {
  auto* caller = new Caller;
  caller->mood = bytes_.chance(2) ? Mood::honest : static_cast<Mood>(bytes_.below(moods));
  caller->patience = caller->mood == Mood::honest ? 0 : static_cast<int>(bytes_.below(40));
  caller->m = m;
  caller->n = n;
  return caller;
}

void Machine::make_matrix() {
  if (matrices_.size() == most) return;
  Matrix made{.m = 1 + bytes_.below(largest), .n = 1 + bytes_.below(largest)};
  made.A = numbers(made.m * made.n);
  const std::int64_t kind = bytes_.below(4);
  if (kind == 0) {
    seen(sbreg_matrix_create_dense(&made.handle, made.m, made.n, made.A.data(), made.m, SBREG_COL_MAJOR, SBREG_COPY,
                                   nullptr, nullptr));
  } else if (kind == 1) {
    Indices start{0}, rows;
    Vector values;
    for (std::int64_t j = 0; j < made.n; ++j) {
      for (std::int64_t i = 0; i < made.m; ++i)
        if (made.A[at(j * made.m + i)] != 0) {
          rows.push_back(i);
          values.push_back(made.A[at(j * made.m + i)]);
        }
      start.push_back(static_cast<std::int64_t>(rows.size()));
    }
    if (bytes_.chance(16) && !rows.empty()) rows[0] = bytes_.integer();  // damaged
    seen(sbreg_matrix_create_csc(&made.handle, made.m, made.n, start.data(), rows.data(), 8, 0, values.data(),
                                 SBREG_COPY, nullptr, nullptr));
  } else {
    Caller* caller = new_caller(made.m, made.n);
    caller->A = made.A;
    for (double& value : caller->A) value = std::isfinite(value) ? value : 1;
    const bool honest = caller->mood == Mood::honest;
    if (seen(sbreg_matrix_create_operator(&made.handle, made.m, made.n, apply, apply_transpose, caller, free_caller)) !=
        SBREG_OK)
      free_caller(caller);
    if (!honest) made.A.clear();
  }
  if (made.handle != nullptr) matrices_.push_back(made);
}

void Machine::make_problem() {
  if (problems_.size() == most) return;
  Problem made;
  const std::int64_t kind = bytes_.below(5);
  if (kind == 0) {
    made.m = 1 + bytes_.below(largest);
    made.n = 1 + bytes_.below(largest);
    made.squares = std::make_shared<Squares>(Squares{made.m, made.n, numbers(made.m * made.n), numbers(made.m)});
    seen(sbreg_problem_create_least_squares(&made.handle, made.m, made.n, made.squares->A.data(), made.m,
                                            SBREG_COL_MAJOR, made.squares->b.data()));
    if (extreme_) made.squares.reset();
  } else if (kind == 1) {
    static constexpr std::array<const char*, 7> losses{"least_squares", "logistic", "logsumexp", "quartic",
                                                       "huber",         "poisson",  "nothing"};
    const Matrix* A = pick(matrices_);
    if (A == nullptr) return;
    const char* loss = losses[at(bytes_.below(7))];
    Vector b = numbers(A->m);
    if (loss[0] == 'l' && loss[2] == 'g' && loss[3] == 'i')
      for (double& value : b) value = value > 0 ? 1 : 0;
    if (loss[0] == 'p')
      for (double& value : b) value = std::abs(value);
    made.m = A->m;
    made.n = A->n;
    made.honest = !A->A.empty();
    seen(sbreg_problem_create_linear(&made.handle, A->handle, loss, b.data()));
  } else if (kind == 2) {
    made.n = 1 + bytes_.below(largest);
    const Vector Q = numbers(made.n * made.n), q = numbers(made.n);
    seen(sbreg_problem_create_quadratic(&made.handle, made.n, Q.data(), made.n, q.data()));
  } else if (kind == 3) {
    made.n = 1 + bytes_.below(largest);
    Caller* caller = new_caller(0, made.n);
    caller->centre = numbers(made.n);
    for (double& value : caller->centre) value = std::isfinite(value) ? value : 1;
    made.honest = caller->mood == Mood::honest;
    if (seen(sbreg_problem_create_custom(&made.handle, made.n, objective, bytes_.chance(2) ? hessian : nullptr,
                                         bytes_.chance(2) ? curvature : nullptr, caller, free_caller)) != SBREG_OK)
      free_caller(caller);
    else
      caller->problem = made.handle;
  } else {
    made.m = 1 + bytes_.below(3);
    made.n = 2 * (1 + bytes_.below(3));
    const Vector A = numbers(made.m * made.n), b = numbers(2 * made.m);
    seen(sbreg_problem_create_least_squares_complex(&made.handle, made.m, made.n / 2, A.data(), made.m, SBREG_COL_MAJOR,
                                                    b.data()));
    made.pairs = true;
  }
  if (made.handle != nullptr) problems_.push_back(made);
}

void Machine::make_dsm() {
  static constexpr std::array<const char*, 4> models{"lipschitz", "linear", "quadratic", "cubic"};
  const Problem* problem = pick(problems_);
  if (dsms_.size() == most || problem == nullptr) return;
  Dsm made{.n = problem->n};
  if (bytes_.chance(3)) {
    const Vector w = numbers(made.n);
    seen(sbreg_dsm_create_weights(&made.handle, made.n, w.data()));
  } else {
    seen(sbreg_dsm_create(&made.handle, problem->handle, models[at(bytes_.below(4))]));
  }
  if (made.handle != nullptr) dsms_.push_back(made);
}

void Machine::make_kernel() {
  static constexpr std::array<const char*, 4> names{"quadratic", "quartic", "power", "cubic"};
  if (kernels_.size() == most) return;
  Kernel made{.n = 1 + bytes_.below(largest)};
  if (bytes_.chance(3)) {
    Caller* caller = new_caller(0, made.n);
    if (seen(sbreg_kernel_create_custom(&made.handle, made.n, kernel_value, kernel_derivative, kernel_inverse, caller,
                                        free_caller)) != SBREG_OK)
      free_caller(caller);
  } else {
    seen(sbreg_kernel_create(&made.handle, made.n, names[at(bytes_.below(4))]));
  }
  if (made.handle != nullptr) kernels_.push_back(made);
}

void Machine::make_solver() {
  const Problem* problem = pick(problems_);
  if (solvers_.size() == most || problem == nullptr) return;
  Solver made{.problem = problem->handle, .n = problem->n, .s = bytes_.below(largest + 2)};
  made.honest = problem->honest;
  made.squares = problem->squares;
  for (std::int64_t j = 0; problem->pairs && j < made.n; ++j) made.group.push_back(j / 2);
  if (seen(sbreg_solver_create(&made.handle, problem->handle, made.s)) != SBREG_OK) {
    CLAIM(made.handle == nullptr, "a failed create leaves a handle");
    return;
  }
  CLAIM(sbreg_problem_retain(made.problem) == SBREG_OK, "%s", sbreg_last_error());
  const Vector zero(at(made.n));
  if (seen(sbreg_problem_value(made.problem, zero.data(), &made.start)) != SBREG_OK)
    made.start = std::numeric_limits<double>::quiet_NaN();
  seen(sbreg_solver_set_int(made.handle, "max_iterations", 40));
  seen(sbreg_solver_set_real(made.handle, "time_limit", 0.3));
  solvers_.push_back(made);
}

void Machine::make_path() {
  const Solver* solver = pick(solvers_);
  if (paths_.size() == most || solver == nullptr) return;
  Path made{.n = solver->n};
  if (seen(sbreg_path_create(&made.handle, solver->handle)) != SBREG_OK) return;
  seen(sbreg_path_set_real(made.handle, "time_limit", 0.3));
  paths_.push_back(made);
}

void Machine::destroy() {
  const auto drop = [&](auto& objects, auto free) {
    if (objects.empty()) return;
    const auto place = objects.begin() + bytes_.below(static_cast<std::int64_t>(objects.size()));
    free(*place);
    objects.erase(place);
  };
  switch (bytes_.below(6)) {
    case 0:
      return drop(matrices_, [](const Matrix& object) { sbreg_matrix_destroy(object.handle); });
    case 1:
      return drop(problems_, [](const Problem& object) { sbreg_problem_destroy(object.handle); });
    case 2:
      return drop(dsms_, [](const Dsm& object) { sbreg_dsm_destroy(object.handle); });
    case 3:
      return drop(kernels_, [](const Kernel& object) { sbreg_kernel_destroy(object.handle); });
    case 4:
      return drop(solvers_, [](const Solver& object) {
        sbreg_solver_destroy(object.handle);
        sbreg_problem_destroy(object.problem);
      });
    default:
      return drop(paths_, [](const Path& object) { sbreg_path_destroy(object.handle); });
  }
}

Machine::~Machine() {
  for (const Matrix& object : matrices_) sbreg_matrix_destroy(object.handle);
  for (const Problem& object : problems_) sbreg_problem_destroy(object.handle);
  for (const Dsm& object : dsms_) sbreg_dsm_destroy(object.handle);
  for (const Kernel& object : kernels_) sbreg_kernel_destroy(object.handle);
  for (const Path& object : paths_) sbreg_path_destroy(object.handle);
  for (const Solver& object : solvers_) {
    sbreg_solver_destroy(object.handle);
    sbreg_problem_destroy(object.problem);
  }
}

}  // namespace fuzz
