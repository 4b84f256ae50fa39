// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/problem.hpp"

#include <unistd.h>

#include <algorithm>

#include "cli/line/keys.hpp"

namespace cli {
namespace {

/// For the help and the completion; what exists is decided by the library. quadratic is the problem of that name.
const std::vector<std::string> losses{"least_squares", "logistic", "logsumexp", "huber",
                                      "quartic",       "poisson",  "quadratic"};

/// Takes column `which` (a name, or a number from 0) out of a dense table and returns it.
std::vector<double> take_response(const std::string& path, Table& table, const std::string& which) {
  const auto refuse = [&](const std::string& what) { throw Failure(Exit::input, path + ": " + what); };
  if (table.sparse) refuse("--response needs a dense table");
  const Index response = find_column(which, table.names, table.columns, path, Exit::input);
  if (table.columns == 1) refuse("nothing is left when the only column is the response");
  std::vector<double> b;
  std::size_t kept = 0;  // the rest moves up in its own memory
  for (Index k = 0; k < table.rows * table.columns; ++k) {
    const Index column = table.by_rows ? k % table.columns : k / table.rows;
    if (column == response)
      b.push_back(table.values[at(k)]);
    else
      table.values[kept++] = table.values[at(k)];
  }
  table.values.resize(kept);
  --table.columns;
  if (!table.names.empty()) table.names.erase(table.names.begin() + static_cast<std::ptrdiff_t>(response));
  return b;
}

/// Whether column j of the table is the same number, other than 0, in every row: then it serves as an intercept.
bool is_constant(const Table& t, Index j) {
  if (t.sparse) {
    const Index start = t.col_start[at(j)];
    if (t.col_start[at(j + 1)] - start != t.rows) return false;
    const auto first = t.values.begin() + start;
    return *first != 0 && std::all_of(first, first + t.rows, [&](double value) { return value == *first; });
  }
  const double first = t.values[at(t.by_rows ? j : j * t.rows)];
  if (first == 0) return false;
  for (Index i = 1; i < t.rows; ++i)
    if (t.values[at(t.by_rows ? i * t.columns + j : i + j * t.rows)] != first) return false;
  return true;
}

/// A sentence when a constant alone explains more than half of the sum of squares of b, and A has no such column. The
/// mean of fewer than ten observations is far from 0 by chance.
std::string missing_intercept(const Table& table, const std::vector<double>& b) {
  double sum = 0;
  double squares = 0;
  for (const double value : b) {
    sum += value;
    squares += value * value;
  }
  const auto count = static_cast<double>(b.size());
  if (b.size() < 10 || !(sum * sum / count > squares / 2)) return "";
  for (Index j = 0; j < table.columns; ++j)
    if (is_constant(table, j)) return "";
  return "b has mean " + rounded(sum / count, 4) +
         ", and the model has no intercept: --intercept 1 adds one, --intercept 0 says that none is wanted";
}

/// The matrix works on the table's own memory, which it gives back when it dies.
Matrix make_matrix(const std::string& path, Table table) {
  auto kept = std::make_unique<Table>(std::move(table));
  const Table& t = *kept;
  const sbreg_free_fn give_back = [](void* user) { delete static_cast<Table*>(user); };
  sbreg_matrix* matrix = nullptr;
  const sbreg_status status =
      t.sparse ? sbreg_matrix_create_csc(&matrix, t.rows, t.columns, t.col_start.data(), t.row_index.data(), 8, 0,
                                         t.values.data(), SBREG_BORROW, kept.get(), give_back)
               : sbreg_matrix_create_dense(&matrix, t.rows, t.columns, t.values.data(), t.by_rows ? t.columns : t.rows,
                                           t.by_rows ? SBREG_ROW_MAJOR : SBREG_COL_MAJOR, SBREG_BORROW, kept.get(),
                                           give_back);
  if (status != SBREG_OK) throw Failure(Exit::input, path + ": " + sbreg_last_error());
  static_cast<void>(kept.release());
  return Matrix(matrix);
}

Problem make_quadratic(const std::string& path, const Table& table, const std::vector<double>& q) {
  if (table.sparse || table.rows != table.columns)
    throw Failure(Exit::input, path + ": --loss quadratic wants a square dense matrix Q, symmetric");
  const Index n = table.rows;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < j; ++i)
      if (table.values[at(i + j * n)] != table.values[at(j + i * n)])
        throw Failure(Exit::input, path + ": Q is not symmetric: entries (" + std::to_string(i + 1) + ", " +
                                       std::to_string(j + 1) + ") and (" + std::to_string(j + 1) + ", " +
                                       std::to_string(i + 1) + ") differ");
  sbreg_problem* problem = nullptr;
  ok(sbreg_problem_create_quadratic(&problem, n, table.values.data(), n, q.data()), Exit::input);
  return Problem(problem);
}

}  // namespace

