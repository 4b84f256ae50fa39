// SPDX-License-Identifier: BSD-3-Clause
// Matrices for the tests of diagonal scaling: the golden file (optimal values from an independent semidefinite solver)
// and the awkward shapes.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dsm/dsm.hpp"
#include "problem/dense.hpp"
#include "support/rng.hpp"

namespace dsm_cases {

using sbreg::Index;

struct Case {
  std::string name;
  Index m = 0;
  Index n = 0;
  std::vector<double> A;                            // by columns
  double lipschitz = 0, linear = 0, quadratic = 0;  // optimal values, golden cases only
};

inline std::vector<double> read_numbers(std::ifstream& file) {
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  std::vector<double> numbers;
  for (std::string word; words >> word;) numbers.push_back(std::stod(word));
  return numbers;
}

inline std::vector<Case> golden() {
  std::ifstream file(SBREG_TEST_DATA "/dsm_golden.txt");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("case ", 0) != 0) continue;
    Case c;
    std::istringstream head(line.substr(5));
    head >> c.name >> c.m >> c.n;
    c.A = read_numbers(file);
    c.lipschitz = read_numbers(file).at(0);
    c.linear = read_numbers(file).at(0);
    read_numbers(file);  // its w are infeasible by up to 5e-5 and not compared
    c.quadratic = read_numbers(file).at(0);
    read_numbers(file);
    cases.push_back(std::move(c));
  }
  return cases;
}

inline Case gaussian(Index m, Index n, std::uint64_t seed) {
  sbreg::Rng rng(seed);
  Case c{"gaussian_" + std::to_string(m) + "x" + std::to_string(n), m, n, {}};
  c.A.resize(static_cast<std::size_t>(m * n));
  for (double& a : c.A) a = rng.normal();
  return c;
}

/// Shapes that break careless code.
inline std::vector<Case> awkward() {
  std::vector<Case> cases;
  cases.push_back({"one_column", 3, 1, {1, -2, 2}});
  cases.push_back({"one_number", 1, 1, {-3}});
  cases.push_back({"two_columns", 2, 2, {1, 0.5, 0.25, 2}});
  auto antipodal = gaussian(5, 14, 2);
  antipodal.name = "antipodal_columns";
  for (std::size_t j = 1; j < 14; j += 2)
    for (std::size_t i = 0; i < 5; ++i) antipodal.A[j * 5 + i] = -antipodal.A[(j - 1) * 5 + i];
  cases.push_back(antipodal);
  auto duplicate = gaussian(4, 12, 3);
  duplicate.name = "duplicate_columns";
  for (std::size_t i = 0; i < 24; ++i) duplicate.A[24 + i] = duplicate.A[i];
  cases.push_back(duplicate);
  auto zero = gaussian(5, 15, 4);
  zero.name = "zero_columns";
  for (std::size_t j : {0u, 7u, 14u})
    for (std::size_t i = 0; i < 5; ++i) zero.A[j * 5 + i] = 0;
  cases.push_back(zero);
  auto rank_one = gaussian(4, 9, 5);
  rank_one.name = "rank_one";
  for (std::size_t j = 1; j < 9; ++j)
    for (std::size_t i = 0; i < 4; ++i) rank_one.A[j * 4 + i] = rank_one.A[i] * (static_cast<double>(j) - 4.5);
  cases.push_back(rank_one);
  Case diagonal{"diagonal", 6, 6, std::vector<double>(36, 0.0)};
  for (std::size_t j = 0; j < 6; ++j) diagonal.A[j * 7] = static_cast<double>(j) + 1;
  cases.push_back(diagonal);
  auto scaled = gaussian(6, 17, 6);
  scaled.name = "scaled_1e-8_to_1e8";
  for (std::size_t j = 0; j < 17; ++j)
    for (std::size_t i = 0; i < 6; ++i) scaled.A[j * 6 + i] *= std::pow(10.0, static_cast<double>(j) - 8);
  cases.push_back(scaled);
  auto nonnegative = gaussian(7, 20, 7);
  nonnegative.name = "nonnegative";
  for (double& a : nonnegative.A) a = std::abs(a);
  cases.push_back(nonnegative);
  Case path{"path_laplacian", 19, 20, std::vector<double>(380, 0.0)};  // rows e_i - e_{i+1}: A'A is the Laplacian
  for (std::size_t i = 0; i < 19; ++i) {
    path.A[i * 19 + i] = 1;
    path.A[(i + 1) * 19 + i] = -1;
  }
  cases.push_back(path);
  cases.push_back(gaussian(24, 24, 8));
  cases.push_back(gaussian(40, 20, 9));
  return cases;
}

/// Keeps the matrix and describes A'A.
struct Curved {
  explicit Curved(const Case& c) : A(c.m, c.n, sbreg::DenseView{c.A.data(), c.m, false}) {
    C.n = c.n;
    C.factor = &A;
  }
  sbreg::DenseMatrix A;
  sbreg::Curvature C;
};

/// A'A, n x n.
inline std::vector<double> gram(const Case& c) {
  std::vector<double> C(static_cast<std::size_t>(c.n * c.n));
  for (Index j = 0; j < c.n; ++j)
    for (Index i = 0; i < c.n; ++i) {
      double total = 0;
      for (Index k = 0; k < c.m; ++k)
        total += c.A[static_cast<std::size_t>(i * c.m + k)] * c.A[static_cast<std::size_t>(j * c.m + k)];
      C[static_cast<std::size_t>(j * c.n + i)] = total;
    }
  return C;
}

inline int run(sbreg::Dsm& dsm) {
  while (dsm.step() == SBREG_RUNNING) {
  }
  return dsm.state();
}

}  // namespace dsm_cases
