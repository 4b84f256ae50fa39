// SPDX-License-Identifier: BSD-3-Clause
#include "problem/loss.hpp"

#include <algorithm>
#include <cstring>

#include "support/error.hpp"
#include "support/options.hpp"
#include "support/suggest.hpp"

namespace sbreg {

Interval intercept_of_residuals(ConstVec t, const Observations& o) {
  Interval ends{infinity, -infinity};
  for (std::size_t i = 0; i < t.size(); ++i) {
    ends.low = std::min(ends.low, o.b[i] - t[i]);
    ends.high = std::max(ends.high, o.b[i] - t[i]);
  }
  return ends;
}

namespace {

constexpr const Loss* all_losses[] = {
#define LOSS(name) &losses::name,
#include "problem/losses/rows.inl"
#undef LOSS
};

}  // namespace

const Loss& find_loss(const char* name) {
  Suggestion suggestion(name);
  for (const Loss* loss : all_losses) {
    if (std::strcmp(loss->name, name) == 0) return *loss;
    suggestion.consider(loss->name);
  }
  fail(SBREG_E_KEY, "there is no loss \"%s\"%s", name, suggestion.hint());
}

}  // namespace sbreg
