// SPDX-License-Identifier: BSD-3-Clause
// Options and results by name. One table per kind of object; the setters, the getters and the introspection all read
// it. The rows of options are those of the core (support/options.hpp), read by
// api/option_keys.inl.
#pragma once

#include <span>
#include <string_view>

#include "support/types.hpp"

namespace sbreg::api {

/// What the introspection shows; texts are empty where a field has no meaning.
struct KeyInfo {
  const char* name;
  const char* kind;  // "option" or "result"
  const char* type;  // "int", "real" or "text"
  const char* initial;
  const char* lowest;
  const char* highest;
  const char* choices;
  const char* doc;
};

template <class Handle>
struct Key {
  KeyInfo info;
  struct Int {
    Index (*get)(const Handle&) = nullptr;
    Index& (*member)(Handle&) = nullptr;
    Index lowest = 0;
    Index highest = 0;
  } integer{};
  struct Real {
    double (*get)(const Handle&) = nullptr;
    double& (*member)(Handle&) = nullptr;
    double lowest = 0;
    double highest = 0;
  } real{};
  struct Text {
    const char* (*get)(const Handle&) = nullptr;
    std::string& (*member)(Handle&) = nullptr;
  } text{};
};

/// The text of an integer bound: digits, also for the constant `unlimited`.
constexpr const char* digits(const char* text) noexcept {
  return std::string_view(text) == "unlimited" ? "9223372036854775807" : text;
}

/// The table of a kind of handle; specialised in the file of each.
template <class Handle>
std::span<const Key<Handle>> keys() noexcept;

template <class Handle>
constexpr Key<Handle> int_result(const char* name, Index (*get)(const Handle&), const char* doc) {
  return {{name, "result", "int", "", "", "", "", doc}, {get}, {}, {}};
}
template <class Handle>
constexpr Key<Handle> real_result(const char* name, double (*get)(const Handle&), const char* doc) {
  return {{name, "result", "real", "", "", "", "", doc}, {}, {get}, {}};
}
template <class Handle>
constexpr Key<Handle> text_result(const char* name, const char* (*get)(const Handle&), const char* doc) {
  return {{name, "result", "text", "", "", "", "", doc}, {}, {}, {get}};
}

}  // namespace sbreg::api
