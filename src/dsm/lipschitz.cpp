// SPDX-License-Identifier: BSD-3-Clause
// The minimax model (paper, eq. compute_lipschitz): min max_i w_i s.t. Diag(w) >= C, whose answer is L I with
// L = lambda_max(C). Lanczos approaches L from below and is no bound for a step size; here its estimate is raised until
// L I >= C is proved by one Cholesky factorisation of order min(m, n), or, beyond `proof_limit`, holds up to a stated
// probability. Dual: <C, Z> with tr Z = 1, the Rayleigh quotient.
#include <algorithm>
#include <cmath>

#include "sparsebregman.h"

#include "dsm/dsm.hpp"
#include "dsm/rounding.hpp"
#include "dsm/scaled_gram.hpp"

namespace sbreg {
namespace {

class Lipschitz final : public Dsm {
 public:
  explicit Lipschitz(const Curvature& C) : space_(make_space(C)), w_(to_size(C.n)) {
    double trace = 0;  // lambda_max(K) <= tr K: feasible before the first step
    for (double d : space_->diagonal()) trace += d;
    accept(trace * (1 + gamma(static_cast<double>(C.n) + 8)), 0);
  }

  int step() override {
    if (state() != SBREG_RUNNING) return state();
    Rng rng(static_cast<std::uint64_t>(options.seed));
    std::vector<double> ones(to_size(space_->columns()), 1.0);
    if (bound_ == 0) {
      accept(0, 0);  // C = ridge I
    } else if (space_->order() <= options.proof_limit) {
      ScaledGram gram(*space_);
      gram.form(ones);
      const double estimate = gram.estimate(rng);
      double excess = 4e-13;
      while (!gram.prove(estimate * (1 + excess)) && excess < 1e3) excess *= 8;
      if (excess < 1e3) accept(estimate * (1 + excess), estimate * (1 - 1e-12));
    } else {
      interrupted_ = !bound_by_chance(ones, std::clamp(0.99 * options.gap_tolerance, 1e-6, 0.5), keep_going, rng);
      if (interrupted_) return state_;
    }
    ++iterations_;  // counted once nothing can fail any more
    return state_ = SBREG_TARGET_REACHED;
  }
  void certify() override {
    if (!interrupted_ || state() != SBREG_RUNNING) return;
    Rng rng(static_cast<std::uint64_t>(options.seed));
    bound_by_chance(std::vector<double>(w_.size(), 1.0), std::clamp(options.gap_tolerance, quick_accuracy, 0.5), {},
                    rng);
  }
  void update() noexcept override { accept(bound_, dual_); }
  [[nodiscard]] int state() const noexcept override {
    return state_ == SBREG_RUNNING && iterations_ >= options.max_iterations ? SBREG_ITERATION_LIMIT : state_;
  }
  [[nodiscard]] ConstVec weights() const noexcept override { return w_; }
  [[nodiscard]] double primal_objective() const noexcept override {
    return round_up(space_->unit() * round_up(bound_ + space_->ridge()));
  }
  [[nodiscard]] double dual_objective() const noexcept override {
    return round_down(space_->unit() * (dual_ + space_->ridge()));
  }
  [[nodiscard]] Index iterations() const noexcept override { return iterations_; }
  [[nodiscard]] Certificate certificate() const noexcept override { return certificate_; }
  [[nodiscard]] double failure_probability() const noexcept override { return failure_probability_; }

 private:
  /// False when it was interrupted.
  bool bound_by_chance(ConstVec ones, double accuracy, const std::function<bool()>& going, Rng& rng) {
    const auto found = randomised_bound(*space_, ones, accuracy, options.allowed_failure, 0, rng, going);
    if (!found) return false;
    failure_probability_ = found->failure_probability;
    certificate_ = Certificate::probabilistic;
    accept(found->bound, found->estimate * (1 - 1e-12));
    return true;
  }
  void accept(double bound, double dual) noexcept {
    bound_ = bound;
    dual_ = dual;
    std::ranges::fill(w_, round_up(options.inflation * primal_objective()));
  }

  std::unique_ptr<Space> space_;
  std::vector<double> w_;
  double bound_ = 0;  // of K
  double dual_ = 0;
  double failure_probability_ = 0;
  Certificate certificate_ = Certificate::proven;
  Index iterations_ = 0;
  bool interrupted_ = false;  // the last step
  int state_ = SBREG_RUNNING;
};

}  // namespace

std::unique_ptr<Dsm> make_lipschitz(const Curvature& C) { return std::make_unique<Lipschitz>(C); }

}  // namespace sbreg
