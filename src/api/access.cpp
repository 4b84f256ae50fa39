// SPDX-License-Identifier: BSD-3-Clause
#include "api/access.hpp"

#include <charconv>
#include <string_view>

#include "api/handles.hpp"

namespace sbreg::api {

void require_choice(const char* name, const char* value, const char* choices) {
  for (std::string_view rest(choices); !rest.empty();) {
    const auto end = rest.find(' ');
    if (rest.substr(0, end) == value) return;
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  fail(SBREG_E_ARGUMENT, "%s must be one of: %s; got \"%s\"", name, choices, value);
}

void out_of_bounds(const KeyInfo& info, Index value) {
  fail(SBREG_E_ARGUMENT, "%s must lie in %s .. %s, got %lld", info.name, info.lowest, info.highest,
       static_cast<long long>(value));
}

void out_of_bounds(const KeyInfo& info, double value) {
  char shortest[32] = {};  // the shortest text of this very number, so that 0.99999999 is not shown as 1
  std::to_chars(shortest, shortest + sizeof shortest - 1, value);
  fail(SBREG_E_ARGUMENT, "%s must lie in %s .. %s, got %s", info.name, info.lowest, info.highest, shortest);
}

void wrong_type(const KeyInfo& info, const char* asked) {
  fail(SBREG_E_KEY, "\"%s\" is of type %s, not %s: use the %s function", info.name, info.type, asked, info.type);
}

void not_an_option(const KeyInfo& info) {
  fail(SBREG_E_KEY, "\"%s\" is a result; it can be read but not set", info.name);
}

namespace {

constexpr const char* objects[] = {"matrix", "problem", "dsm", "kernel", "solver", "path"};

/// Hands the rows of one object, without their accessors, to a visitor.
template <class Visit>
void visit_infos(const char* object, Visit visit) {
  require_pointer(object, "object");
  const std::string_view wanted(object);
  const auto each = [&](auto table) {
    visit(to_index(table.size()), [table](Index i) -> const KeyInfo& { return table[to_size(i)].info; });
  };
  if (wanted == "matrix") return each(keys<sbreg_matrix>());
  if (wanted == "problem") return each(keys<sbreg_problem>());
  if (wanted == "dsm") return each(keys<sbreg_dsm>());
  if (wanted == "kernel") return each(keys<sbreg_kernel>());
  if (wanted == "solver") return each(keys<sbreg_solver>());
  if (wanted == "path") return each(keys<sbreg_path>());
  Suggestion suggestion(wanted);
  for (const char* known : objects) suggestion.consider(known);
  fail(SBREG_E_KEY, "there is no kind of object \"%s\"%s", object, suggestion.hint());
}

const char* field_of(const KeyInfo& info, const char* field) {
  const struct {
    const char* name;
    const char* text;
  } fields[] = {{"name", info.name},       {"kind", info.kind},      {"type", info.type},
                {"default", info.initial}, {"minimum", info.lowest}, {"maximum", info.highest},
                {"choices", info.choices}, {"doc", info.doc}};
  Suggestion suggestion(field);
  for (const auto& known : fields) {
    if (std::strcmp(known.name, field) == 0) return known.text;
    suggestion.consider(known.name);
  }
  fail(SBREG_E_KEY, "a key has no field \"%s\"%s", field, suggestion.hint());
}

}  // namespace

/// A name that another kind of object knows was meant for that one.
void no_such_key(const char* name, Suggestion& suggestion) {
  for (const char* object : objects)
    visit_infos(object, [&](Index count, auto info) {
      for (Index i = 0; i < count; ++i)
        if (std::strcmp(info(i).name, name) == 0)
          fail(SBREG_E_KEY, "there is no option or result \"%s\" here; a %s has it", name, object);
    });
  fail(SBREG_E_KEY, "there is no option or result \"%s\"%s", name, suggestion.hint());
}

}  // namespace sbreg::api

using namespace sbreg;

extern "C" {

sbreg_status sbreg_key_count(const char* object, int64_t* count) {
  return api::guarded([&] {
    require_pointer(count, "count");
    api::visit_infos(object, [&](Index size, auto) { *count = size; });
  });
}

sbreg_status sbreg_key_text(const char* object, int64_t i, const char* field, const char** text) {
  return api::guarded([&] {
    require_pointer(text, "text");
    require_pointer(field, "field");
    api::visit_infos(object, [&](Index size, auto info) {
      SBREG_REQUIRE(i >= 0 && i < size, SBREG_E_ARGUMENT, "i must lie in 0..%lld, got %lld",
                    static_cast<long long>(size - 1), static_cast<long long>(i));
      *text = api::field_of(info(i), field);
    });
  });
}
}
