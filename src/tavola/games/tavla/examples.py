"""Worked examples of Tavla."""

from __future__ import annotations

from tavola.games.common_examples import (
    DANCE,
    GO_ROUND,
    NO_CUBE,
    NO_KEEPING,
    ORDINARY,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

_LOST = "W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3"
_HIT = "W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1"
_ALONE = "W 17:1 24:14 | B 6:14 20:1 | W 3-1"

EXAMPLES = (
    START,
    *ORDINARY,
    Example(
        text="W 1:2 12:3 17:3 18:2 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1",
        line="17/20 19/20; done",
        then="B",
        rule="TV-1",
    ),
    Example(
        text="W 1:1 12:4 17:3 18:2 19:5 | B 6:5 8:3 13:4 20:1 24:2 | W 3-1",
        line="17/20* 19/20; done",
        then="B",
        rule="TV-3",
    ),
    Example(
        text=_HIT,
        plays=(
            "12/16",
            "12/13 17/20*",
            "12/13 19/22",
            "17/21",
            "17/18 12/15",
            "17/18 19/22",
            "19/23",
            "19/20* 12/15",
            "17/20* 19/20",
            "19/20* 19/22",
        ),
        rule="TV-2",
    ),
    Example(text=_HIT, line="17/20*; 20/21", then="refused hitter_stays", rule="TV-2"),
    Example(text=_ALONE, plays=("17/18/21", "17/20* 24/off"), rule="TV-2"),
    Example(
        text="W 12:1 24:14 | B 6:13 15:1 21:1 | W 6-3",
        plays=("12/15*/21*", "12/18/21*"),
        rule="TV-2",
    ),
    Example(
        text="W bar:1 24:14 | B 4:1 8:13 10:1 | W 6-4",
        plays=("bar/4*/10*", "bar/6/10*"),
        rule="TV-2",
    ),
    Example(
        text="W 5:1 19:14 | B 7:1 8:1 1:13 | B 3-3",
        line="8/5*; 5/2",
        then="refused hitter_stays",
        rule="TV-2",
    ),
    Example(
        text="W 18:2 24:13 | B 6:14 20:1 | W 2-2",
        plays=("18/20* 18/20/22/24",),
        rule="TV-3",
    ),
    Example(
        text="W 18:2 24:13 | B 6:14 20:1 | W 2-2",
        line="18/20*; 18/20; 20/22; 20/22",
        then="refused hitter_stays",
        rule="TV-3",
    ),
    Example(
        text="W 17:1 18:1 24:13 | B 6:13 20:1 21:1 | W 3-3",
        plays=("17/20* 18/21*",),
        rule="TV-3",
    ),
    Example(text="W 20:1 24:1 | B 6:14 22:1 | W 2-2", plays=("20/22*",), rule="TV-4"),
    Example(text="W 20:1 23:1 | B 6:14 22:1 | W 3-2", plays=("20/23 23/off",), rule="TV-4"),
    Example(
        text="W 18:1 19:1 24:13 | B 6:14 22:1 | W 4-3",
        line="18/22*; 22/off",
        then="refused hitter_stays",
        rule="TV-4",
    ),
    Example(text="W 20:1 | B 21:1 | W 6-1", plays=("20/off",), rule="TV-4"),
    TURNS,
    NO_KEEPING,
    Example(text=_LOST, line="23/off; done", then="W +2 gammon 2-0", rule="TV-1"),
    Example(
        text="W 23:1 | B 6:5 5:5 4:3 24:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="TV-1",
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="TV-1"),
    NO_CUBE,
    GO_ROUND,
    DANCE,
    TWO_GAMES,
    Example(
        text=_ALONE,
        plays=("17/18/21", "17/20*/21", "17/20* 24/off"),
        options={"hit_and_run": True},
        rule="TV-2",
    ),
    Example(
        text=_LOST,
        line="23/off; done",
        then="W +3 backgammon 3-0",
        options={"score": "full"},
        rule="TV-1",
    ),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="TV-1"),
)
