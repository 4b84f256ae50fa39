// SPDX-License-Identifier: BSD-3-Clause
// What is behind the opaque pointers. A handle counts its own references (retain, destroy) and shares the core object,
// which lives as long as anything uses it; so handles may be destroyed in any order.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "dsm/dsm.hpp"
#include "kernel/kernel.hpp"
#include "path/path.hpp"
#include "problem/matrix.hpp"
#include "problem/problem.hpp"
#include "solver/solver.hpp"
#include "support/error.hpp"
#include "support/user_data.hpp"

namespace sbreg::api {

class Counted {
 public:
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  /// True for the last one.
  bool release() noexcept { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

 private:
  std::atomic<std::int64_t> references_{1};
};

/// Marks a handle as being run, refuses to run or change it meanwhile, and keeps it alive to the end of the call.
template <class Handle>
class Running {
 public:
  explicit Running(Handle& handle) : handle_(handle) {
    SBREG_REQUIRE(!handle.busy.exchange(true), SBREG_E_STATE,
                  "this handle is inside a call already; from a callback only its get functions may be used");
    handle_.retain();
  }
  ~Running() {
    handle_.busy.store(false);
    if (handle_.release()) delete &handle_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Handle& handle_;
};

template <class Handle>
void require_idle(const Handle& handle) {
  SBREG_REQUIRE(!handle.busy.load(), SBREG_E_STATE,
                "this handle is inside a call already; from a callback only its get functions may be used");
}

/// A clock that adds up the time spent inside step and run.
class Stopwatch {
 public:
  void start() noexcept { started_ = Clock::now(); }
  void stop() noexcept {
    total_ = seconds();
    started_.reset();
  }
  [[nodiscard]] double seconds() const noexcept {
    return started_ ? total_ + std::chrono::duration<double>(Clock::now() - *started_).count() : total_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> started_;
  double total_ = 0;
};

/// Stops the watch however the iteration ends.
class Timed {
 public:
  explicit Timed(Stopwatch& watch) noexcept : watch_(watch) { watch_.start(); }
  ~Timed() { watch_.stop(); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Stopwatch& watch_;
};

}  // namespace sbreg::api

struct sbreg_matrix : sbreg::api::Counted {
  std::shared_ptr<sbreg::Matrix> core;
};

struct sbreg_problem : sbreg::api::Counted {
  std::shared_ptr<sbreg::Problem> core;
};

struct sbreg_dsm : sbreg::api::Counted {
  std::atomic<bool> busy{false};
  std::shared_ptr<const sbreg::Problem> problem;  // keeps the curvature's data alive; empty for the caller's weights
  std::unique_ptr<sbreg::Dsm> core;
  sbreg::DsmModel model{};
  sbreg_dsm_monitor_fn monitor = nullptr;
  sbreg::UserData monitor_data;
  sbreg::api::Stopwatch watch;
  bool stopped = false;  // by the monitor, until the next call
};

struct sbreg_kernel : sbreg::api::Counted {
  std::shared_ptr<sbreg::Kernel> core;
};

struct sbreg_solver : sbreg::api::Counted {
  sbreg_solver(std::shared_ptr<const sbreg::Problem> problem, sbreg::Index s) : core(std::move(problem), s) {}

  std::atomic<bool> busy{false};
  sbreg::Solver core;
  sbreg_monitor_fn monitor = nullptr;
  sbreg::UserData monitor_data;
  sbreg::api::Stopwatch watch;
  bool stopped = false;              // by the monitor, until the next call
  std::vector<double> lower, upper;  // the bounds on the scale of the data, where the problem has another; or empty
};

struct sbreg_path : sbreg::api::Counted {
  explicit sbreg_path(const sbreg_solver& pattern)
      : core(pattern.core.setup_for_others()), lower(pattern.lower), upper(pattern.upper) {}

  std::atomic<bool> busy{false};
  sbreg::Path core;
  sbreg_path_monitor_fn monitor = nullptr;
  sbreg::UserData monitor_data;
  sbreg::api::Stopwatch watch;
  bool stopped = false;              // by the monitor, until the next call
  std::vector<double> lower, upper;  // as those of the solver
};

namespace sbreg::api {

/// SBREG_E_STATE after the first step, when `what` can no longer change.
void require_fresh(const sbreg_solver& h, const char* what);

}  // namespace sbreg::api
