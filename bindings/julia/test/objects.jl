# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The objects: options, arrays, lifetimes, errors.

@testset "recovery in one line" begin
    A, b, truth = recovery()
    result = solve(A, b, 5)
    @test result.x ≈ truth atol = 1e-9
    @test result.state == SB.TARGET_REACHED && result.support == findall(!iszero, truth)
    @test occursin("5 of 80 nonzero", sprint(show, result)) && occursin("target reached", sprint(show, result))
end

@testset "where the search proves that nothing is lower, the result says so" begin
    random = MersenneTwister(12)
    A, b = randn(random, 30, 12), randn(random, 30)
    result = solve(A, b, 3)
    @test result.proved && occursin("proved lowest", sprint(show, result))
    lowest = minimum(sum(abs2, A[:, [i, j, k]] * (A[:, [i, j, k]] \ b) - b) / 2 for k in 3:12 for j in 2:k-1 for i in 1:j-1)
    @test result.objective ≈ lowest
    stopped = solve(A, b, 3; method = "iht", max_iterations = 1)
    @test !stopped.proved && !occursin("proved", sprint(show, stopped))
end

@testset "a problem that is given has its own options" begin
    A, b, truth = recovery()
    problem = Problem(A, b; ridge = 0.5)
    for wrong in ((ridge = 1.0,), (intercept = 1,), (loss = :logistic,), (weights = ones(40),))
        @test code(() -> solve(problem, 5; wrong...)) == Int(SB.E_ARGUMENT)
    end
    text = try solve(problem, 5; ridge = 1.0) catch exception exception.text end
    @test text == "the problem is made already: give ridge to Problem, not to solve"
    @test solve(problem, 5; method = "newton").x ≈ solve(A, b, 5; ridge = 0.5, method = "newton").x
    @test code(() -> solve(problem, 5; rigde = 1.0)) == Int(SB.E_KEY)
end

