// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
#include "cli/line/keys.hpp"

#include <algorithm>
#include <sstream>

namespace cli {
namespace {

std::string field(const char* object, Index i, const char* name) {
  const char* text = nullptr;
  ok(sbreg_key_text(object, i, name, &text));
  return text;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// The typed setters and getters of one kind of object.
template <class Handle>
struct Access {
  const char* object;
  sbreg_status (*set_int)(Handle*, const char*, std::int64_t);
  sbreg_status (*set_real)(Handle*, const char*, double);
  sbreg_status (*set_text)(Handle*, const char*, const char*);
};

template <class Handle>
void set_all(const Arguments& arguments, Handle* handle, const Access<Handle>& access) {
  for (const Option& o : arguments.command->options) {
    if (o.object != access.object || !arguments.has(o.name)) continue;
    const std::string typed = arguments.text(o.name);
    double real = 0;
    Index integer = 0;
    if (o.type == "int") {
      if (!parse_integer(typed, integer))
        throw Failure(Exit::usage, "--" + o.name + " wants an integer, not '" + typed + "'");
      ok(access.set_int(handle, o.key.c_str(), integer), Exit::usage);
    } else if (o.type == "real") {
      const Parsed parsed = parse_real(typed, real);
      if (parsed != Parsed::good && typed != "inf" && typed != "infinity")
        throw Failure(Exit::usage, "--" + o.name + " wants a number, not '" + typed + "'");
      ok(access.set_real(handle, o.key.c_str(), real), Exit::usage);
    } else {
      ok(access.set_text(handle, o.key.c_str(), typed.c_str()), Exit::usage);
    }
  }
}

template <class Handle, class Int, class Real, class Text>
std::vector<Result> read_all(const char* object, const Handle* handle, Int get_int, Real get_real, Text get_text) {
  std::vector<Result> out;
  for (const Key& key : keys(object)) {
    if (key.kind != "result") continue;
    Result result{key.name, key.type, 0, 0, ""};
    const char* text = "";
    const char* name = key.name.c_str();
    const sbreg_status status = key.type == "int"    ? get_int(handle, name, &result.integer)
                                : key.type == "real" ? get_real(handle, name, &result.real)
                                                     : get_text(handle, name, &text);
    if (status == SBREG_E_UNSUPPORTED || status == SBREG_E_STATE) continue;  // has no meaning for this run
    ok(status);
    result.text = text;
    out.push_back(result);
  }
  return out;
}

}  // namespace

std::vector<Key> keys(const char* object) {
  Index count = 0;
  ok(sbreg_key_count(object, &count));
  std::vector<Key> out;
  for (Index i = 0; i < count; ++i)
    out.push_back({field(object, i, "name"), field(object, i, "kind"), field(object, i, "type"),
                   field(object, i, "default"), field(object, i, "minimum"), field(object, i, "maximum"),
                   field(object, i, "choices"), field(object, i, "doc")});
  return out;
}

void add_options(Command& command, const char* object, const std::vector<std::string>& except) {
  for (const Key& key : keys(object)) {
    // Nothing that runs here has functions of the caller's.
    if (key.kind != "option" || key.name == "callbacks_thread_safe" || std::ranges::count(except, key.name) > 0)
      continue;
    std::string name = key.name;
    std::ranges::replace(name, '_', '-');
    if (std::ranges::find(command.options, name, &Option::name) != command.options.end())
      name = std::string(object) + "-" + name;
    const std::string value = key.type == "int" ? "N" : key.type == "real" ? "X" : "NAME";
    command.options.push_back({name, 0, value, key.doc, key.initial, words(key.choices), object, key.name, key.type});
  }
}

void set_options(const Arguments& arguments, sbreg_problem* problem) {
  set_all<sbreg_problem>(arguments, problem,
                         {"problem", sbreg_problem_set_int, sbreg_problem_set_real, sbreg_problem_set_text});
}
void set_options(const Arguments& arguments, sbreg_dsm* dsm) {
  set_all<sbreg_dsm>(arguments, dsm, {"dsm", sbreg_dsm_set_int, sbreg_dsm_set_real, sbreg_dsm_set_text});
}
void set_options(const Arguments& arguments, sbreg_kernel* kernel) {
  set_all<sbreg_kernel>(arguments, kernel,
                        {"kernel", sbreg_kernel_set_int, sbreg_kernel_set_real, sbreg_kernel_set_text});
}
void set_options(const Arguments& arguments, sbreg_solver* solver) {
  set_all<sbreg_solver>(arguments, solver,
                        {"solver", sbreg_solver_set_int, sbreg_solver_set_real, sbreg_solver_set_text});
}
void set_options(const Arguments& arguments, sbreg_path* path) {
  set_all<sbreg_path>(arguments, path, {"path", sbreg_path_set_int, sbreg_path_set_real, sbreg_path_set_text});
}

std::vector<Result> results(const sbreg_solver* solver) {
  return read_all("solver", solver, sbreg_solver_get_int, sbreg_solver_get_real, sbreg_solver_get_text);
}
std::vector<Result> results(const sbreg_dsm* dsm) {
  return read_all("dsm", dsm, sbreg_dsm_get_int, sbreg_dsm_get_real, sbreg_dsm_get_text);
}

}  // namespace cli
