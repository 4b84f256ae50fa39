// SPDX-License-Identifier: BSD-3-Clause
// The options of a path: the rows are in path/options.inl.
#pragma once

#include "support/options.hpp"

namespace sbreg {

struct PathOptions {
#include "support/option_members.inl"
// The rows.
#include "path/options.inl"
// Their end.
#include "support/option_end.inl"
};

}  // namespace sbreg
