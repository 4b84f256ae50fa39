// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/proving.hpp"

#include <algorithm>

namespace sbreg {
namespace {

constexpr double portion = 3e7;  // multiply-adds of a step

}  // namespace

Proving::Proving(const Run& run) : shares_(run.evaluator->constant_hessian()) {
  if (bound::Proof::suits(run.problem(), run.options().proof_memory))
    proof_.emplace(run.problem(), run.setup.sparsity(), false);
  else
    shares_ = false;
}

/// Multiply-adds that may go to the proof.
double Proving::most(const Run& run, const Search& search) noexcept {
  return run.options().proof_share * run.options().effort * search.unit;
}

bool Proving::wanted(const Run& run, const Search& search) const noexcept {
  if (!proof_ || run.options().proof_share == 0 || run.proved()) return false;
  if (!starts(run) && proof_->done()) return false;
  if (!shares_ && !search.done) return false;
  const double price = starts(run) ? proof_->price() : 0;
  return proof_->spent() + price < most(run, search) || (run.options().prove != 0 && search.done);
}

void Proving::prepare(const Run& run) {
  if (starts(run)) proof_->begin(run.best, run.best_f, run.options().gap_tolerance);
}

bool Proving::step(Run& run, const Search& search) {
  proof_->tell(run.best_f);
  const double end = run.options().prove != 0 && search.done ? infinity : most(run, search);
  proof_->work({std::min(proof_->spent() + portion, end), run.options().threads, run.options().proof_memory}, {});
  run.raise_floor(proof_->lower_bound());
  return proof_->take(support_, values_);
}

}  // namespace sbreg
