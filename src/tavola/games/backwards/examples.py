"""Worked examples of Backwards."""

from __future__ import annotations

from tavola.games.common_examples import (
    BACKGAMMON,
    BAR,
    CUBE_EXAMPLES,
    DANCE,
    NO_KEEPING,
    NO_TRIPLE,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

EXAMPLES = (
    START,
    TURNS,
    NO_KEEPING,
    Example(
        text="W 22:1 | B 20:1 | W 2-6",
        plays=("22/24/off", "22/20*/off", "22/24/18", "22/20*/14", "22/16/14"),
        rule="3.17",
    ),
    Example(text="W 10:1 | B 11:2 12:2 | W 1-2", plays=("10/9/7", "10/8/9"), rule="3.17"),
    Example(text="W 1:1 | B 4:2 6:2 | W 3-5", plays=(), rule="RU-1"),
    Example(text="W bar:1 1:1 | B 4:2 6:2 | W 1-4", plays=("bar/1/5",), rule="RU-1"),
    Example(
        text="W 10:1 11:1 12:5 | B 1:2 | W 6-2 left:2",
        plays=("10/12", "10/8", "11/13", "11/9", "12/14", "12/10"),
        rule="3.17",
    ),
    Example(text="W 1:1 | B 2:2 12:2 | W 6-5", plays=("1/7",), rule="G4"),
    Example(
        text="W 22:1 23:1 24:1 | B 18:2 19:2 20:2 | W 6-4 left:4", plays=("22/off",), rule="G6"
    ),
    Example(
        text="W 21:1 | B 1:1 | W 6-5",
        plays=("21/off", "21/15/20", "21/16/22", "21/15/10"),
        rule="D1",
    ),
    BAR,
    BACKGAMMON,
    NO_TRIPLE,
    *CUBE_EXAMPLES,
    DANCE,
    TWO_GAMES,
    Example(text="W 19:1 24:1 | B 6:2 | W 6-1", line="24/off", then="W 6-1 left:6", rule="G6"),
)
