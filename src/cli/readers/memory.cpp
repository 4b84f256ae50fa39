// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/readers/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace cli {
namespace {

constexpr double default_share = 0.75;     // of the memory, for --memory
constexpr double default_expansion = 200;  // tables of numbers reach about 50, gzip itself 1032

/// The memory of the machine, or of the container where the system grants it less.
double available_memory() {
  double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::string text;
    double granted = 0;
    if (std::ifstream(file) >> text && parse_real(text, granted) == Parsed::good) bytes = std::min(bytes, granted);
  }
  return bytes;
}

/// "4G", "500M", "1e9": bytes, with K, M, G or T for powers of 1000.
double parse_size(const std::string& text) {
  constexpr std::string_view units = "KMGT";
  std::string number = text;
  double factor = 1;
  if (!number.empty() && (number.back() == 'B' || number.back() == 'b')) number.pop_back();
  if (!number.empty()) {
    const char last = number.back() == 'k' ? 'K' : number.back();
    const std::size_t power = units.find(last);
    if (power != std::string_view::npos) {
      number.pop_back();
      for (std::size_t k = 0; k <= power; ++k) factor *= 1000;
    }
  }
  while (!number.empty() && number.back() == ' ') number.pop_back();
  double value = 0;
  if (parse_real(number, value) != Parsed::good || value <= 0)
    throw Failure(Exit::usage, "--memory wants a size such as 500M or 16G, not '" + text + "'");
  return value * factor;
}

}  // namespace

void add_limit_options(Command& command) {
  command.options.push_back({"memory", 0, "SIZE", "what A and the work on it may take, such as 500M or 16G",
                             "three quarters of the machine's memory"});
  command.options.push_back({"expansion", 0, "N",
                             "a gzip file that holds more than 16 MB may unpack to at most N times its own size",
                             "200"});
}

Limits limit_options(const Arguments& arguments) {
  const Limits limits{
      arguments.has("memory") ? parse_size(arguments.text("memory")) : default_share * available_memory(),
      arguments.real("expansion", default_expansion)};
  if (limits.expansion < 1) throw Failure(Exit::usage, "--expansion wants a number of at least 1");
  return limits;
}

void require_memory(const Limits& limits, double bytes, const std::string& who) {
  if (bytes > limits.memory)
    throw Failure(Exit::failed, who + ": this needs about " + size_text(bytes) + " of memory; the limit is " +
                                    size_text(limits.memory) + ", and --memory raises it");
}

// Measured: solve, dsm and check take 200 to 225 bytes for each column.
double working_memory(double rows, double columns) noexcept { return 250 * columns + 100 * rows; }

std::string size_text(double bytes) {
  if (bytes < 1e6) return rounded(bytes * 1e-3, 3) + " kB";
  return bytes < 1e9 ? rounded(bytes * 1e-6, 3) + " MB" : rounded(bytes * 1e-9, 3) + " GB";
}

}  // namespace cli
