// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/output/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/commands/interrupt.hpp"

namespace cli {
namespace {

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  const auto two = [](long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(whole / 3600) + ":" + two(whole / 60 % 60) + ":" + two(whole % 60);
}

int watch_solver(const sbreg_solver* solver, void* user) {
  auto& progress = *static_cast<Progress*>(user);
  Index iterations = 0;
  sbreg_solver_get_int(solver, "iterations", &iterations);
  if (iterations > 0) progress.has_result();
  if (progress.due()) {
    double best = 0;
    sbreg_solver_get_real(solver, "best_objective", &best);
    progress.show("iteration " + std::to_string(iterations) + "  best objective " + rounded(best) + "  " +
                  fixed(progress.seconds(), 1) + " s");
  }
  return interrupted() ? 1 : 0;
}

int watch_dsm(const sbreg_dsm* dsm, void* user) {
  auto& progress = *static_cast<Progress*>(user);
  Index iterations = 0;
  sbreg_dsm_get_int(dsm, "iterations", &iterations);
  if (iterations > 0) progress.has_result();
  if (progress.due()) {
    double gap = 0;
    sbreg_dsm_get_real(dsm, "gap", &gap);
    progress.show("iteration " + std::to_string(iterations) + "  gap " + rounded(gap, 3) + "  " +
                  fixed(progress.seconds(), 1) + " s");
  }
  return interrupted() ? 1 : 0;
}

int watch_path(const sbreg_path* path, void* user) {
  Index done = 0;
  Index total = 0;
  sbreg_path_get_int(path, "fits", &done);
  sbreg_path_get_int(path, "fits_total", &total);
  auto& progress = *static_cast<Progress*>(user);
  if (done > 0) progress.has_result();
  progress.bar("fits", static_cast<double>(done) / static_cast<double>(std::max<Index>(total, 1)));
  return interrupted() ? 1 : 0;
}

}  // namespace

Progress::Progress(const Arguments& arguments) : visible_(!arguments.has("quiet") && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (visible_ && drawn_ >= 0) std::fputs("\r\x1b[K", stderr);
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Progress::due() const { return visible_ && seconds() - drawn_ >= 0.1; }

void Progress::show(const std::string& text) {
  if (!visible_) return;
  drawn_ = seconds();
  std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
  std::fflush(stderr);
}

void Progress::bar(const std::string& what, double share) {
  if (!due()) return;
  const auto full = static_cast<std::size_t>(std::fmin(share, 1) * 30);
  const std::string left = share > 0 ? clock_text(seconds() * (1 - share) / share) + " left" : "";
  show(what + " [" + std::string(full, '#') + std::string(30 - full, '.') + "] " +
       std::to_string(static_cast<int>(100 * share)) + " %  " + left);
}

void watch(sbreg_solver* solver, Progress& progress) {
  ok(sbreg_solver_set_monitor(solver, watch_solver, &progress, nullptr));
}
void watch(sbreg_dsm* dsm, Progress& progress) { ok(sbreg_dsm_set_monitor(dsm, watch_dsm, &progress, nullptr)); }
void watch(sbreg_path* path, Progress& progress) { ok(sbreg_path_set_monitor(path, watch_path, &progress, nullptr)); }

void note(const Arguments& arguments, const std::string& sentence) {
  if (!sentence.empty() && !arguments.has("quiet")) std::fprintf(stderr, "sparsebregman: note: %s\n", sentence.c_str());
}

Option quiet_option() { return {"quiet", 'q', "", "no progress line and no notes", ""}; }

}  // namespace cli
