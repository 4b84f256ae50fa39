// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The libsparsebregman authors
//
// Orthogonal matching pursuit, the rival everybody knows: s times, take the column most correlated with the residual
// and fit all columns taken so far exactly.
#pragma once

#include <vector>

#include "cli/experiments/instance.hpp"

namespace cli {

/// x with at most instance.s nonzeros; equal correlations go to the lower index.
std::vector<double> orthogonal_matching_pursuit(const paper::Instance& instance);

}  // namespace cli
