# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Matrices: dense, sparse, or known by their products only."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ._callbacks import apply, apply_transpose, calling, hold, release
from ._errors import DimensionError
from ._library import FREE, library, null
from ._objects import Object
from ._values import as_real, numbers, whole

_COPY, _BORROW = 0, 1
_COL_MAJOR, _ROW_MAJOR = 0, 1
_SMALL = 1 << 18  # fewer numbers the library copies in most cases, too
_no_release = null(FREE)


class _Operator(NamedTuple):
    apply: Callable[[np.ndarray], Any]
    apply_transpose: Callable[[np.ndarray], Any]


def dense_layout(A: Any, name: str = "A") -> tuple[np.ndarray, int, int]:
    """`A` as a float64 array with its leading dimension and storage order, copied only where its layout needs it."""
    array = numbers(A, name, "an array, a sparse matrix or a LinearOperator")
    if array.dtype.kind not in "fiub" and array.dtype != object:
        raise TypeError(f"{name} must be real numbers, not {array.dtype}")
    if array.ndim != 2:
        raise DimensionError(f"{name} has shape {array.shape}, expected two dimensions")
    if array.dtype == object and hasattr(A, "dtypes"):
        for column, kind in A.dtypes.items():
            if getattr(kind, "kind", "O") not in "fiub":
                raise TypeError(f"the column {column!r} of {name} does not hold numbers, but {kind}")
    array = as_real(array, name)
    m, n = array.shape
    row, column = array.strides
    width = array.itemsize
    if array.flags.aligned and array.size > 0:
        if row == width and column >= m * width and column % width == 0:
            return array, column // width, _COL_MAJOR
        if column == width and row >= n * width and row % width == 0:
            return array, row // width, _ROW_MAJOR
    return np.ascontiguousarray(array), max(n, 1), _ROW_MAJOR


def _lacks_adjoint(A: Any) -> bool:
    try:
        A.rmatvec(np.zeros(A.shape[0]))
    except NotImplementedError:
        return True
    except Exception:
        pass
    return False


def _adjoint(A: Any) -> Callable[[np.ndarray], Any]:
    """The products with the transpose of a LinearOperator, and a sentence for one that has none."""

    def product(Y: np.ndarray) -> Any:
        try:
            return A.rmatmat(Y)
        except (NotImplementedError, TypeError):
            if not _lacks_adjoint(A):
                raise
            raise TypeError("A is a LinearOperator without rmatvec, the product with its transpose, which is needed") from None

    return product


class Matrix(Object):
    """A linear map that problems share; what depends on it alone is computed once.

    Parameters
    ----------
    A : array_like, scipy.sparse matrix or array, or scipy.sparse.linalg.LinearOperator
        Anything that is not compressed sparse columns is converted to them when it is sparse. The matrix of a
        LinearOperator is never formed.
    copy : bool, optional
        False uses the memory of a float64 array, or of a CSC matrix, in place: it must not be changed before this
        matrix and all that was made from it are gone. True copies. By default a float64 array that is stored by rows
        is copied, to columns, because the methods read columns, and so is one of less than two megabytes.

    Examples
    --------
    >>> import numpy as np, sparsebregman
    >>> A = sparsebregman.Matrix(np.eye(3))
    >>> A.shape
    (3, 3)
    """

    __slots__ = ("_shape",)
    kind = "matrix"
    _shape: tuple[int, int]

    def __init__(self, A: Any, *, copy: bool | None = None) -> None:
        if hasattr(A, "tocsc"):
            self._create_csc(A, copy)
        elif hasattr(A, "rmatmat") and hasattr(A, "matmat"):
            self._create_operator(A.shape, A.matmat, _adjoint(A))
        else:
            array, ld, order = dense_layout(A)
            self._shape = array.shape[0], array.shape[1]
            if copy is None:
                copy = order == _ROW_MAJOR or array.size < _SMALL
            create = library.matrix_create_dense
            if copy:
                self._create(False, create, *array.shape, array, ld, order, _COPY, None, _no_release)
                return
            with hold(array) as user:
                self._create(False, create, *array.shape, array, ld, order, _BORROW, user, release)

    @classmethod
    def operator(
        cls, shape: tuple[int, int], apply: Callable[[np.ndarray], Any], apply_transpose: Callable[[np.ndarray], Any]
    ) -> Matrix:
        """A matrix known by its products: ``apply(X)`` is A X for an (n, k) array, ``apply_transpose(Y)`` is A' Y."""
        self = cls.__new__(cls)
        self._create_operator(shape, apply, apply_transpose)
        return self

    def _create_csc(self, A: Any, copy: bool | None) -> None:
        A = A.tocsc()
        if A.dtype.kind not in "fiub":
            raise TypeError(f"A must be real numbers, not {A.dtype}")
        if not A.has_canonical_format:  # the library refuses unsorted and repeated entries
            A = A.copy()
            A.sum_duplicates()
        self._shape = m, n = A.shape
        values = np.ascontiguousarray(A.data, dtype=np.float64)
        width = 8 if A.indices.dtype.itemsize == 8 or A.indptr.dtype.itemsize == 8 else 4
        start, row = (np.ascontiguousarray(index, dtype=f"i{width}") for index in (A.indptr, A.indices))
        with hold((start, row, values)) as user:
            arrays = (start, row, width, 0, values)
            arguments = (m, n, *arrays, _COPY if copy else _BORROW, user, release)
            self._create(False, library.matrix_create_csc, *arguments)

    def _create_operator(self, shape: tuple[int, int], product: Any, transposed: Any) -> None:
        if not callable(product) or not callable(transposed):
            raise TypeError("apply and apply_transpose must be callable")
        m, n = shape
        self._shape = m, n = whole(m, "shape[0]"), whole(n, "shape[1]")
        with hold(_Operator(product, transposed)) as user:
            self._create(True, library.matrix_create_operator, m, n, apply, apply_transpose, user, release)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._shape

    def check_adjoint(self, seed: int = 1) -> float:
        """The largest relative difference between <Ax, y> and <x, A'y>: about 1e-16 when they are adjoint."""
        discrepancy = ctypes.c_double()
        with calling():
            library.matrix_check_adjoint(self._pointer, whole(seed, "seed"), discrepancy)
        return discrepancy.value

    def __repr__(self) -> str:
        return "<closed Matrix>" if self.closed else f"<Matrix {self.rows} x {self.columns}, {self.storage}>"
