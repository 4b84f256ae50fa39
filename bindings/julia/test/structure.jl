# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Groups, bounds, kept coordinates, complex problems and intercepts.

@testset "groups are zero together, and their coordinates are found" begin
    random = MersenneTwister(4)
    A = randn(random, 40, 60)
    groups = repeat(1:20, inner = 3)
    truth = zeros(60)
    truth[[4, 5, 6, 40, 41, 42]] = randn(random, 6) .+ 3
    problem = Problem(A, A * truth)
    solver = Solver(problem, 2; groups = groups)
    run!(solver)
    @test solver.solution ≈ truth atol = 1e-6
    dsm = DSM(problem, :lipschitz)
    run!(dsm)
    @test check_stationarity(solver, dsm, solver.solution) <= 1e-8
    @test check_coordinatewise(solver, solver.solution).decrease <= 1e-8
    @test solver.support == findall(!iszero, truth)
    for result in (solve(problem, 2; groups = groups), solve(A, A * truth, 2; groups = groups))
        @test result.x == solver.solution && result.support == solver.support
    end
    wrong = zeros(60)
    wrong[1] = 1
    found = check_coordinatewise(solver, wrong)
    @test found.decrease > 0 && found.enters in 1:60
    @test check_bregman(solver, Kernel(60, :quadratic), 1e4, wrong) > 0
    @test code(() -> Solver(problem, 2; groups = groups[2:end])) == Int(SB.E_DIMENSION)
end

@testset "bounds hold, kept coordinates are not counted" begin
    A, b = noisy()
    problem = Problem(A, b)
    solver = Solver(problem, 5; lower = 0, upper = fill(0.1, 80))
    run!(solver)
    @test all(0 .<= solver.solution .<= 0.1) && count(!iszero, solver.solution) <= 5
    matrix = DSM(problem, :lipschitz)
    run!(matrix)
    kernel = Kernel(80, :quadratic; weights = matrix.weights)
    for found in (witness_stationarity(solver, matrix, zeros(80)), witness_bregman(solver, kernel, 1, zeros(80)))
        @test all(0 .<= found.y .<= 0.1) && count(!iszero, found.y) <= 5
        @test found.violation ≈ check_stationarity(solver, matrix, zeros(80)) > 0
        @test problem(found.y) <= problem(zeros(80)) - found.violation + 1e-9
    end
    @test code(() -> Solver(problem, 5; lower = ones(80))) == Int(SB.E_ARGUMENT)
    solver = Solver(problem, 3; kept = [2, 80])
    run!(solver)
    x = solver.solution
    @test x[2] != 0 && x[80] != 0 && count(!iszero, x) == 5
    result = solve(A, b, 3; kept = [2, 80])
    @test result.x == x && result.support == solver.support == findall(!iszero, x)
    @test code(() -> Solver(problem, 3; kept = [81])) == Int(SB.E_ARGUMENT)
    mask = [j in (2, 80) for j in 1:80]
    for kept in (mask, BitVector(mask), (2, 80), Set([80, 2]), [2.0, 80.0], Int32[2, 80])
        @test solve(A, b, 3; kept = kept).x == x
    end
    @test solve(A, b, 3; kept = 5).x == solve(A, b, 3; kept = [5]).x == solve(problem, 3; kept = 5).x
    @test solve(A, b, 3; kept = falses(80)).x == solve(A, b, 3).x == solve(A, b, 3; kept = []).x
    @test code(() -> solve(A, b, 3; kept = mask[2:end])) == Int(SB.E_DIMENSION)
    @test code(() -> solve(A, b, 3; kept = true)) == Int(SB.E_ARGUMENT)
    for named in ("5", :wt, Dict(5 => true), (wt = 1,)), name in (:kept, :lower, :upper)
        @test code(() -> solve(A, b, 3; (name => named,)...)) == Int(SB.E_ARGUMENT)
    end
    @test code(() -> solve(A, b, 3; kept = [1.5])) == Int(SB.E_ARGUMENT)
end

