// SPDX-License-Identifier: BSD-3-Clause
// The caller's own weights: nothing is computed and nothing is proved.
#include <algorithm>

#include "dsm/dsm.hpp"
#include "support/checks.hpp"

namespace sbreg {
namespace {

class Weights final : public Dsm {
 public:
  explicit Weights(ConstVec w) : given_(w.begin(), w.end()), w_(given_) {}

  int step() override { return state(); }
  [[nodiscard]] int state() const noexcept override { return SBREG_TARGET_REACHED; }
  [[nodiscard]] ConstVec weights() const noexcept override { return w_; }
  [[nodiscard]] double primal_objective() const noexcept override { return *std::ranges::max_element(given_); }
  [[nodiscard]] double dual_objective() const noexcept override { return 0; }
  [[nodiscard]] Index iterations() const noexcept override { return 0; }
  [[nodiscard]] Certificate certificate() const noexcept override { return Certificate::none; }
  void update() noexcept override {
    std::ranges::transform(given_, w_.begin(), [this](double w) { return options.inflation * w; });
  }

 private:
  std::vector<double> given_, w_;
};

}  // namespace

double Dsm::gap_between(double dual, double primal) noexcept {
  return primal > 0 ? std::clamp(1 - dual / primal, 0.0, 1.0) : 0;
}

void Dsm::set_cost(ConstVec) { fail(SBREG_E_UNSUPPORTED, "only the linear model has costs"); }
void Dsm::start_from(const Dsm&) { fail(SBREG_E_UNSUPPORTED, "only the linear and quadratic models have a start"); }
Index Dsm::dual_factor(std::vector<double>&) const { return 0; }
void Dsm::extract(Vec) const {
  fail(SBREG_E_UNSUPPORTED, "only the linear and quadratic models extract weights from a dual solution");
}

std::unique_ptr<Dsm> make_weights(ConstVec w) {
  require_positive(to_index(w.size()), "n");
  require_finite(w, "w");
  for (std::size_t i = 0; i < w.size(); ++i)
    SBREG_REQUIRE(w[i] >= 0, SBREG_E_ARGUMENT, "w[%lld], counted from 0, is %g; weights must not be negative",
                  static_cast<long long>(i), w[i]);
  return std::make_unique<Weights>(w);
}

}  // namespace sbreg
