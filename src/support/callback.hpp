// SPDX-License-Identifier: BSD-3-Clause
// Calls of the caller's functions: one at a time unless they may run in parallel, never recursively into the same
// object, and with every kind of failure turned into an Error. An exception of the caller's stops here.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "support/error.hpp"

namespace sbreg {

/// Lets one thread at a time through. A second entry by the same thread, from inside its callback, is SBREG_E_STATE.
class CallbackGate {
 public:
  class Pass {
   public:
    Pass(CallbackGate& gate, bool parallel) : gate_(parallel ? nullptr : &gate) {
      if (gate_ != nullptr) gate_->enter();
    }
    ~Pass() {
      if (gate_ != nullptr) gate_->leave();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    CallbackGate* gate_;
  };

 private:
  void enter() {
    SBREG_REQUIRE(owner_.load() != std::this_thread::get_id(), SBREG_E_STATE,
                  "a callback used the object that is calling it");
    mutex_.lock();
    owner_.store(std::this_thread::get_id());
  }
  void leave() noexcept {
    owner_.store(std::thread::id());
    mutex_.unlock();
  }

  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{};
};

/// Runs a callback; a nonzero return and an exception are SBREG_E_CALLBACK with the name of the callback.
template <class Call>
void call_back(const char* name, Call call) {
  int status = 0;
  try {
    status = call();
  } catch (...) {
    fail(SBREG_E_CALLBACK, "the callback %s threw an exception", name);
  }
  SBREG_REQUIRE(status == 0, SBREG_E_CALLBACK, "the callback %s returned %d", name, status);
}

}  // namespace sbreg
