// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// One line for every run of a fixed set: each method with each loss, storage and structure, quadratics, functions of
// the caller's own, kernels, paths with folds, certificates, and runs that are interrupted. A line names the run and
// ends with a hash of all that it returned, to the last bit. Two builds do the same when their lines are the same; the
// script `bits` compares them.
#include <sparsebregman.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using Vector = std::vector<double>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// A seeded generator: the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}
  double uniform() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  double normal() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += uniform();
    return sum;
  }

 private:
  std::uint64_t state_;
};

/// FNV-1a over bytes.
class Hash {
 public:
  void add(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t k = 0; k < size; ++k) value_ = (value_ ^ bytes[k]) * 0x100000001b3u;
  }
  void add(const Vector& v) { add(v.data(), v.size() * sizeof(double)); }
  void add(double v) { add(&v, sizeof v); }
  void add(std::int64_t v) { add(&v, sizeof v); }
  void add(const char* text) { add(text, std::strlen(text)); }
  [[nodiscard]] unsigned long long value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

template <class T>
struct Destroy;
#define HANDLE(TYPE)                                                                \
  template <>                                                                       \
  struct Destroy<sbreg_##TYPE> {                                                    \
    void operator()(sbreg_##TYPE* handle) const { sbreg_##TYPE##_destroy(handle); } \
  };
HANDLE(matrix)
HANDLE(problem)
HANDLE(kernel)
HANDLE(solver)
HANDLE(path)
#undef HANDLE
template <class T>
using Owned = std::unique_ptr<T, Destroy<T>>;

void require(sbreg_status status, const char* call) {
  if (status == SBREG_OK) return;
  std::fprintf(stderr, "%s: %s\n", call, sbreg_last_error());
  std::exit(2);
}
#define OK(call) require(call, #call)

struct Data {
  std::int64_t m, n, s;
  Vector A, b;                           // by columns
  std::vector<std::int64_t> start, row;  // the same as compressed columns
  Vector value;
};

/// Columns that are correlated, of uneven length, a third of the entries zero where the data are to be sparse.
Data make_data(std::int64_t m, std::int64_t n, std::int64_t s, const std::string& loss, bool zeros,
               std::uint64_t seed) {
  Random random(seed);
  Data d{m, n, s, Vector(at(m * n)), Vector(at(m)), {0}, {}, {}};
  for (std::int64_t i = 0; i < m; ++i) {
    double before = random.normal();
    for (std::int64_t j = 0; j < n; ++j) {
      before = 0.5 * before + 0.866 * random.normal();
      const double kept = zeros && random.uniform() < 0.35 ? 0 : 1;
      d.A[at(j * m + i)] = kept * before * (1 + 0.2 * static_cast<double>(j % 5)) / std::sqrt(static_cast<double>(m));
    }
  }
  for (std::int64_t i = 0; i < m; ++i) {
    double t = 0.3;
    for (std::int64_t k = 0; k < s; ++k) t += d.A[at((k * n / s) * m + i)] * (k % 2 == 0 ? 2 : -1.5);
    const double noise = random.normal();
    double& b = d.b[at(i)];
    if (loss == "logistic")
      b = 3 * t + noise > 0 ? 1 : 0;
    else if (loss == "poisson")
      b = std::floor(std::exp(t) + random.uniform());
    else
      b = t + 0.3 * noise;
  }
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i < m; ++i) {
      if (d.A[at(j * m + i)] == 0) continue;
      d.row.push_back(i);
      d.value.push_back(d.A[at(j * m + i)]);
    }
    d.start.push_back(static_cast<std::int64_t>(d.row.size()));
  }
  return d;
}

int apply(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const auto& d = *static_cast<const Data*>(user);
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (std::int64_t j = 0; j < cols; ++j) sum += d.A[at(j * rows + i)] * X[c * cols + j];
      Y[c * rows + i] = sum;
    }
  return 0;
}

