// SPDX-License-Identifier: BSD-3-Clause
// The search on a model of f (solver/search/support_search.hpp), as a phase under a plain structure, where the Hessian
// is constant and the model is f itself: a support that a turn of the search proposes is refitted with the evaluator,
// and becomes the iterate when f confirms it. Where only some coordinates were candidates of the model, the run does
// not end before all exchanges have been looked at. A part of the work goes to the proof that no support is better.
// Columns that nearly depend on each other are beyond the digits of a model. Where supports are few, each of them is
// then refitted.
#pragma once

#include "solver/certificate/coordinatewise.hpp"
#include "solver/search/proving.hpp"
#include "solver/search/search.hpp"
#include "solver/search/structured_search.hpp"
#include "solver/search/support_search.hpp"

namespace sbreg {

class SearchByModel final : public Search {
 public:
  static bool suits(const Run& run);

  explicit SearchByModel(Run& run);

  [[nodiscard]] bool begun() const noexcept override { return model_.begun(); }
  void begin(Run& run) override;
  bool prepare(Run& run, const std::function<bool()>& keep_going) override;
  void step(Run& run) override;
  [[nodiscard]] bool spent(const Run& run) const noexcept override;
  void tell(const Run& run, Sentence& sentence) const noexcept override;

 private:
  bool begin_at_best(Run& run);
  void begin_again(Run& run);
  bool try_proposal(Run& run);
  bool exchange_beyond_candidates(Run& run);
  bool prove(Run& run);
  [[nodiscard]] bool refits_all(const Run& run) const noexcept;
  bool refit_some(Run& run);
  void note_proof(Run& run) const noexcept;
  [[nodiscard]] Proving::Search progress(const Run& run) const noexcept;
  [[nodiscard]] bool proof_is_next(const Run& run) const noexcept;
  [[nodiscard]] bool work_is_done(const Run& run) const noexcept;

  struct Beyond {  // for the exchanges with coordinates that are no candidates
    Beyond(const Problem& problem, Index s)
        : exchanges(problem, s), dense(to_size(problem.dimension())), values(to_size(s)), support(to_size(s)) {}
    Exchanges exchanges;
    std::vector<double> dense, values;
    std::vector<Index> support;
  };

  SupportSearch model_;
  Proving proving_;
  std::unique_ptr<Beyond> beyond_;
  std::unique_ptr<StructuredSearch> all_;  // where every support is refitted
  bool final_ = false;                     // no exchange with a coordinate beyond the candidates improves
  Index successes_ = 0;                    // steps that found a better point
};

}  // namespace sbreg