@testset "complex observations of a real matrix ask for complex numbers" begin
    random = MersenneTwister(8)
    A = randn(random, 30, 40)
    truth = zeros(ComplexF64, 40)
    truth[[7, 30]] = [1 + 2im, -3 + 0.5im]
    for matrix in (A, sparse(A), view(A, :, :))
        @test solve(matrix, A * truth, 2).x ≈ truth atol = 1e-6
        @test Problem(matrix, A * truth)(truth) < 1e-12
    end
    @test code(() -> Problem(DataMatrix(A), A * truth)) == Int(SB.E_UNSUPPORTED)
    @test code(() -> solve(DataMatrix(A), A * truth, 2)) == Int(SB.E_UNSUPPORTED)
    @test code(() -> solve(A, A * truth, 2; loss = :huber)) == Int(SB.E_UNSUPPORTED)
    @test code(() -> solve(A, (A * truth)[2:end], 2)) == Int(SB.E_DIMENSION)
end

@testset "complex least squares count complex numbers, and points are complex" begin
    random = MersenneTwister(6)
    A = randn(random, ComplexF64, 30, 40)
    truth = zeros(ComplexF64, 40)
    truth[[7, 30]] = [1 + 2im, -3 + 0.5im]
    problem = Problem(A, A * truth)
    solver = Solver(problem, 2)
    run!(solver)
    @test solver.solution isa Vector{ComplexF64}
    @test solver.solution ≈ truth atol = 1e-6
    @test solver.support == [7, 30]
    for result in (solve(problem, 2), solve(A, A * truth, 2), solve(sparse(A), A * truth, 2), solve(Matrix(A')', A * truth, 2))
        @test result.x ≈ truth atol = 1e-6
        @test result.support == [7, 30] && occursin("2 of 40 nonzero", sprint(show, result))
    end
    x = randn(random, ComplexF64, 40)
    r = A * (x - truth)
    @test problem(x) ≈ sum(abs2, r) / 2
    @test gradient(problem, x) ≈ A' * r && check_gradient(problem, x).discrepancy < 1e-6
    @test check_gradient(problem, x).index in 1:40
    dsm = DSM(problem, :linear)
    run!(dsm)
    start = zeros(ComplexF64, 40)
    start[7] = 1im
    found = witness_stationarity(problem, dsm, 2, start)
    @test found.y isa Vector{ComplexF64} && problem(found.y) <= problem(start) - found.violation + 1e-9
    @test found.violation ≈ check_stationarity(problem, dsm, 2, start) > 0
    @test check_coordinatewise(problem, 1, start).enters in 1:40
    resumed = Solver(problem, 2; start = start)
    @test resumed.solution == start && resumed.iterate == start && resumed.support == [7]
    path = Path(problem; last = 3)
    run!(path)
    @test coefficients(path, 2) ≈ truth atol = 1e-6
    @test code(() -> Problem(A, truth)) == Int(SB.E_DIMENSION)
    @test code(() -> problem(zeros(80))) == Int(SB.E_DIMENSION)
    @test code(() -> solve(A, A * truth, 2; loss = :logistic)) == Int(SB.E_UNSUPPORTED)
    @test code(() -> solve(A, A * truth, 2; weights = ones(30))) == Int(SB.E_UNSUPPORTED)
end

@testset "an intercept is that of the least residual" begin
    A, b, truth = recovery()
    problem = Problem(A, b .+ 7; intercept = 1)
    solver = Solver(problem, 5)
    run!(solver)
    @test solver.solution ≈ truth atol = 1e-6
    @test intercept(problem, truth) ≈ 7 atol = 1e-8
    @test intercept(Problem(A, b), truth) == 0
    for result in (solve(problem, 5), solve(A, b .+ 7, 5; intercept = 1))
        @test result.intercept == solver.intercept ≈ 7 && occursin("intercept 7", sprint(show, result))
    end
    @test solve(A, b, 5).intercept == 0 && !occursin("intercept", sprint(show, solve(A, b, 5)))
end
