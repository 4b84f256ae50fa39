// SPDX-License-Identifier: BSD-3-Clause
// Least squares: w (t - b)^2 / 2.
#include <algorithm>

#include "linalg/simd/kernels.hpp"
#include "problem/loss.hpp"

namespace sbreg {
namespace {

double evaluate(ConstVec t, const Observations& o, Vec derivative) {
  if (o.w.empty()) return 0.5 * kernels().subtract(to_index(t.size()), t.data(), o.b.data(), derivative.data());
  double total = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double r = t[i] - o.b[i];
    derivative[i] = o.w[i] * r;
    total += derivative[i] * r;
  }
  return 0.5 * total;
}

void second(ConstVec /*t*/, ConstVec /*derivative*/, const Observations& o, Vec out) {
  if (o.w.empty())
    std::ranges::fill(out, 1.0);
  else
    std::ranges::copy(o.w, out.begin());
}

}  // namespace

constinit const Loss losses::least_squares{.name = "least_squares",
                                           .evaluate = evaluate,
                                           .second = second,
                                           .curvature = 1,
                                           .intercept = intercept_of_residuals,
                                           .is_least_squares = true,
                                           .likelihood = Likelihood::gaussian,
                                           .nonnegative = true};

}  // namespace sbreg
