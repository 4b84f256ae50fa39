// SPDX-License-Identifier: BSD-3-Clause
// Threads that help with work whose result does not depend on how many of them there are. Where the system has no more
// threads (pthread_create answers EAGAIN) or no memory for one, the crew stays smaller: the others do the work, or the
// caller does it alone.
#pragma once

#include <exception>
#include <thread>
#include <vector>

#include "support/types.hpp"

namespace sbreg {

class Crew {
 public:
  Crew() = default;
  /// Waits for all, however the scope is left.
  ~Crew() { join(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Starts a thread that runs work(), which must not throw. False when the system has none left.
  template <class Work>
  bool add(Work work) noexcept {
    try {
      threads_.emplace_back(work);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }
  [[nodiscard]] Index size() const noexcept { return to_index(threads_.size()); }
  void join() noexcept {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace sbreg
