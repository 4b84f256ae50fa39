// SPDX-License-Identifier: BSD-3-Clause
#include "api/barrier.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace sbreg::api {
namespace {

thread_local char last_error[error_text_capacity] = "";

sbreg_status remember(sbreg_status code, const char* text) noexcept {
  std::snprintf(last_error, sizeof last_error, "%s", text);
  return code;
}

}  // namespace

sbreg_status guarded(void (*call)(void*), void* context) noexcept {
  try {
    call(context);
    return SBREG_OK;
  } catch (const Error& error) {
    return remember(error.code(), error.text());
  } catch (const std::bad_alloc&) {
    return remember(SBREG_E_MEMORY, "out of memory; nothing was changed");
  } catch (...) {
    return remember(SBREG_E_INTERNAL, "an unexpected exception reached the boundary; please report this as a defect");
  }
}

}  // namespace sbreg::api

extern "C" {

const char* sbreg_last_error(void) { return sbreg::api::last_error; }

int64_t sbreg_last_error_copy(char* buffer, int64_t capacity) {
  const auto length = static_cast<int64_t>(std::strlen(sbreg::api::last_error));
  if (buffer != nullptr && capacity > 0) {
    const auto copied = static_cast<std::size_t>(std::min(length, capacity - 1));
    std::memcpy(buffer, sbreg::api::last_error, copied);
    buffer[copied] = '\0';
  }
  return length;
}
}
