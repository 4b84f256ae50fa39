// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Regenerates the numerical results of the paper:
//
//     reproduce table         the recovery table, 11 rows, and its union         -> recovery.csv
//     reproduce frameworks    line search, restart, matrices, Newton, momentum   -> frameworks.csv
//     reproduce scales        the same table's L and D1 by scale of the first trial -> scales.csv
//     reproduce trajectories  f(x_k) with marks                                  -> trajectory_<s>.csv
//
//     --instances N   per sparsity (table 500, others 200)        --seed N       (1)
//     --sparsity A-B[:STEP]  (5-35; trajectories 16-32:8)         --threads N    (all)
//     --out DIR       where the CSV files go (docs/figures)       --log FILE     resumes from it (<command>.log)
//
// instance.hpp states every distribution. `table` ends with the verdict over all cells and exits with 1 when a rate is
// significantly below the published one. Draw the figures with report.py.
#include <algorithm>
#include <cstring>
#include <span>

#include "experiment.hpp"
#include "log.hpp"
#include "parallel.hpp"
#include "published.hpp"
#include "statistics.hpp"

namespace {

using namespace paper;

struct Arguments {
  std::string command;
  Index instances = 200, first = 5, last = 35, step = 1;
  std::uint64_t seed = 1;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::string out = SBREG_SOURCE_DIR "/docs/figures";
  std::string log;
};

[[noreturn]] void usage() {
  std::fprintf(
      stderr,
      "usage: reproduce table|frameworks|scales|trajectories [--instances N] [--sparsity A-B[:STEP]] [--seed N]\n"
      "                 [--threads N] [--out DIR] [--log FILE]\n");
  std::exit(2);
}

Arguments parse(int count, char** values) {
  if (count < 2) usage();
  Arguments a;
  a.command = values[1];
  if (a.command == "table") {
    a.instances = 500;
  } else if (a.command == "scales") {
    a.first = 24;
    a.last = 34;
    a.step = 2;
  } else if (a.command == "trajectories") {
    a.first = 16;
    a.last = 32;
    a.step = 8;
  } else if (a.command != "frameworks") {
    usage();
  }
  a.log = a.command + ".log";
  for (int i = 2; i < count; i += 2) {
    if (i + 1 == count) usage();
    const std::string name = values[i];
    const char* value = values[i + 1];
    long long from = 0, to = 0, step = 1;
    if (name == "--instances") {
      a.instances = std::atoll(value);
    } else if (name == "--seed") {
      a.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--threads") {
      a.threads = static_cast<unsigned>(std::atoi(value));
    } else if (name == "--out") {
      a.out = value;
    } else if (name == "--log") {
      a.log = value;
    } else if (name == "--sparsity" && std::sscanf(value, "%lld-%lld:%lld", &from, &to, &step) >= 2) {
      a.first = from;
      a.last = to;
      a.step = step;
    } else {
      usage();
    }
  }
  if (a.instances < 1 || a.threads < 1 || a.first < 1 || a.last < a.first || a.step < 1) usage();
  return a;
}

std::FILE* create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    std::perror(path.c_str());
    std::exit(1);
  }
  std::fprintf(file, "# SPDX-License-Identifier: BSD-3-Clause\n");
  return file;
}

/// What an instance is expected to cost: hardly anything below s = 20, then about as the share of failures grows.
double effort(Index s) { return 1 + 150 / (1 + std::exp(-(static_cast<double>(s) - 31) / 1.7)); }

/// Solves every instance by every algorithm; number by number, so that an interrupted run has the same count
/// everywhere.
void run_all(const Arguments& a, std::span<const Algorithm> algorithms, Log& log) {
  std::vector<Log::Key> work;
  double total = 0;
  for (Index i = 0; i < a.instances; ++i)
    for (Index s = a.last - (a.last - a.first) % a.step; s >= a.first; s -= a.step) {
      if (log.has({s, i})) continue;
      work.emplace_back(s, i);
      total += effort(s);
    }
  if (work.empty()) return;
  Progress progress(a.command, total);
  for_each_parallel(work.size(), a.threads, [&](std::size_t k) {
    const auto& [s, number] = work[k];
    const Instance instance = draw_instance(a.seed, s, number);
    const Problem problem = make_problem(instance);
    const Matrices matrices(problem);
    std::vector<Outcome> outcomes;
    solve(problem, instance, algorithms[0], matrices);  // what all share is computed now, and in nobody's time
    for (const Algorithm& algorithm : algorithms) outcomes.push_back(solve(problem, instance, algorithm, matrices));
    log.add(work[k], std::move(outcomes));
    progress.add(effort(s));
  });
}

