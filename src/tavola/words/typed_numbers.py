"""Whole numbers as people type them, and as addresses and forms bring them."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """What figures of 0 to 9 say, spaces around them aside; None for anything else, a sign too,
    and for more figures than `digits`: Python takes figures of other scripts, and no end of them.
    """
    plain = text.strip()
    if not plain.isascii() or not plain.isdecimal() or len(plain) > digits:
        return None
    return int(plain)


__all__ = ["whole_number"]
