"""Whole numbers as programs give them."""

from __future__ import annotations

from numbers import Integral


def is_whole(*numbers: object) -> bool:
    """Whether these are whole numbers, of Python or of NumPy; True and False are none."""
    return all(isinstance(one, Integral) and not isinstance(one, bool) for one in numbers)


__all__ = ["is_whole"]
