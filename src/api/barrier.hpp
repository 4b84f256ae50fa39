// SPDX-License-Identifier: BSD-3-Clause
// The exception barrier: every entry point that can fail is one call of guarded(), and nothing is thrown past it.
#pragma once

#include <type_traits>

#include "support/checks.hpp"
#include "support/error.hpp"

namespace sbreg::api {

/// Runs call(context); an exception becomes a status code and this thread's error text.
sbreg_status guarded(void (*call)(void*), void* context) noexcept;

template <class Body>
sbreg_status guarded(Body body) noexcept {
  return guarded([](void* context) { (*static_cast<Body*>(context))(); }, &body);
}

/// *out <- make(), which returns a new handle; NULL after a failure.
template <class Handle, class Make>
sbreg_status create(Handle** out, Make make) noexcept {
  return guarded([&] {
    require_pointer(out, "out");
    *out = nullptr;
    *out = make();
  });
}

}  // namespace sbreg::api
