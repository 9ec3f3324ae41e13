"""Worked examples: French 1, Russian, Acey Deucey."""

from __future__ import annotations

from tavola.games.examples.base import (
    BAR,
    BAR_ACES,
    BIG_NUMBER,
    DANCE,
    HIGHER,
    LAST_CHECKER,
    NO_KEEPING,
    NO_TRIPLE,
    NO_TRIPLE_WITHOUT_CUBE,
    TWO_GAMES,
)
from tavola.games.examples.puffs import EMPTY, EMPTY_CUBE, EMPTY_START, ONE_WAY
from tavola.rules.model.declaration import Example
from tavola.rules.model.ruleset import MatchRules

_NO_CUBE = Example(text=f"{EMPTY} | W", line="double", then="refused no_cube", rule="G8")

FRENCH_1_EXAMPLES = (
    EMPTY_START,
    Example(
        text=f"{EMPTY} | W 6-6",
        line="res/6(4); res/1(4); done",
        then="W 1:4 6:4 res:7 | B res:15 | W second",
        rule="3.6",
    ),
    Example(
        text="W 11:2 | B 12:2 23:2 | W 6-6",
        line="11/17(2); 17/18(2) 18/19(2); done",
        then="W second",
        rule="3.6",
    ),
    Example(text="W 11:2 | B 12:2 17:2 | W 6-6", line="done", then="W second", rule="3.6"),
    Example(
        text="W 3:14 res:1 | B res:15 | W 2-5",
        plays=("res/2 3/8", "res/2/7", "res/5 3/5"),
        rule="FR-1",
    ),
    Example(
        line="6-5; 2-1; res/2 res/1; done; 4-4; res/21(4); res/22(4); done; 5-3; res/20 res/22",
        then="B 5-3 part:1 ended:end second",
        rule="3.6",
    ),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/23 res/21",), rule="3.6"),
    Example(
        text="W 12:2 15:1 | B 17:1 24:1 | W 2-5",
        line="15/17*/22; done",
        then="W 12:2 22:1 | B 24:1 bar:1 | B",
        rule="G3",
    ),
    BAR,
    HIGHER,
    BIG_NUMBER,
    LAST_CHECKER,
    NO_TRIPLE,
    Example(
        text="W 23:1 | B res:15 | W 2-4 cube:2W",
        line="23/off; done",
        then="W +6 backgammon 6-0",
        rule="G7",
    ),
    NO_KEEPING,
    *EMPTY_CUBE,
    DANCE,
    TWO_GAMES,
)

RUSSIAN_EXAMPLES = (
    EMPTY_START,
    Example(text="W 11:2 | B 12:2 23:2 | W 6-6", line="11/17(2); done", then="B", rule="3.7"),
    Example(text=f"{EMPTY} | W 5-5", line="res/5(4); res/2(4); done", then="W second", rule="3.7"),
    Example(
        text=f"{EMPTY} | W 5-5",
        plays=("res/5(4)", "res/5(3) 5/10", "res/5(2) 5/10(2)", "res/5(2) 5/10/15"),
        rule="RB-1",
    ),
    Example(
        text="W 1:1 res:14 | B res:15 | W 5-3",
        plays=("res/5 res/3", "res/5 1/4", "res/5/8", "res/3 1/6"),
        rule="RB-1",
    ),
    Example(
        text="W 1:1 res:14 | B res:15 | W 5-3",
        plays=("res/5 res/3",),
        options={"entry": 15},
        rule="RB-1",
    ),
    Example(
        line="6-5; 2-1; res/1 res/2; done; 6-4; res/4 res/6; done; 6-5; res/5 1/7; done",
        then="B",
        rule="3.7",
    ),
    Example(text=f"{EMPTY} | B 2-4", plays=("res/2 res/4",), rule="3.7"),
    *ONE_WAY,
    BAR,
    HIGHER,
    LAST_CHECKER,
    NO_TRIPLE_WITHOUT_CUBE,
    Example(
        text="W 23:1 | B 6:1 24:14 | W 2-4",
        line="23/off; done",
        then="W +3 backgammon 3-0",
        rule="G7",
    ),
    NO_KEEPING,
    _NO_CUBE,
    TWO_GAMES,
)

ACEY_DEUCEY_EXAMPLES = (
    EMPTY_START,
    Example(text=f"{EMPTY} | W 6-3", plays=("res/6 res/3", "res/6/9"), rule="3.10"),
    Example(
        text="W 3:1 6:1 bar:1 res:12 | B res:15 | W 4-2",
        plays=("bar/4 res/2", "bar/4 6/8", "bar/4 3/5", "bar/4/6", "bar/2 6/10", "bar/2 3/7"),
        rule="AD-1",
    ),
    Example(
        text="W 6:1 bar:1 | B 2:2 4:2 | W 4-2",
        plays=("6/10/12",),
        options={"bar_first": False},
        rule="AD-1",
    ),
    BAR_ACES,
    Example(text="W 10:1 20:1 | B 11:2 12:2 21:2 22:2 | W 1-2", line="done", then="B", rule="3.10"),
    Example(text="W 10:1 | B 13:2 | W 1-2", line="10/12; done", then="B", rule="D6"),
    Example(
        text="W 10:1 20:1 | B 11:2 13:2 21:2 | W 1-2",
        line="20/22/23",
        then="W 1-2 part:1 choose",
        rule="3.10",
    ),
    Example(
        line="6-5; 2-1; res/2 res/1; choose 5; res/5(4); done; 2-1; res/2 res/1; choose 6; undo",
        then="W 2-1 part:1 choose second",
        rule="3.10",
    ),
    Example(
        text="W 10:1 20:2 | B 13:2 16:2 | W 2-1",
        line="20/22/23; choose 5; 10/15/20/off 20/off; done",
        then="W second",
        rule="AD-3",
    ),
    Example(
        text="W 10:1 20:1 | B 13:2 15:2 | W 2-1",
        line="20/22/23; choose 5; done",
        then="B",
        rule="AD-3",
    ),
    Example(
        line="6-5; 4-4; res/4(4); done; 2-3; res/22 res/23; done; 6-5; res/6/11; done",
        then="B",
        rule="3.10",
    ),
    Example(
        text="W 12:2 15:1 | B 17:1 24:1 | W 2-5",
        line="15/17*/22; done",
        then="W 12:2 22:1 | B 24:1 bar:1 | B",
        rule="G3",
    ),
    HIGHER,
    BIG_NUMBER,
    LAST_CHECKER,
    Example(
        text="W 23:2 | B 24:7 bar:1 res:3 | W 6-4",
        line="23/off(2); done",
        then="W +11 single 11-0",
        rule="AD-2",
    ),
    NO_KEEPING,
    _NO_CUBE,
    DANCE,
    Example(
        line="3-1; resign 1; accept; next; 3-1; resign 1; accept",
        then="B +15 resign 0-30",
        match=MatchRules(games=3),
        rule="2.3",
    ),
)
