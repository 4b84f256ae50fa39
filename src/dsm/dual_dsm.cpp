// SPDX-License-Identifier: BSD-3-Clause
// The linear and quadratic models (paper, eq. compute_D_L, compute_D_Q): an algorithm raises the dual, the certifier
// turns its points into feasible weights with a gap, and the run stops when the gap is proved. A certificate costs
// about m^2 n flops, so it is tried when the residual says that it may succeed, and again when the residual fell
// by 0.7 or the iterations grew by 15 % since.
#include <algorithm>
#include <cmath>

#include "sparsebregman.h"

#include "dsm/algorithm.hpp"
#include "dsm/certifier.hpp"
#include "dsm/dsm.hpp"
#include "dsm/rounding.hpp"
#include "linalg/blas.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

class DualDsm final : public Dsm {
 public:
  DualDsm(const Curvature& C, DsmModel model)
      : space_(make_space(C)), n_(C.n), quadratic_(model == DsmModel::quadratic), w_(to_size(C.n)) {
    set_model(std::vector<double>(quadratic_ ? 0 : to_size(n_), 1.0));
  }

  void set_cost(ConstVec cost) override {
    SBREG_REQUIRE(!quadratic_, SBREG_E_UNSUPPORTED, "the quadratic model has no costs; only the linear model does");
    SBREG_REQUIRE(!algorithm_, SBREG_E_STATE, "costs cannot change after the first iteration");
    SBREG_REQUIRE(to_index(cost.size()) == n_, SBREG_E_DIMENSION, "%lld costs for %lld columns",
                  static_cast<long long>(cost.size()), static_cast<long long>(n_));
    require_finite(cost, "cost");
    for (std::size_t j = 0; j < cost.size(); ++j)
      SBREG_REQUIRE(cost[j] > 0, SBREG_E_ARGUMENT, "cost[%lld], counted from 0, is %g; costs must be positive",
                    static_cast<long long>(j), cost[j]);
    set_model(cost);
  }

  void start_from(const Dsm& previous) override {
    SBREG_REQUIRE(!algorithm_, SBREG_E_STATE, "the start cannot change after the first iteration");
    std::vector<double> B;
    const Index r = previous.dual_factor(B);
    SBREG_REQUIRE(r > 0, SBREG_E_STATE, "the earlier computation has no dual solution yet");
    SBREG_REQUIRE(to_index(B.size()) == r * n_, SBREG_E_DIMENSION, "the earlier computation has %lld columns, not %lld",
                  static_cast<long long>(to_index(B.size()) / r), static_cast<long long>(n_));
    start_ = std::move(B);
    start_rank_ = r;
  }

  int step() override {
    if ((state_ == SBREG_ITERATION_LIMIT && iterations_ < options.max_iterations) ||
        (state_ == SBREG_TARGET_REACHED && !certifier_->within(options.gap_tolerance)))
      state_ = SBREG_RUNNING;
    if (state_ != SBREG_RUNNING) return state_;
    if (certifier_->within(options.gap_tolerance)) return state_ = SBREG_TARGET_REACHED;
    if (!pending_ && iterations_ >= options.max_iterations) return state_ = SBREG_ITERATION_LIMIT;
    if (!algorithm_) begin();

    if (!pending_) {
      moved_ = algorithm_->iterate();
      ++iterations_;
      pending_ = !moved_ || iterations_ >= options.max_iterations || check_is_due();
      if (!pending_) return state_;
    }
    // a certificate that was interrupted or fails for lack of memory is tried again by the next step
    const bool moved = moved_;
    const bool last = !moved || iterations_ >= options.max_iterations;
    const double residual = algorithm_->residual();
    if (!check(last, accuracy(), keep_going)) return state_;
    if (certifier_->within(options.gap_tolerance)) return state_ = SBREG_TARGET_REACHED;
    const bool stationary = !moved || residual < 0.02 * options.gap_tolerance;
    const bool grown = stationary && algorithm_->grow(*rng_);  // a stationary point of too low a rank
    if (grown) checked_residual_ = infinity;
    if (!moved && !grown) {
      state_ = SBREG_STALLED;
    } else if (iterations_ >= options.max_iterations) {
      state_ = SBREG_ITERATION_LIMIT;
    }
    return state_;
  }

