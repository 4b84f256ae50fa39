# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Ctrl-C, in a process of its own.

const SETTING = """
    ccall(:jl_exit_on_sigint, Cvoid, (Cint,), 0) # as at the prompt
    using SparseBregman, Random, Test
    A, b = randn(MersenneTwister(8), 40, 80), randn(MersenneTwister(9), 40)
    endless(problem; more...) =
        Solver(problem, 10; method = "iht", max_iterations = 10^12, stationarity_tolerance = 0, more...)
    later(seconds) = run(`sh -c "sleep \$seconds; kill -INT \$(getpid())"`; wait = false)
    """

@testset "an interrupt leaves the best point, and the run goes on" begin
    done, output = program(SETTING * """
        custom = Problem(80, x -> sum(abs2, A * x - b) / 2, x -> A' * (A * x - b); curvature = X -> A' * (A * X))
        solvers = endless(Problem(A, b)), endless(Problem(A, b); monitor = _ -> false), endless(custom)
        for solver in solvers, progress in (false, devnull), compiled in (false, true)
            compiled || (solver.time_limit = 0.01 + solver.elapsed_seconds; run!(solver; progress = progress); continue)
            solver.time_limit = Inf
            later(0.5)
            @test_throws InterruptException run!(solver; progress = progress)
            @test solver.state in (SparseBregman.RUNNING, SparseBregman.STOPPED) && solver.iterations > 0
            @test count(!iszero, solver.solution) <= 10 && solver.best_objective < sum(abs2, b) / 2
            before = solver.iterations
            step!(solver, 5)
            @test solver.iterations == before + 5
        end
        """)
    @test done || (println(output); false)
end

@testset "solve returns the best point with a warning" begin
    done, output = program(SETTING * """
        long(limit) = solve(A, b, 10; method = "iht", max_iterations = 10^12, stationarity_tolerance = 0, time_limit = limit)
        long(0.01) # compile
        later(0.5)
        result = long(Inf)
        @test result.state == SparseBregman.STOPPED && result.objective < sum(abs2, b) / 2 && length(result.support) <= 10
        """)
    @test done || (println(output); false)
    @test occursin("interrupted after", output)
end

@testset "an interrupt inside a function" begin
    done, output = program(SETTING * """
        function monitor(solver)
            solver.iterations == 3 || return false
            ccall(:kill, Cint, (Cint, Cint), getpid(), 2)
            deadline = time() + 10
            while time() < deadline
                GC.safepoint()
            end
            error("the interrupt did not arrive")
        end
        solver = endless(Problem(A, b); monitor = monitor)
        @test_throws InterruptException run!(solver)
        @test solver.iterations == 3
        """)
    @test done || (println(output); false)
end
