"""Options that several games share."""

from __future__ import annotations

from tavola.rules.model.declaration import Option
from tavola.rules.model.ruleset import Again, Opening, Score

OPENING = Option(
    name="opening",
    values={
        "fresh": {"opening": Opening.FRESH},
        "dice": {"opening": Opening.DICE},
        "choice": {"opening": Opening.CHOICE},
    },
)
"""How the first throw is made; the booklet's way is the default (ruling G1)."""

CUBE = Option(name="cube", values={True: {"cube": True}, False: {"cube": False}})
"""Games that are played with a cube, which a group may leave in the box."""

NO_CUBE = Option(name="cube", values={False: {"cube": False}, True: {"cube": True}})
"""Games that are played without a cube, which a group may add."""

EXTRA_THROW = Option(name="extra_throw", values={False: {}, True: {"again": Again.COMPLETE}})
"""Puff: another throw after a double of which all eight numbers were played (rulings PU-2, D12)."""

FULL_SCORE = Option(
    name="score",
    values={"single": {"score": Score.SINGLE}, "full": {"score": Score.BACKGAMMON}},
)
SIMPLE_SCORE = Option(
    name="score",
    values={"full": {"score": Score.BACKGAMMON}, "single": {"score": Score.SINGLE}},
)
"""One point, or one, two and three: where the booklet does not say it."""
