// SPDX-License-Identifier: BSD-3-Clause
#include "solver/loop/bregman_loop.hpp"

#include <cmath>

#include "support/error.hpp"

namespace sbreg {
namespace {

constexpr int most_doublings = 2000;  // of L: the whole range of double precision

/// The ratio of curvatures of f and h at the size that x will have, in the units of the problem.
double guess_smoothness(const Run& run) {
  const Kernel& kernel = *run.setup.kernel;
  const double curvature = run.problem().mean_curvature() > 0 ? run.units.curvature : run.guess_curvature();
  const double size = run.units.gradient / curvature;
  double second = 0;
  for (Index i = 0; i < kernel.size(); ++i) second += kernel.second(i, size) / static_cast<double>(kernel.size());
  const double guess = curvature / second;
  return std::isfinite(guess) && guess > 0 ? guess : 1;
}

}  // namespace

void BregmanLoop::require_suitable(const Setup& setup) {
  if (setup.kernel == nullptr) return;
  const SolverOptions& options = setup.options;
  SBREG_REQUIRE(setup.method().takes_kernel, SBREG_E_ARGUMENT,
                "method \"%s\" uses scaling matrices and no kernel; set method to \"bpg\"", setup.method().name);
  SBREG_REQUIRE(setup.dictionary.empty(), SBREG_E_ARGUMENT,
                "bpg was given a kernel and %lld scaling matrices; it uses one or the other",
                static_cast<long long>(setup.dictionary.size()));
  SBREG_REQUIRE(
      options.line_search == "none" && options.restart == "none" && options.newton == 0 && options.momentum == 0,
      SBREG_E_UNSUPPORTED,
      "bpg with a kernel has no line search, restart, Newton steps or momentum: it finds L by itself when "
      "relative_smoothness is 0");
}

BregmanLoop::BregmanLoop(const Run& run)
    : bregman_(run.setup.kernel, run.structure(), run.options().relative_smoothness, guess_smoothness(run)),
      stop_test_(run, false) {}

void BregmanLoop::step(Run& run) {
  run.ensure_gradient();
  Point& next = run.next;
  bool ahead = false;  // whether run.spare is the gradient at the next point
  for (int k = 0;; ++k) {
    const bool finite = bregman_(run.current.x, run.gradient, next.x);
    if (finite) next.evaluate(*run.evaluator);
    const bool given = run.options().relative_smoothness > 0;
    SBREG_REQUIRE((finite && std::isfinite(next.f)) || (!given && k < most_doublings), SBREG_E_NUMERIC,
                  "iteration %lld left the range of double precision with L = %g; the last good point is kept (is "
                  "relative_smoothness too small for this kernel?)",
                  static_cast<long long>(run.counters.iterations + 1), bregman_.L());
    ++run.counters.evaluations;
    if (!finite || !std::isfinite(next.f)) next.f = infinity;
    const auto verdict = bregman_.judge(run.current.x, run.current.f, run.gradient, next.x, next.f);
    if (verdict == BregmanStep::Verdict::accepted) break;
    if (verdict == BregmanStep::Verdict::unknown) {
      run.evaluator->gradient(next.x, next.state, run.spare);
      ahead = bregman_.accept(run.current.x, run.gradient, next.x, run.spare);
      if (ahead) break;
    }
    SBREG_REQUIRE(k < most_doublings, SBREG_E_NUMERIC,
                  "no L up to %g satisfies the descent inequality: f is not smooth relative to the kernel \"%s\"",
                  bregman_.L(), run.setup.kernel->name());
  }
  const double promised = bregman_.promised(run.current.x, run.gradient, next.x);
  run.smoothness = bregman_.L();
  bregman_.relax();
  const bool changed = !next.x.same_support(run.current.x);
  std::swap(run.current, next);
  run.end_iteration(changed, false);
  if (ahead) run.take_gradient(run.spare);
  stop_test_(run, promised, 0, false);
}

void BregmanLoop::tell(const Run& run, Sentence& sentence) const noexcept {
  if (run.counters.iterations > 0)
    sentence.begin_clause("%lld iterations of %s", static_cast<long long>(run.counters.iterations),
                          run.setup.method().name);
}

}  // namespace sbreg
