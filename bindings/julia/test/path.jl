# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Paths: the fits are those of solvers, the choice is that of the criteria, and runs are watched as those of solvers are.

"A sparse signal under noise, and more observations than a fit needs."
function regression(m = 60, n = 30)
    random = MersenneTwister(11)
    A = randn(random, m, n)
    truth = zeros(n)
    truth[[3, 12, 25]] = [2.0, -1.5, 1.0]
    return A, A * truth + 0.1 * randn(random, m), truth
end

@testset "cross-validation and the criteria find the support" begin
    A, b, truth = regression()
    path = Path(Problem(A, b); last = 8, folds = 5)
    @test run!(path) == SB.TARGET_REACHED
    @test issubset([3, 12, 25], findall(!iszero, coefficients(path))) && path.chosen < 8
    found = series(path)
    @test found.sparsity == 1:8 && found.sparsity isa Vector{Int} && all(isfinite, found.cv_mean)
    @test issorted(found.objective; rev = true) && found.support_size == [count(!iszero, coefficients(path, s)) for s in 1:8]
    least = argmin(found.cv_mean)
    @test path.chosen == findfirst(found.cv_mean .<= found.cv_mean[least] + found.cv_error[least])
    for criterion in (:aic, :bic, :ebic, :gic)
        other = Path(Problem(A, b); last = 8, criterion = criterion)
        run!(other)
        @test other.chosen == argmin(series(other, criterion)) && all(isnan, series(other).cv_mean)
        @test series(other, criterion) == getfield(found, criterion)
    end
end

@testset "independent fits are those of lone solvers, with options of the solver" begin
    A, b, _ = regression(20, 40)
    problem = Problem(A, b)
    for (path, method) in (
        (Path(problem; method = "newton", first = 2, last = 6, independent = 1), "newton"),
        (Path(Solver(problem, 9; method = "iht", max_iterations = 30); first = 2, last = 6, independent = 1), "iht"))
        run!(path)
        for s in 2:6
            solver = Solver(problem, s; method = method, max_iterations = method == "iht" ? 30 : Solver(problem, 1).max_iterations)
            state = run!(solver)
            @test coefficients(path, s) == solver.solution
            @test (series(path, "state")[s-1], series(path, :iterations)[s-1]) == (state, solver.iterations)
        end
    end
end

@testset "intercept, scales and structure of the pattern hold for every fit" begin
    A, b, _ = regression()
    problem = Problem(A, b .+ 7; intercept = 1, standardize = 1)
    structure = (groups = cld.(1:30, 2), upper = 1.25, kept = [30])
    path = Path(problem; last = 3, folds = 3, independent = 1, structure...)
    run!(path)
    @test all(isfinite, series(path).cv_mean)
    for s in 1:3
        solver = Solver(problem, s; structure...)
        run!(solver)
        @test coefficients(path, s) == solver.solution && series(path).intercept[s] == solver.intercept
    end
end

@testset "the number of threads does not matter" begin
    A, b, _ = regression()
    paths = [Path(Problem(A, b); last = 6, folds = 4, threads = threads) for threads in (1, 3)]
    foreach(run!, paths)
    @test isequal(series(paths[1]), series(paths[2]))
end

@testset "a monitor stops a path, which goes on; progress is shown" begin
    A, b, _ = regression()
    calls = Int[]
    path = Path(Problem(A, b); last = 6, folds = 3, monitor = path -> (push!(calls, path.fits); path.fits >= 2))
    @test run!(path) == SB.STOPPED && 2 <= path.fits < path.fits_total && issorted(calls)
    @test path.chosen == 0 && code(() -> coefficients(path)) == Int(SB.E_ARGUMENT)
    @test path.monitor !== nothing
    path.monitor = nothing
    stream = IOBuffer()
    @test run!(path; progress = stream) == SB.TARGET_REACHED
    @test occursin("fit", String(take!(stream))) && path.fits == path.fits_total
    reference = Path(Problem(A, b); last = 6, folds = 3)
    run!(reference)
    @test isequal(series(path), series(reference))
    failing = Path(Problem(A, b); last = 3, monitor = _ -> throw(DomainError(1)))
    @test_throws DomainError run!(failing)
    @test occursin("18", sprint(show, path)) || occursin("chosen $(path.chosen)", sprint(show, path))
