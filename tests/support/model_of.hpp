// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// The model of least squares on all coordinates, as a search over supports makes it, and what a support explains by
// elimination in extended precision.
#pragma once

#include "handles.hpp"
#include "problem/dense.hpp"
#include "problem/linear_model.hpp"
#include "solver/search/candidate_model.hpp"

namespace oracle {

struct ModelOf {
  explicit ModelOf(const LeastSquares& f, double ridge = 0, const Vector& weights = {}) : model(f.n) {
    auto matrix = sbreg::DenseMatrix::copy(f.m, f.n, {f.A.data(), f.m, false});
    problem = std::make_unique<sbreg::LinearModel>(std::move(matrix), sbreg::find_loss("least_squares"), f.b);
    problem->options.ridge = ridge;
    if (!weights.empty()) problem->set_weights(weights);
    evaluator = problem->evaluator(f.n);
    evaluator->second_order()->prepare_hessian();
    point = std::make_unique<sbreg::Point>(*evaluator, f.n, f.n);
    point->evaluate(*evaluator);
    std::vector<Index> all(at(f.n));
    std::iota(all.begin(), all.end(), Index{0});
    model.build(*evaluator, *point, all);
  }

  /// 2 (f(0) - min of f + ridge/2 |x|^2 on S), in the model's units.
  [[nodiscard]] Real explained(const Support& S, Real ridge = 0) const {
    const std::size_t size = S.size();
    std::vector<RealVector> M(size, RealVector(size + 1));
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) M[i][j] = model.row<double>(S[i])[S[j]] + (i == j ? ridge : 0);
      M[i][size] = model.c<double>()[S[i]];
    }
    Real total = 0;
    for (std::size_t p = 0; p < size; ++p) {
      if (M[p][p] < 1e-10L) continue;
      total += M[p][size] * M[p][size] / M[p][p];
      for (std::size_t i = p + 1; i < size; ++i) {
        const Real factor = M[i][p] / M[p][p];
        for (std::size_t j = p; j <= size; ++j) M[i][j] -= factor * M[p][j];
      }
    }
    return total;
  }

  /// What a tree wants to know: the largest rank of the columns, and 2 f(0) in the model's units.
  [[nodiscard]] Index rows() const { return problem->penalty().none() ? problem->rows() : model.size + 1; }
  [[nodiscard]] double total() const { return 2 * point->f / model.energy_unit; }

  std::unique_ptr<sbreg::LinearModel> problem;
  std::unique_ptr<sbreg::Evaluator> evaluator;
  std::unique_ptr<sbreg::Point> point;
  sbreg::CandidateModel model;
};

}  // namespace oracle
