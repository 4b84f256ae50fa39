# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The manual page and the example run as they are printed, and every public name is documented.

"The blocks of a page as one program, run in a module of its own; what it prints is returned."
function run_page(page, before = "")
    text = read(joinpath(SOURCE, page), String)
    blocks = [found[1] for found in eachmatch(r"```julia\n(.*?)```"s, text)]
    sandbox = Module(:Page)
    Core.eval(sandbox, :(using SparseBregman))
    foreach(block -> include_string(sandbox, block, page), [before; blocks])
    return length(blocks)
end

@testset "the manual runs from top to bottom" begin
    @test run_page("docs/julia.md") >= 8
    @test run_page("README.md", "A = randn(40, 60); b = A * ones(60)") == 1
end

@testset "every exported name is documented" begin
    for name in filter(!=(:SparseBregman), names(SparseBregman))
        @test haskey(Base.Docs.meta(SB), Base.Docs.Binding(SB, name))
    end
end

@testset "the example recovers" begin
    path = joinpath(@__DIR__, "..", "examples", "recovery.jl")
    done, output = program("empty!(ARGS); include($(repr(path)))")
    @test done && occursin("recovered", output) && !occursin("NOT", output)
end
