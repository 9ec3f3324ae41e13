"""Typed buffers for both ways to run: NumPy arrays where the kernel is compiled, else arrays of
Python's own `array` module, so that a stored table can be read without NumPy."""

from __future__ import annotations

from array import array
from typing import Any

from tavola.rules.kernel.backend import compiled

Reals = Any
"""A flat buffer of floating-point numbers."""

_CODES = {"int8": "b", "uint16": "H", "int32": "i", "int64": "q", "float32": "f", "float64": "d"}
KINDS = tuple(_CODES)
"""Kinds of numbers that buffers hold, by their NumPy names."""


def zeros(kind: str, length: int) -> Any:
    """A buffer of zeros."""
    if not compiled:
        code = _CODES[kind]
        return array(code, bytes(array(code).itemsize * length))
    import numpy

    return numpy.zeros(length, dtype=kind)


def filled(kind: str, length: int, value: float) -> Any:
    """A buffer of equal numbers."""
    if not compiled:
        return array(_CODES[kind], [value]) * length
    import numpy

    return numpy.full(length, value, dtype=kind)


def buffer(kind: str, values: Any) -> Any:
    """A buffer with the given numbers: a copy."""
    if not compiled:
        return array(_CODES[kind], values)
    import numpy

    return numpy.array(values, dtype=kind)


def from_bytes(kind: str, data: bytes) -> Any:
    """A buffer from memory that `tobytes` gave on a machine of the same byte order."""
    made = array(_CODES[kind])
    made.frombytes(data)
    if not compiled:
        return made
    import numpy

    return numpy.array(numpy.frombuffer(data, dtype=kind))


def joined(kind: str, parts: list[Any]) -> Any:
    """One buffer behind the other."""
    return from_bytes(kind, b"".join(part.tobytes() for part in parts))
