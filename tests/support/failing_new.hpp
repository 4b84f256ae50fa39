// SPDX-License-Identifier: BSD-3-Clause
// Replaces the global operator new and delete of a test program, in all their forms: counts allocations, and fails the
// one with a given number. Freed memory is overwritten first, so that whoever still uses it gets nonsense or a crash.
// Include in one file of a program that links the library's objects.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace failing_new {

inline std::atomic<std::int64_t> allocations{0};  // since the last arm() or count()
inline std::atomic<std::int64_t> live{0};         // allocated and not freed
inline std::int64_t fail_at = -1;                 // number of the allocation that fails; -1: none
inline std::atomic<bool> failed{false};           // whether it did
inline std::size_t largest = 0;                   // bytes of the largest allocation since the last arm() or count()

/// The allocation with this number from now on fails, once; those after it succeed again.
inline void arm(std::int64_t number) {
  allocations = 0;
  largest = 0;
  fail_at = number;
  failed = false;
}
inline void disarm() { fail_at = -1; }
inline void count() { arm(-1); }

[[gnu::noinline]] inline void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (allocations++ == fail_at) {
    failed = true;
    return nullptr;
  }
  if (size == 0) size = 1;
  if (size > largest) largest = size;
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(size)
                     : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory != nullptr) ++live;
  return memory;
}

[[gnu::noinline]] inline void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

[[gnu::noinline]] inline void release(void* memory) noexcept {
  if (memory == nullptr) return;
  --live;
#ifdef __GLIBC__
  std::memset(memory, 0xdd, malloc_usable_size(memory));
  __asm__ volatile("" : : "r"(memory) : "memory");  // or the compiler leaves the writing out
#endif
  std::free(memory);
}

}  // namespace failing_new

// clang-format off
void* operator new(std::size_t n) { return failing_new::allocate_or_throw(n, 1); }
void* operator new[](std::size_t n) { return failing_new::allocate_or_throw(n, 1); }
void* operator new(std::size_t n, std::align_val_t a) { return failing_new::allocate_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return failing_new::allocate_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return failing_new::allocate(n, 1); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return failing_new::allocate(n, 1); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return failing_new::allocate(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return failing_new::allocate(n, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { failing_new::release(p); }
void operator delete[](void* p) noexcept { failing_new::release(p); }
void operator delete(void* p, std::size_t) noexcept { failing_new::release(p); }
void operator delete[](void* p, std::size_t) noexcept { failing_new::release(p); }
void operator delete(void* p, std::align_val_t) noexcept { failing_new::release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { failing_new::release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { failing_new::release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { failing_new::release(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { failing_new::release(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { failing_new::release(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { failing_new::release(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { failing_new::release(p); }
// clang-format on