int apply_transpose(std::int64_t rows, std::int64_t cols, std::int64_t k, const double* X, double* Y, void* user) {
  const auto& d = *static_cast<const Data*>(user);
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < cols; ++j) {
      double sum = 0;
      for (std::int64_t i = 0; i < rows; ++i) sum += d.A[at(j * rows + i)] * X[c * rows + i];
      Y[c * cols + j] = sum;
    }
  return 0;
}

Owned<sbreg_matrix> make_matrix(const Data& d, const std::string& storage) {
  sbreg_matrix* out = nullptr;
  if (storage == "dense") {
    OK(sbreg_matrix_create_dense(&out, d.m, d.n, d.A.data(), d.m, SBREG_COL_MAJOR, SBREG_BORROW, nullptr, nullptr));
  } else if (storage == "rows") {
    Vector rows(d.A.size());
    for (std::int64_t i = 0; i < d.m; ++i)
      for (std::int64_t j = 0; j < d.n; ++j) rows[at(i * d.n + j)] = d.A[at(j * d.m + i)];
    OK(sbreg_matrix_create_dense(&out, d.m, d.n, rows.data(), d.n, SBREG_ROW_MAJOR, SBREG_COPY, nullptr, nullptr));
  } else if (storage == "csc") {
    OK(sbreg_matrix_create_csc(&out, d.m, d.n, d.start.data(), d.row.data(), 8, 0, d.value.data(), SBREG_BORROW,
                               nullptr, nullptr));
  } else {
    OK(sbreg_matrix_create_operator(&out, d.m, d.n, apply, apply_transpose, const_cast<Data*>(&d), nullptr));
  }
  return Owned<sbreg_matrix>(out);
}

void set_variant(sbreg_problem* problem, const Data& d, const std::string& variant) {
  if (variant.find("intercept") != std::string::npos) OK(sbreg_problem_set_int(problem, "intercept", 1));
  if (variant.find("standardize") != std::string::npos) OK(sbreg_problem_set_int(problem, "standardize", 1));
  if (variant.find("ridge") != std::string::npos) OK(sbreg_problem_set_real(problem, "ridge", 0.05));
  if (variant.find("weights") == std::string::npos) return;
  Vector w(at(d.m));
  for (std::int64_t i = 0; i < d.m; ++i) w[at(i)] = static_cast<double>(i % 4);
  OK(sbreg_problem_set_weights(problem, w.data()));
}

void set_structure(sbreg_solver* solver, std::int64_t n, const std::string& structure) {
  if (structure == "groups") {
    std::vector<std::int64_t> ids(at(n));
    for (std::int64_t j = 0; j < n; ++j) ids[at(j)] = j / 3;
    OK(sbreg_solver_set_groups(solver, ids.data()));
  } else if (structure == "bounds") {
    const Vector lower(at(n), 0.0), upper(at(n), 1.5);
    OK(sbreg_solver_set_bounds(solver, lower.data(), upper.data()));
  } else if (structure == "kept") {
    const std::int64_t kept[] = {1, n - 2};
    OK(sbreg_solver_set_kept(solver, kept, 2));
  }
}

