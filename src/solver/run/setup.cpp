// SPDX-License-Identifier: BSD-3-Clause
#include "solver/run/setup.hpp"

namespace sbreg {

Structure structure_of(const Problem& problem, Index s) {
  Structure structure(problem.dimension(), s);
  if (!problem.groups().empty()) structure.set_groups(problem.groups());
  return structure;
}

Setup::Setup(std::shared_ptr<const Problem> problem_to_solve, Index s)
    : problem(std::move(problem_to_solve)), structure(structure_of(*problem, s)) {
  apply_method(options);
}

bool Setup::thread_safe() const noexcept {
  return problem->thread_safe() && (kernel == nullptr || kernel->thread_safe());
}

}  // namespace sbreg
