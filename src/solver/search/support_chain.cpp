// SPDX-License-Identifier: BSD-3-Clause
#include "solver/search/support_chain.hpp"

#include <algorithm>
#include <numeric>

namespace sbreg {
namespace {

constexpr Index first_look = 3;     // the stage from which the surroundings are looked at
constexpr double exactness = 1e-9;  // energies are good to 1e-15, a refit decides

}  // namespace

SupportChain::SupportChain(Index p, Index k, Index wide, const Cooling& cooling, double fresh, std::uint64_t seed)
    : bath_(p, k, seed),
      descent_(p, k),
      fit_(p, k, wide),
      cooling_(cooling),
      order_(to_size(p)),
      k_(k),
      fresh_(fresh) {}

void SupportChain::start(const CandidateModel& model, ConstIndexVec S, double total) {
  model_ = &model;
  total_ = total;
  stage_ = 0;
  ended_ = exact_ = false;
  bath_.start(model, S);
}

void SupportChain::start_anywhere(const CandidateModel& model, double total) {
  const Index k = std::min(k_, model.size);
  const auto p = static_cast<std::uint64_t>(model.size);
  std::iota(order_.data(), order_.data() + model.size, Index{0});
  for (Index i = 0; i < k; ++i) {
    const auto other = i + static_cast<Index>(bath_.rng().below(p - static_cast<std::uint64_t>(i)));
    std::swap(order_[to_size(i)], order_[to_size(other)]);
  }
  start(model, {order_.data(), to_size(k)}, total);
}

void SupportChain::advance(double quantum) {
  work_ = 0;
  ended_ = exact_ = false;
  if (stage_ == 0 && fresh_ > 0 && bath_.rng().uniform() < fresh_) start_anywhere(*model_, total_);
  const double before = bath_.work();
  do {
    bath_.stage(cooling_, stage_);
    if (total_ > 0 && stage_ >= first_look) {
      work_ += fit_.work();
      if (fit_(*model_, bath_.tableau(), total_)) {
        const auto stage = stage_;
        finish(fit_.support());
        if (exact_) break;
        stage_ = stage;  // it was none: the cooling goes on
        ended_ = false;
      }
    }
    if (++stage_ == cooling_.stages) {
      finish(bath_.support());
      break;
    }
  } while (bath_.work() - before + work_ < quantum);
  work_ += bath_.work() - before;
}

void SupportChain::finish(ConstIndexVec S) {
  stage_ = 0;
  ended_ = true;
  energy_ = descent_(*model_, S, 8 * to_index(S.size()));
  exact_ = total_ > 0 && energy_ <= -(1 - exactness) * total_;
  work_ += descent_.work();
}

}  // namespace sbreg
