// SPDX-License-Identifier: BSD-3-Clause
#include "problem/loss.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "support/error.hpp"
#include "support/suggest.hpp"

namespace sbreg {
namespace {

double least_squares(ConstVec t, ConstVec b, ConstVec w, Vec derivative) {
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double r = t[i] - b[i];
    const double weighted = w.empty() ? r : w[i] * r;
    derivative[i] = weighted;
    total += weighted * r;
  }
  return 0.5 * total;
}

void least_squares_second(ConstVec /*t*/, ConstVec /*b*/, ConstVec w, Vec second) {
  if (w.empty())
    std::ranges::fill(second, 1.0);
  else
    std::ranges::copy(w, second.begin());
}

constexpr std::array<Loss, 1> losses{{
    {"least_squares", nullptr, least_squares, least_squares_second, 1.0, true},
}};

}  // namespace

const Loss& find_loss(const char* name) {
  Suggestion suggestion(name);
  for (const Loss& loss : losses) {
    if (std::strcmp(loss.name, name) == 0) return loss;
    suggestion.consider(loss.name);
  }
  fail(SBREG_E_KEY, "there is no loss \"%s\"; did you mean \"%s\"?", name, suggestion.best());
}

}  // namespace sbreg