struct Cell {
  long recovered = 0, instances = 0;
  double iterations = 0, cpu = 0, wall = 0;  // sums
  void add(const Outcome& o) {
    recovered += o.recovered ? 1 : 0;
    ++instances;
    iterations += static_cast<double>(o.iterations);
    cpu += o.cpu;
    wall += o.wall;
  }
  [[nodiscard]] double percent() const {
    return 100.0 * static_cast<double>(recovered) / static_cast<double>(instances);
  }
};

/// The cells of one sparsity; one more than there are algorithms, for the union of all.
using Cells = std::map<Index, std::vector<Cell>>;

Cells collect(const Arguments& a, const Log& log, std::size_t algorithms) {
  Cells cells;
  for (const auto& [key, outcomes] : log.all()) {
    if (key.first < a.first || key.first > a.last || (key.first - a.first) % a.step != 0 || key.second >= a.instances)
      continue;
    auto& row = cells[key.first];
    row.resize(algorithms + 1);
    Outcome any;
    for (std::size_t r = 0; r < algorithms; ++r) {
      row[r].add(outcomes[r]);
      any.recovered = any.recovered || outcomes[r].recovered;
      any.iterations += outcomes[r].iterations;
      any.cpu += outcomes[r].cpu;
      any.wall += outcomes[r].wall;
    }
    row[algorithms].add(any);
  }
  return cells;
}

void write_cells(const std::string& path, const Cells& cells, std::span<const Algorithm> algorithms,
                 const std::map<Index, Rates>* published) {
  std::FILE* file = create(path);
  std::fprintf(file, "algorithm,sparsity,instances,recovered,percent,low,high,%siterations,cpu_ms,wall_ms\n",
               published != nullptr ? "published,p_below," : "");
  for (std::size_t r = 0; r <= algorithms.size(); ++r) {
    if (r == algorithms.size() && published == nullptr) break;
    for (const auto& [s, row] : cells) {
      const Cell& cell = row[r];
      const auto [low, high] = interval(cell.recovered, cell.instances);
      const auto n = static_cast<double>(cell.instances);
      std::fprintf(file, "%s,%lld,%ld,%ld,%.4g,%.4g,%.4g,", r < algorithms.size() ? algorithms[r].name : "union",
                   static_cast<long long>(s), cell.instances, cell.recovered, cell.percent(), low, high);
      if (published != nullptr && r < algorithms.size() && published->contains(s)) {
        const double rate = published->at(s)[r];
        std::fprintf(file, "%g,%.3g,", rate,
                     probability_below(cell.recovered, cell.instances, published_count(rate), published_instances));
      } else if (published != nullptr) {
        std::fprintf(file, ",,");
      }
      std::fprintf(file, "%.1f,%.4g,%.4g\n", cell.iterations / n, 1e3 * cell.cpu / n, 1e3 * cell.wall / n);
    }
  }
  std::fclose(file);
  std::printf("wrote %s\n", path.c_str());
}

