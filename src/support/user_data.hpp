// SPDX-License-Identifier: BSD-3-Clause
// A caller's pointer and the function that releases it, called exactly once.
#pragma once

#include <utility>

#include "sparsebregman.h"

namespace sbreg {

class UserData {
 public:
  UserData() noexcept = default;
  UserData(void* user, sbreg_free_fn user_free) noexcept : user_(user), free_(user_free) {}
  UserData(const UserData&) = delete;
  UserData& operator=(const UserData&) = delete;
  UserData(UserData&& other) noexcept
      : user_(std::exchange(other.user_, nullptr)), free_(std::exchange(other.free_, nullptr)) {}
  UserData& operator=(UserData&& other) noexcept {
    UserData taken(std::move(other));
    std::swap(user_, taken.user_);
    std::swap(free_, taken.free_);
    return *this;
  }
  ~UserData() {
    if (free_ != nullptr) free_(user_);
  }

  [[nodiscard]] void* get() const noexcept { return user_; }

 private:
  void* user_ = nullptr;
  sbreg_free_fn free_ = nullptr;
};

}  // namespace sbreg