Index find_column(const std::string& which, const std::vector<std::string>& names, Index columns,
                  const std::string& where, Exit code) {
  if (const auto found = std::ranges::find(names, which); found != names.end()) {
    const auto first = found - names.begin();
    const auto again = std::find(found + 1, names.end(), which);
    if (again != names.end())
      throw Failure(code, where + ": columns " + std::to_string(first) + " and " +
                              std::to_string(again - names.begin()) + " are both called '" + which +
                              "'; name the one you mean by its number, as #" + std::to_string(first));
    return first;
  }
  Index column = -1;
  const bool numbered = parse_integer(which.starts_with('#') ? which.substr(1) : which, column) || names.empty();
  if (column < 0 || column >= columns)
    throw Failure(code,
                  where + ": there is no column '" + which + "'" +
                      (numbered ? "; they are numbered from 0 to " + std::to_string(columns - 1) : hint(which, names)));
  return column;
}

void add_problem_options(Command& command) {
  command.options.push_back({"loss", 'l', "NAME",
                             "what is minimised: a loss of Ax and b, or x'Ax/2 - b'x for quadratic", "least_squares",
                             losses});
  command.options.push_back(
      {"response", 'r', "COLUMN", "take b from this column of A's file, by name or by number from 0", ""});
  command.options.push_back({"weights", 'w', "FILE", "nonnegative weights of the observations, one per row", "all 1"});
  command.options.push_back(
      {"header", 0, "WHEN", "whether the first row of a CSV file holds names", "auto", {"auto", "yes", "no"}});
  add_limit_options(command);
  add_options(command, "problem");
}

Reading reading_options(const Arguments& arguments) {
  const std::string when = arguments.choice("header", "auto");
  return {when == "yes"  ? Header::present
          : when == "no" ? Header::absent
                         : Header::automatic,
          limit_options(arguments)};
}

std::string Objective::column(Index j) const {
  return std::to_string(j) + (names.empty() ? "" : " (" + names[at(j)] + ")");
}

std::vector<double> read_for_columns(const Arguments& arguments, const std::string& path, const std::string& role,
                                     const Objective& objective) {
  std::vector<std::string> names;
  std::vector<double> values = read_vector(path, objective.columns, role, reading_options(arguments), &names);
  if (objective.names.empty() || objective.columns == 1 || names.size() != values.size()) return values;
  std::vector<double> ordered(values.size());
  std::vector<bool> given(values.size(), false);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto column = at(find_column(names[k], objective.names, objective.columns, path, Exit::input));
    if (given[column]) throw Failure(Exit::input, path + ": the column '" + names[k] + "' is named twice");
    given[column] = true;
    ordered[column] = values[k];
  }
  return ordered;
}

Objective read_objective(const Arguments& arguments, bool b_may_be_missing) {
  const std::string path = arguments.operand(0);
  const std::string b_path = arguments.operand(1);
  const Reading reading = reading_options(arguments);
  Objective out;
  out.loss = arguments.text("loss", "least_squares");
  if (!b_path.empty() && arguments.has("response"))
    throw Failure(Exit::usage, "b is given twice, as a file and by --response");
  if (b_path.empty() && !arguments.has("response") && !b_may_be_missing)
    throw Failure(Exit::usage, "b is missing: name its file, or a column of A's with --response");
  const auto check = [&](Index rows, Index columns) {
    const std::string size = (rows == 0 ? "" : std::to_string(rows) + (rows == 1 ? " row and " : " rows and ")) +
                             std::to_string(columns) + (columns == 1 ? " column" : " columns");
    require_memory(reading.limits, working_memory(static_cast<double>(rows), static_cast<double>(columns)),
                   path + ": " + size);
  };
  Table table = read_table(path, reading, check);
  check(table.rows, table.columns);
  std::vector<double> b;
  if (arguments.has("response"))
    b = take_response(path, table, arguments.text("response"));
  else if (std::ranges::count(table.names, b_path) > 0 && access(b_path.c_str(), F_OK) != 0)
    throw Failure(Exit::usage, "there is no file '" + b_path + "'; --response " + b_path + " takes b from that column");
  else if (!b_path.empty())
    b = read_vector(b_path, table.rows, "b", reading);
  else
    b.assign(at(table.rows), 0);
  out.rows = table.rows;
  out.columns = table.columns;
  out.names = table.names;
  const bool of_residuals = out.loss == "least_squares" || out.loss == "huber" || out.loss == "quartic";
  if (of_residuals && !arguments.has("intercept")) out.note = missing_intercept(table, b);
  if (out.loss == "quadratic") {
    out.problem = make_quadratic(path, table, b);
  } else {
    const Matrix matrix = make_matrix(path, std::move(table));
    sbreg_problem* problem = nullptr;
    const sbreg_status status = sbreg_problem_create_linear(&problem, matrix.get(), out.loss.c_str(), b.data());
    ok(status, status == SBREG_E_KEY ? Exit::usage : Exit::input);
    out.problem.reset(problem);
  }
  set_options(arguments, out.problem.get());
  if (arguments.has("weights")) {
    const std::vector<double> weights = read_vector(arguments.text("weights"), out.rows, "the weights", reading);
    if (std::ranges::all_of(weights, [](double weight) { return weight == 0; }))
      throw Failure(Exit::input, arguments.text("weights") + ": the weights are all zero, so no observation counts");
    ok(sbreg_problem_set_weights(out.problem.get(), weights.data()), Exit::input);
  }
  return out;
}

}  // namespace cli
