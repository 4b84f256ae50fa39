// SPDX-License-Identifier: BSD-3-Clause
#include "support/error.hpp"

#include <cstdarg>
#include <cstdio>

namespace sbreg {

Error::Error(sbreg_status code, const char* text) noexcept : code_(code), text_{} {
  std::snprintf(text_, sizeof text_, "%s", text);
}

void fail(sbreg_status code, const char* format, ...) {
  char text[error_text_capacity];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Error(code, text);
}

}  // namespace sbreg
