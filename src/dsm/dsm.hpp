// SPDX-License-Identifier: BSD-3-Clause
// A diagonal scaling matrix D = Diag(w) with Diag(w) >= C, as an iterative computation and its certified result.
//
//     lipschitz:  min max_i w_i          linear:  min c'w          quadratic:  min w'w/2          s.t. Diag(w) >= C
//
// Whatever the moment it is asked, weights() satisfies Diag(w) >= C to the strength that certificate() states.
// Objectives and gap are those of the weights before inflation. The linear model's w_j is 0 where C_jj = 0 (a zero
// column without ridge), as is the quadratic one's.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "problem/curvature.hpp"
#include "support/options.hpp"

namespace sbreg {

struct DsmOptions {
#include "support/option_members.inl"
// The rows.
#include "dsm/options.inl"
// Their end.
#include "support/option_end.inl"
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
  /// n weights, inflation included.
  [[nodiscard]] virtual ConstVec weights() const noexcept = 0;
  [[nodiscard]] virtual double primal_objective() const noexcept = 0;
  [[nodiscard]] virtual double dual_objective() const noexcept = 0;
  [[nodiscard]] virtual Index iterations() const noexcept = 0;
  [[nodiscard]] virtual Certificate certificate() const noexcept = 0;
  /// The probability that a probabilistic certificate is wrong; 0 for a proven one.
  [[nodiscard]] virtual double failure_probability() const noexcept { return 0; }
  /// True once the all-rows-at-once algorithm was seen to cycle; the state is then SBREG_STALLED.
  [[nodiscard]] virtual bool cycling() const noexcept { return false; }
  /// Certificates tried so far.
  [[nodiscard]] virtual Index certificates() const noexcept { return 0; }
  /// A number of the size of the gap that every iteration knows; 0 where there is none.
  [[nodiscard]] virtual double residual() const noexcept { return 0; }
  /// The rank in use, 0 before the first step.
  [[nodiscard]] virtual Index rank() const noexcept { return 0; }
  /// The dual value of the current iterate, without rounding margins: for watching an algorithm.
  [[nodiscard]] virtual double dual_of_iterate() const noexcept { return dual_objective(); }

  /// Brings weights and gap up to date with the current iterate, at the cost of one certificate, a quick one beyond
  /// proof_limit. For runs that are stopped from outside; a run that ends by itself has done it.
  virtual void certify() {}
  /// Positive costs of the linear model, before the first step. SBREG_E_UNSUPPORTED for the other models.
  virtual void set_cost(ConstVec cost);
  /// Starts from the dual solution of an earlier computation with as many columns, before the first step.
  virtual void start_from(const Dsm& previous);
  /// Writes its dual factor (rank x n) where it has one; returns the rank, or 0.
  virtual Index dual_factor(std::vector<double>& B) const;
  /// The weights as the paper extracts them from the dual iterate (appendix ap:get_primal): for comparison only, they
  /// do not satisfy Diag(w) >= C before convergence.
  virtual void extract(Vec w) const;
  /// 1 - dual/primal, in 0..1.
  [[nodiscard]] virtual double gap() const noexcept { return gap_between(dual_objective(), primal_objective()); }
  /// Called after the options have changed.
  virtual void update() noexcept {}

  DsmOptions options;
  /// Asked inside of certificates that take long, beyond proof_limit: false interrupts the step, and the next one
  /// begins that certificate anew. May be empty.
  std::function<bool()> keep_going;

 protected:
  static double gap_between(double dual, double primal) noexcept;
};

/// Relative accuracy of a probabilistic certificate in a hurry: some 20 products.
inline constexpr double quick_accuracy = 0.05;

/// The caller's own weights, copied.
std::unique_ptr<Dsm> make_weights(ConstVec w);
/// The smallest multiple of the identity above C, with a guaranteed upper bound.
std::unique_ptr<Dsm> make_lipschitz(const Curvature& C);
/// Any of the three models; what C points to must outlive the result. SBREG_E_NUMERIC when C is indefinite.
std::unique_ptr<Dsm> make_dsm(const Curvature& C, DsmModel model);

/// lambda_min(Diag(w) - C), by an eigenvalue computation that shares nothing with how w was found.
double margin(const Curvature& C, ConstVec w);
/// True proves Diag(w) >= C, rounding included; false proves nothing.
bool prove_feasible(const Curvature& C, ConstVec w);

}  // namespace sbreg
