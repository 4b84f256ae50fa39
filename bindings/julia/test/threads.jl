# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Two threads with two solvers, in a process that has them.

@testset "two threads with two solvers" begin
    done, output = program(
        """
        using SparseBregman, Random, Test
        using Base.Threads
        @assert nthreads() == 2
        A, b = randn(MersenneTwister(8), 40, 80), randn(MersenneTwister(9), 40)
        matrix = DataMatrix(A)
        problem = Problem(matrix, b)
        f(x) = sum(abs2, A * x - b) / 2
        custom = Problem(80, f, x -> A' * (A * x - b); curvature = X -> A' * (A * X))
        operator = Problem(DataMatrix(40, 80, X -> A * X, Y -> A' * Y), b)
        for shared in (problem, custom, operator)
            reference = solve(shared, 4; max_iterations = 200)
            for _ in 1:5
                results = fetch.([Threads.@spawn(solve(shared, 4; max_iterations = 200)) for _ in 1:4])
                @test all(result -> result.x == reference.x, results)
            end
        end

        # The one allocates and collects, the other waits for it inside the library.
        collecting = Problem(80, x -> (GC.gc(false); f(x)), x -> A' * (A * x - b))
        @test all(isfinite, [result.objective for result in fetch.([Threads.@spawn(solve(collecting, 4; max_iterations = 20)) for _ in 1:4])])

        # Errors and exceptions stay with their task.
        struct Mine <: Exception
            number::Int
        end
        function failing(i)
            try
                i % 2 == 0 ? solve(A, fill(NaN, 40), 4) : solve(problem, 4; monitor = _ -> throw(Mine(i)))
            catch exception
                exception
            end
        end
        @threads for i in 1:200
            exception = failing(i)
            @assert i % 2 == 0 ? exception.code == -3 : exception.number == i
        end
        """; threads = 2)
    @test done || (println(output); false)
end

@testset "a task that waits in a monitor lets others run" begin
    ticks = Ref(0)
    ticking = @async while ticks[] >= 0
        ticks[] += 1
        yield()
    end
    run!(Solver(Problem(noisy()...), 4; max_iterations = 20, monitor = _ -> (yield(); false)))
    @test ticks[] >= 20
    ticks[] = typemin(Int)
    wait(ticking)
end
