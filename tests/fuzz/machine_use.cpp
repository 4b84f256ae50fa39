// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The calls that set, run, evaluate and certify.
#include <algorithm>
#include <string>

#include "machine.hpp"

namespace fuzz {
namespace {

/// Sets one key of the library's table, be it an option, a result or a name that does not exist.
template <class Handle, class Int, class Real, class Text>
void set_key(Bytes& bytes, const char* kind, Handle* object, Int set_int, Real set_real, Text set_text) {
  std::int64_t count = 0;
  CLAIM(sbreg_key_count(kind, &count) == SBREG_OK, "%s", kind);
  const char *name = nullptr, *type = nullptr, *choices = nullptr;
  const std::int64_t i = bytes.below(count);
  sbreg_key_text(kind, i, "name", &name);
  sbreg_key_text(kind, i, "type", &type);
  sbreg_key_text(kind, i, "choices", &choices);
  const std::string key = bytes.chance(32) ? std::string(name) + "s" : name;
  const int as = bytes.chance(16) ? static_cast<int>(bytes.below(3)) : type[0] == 'i' ? 0 : type[0] == 'r' ? 1 : 2;
  unchanged_unless_ok(object, [&] {
    if (as == 0) return set_int(object, key.c_str(), bytes.integer());
    if (as == 1) {
      const double value = bytes.number(true);
      return set_real(object, key.c_str(), key == "time_limit" ? std::min(value, 0.3) : value);
    }
    std::vector<std::string> words{""};
    for (const char* c = choices; *c != '\0'; ++c) {
      if (std::isalnum(static_cast<unsigned char>(*c)) != 0 || *c == '-' || *c == '_')
        words.back() += *c;
      else if (!words.back().empty())
        words.emplace_back();
    }
    return set_text(object, key.c_str(), words[at(bytes.below(static_cast<std::int64_t>(words.size())))].c_str());
  });
}

/// A monitor that reads, tries what it must not do, and perhaps stops.
struct Watch {
  int patience = 0;
  sbreg_problem* victim = nullptr;  // a reference of our own, given up inside
};
int look(const sbreg_solver* solver, void* user) {
  auto& watch = *static_cast<Watch*>(user);
  double f = 0;
  seen(sbreg_solver_get_real(solver, "best_objective", &f));
  CLAIM(seen(sbreg_solver_step(const_cast<sbreg_solver*>(solver), 1)) == SBREG_E_STATE,
        "a monitor stepped its own solver");
  if (watch.patience-- > 0) return 0;
  sbreg_problem_destroy(watch.victim);
  watch.victim = nullptr;
  return watch.patience % 2;
}
int look_at_path(const sbreg_path* path, void* user) {
  std::int64_t fits = 0;
  seen(sbreg_path_get_int(path, "fits", &fits));
  return static_cast<Watch*>(user)->patience-- == 0;
}
int look_at_dsm(const sbreg_dsm* dsm, void* user) {
  double gap = 0;
  seen(sbreg_dsm_get_real(dsm, "gap", &gap));
  return static_cast<Watch*>(user)->patience-- == 0;
}
void free_watch(void* user) {
  auto* watch = static_cast<Watch*>(user);
  sbreg_problem_destroy(watch->victim);
  delete watch;
}

}  // namespace

void Machine::set_option() {
  const std::int64_t kind = bytes_.below(8);
  if (kind == 0) {
    if (const Matrix* o = pick(matrices_))
      set_key(bytes_, "matrix", o->handle, sbreg_matrix_set_int, sbreg_matrix_set_real, sbreg_matrix_set_text);
  } else if (kind == 1) {
    if (Problem* o = pick(problems_)) {
      o->squares.reset();
      set_key(bytes_, "problem", o->handle, sbreg_problem_set_int, sbreg_problem_set_real, sbreg_problem_set_text);
    }
  } else if (kind == 2) {
    if (const Dsm* o = pick(dsms_))
      set_key(bytes_, "dsm", o->handle, sbreg_dsm_set_int, sbreg_dsm_set_real, sbreg_dsm_set_text);
  } else if (kind == 3) {
    if (const Kernel* o = pick(kernels_))
      set_key(bytes_, "kernel", o->handle, sbreg_kernel_set_int, sbreg_kernel_set_real, sbreg_kernel_set_text);
  } else if (kind == 4) {
    if (const Path* o = pick(paths_))
      set_key(bytes_, "path", o->handle, sbreg_path_set_int, sbreg_path_set_real, sbreg_path_set_text);
  } else {
    if (const Solver* o = pick(solvers_))
      set_key(bytes_, "solver", o->handle, sbreg_solver_set_int, sbreg_solver_set_real, sbreg_solver_set_text);
  }
}

void Machine::set_of_problem() {
  Problem* problem = pick(problems_);
  if (problem == nullptr) return;
  const Vector w = numbers(std::max<std::int64_t>(problem->m, 6));
  if (unchanged_unless_ok(problem->handle, [&] { return sbreg_problem_set_weights(problem->handle, w.data()); }) ==
      SBREG_OK)
    problem->squares.reset();
}

void Machine::set_of_dsm() {
  const Dsm* dsm = pick(dsms_);
  if (dsm == nullptr) return;
  const Vector cost = numbers(dsm->n);
  const Dsm* other = pick(dsms_);
  unchanged_unless_ok(dsm->handle, [&] {
    return bytes_.chance(2) ? sbreg_dsm_set_cost(dsm->handle, cost.data())
                            : sbreg_dsm_set_start(dsm->handle, other->handle);
  });
}

void Machine::set_structure() {
  Solver* solver = pick(solvers_);
  if (solver == nullptr) return;
  const std::int64_t kind = bytes_.below(3);
  if (kind == 0) {
    Indices group(at(solver->n));
    for (std::int64_t& g : group) g = bytes_.below(4);
    if (unchanged_unless_ok(solver->handle, [&] { return sbreg_solver_set_groups(solver->handle, group.data()); }) ==
        SBREG_OK)
      solver->group = group;
  } else if (kind == 1) {
    Vector lower = numbers(solver->n), upper = numbers(solver->n);
    for (double& value : lower) value = bytes_.chance(32) ? value : -std::abs(value);
    for (double& value : upper) value = bytes_.chance(32) ? value : std::abs(value);
    if (unchanged_unless_ok(solver->handle, [&] {
          return sbreg_solver_set_bounds(solver->handle, lower.data(), upper.data());
        }) == SBREG_OK) {
      solver->lower = lower;
      solver->upper = upper;
    }
  } else {
    Indices kept(at(bytes_.below(4)));
    for (std::int64_t& k : kept) k = bytes_.below(solver->n + 1);
    if (unchanged_unless_ok(solver->handle, [&] {
          return sbreg_solver_set_kept(solver->handle, kept.data(), static_cast<std::int64_t>(kept.size()));
        }) == SBREG_OK)
      solver->kept = kept;
  }
  solver->structured = true;
}

void Machine::set_of_solver() {
  Solver* solver = pick(solvers_);
  if (solver == nullptr) return;
  const std::int64_t kind = bytes_.below(3);
  if (kind == 0) {
    Vector x = numbers(solver->n);
    for (double& value : x) value = bytes_.chance(2) ? value : 0;
    if (unchanged_unless_ok(solver->handle, [&] { return sbreg_solver_set_start(solver->handle, x.data()); }) ==
            SBREG_OK &&
        seen(sbreg_problem_value(solver->problem, x.data(), &solver->start)) != SBREG_OK)
      solver->start = std::numeric_limits<double>::quiet_NaN();
  } else if (kind == 1) {
    if (const Dsm* dsm = pick(dsms_))
      unchanged_unless_ok(solver->handle, [&] { return sbreg_solver_add_dsm(solver->handle, dsm->handle); });
  } else {
    if (const Kernel* kernel = pick(kernels_))
      unchanged_unless_ok(solver->handle, [&] { return sbreg_solver_set_kernel(solver->handle, kernel->handle); });
  }
}

void Machine::watch() {
  auto* watch = new Watch{.patience = static_cast<int>(bytes_.below(20))};
  sbreg_status status = SBREG_E_STATE;
  if (bytes_.chance(4)) {
    if (const Path* path = pick(paths_))
      status = seen(sbreg_path_set_monitor(path->handle, look_at_path, watch, free_watch));
  } else if (bytes_.chance(4)) {
    if (const Dsm* dsm = pick(dsms_)) status = seen(sbreg_dsm_set_monitor(dsm->handle, look_at_dsm, watch, free_watch));
  } else if (const Solver* solver = pick(solvers_)) {
    if (bytes_.chance(2) && sbreg_problem_retain(solver->problem) == SBREG_OK) watch->victim = solver->problem;
    status = seen(sbreg_solver_set_monitor(solver->handle, look, watch, free_watch));
  }
  if (status != SBREG_OK) free_watch(watch);
}

void Machine::advance() {
  const std::int64_t kind = bytes_.below(8);
  if (kind == 0) {
    if (const Dsm* dsm = pick(dsms_)) {
      seen(bytes_.chance(2) ? sbreg_dsm_step(dsm->handle, 1 + bytes_.below(9)) : sbreg_dsm_run(dsm->handle));
      Vector w(at(dsm->n));
      if (seen(sbreg_dsm_get_weights(dsm->handle, w.data())) == SBREG_OK)
        for (const double value : w) CLAIM(value >= 0 && std::isfinite(value), "a weight is %g", value);
    }
  } else if (kind == 1) {
    if (const Path* path = pick(paths_)) {
      seen(sbreg_path_run(path->handle));
      check_path(*path);
    }
  } else if (const Solver* solver = pick(solvers_)) {
    seen(bytes_.chance(2) ? sbreg_solver_step(solver->handle, 1 + bytes_.below(5)) : sbreg_solver_run(solver->handle));
    check_solver(*solver);
  }
}

void Machine::evaluate() {
  const Problem* problem = pick(problems_);
  if (problem == nullptr) return;
  const Vector x = numbers(problem->n);
  Vector g(at(problem->n));
  double f = 0, c = 0, discrepancy = -1;
  std::int64_t where = -1;
  const bool ok = seen(sbreg_problem_value(problem->handle, x.data(), &f)) == SBREG_OK;
  CLAIM(!ok || !std::isnan(f) || extreme_ || !problem->honest, "f is not a number, with SBREG_OK:\n%s",
        snapshot(problem->handle).c_str());
  if (seen(sbreg_problem_gradient(problem->handle, x.data(), g.data())) == SBREG_OK)
    for (const double value : g)
      CLAIM(!std::isnan(value) || extreme_ || !problem->honest, "the gradient is not a number, with SBREG_OK");
  seen(sbreg_problem_intercept(problem->handle, x.data(), &c));
  if (bytes_.chance(4)) seen(sbreg_problem_check_gradient(problem->handle, x.data(), 0, &discrepancy, &where));
}

void Machine::certify() {
  const Solver* solver = pick(solvers_);
  if (solver == nullptr) return;
  Vector x(at(solver->n)), y(at(solver->n));
  if (seen(sbreg_solver_get_solution(solver->handle, x.data())) != SBREG_OK) return;
  double violation = 0;
  std::int64_t leaves = -1, enters = -1;
  const auto nonnegative = [&](const char* which, sbreg_status status) {
    CLAIM(seen(status) != SBREG_OK || violation >= 0, "%s: a violation of %g%s%s\n%s", which, violation,
          extreme_ ? ", extreme" : "", solver->honest ? "" : ", not honest", snapshot(solver->problem).c_str());
  };
  nonnegative("coordinatewise",
              sbreg_solver_check_coordinatewise(solver->handle, x.data(), &violation, &leaves, &enters));
  if (const Dsm* dsm = pick(dsms_)) {
    nonnegative("stationarity", sbreg_solver_check_stationarity(solver->handle, dsm->handle, x.data(), &violation));
    nonnegative("witness",
                sbreg_solver_witness_stationarity(solver->handle, dsm->handle, x.data(), &violation, y.data()));
    double margin = 0;
    seen(sbreg_dsm_margin(dsm->handle, solver->problem, &margin));
  }
  if (const Kernel* kernel = pick(kernels_)) {
    const double L = std::abs(bytes_.number(extreme_));
    nonnegative("bregman", sbreg_solver_check_bregman(solver->handle, kernel->handle, L, x.data(), &violation));
    nonnegative("witness of bregman",
                sbreg_solver_witness_bregman(solver->handle, kernel->handle, L, x.data(), &violation, y.data()));
  }
}

void Machine::solve() {
  const std::int64_t m = 1 + bytes_.below(6), n = 1 + bytes_.below(6), s = bytes_.below(8);
  const Squares f{m, n, numbers(m * n), numbers(m)};
  Vector x(at(n), -1);
  double objective = -1;
  if (seen(sbreg_solve_least_squares(m, n, f.A.data(), m, SBREG_COL_MAJOR, f.b.data(), s, x.data(), &objective)) !=
      SBREG_OK)
    return;
  for (const double value : x) CLAIM(std::isfinite(value), "x is %g", value);
  CLAIM(std::ranges::count_if(x, [](double value) { return value != 0; }) <= s, "more than %lld nonzeros",
        static_cast<long long>(s));
}

void Machine::step() {
  static constexpr std::array<void (Machine::*)(), 24> calls{
      &Machine::make_matrix,   &Machine::make_problem,   &Machine::make_problem, &Machine::make_dsm,
      &Machine::make_kernel,   &Machine::make_solver,    &Machine::make_solver,  &Machine::make_path,
      &Machine::destroy,       &Machine::set_option,     &Machine::set_option,   &Machine::set_option,
      &Machine::set_option,    &Machine::set_of_problem, &Machine::set_of_dsm,   &Machine::set_structure,
      &Machine::set_of_solver, &Machine::watch,          &Machine::advance,      &Machine::advance,
      &Machine::advance,       &Machine::evaluate,       &Machine::certify,      &Machine::solve};
  (this->*calls[at(bytes_.below(24))])();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, std::min<std::size_t>(size, 600));
  fuzz::Machine machine(bytes);
  while (!bytes.empty()) machine.step();
  return 0;
}
