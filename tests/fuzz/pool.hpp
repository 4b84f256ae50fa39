// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The handles of one fuzz input, what is known about each, and the claims that hold after every call on it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "sparsebregman.h"

namespace fuzz {

using Vector = std::vector<double>;
using Indices = std::vector<std::int64_t>;
inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Every status goes through here: a failure has a text, and none is an internal error.
inline sbreg_status seen(sbreg_status status) {
  CLAIM(status != SBREG_E_INTERNAL, "%s", sbreg_last_error());
  CLAIM(status <= SBREG_OK, "a status is never positive: %d", static_cast<int>(status));
  CLAIM(status == SBREG_OK || sbreg_last_error()[0] != '\0', "status %d without a text", static_cast<int>(status));
  return status;
}

/// Data as the harness knows them, for brute force.
struct Squares {
  std::int64_t m = 0, n = 0;
  Vector A, b;  // by columns
};

struct Matrix {
  sbreg_matrix* handle = nullptr;
  std::int64_t m = 0, n = 0;
  Vector A{};  // empty where the products may be wrong
};
struct Problem {
  sbreg_problem* handle = nullptr;
  std::int64_t m = 0, n = 0;
  bool honest = true;                // f is the same function at every call
  bool pairs = false;                // of complex numbers: s counts pairs of variables
  std::shared_ptr<Squares> squares;  // only where f is ||Ax - b||^2 / 2 and no option was changed
};
struct Dsm {
  sbreg_dsm* handle = nullptr;
  std::int64_t n = 0;
};
struct Kernel {
  sbreg_kernel* handle = nullptr;
  std::int64_t n = 0;
};
struct Solver {
  sbreg_solver* handle = nullptr;
  sbreg_problem* problem = nullptr;  // a reference of our own
  std::int64_t n = 0, s = 0;
  bool honest = true;
  std::shared_ptr<Squares> squares{};
  Vector lower{}, upper{};  // empty: none
  Indices group{}, kept{};
  double start = 0;         // f where the run starts; NaN where it is not known
  bool structured = false;  // groups, bounds or kept coordinates
};
struct Path {
  sbreg_path* handle = nullptr;
  std::int64_t n = 0;
};

/// All options and results of an object as one text, without clocks: what a failed call must not change.
std::string snapshot(sbreg_matrix* object);
std::string snapshot(sbreg_problem* object);
std::string snapshot(sbreg_dsm* object);
std::string snapshot(sbreg_kernel* object);
std::string snapshot(sbreg_solver* object);
std::string snapshot(sbreg_path* object);

/// Runs a setter; where it fails, the object is as it was.
template <class Handle, class Set>
sbreg_status unchanged_unless_ok(Handle* object, Set set) {
  const std::string before = snapshot(object);
  const sbreg_status status = seen(set());
  if (status != SBREG_OK) {
    const std::string text = sbreg_last_error();
    const std::string after = snapshot(object);
    CLAIM(before == after, "a call that failed (%s) changed\n%s\ninto\n%s", text.c_str(), before.c_str(),
          after.c_str());
  }
  return status;
}

/// x is finite, feasible and not above the start; f there is the best objective; a proof agrees with brute force.
void check_solver(const Solver& solver);
void check_path(const Path& path);

}  // namespace fuzz
