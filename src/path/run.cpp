// SPDX-License-Identifier: BSD-3-Clause
#include "path/run.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

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
  Workers(Path& path, Index count) : path_(path), active_(count) {
    try {
      for (Index k = 0; k < count; ++k) threads_.emplace_back([this] { work(); });
    } catch (...) {
      stop_ = true;
      for (auto& thread : threads_) thread.join();
      throw;
    }
  }
  ~Workers() {
    stop_ = true;
    for (auto& thread : threads_)
      if (thread.joinable()) thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

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
    const std::lock_guard lock(mutex_);
    --active_;
    changed_.notify_one();
  }

  Path& path_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> next_{0};
  Index active_;  // guarded by the mutex, as the failure is
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace

bool run_path(Path& path, const std::function<bool()>& keep_going) {
  const Index threads = path.parallel();
  if (threads > 1) {
    Workers workers(path, threads);
    workers.wait(keep_going);
  } else if (!run_here(path, keep_going)) {
    return false;
  }
  if (!path.finished()) return false;
  path.conclude();
  return true;
}

}  // namespace sbreg
