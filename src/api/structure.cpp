// SPDX-License-Identifier: BSD-3-Clause
// Groups, bounds and kept coordinates of a solver.
#include <memory>
#include <optional>
#include <vector>

#include "api/barrier.hpp"
#include "api/handles.hpp"
#include "api/scale.hpp"

using namespace sbreg;

namespace sbreg::api {
namespace {

/// The solver's structure after change(structure), which may fail and then changes nothing.
template <class Change>
void change_structure(sbreg_solver* solver, const char* what, Change change) {
  require_pointer(solver, "solver");
  require_fresh(*solver, what);
  Structure structure(solver->core.setup().structure);
  change(structure);
  solver->core.set_structure(std::move(structure));
}

}  // namespace
}  // namespace sbreg::api

extern "C" {

sbreg_status sbreg_solver_set_groups(sbreg_solver* solver, const int64_t* group) {
  return api::guarded([&] {
    api::change_structure(solver, "the groups", [&](Structure& structure) {
      require_pointer(group, "group");
      structure.set_groups({group, to_size(structure.size())});
    });
  });
}

sbreg_status sbreg_solver_set_bounds(sbreg_solver* solver, const double* lower, const double* upper) {
  return api::guarded([&] {
    std::vector<double> solver_lower;
    std::vector<double> solver_upper;
    api::change_structure(solver, "the bounds", [&](Structure& structure) {
      const Problem& problem = solver->core.problem();
      const bool scaled = !problem.scale().empty();
      const auto size = [&](const double* bound) { return scaled && bound != nullptr ? to_size(structure.size()) : 0; };
      solver_lower.assign(lower, lower + size(lower));
      solver_upper.assign(upper, upper + size(upper));
      std::optional<api::Inside> low;
      std::optional<api::Inside> high;
      if (lower != nullptr) low.emplace(problem, lower);
      if (upper != nullptr) high.emplace(problem, upper);
      structure.set_bounds(low ? low->values() : ConstVec(), high ? high->values() : ConstVec());
    });
    solver->lower.swap(solver_lower);
    solver->upper.swap(solver_upper);
  });
}

sbreg_status sbreg_solver_set_kept(sbreg_solver* solver, const int64_t* kept, int64_t count) {
  return api::guarded([&] {
    api::change_structure(solver, "the kept coordinates", [&](Structure& structure) {
      SBREG_REQUIRE(count >= 0, SBREG_E_ARGUMENT, "count must not be negative, got %lld",
                    static_cast<long long>(count));
      if (count > 0) require_pointer(kept, "kept");
      structure.set_kept({kept, to_size(count)});
    });
  });
}
}
