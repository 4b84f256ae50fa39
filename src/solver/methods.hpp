// SPDX-License-Identifier: BSD-3-Clause
// The paper's composition table: each method is a row.
#pragma once

#include <string_view>

namespace sbreg {

enum class Dictionary { lipschitz, single, any };

struct Method {
  const char* name;
  Dictionary dictionary;
};

/// The row of that name, which must exist.
const Method& find_method(std::string_view name) noexcept;

}  // namespace sbreg
