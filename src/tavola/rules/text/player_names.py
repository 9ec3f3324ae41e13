"""Names of players, which may come from anywhere: what steers a terminal, breaks a line or turns
the direction of writing is no part of a name.

The two joiners are, where a script or an emoji needs them: `👩‍👧` is one sign, and Persian words
have the other.  Elsewhere nobody sees them, and they would make one name two.
"""

from __future__ import annotations

from unicodedata import bidirectional, category, combining

JOINERS = "\u200c\u200d"
_FROM_THE_RIGHT = ("R", "AL", "AN")
_ISOLATE, _END = "\u2068", "\u2069"
_BREAKS = ("Zl", "Zp")
_UNSEEN = ("Cc", "Cf")
_HALF = "Cs"
"""Half a surrogate pair, which JSON may hold and no file of text."""
_EMOJI = "\ufe0f"
"""The sign after an emoji that says that it is one."""


def cleaned(name: str) -> str:
    """A name without control and direction characters; a line break becomes a space, half a sign
    the sign for one that cannot be shown."""
    if name.isprintable():
        return name
    return joined("".join(map(_cleaned, name)))


def joined(name: str) -> str:
    """A name with joiners only where they join something."""
    around = f" {name} "
    return "".join(
        sign
        for before, sign, after in zip(around, name, around[2:], strict=False)
        if sign not in JOINERS or (_joins(before) and not after.isspace() and after not in JOINERS)
    )


def isolated(name: str) -> str:
    """A name as it stands in a sentence of ours.  One that is written from right to left is kept
    apart: it would draw over the numbers and names that follow it, and `you 0, דוד 2` would read
    as if 2 came before the name."""
    apart = any(bidirectional(sign) in _FROM_THE_RIGHT for sign in name)
    return f"{_ISOLATE}{name}{_END}" if apart else name


def _cleaned(sign: str) -> str:
    """What is left of a sign of a name."""
    kind = category(sign)
    if kind in _BREAKS or (kind == "Cc" and sign.isspace()):
        return " "
    if kind == _HALF:
        return "\N{REPLACEMENT CHARACTER}"
    return "" if kind in _UNSEEN and sign not in JOINERS else sign


def _joins(sign: str) -> bool:
    """Whether a joiner after a sign can mean anything: after an emoji or its skin, a letter of the
    Arabic scripts, or the sign that takes an Indian letter its vowel."""
    emoji = sign == _EMOJI or category(sign) in ("So", "Sk")
    return emoji or bidirectional(sign) == "AL" or combining(sign) == 9


__all__ = ["JOINERS", "cleaned", "isolated", "joined"]
