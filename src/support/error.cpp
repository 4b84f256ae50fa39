// SPDX-License-Identifier: BSD-3-Clause
#include "support/error.hpp"

#include <locale.h>  // uselocale, which <clocale> lacks

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace sbreg {
namespace {

/// printf writes the decimal point of the caller's locale; this thread writes "." while one of these lives.
class DecimalPoint {
 public:
  DecimalPoint() noexcept : before_(uselocale(plain())) {}
  ~DecimalPoint() { uselocale(before_); }
  DecimalPoint(const DecimalPoint&) = delete;
  DecimalPoint& operator=(const DecimalPoint&) = delete;

 private:
  static locale_t plain() noexcept {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    return c;
  }
  locale_t before_;
};

}  // namespace

Error::Error(sbreg_status code, const char* text) noexcept : code_(code), text_{} {
  std::snprintf(text_, sizeof text_, "%s", text);
}

void fail(sbreg_status code, const char* format, ...) {
  char text[error_text_capacity];
  const DecimalPoint decimal_point;
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw Error(code, text);
}

}  // namespace sbreg
