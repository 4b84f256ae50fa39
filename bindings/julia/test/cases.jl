# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# The cases that every language reproduces, and the inputs that every language refuses; the format is in
# tests/data/cases/README.md.

const CASES = joinpath(SOURCE, "tests", "data", "cases")
numbers(line) = parse.(Float64, split(line))
last_word(line) = String(last(split(line)))

"Takes the lines of a file one after the other."
mutable struct Lines
    lines::Vector{String}
    next::Int
end
take(lines::Lines) = lines.lines[(lines.next += 1) - 1]
function section(lines::Lines, title)
    @assert take(lines) == title
    return numbers(take(lines))
end

function option(line)
    type, name, text = split(line)
    value = type == "int" ? parse(Int, text) : type == "real" ? parse(Float64, text) : String(text)
    return Symbol(name) => value
end
option_block(lines) = Dict{Symbol,Any}(option(take(lines)) for _ in 1:parse(Int, last_word(take(lines))))

function matrix_block(lines, n)
    @assert take(lines) == "A"
    return reduce(hcat, [numbers(take(lines)) for _ in 1:n])
end

function read_case(path)
    lines = Lines(readlines(path), 1)
    loss = last_word(take(lines))
    _, n, s = parse.(Int, split(take(lines))[2:4])
    of_problem, of_solver = option_block(lines), option_block(lines)
    A, b = matrix_block(lines, n), section(lines, "b")
    weights = take(lines) == "weights 1" ? numbers(take(lines)) : nothing
    return (loss = loss, s = s, of_problem = of_problem, of_solver = of_solver, A = A, b = b, weights = weights,
        x = section(lines, "x"), objective = section(lines, "objective")[1])
end

close_to(a, b) = all(abs.(a .- b) .<= 1e-12 .* max.(1, abs.(b)))

function reproduces(case, A)
    problem = case.loss == "quadratic" ? QuadraticProblem(A, case.b; case.of_problem...) :
        Problem(A, case.b; loss = case.loss, weights = case.weights, case.of_problem...)
    result = solve(problem, case.s; case.of_solver...)
    return close_to(result.x, case.x) && close_to(result.objective, case.objective) &&
        result.support == findall(!iszero, result.x)
end

const FILES = filter(file -> endswith(file, ".txt") && file != "bad-inputs.txt", readdir(CASES))
@test length(FILES) >= 10
@testset "$file is reproduced" for file in FILES
    case = read_case(joinpath(CASES, file))
    padded = fill(NaN, size(case.A) .+ (3, 1))
    padded[1:end-3, 1:end-1] = case.A
    for A in (case.A, view(padded, 1:size(case.A, 1), 1:size(case.A, 2)), Matrix(case.A')')
        @test reproduces(case, A)
    end
    if case.loss != "quadratic"
        sparse_A = sparse(case.A)
        @test reproduces(case, SparseMatrixCSC{Float64,Int32}(sparse_A))
        @test reproduces(case, sparse_A)
        @test reproduces(case, DataMatrix(sparse_A; copy = false))
        direct = solve(sparse_A, case.b, case.s; loss = case.loss, weights = case.weights, case.of_problem..., case.of_solver...)
        @test close_to(direct.x, case.x)
    end
end

@testset "the call in one line is that of C" begin
    case = read_case(joinpath(CASES, "default.txt"))
    for A in (case.A, Matrix(case.A')')
        x, objective = solve_least_squares(A, case.b, case.s)
        @test close_to(x, case.x) && close_to(objective, case.objective)
    end
end

"The way from arrays to a result with the one change that `line` describes."
function spoil(A, b, line)
    what, words = split(line)[2], split(line)[3:end]
    index(k) = parse(Int, words[k]) + 1
    number, count = () -> parse(Float64, last(words)), () -> parse(Int, last(words))
    A, b, s, loss, weights = copy(A), copy(b), 2, "least_squares", ones(4)
    start, x, model, own, series = [1.0, 0, 0, 0, 0, 0], ones(6), "lipschitz", fill(9.0, 6), "objective"
    of_problem, of_solver = Dict{Symbol,Any}(), Dict{Symbol,Any}()
    if what == "A"
        A[index(1), index(2)] = number()
    elseif what == "b"
        b[index(1)] = number()
    elseif what == "b_length"
        b = ones(count())
    elseif what == "s"
        s = count()
    elseif what == "loss"
        loss = last(words)
    elseif what == "labels" || what == "counts"
        loss, b = what == "labels" ? "logistic" : "poisson", [number(), 1, 1, 1]
    elseif what == "weight"
        weights[index(1)] = number()
    elseif what == "weights_length"
        weights = ones(count())
    elseif what == "start"
        start[index(1)] = number()
    elseif what == "start_nonzeros"
        start[1:count()] .= 1
    elseif what == "start_length"
        start = ones(count())
    elseif what == "point_length"
        x = ones(count())
    elseif what == "dsm"
        model = last(words)
    elseif what == "dsm_weight"
        own[index(1)] = number()
    elseif what == "problem_option"
        of_problem = Dict(option(join(words, " ")))
    elseif what == "solver_option"
        of_solver = Dict(option(join(words, " ")))
    elseif what == "history"
        series = last(words)
    else
        error("unknown change $what")
    end
    problem = Problem(A, b; loss = loss, weights = weights, of_problem...)
    problem(x)
    DSM(problem, model)
    DSM(own)
    solver = Solver(problem, s; start = start, history = 1, of_solver...)
    run!(solver)
    history(solver, series)
end

lines = Lines(readlines(joinpath(CASES, "bad-inputs.txt")), 1)
n = parse(Int, split(take(lines))[3])
good_A, good_b = matrix_block(lines, n), section(lines, "b")
@testset "bad inputs are refused: $line" for line in lines.lines[lines.next+1:end]
    @test code(() -> spoil(good_A, good_b, line)) == parse(Int, first(split(line)))
end
@test parse(Int, last_word(lines.lines[lines.next])) == length(lines.lines) - lines.next
