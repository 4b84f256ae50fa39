# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Arguments as the library takes them, or an error that names the argument and what is wrong with it."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._errors import ArgumentError, DimensionError, OptionError
from ._spelling import hint


def whole(value: Any, name: str) -> int:
    """`value` as an integer that fits into 64 bits; what only looks like one, such as 2.0 or "2", is refused."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {value!r}") from None
    if not -(2**63) <= number < 2**63:  # ctypes would cut it off
        raise ArgumentError(f"{name} is {number}, which does not fit into 64 bits")
    return number


def label(value: Any, name: str) -> bytes:
    """A text for the library."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, got {value!r}")
    return value.encode()


def expect(value: Any, kind: type, name: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, got {value!r:.60}")


def numbers(values: Any, name: str, expected: str) -> np.ndarray:
    """`values` as an array; what NumPy would take for a single object, or rob of its mask, is refused."""
    if values is None:
        raise TypeError(f"{name} is None; it must be {expected}")
    if np.ma.isMaskedArray(values):
        count = np.ma.count_masked(values)
        if count > 0:
            entries = "entry" if count == 1 else "entries"
            raise ArgumentError(f"{name} has {count} masked {entries}: fill them, or leave out their rows")
    array = np.asarray(values)
    if array.dtype == object and array.ndim == 0:
        raise TypeError(f"{name} is a {type(values).__name__}; it must be {expected}")
    return array


def refuse_unknown(names: Iterable[str], known: Collection[str]) -> None:
    """Raises an error for a name that is a misspelling of one of `known`, or what another package calls it."""
    for name in names:
        meant = "" if name in known else hint(name, known)
        if meant:
            raise OptionError(f"there is no option '{name}'{meant}")


def real(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r:.60}") from None


def as_real(array: np.ndarray, name: str) -> np.ndarray:
    """`array` as float64, or an error that names the argument."""
    try:
        return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name} must be numbers: {error}") from None


def vector(values: ArrayLike, length: int | None, name: str) -> np.ndarray:
    """`values` as contiguous float64, copied only when they are something else; complex numbers are refused."""
    array = numbers(values, name, "an array of numbers")
    if array.dtype.kind not in "fiub" and array.dtype != object:
        raise TypeError(f"{name} must be real numbers, not {array.dtype}")
    array = np.ascontiguousarray(as_real(array, name))
    if array.ndim != 1:
        raise DimensionError(f"{name} has shape {array.shape}, expected one dimension")
    if length is not None and len(array) != length:
        raise DimensionError(f"{name} has length {len(array)}, expected {length}")
    return array


def pairs(values: ArrayLike, length: int, name: str) -> np.ndarray:
    """Complex numbers as contiguous float64, real and imaginary parts in turn."""
    array = np.ascontiguousarray(values, dtype=np.complex128)
    if array.ndim != 1:
        raise DimensionError(f"{name} has shape {array.shape}, expected one dimension")
    return vector(array.view(np.float64), length, name)


def column_names(A: Any) -> list[str] | None:
    """The names of the columns of a data frame; None for other matrices."""
    names = getattr(A, "columns", None)
    return list(names) if names is not None and hasattr(A, "dtypes") else None


def by_name(values: Any, name: str, names: list[str] | None, others: Any = None) -> Any:
    """A pandas Series or a dict of columns in the order of the columns; anything else as it is.

    Columns that it does not name have the value `others`; where there is none, all must be named.
    """
    of_pandas = hasattr(values, "iloc") and type(values.index).__name__ != "RangeIndex"  # which is no names, but places
    if not of_pandas and not isinstance(values, dict):
        return values
    if names is None:
        if isinstance(values, dict):
            raise TypeError(f"{name} is a dict, but the columns of A have no names: give one value for each, in their order")
        return values
    labels = list(values.keys())
    places = indices(np.array(labels, dtype=object), name, len(names), names) if labels else ()
    if len(set(places)) < len(places):
        raise ArgumentError(f"{name} names a column twice")
    if others is None and len(places) < len(names):
        missing = next(known for j, known in enumerate(names) if j not in set(places))
        raise DimensionError(f"{name} has no value for the column {missing!r}")
    ordered = [others] * len(names)
    for place, value in zip(places, values.values() if isinstance(values, dict) else values):
        ordered[place] = value
    return ordered


def indices(values: ArrayLike, name: str, n: int, names: list[str] | None = None) -> np.ndarray:
    """Variables as contiguous int64: one or more indices, a Boolean mask of n, or names where the columns have some."""
    array = np.atleast_1d(np.asarray(values))
    if array.dtype.kind in "UO" and names is not None:
        for value in array:
            if value not in names:
                raise OptionError(f"{name}: there is no column {value!r}{hint(str(value), [str(known) for known in names])}")
            if names.count(value) > 1:
                raise ArgumentError(f"{name}: {names.count(value)} columns are called {value!r}; give their indices")
        array = np.array([names.index(value) for value in array], dtype=np.int64)
    if array.dtype == bool:
        if array.shape != (n,):
            raise DimensionError(f"{name} has shape {array.shape}, expected ({n},) of a mask")
        array = np.flatnonzero(array)
    if array.size > 0 and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    if array.ndim != 1:
        raise DimensionError(f"{name} has shape {array.shape}, expected one dimension")
    return np.ascontiguousarray(array, dtype=np.int64)
