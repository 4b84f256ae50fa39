// SPDX-License-Identifier: BSD-3-Clause
// The default algorithm: L-BFGS on V (ascent.hpp), first in single precision where A is dense and large enough for that
// to pay, then in double precision once single precision has given what it can. The certificate is always in double
// precision, so the answer does not depend on where the iterations were done.
#include <algorithm>
#include <cmath>

#include "dsm/algorithm.hpp"
#include "dsm/ascent.hpp"
#include "linalg/blas.hpp"

namespace sbreg {
namespace {

constexpr double single_floor = 3e-6;  // residual below which single precision no longer helps
constexpr Index patience = 12;         // iterations without a better residual that mean the same
constexpr double single_pays = 20000;  // numbers in the stored matrix below which a copy does not pay

class Automatic final : public Algorithm {
 public:
  Automatic(const Space& space, const CostModel& model, Index r, const std::vector<double>& B, bool single)
      : space_(space), model_(model), n_(space.columns()) {
    if (single && blas::has_single() && static_cast<double>(space.order()) * static_cast<double>(n_) >= single_pays)
      single_space_ = space.single();
    begin(r, B);
  }

  bool iterate() override {
    if (single_) {
      const bool moved = single_->iterate();
      const double now = single_->residual();
      if (now < 0.9 * best_) {
        best_ = now;
        waited_ = 0;
      } else {
        ++waited_;
      }
      if (!moved || now < single_floor || waited_ > patience) to_double();
      return true;
    }
    return double_->iterate();
  }

  [[nodiscard]] double residual() const noexcept override {
    return single_ ? single_->residual() : double_->residual();
  }
  [[nodiscard]] double dual() const noexcept override { return single_ ? single_->dual() : double_->dual(); }
  [[nodiscard]] Index rank() const noexcept override { return single_ ? single_->rank() : double_->rank(); }
  [[nodiscard]] double check_growth() const noexcept override { return 1.15; }

  void element(std::vector<double>& out) const override {
    if (single_)
      out.assign(single_->element().begin(), single_->element().end());
    else
      out = double_->element();
  }

  void dual_factor(std::vector<double>& B) const override {
    if (single_)
      single_->dual_factor(B);
    else
      double_->dual_factor(B);
  }

  bool grow(Rng& rng) override {
    const Index old = rank();
    const Index r = std::min({2 * old, space_.order(), n_});
    if (r <= old) return false;
    std::vector<double> B;
    dual_factor(B);
    double square = 0;
    for (double b : B) square += b * b;
    const double size = 1e-2 * std::sqrt(square / static_cast<double>(old * n_));
    std::vector<double> wider(to_size(r * n_));
    for (Index j = 0; j < n_; ++j)
      for (Index k = 0; k < r; ++k) wider[to_size(j * r + k)] = k < old ? B[to_size(j * old + k)] : size * rng.normal();
    begin(r, wider);
    return true;
  }

 private:
  void begin(Index r, const std::vector<double>& B) {
    std::unique_ptr<Ascent<float>> in_single;  // the old ones stay until the new one exists
    std::unique_ptr<Ascent<double>> in_double;
    if (single_space_) {
      const std::vector<float> start(B.begin(), B.end());
      in_single = std::make_unique<Ascent<float>>(*single_space_, model_, n_, r);
      in_single->start(start.data());
    } else {
      in_double = std::make_unique<Ascent<double>>(space_, model_, n_, r);
      in_double->start(B.data());
    }
    single_ = std::move(in_single);
    double_ = std::move(in_double);
    best_ = 1e300;
    waited_ = 0;
  }

  void to_double() {
    auto in_double = std::make_unique<Ascent<double>>(space_, model_, n_, single_->rank());
    in_double->resume(*single_);
    double_ = std::move(in_double);
    single_.reset();
    single_space_.reset();
  }

  const Space& space_;
  const CostModel& model_;
  Index n_;
  std::unique_ptr<Products<float>> single_space_;
  std::unique_ptr<Ascent<float>> single_;
  std::unique_ptr<Ascent<double>> double_;
  double best_ = 1e300;
  Index waited_ = 0;
};

}  // namespace

std::unique_ptr<Algorithm> make_automatic(const Space& space, const CostModel& model, Index r,
                                          const std::vector<double>& B, bool single) {
  return std::make_unique<Automatic>(space, model, r, B, single);
}

}  // namespace sbreg
