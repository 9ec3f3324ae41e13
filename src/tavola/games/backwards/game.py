"""Backwards."""

from __future__ import annotations

from tavola.games.backwards.examples import EXAMPLES
from tavola.games.common import CUBE, OPENING
from tavola.games.common_examples import STANDARD
from tavola.rules.model.declaration import Game, Telling
from tavola.rules.model.ruleset import Ruleset

GAME = Game(
    id="backwards",
    place=18,
    family="twists",
    rules=Ruleset(backward=True, win_is_complete=True),
    options=(OPENING, CUBE),
    source=(
        "Booklet, Backwards. Backward steps stay on the board and obey the same landing rules; "
        "entering and bearing off go forwards only. They count for the duty to play, but a play "
        "that bears off the last checker is always complete."
    ),
    examples=EXAMPLES,
    telling=(Telling(text=f"{STANDARD} | W 6-1", play="12/18 19/18"),),
)
