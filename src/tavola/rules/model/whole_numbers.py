"""Whole numbers as programs give them."""

from __future__ import annotations

from numbers import Integral


def is_whole(*numbers: object) -> bool:
    """Whether these are whole numbers, of Python or of NumPy; True and False are none."""
    return all(
        type(one) is int or (isinstance(one, Integral) and not isinstance(one, bool))
        for one in numbers
    )


def whole_seed(given: int) -> int:
    """A seed as a number of Python.  Raises ValueError for what is no whole number."""
    if not is_whole(given):
        raise ValueError(f"a seed is a whole number, not {given!r}")
    return int(given)


__all__ = ["is_whole", "whole_seed"]
