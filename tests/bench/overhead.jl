# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# What the solve of overhead.c costs from Julia: the best time in microseconds.
using SparseBregman, Printf

numbers = Vector{Float64}(undef, 64 * 256 + 64)
read!(ARGS[1], numbers)
A, b = reshape(numbers[1:64*256], 64, 256), numbers[64*256+1:end]
@printf("%.1f\n", 1e6 * minimum(@elapsed(solve(A, b, 16)) for _ in 1:300))
