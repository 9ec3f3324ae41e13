"""How the kernel runs: compiled by Numba over arrays, or as plain Python over lists.

`TAVOLA_COMPILE` chooses: `0` never, `1` always (wait for the compiler), otherwise as the caller of
`use` decided before the kernel was imported (default: compiled if Numba is there).
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

if TYPE_CHECKING:
    Ints = Any
else:
    Ints = object
"""A flat buffer of integers: NumPy array or list."""


def _wanted() -> bool:
    return os.environ.get("TAVOLA_COMPILE", "") != "0"


def _numba_jit() -> Callable[[Function], Function] | None:
    if not _wanted():
        return None
    try:
        import numba
    except ImportError:
        return None
    decorate: Callable[[Function], Function] = numba.njit(cache=True)
    return decorate


_decorator = _numba_jit()

compiled: bool = _decorator is not None
"""Whether the kernel of this process is compiled."""


def jit(function: Function) -> Function:
    """Compile `function` if this process compiles, else give it back."""
    return function if _decorator is None else _decorator(function)


def small(values: int | Sequence[int]) -> Ints:
    """A buffer of numbers from -128 to 127: zeros of a length, or a copy."""
    return _buffer(values, "int8")


def large(values: int | Sequence[int]) -> Ints:
    """A buffer of 64-bit numbers: zeros of a length, or a copy."""
    return _buffer(values, "int64")


def _buffer(values: int | Sequence[int], kind: str) -> Ints:
    if not compiled:
        given = bytes(values) if isinstance(values, int) else values
        return array("b", given) if kind == "int8" else list(given)
    import numpy

    if isinstance(values, int):
        return numpy.zeros(values, dtype=kind)
    return numpy.array(values, dtype=kind)
