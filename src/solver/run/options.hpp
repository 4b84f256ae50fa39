// SPDX-License-Identifier: BSD-3-Clause
// The options of the solver: a new one is a row of options.inl, and the setters, the introspection table, the
// documentation and every binding show it.
#pragma once

#include "solver/run/methods.hpp"
#include "support/options.hpp"

namespace sbreg {

struct SolverOptions {
#include "support/option_members.inl"
// The rows.
#include "solver/run/options.inl"
// Their end.
#include "support/option_end.inl"
};

}  // namespace sbreg
