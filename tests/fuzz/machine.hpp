// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The C interface as a state machine: a pool of a few handles of each kind, and one call after the other, as the bytes
// say. Sizes are at most 6, so that a run takes a moment and brute force is possible.
#pragma once

#include "callbacks.hpp"

namespace fuzz {

class Machine {
 public:
  explicit Machine(Bytes& bytes) : bytes_(bytes), extreme_(bytes.chance(4)) {}
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// One call, chosen by the next byte.
  void step();

 private:
  // machine_make.cpp
  void make_matrix();
  void make_problem();
  void make_dsm();
  void make_kernel();
  void make_solver();
  void make_path();
  void destroy();
  // machine_use.cpp
  void set_option();
  void set_of_problem();
  void set_of_dsm();
  void set_structure();
  void set_of_solver();
  void watch();
  void advance();
  void evaluate();
  void certify();
  void solve();

  Vector numbers(std::int64_t count);
  Caller* new_caller(std::int64_t m, std::int64_t n);
  template <class Object>
  Object* pick(std::vector<Object>& objects) {
    return objects.empty() ? nullptr : &objects[at(bytes_.below(static_cast<std::int64_t>(objects.size())))];
  }

  Bytes& bytes_;
  bool extreme_;
  std::vector<Matrix> matrices_;
  std::vector<Problem> problems_;
  std::vector<Dsm> dsms_;
  std::vector<Kernel> kernels_;
  std::vector<Solver> solvers_;
  std::vector<Path> paths_;
};

}  // namespace fuzz
