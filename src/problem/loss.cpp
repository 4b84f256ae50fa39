// SPDX-License-Identifier: BSD-3-Clause
#include "problem/loss.hpp"

#include <cstring>

#include "support/error.hpp"
#include "support/suggest.hpp"

namespace sbreg {

const Loss& find_loss(const char* name) {
  using namespace losses;
  Suggestion suggestion(name);
  for (const Loss* loss : {&least_squares, &logistic, &logsumexp, &huber, &quartic, &poisson}) {
    if (std::strcmp(loss->name, name) == 0) return *loss;
    suggestion.consider(loss->name);
  }
  fail(SBREG_E_KEY, "there is no loss \"%s\"%s", name, suggestion.hint());
}

}  // namespace sbreg
