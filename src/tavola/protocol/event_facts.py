"""What happened, as answers tell it: kinds of facts with their details, and how games end."""

from __future__ import annotations

from tavola.protocol.errors import Json
from tavola.protocol.state_view import score
from tavola.protocol.states import letter
from tavola.rules.turn.state import Fact, State

KINDS: dict[str, tuple[str, ...]] = {
    # dice
    "opening": ("W", "B"),
    "automatic_double": ("value",),
    "starts": (),
    "threw": ("dice",),
    "named": ("dice",),
    "chose": ("number",),
    "corrected": (),
    # checkers
    "step": ("number", "from", "to", "hit", "burst", "captured", "pins", "frees"),
    "jumped": ("from", "to"),
    "undone": (),
    "void": ("dice",),
    "lost": ("numbers",),
    "passed": (),
    # the end of a throw
    "again": (),
    "second_throw": (),
    "handed": ("number", "times"),
    "turn": (),
    # offers
    "doubled": ("value",),
    "took": ("value",),
    "dropped": (),
    "beavered": ("value",),
    "resigned": ("value",),
    "accepted": (),
    "refused": ("value",),
    "offered_draw": ("value",),
    "agreed": (),
    "declined": (),
    # only in records of matches played elsewhere
    "illegal": ("moved",),
    "conceded": ("value",),
    "forfeited": ("points",),
    # games
    "game_over": ("points", "how"),
    "match_over": ("W", "B"),
    "game": ("game",),
}
"""Every kind of fact with its details."""

SOMETIMES = ("hit", "burst", "captured", "pins", "frees")
"""Details of a step that are only there where it did something to the enemy: the point; `burst` is
how many checkers stood there, if more than one."""

_NAMES = {"source": "from", "target": "to", "white": "W", "black": "B"}


def fact_json(after: State, fact: Fact) -> Json:
    """A fact that led to the state `after`."""
    details = {_NAMES.get(name, name): value for name, value in fact.details.items()}
    if "score" in details:
        details = score(after)
    return {"kind": fact.kind, "side": letter(fact.side), "details": details}
