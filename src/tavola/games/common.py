"""Options that several games share."""

from __future__ import annotations

from tavola.rules.model.declaration import Option, mark
from tavola.rules.model.ruleset import Again, Opening, Score, Setup

OPENING = Option(
    name="opening",
    values={
        "fresh": {"opening": Opening.FRESH},
        "dice": {"opening": Opening.DICE},
        "choice": {"opening": Opening.CHOICE},
    },
    label=mark("First throw"),
    labels={
        "fresh": mark("a fresh throw of two dice"),
        "dice": mark("the two opening dice"),
        "choice": mark("the starter chooses"),
    },
)
"""How the first throw is made; the booklet's way is the default (ruling G1)."""


def entry(*counts: int) -> Option:
    """How many checkers must enter before others may move; the first count is the ruling of a game
    (rulings FR-1, RB-1)."""
    return Option(
        name="entry",
        values={count: {"enter_first": count} for count in counts},
        label=mark("Checkers that must enter first"),
        labels={2: mark("2 checkers"), 15: mark("all 15"), 1: mark("1 checker")},
    )


CUBE = Option(
    name="cube",
    values={True: {"cube": True}, False: {"cube": False}},
    label=mark("Doubling cube"),
)
"""Games that are played with a cube, which a group may leave in the box."""

NO_CUBE = Option(
    name="cube",
    values={False: {"cube": False}, True: {"cube": True}},
    label=mark("Doubling cube"),
)
"""Games that are played without a cube, which a group may add."""

EXTRA_THROW = Option(
    name="extra_throw",
    values={False: {}, True: {"again": Again.COMPLETE}},
    label=mark("Another throw after a complete double"),
)
"""Puff: another throw after a double of which all eight numbers were played (rulings PU-2, D12)."""

FULL_SCORE = Option(
    name="score",
    values={"single": {"score": Score.SINGLE}, "full": {"score": Score.BACKGAMMON}},
    label=mark("Score"),
    labels={
        "single": mark("always 1"),
        "full": mark("1, 2 or 3"),
    },
)
SIMPLE_SCORE = Option(
    name="score",
    values={"full": {"score": Score.BACKGAMMON}, "single": {"score": Score.SINGLE}},
    label=mark("Score"),
    labels={
        "full": mark("1, 2 or 3"),
        "single": mark("always 1"),
    },
)
"""One point, or one, two and three: where the booklet does not say it."""

DOUBLE_SCORE = Option(
    name="score",
    values={"double": {"score": Score.GAMMON}, "full": {"score": Score.BACKGAMMON}},
    label=mark("Score"),
    labels={
        "double": mark("1 or 2"),
        "full": mark("1, 2 or 3"),
    },
)
"""One point or two: where most sources know no triple game and some do (ruling PO-2)."""

PARALLEL_SCORE = Option(
    name="score",
    values={"double": {"score": Score.GAMMON}, "single": {"score": Score.SINGLE}},
    label=mark("Score"),
    labels={
        "double": mark("1 or 2"),
        "single": mark("always 1"),
    },
)
"""Games on parallel tracks: one point or two; some tables count every game 1."""

PARALLEL_START = (Setup(points=((1, 15),)), Setup(points=((13, 15),)))
"""All checkers on the first point of the own track, in opposite corners."""
