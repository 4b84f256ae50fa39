// SPDX-License-Identifier: BSD-3-Clause
// The search by exchanges with everything refitted (solver/search/exchange_search.hpp), as a phase: under a plain
// structure, where the Hessian of f changes from point to point. When its work is done, the proof that no support is
// better takes its turns.
#pragma once

#include "solver/search/exchange_search.hpp"
#include "solver/search/proving.hpp"
#include "solver/search/search.hpp"

namespace sbreg {

class SearchByExchanges final : public Search {
 public:
  static bool suits(const Run& run);

  explicit SearchByExchanges(Run& run);

  [[nodiscard]] bool begun() const noexcept override { return exchanges_.begun(); }
  void begin(Run& run) override;
  bool prepare(Run& run, const std::function<bool()>& keep_going) override;
  void step(Run& run) override;
  [[nodiscard]] bool spent(const Run& run) const noexcept override;
  [[nodiscard]] bool doubted() const noexcept override { return exchanges_.doubted(); }
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  void search(Run& run);
  void prove(Run& run);
  [[nodiscard]] Proving::Search progress(const Run& run) const noexcept;
  [[nodiscard]] bool proof_is_next(const Run& run) const noexcept;

  ExchangeSearch exchanges_;
  Proving proving_;
};

}  // namespace sbreg
