// SPDX-License-Identifier: BSD-3-Clause
// Which search over supports a run takes: the first row whose conditions hold.
#include "solver/search/search.hpp"
#include "solver/search/search_by_model.hpp"
#include "solver/search/search_by_refits.hpp"
#include "sparsebregman.h"

namespace sbreg {
namespace {

template <class Kind>
std::unique_ptr<Search> make(Run& run) {
  return std::make_unique<Kind>(run);
}

constexpr SearchKind kinds[] = {
    {SearchByRefits::tries_all, make<SearchByRefits>, false},
    {SearchByRefits::suits, make<SearchByRefits>, false},
    {SearchByModel::suits, make<SearchByModel>, true},
};

}  // namespace

int Search::state_at_end(const Run& run) const noexcept {
  const bool settled = run.proved() || (run.gradient_known && run.gradient_size == 0);
  return settled ? SBREG_STATIONARY : SBREG_SEARCHED;
}

const SearchKind* choose_search(const Run& run) {
  if (!run.setup.method().has_search()) return nullptr;
  for (const SearchKind& kind : kinds)
    if (kind.suits(run)) return &kind;
  return nullptr;
}

}  // namespace sbreg