@testset "every layout gives the same result" begin
    A, b, truth = recovery()
    wide = zeros(80, 160)
    wide[1:2:end, 1:2:end] = A
    same = (view(wide, 1:2:80, 1:2:160), Matrix(A')', transpose(Matrix(A')), view(A, :, 1:80), Matrix{Any}(A), sparse(A),
        SparseMatrixCSC{Float64,Int32}(sparse(A)), sparse(A')', Symmetric(A[:, 1:40])[:, :], reshape(vec(A), 40, 80))
    for B in same
        solution = solve(B, B * (size(B, 2) == 80 ? truth : [1; zeros(39)]), 5).x
        @test size(B, 2) == 40 || isapprox(solution, truth; atol = 1e-9)
    end
    @test solve(Matrix{Float32}(A), Float32.(b), 5).x ≈ truth atol = 1e-5
    @test solve(round.(Int, 1000A), round.(Int, 1000A) * truth, 5).x ≈ truth atol = 1e-9
end

@testset "a Matrix{Float64} is used in place, and others are not" begin
    n = 600 # few numbers are copied all the same
    A = Matrix(1.0I, n, n)
    borrowed, copied = DataMatrix(A), DataMatrix(A; copy = true)
    S = sparse(A)
    sparse_copied, sparse_borrowed = DataMatrix(S), DataMatrix(S; copy = false)
    A[1, 1], S.nzval[1] = 3, 3
    values = [value(Problem(matrix, zeros(n)), [1; zeros(n - 1)]) for matrix in (borrowed, copied, sparse_copied, sparse_borrowed)]
    @test values == [4.5, 0.5, 0.5, 4.5]
end

@testset "arrays live as long as the library reads them, whatever is collected first" begin
    make() = Solver(Problem(DataMatrix(randn(MersenneTwister(3), 600, 600)), ones(600)), 5; max_iterations = 50)
    reference = (solver = make(); run!(solver); solver.solution)
    for _ in 1:3
        solver = make()
        GC.gc()
        garbage = [fill(NaN, 600, 600) for _ in 1:10] # would take the place of a freed array
        GC.gc()
        run!(solver)
        @test solver.solution == reference
    end
end

@noinline function discarded(counter)
    alive = Problem(3, x -> sum(abs2, x), x -> 2x)
    finalizer(_ -> counter[] += 1, getfield(alive, :roots))
    solver = Solver(alive, 1)
    return solver
end
@noinline function use_and_drop(counter)
    solver = discarded(counter)
    GC.gc()
    GC.gc()
    @test counter[] == 0 # the solver needs the functions of the problem that is gone
    run!(solver)
    return nothing
end
@testset "functions are released with the last object that uses them" begin
    counter = Ref(0)
    use_and_drop(counter)
    GC.gc()
    GC.gc()
    @test counter[] == 1
end

@testset "options and results come from the table" begin
    solver = Solver(Problem(noisy()...), 4; line_search_trials = 3, method = "gpnp")
    @test solver.line_search_trials == 3 # the method was set first
    solver.max_iterations = 7
    @test run!(solver) == SB.ITERATION_LIMIT == solver.state
    @test solver.iterations == 7 && options(solver)[:max_iterations] == 7
    @test issubset((key.name for key in keytable(:solver)), propertynames(solver))
    @test :solution in propertynames(solver)
    @test code(() -> solver.max_iteration = 3) == -4
    @test code(() -> set!(solver; max_iteration = 3)) == -4
    @test code(() -> solver.objektive) == -4
    @test code(() -> solver.iterations = 3) !== nothing
    @test code(() -> keytable(:solvers)) == -4
    @test code(() -> solver.max_iterations = 2.5) == -1
    @test occursin("max_iterations", try solver.max_iteration catch exception sprint(showerror, exception) end)
    solver.max_iterations = 9
    run!(solver)
    @test solver.iterations == 9
    @test occursin("from", sprint(show, MIME("text/plain"), first(filter(k -> k.name == :ridge, keytable(:problem)))))
    @test set!(Solver(Problem(noisy()...), 4); method = :iht).method == "iht"
end

@testset "stepping and the iteration protocol" begin
    solver = Solver(Problem(noisy()...), 4; method = "iht", max_iterations = 20, history = 1)
    @test step!(solver, 3) == SB.RUNNING
    @test [state.iterations for state in solver] == 4:20
    @test solver.state == SB.ITERATION_LIMIT == step!(solver)
    @test collect(solver) == []
    objective = history(solver, :objective)
    @test length(objective) == 21 && all(diff(objective) .<= 1e-12)
    @test count(!iszero, solver.iterate) <= 4
    @test solver.support == findall(!iszero, solver.solution)
    @test solver.active_dsm == 1 && Set(history(solver, :active_dsm)) ⊆ Set(0:1)
    solver = Solver(Problem(noisy()...), 4; method = "ciwht", history = 1) # restarts raise f
    run!(solver)
    @test history(solver) == history(solver, :objective) != history(solver, :best_objective)
end

@testset "progress is one line" begin
    for object in (Solver(Problem(noisy()...), 4), DSM(Problem(noisy()...), :linear))
        output = IOBuffer()
        state = run!(object; progress = output)
        text = String(take!(output))
        @test occursin("iteration", text) && endswith(text, "$state\n") && count(==('\n'), text) == 1
    end
end

@testset "a start and several scaling matrices" begin
    problem = Problem(noisy()...)
    matrices = [DSM(problem, :lipschitz), DSM(fill(400.0, 80))]
    foreach(run!, matrices)
    start = zeros(80)
    start[4] = 0.1
    solver = Solver(problem, 3; start = start, dsm = matrices, method = "ciwht")
    run!(solver)
    @test solver.dictionary_size == 2 && solver.best_objective <= problem(start)
    @test check_stationarity(problem, matrices[1], 3, solver.solution) < 1e-6
    @test Solver(problem, 3; dsm = matrices[1], method = :iwht).dictionary_size == 1
end

@testset "weights and gradients" begin
    A, b, w, x = [1.0 2; 3 4; 5 6], ones(3), [0.0, 1, 2], [0.5, -1]
    problem = Problem(A, b; weights = w)
    r = A * x - b
    @test value(problem, x) == problem(x) ≈ sum(w .* r .^ 2) / 2
    @test gradient(problem, x) ≈ A' * (w .* r)
    @test check_gradient(problem, x).discrepancy < 1e-6
end

@testset "a quadratic reads the lower triangle in either layout" begin
    Q = [4.0 99; 1 3]
    for layout in (Q, Matrix(Q')', view([Q; Q], 1:2, :))
        @test QuadraticProblem(layout, zeros(2))(ones(2)) ≈ 4.5
    end
    @test_throws DimensionMismatch QuadraticProblem(ones(2, 3), ones(2))
end

@testset "closed objects answer and nothing crashes" begin
    problem = Problem(noisy()...)
    solver = Solver(problem, 3)
    close(problem)
    run!(solver) # the solver keeps the problem
    close(solver)
    close(solver)
    for use in (() -> run!(solver), () -> step!(solver), () -> solver.solution, () -> solver.state, () -> problem(zeros(80)),
        () -> Solver(problem, 3), () -> collect(solver), () -> DSM(problem), () -> solver.max_iterations = 3)
        @test code(use) == -5
    end
    @test !isopen(solver) && occursin("closed", sprint(show, solver)) && occursin("closed", sprint(show, problem))
    @test deepcopy(solver) === solver
end

@testset "representations" begin
    problem = Problem(noisy()...)
    text = sprint(show, Any[DataMatrix(ones(2, 2)), problem, DSM(problem, :lipschitz), Solver(problem, 3), Kernel(4, :quartic)])
    for part in ("2 x 2, dense", "least_squares, 80", "lipschitz", "3 of 80", "quartic, 4")
        @test occursin(part, text)
    end
end

@testset "what is no real matrix is refused" begin
    @test_throws ArgumentError DataMatrix(ones(ComplexF64, 2, 2))
    @test_throws ArgumentError DataMatrix(sparse(ones(ComplexF64, 2, 2)))
    @test_throws MethodError DataMatrix("A")
    @test code(() -> DataMatrix(ones(3))) == -2
    for (m, n) in ((0, 0), (0, 3), (3, 0))
        @test code(() -> DataMatrix(zeros(m, n))) !== nothing
        @test code(() -> DataMatrix(spzeros(m, n))) !== nothing
    end
    for bad in (NaN, Inf), make in (identity, sparse, transpose)
        @test code(() -> DataMatrix(make([1 bad; 0 1]))) == -3
    end
    for (f, says) in ((() -> DataMatrix([1 Inf; 0 1]), "A[1, 2] is inf; every"), (() -> Problem(ones(9, 3), [ones(8); NaN]), "b[9] is nan; every"),
                      (() -> Problem(ones(3, 2), [0, 1, 7]; loss = :logistic), "b[3] is 7; labels"),
                      (() -> solve(ones(3, 4), ones(3), 1; kept = [2, 5]), "kept[2] is 5, outside 1..4"),
                      (() -> solve(ones(3, 4), ones(3), 1; max_iterations = "many"), "max_iterations must be a whole number, got \"many\""),
                      (() -> solve(ones(3, 4), ones(3), 1; max_iterations = 1.5), "max_iterations must be a whole number, got 1.5"),
                      (() -> solve(ones(3, 4), ones(3), 1; ridge = :small), "ridge must be a number, got :small"),
                      (() -> solve(ones(3, 4), ones(3), 1; method = 3), "method must be text, got 3"),
                      (() -> solve(ones(3, 4), ones(3), 1; dsm = :linear), "dsm must be a DSM, or several, got :linear"),
                      (() -> solve(ones(3, 4), ones(3), 1; kernel = "quartic"), "kernel must be a Kernel, got \"quartic\""))
        text = try f() catch error; error.text end
        @test startswith(text, says) || text
    end
end

@testset "sparse matrices that are no valid columns are refused" begin
    unsorted = SparseMatrixCSC(2, 1, [1, 3], [2, 1], [1.0, 2.0])
    @test code(() -> DataMatrix(unsorted)) == -1
    @test code(() -> DataMatrix(unsorted; copy = false)) == -1
end

struct Doubling end # a linear map that is no matrix
Base.size(::Doubling) = (3, 3)
LinearAlgebra.adjoint(A::Doubling) = A
LinearAlgebra.mul!(y::AbstractVector, ::Doubling, x::AbstractVector) = (y .= 2 .* x)

@testset "an operator is its matrix" begin
    A, b, truth = recovery()
    for matrix in (DataMatrix(A; matrixfree = true), DataMatrix(sparse(A); matrixfree = true),
        DataMatrix(size(A)..., X -> A * X, Y -> A' * Y))
        @test size(matrix) == (40, 80) && matrix.storage == "operator"
        @test check_adjoint(matrix) < 1e-12
        @test solve(matrix, b, 5).x ≈ truth atol = 1e-9
    end
    @test check_adjoint(DataMatrix(size(A)..., X -> A * X, Y -> -A' * Y)) > 0.1
    @test solve(Doubling(), [2.0, 0, 0], 1).x ≈ [1, 0, 0]
end

@testset "scaling matrices bound the curvature" begin
    problem = Problem(noisy()...)
    for model in (:lipschitz, :linear, :quadratic)
        dsm = DSM(problem, model)
        run!(dsm)
        @test margin(dsm, problem) > -1e-8
    end
    start = DSM(problem, :linear)
    run!(start)
    weighted = DSM(problem, :linear; cost = range(1, 2; length = 80), start = start, gap_tolerance = 1e-2,
        monitor = dsm -> dsm.iterations >= 2)
    @test run!(weighted) in (SB.STOPPED, SB.TARGET_REACHED)
    @test length(weighted.weights) == length(extracted_weights(weighted)) == 80
    @test weighted.monitor !== nothing && (weighted.monitor = nothing) === nothing
    @test all(dsm -> dsm.iterations > 0, weighted)
end

@testset "kernels" begin
    A, b = noisy()
    problem, L = Problem(A, b), opnorm(A)^2 * 1.01
    for kernel in (Kernel(80, :quadratic; weights = ones(80)), Kernel(80, (i, t) -> t^2 / 2, (i, t) -> t, (i, t) -> t))
        solver = Solver(problem, 4; kernel = kernel, method = "bpg", max_iterations = 500)
        run!(solver)
        @test check_bregman(problem, kernel, L, 4, solver.solution) < 1e-3 * problem(zeros(80))
    end
    seen = Set{Int}()
    Solver(problem, 4; kernel = Kernel(80, (i, t) -> t^2 / 2, (i, t) -> (push!(seen, i); t), (i, t) -> t), method = "bpg") |> step!
    @test extrema(seen) == (1, 80)
end

@testset "a witness is where f is lower" begin
    problem = Problem(noisy()...)
    matrix = DSM(problem, :linear)
    run!(matrix)
    kernel = Kernel(80, :quadratic; weights = matrix.weights)
    x = zeros(80)
    x[1:3] .= 0.1
    before = copy(x)
    for found in (witness_stationarity(problem, matrix, 3, x), witness_bregman(problem, kernel, 1, 3, x))
        @test x == before && found.y != x && count(!iszero, found.y) <= 3
        @test problem(found.y) <= problem(x) - found.violation + 1e-9
    end
    @test witness_stationarity(problem, matrix, 3, x).violation == check_stationarity(problem, matrix, 3, x)
    @test witness_bregman(problem, kernel, 1, 3, x).violation == check_bregman(problem, kernel, 1, 3, x)
    exact = Problem(Matrix(1.0I, 3, 3), [1.0, 2, 3])
    violation, y = witness_stationarity(exact, DSM(ones(3)), 1, [1, 0, 0])
    @test violation ≈ 4 && y == [0, 0, 3]
    @test witness_stationarity(exact, DSM(ones(3)), 1, y) == (violation = 0.0, y = y)
    @test code(() -> witness_stationarity(problem, matrix, 2, x)) == Int(SB.E_ARGUMENT)
    @test code(() -> witness_stationarity(problem, matrix, 3, x[2:end])) == Int(SB.E_DIMENSION)
end

@testset "the coordinatewise check counts from 1" begin
    problem = Problem(Matrix(1.0I, 3, 3), [1.0, 2, 3])
    none = check_coordinatewise(problem, 1, [0, 0, 3.0])
    @test none.decrease ≈ 0 atol = 1e-12
    @test none.enters === nothing
    swap = check_coordinatewise(problem, 1, [1.0, 0, 0])
    @test (swap.leaves, swap.enters) == (1, 3) && swap.decrease ≈ 4
end

@testset "the low level is the C interface" begin
    out = Ref{Ptr{Cvoid}}()
    status = SB.sbreg_problem_create_least_squares(out, 1, 1, [2.0], 1, 0, [4.0])
    @test status == 0
    f = Ref{Float64}()
    @test SB.sbreg_problem_value(out[], [1.0], f) == 0 && f[] == 2
    SB.sbreg_problem_destroy(out[])
    SB.sbreg_problem_destroy(C_NULL)
    @test SB.sbreg_solver_run(C_NULL) == -1
    needed = SB.sbreg_last_error_copy(C_NULL, 0)
    buffer = zeros(UInt8, needed + 1)
    @test SB.sbreg_last_error_copy(buffer, length(buffer)) == needed
    @test unsafe_string(pointer(buffer)) == unsafe_string(SB.sbreg_last_error())
end

@testset "places in the library's texts count from 1" begin
    @test SB.from_one("coordinate 3, counted from 0, of the kernel has h(0) = 1") == "coordinate 4 of the kernel has h(0) = 1"
    @test SB.from_one("A(1, 2), counted from 0, is nan") == "A[2, 3] is nan"
    @test SB.from_one("row_index[2], counted from 0, is 9, outside 1..4") == "row_index[3] is 9, outside 1..4"
    h(i, t) = i == 3 ? abs(t) : t^2 / 2
    text = try Kernel(4, h, (i, t) -> i == 3 ? sign(t) : t, (i, t) -> i == 3 ? 0.0 : t) catch error error.text end
    @test startswith(text, "coordinate 3 of the kernel")
end