/// Everything that a run returns, and its elapsed time left out.
void print_run(const std::string& name, sbreg_solver* solver, std::int64_t n) {
  Hash hash;
  const sbreg_status status = sbreg_solver_run(solver);
  hash.add(std::int64_t{status});
  if (status != SBREG_OK) hash.add(sbreg_last_error());
  Vector x(at(n));
  OK(sbreg_solver_get_solution(solver, x.data()));
  hash.add(x);
  OK(sbreg_solver_get_iterate(solver, x.data()));
  hash.add(x);
  for (const char* key : {"state", "iterations", "support_size", "support_changes", "newton_steps", "restarts",
                          "trials", "forced_steps", "evaluations", "active_dsm", "dictionary_size", "proved"}) {
    std::int64_t value = 0;
    OK(sbreg_solver_get_int(solver, key, &value));
    hash.add(value);
  }
  for (const char* key : {"objective", "best_objective", "intercept", "smoothness_used"}) {
    double value = 0;
    OK(sbreg_solver_get_real(solver, key, &value));
    hash.add(value);
  }
  for (const char* series : {"objective", "best_objective", "support_changed", "restarted", "active_dsm"}) {
    std::int64_t count = 0;
    OK(sbreg_solver_get_history(solver, series, nullptr, 0, &count));
    Vector values(at(count));
    if (count > 0) OK(sbreg_solver_get_history(solver, series, values.data(), count, &count));
    hash.add(values);
  }
  std::int64_t state = 0, iterations = 0;
  double f = 0;
  const char* strategy = "";
  OK(sbreg_solver_get_text(solver, "strategy", &strategy));
  OK(sbreg_solver_get_int(solver, "state", &state));
  OK(sbreg_solver_get_int(solver, "iterations", &iterations));
  OK(sbreg_solver_get_real(solver, "best_objective", &f));
  std::printf("%s | %d %d %lld %.17g | %s | %016llx\n", name.c_str(), static_cast<int>(status), static_cast<int>(state),
              static_cast<long long>(iterations), f, strategy, hash.value());
}

/// Set-up that a combination does not allow is a line of its own: the refusal must stay the same, too.
template <class Call>
bool allowed(const std::string& name, Call call) {
  const sbreg_status status = call();
  if (status != SBREG_OK)
    std::printf("%s | refused %d %s\n", name.c_str(), static_cast<int>(status), sbreg_last_error());
  return status == SBREG_OK;
}

Owned<sbreg_solver> make_solver(const sbreg_problem* problem, std::int64_t s, const char* method) {
  sbreg_solver* out = nullptr;
  OK(sbreg_solver_create(&out, problem, s));
  Owned<sbreg_solver> solver(out);
  OK(sbreg_solver_set_text(out, "method", method));
  OK(sbreg_solver_set_int(out, "max_iterations", 200));
  OK(sbreg_solver_set_real(out, "effort", 0.05));
  OK(sbreg_solver_set_int(out, "history", 1));
  return solver;
}

constexpr const char* methods[] = {"auto",      "search", "iht",    "iwht",   "ciwht", "iht-lsr",
                                   "ciwht-lsr", "gpnp",   "newton", "mfista", "bpg"};

void linear_models() {
  const std::string structures[] = {"plain", "groups", "bounds", "kept"};
  const std::string variants[] = {"as they are", "intercept", "standardize and ridge", "weights", "weights, intercept"};
  for (const std::string loss : {"least_squares", "logistic", "logsumexp", "huber", "quartic", "poisson"})
    for (const std::string storage : {"dense", "rows", "csc", "operator"})
      for (const std::string& variant : variants) {
        const Data d = make_data(30, 24, 4, loss, storage == "csc", 7);
        const Owned<sbreg_matrix> A = make_matrix(d, storage);
        sbreg_problem* made = nullptr;
        OK(sbreg_problem_create_linear(&made, A.get(), loss.c_str(), d.b.data()));
        const Owned<sbreg_problem> problem(made);
        if (loss == "logsumexp" && variant.find("intercept") != std::string::npos) continue;
        set_variant(made, d, variant);
        for (const std::string& structure : structures)
          for (const char* method : methods) {
            const Owned<sbreg_solver> solver = make_solver(made, 3, method);
            set_structure(solver.get(), d.n, structure);
            print_run(loss + ", " + storage + ", " + variant + ", " + structure + ", " + method, solver.get(), d.n);
          }
      }
}

