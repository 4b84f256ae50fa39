# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Run by Pkg.test, or only some files: Pkg.test(test_args = ["callbacks"]). Some tests read the repository: cases, header,
# manual.
using SparseBregman, LinearAlgebra, Random, SparseArrays, Test
const SB = SparseBregman

const SOURCE = get(ENV, "SBREG_SOURCE_DIR", normpath(joinpath(@__DIR__, "..", "..", "..")))
isfile(joinpath(SOURCE, "include", "sparsebregman.h")) || error("the repository is not at $SOURCE; set SBREG_SOURCE_DIR")

"The code of the SparseBregmanError that `f` throws; anything else is an error."
function code(f)
    try
        f()
    catch exception
        exception isa SparseBregmanError || rethrow()
        @test !isempty(exception.text)
        return exception.code
    end
    return nothing
end

"b = A * truth with five nonzeros, as orthogonal as random columns are."
function recovery(m = 40, n = 80)
    random = MersenneTwister(7)
    A = randn(random, m, n)
    A ./= sqrt.(sum(abs2, A; dims = 1))
    truth = zeros(n)
    truth[randperm(random, n)[1:5]] = randn(random, 5)
    return A, A * truth, truth
end

"A problem without a solution that a run could reach."
function noisy(m = 40, n = 80)
    random = MersenneTwister(8)
    return randn(random, m, n), randn(random, m)
end

"A run that would last for hours."
endless(; more...) =
    Solver(Problem(noisy()...), 10; method = "iht", max_iterations = 10^12, stationarity_tolerance = 0, more...)

"Runs a program in another process with this package; returns whether it succeeded, and what it printed."
function program(code; threads = 1)
    environment = copy(ENV)
    environment["JULIA_LOAD_PATH"] = join(Base.load_path(), Sys.iswindows() ? ";" : ":")
    environment["JULIA_NUM_THREADS"] = string(threads)
    output = IOBuffer()
    command = setenv(`timeout 300 $(Base.julia_cmd()) --startup-file=no -e $code`, environment)
    process = run(pipeline(ignorestatus(command); stdout = output, stderr = output))
    return success(process), String(take!(output))
end

@testset "SparseBregman" begin
    all = ["library", "cases", "objects", "path", "structure", "callbacks", "interrupt", "threads", "documents"]
    @testset "$name" for name in (isempty(ARGS) ? all : ARGS)
        include("$name.jl")
    end
end
