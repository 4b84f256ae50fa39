# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
#
# Matrices: dense, sparse, or known by their products only.

const COL_MAJOR, ROW_MAJOR = Int32(0), Int32(1)
const COPY, BORROW = Int32(0), Int32(1)

"`A` as an array that the library can read, its leading dimension and its order; copied only where its layout needs it."
function dense_layout(A::StridedMatrix{Float64})
    isempty(A) || stride(A, 1) == 1 && stride(A, 2) >= size(A, 1) || return dense_layout(Matrix(A))
    return A, max(stride(A, 2), 1), COL_MAJOR
end
function dense_layout(A::Union{Transpose{Float64,<:StridedMatrix},Adjoint{Float64,<:StridedMatrix}})
    array, ld, order = dense_layout(parent(A))
    return array, ld, ROW_MAJOR
end
dense_layout(A::AbstractMatrix) = dense_layout(Matrix{Float64}(A))
dense_layout(A::AbstractMatrix{<:Complex}) = throw(ArgumentError("the library has real matrices only, not $(eltype(A))"))

function DataMatrix(A::AbstractMatrix; copy::Bool = false, matrixfree::Bool = false)
    matrixfree && return operator(A)
    array, ld, order = dense_layout(A)
    ownership = copy || order == ROW_MAJOR ? COPY : BORROW # the methods read columns
    return create(DataMatrix, ownership == BORROW ? array : nothing) do out
        sbreg_matrix_create_dense(out, size(A)..., array, ld, order, ownership, C_NULL, C_NULL)
    end
end

function DataMatrix(A::SparseMatrixCSC{Float64,I}; copy::Bool = true, matrixfree::Bool = false) where {I<:Union{Int32,Int64}}
    matrixfree && return operator(A)
    arrays = A.colptr, A.rowval, A.nzval
    return create(DataMatrix, copy ? nothing : arrays) do out
        sbreg_matrix_create_csc(out, size(A)..., arrays[1], arrays[2], sizeof(I), 1, arrays[3], copy ? COPY : BORROW, C_NULL, C_NULL)
    end
end

const SparseLike = Union{AbstractSparseMatrix,Transpose{<:Any,<:AbstractSparseMatrix},Adjoint{<:Any,<:AbstractSparseMatrix}}

function DataMatrix(A::SparseLike; copy::Bool = true, matrixfree::Bool = false)
    matrixfree && return operator(A)
    eltype(A) <: Complex && throw(ArgumentError("the library has real matrices only, not $(eltype(A))"))
    return DataMatrix(SparseMatrixCSC{Float64,Int}(A); copy = false) # already a copy
end

DataMatrix(A::DataMatrix) = A
DataMatrix(A) = operator(A)

"The functions behind a matrix known by its products; `apply(Y, X)` fills Y."
mutable struct Products
    apply::Any
    apply_transpose::Any
end

function create_operator(m::Integer, n::Integer, products::Products)
    return create(DataMatrix, products) do out
        sbreg_matrix_create_operator(
            out, m, n, apply_pointer(), apply_transpose_pointer(), pointer_from_objref(products), C_NULL)
    end
end

function DataMatrix(m::Integer, n::Integer, apply, apply_transpose)
    # A copy of X: what a function keeps must not point into the library.
    return create_operator(m, n, Products(
        (Y, X) -> deliver!(Y, apply(copy(X)), "apply"),
        (Y, X) -> deliver!(Y, apply_transpose(copy(X)), "apply_transpose")))
end

function operator(A)
    length(size(A)) == 2 || refuse(E_DIMENSION, "A has size ", size(A), ", expected two dimensions")
    m, n = size(A)
    transposed = adjoint(A)
    columns(B) = (Y, X) -> foreach(j -> mul!(view(Y, :, j), B, view(X, :, j)), 1:size(X, 2))
    return create_operator(m, n, Products(columns(A), columns(transposed)))
end

"Copies what a function of the user's returned into the library's array."
function deliver!(destination::AbstractArray, result, name)
    size(destination) == size(result) ||
        refuse(E_DIMENSION, name, " returned an array of size ", size(result), ", expected ", size(destination))
    copyto!(destination, result)
    return nothing
end

function apply(products::Products, rows, columns, k, X, Y)
    products.apply(unsafe_wrap(Array, Y, (rows, k)), unsafe_wrap(Array, X, (columns, k)))
    return nothing
end
function apply_transpose(products::Products, rows, columns, k, X, Y)
    products.apply_transpose(unsafe_wrap(Array, Y, (columns, k)), unsafe_wrap(Array, X, (rows, k)))
    return nothing
end
@callback apply(rows::Int64, columns::Int64, k::Int64, X::Ptr{Float64}, Y::Ptr{Float64})
@callback apply_transpose(rows::Int64, columns::Int64, k::Int64, X::Ptr{Float64}, Y::Ptr{Float64})

Base.size(A::DataMatrix) = (A.rows, A.columns)

"""
    check_adjoint(A; seed = 1)

The largest relative difference between <Ax, y> and <x, A'y>: about 1e-16 when they are adjoint.
"""
function check_adjoint(A::DataMatrix; seed::Integer = 1)
    discrepancy = Ref{Float64}()
    calling(() -> sbreg_matrix_check_adjoint(A, seed, discrepancy), A)
    return discrepancy[]
end

Base.show(io::IO, A::DataMatrix) =
    isopen(A) ? print(io, "DataMatrix(", A.rows, " x ", A.columns, ", ", A.storage, ")") : print(io, "DataMatrix(closed)")