/// Sizes at which Gram columns, single precision, candidates and the tree of the proof behave differently.
void sizes() {
  struct Size {
    std::int64_t m, n, s;
  };
  for (const Size size : {Size{64, 256, 12}, Size{64, 256, 28}, Size{40, 20, 6}, Size{300, 1500, 10}, Size{60, 2200, 8},
                          Size{12, 30, 20}, Size{50, 12, 12}})
    for (const char* loss : {"least_squares", "logistic"})
      for (const char* method : {"auto", "search", "iht", "ciwht-lsr", "gpnp", "newton", "mfista"}) {
        const Data d = make_data(size.m, size.n, size.s, loss, false, 11);
        const Owned<sbreg_matrix> A = make_matrix(d, "dense");
        sbreg_problem* made = nullptr;
        OK(sbreg_problem_create_linear(&made, A.get(), loss, d.b.data()));
        const Owned<sbreg_problem> problem(made);
        const Owned<sbreg_solver> solver = make_solver(made, size.s, method);
        print_run(std::string(loss) + ", " + std::to_string(size.m) + " x " + std::to_string(size.n) +
                      ", s = " + std::to_string(size.s) + ", " + method,
                  solver.get(), d.n);
      }
}

int rosenbrock(std::int64_t n, const double* x, double* f, double* g, void* /*user*/) {
  *f = 0;
  for (std::int64_t j = 0; g != nullptr && j < n; ++j) g[j] = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    const double c = 1 + 0.1 * static_cast<double>(j);
    const double r = x[j] - c * (j % 3 == 0 ? 1 : -1);
    const double next = j + 1 < n ? x[j + 1] : 0;
    *f += 0.5 * c * r * r + 0.05 * x[j] * next + 0.01 * r * r * r * r;
    if (g == nullptr) continue;
    g[j] += c * r + 0.05 * next + 0.04 * r * r * r;
    if (j + 1 < n) g[j + 1] += 0.05 * x[j];
  }
  return 0;
}

int hessian(std::int64_t /*n*/, const double* x, std::int64_t k, const std::int64_t* S, double* H, void* /*user*/) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t r = 0; r < k; ++r) {
      const double weight = 1 + 0.1 * static_cast<double>(S[c]);
      const double distance = x[S[c]] - weight * (S[c] % 3 == 0 ? 1 : -1);
      const bool next = S[r] == S[c] + 1 || S[c] == S[r] + 1;
      H[c * k + r] = r == c ? weight + 0.12 * distance * distance : next ? 0.05 : 0;
    }
  return 0;
}

int curvature(std::int64_t n, std::int64_t k, const double* X, double* CX, void* /*user*/) {
  for (std::int64_t c = 0; c < k; ++c)
    for (std::int64_t j = 0; j < n; ++j) CX[c * n + j] = 30 * X[c * n + j];
  return 0;
}

void other_problems() {
  constexpr std::int64_t n = 18;
  Random random(3);
  Vector Q(at(n * n)), q(at(n));
  const Data d = make_data(40, n, 4, "least_squares", false, 5);
  for (std::int64_t a = 0; a < n; ++a)
    for (std::int64_t c = 0; c < n; ++c)
      for (std::int64_t i = 0; i < d.m; ++i) Q[at(a * n + c)] += d.A[at(a * d.m + i)] * d.A[at(c * d.m + i)];
  for (double& v : q) v = random.normal();
  for (const char* method : methods)
    for (const std::string structure : {"plain", "groups", "bounds", "kept"}) {
      sbreg_problem* made = nullptr;
      OK(sbreg_problem_create_quadratic(&made, n, Q.data(), n, q.data()));
      const Owned<sbreg_problem> quadratic(made);
      Owned<sbreg_solver> solver = make_solver(made, 3, method);
      set_structure(solver.get(), n, structure);
      print_run(std::string("quadratic, ") + structure + ", " + method, solver.get(), n);
      for (const bool second : {false, true}) {
        OK(sbreg_problem_create_custom(&made, n, rosenbrock, second ? hessian : nullptr, curvature, nullptr, nullptr));
        const Owned<sbreg_problem> custom(made);
        solver = make_solver(made, 3, method);
        set_structure(solver.get(), n, structure);
        print_run(std::string(second ? "custom with Hessian, " : "custom, ") + structure + ", " + method, solver.get(),
                  n);
      }
    }
}

