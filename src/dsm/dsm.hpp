// SPDX-License-Identifier: BSD-3-Clause
// A diagonal scaling matrix D = Diag(w) with Diag(w) >= C, as an iterative computation and its certified result.
//
//     lipschitz:  min max_i w_i          linear:  min c'w          quadratic:  min w'w/2          s.t. Diag(w) >= C
//
// Whatever the moment it is asked, weights() satisfies Diag(w) >= C to the strength that certificate() states.
#pragma once

#include <memory>
#include <vector>

#include "problem/curvature.hpp"
#include "support/options.hpp"

namespace sbreg {

#define SBREG_DSM_OPTIONS(INT, REAL, TEXT)                                                                           \
  REAL(gap_tolerance, 1e-3, 0.0, 1.0, "relative duality gap at which a run stops")                                   \
  REAL(inflation, 1.0, 1.0, infinity, "factor on the returned weights; above 1 it makes D strictly larger than C")   \
  INT(max_iterations, 10000, 0, unlimited, "iterations after which a run stops with the gap it has")                 \
  REAL(time_limit, infinity, 0.0, infinity, "seconds after which a run stops with the gap it has")                   \
  INT(seed, 1, 0, unlimited, "seed of the random start")                                                             \
  INT(proof_limit, 4096, 0, unlimited, "largest min(m, n) whose certificate is proven by a Cholesky factorisation")  \
  REAL(failure_probability, 1e-9, 1e-300, 0.5, "probability that a probabilistic certificate is allowed to be wrong")

struct DsmOptions {
  SBREG_OPTION_MEMBERS(SBREG_DSM_OPTIONS)
};

enum class DsmModel { weights, lipschitz, linear, quadratic };
enum class Certificate { none, probabilistic, proven };

class Dsm {
 public:
  virtual ~Dsm() = default;

  /// One iteration; returns the state afterwards (SBREG_RUNNING, SBREG_TARGET_REACHED, SBREG_ITERATION_LIMIT, ...).
  /// In a terminal state it does nothing. Knows no clock: the caller watches the time.
  virtual int step() = 0;
  [[nodiscard]] virtual int state() const noexcept = 0;
  /// n weights, inflation included; zero columns have weight 0.
  [[nodiscard]] virtual ConstVec weights() const noexcept = 0;
  [[nodiscard]] virtual double primal_objective() const noexcept = 0;
  [[nodiscard]] virtual double dual_objective() const noexcept = 0;
  [[nodiscard]] virtual Index iterations() const noexcept = 0;
  [[nodiscard]] virtual Certificate certificate() const noexcept = 0;
  /// The probability that a probabilistic certificate is wrong; 0 for a proven one.
  [[nodiscard]] virtual double failure_probability() const noexcept { return 0; }
  /// 1 - dual/primal, in 0..1.
  [[nodiscard]] double gap() const noexcept;

  DsmOptions options;
};

/// The caller's own weights, copied.
std::unique_ptr<Dsm> make_weights(ConstVec w);
/// The smallest multiple of the identity above C, with a guaranteed upper bound.
std::unique_ptr<Dsm> make_lipschitz(const Curvature& C);

}  // namespace sbreg