  void certify() override {
    if (!algorithm_ || checked_at_ >= iterations_ || state_ != SBREG_RUNNING) return;
    const bool hurried = pending_ && accuracy() < quick_accuracy && space_->order() > options.proof_limit;
    check(true, std::max(accuracy(), quick_accuracy), {});
    if (certifier_->within(options.gap_tolerance))
      state_ = SBREG_TARGET_REACHED;
    else
      pending_ = hurried;
  }
  void update() noexcept override { publish(); }

  [[nodiscard]] int state() const noexcept override {
    if (state_ == SBREG_ITERATION_LIMIT && iterations_ < options.max_iterations) return SBREG_RUNNING;
    if (state_ == SBREG_TARGET_REACHED && !certifier_->within(options.gap_tolerance)) return SBREG_RUNNING;
    return state_;
  }
  [[nodiscard]] ConstVec weights() const noexcept override { return w_; }
  [[nodiscard]] double primal_objective() const noexcept override { return round_up(units() * certifier_->primal()); }
  [[nodiscard]] double dual_objective() const noexcept override { return round_down(units() * certifier_->dual()); }
  [[nodiscard]] double gap() const noexcept override {  // also where the square of the unit overflows or vanishes
    return gap_between(round_down(certifier_->dual()), round_up(certifier_->primal()));
  }
  [[nodiscard]] double dual_of_iterate() const noexcept override {
    return algorithm_ ? units() * algorithm_->dual() : dual_objective();
  }
  [[nodiscard]] Index iterations() const noexcept override { return iterations_; }
  [[nodiscard]] Certificate certificate() const noexcept override {
    return certifier_->failure_probability() > 0 ? Certificate::probabilistic : Certificate::proven;
  }
  [[nodiscard]] double failure_probability() const noexcept override { return certifier_->failure_probability(); }
  [[nodiscard]] bool cycling() const noexcept override { return algorithm_ && algorithm_->cycling(); }
  [[nodiscard]] Index certificates() const noexcept override { return certificates_; }
  [[nodiscard]] double residual() const noexcept override { return algorithm_ ? algorithm_->residual() : 1; }
  [[nodiscard]] Index rank() const noexcept override { return algorithm_ ? algorithm_->rank() : 0; }

  Index dual_factor(std::vector<double>& B) const override {
    if (!algorithm_) return 0;
    algorithm_->dual_factor(B);
    return algorithm_->rank();
  }

  /// linear: w_i = Z_i'Z C_i / |Z_i|^2 with Z = B B', that is b_i'M g_i / b_i'M b_i, M = B'B, g_i = B'C_i, in n r^2
  /// operations instead of n^2 r; quadratic: w_i = Z_ii. Zero where Z_i is.
  void extract(Vec w) const override {
    std::vector<double> B;
    const Index r = dual_factor(B);
    SBREG_REQUIRE(r > 0, SBREG_E_STATE, "there is no dual solution before the first iteration");
    std::vector<double> element(to_size(space_->element_size(r)));
    std::vector<double> buffer(to_size(r * n_));
    space_->lift(r, B.data(), element.data());
    const double* g = space_->image(r, element.data(), buffer.data());
    std::vector<double> M(to_size(r * r));
    std::vector<double> MB(to_size(r * n_));
    blas::gemm(blas::Op::none, blas::Op::transpose, r, r, n_, 1, B.data(), r, B.data(), r, 0, M.data(), r);
    blas::gemm(blas::Op::none, blas::Op::none, r, n_, r, 1, M.data(), r, B.data(), r, 0, MB.data(), r);
    for (Index j = 0; j < n_; ++j) {
      double top = 0;
      double bottom = 0;
      double square = 0;
      for (Index k = j * r; k < (j + 1) * r; ++k) {
        top += MB[to_size(k)] * g[k];
        bottom += MB[to_size(k)] * B[to_size(k)];
        square += B[to_size(k)] * B[to_size(k)];
      }
      const double linear = bottom > 0 ? top / bottom + space_->ridge() : 0;
      w[to_size(j)] = space_->unit() * (quadratic_ ? square : linear);
    }
  }

 private:
  [[nodiscard]] double units() const noexcept { return quadratic_ ? space_->unit() * space_->unit() : space_->unit(); }

  void set_model(ConstVec cost) {
    auto model = std::make_unique<CostModel>(quadratic_ ? CostModel::quadratic(n_, space_->ridge())
                                                        : CostModel::linear(cost, space_->ridge()));
    auto certifier = std::make_unique<Certifier>(*space_, *model);
    model_ = std::move(model);
    certifier_ = std::move(certifier);
    publish();
  }

