// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman bench recovery: the experiment of recovery.hpp as a table, a CSV file and a picture.
#include <algorithm>
#include <thread>

#include "cli/commands/blas.hpp"
#include "cli/commands/interrupt.hpp"
#include "cli/experiments/recovery.hpp"
#include "cli/line/keys.hpp"
#include "cli/line/sparsities.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/output.hpp"
#include "cli/output/picture.hpp"
#include "cli/output/progress.hpp"

namespace cli {
namespace {

using Cells = std::vector<std::vector<Cell>>;

std::string as_table(const Experiment& experiment, const Cells& cells) {
  Row heading{"% recovered at s ="};
  for (const Index s : experiment.sparsities) heading.push_back(std::to_string(s));
  heading.emplace_back("ms per solve");
  std::vector<Row> rows{heading};
  for (std::size_t r = 0; r < cells.size(); ++r) {
    Row row{experiment.rows[r].name};
    double seconds = 0;
    Index solves = 0;
    for (const Cell& cell : cells[r]) {
      row.push_back(cell.instances == 0 ? "-" : fixed(cell.percent(), 0));
      seconds += cell.seconds;
      solves += cell.instances;
    }
    row.push_back(solves == 0 ? "-" : fixed(1e3 * seconds / static_cast<double>(solves), 2));
    rows.push_back(row);
  }
  return in_columns(rows, {true});
}

std::string as_csv(const Experiment& experiment, const Cells& cells) {
  std::string out = "row,s,instances,recovered,percent,mean_iterations,mean_seconds\n";
  for (std::size_t r = 0; r < cells.size(); ++r)
    for (std::size_t k = 0; k < experiment.sparsities.size(); ++k) {
      const Cell& cell = cells[r][k];
      const double count = static_cast<double>(std::max<Index>(cell.instances, 1));
      out += experiment.rows[r].name + "," + std::to_string(experiment.sparsities[k]) + "," +
             std::to_string(cell.instances) + "," + std::to_string(cell.recovered) + "," + rounded(cell.percent(), 6) +
             "," + rounded(cell.iterations / count, 6) + "," + rounded(cell.seconds / count, 4) + "\n";
    }
  return out;
}

Chart as_chart(const Experiment& experiment, const Cells& cells) {
  Chart chart{"Recovery of a sparse signal",
              std::to_string(experiment.measurements) + " equations, " + std::to_string(experiment.unknowns) +
                  " unknowns, Gaussian, no noise; " + std::to_string(experiment.instances) + " instances per point",
              "nonzeros of the signal, s",
              "recovered",
              {},
              true,
              false};
  for (std::size_t r = 0; r < cells.size(); ++r) {
    chart.lines.push_back({experiment.rows[r].name, {}});
    for (std::size_t k = 0; k < experiment.sparsities.size(); ++k)
      if (cells[r][k].instances > 0)
        chart.lines[r].points.emplace_back(static_cast<double>(experiment.sparsities[k]), cells[r][k].percent());
  }
  return chart;
}

Exit run_bench(const Arguments& arguments) {
  const Index most = 1 << 20;
  Experiment experiment;
  experiment.measurements = arguments.integer("measurements", 64, 1, most);
  experiment.unknowns = arguments.integer("unknowns", 256, 1, most);
  experiment.instances = arguments.integer("instances", 50, 1, most);
  experiment.seed = arguments.integer("seed", 1, 0, INT64_MAX);
  experiment.rows = parse_rows(arguments.text("rows", "auto,newton/D1,iht,omp"));
  experiment.sparsities =
      parse_sparsities("sparsities", arguments.text("sparsities", "8:40:4"), 1, experiment.unknowns);
  const Index cores = std::max(1U, std::thread::hardware_concurrency());
  experiment.threads = static_cast<unsigned>(arguments.integer("jobs", cores, 1, 1024));
  if (experiment.threads > 1) use_one_blas_thread();  // the threads are ours

  Output output(arguments.text("output"));
  const std::string csv_path = arguments.text("csv");
  const auto csv = csv_path.empty() ? nullptr : std::make_unique<Output>(csv_path);
  Picture figure("figure", arguments.text("figure"));
  Cells cells;
  {
    Progress progress(arguments);
    progress.has_result();
    cells = run_experiment(experiment, arguments, [&](double share) { progress.bar("recovery", share); });
  }
  if (csv) csv->finish(as_csv(experiment, cells));
  figure.finish(as_chart(experiment, cells));
  output.finish(as_table(experiment, cells));
  return interrupted() ? Exit::interrupted : Exit::success;
}

}  // namespace

Command bench_command() {
  Command command{
      "bench recovery",
      "how often each method finds a sparse signal, as a table, a CSV file and a picture",
      {},
      "The compressed-sensing experiment of the paper. What is drawn: A with standard normal entries and columns "
      "divided "
      "by their length; s places uniformly among all; standard normal numbers there; b = Ax without noise. A signal "
      "counts as recovered when the relative error is below 1e-4. The same seed gives the same instances, whatever the "
      "rows and the number of threads. A row is a method, METHOD/DICTIONARY or METHOD/DICTIONARY/PERIOD; omp is "
      "orthogonal matching pursuit with exact refits; paper stands for the eleven rows of the published table.",
      {},
      {{"Ours against iterative hard thresholding and matching pursuit",
        "sparsebregman bench recovery --instances 5 --sparsities 8:32:8 --figure recovery.svg"},
       {"The published table at two sparsities",
        "sparsebregman bench recovery --rows paper --sparsities 20,28 --instances 2 --csv table.csv"}},
      run_bench};
  command.options = {{"rows", 0, "LIST", "the algorithms to compare", "auto,newton/D1,iht,omp"},
                     {"sparsities", 's', "LIST", "such as 8:40:4 or 16,24,32", "8:40:4"},
                     {"instances", 'i', "N", "instances per sparsity", "50"},
                     {"seed", 0, "N", "of the instances", "1"},
                     {"measurements", 'm', "N", "rows of A", "64"},
                     {"unknowns", 'n', "N", "columns of A", "256"},
                     {"jobs", 'j', "N", "instances solved at the same time", "one per processor"},
                     {"csv", 0, "FILE", "write every number", ""},
                     {"figure", 0, "FILE", "write a picture (.svg or .png) of recovery against s", ""},
                     {"output", 'o', "FILE", "where the table is written", "standard output"},
                     quiet_option()};
  add_options(command, "solver", {"method", "dictionary", "dsm_period"});
  return command;
}

}  // namespace cli
