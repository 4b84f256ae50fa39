// SPDX-License-Identifier: BSD-3-Clause
#include "problem/rough_gradient.hpp"

#include <cmath>
#include <limits>

#include "linalg/simd/kernels.hpp"

namespace sbreg {
namespace {

constexpr double rounding = 0.5 * std::numeric_limits<float>::epsilon();

}  // namespace

RoughGradient::RoughGradient(Gram& gram, ConstVec constant, double largest, Index s)
    : gram_(gram),
      unit_(std::exp2(std::ilogb(largest))),
      scale_(gram.unit() / unit_),
      constant_(constant.size()),
      scaled_(to_size(s)),
      values_(to_size(s)) {
  for (std::size_t i = 0; i < constant.size(); ++i) constant_[i] = static_cast<float>(constant[i] / unit_);
}

std::optional<RoughGradients::Rough> RoughGradient::operator()(const SparseVector& x, double most, Vec scratch, Vec g) {
  const ConstVec u = x.packed();
  for (std::size_t k = 0; k < u.size(); ++k) scaled_[k] = scale_ * u[k];
  const double squares = kernels().dot(x.count(), scaled_.data(), scaled_.data());
  // In these units c_i and the entries of G are less than 2, so that c_i and all products add up to less than
  // 2 (1 + ||x||_1): of each product three roundings, and one of each sum.
  const auto count = static_cast<double>(x.count());
  const double error = unit_ * rounding * (count + 3) * 2 * (1 + std::sqrt(count * squares));
  if (!(error <= most)) return std::nullopt;
  for (std::size_t k = 0; k < u.size(); ++k) values_[k] = static_cast<float>(scaled_[k]);
  const double size = unit_ * std::sqrt(gram_.combine_roughly(x.support(), values_, constant_, unit_, scratch, g));
  if (!(size < infinity)) return std::nullopt;
  return RoughGradients::Rough{size, error};
}

}  // namespace sbreg
