// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/commands/path_fits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/line/keys.hpp"
#include "cli/output/progress.hpp"

namespace cli {
namespace {

std::vector<double> series(const sbreg_path* path, const char* name) {
  Index count = 0;
  ok(sbreg_path_get_series(path, name, nullptr, 0, &count));
  std::vector<double> values(at(count));
  ok(sbreg_path_get_series(path, name, values.data(), count, &count));
  return values;
}

Index integer(const sbreg_path* path, const char* name) {
  Index value = 0;
  ok(sbreg_path_get_int(path, name, &value));
  return value;
}

std::string text(const sbreg_path* path, const char* name) {
  const char* value = "";
  ok(sbreg_path_get_text(path, name, &value));
  return value;
}

Path make_path(const Arguments& arguments, const Objective& objective, const Structure& structure, Index first,
               Index last) {
  const Solver pattern = make_solver(arguments, objective, structure, first);
  sbreg_path* made = nullptr;
  ok(sbreg_path_create(&made, pattern.get()));
  Path path(made);
  ok(sbreg_path_set_int(made, "first", first));
  const bool any = structure.count(std::vector<double>(at(objective.columns), 1)) > 0;
  ok(sbreg_path_set_int(made, "last", std::max<Index>(last, any ? 1 : 0)));  // 0 would be the library's choice
  set_options(arguments, made);
  return path;
}

}  // namespace

double PathFit::score(const std::string& name) const {
  for (std::size_t k = 0; k < score_names.size(); ++k)
    if (name == score_names[k]) return scores[k];
  return std::numeric_limits<double>::quiet_NaN();
}

void add_path_options(Command& command) { add_options(command, "path", {"first", "last"}); }

double path_memory(const Arguments& arguments, const Objective& objective, const std::vector<Index>& sparsities) {
  const auto rows = static_cast<double>(objective.rows);
  const auto columns = static_cast<double>(objective.columns);
  const auto threads = static_cast<double>(arguments.integer("threads", 1, 1, 1 << 20));
  return (1 + threads) * working_memory(rows, columns) + 8 * columns * static_cast<double>(sparsities.size());
}

PathFits fit_path(const Arguments& arguments, const Objective& objective, const Structure& structure,
                  const std::vector<Index>& sparsities) {
  const Path path = make_path(arguments, objective, structure, sparsities.front(), sparsities.back());
  {
    Progress progress(arguments);
    watch(path.get(), progress);
    const sbreg_status status = sbreg_path_run(path.get());
    const bool asked = status == SBREG_E_ARGUMENT || status == SBREG_E_UNSUPPORTED;
    ok(status, asked ? Exit::usage : Exit::failed);
  }
  PathFits fits;
  fits.state = integer(path.get(), "state");
  fits.chosen = integer(path.get(), "chosen");
  fits.criterion = text(path.get(), "criterion");
  if (fits.criterion == "auto") fits.criterion = integer(path.get(), "folds") > 0 ? "cv" : "ebic";
  if (fits.chosen < sparsities.front()) fits.chosen = -1;
  if (fits.chosen < 0) fits.criterion = "";
  if (fits.criterion == "cv") fits.rule = text(path.get(), "rule");
  const std::vector<double> s = series(path.get(), "sparsity");
  const std::vector<double> state = series(path.get(), "state");
  const std::vector<double> value = series(path.get(), "objective");
  std::array<std::vector<double>, score_names.size()> scores;
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] = series(path.get(), score_names[k]);
  for (std::size_t i = 0; i < s.size(); ++i) {
    PathFit fit{
        std::llround(s[i]), std::llround(state[i]), value[i], {}, std::vector<double>(at(objective.columns)), false};
    fit.chosen = fit.s == fits.chosen;
    if (!fit.chosen && !std::ranges::binary_search(sparsities, fit.s)) continue;
    for (std::size_t k = 0; k < scores.size(); ++k) fit.scores[k] = scores[k][i];
    ok(sbreg_path_get_coefficients(path.get(), fit.s, fit.x.data()));
    fits.rows.push_back(std::move(fit));
  }
  return fits;
}

}  // namespace cli