/// Each ingredient of a method changed alone, and a start of the caller's own.
void ingredients() {
  const Data d = make_data(64, 128, 14, "least_squares", false, 23);
  const Owned<sbreg_matrix> A = make_matrix(d, "dense");
  struct Change {
    const char* name;
    const char* text;
    double number;
  };
  for (const char* method : {"newton", "mfista", "auto", "ciwht"})
    for (const Change& change :
         {Change{"line_search", "paper", 0}, Change{"line_search", "none", 0}, Change{"restart", "gamma", 0},
          Change{"restart", "none", 0}, Change{"newton", nullptr, 0}, Change{"newton", nullptr, 1},
          Change{"momentum", nullptr, 1}, Change{"dsm_period", nullptr, 10}, Change{"dictionary", "D4", 0},
          Change{"dictionary", "lipschitz", 0}, Change{"single_precision", nullptr, 0},
          Change{"stall_window", nullptr, 5}, Change{"threads", nullptr, 2}, Change{"seed", nullptr, 9},
          Change{"start", nullptr, 0}}) {
      sbreg_problem* made = nullptr;
      OK(sbreg_problem_create_linear(&made, A.get(), "least_squares", d.b.data()));
      const Owned<sbreg_problem> problem(made);
      const Owned<sbreg_solver> solver = make_solver(made, d.s, method);
      const std::string name = std::string(method) + " with " + change.name + " = " +
                               (change.text != nullptr ? change.text : std::to_string(static_cast<int>(change.number)));
      Vector start(at(d.n));
      for (std::int64_t k = 0; k < d.s; ++k) start[at(3 * k)] = 0.1 * static_cast<double>(k + 1);
      const bool set = allowed(name, [&] {
        if (std::strcmp(change.name, "start") == 0) return sbreg_solver_set_start(solver.get(), start.data());
        if (change.text != nullptr) return sbreg_solver_set_text(solver.get(), change.name, change.text);
        return sbreg_solver_set_int(solver.get(), change.name, static_cast<std::int64_t>(change.number));
      });
      if (set) print_run(name, solver.get(), d.n);
    }
}

void kernels() {
  const Data d = make_data(30, 24, 4, "quartic", false, 31);
  const Owned<sbreg_matrix> A = make_matrix(d, "dense");
  for (const char* name : {"quadratic", "quartic", "power"})
    for (const std::string structure : {"plain", "groups", "bounds", "kept"})
      for (const char* loss : {"least_squares", "quartic"}) {
        sbreg_problem* made = nullptr;
        OK(sbreg_problem_create_linear(&made, A.get(), loss, d.b.data()));
        const Owned<sbreg_problem> problem(made);
        sbreg_kernel* kernel = nullptr;
        OK(sbreg_kernel_create(&kernel, d.n, name));
        const Owned<sbreg_kernel> owned(kernel);
        const Owned<sbreg_solver> solver = make_solver(made, 4, "bpg");
        set_structure(solver.get(), d.n, structure);
        const std::string run = std::string("kernel ") + name + ", " + loss + ", " + structure;
        if (allowed(run, [&] { return sbreg_solver_set_kernel(solver.get(), kernel); }))
          print_run(run, solver.get(), d.n);
      }
}

