"""Whether a difference means anything, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tavola.words import opinions
from tavola.words.translations import Words, mark


class Comparison(Protocol):
    """Sums as `study.fair_dice.Compared` has them."""

    @property
    def throws(self) -> int:
        """How many throws say something."""

    @property
    def came(self) -> float:
        """What came."""

    @property
    def expected(self) -> float:
        """What was to be expected."""

    @property
    def chance(self) -> float:
        """In what share of all cases fair dice go as far astray."""

    @property
    def enough(self) -> bool:
        """Whether there are enough throws."""


TITLES = {
    "doubles": mark("Doubles"),
    "pips": mark("Pips a throw"),
    "entering": mark("Throws that enter from the bar"),
    "hits": mark("Throws that can hit or pin"),
}
"""What is compared, by kind."""

RARE, VERY_RARE = 0.05, 0.001
"""From these shares on a difference is worth a word, and a second one."""

_NONE = mark("No difference worth speaking of.")
_FEW = mark("Too few throws to say anything.")
_CHANCE = {
    True: mark(
        "More than expected. Fair dice go as far astray in {share} of such lists: a single figure "
        "like this means little."
    ),
    False: mark(
        "Less than expected. Fair dice go as far astray in {share} of such lists: a single figure "
        "like this means little."
    ),
}
_HARDLY = {
    True: mark("Clearly more than expected: chance alone hardly ever does that."),
    False: mark("Clearly less than expected: chance alone hardly ever does that."),
}


def row(words: Words, kind: str, one: Comparison) -> list[str]:
    """A comparison for a table: what, throws, what came, what was expected, what it means."""
    return [
        words.text(TITLES[kind]),
        str(one.throws),
        figure(words, kind, one, one.came),
        figure(words, kind, one, one.expected),
        meaning(words, one),
    ]


def figure(words: Words, kind: str, one: Comparison, value: float) -> str:
    """A sum as it is told: pips as a mean, everything else as a share of the throws."""
    if not one.throws:
        return ""
    mean = value / one.throws
    return opinions.unsigned(words, mean, 2) if kind == "pips" else _share(words, mean)


def _share(words: Words, value: float) -> str:
    return opinions.share(words, value)


def meaning(words: Words, one: Comparison) -> str:
    """Whether the difference means anything: a test to both sides, in words."""
    if not one.enough:
        return words.text(_FEW)
    if one.chance >= RARE:
        return words.text(_NONE)
    more = one.came > one.expected
    if one.chance < VERY_RARE:
        return words.text(_HARDLY[more])
    return words.text(_CHANCE[more], share=_share(words, one.chance))


def rows(words: Words, tally: Mapping[str, Comparison]) -> list[list[str]]:
    """All comparisons of a player."""
    return [row(words, kind, one) for kind, one in tally.items()]


__all__ = ["TITLES", "figure", "meaning", "row", "rows"]
