// SPDX-License-Identifier: BSD-3-Clause
// What is to be solved and how, as a value: a solver starts from a setup, and a path carries one to every sparsity and
// to the observations of every fold.
#pragma once

#include <memory>

#include "kernel/kernel.hpp"
#include "problem/problem.hpp"
#include "solver/run/options.hpp"
#include "solver/step/scaling.hpp"
#include "solver/structure/structure.hpp"

namespace sbreg {

/// s nonzeros, or s of the problem's own groups.
Structure structure_of(const Problem& problem, Index s);

struct Setup {
  /// With the problem's own groups and the options of the default method.
  Setup(std::shared_ptr<const Problem> problem, Index s);

  [[nodiscard]] Index sparsity() const noexcept { return structure.sparsity(); }
  /// The row of the method table that the options name.
  [[nodiscard]] const Method& method() const noexcept { return find_method(options.method); }
  /// Whether such a run may take place on a thread of the library's own.
  [[nodiscard]] bool thread_safe() const noexcept;

  std::shared_ptr<const Problem> problem;
  Structure structure;                   // how sparse x is, and what else it has to keep
  Matrices dictionary;                   // the scaling matrices that were added; none: the method computes its own
  std::shared_ptr<const Kernel> kernel;  // for a method that takes one; without one it works with a scaling matrix
  SolverOptions options;
};

}  // namespace sbreg
