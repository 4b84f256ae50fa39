# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Functions that the library calls: results, exceptions, garbage.

struct Mistake <: Exception end
fail(_...) = throw(Mistake())

@testset "a monitor watches and stops" begin
    seen = Float64[]
    solver = Solver(Problem(noisy()...), 4; monitor = solver -> (push!(seen, solver.best_objective); length(seen) == 3))
    @test run!(solver) == SB.STOPPED
    @test length(seen) == 3 == solver.iterations
    solver.monitor = nothing
    @test run!(solver) != SB.STOPPED
    @test length(seen) == 3
end

@testset "the exception of a monitor comes back as itself" begin
    mistake = ErrorException("mine")
    solver = Solver(Problem(noisy()...), 4; monitor = solver -> solver.iterations == 2 && throw(mistake))
    caught = try run!(solver) catch exception exception end
    @test caught === mistake
    @test solver.iterations == 2 && all(isfinite, solver.solution)
    solver.monitor = nothing
    @test run!(solver) != SB.STOPPED
end

@testset "using the running solver inside its monitor is refused" begin
    @test code(() -> run!(Solver(Problem(noisy()...), 4; monitor = run!))) == -5
end

@testset "closing the running solver inside its monitor is safe" begin
    solver = Solver(Problem(noisy()...), 4; monitor = close)
    run!(solver)
    @test !isopen(solver)
end

@testset "closing a problem inside its own function is safe" begin
    problem = Problem(3, x -> (close(problem); sum(abs2, x)), x -> 2x)
    @test problem([1, 2, 3]) == 14
    @test !isopen(problem)
end

@testset "a run inside a monitor of another" begin
    problem = Problem(noisy()...)
    inner = Float64[]
    run!(Solver(problem, 4; max_iterations = 2, monitor = _ -> (push!(inner, solve(problem, 2).objective); false)))
    @test length(inner) == 2 && inner[1] == inner[2]
end

@testset "garbage collection in the middle of a run" begin
    A, b = noisy()
    monitor(_) = (step!(Solver(Problem(copy(A), b), 2)); GC.gc(); false)
    solver = Solver(Problem(copy(A), b), 4; method = "iht", max_iterations = 5, monitor = monitor)
    run!(solver)
    reference = Solver(Problem(A, b), 4; method = "iht", max_iterations = 5)
    run!(reference)
    @test solver.solution == reference.solution
    function value_gradient(x)
        GC.gc()
        r = A * x - b
        return r' * r / 2, A' * r
    end
    @test isfinite(solve(Problem(80, value_gradient), 4; max_iterations = 5).objective)
end

@testset "a custom objective is the built-in one" begin
    A, b, truth = recovery()
    f(x) = norm(A * x - b)^2 / 2
    g(x) = A' * (A * x - b)
    fg(x) = (f(x), g(x))
    H(x, support) = A[:, support]' * A[:, support]
    C(X) = A' * (A * X)
    g!(G, x) = (G .= g(x))
    fg!(G, x) = (G === nothing || (G .= g(x)); f(x))
    H!(B, x, support) = (B .= H(x, support))
    C!(CX, X) = mul!(CX, A', A * X)
    problems = (Problem(80, f, g; hessian = H, curvature = C), Problem(80, fg; hessian = H, curvature = C),
        Problem(80, f, g!; hessian = H!, curvature = C!, inplace = true),
        Problem(80, fg!; hessian = H!, curvature = C!, inplace = true))
    for problem in problems
        x = randn(MersenneTwister(5), 80)
        @test problem(x) ≈ f(x)
        @test gradient(problem, x) ≈ g(x)
        @test check_gradient(problem, x).discrepancy < 1e-6
        @test solve(problem, 5).x ≈ truth atol = 1e-6
        dsm = DSM(problem, :linear)
        run!(dsm)
        @test margin(dsm, Problem(A, b)) > -1e-6
        solver = Solver(problem, 5; method = "newton")
        run!(solver)
        @test solver.newton_steps > 0
    end
end

@testset "a wrong gradient is found" begin
    wrong = Problem(3, x -> sum(x .^ 4), x -> 4x .^ 3 + [0, 0, 9])
    found = check_gradient(wrong, [1.0, -2, 0.5])
    @test found.discrepancy > 0.1 && found.index == 3
end

@testset "what functions keep does not point into the library" begin
    kept = []
    problem = Problem(3, x -> (push!(kept, x); sum(abs2, x)), x -> 2x)
    problem([1, 2, 3])
    problem([4, 5, 6])
    @test kept == [[1, 2, 3], [4, 5, 6]]
end

@testset "exceptions of custom objectives come back as themselves" begin
    @test_throws Mistake Problem(3, fail, fail)([1, 2, 3])
    @test_throws Mistake gradient(Problem(3, x -> sum(abs2, x), fail), [1, 2, 3])
    @test_throws Mistake solve(Problem(3, fail, fail; curvature = X -> X), 1)
    @test_throws Mistake run!(DSM(Problem(3, x -> sum(abs2, x), x -> 2x; curvature = fail), :lipschitz))
    @test_throws MethodError Problem(3, x -> nothing, x -> x)([1, 2, 3])
    wrong_size = Problem(3, x -> sum(abs2, x), x -> x[1:2])
    @test code(() -> gradient(wrong_size, [1, 2, 3])) == -2
    @test_throws BoundsError gradient(Problem(3, x -> 1.0, (G, x) -> G[4] = 1; inplace = true), [1, 2, 3])
    fails_later = let count = 0
        Problem(3, x -> (count += 1) > 5 ? fail() : sum(abs2, x .- [1, 2, 3]), x -> 2 * (x .- [1, 2, 3]))
    end
    solver = Solver(fails_later, 1)
    @test_throws Mistake run!(solver)
    @test all(isfinite, solver.solution)
end

@testset "NaN from a custom objective is an error" begin
    @test code(() -> solve(Problem(3, x -> NaN, x -> fill(NaN, 3); curvature = X -> X), 1)) == -20
end

@testset "exceptions of operators come back as themselves" begin
    matrix = DataMatrix(3, 4, fail, fail)
    @test_throws Mistake solve(matrix, ones(3), 1)
    @test_throws Mistake check_adjoint(matrix)
    @test code(() -> check_adjoint(DataMatrix(3, 4, X -> X, Y -> Y))) == -2
    @test_throws MethodError check_adjoint(DataMatrix(3, 4, nothing, nothing))
end

@testset "exceptions of kernels come back as themselves" begin
    @test_throws Mistake Kernel(80, fail, fail, fail) # the library tries the functions at once
    fine = Ref(true)
    kernel = Kernel(80, (i, t) -> t^2 / 2, (i, t) -> fine[] ? t : fail(), (i, t) -> t)
    solver = Solver(Problem(noisy()...), 4; kernel = kernel, method = "bpg")
    fine[] = false
    @test_throws Mistake run!(solver)
end

@testset "a failed creation leaves nothing behind" begin
    for _ in 1:100
        @test code(() -> DataMatrix(fill(NaN, 3, 3))) == -3
    end
    GC.gc()
end