  /// w = inflation unit (u + ridge), rounded up; exactly 0 where C_jj = 0.
  void publish() noexcept {
    const ConstVec u = certifier_->u();
    for (std::size_t j = 0; j < w_.size(); ++j)
      w_[j] = round_up(options.inflation * round_up(space_->unit() * round_up(u[j] + space_->ridge())));
  }

  /// Members change once nothing can fail any more.
  void begin() {
    auto rng = std::make_unique<Rng>(static_cast<std::uint64_t>(options.seed));
    std::vector<double> start = start_;
    const bool automatic = options.algorithm == "auto";
    Index r = options.rank > 0 ? options.rank : (automatic ? own_rank() : paper_rank());
    if (start_rank_ > 0) {
      r = start_rank_;
    } else {  // rows of random directions
      start.resize(to_size(r * n_));
      for (Index j = 0; j < n_; ++j) {
        double square = 0;
        for (Index k = 0; k < r; ++k) {
          const double x = rng->normal();
          start[to_size(j * r + k)] = x;
          square += x * x;
        }
        const double c = space_->diagonal()[to_size(j)] + space_->ridge();
        const double length = model_->row_length(to_size(j), c, 0) / std::sqrt(square);
        for (Index k = 0; k < r; ++k) start[to_size(j * r + k)] *= length;
      }
    }
    blas::require_size(r * n_, "rank * n");
    if (automatic)
      algorithm_ = make_automatic(*space_, *model_, r, start, options.single_precision != 0);
    else if (options.algorithm == "bcm-sequential")
      algorithm_ = make_bcm_sequential(*space_, *model_, r, start);
    else
      algorithm_ = make_bcm_parallel(*space_, *model_, r, start);
    rng_ = std::move(rng);
    start_ = {};
  }

  /// sqrt(2n) is where no spurious stationary points remain; a third of it is enough in practice and costs a third.
  [[nodiscard]] Index own_rank() const noexcept {
    const auto third = static_cast<Index>(std::ceil(std::sqrt(2.0 * static_cast<double>(n_)) / 3));
    return std::min((std::max<Index>(third, 8) + 3) / 4 * 4, std::min(space_->order(), n_));
  }
  [[nodiscard]] Index paper_rank() const noexcept {
    return std::min(static_cast<Index>(std::ceil(std::sqrt(2.0 * static_cast<double>(n_)))), n_);
  }

  [[nodiscard]] bool check_is_due() const noexcept {
    const double residual = algorithm_->residual();
    if (!(residual < options.gap_tolerance)) return false;
    return residual < 0.7 * checked_residual_ ||
           static_cast<double>(iterations_) >= algorithm_->check_growth() * static_cast<double>(checked_at_);
  }

  [[nodiscard]] double accuracy() const noexcept { return std::clamp(0.25 * options.gap_tolerance, 1e-8, 0.25); }

  /// False when it was interrupted.
  bool check(bool thorough, double accuracy, const std::function<bool()>& going) {
    algorithm_->element(element_);
    const Certifier::Limits limits{options.gap_tolerance, options.proof_limit, options.allowed_failure, accuracy,
                                   going};
    if (!certifier_->check(algorithm_->rank(), element_, limits, thorough, *rng_)) return false;
    ++certificates_;
    checked_at_ = iterations_;
    checked_residual_ = algorithm_->residual();
    pending_ = false;
    publish();
    return true;
  }

  std::unique_ptr<Space> space_;
  Index n_;
  bool quadratic_;
  std::unique_ptr<CostModel> model_;
  std::unique_ptr<Certifier> certifier_;
  std::unique_ptr<Algorithm> algorithm_;
  std::unique_ptr<Rng> rng_;
  std::vector<double> start_;  // B to begin with
  Index start_rank_ = 0;
  std::vector<double> element_;
  std::vector<double> w_;
  Index iterations_ = 0;
  Index checked_at_ = 0;
  Index certificates_ = 0;
  double checked_residual_ = infinity;
  bool moved_ = true;     // by the last iteration
  bool pending_ = false;  // a certificate is due
  int state_ = SBREG_RUNNING;
};

}  // namespace

std::unique_ptr<Dsm> make_dsm(const Curvature& C, DsmModel model) {
  SBREG_REQUIRE(model != DsmModel::weights, SBREG_E_ARGUMENT, "given weights are not computed from a curvature");
  if (model == DsmModel::lipschitz) return make_lipschitz(C);
  return std::make_unique<DualDsm>(C, model);
}

}  // namespace sbreg