void paths() {
  for (const std::string loss : {"least_squares", "logistic", "poisson"})
    for (const std::string storage : {"dense", "csc"})
      for (const std::string structure : {"plain", "groups", "bounds", "kept"})
        for (const std::int64_t independent : {0, 1})
          for (const char* method : {"auto", "gpnp"}) {
            const Data d = make_data(60, 18, 4, loss, storage == "csc", 41);
            const Owned<sbreg_matrix> A = make_matrix(d, storage);
            sbreg_problem* made = nullptr;
            OK(sbreg_problem_create_linear(&made, A.get(), loss.c_str(), d.b.data()));
            const Owned<sbreg_problem> problem(made);
            set_variant(made, d, "intercept, standardize");
            const Owned<sbreg_solver> solver = make_solver(made, 1, method);
            set_structure(solver.get(), d.n, structure);
            sbreg_path* path = nullptr;
            OK(sbreg_path_create(&path, solver.get()));
            const Owned<sbreg_path> owned(path);
            OK(sbreg_path_set_int(path, "first", 0));
            OK(sbreg_path_set_int(path, "last", 4));
            OK(sbreg_path_set_int(path, "folds", 3));
            OK(sbreg_path_set_int(path, "independent", independent));
            const std::string name = "path, " + loss + ", " + storage + ", " + structure + ", " + method +
                                     (independent != 0 ? ", independent" : "");
            if (!allowed(name, [&] { return sbreg_path_run(path); })) continue;
            Hash hash;
            Vector x(at(d.n)), series(5);
            for (std::int64_t s = 0; s <= 4; ++s) {
              OK(sbreg_path_get_coefficients(path, s, x.data()));
              hash.add(x);
            }
            for (const char* which :
                 {"objective", "intercept", "state", "iterations", "proved", "aic", "ebic", "cv_mean", "cv_error"}) {
              std::int64_t count = 0;
              OK(sbreg_path_get_series(path, which, series.data(), 5, &count));
              hash.add(series);
            }
            std::int64_t chosen = 0;
            OK(sbreg_path_get_int(path, "chosen", &chosen));
            hash.add(chosen);
            std::printf("%s | %lld | %016llx\n", name.c_str(), static_cast<long long>(chosen), hash.value());
          }
}

/// The violations and better points that the certificates find a few iterations before the end.
void certificates() {
  for (const char* loss : {"least_squares", "logistic", "huber"})
    for (const std::string structure : {"plain", "groups", "bounds", "kept"})
      for (const std::int64_t iterations : {1, 4}) {
        const Data d = make_data(30, 24, 4, loss, false, 51);
        const Owned<sbreg_matrix> A = make_matrix(d, "dense");
        sbreg_problem* made = nullptr;
        OK(sbreg_problem_create_linear(&made, A.get(), loss, d.b.data()));
        const Owned<sbreg_problem> problem(made);
        const Owned<sbreg_solver> solver = make_solver(made, 3, "iht");
        set_structure(solver.get(), d.n, structure);
        OK(sbreg_solver_set_int(solver.get(), "max_iterations", iterations));
        OK(sbreg_solver_run(solver.get()));
        sbreg_dsm* weights = nullptr;
        const Vector w(at(d.n), 20.0);
        OK(sbreg_dsm_create_weights(&weights, d.n, w.data()));
        sbreg_kernel* kernel = nullptr;
        OK(sbreg_kernel_create(&kernel, d.n, "quartic"));
        const Owned<sbreg_kernel> owned(kernel);
        Vector x(at(d.n)), y(at(d.n));
        OK(sbreg_solver_get_solution(solver.get(), x.data()));
        Hash hash;
        double violation = 0;
        OK(sbreg_solver_witness_stationarity(solver.get(), weights, x.data(), &violation, y.data()));
        hash.add(violation);
        hash.add(y);
        OK(sbreg_solver_witness_bregman(solver.get(), kernel, 20, x.data(), &violation, y.data()));
        hash.add(violation);
        hash.add(y);
        std::int64_t leaves = 0, enters = 0;
        OK(sbreg_solver_check_coordinatewise(solver.get(), x.data(), &violation, &leaves, &enters));
        hash.add(violation);
        hash.add(leaves);
        hash.add(enters);
        sbreg_dsm_destroy(weights);
        std::printf("certificates, %s, %s, %d | %.17g %d %d | %016llx\n", loss, structure.c_str(),
                    static_cast<int>(iterations), violation, static_cast<int>(leaves), static_cast<int>(enters),
                    hash.value());
      }
}

/// How many calls of the caller's functions go well; negative: all.
struct Fragile {
  std::int64_t left;
  bool fails() { return left-- == 0; }
};

