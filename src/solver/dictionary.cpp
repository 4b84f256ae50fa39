// SPDX-License-Identifier: BSD-3-Clause
#include "solver/dictionary.hpp"

#include <algorithm>
#include <cmath>

#include "dsm/dsm.hpp"
#include "linalg/blas.hpp"
#include "linalg/kernels.hpp"
#include "support/error.hpp"
#include "support/rng.hpp"

namespace sbreg {
namespace {

constexpr int power_iterations = 4;

/// y <- C x.
void multiply(const Curvature& C, ConstVec x, Vec image, Vec y) {
  if (C.factor != nullptr) {
    C.factor->multiply_block(1, x.data(), image.data());
    for (std::size_t i = 0; i < C.row_weights.size(); ++i) image[i] *= C.row_weights[i];
    C.factor->multiply_transpose(image, y);
  } else {
    blas::gemv(blas::Op::none, C.n, C.n, 1, C.symmetric, C.n, x.data(), 0, y.data());
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = C.scale * y[i] + C.ridge * x[i];
}

/// The largest eigenvalue of C, a little too small, by a few power iterations from a random start.
double estimate_lipschitz(const Curvature& C) {
  Rng rng(1);
  std::vector<double> x(to_size(C.n));
  std::vector<double> y(to_size(C.n));
  std::vector<double> image(C.factor != nullptr ? to_size(C.factor->rows()) : 0);
  for (double& v : x) v = rng.normal();
  const auto norm = [&](ConstVec v) { return std::sqrt(kernels().dot(C.n, v.data(), v.data())); };
  double size = norm(x);
  double estimate = 0;
  for (int k = 0; k < power_iterations && size > 0; ++k) {
    for (double& v : x) v /= size;
    multiply(C, x, image, y);
    estimate = size = norm(y);
    x.swap(y);
  }
  return estimate;
}

/// The largest eigenvalue of the bound, or of the Hessian at 0 where there is no bound or a loose one.
double starting_scale(const Problem& problem, const std::optional<Curvature>& C, double guess) {
  std::vector<double> row_weights;
  const auto H = problem.curvature_at_zero(row_weights);
  double scale = H ? estimate_lipschitz(*H) : 0;
  if (!(scale > 0) && C) return estimate_lipschitz(*C);  // may be 0: then no coordinate can move
  return scale > 0 && std::isfinite(scale) ? scale : guess;
}

}  // namespace

void require_suitable(const Method& method, const std::vector<Scaling>& dictionary) {
  const auto given = static_cast<long long>(dictionary.size());
  if (given == 0) return;
  SBREG_REQUIRE(method.dictionary != Dictionary::lipschitz || (given == 1 && dictionary.front().uniform()),
                SBREG_E_ARGUMENT,
                "method \"%s\" uses one multiple of the identity, but %lld scaling matrices were added, or one with "
                "different weights; \"iwht\", \"ciwht\" and \"newton\" take those",
                method.name, given);
  SBREG_REQUIRE(method.dictionary != Dictionary::single || given == 1, SBREG_E_ARGUMENT,
                "method \"%s\" uses one scaling matrix, but %lld were added; \"ciwht\" cycles through several",
                method.name, given);
}

std::vector<Scaling> compute_dictionary(const Problem& problem, std::string_view /*name*/, bool certified,
                                        double guess, const std::function<bool()>& keep_going) {
  const auto C = problem.curvature();
  std::vector<Scaling> dictionary;
  if (!certified) {
    const std::vector<double> w(to_size(problem.dimension()), starting_scale(problem, C, guess));
    dictionary.emplace_back(w);
  } else {
    SBREG_REQUIRE(C.has_value(), SBREG_E_UNSUPPORTED,
                  "this %s problem has no bound on its Hessian, so no safe step exists: choose a method with a line "
                  "search, which finds a scale by itself (\"auto\", \"newton\", \"iht-lsr\"), \"bpg\" with a kernel, or "
                  "add weights of your own with sbreg_dsm_create_weights",
                  problem.kind());
    const auto dsm = make_lipschitz(*C);
    while (dsm->step() == SBREG_RUNNING && keep_going()) {
    }
    dictionary.emplace_back(dsm->weights());
  }
  return dictionary;
}

}  // namespace sbreg
