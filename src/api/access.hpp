// SPDX-License-Identifier: BSD-3-Clause
// The six typed accessors behind sbreg_TYPE_set_* and sbreg_TYPE_get_*, for any kind of handle.
#pragma once

#include <cstring>
#include <string>

#include "api/barrier.hpp"
#include "api/keys.hpp"
#include "support/suggest.hpp"

namespace sbreg::api {

/// Whether the option may be set now, or SBREG_E_STATE; defined with each kind of handle.
template <class Handle>
void require_settable(const Handle& handle, const char* name);
/// Called after an option has changed.
template <class Handle>
void option_changed(Handle& handle, const char* name);

/// SBREG_E_ARGUMENT unless `value` is one of the choices, separated by spaces.
void require_choice(const char* name, const char* value, const char* choices);
[[noreturn]] void out_of_bounds(const KeyInfo& info, Index value);
[[noreturn]] void out_of_bounds(const KeyInfo& info, double value);
[[noreturn]] void wrong_type(const KeyInfo& info, const char* asked);
[[noreturn]] void not_an_option(const KeyInfo& info);
[[noreturn]] void no_such_key(const char* name, Suggestion& suggestion);

template <class Handle>
const Key<Handle>& find_key(const char* name) {
  require_pointer(name, "name");
  for (const auto& key : keys<Handle>())
    if (std::strcmp(key.info.name, name) == 0) return key;
  Suggestion suggestion(name);  // only now: comparing spellings costs far more than comparing names
  for (const auto& key : keys<Handle>()) suggestion.consider(key.info.name);
  no_such_key(name, suggestion);
}

template <class Handle>
const Key<Handle>& find_option(const Handle* handle, const char* name, const char* handle_name) {
  require_pointer(handle, handle_name);
  const auto& key = find_key<Handle>(name);
  if (std::strcmp(key.info.kind, "option") != 0) not_an_option(key.info);
  return key;
}

/// Puts an old value back unless the change went through.
template <class Value>
class Change {
 public:
  Change(Value& place, Value value) : place_(place), old_(std::move(place)) { place_ = std::move(value); }
  ~Change() {
    if (!kept_) place_ = std::move(old_);
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;
  void keep() noexcept { kept_ = true; }

 private:
  Value& place_;
  Value old_;
  bool kept_ = false;
};

template <class Handle>
sbreg_status set_int(Handle* handle, const char* name, Index value, const char* handle_name) noexcept {
  return guarded([&] {
    const auto& key = find_option(handle, name, handle_name);
    if (key.integer.member == nullptr) wrong_type(key.info, "int");
    if (value < key.integer.lowest || value > key.integer.highest) out_of_bounds(key.info, value);
    require_settable(*handle, name);
    Change<Index> change(key.integer.member(*handle), value);
    option_changed(*handle, name);
    change.keep();
  });
}

template <class Handle>
sbreg_status set_real(Handle* handle, const char* name, double value, const char* handle_name) noexcept {
  return guarded([&] {
    const auto& key = find_option(handle, name, handle_name);
    if (key.real.member == nullptr) wrong_type(key.info, "real");
    if (!(key.real.lowest <= value && value <= key.real.highest)) out_of_bounds(key.info, value);  // NaN is out
    require_settable(*handle, name);
    Change<double> change(key.real.member(*handle), value);
    option_changed(*handle, name);
    change.keep();
  });
}

template <class Handle>
sbreg_status set_text(Handle* handle, const char* name, const char* value, const char* handle_name) noexcept {
  return guarded([&] {
    const auto& key = find_option(handle, name, handle_name);
    if (key.text.member == nullptr) wrong_type(key.info, "text");
    require_pointer(value, "value");
    require_choice(name, value, key.info.choices);
    require_settable(*handle, name);
    Change<std::string> change(key.text.member(*handle), value);
    option_changed(*handle, name);
    change.keep();
  });
}

/// The rule of every array getter: capacity 0 asks for the size, too small a one is an error.
template <class T>
bool wants_values(const T* array, const char* name, Index capacity, Index size) {
  SBREG_REQUIRE(capacity >= 0, SBREG_E_ARGUMENT, "capacity must not be negative, got %lld",
                static_cast<long long>(capacity));
  if (capacity == 0) return false;
  require_pointer(array, name);
  SBREG_REQUIRE(capacity >= size, SBREG_E_DIMENSION, "capacity is %lld but %lld values are ready",
                static_cast<long long>(capacity), static_cast<long long>(size));
  return true;
}

/// *value <- what the accessor `field` of the key returns.
template <class Handle, class Value, class Field>
sbreg_status get(const Handle* handle, const char* name, Value* value, Field field, const char* type,
                 const char* handle_name) noexcept {
  return guarded([&] {
    require_pointer(handle, handle_name);
    const auto& key = find_key<Handle>(name);
    require_pointer(value, "value");
    const auto read = (key.*field).get;
    if (read == nullptr) wrong_type(key.info, type);
    *value = read(*handle);
  });
}

}  // namespace sbreg::api

/// The accessors and lifetime functions of one kind of handle, all alike.
#define SBREG_DEFINE_COMMON(TYPE)                                                                        \
  sbreg_status sbreg_##TYPE##_set_int(sbreg_##TYPE* TYPE, const char* name, int64_t value) {             \
    return sbreg::api::set_int(TYPE, name, value, #TYPE);                                                \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_set_real(sbreg_##TYPE* TYPE, const char* name, double value) {             \
    return sbreg::api::set_real(TYPE, name, value, #TYPE);                                               \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_set_text(sbreg_##TYPE* TYPE, const char* name, const char* value) {        \
    return sbreg::api::set_text(TYPE, name, value, #TYPE);                                               \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_get_int(const sbreg_##TYPE* TYPE, const char* name, int64_t* value) {      \
    return sbreg::api::get(TYPE, name, value, &sbreg::api::Key<sbreg_##TYPE>::integer, "int", #TYPE);    \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_get_real(const sbreg_##TYPE* TYPE, const char* name, double* value) {      \
    return sbreg::api::get(TYPE, name, value, &sbreg::api::Key<sbreg_##TYPE>::real, "real", #TYPE);      \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_get_text(const sbreg_##TYPE* TYPE, const char* name, const char** value) { \
    return sbreg::api::get(TYPE, name, value, &sbreg::api::Key<sbreg_##TYPE>::text, "text", #TYPE);      \
  }                                                                                                      \
  sbreg_status sbreg_##TYPE##_retain(sbreg_##TYPE* TYPE) {                                               \
    return sbreg::api::guarded([&] {                                                                     \
      sbreg::require_pointer(TYPE, #TYPE);                                                               \
      TYPE->retain();                                                                                    \
    });                                                                                                  \
  }                                                                                                      \
  void sbreg_##TYPE##_destroy(sbreg_##TYPE* TYPE) {                                                      \
    if (TYPE != nullptr && TYPE->release()) delete TYPE;                                                 \
  }
