// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// sparsebregman info: what is installed here, and the library's table of options.
#include <unistd.h>

#include <thread>

#include "cli/commands/blas.hpp"
#include "cli/output/columns.hpp"
#include "cli/output/json.hpp"
#include "cli/output/output.hpp"

namespace cli {
namespace {

struct Fact {
  std::string name, title, value;
};

std::vector<Fact> facts() {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const std::string configuration = blas_configuration();
  const int threads = blas_threads();
  std::string proof_limit;
  for (const Key& key : keys("dsm"))
    if (key.name == "proof_limit") proof_limit = key.initial;
  const std::string header = std::to_string(SBREG_VERSION_MAJOR) + "." + std::to_string(SBREG_VERSION_MINOR) + "." +
                             std::to_string(SBREG_VERSION_PATCH);
  return {{"version", "version", sbreg_version_string()},
          {"built_for", "built for", header},
          {"blas", "BLAS in use", blas_libraries()},
          {"blas_configuration", "its build", configuration.empty() ? "unknown" : configuration},
          {"blas_threads", "its threads", threads == 0 ? "unknown" : std::to_string(threads)},
          {"processors", "processors", std::to_string(std::thread::hardware_concurrency())},
          {"memory", "memory", rounded(memory * 1e-9, 3) + " GB"},
          {"largest_dimension", "rows, columns", "each up to 2147483647 (the BLAS counts in 32 bits)"},
          {"largest_matrix", "dense matrix", "8 bytes per entry, read once and not copied"},
          {"proof_limit", "proofs", "by Cholesky up to min(rows, columns) = " + proof_limit + ", beyond by Lanczos"}};
}

std::string options_table() {
  std::string out;
  for (const char* object : {"solver", "path", "problem", "dsm", "kernel", "matrix"}) {
    std::vector<Row> rows;
    for (const Key& key : keys(object)) {
      const std::string bounds = !key.choices.empty()  ? key.choices
                                 : key.minimum.empty() ? ""
                                                       : key.minimum + " .. " + key.maximum;
      rows.push_back({"  " + key.name, key.kind, key.type, key.initial, bounds, key.doc});
    }
    out += std::string(object) + "\n" + in_columns(rows, {true, true, true, true, true, true}) + "\n";
  }
  return out;
}

std::string options_json() {
  Json json;
  json.object();
  for (const char* object : {"solver", "path", "problem", "dsm", "kernel", "matrix"}) {
    json.array(object);
    for (const Key& key : keys(object)) {
      json.object().text("name", key.name).text("kind", key.kind).text("type", key.type).text("default", key.initial);
      json.text("minimum", key.minimum).text("maximum", key.maximum).text("choices", key.choices).text("doc", key.doc);
      json.close();
    }
    json.close();
  }
  return json.close().str();
}

Exit run_info(const Arguments& arguments) {
  const bool as_json = arguments.choice("format", "table") == "json";
  Output output(arguments.text("output"));
  if (arguments.has("options")) {
    output.finish(as_json ? options_json() : options_table());
    return Exit::success;
  }
  Json json;
  json.object();
  std::vector<Row> rows;
  for (const Fact& fact : facts()) {
    json.text(fact.name, fact.value);
    rows.push_back({fact.title, fact.value});
  }
  output.finish(as_json ? json.close().str() : in_columns(rows, {true, true}));
  return Exit::success;
}

}  // namespace

Command info_command() {
  return {
      "info",
      "version, BLAS in use, threads, limits, and the table of all options",
      {},
      "Says what this installation consists of. With --options it lists every option and result of the library with "
      "type, default, bounds and meaning, as the library itself tells them.",
      {{"options", 0, "", "list every option and result of the library", ""},
       {"format", 'f', "NAME", "how it is written", "table", {"table", "json"}},
       {"output", 'o', "FILE", "where it is written", "standard output"}},
      {{"What to put into a bug report", "sparsebregman info"},
       {"Everything that can be set", "sparsebregman info --options"}},
      run_info};
}

}  // namespace cli
