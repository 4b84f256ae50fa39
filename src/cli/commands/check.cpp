// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman check: every certificate the library has for a given x, in words.
#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/commands/change.hpp"
#include "cli/commands/interrupt.hpp"
#include "cli/commands/run.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/vector_output.hpp"

namespace cli {
namespace {

struct Certificate {
  std::string name;     // for JSON
  std::string claim;    // what holds or fails
  std::string meaning;  // what that says about x
  std::string failure;  // what could be done instead
  double violation = 0;
  Change change = {};  // the columns that would change
};

class Checker {
 public:
  Checker(const Arguments& arguments, const Objective& objective, const Structure& structure,
          const std::vector<double>& x, Index s)
      : arguments_(arguments),
        objective_(objective),
        structure_(structure),
        x_(x),
        s_(s),
        gradient_(x.size()),
        y_(x.size()) {
    sbreg_solver* handle = nullptr;
    ok(sbreg_solver_create(&handle, objective.problem.get(), s));
    solver_.reset(handle);
    set_structure(structure, handle);
    const std::vector<double> zero(x.size());
    ok(sbreg_problem_gradient(objective.problem.get(), x.data(), gradient_.data()));
    double at_zero = 0;
    ok(sbreg_problem_value(objective.problem.get(), x.data(), &value_));
    ok(sbreg_problem_value(objective.problem.get(), zero.data(), &at_zero));
    scale_ = std::fabs(value_) + std::fabs(at_zero);
  }

  void scaling(const std::string& model, const std::string& words) {
    sbreg_dsm* handle = nullptr;
    const sbreg_status status = sbreg_dsm_create(&handle, objective_.problem.get(), model.c_str());
    const Dsm dsm(handle);
    if (status == SBREG_E_UNSUPPORTED) {  // no bound on the Hessian
      left_out_.push_back("stationary for " + words + ": not checked, " + sbreg_last_error());
      return;
    }
    ok(status);
    set_options(arguments_, handle);
    Progress progress(arguments_);
    watch(handle, progress);
    ok(sbreg_dsm_run(handle));
    if (interrupted()) throw Failure(Exit::interrupted, "interrupted while computing a scaling matrix");
    double violation = 0;
    ok(sbreg_solver_witness_stationarity(solver_.get(), handle, x_.data(), &violation, y_.data()), Exit::input);
    add_step({"stationary_" + model, "stationary for " + words, "no step with these step sizes improves x",
              "a step with these step sizes", violation});
  }

  void kernel(const std::string& name, double smoothness) {
    sbreg_kernel* handle = nullptr;
    ok(sbreg_kernel_create(&handle, objective_.columns, name.c_str()), Exit::usage);
    const Kernel kernel(handle);
    set_options(arguments_, handle);
    double violation = 0;
    ok(sbreg_solver_witness_bregman(solver_.get(), handle, smoothness, x_.data(), &violation, y_.data()), Exit::usage);
    add_step({"stationary_kernel", "stationary for the kernel " + name + " with L = " + rounded(smoothness),
              "no Bregman step improves x", "a Bregman step", violation});
  }

  void coordinatewise() {
    double decrease = 0;
    Index leaves = -1;
    Index enters = -1;
    ok(sbreg_solver_check_coordinatewise(solver_.get(), x_.data(), &decrease, &leaves, &enters), Exit::input);
    Change columns;
    std::string what = "an exchange";  // not worth naming
    if (enters >= 0 && leaves == enters) {
      columns.moves = {enters};
      what = "refitting " + structure_.column(objective_, enters);
    } else if (enters >= 0) {
      columns.enters = {enters};
      what = "adding " + structure_.column(objective_, enters);
      if (leaves >= 0) {
        columns.leaves = {leaves};
        what = structure_.column(objective_, enters) + " in place of " + structure_.column(objective_, leaves);
      }
    }
    add({"coordinatewise", "coordinatewise minimum",
         std::string("no exchange of one ") + (structure_.group.empty() ? "column" : "group") +
             " for another, refitted alone, improves x",
         what + " lowers f by " + rounded(decrease), decrease, columns});
  }

