// SPDX-License-Identifier: BSD-3-Clause
#include "path/run.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>

#include "support/crew.hpp"

namespace sbreg {
namespace {

bool run_here(Path& path, const std::function<bool()>& keep_going) {
  for (Sweep& sweep : path.sweeps()) {
    while (!sweep.finished()) {
      sweep.advance(keep_going);
      if (!keep_going() && !path.finished()) return false;
    }
  }
  return true;
}

/// Threads that take one sweep after the other; the one that made them waits and asks.
class Workers {
 public:
  /// As many as the system has, up to `count`.
  Workers(Path& path, Index count) : path_(path) {
    while (crew_.size() < count) {
      join_in();
      if (crew_.add([this] { work(); })) continue;
      leave();
      break;
    }
  }
  ~Workers() { stop_ = true; }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] bool none() const noexcept { return crew_.size() == 0; }

  void wait(const std::function<bool()>& keep_going) {
    std::unique_lock lock(mutex_);
    while (active_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(20));
      lock.unlock();
      if (!stop_ && !keep_going()) stop_ = true;
      lock.lock();
    }
    lock.unlock();
    if (failure_) std::rethrow_exception(failure_);
    if (!stop_) keep_going();  // the last fits, and all of them where they were faster than the wait
  }

 private:
  void work() noexcept {
    try {
      auto& sweeps = path_.sweeps();
      for (std::size_t k = next_++; k < sweeps.size() && !stop_; k = next_++) {
        while (!sweeps[k].finished() && !stop_) {
          sweeps[k].advance([this] { return !stop_.load(); });
          changed_.notify_one();
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_ = true;
    }
    leave();
  }

  void join_in() noexcept {
    const std::lock_guard lock(mutex_);
    ++active_;
  }
  void leave() noexcept {
    const std::lock_guard lock(mutex_);
    --active_;
    changed_.notify_one();
  }

  Path& path_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> next_{0};
  Index active_ = 0;  // guarded by the mutex, as the failure is
  std::exception_ptr failure_;
  Crew crew_;  // last, so that its threads end before what they use
};

}  // namespace

bool run_path(Path& path, const std::function<bool()>& keep_going) {
  std::optional<Workers> workers;
  if (path.parallel() > 1) workers.emplace(path, path.parallel());
  if (workers && !workers->none())
    workers->wait(keep_going);
  else if (!run_here(path, keep_going))
    return false;
  if (!path.finished()) return false;
  path.conclude();
  return true;
}

}  // namespace sbreg
