// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/proving.hpp"

#include <algorithm>

namespace sbreg {
namespace {

constexpr double largest_portion = 3e7;  // multiply-adds of a step
constexpr double portions = 16;          // of the work that an effort of 1 stands for, at least

/// Whether most bounds are above -infinity at the beginning.
bool promises(const Problem& problem) noexcept {
  return problem.rows() == 0 || problem.rows() > problem.dimension() || !problem.penalty().none();
}

}  // namespace

Proving::Proving(const Run& run) : shares_(run.evaluator->constant_hessian() && promises(run.problem())) {
  if (bound::Proof::suits(run.problem(), run.options().proof_memory))
    proof_.emplace(run.problem(), run.setup.sparsity(), false);
  else
    shares_ = false;
}

/// Multiply-adds that may go to the proof.
double Proving::most(const Run& run, const Search& search) const noexcept {
  return run.options().proof_share * run.options().effort * search.unit / cost();
}

/// Multiply-adds of a step. They do not depend on the effort: a run whose effort is raised takes the same steps.
double Proving::portion(const Run& run, const Search& search) const noexcept {
  return std::min(largest_portion, run.options().proof_share * search.unit / (portions * cost()));
}

bool Proving::wanted(const Run& run, const Search& search) const noexcept {
  if (!proof_ || run.options().proof_share == 0 || run.proved()) return false;
  if (!starts(run) && proof_->done()) return false;
  if (!shares_ && !search.done) return false;
  const double price = starts(run) ? proof_->price() : 0;
  return proof_->spent() + price + portion(run, search) <= most(run, search) ||
         (run.options().prove != 0 && search.done);
}

void Proving::prepare(const Run& run) {
  if (starts(run)) proof_->begin(run.best, run.best_f, run.options().gap_tolerance);
}

bool Proving::step(Run& run, const Search& search) {
  proof_->tell(run.best_f);
  proof_->work({proof_->spent() + portion(run, search), run.options().threads, run.options().proof_memory}, {});
  run.raise_floor(proof_->lower_bound());
  return proof_->take(support_, values_);
}

}  // namespace sbreg
