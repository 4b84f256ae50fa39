# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Compressed sensing: recover a sparse x from b = Ax with far fewer equations than unknowns.
using SparseBregman, LinearAlgebra, Printf, Random

random = MersenneTwister(2026)
m, n, s = 64, 256, 16
A = randn(random, m, n)
A ./= sqrt.(sum(abs2, A; dims = 1))
truth = zeros(n)
truth[randperm(random, n)[1:s]] = randn(random, s)

solver = Solver(Problem(A, A * truth), s)
run!(solver; progress = true)

x = solver.solution
println("  index      truth   estimate")
for j in findall(j -> truth[j] != 0 || x[j] != 0, 1:n)
    @printf("  %5d %10.5f %10.5f\n", j, truth[j], x[j])
end
difference = norm(x - truth) / norm(truth)
@printf("%s after %d iterations, relative error %.2e: %s\n", solver.state, solver.iterations, difference,
    difference < 1e-4 ? "recovered" : "NOT recovered")
