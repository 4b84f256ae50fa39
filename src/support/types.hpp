// SPDX-License-Identifier: BSD-3-Clause
// Names shared by the whole core: sizes and indices are 64-bit, vectors are spans over memory somebody else owns.
#pragma once

#include <cstdint>
#include <span>

namespace sbreg {

using Index = std::int64_t;
using Vec = std::span<double>;
using ConstVec = std::span<const double>;
using IndexVec = std::span<Index>;
using ConstIndexVec = std::span<const Index>;

inline std::size_t to_size(Index i) noexcept { return static_cast<std::size_t>(i); }
inline Index to_index(std::size_t i) noexcept { return static_cast<Index>(i); }

}  // namespace sbreg
