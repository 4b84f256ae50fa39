// SPDX-License-Identifier: BSD-3-Clause
// The one-call interface, written with the same objects that the handles wrap.
#include <algorithm>

#include "api/barrier.hpp"
#include "api/dense_input.hpp"
#include "problem/linear_model.hpp"
#include "solver/solver.hpp"

using namespace sbreg;

extern "C" sbreg_status sbreg_solve_least_squares(int64_t m, int64_t n, const double* A, int64_t ld, int32_t order,
                                                  const double* b, int64_t s, double* x, double* objective) {
  return api::guarded([&] {
    const DenseView view = api::checked_dense(m, n, A, ld, order);
    require_pointer(b, "b");
    require_sparsity(s, n);
    require_pointer(x, "x");
    auto problem = std::make_shared<LinearModel>(DenseMatrix::borrow(m, n, view), find_loss("least_squares"),
                                                 ConstVec{b, to_size(m)});
    Solver solver(std::move(problem), s);
    const std::function<bool()> keep_going = [] { return true; };
    while (solver.prepare(keep_going) && solver.state() == SBREG_RUNNING) solver.step();
    std::ranges::copy(solver.run().best.values(), x);
    if (objective != nullptr) *objective = solver.run().best_f;
  });
}
