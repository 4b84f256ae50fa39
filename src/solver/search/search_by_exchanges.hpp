// SPDX-License-Identifier: BSD-3-Clause
// The search by exchanges with everything refitted (solver/search/exchange_search.hpp), as a phase: under a plain
// structure, where the Hessian of f changes from point to point.
#pragma once

#include "solver/search/exchange_search.hpp"
#include "solver/search/search.hpp"

namespace sbreg {

class SearchByExchanges final : public Search {
 public:
  static bool suits(const Run& run);

  explicit SearchByExchanges(Run& run);

  [[nodiscard]] bool begun() const noexcept override { return exchanges_.begun(); }
  void begin(Run& run) override;
  void step(Run& run) override;
  [[nodiscard]] bool spent(const Run& run) const noexcept override;
  [[nodiscard]] bool doubted() const noexcept override { return exchanges_.doubted(); }
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  ExchangeSearch exchanges_;
};

}  // namespace sbreg
