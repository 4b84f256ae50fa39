// SPDX-License-Identifier: BSD-3-Clause
// Runs the sweeps of a path, several at the same time where that is allowed. The caller's thread alone asks
// `keep_going`, between fits and while it waits.
#pragma once

#include <functional>

#include "path/path.hpp"

namespace sbreg {

/// True when every fit is done. False when `keep_going` said so; the next call goes on where this one ended.
bool run_path(Path& path, const std::function<bool()>& keep_going);

}  // namespace sbreg