  /// How far x can be from the best: by a run that starts at x, for the bound that it leaves.
  void bound() {
    sbreg_solver* handle = nullptr;
    ok(sbreg_solver_create(&handle, objective_.problem.get(), s_));
    const Solver solver(handle);
    set_structure(structure_, handle);
    set_options(arguments_, handle);
    ok(sbreg_solver_set_start(handle, x_.data()), Exit::input);
    Progress progress(arguments_);
    watch(handle, progress);
    const sbreg_status status = sbreg_solver_run(handle);
    if (interrupted()) throw Failure(Exit::interrupted, "interrupted while looking for a lower bound");
    if (status != SBREG_OK) {
      left_out_.push_back(std::string("lower bound: none, ") + sbreg_last_error());
      return;
    }
    lower_bound_ = real_result(handle, "lower_bound");
    best_ = real_result(handle, "best_objective");
    gap_ = real_result(handle, "gap");
    if (best_ < value_ && std::isfinite(lower_bound_))
      gap_ = value_ - lower_bound_ <= 1e-20 * scale_ ? 0 : (value_ - lower_bound_) / std::fabs(value_);
  }

  [[nodiscard]] std::string bound_words() const {
    if (!std::isfinite(lower_bound_)) return "";
    std::string out =
        "no x allowed has f below " + rounded(lower_bound_, 10) + "; the gap of x is " + rounded(gap_, 3) + "\n";
    if (best_ < value_ - tolerance() * scale_)
      out += "a search from x reached f = " + rounded(best_, 10) + ", which is lower\n";
    return out;
  }

  [[nodiscard]] bool holds(const Certificate& c) const { return c.violation <= tolerance() * scale_; }
  [[nodiscard]] bool all_hold() const {
    bool all = true;
    for (const Certificate& c : certificates_) all = all && holds(c);
    return all;
  }

  [[nodiscard]] std::string words() const {
    const std::size_t size = support(x_).size();
    std::string out = "f(x) = " + rounded(value_, 10) + "; x has " + std::to_string(size) +
                      (size == 1 ? " nonzero" : " nonzeros") + ", at most " + structure_.words(s_) +
                      (s_ == 1 ? " is" : " are") + " allowed\n\n";
    for (const Certificate& c : certificates_)
      out += (holds(c) ? "holds  " : "FAILS  ") + c.claim + "\n       " + (holds(c) ? c.meaning : c.failure) + "\n";
    for (const std::string& text : left_out_) out += "-      " + text + "\n";
    return out + "\n" + bound_words() +
           (all_hold() ? "x passes every certificate, to " + rounded(tolerance(), 3) + " of |f(0)| + |f(x)|.\n"
                       : "x is not the best point near itself: what FAILS says how to improve it.\n");
  }

  [[nodiscard]] std::string json() const {
    Json json;
    json.object().text("command", "check").text("version", sbreg_version_string()).number("objective", value_);
    json.integer("nonzeros", static_cast<Index>(support(x_).size())).integer("sparsity", s_);
    json.number("lower_bound", lower_bound_).number("gap", gap_);
    json.boolean("all_hold", all_hold()).object("certificates");
    for (const Certificate& c : certificates_) {
      const Change change = holds(c) ? Change() : c.change;
      json.object(c.name).boolean("holds", holds(c)).number("violation", c.violation);
      ascending(json, "enters", change.enters);
      ascending(json, "leaves", change.leaves);
      ascending(json, "moves", change.moves);
      json.close();
    }
    return json.close().close().str();
  }

 private:
  [[nodiscard]] double tolerance() const { return arguments_.real("tolerance", 1e-10); }
  static void ascending(Json& json, const std::string& name, std::vector<Index> columns) {
    std::ranges::sort(columns);
    json.integers(name, columns);
  }
  /// A certificate whose failure is the subject of the sentence that says what its witness does.
  void add_step(Certificate certificate) {
    certificate.change = change(x_, y_, gradient_);
    certificate.failure += " promises to lower f by " + rounded(certificate.violation);
    const std::string what = in_words(certificate.change, objective_);
    if (!what.empty()) certificate.failure += ": it " + what;
    add(std::move(certificate));
  }
  void add(Certificate certificate) { certificates_.push_back(std::move(certificate)); }