int fragile_objective(std::int64_t n, const double* x, double* f, double* g, void* user) {
  return static_cast<Fragile*>(user)->fails() ? 1 : rosenbrock(n, x, f, g, nullptr);
}

int fragile_hessian(std::int64_t n, const double* x, std::int64_t k, const std::int64_t* S, double* H, void* user) {
  return static_cast<Fragile*>(user)->fails() ? 1 : hessian(n, x, k, S, H, nullptr);
}

/// Runs that are taken step by step, with results asked for in between, and in which a call of the caller's fails once.
void interruptions() {
  constexpr std::int64_t n = 18;
  for (const char* method : {"auto", "search", "newton", "mfista", "ciwht-lsr", "gpnp"})
    for (const std::string structure : {"plain", "groups", "bounds"})
      for (std::int64_t fails_at = -1; fails_at < 60; fails_at += fails_at < 12 ? 1 : 7) {
        Fragile fragile{-1};
        sbreg_problem* made = nullptr;
        OK(sbreg_problem_create_custom(&made, n, fragile_objective, fragile_hessian, curvature, &fragile, nullptr));
        const Owned<sbreg_problem> problem(made);
        const Owned<sbreg_solver> solver = make_solver(made, 3, method);
        set_structure(solver.get(), n, structure);
        fragile.left = fails_at;
        Hash hash;
        std::int64_t state = SBREG_RUNNING;
        for (int step = 0; step < 60 && state == SBREG_RUNNING; ++step) {
          const sbreg_status status = sbreg_solver_step(solver.get(), 1);
          hash.add(std::int64_t{status});
          const char* text = "";
          OK(sbreg_solver_get_text(solver.get(), "strategy", &text));
          hash.add(text);
          double norm = 0;
          if (step % 3 == 1) hash.add(std::int64_t{sbreg_solver_get_real(solver.get(), "gradient_norm", &norm)});
          hash.add(norm);
          OK(sbreg_solver_get_int(solver.get(), "state", &state));
        }
        fragile.left = -1;
        print_run(std::string("interrupted, ") + method + ", " + structure + ", call " + std::to_string(fails_at) +
                      ", " + std::to_string(hash.value()),
                  solver.get(), n);
      }
}

/// A path from a solver that has run, and a dictionary that is named in the middle of a run.
void afterwards() {
  for (const char* method : {"newton", "mfista", "ciwht-lsr", "iht"})
    for (const char* name : {"auto", "D2", "lipschitz"}) {
      const Data d = make_data(40, 60, 5, "least_squares", false, 61);
      const Owned<sbreg_matrix> A = make_matrix(d, "dense");
      sbreg_problem* made = nullptr;
      OK(sbreg_problem_create_linear(&made, A.get(), "least_squares", d.b.data()));
      const Owned<sbreg_problem> problem(made);
      const Owned<sbreg_solver> solver = make_solver(made, 5, method);
      OK(sbreg_solver_step(solver.get(), 3));
      const std::string run = std::string("afterwards, ") + method + ", " + name;
      allowed(run, [&] { return sbreg_solver_set_text(solver.get(), "dictionary", name); });
      print_run(run, solver.get(), d.n);
      sbreg_path* path = nullptr;
      OK(sbreg_path_create(&path, solver.get()));
      const Owned<sbreg_path> owned(path);
      OK(sbreg_path_set_int(path, "last", 5));
      OK(sbreg_path_run(path));
      Vector x(at(d.n));
      Hash hash;
      for (std::int64_t s = 1; s <= 5; ++s) {
        OK(sbreg_path_get_coefficients(path, s, x.data()));
        hash.add(x);
      }
      std::printf("path of %s | %016llx\n", run.c_str(), hash.value());
    }
}

}  // namespace

int main() {
  linear_models();
  sizes();
  other_problems();
  ingredients();
  kernels();
  paths();
  certificates();
  interruptions();
  afterwards();
}
