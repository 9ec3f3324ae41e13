"""Worked examples: the four Puffs."""

from __future__ import annotations

from tavola.games.examples.base import NO_KEEPING, TWO_GAMES
from tavola.rules.model.declaration import Example
from tavola.rules.model.ruleset import MatchRules

EMPTY = "W res:15 | B res:15"
EMPTY_START = Example(then=EMPTY, rule="start")
EMPTY_CUBE = (
    Example(text=f"{EMPTY} | W cube:2W", line="double; drop", then="W +2 drop 2-0", rule="G8"),
    Example(text=f"{EMPTY} | W", line="double B", then="refused not_your_turn", rule="G8"),
    Example(
        text=f"{EMPTY} | W cube:2W",
        line="double",
        then="W double 4",
        match=MatchRules(length=3, games=None),
        rule="2.2",
    ),
)

_MIRRORED = (
    Example(
        text="W 22:14 bar:1 | B res:15 | W 2-5", plays=("bar/23 22/17", "bar/23/18"), rule="G5"
    ),
    Example(text="W 12:1 18:1 | B 9:2 | W 3-3", line="18/15/12; done", then="B", rule="3.2"),
    Example(text="W 10:1 | B 3:2 | W 2-5", plays=("10/8",), rule="3.2"),
    Example(
        text="W 10:1 13:2 | B 8:1 24:1 | W 2-5",
        line="10/8*/3; done",
        then="W 3:1 13:2 | B 24:1 bar:1 | B",
        rule="G3",
    ),
    Example(
        text="W 1:2 2:1 3:1 | B 24:15 | W 1-4",
        plays=("3/2 2/off", "2/1 3/off", "1/off 3/off"),
        rule="G6",
    ),
    Example(
        text="W 6:1 | B res:15 | W 2-4 cube:2W",
        line="6/4/off; done",
        then="W +6 backgammon 6-0",
        rule="G7",
    ),
    Example(
        text="W 1:1 | B 24:10 bar:1 | W 2-4 cube:2",
        line="1/off; done",
        then="W +2 single 2-0",
        rule="G7",
    ),
    Example(
        text="W 1:2 2:2 3:2 4:2 5:2 bar:1 | B 20:2 21:2 22:2 23:2 24:2 bar:1 | W",
        line="4-3; done; " * 5,
        then="B",
        rule="G10",
    ),
    Example(
        text=f"{EMPTY} | W 3-3",
        line="res/22(4); res/21(4); done",
        then="W second",
        options={"extra_throw": True},
        rule="PU-2",
    ),
    Example(
        text="W 12:1 18:1 | B 9:2 | W 3-3",
        line="18/12; done",
        then="B",
        options={"extra_throw": True},
        rule="D12",
    ),
)
"""Puff and Russian Puff once everything is entered: White runs down, Black up."""

ONE_WAY = (
    Example(
        text="W 12:2 15:1 | B 1:1 17:1 | W 2-5",
        line="15/17*/22; done",
        then="W 12:2 22:1 | B 1:1 bar:1 | B",
        rule="G3",
    ),
    Example(
        text="W 22:1 23:1 24:2 | B 1:15 | W 1-4",
        plays=("22/23 23/off", "23/24 22/off", "24/off 22/off"),
        rule="G6",
    ),
    Example(
        text="W 10:2 11:2 12:2 bar:1 | B 5:2 6:2 24:2 | W",
        line="6-5; done; " * 5,
        then="B",
        rule="G10",
    ),
)
"""Both sides run from 1 to 24."""

_LONG = (
    *ONE_WAY,
    Example(text="W 20:1 24:1 bar:1 | B 2:2 | W 1-6", plays=("bar/1/7",), rule="3.3"),
    Example(text="W 7:1 13:1 | B 16:2 | W 3-3", line="7/10/13; done", then="B", rule="3.2"),
    Example(text="W 13:1 | B 20:2 | W 2-5", plays=("13/15",), rule="3.2"),
    Example(
        text="W 19:1 | B 6:1 24:14 | W 2-4 cube:2W",
        line="19/21/off; done",
        then="W +6 backgammon 6-0",
        rule="G7",
    ),
    Example(
        text="W 19:1 | B 24:15 | W 2-4 cube:2W",
        line="19/21/off; done",
        then="W +4 gammon 4-0",
        rule="G7",
    ),
    Example(
        text="W 24:1 | B 1:10 bar:1 | W 2-4 cube:2",
        line="24/off; done",
        then="W +2 single 2-0",
        rule="G7",
    ),
    Example(
        text=f"{EMPTY} | W 3-3",
        line="res/3(4); res/4(4); done",
        then="W second",
        options={"extra_throw": True},
        rule="PU-2",
    ),
)