  const Arguments& arguments_;
  const Objective& objective_;
  const Structure& structure_;
  Solver solver_;  // knows s and the structure; does not run
  const std::vector<double>& x_;
  Index s_;
  std::vector<double> gradient_;
  std::vector<double> y_;  // the witness of the certificate at hand
  double value_ = 0, scale_ = 0;
  double lower_bound_ = -std::numeric_limits<double>::infinity();
  double gap_ = std::numeric_limits<double>::infinity();
  double best_ = 0;  // f at the end of the search from x
  std::vector<Certificate> certificates_;
  std::vector<std::string> left_out_;
};

Exit run_check(const Arguments& arguments) {
  const std::string format = arguments.choice("format", "table");
  Arguments data = arguments;  // with --response there is no b among the operands
  const bool b_inside = arguments.has("response");
  if (arguments.operands.size() != (b_inside ? 2U : 3U))
    throw Failure(Exit::usage, b_inside ? "with --response the operands are A and x" : "the operands are A, b and x");
  data.operands.pop_back();
  const Objective objective = read_objective(data, false);
  const std::vector<double> x = read_for_columns(arguments, arguments.operands.back(), "x", objective);
  const Structure structure = read_structure(arguments, objective);
  const Index counted = structure.count(x);
  const Index s = arguments.integer("sparsity", std::max<Index>(counted, 1), 0, structure.most);
  if (counted > s)
    throw Failure(Exit::input, arguments.operands.back() + ": x has " + structure.words(counted) +
                                   ", --sparsity allows " + std::to_string(s));
  if (arguments.has("kernel") != arguments.has("smoothness"))
    throw Failure(Exit::usage, "--kernel and --smoothness go together");
  Output output(arguments.text("output"));
  Checker checker(arguments, objective, structure, x, s);
  checker.scaling("lipschitz", "the Lipschitz constant");
  checker.scaling("linear", "the linear scaling matrix");
  checker.scaling("quadratic", "the quadratic scaling matrix");
  if (arguments.has("kernel")) checker.kernel(arguments.text("kernel"), arguments.real("smoothness", 1));
  checker.coordinatewise();
  checker.bound();
  output.finish(format == "json" ? checker.json() : checker.words());
  return checker.all_hold() ? Exit::success : Exit::not_certified;
}

}  // namespace

Command check_command() {
  Command command{
      "check",
      "say whether x can be improved, and how, wherever it came from",
      {"A", "[b]", "x"},
      "Checks necessary conditions of optimality of x: stationarity for each scaling matrix (no step improves "
      "it) and coordinatewise minimality (no exchange of two columns does). Each is measured in units of f, "
      "and holds when at most --tolerance of |f(0)| + |f(x)| could be gained. Exit status 1 says that one "
      "fails. A search from x, with the options of solve, tells a lower bound on f and how far x can be from the best.",
      {},
      {{"A result of solve",
        "sparsebregman solve A.mtx b.mtx -s 4 --format mtx -o x.mtx\n"
        "sparsebregman check A.mtx b.mtx x.mtx"},
       {"In a script", "sparsebregman check A.mtx b.mtx x.mtx >/dev/null && echo certified"}},
      run_check};
  command.options = {
      {"sparsity", 's', "N", "how many nonzeros were allowed", "those of x, at least 1"},
      {"tolerance", 't', "X", "what may be gained before a certificate fails, relative to |f(0)| + |f(x)|", "1e-10"},
      {"kernel", 'k', "NAME", "also check stationarity for this kernel", "", {"quadratic", "quartic", "power"}},
      {"smoothness", 0, "L", "L of that check: L h - f is convex", ""}};
  add_output_options(command, {"table", "json"});
  add_problem_options(command);
  add_structure_options(command);
  add_options(command, "kernel");
  add_options(command, "dsm");
  add_options(command, "solver");
  return command;
}

}  // namespace cli
