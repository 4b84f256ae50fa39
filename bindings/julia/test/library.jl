# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Loading, versions and completeness.

const HEADER = read(joinpath(SOURCE, "include", "sparsebregman.h"), String)

@testset "every exported function is wrapped" begin
    exported = Symbol.(readlines(joinpath(SOURCE, "tests", "abi", "exported-symbols.txt")))
    exported = filter(name -> startswith(String(name), "sbreg_"), exported)
    @test length(exported) >= 80
    @test isempty(setdiff(exported, keys(SB.ADDRESSES)))
    @test isempty(setdiff(keys(SB.ADDRESSES), exported))
    @test all(address -> address[] != C_NULL, values(SB.ADDRESSES))
    for name in exported
        @test length(methods(getfield(SB, name))) == 1
    end
end

@testset "every prototype has the arguments of the header" begin
    widths = Dict("int32_t" => Int32, "sbreg_status" => Int32, "int64_t" => Int64, "double" => Float64)
    for found in eachmatch(r"SBREG_API ([^;(]*?)(sbreg_\w+)\(([^;]*?)\);"s, HEADER)
        arguments = found[3] == "void" ? 0 : length(split(found[3], ','))
        method = first(methods(getfield(SB, Symbol(found[2]))))
        @test (found[2], method.nargs - 1) == (found[2], arguments)
    end
end

@testset "versions agree" begin
    number(part) = parse(Int, match(Regex("SBREG_VERSION_$part (\\d+)"), HEADER)[1])
    @test SB.PACKAGE_VERSION == VersionNumber(number("MAJOR"), number("MINOR"), number("PATCH"))
    @test SB.sbreg_version() == number("MAJOR") * 10000 + number("MINOR") * 100 + number("PATCH")
    for (found, wanted, fits) in (
        (v"0.1.0", v"0.1.0", true), (v"0.1.2", v"0.1.0", true), (v"0.2.0", v"0.1.0", false),
        (v"0.1.0", v"0.1.1", false), (v"1.4.0", v"1.2.3", true), (v"2.0.0", v"1.2.3", false))
        if fits
            @test SB.check_version(found, wanted)
        else
            @test_throws ErrorException SB.check_version(found, wanted)
        end
    end
    text = try SB.check_version(v"0.2.0", v"0.1.0") catch exception exception.msg end
    @test occursin("0.1.0, but libsparsebregman is 0.2.0", text) && occursin("cmake --install", text)
end

@testset "a missing library says how to install it" begin
    done, output = withenv(() -> program("using SparseBregman"), "SPARSEBREGMAN_LIBRARY" => "/nowhere/lib.so")
    @test !done
    @test occursin("libsparsebregman is not found", output) && occursin("cmake --install", output)
end

@testset "a missing function of an older library is an error" begin
    address = SB.ADDRESSES[:sbreg_key_count]
    kept, address[] = address[], C_NULL
    @test_throws ErrorException SB.sbreg_key_count("solver", Ref{Int64}())
    address[] = kept
end

@testset "codes and states are those of the header" begin
    for status in instances(SB.Status), state in instances(SB.State)
        @test occursin("SBREG_$(Symbol(status)) = $(Int(status))", HEADER)
        @test occursin("SBREG_$(Symbol(state)) = $(Int(state))", HEADER)
    end
    @test sprint(print, SB.TARGET_REACHED) == "target reached"
    @test (SB.SEARCHED, SB.UNBOUNDED, SB.INCONSISTENT) == (SB.State(7), SB.State(8), SB.State(9))
    @test !any(state -> startswith(string(state), "state "), instances(SB.State))
end

@testset "a state of a newer library is shown as its number" begin
    state = SB.state_of(99)
    @test string(state) == "state 99" && sprint(show, state) == "State(99)" && state != SB.SEARCHED
    @test sprint(show, SB.SEARCHED) == "SEARCHED" && occursin("99", sprint(show, MIME("text/plain"), state))
end