PUFF_EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | W 2-4", plays=("res/23 res/21",), rule="3.2"),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.2"),
    Example(
        line=(
            "6-5; 2-1; res/24 res/23; done; 3-3; res/3(4); res/4(4); done; 6-5; res/20 res/19; done"
        ),
        then="B",
        rule="3.2",
    ),
    NO_KEEPING,
    Example(text="W 20:3 21:3 22:4 24:4 res:1 | B 23:2 | W 2-5", plays=(), rule="3.2"),
    Example(
        text="W 20:3 21:3 22:4 24:4 res:1 | B 23:2 | W 1-2",
        plays=("res/24 24/22", "res/24 22/20", "res/24 21/19", "res/24 20/18"),
        rule="3.2",
    ),
    Example(
        text="W 22:14 res:1 | B res:15 | W 2-5", plays=("res/23 22/17", "res/23/18"), rule="3.2"
    ),
    Example(text="W 24:2 bar:1 res:2 | B 23:2 | W 1-2", plays=("bar/24",), rule="D4"),
    *_MIRRORED,
    *EMPTY_CUBE,
    TWO_GAMES,
)

PUFF_LONG_EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.3"),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 3-3; res/3(4); res/4(4); done; 6-5; res/5 res/6; done",
        then="B",
        rule="3.3",
    ),
    NO_KEEPING,
    Example(text="W res:15 | B 3:2 | W 3-5", plays=(), rule="3.3"),
    Example(text="W res:15 | B 3:1 5:2 | W 3-5", plays=("res/3*",), rule="3.3"),
    Example(text="W 3:14 res:1 | B res:15 | W 2-5", plays=("res/2 3/8", "res/2/7"), rule="3.3"),
    *_LONG,
    *EMPTY_CUBE,
    TWO_GAMES,
)

PUFF_RUSSIAN_EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.4"),
    Example(
        line=(
            "6-5; 2-1; res/24 res/23; done; 3-3; res/3(4); res/4(4); done; 6-1; res/24 24/18; done"
        ),
        then="B",
        rule="3.4",
    ),
    NO_KEEPING,
    Example(
        text="W 21:1 23:1 res:13 | B res:15 | W 1-5",
        plays=(
            "res/24 res/20",
            "res/24 23/18",
            "res/24 21/16",
            "res/24/19",
            "23/22 res/20",
            "23/22 21/16",
            "23/22/17",
            "21/20 res/20",
            "21/20 23/18",
            "21/20/15",
        ),
        rule="3.4",
    ),
    Example(
        text=f"{EMPTY} | W 3-3",
        plays=("res/22(4)", "res/22(3) 22/19", "res/22(2) 22/19(2)", "res/22(2) 22/19/16"),
        rule="RP-3",
    ),
    Example(
        text="W 22:1 bar:1 res:13 | B res:15 | W 1-2",
        plays=("bar/24 res/23", "bar/24 24/22", "bar/24 22/20"),
        rule="D4",
    ),
    Example(text="W 3:1 res:1 | B 20:2 24:13 | W 5-6", plays=(), rule="3.4"),
    *_MIRRORED,
    *EMPTY_CUBE,
    TWO_GAMES,
)

PUFF_RUSSIAN_LONG_EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.5"),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 3-3; res/3(4); res/4(4); done; 6-5; res/5 1/7; done",
        then="B",
        rule="3.5",
    ),
    NO_KEEPING,
    Example(text="W 2:1 res:14 | B 4:2 | W 4-6", plays=(), rule="RP-2"),
    Example(
        text="W 1:1 3:1 res:13 | B 4:1 6:2 | W 3-5",
        plays=("res/3 res/5", "res/3 3/8", "1/4* res/5", "1/4* 3/8", "1/4*/9"),
        rule="3.5",
    ),
    *_LONG,
    *EMPTY_CUBE,
    TWO_GAMES,
)