/// Prints the verdict; false when a cell is significantly below the published rate.
bool verdict(const Cells& cells, const std::map<Index, Rates>& published) {
  struct Place {
    Index s;
    std::size_t row;
  };
  std::vector<double> below;
  std::vector<double> above;
  std::vector<Place> place;
  double difference = 0;
  for (const auto& [s, row] : cells) {
    if (!published.contains(s)) continue;
    for (std::size_t r = 0; r < table_rows.size(); ++r) {
      const double rate = published.at(s)[r];
      const long theirs = published_count(rate);
      below.push_back(probability_below(row[r].recovered, row[r].instances, theirs, published_instances));
      above.push_back(probability_below(theirs, published_instances, row[r].recovered, row[r].instances));
      place.push_back({s, r});
      difference += row[r].percent() - rate;
    }
  }
  const std::vector<bool> worse = holm(below, 0.01);
  const std::vector<bool> better = holm(above, 0.01);
  for (std::size_t k = 0; k < place.size(); ++k) {
    const auto& [s, r] = place[k];
    if (!worse[k] && !better[k]) continue;
    std::printf("%s, s = %lld: %.1f %% against %.1f %% published is significantly %s (p = %.2g)\n", table_rows[r].name,
                static_cast<long long>(s), cells.at(s)[r].percent(), published.at(s)[r], worse[k] ? "below" : "above",
                worse[k] ? below[k] : above[k]);
  }
  const auto count = std::ranges::count(worse, true);
  std::printf(
      "%zu cells: %td significantly below the published rate, %td above (Fisher's exact test, Holm at 1 %%);\n"
      "smallest p below %.3g, mean difference %+.2f points\n",
      below.size(), count, std::ranges::count(better, true), *std::ranges::min_element(below),
      difference / static_cast<double>(below.size()));
  return count == 0;
}

/// The first `length` values of f(x_k) for one instance per sparsity; marks: c the pattern changed, r a restart.
void trajectories(const Arguments& a) {
  constexpr std::size_t length = 1001;
  for (Index s = a.first; s <= a.last; s += a.step) {
    const Instance instance = draw_instance(a.seed, s, 0);
    const Problem problem = make_problem(instance);
    const Matrices matrices(problem);
    std::vector<std::vector<double>> f, changed, restarted;
    for (const Algorithm& algorithm : frameworks) {
      const Solver solver = make_solver(problem, s, algorithm, matrices);
      ok(sbreg_solver_set_int(solver.get(), "history", 1));
      ok(sbreg_solver_set_int(solver.get(), "max_iterations", static_cast<Index>(length) - 1));
      ok(sbreg_solver_run(solver.get()));
      for (auto [name, all] : {std::pair{"objective", &f}, {"support_changed", &changed}, {"restarted", &restarted}}) {
        Index size = 0;
        ok(sbreg_solver_get_history(solver.get(), name, nullptr, 0, &size));
        std::vector<double> values(at(size));
        ok(sbreg_solver_get_history(solver.get(), name, values.data(), size, &size));
        all->push_back(std::move(values));
      }
    }
    const std::string path = a.out + "/trajectory_" + std::to_string(s) + ".csv";
    std::FILE* file = create(path);
    std::fprintf(file, "iteration");
    for (const Algorithm& algorithm : frameworks) std::fprintf(file, ",%s,marks", algorithm.name);
    std::fprintf(file, "\n");
    for (std::size_t k = 0; k < length; ++k) {
      std::fprintf(file, "%zu", k);
      for (std::size_t r = 0; r < f.size(); ++r) {
        if (k < f[r].size())
          std::fprintf(file, ",%.4g,%s%s", f[r][k], changed[r][k] > 0 ? "c" : "", restarted[r][k] > 0 ? "r" : "");
        else
          std::fprintf(file, ",,");
      }
      std::fprintf(file, "\n");
    }
    std::fclose(file);
    std::printf("wrote %s\n", path.c_str());
  }
}

}  // namespace

int main(int count, char** values) {
  const Arguments a = parse(count, values);
  if (a.command == "trajectories") {
    trajectories(a);
    return 0;
  }
  const bool table = a.command == "table";
  std::span<const Algorithm> algorithms = frameworks;
  if (table) algorithms = table_rows;
  if (a.command == "scales") algorithms = scales;
  Log log(a.log, a.command + " seed " + std::to_string(a.seed), algorithms.size());
  run_all(a, algorithms, log);
  const Cells cells = collect(a, log, algorithms.size());
  const auto published = read_published(SBREG_TEST_DATA "/published_recovery.csv");
  write_cells(a.out + "/" + (table ? "recovery" : a.command) + ".csv", cells, algorithms, table ? &published : nullptr);
  return !table || verdict(cells, published) ? 0 : 1;
}
