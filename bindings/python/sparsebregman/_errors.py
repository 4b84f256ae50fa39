# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""One exception per status code, each also the built-in exception that a Python programmer would catch."""

from __future__ import annotations

import builtins


class LibraryError(ImportError):
    """The shared library is missing or has another version; the text says how to install it."""


class Error(Exception):
    """A call that the library refused or could not finish.

    Attributes
    ----------
    code : int
        The status code of the C interface, negative.
    text : str
        A sentence that names the argument and the value.
    """

    code = -99

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        if code is not None:
            self.code = code

    def __str__(self) -> str:  # KeyError would show the quotes
        return self.text


class ArgumentError(Error, ValueError):
    """An argument is outside its bounds."""

    code = -1


class DimensionError(Error, ValueError):
    """A size does not fit another one."""

    code = -2


class NotFiniteError(Error, ValueError):
    """Input data contain a NaN or an infinity."""

    code = -3


class OptionError(Error, KeyError):
    """No option, result, model or series of that name; the text suggests the nearest."""

    code = -4


class StateError(Error, RuntimeError):
    """Not now: the object is frozen, running, closed or not ready."""

    code = -5


class UnsupportedError(Error, NotImplementedError):
    """This combination has no meaning or no implementation; the text says the way out."""

    code = -6


class MemoryError(Error, builtins.MemoryError):
    """An allocation failed; nothing was lost."""

    code = -10


class NumericError(Error, ArithmeticError):
    """A NaN, an overflow or an indefinite matrix arose inside."""

    code = -20


class CallbackError(Error, RuntimeError):
    """A callback reported failure. Exceptions of Python callbacks come back as themselves instead."""

    code = -30


class FileError(Error, OSError):
    """A file could not be read or written."""

    code = -40


class InternalError(Error):
    """A defect of the library; please report it."""

    code = -99


_CLASSES: dict[int, type[Error]] = {cls.code: cls for cls in Error.__subclasses__()}


def exception_class(status: int) -> type[Error]:
    """The exception of a status code; a code of a newer library is an Error."""
    return _CLASSES.get(status, Error)