end

@testset "a path keeps what it needs, and refuses what it cannot do" begin
    make() = Path(Problem(20, x -> sum(abs2, x .- (1:20)) / 2, x -> x .- (1:20)); last = 4)
    path = make()
    GC.gc()
    run!(path)
    @test findall(!iszero, coefficients(path, 2)) == [19, 20] && path.chosen == 0
    @test code(() -> coefficients(path, 5)) == Int(SB.E_ARGUMENT)
    @test code(() -> series(path, :objectiv)) == Int(SB.E_KEY)
    @test code(() -> Path(Problem(ones(3, 2), ones(3)); fold = 3)) == Int(SB.E_KEY)
    @test code(() -> run!(Path(Problem(ones(3, 2), ones(3)); folds = 9))) == Int(SB.E_ARGUMENT)
    @test code(() -> path.first = 2) == Int(SB.E_STATE)
    close(path)
    @test code(() -> run!(path)) == Int(SB.E_STATE) && sprint(show, path) == "Path(closed)"
end

@testset "an interrupt leaves the fits made, and the path goes on" begin
    done, output = program("""
        ccall(:jl_exit_on_sigint, Cvoid, (Cint,), 0) # as at the prompt
        using SparseBregman, Random, Test
        A, b = randn(MersenneTwister(8), 40, 80), randn(MersenneTwister(9), 40)
        slow(limit) = Path(Problem(A, b); last = 10, method = "iht", max_iterations = 10^12, stationarity_tolerance = 0,
            stall_window = 0, independent = 1, time_limit = limit)
        run!(slow(0.01)) # compile
        path = slow(Inf)
        run(`sh -c "sleep 0.5; kill -INT \$(getpid())"`; wait = false)
        @test_throws InterruptException run!(path)
        path.time_limit = path.elapsed_seconds + 0.01
        @test run!(path) == SparseBregman.TIME_LIMIT
        """)
    @test done || (println(output); false)
end

@testset "s = 0 is the null model, and separated classes are told" begin
    A, b, _ = regression()
    none = solve(Problem(A, b .+ 7; intercept = 1), 0)
    @test iszero(none.x) && none.proved && none.intercept ≈ sum(b .+ 7) / length(b)
    path = Path(Problem(A, b); first = 0, last = 3)
    run!(path)
    @test series(path).sparsity == 0:3 && iszero(coefficients(path, 0))
    noise = Path(Problem(A, cos.(1:length(b)); intercept = 1); first = 0, last = 3)
    @test occursin("nothing chosen", sprint(show, noise))
    run!(noise)
    @test noise.chosen == 0 && occursin("chosen 0", sprint(show, noise))
    labels = A[:, 1] .> 0
    separate = r"separate the classes"
    @test_logs (:warn, separate) solve(A, labels, 1; loss = :logistic)
    @test_logs solve(A, labels, 1; loss = :logistic, ridge = 0.1)
    classes = Path(Problem(A, labels; loss = :logistic); last = 2)
    @test_logs (:warn, r"no minimiser at s = 1, 2: .*separate the classes") run!(classes)
    x = reshape((1:20) .- 10.5, 20, 1)
    swapped = (1:20) .> 10
    swapped[10:11] = [true, false] # without one of these the classes are separated
    folds = Path(Problem(x, swapped; loss = :logistic, intercept = 1); first = 0, last = 1, folds = 20)
    @test_logs (:warn, r"no minimiser in some folds at s = 1: ") run!(folds)
    @test series(classes).separated == [1, 1]
end
