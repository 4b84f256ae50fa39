// SPDX-License-Identifier: BSD-3-Clause
// The method bpg with a kernel, inside the one loop (paper, Algorithm BPG).
#include <cmath>

#include "solver/solver.hpp"
#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr int most_doublings = 2000;  // of L: the whole range of double precision

}  // namespace

void Solver::require_kernel_suits(const Method& method) const {
  if (kernel_ == nullptr) return;
  SBREG_REQUIRE(std::string_view(method.name) == "bpg", SBREG_E_ARGUMENT,
                "method \"%s\" uses scaling matrices and no kernel; set method to \"bpg\"", method.name);
  SBREG_REQUIRE(dictionary_.empty(), SBREG_E_ARGUMENT,
                "bpg was given a kernel and %lld scaling matrices; it uses one or the other",
                static_cast<long long>(dictionary_size()));
  SBREG_REQUIRE(
      options.line_search == "none" && options.restart == "none" && options.newton == 0 && options.momentum == 0,
      SBREG_E_UNSUPPORTED,
      "bpg with a kernel has no line search, restart, Newton steps or momentum: it finds L by itself when "
      "relative_smoothness is 0");
}

/// The ratio of curvatures of f and h at the size that x will have, in the units of the problem.
double Solver::guess_smoothness() const {
  const double curvature = problem_->mean_curvature() > 0 ? units_.curvature : guess_curvature();
  const double size = units_.gradient / curvature;
  double second = 0;
  for (Index i = 0; i < kernel_->size(); ++i) second += kernel_->second(i, size) / static_cast<double>(kernel_->size());
  const double guess = curvature / second;
  return std::isfinite(guess) && guess > 0 ? guess : 1;
}

void Solver::step_by_kernel() {
  bool ahead = false;  // whether spare_ is the gradient at the next point
  for (int k = 0;; ++k) {
    const bool finite = structured_ ? (*structured_)(current_.x, gradient_, *kernel_, bregman_->L(), next_.x)
                                    : (*bregman_)(current_.x, gradient_, next_.x);
    if (finite) next_.evaluate(*evaluator_);
    const bool given = options.relative_smoothness > 0;
    SBREG_REQUIRE((finite && std::isfinite(next_.f)) || (!given && k < most_doublings), SBREG_E_NUMERIC,
                  "iteration %lld left the range of double precision with L = %g; the last good point is kept (is "
                  "relative_smoothness too small for this kernel?)",
                  static_cast<long long>(counters_.iterations + 1), bregman_->L());
    ++counters_.evaluations;
    if (!finite || !std::isfinite(next_.f)) next_.f = infinity;
    const auto verdict = bregman_->judge(current_.x, current_.f, gradient_, next_.x, next_.f);
    if (verdict == BregmanStep::Verdict::accepted) break;
    if (verdict == BregmanStep::Verdict::unknown) {
      evaluator_->gradient(next_.x, next_.state, spare_);
      ahead = bregman_->accept(current_.x, gradient_, next_.x, spare_);
      if (ahead) break;
    }
    SBREG_REQUIRE(k < most_doublings, SBREG_E_NUMERIC,
                  "no L up to %g satisfies the descent inequality: f is not smooth relative to the kernel \"%s\"",
                  bregman_->L(), kernel_->name());
  }
  const double promised = structured_ ? structured_->promised(current_.x, gradient_, *kernel_, bregman_->L(), next_.x)
                                      : bregman_->promised(current_.x, gradient_, next_.x);
  smoothness_ = bregman_->L();
  bregman_->relax();
  accept({1, 0, false});
  if (ahead) {
    gradient_.swap(spare_);
    measure_gradient();
  }
  test_for_stop(promised, false);
}

}  // namespace sbreg
