// SPDX-License-Identifier: BSD-3-Clause
// Scratch of one size for objects that several threads use at once: a buffer is made when all others are in use, and
// kept. A single thread allocates nothing after its first use.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "support/types.hpp"

namespace sbreg {

class BufferPool {
 public:
  explicit BufferPool(Index size) : size_(to_size(size)) { free_.push_back(std::make_unique<double[]>(size_)); }

  class Buffer {
   public:
    explicit Buffer(BufferPool& pool) : pool_(pool), data_(pool.take()) {}
    ~Buffer() { pool_.give(std::move(data_)); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    [[nodiscard]] double* data() const noexcept { return data_.get(); }

   private:
    BufferPool& pool_;
    std::unique_ptr<double[]> data_;
  };

 private:
  std::unique_ptr<double[]> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      free_.reserve(++made_);  // so that give() cannot fail
      return std::make_unique<double[]>(size_);
    }
    auto buffer = std::move(free_.back());
    free_.pop_back();
    return buffer;
  }
  void give(std::unique_ptr<double[]> buffer) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(buffer));
  }

  std::size_t size_;
  std::size_t made_ = 1;
  std::mutex mutex_;
  std::vector<std::unique_ptr<double[]>> free_;
};

}  // namespace sbreg
