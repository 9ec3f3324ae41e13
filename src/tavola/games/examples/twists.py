"""Worked examples: the base game with one sentence changed."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.examples.base import (
    BACKGAMMON,
    BACKGAMMON_WITHOUT_CUBE,
    BAR,
    BAR_ACES,
    BIG_NUMBER,
    DANCE,
    HIGHER,
    LAST_CHECKER,
    NO_BAN,
    NO_CUBE,
    NO_KEEPING,
    NO_TRIPLE,
    NO_TRIPLE_WITHOUT_CUBE,
    NOT_YOUR_DOUBLE,
    ORDINARY,
    REFUSED_DOUBLE,
    STANDARD,
    START,
    TURNS,
    TWO_GAMES,
)
from tavola.rules.model.declaration import Example

SWAPPED = replace(TWO_GAMES, then="B +1 resign 1-1")
"""Colours change after every game: White resigns twice, and each player has a point."""

_CUBE = (REFUSED_DOUBLE, NOT_YOUR_DOUBLE, NO_BAN)

BACKWARDS_EXAMPLES = (
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
    *_CUBE,
    DANCE,
    TWO_GAMES,
)

STRAIGHT_EXAMPLES = (
    START,
    NO_KEEPING,
    Example(
        text=f"{STANDARD} | B 6-1",
        plays=("8/14 13/14", "8/14 8/9", "8/14 6/7", "8/14/15", "13/14/20", "6/7/13"),
        rule="3.18",
    ),
    Example(text="W 4:2 5:2 | B bar:1 13:1 | B 4-2", plays=("bar/2 13/17", "bar/2/6"), rule="3.18"),
    BAR,
    BAR_ACES,
    HIGHER,
    BIG_NUMBER,
    LAST_CHECKER,
    Example(
        text="W 23:1 | B 6:1 24:14 | W 2-1",
        line="23/off; done",
        then="W +3 backgammon 3-0",
        rule="G7",
    ),
    Example(
        text="W 19:2 | B 24:15 | W 6-6", line="19/off(2); done", then="W +2 gammon 2-0", rule="G7"
    ),
    NO_TRIPLE,
    *_CUBE,
    Example(
        line="6-5; 2-1; 12/14 1/2; done; 1-1; 6/7(2) 8/9(2); done; 4-3; 1/8*; done",
        then="B",
        rule="3.18",
    ),
    Example(text="W bar:1 12:2 | B 6:2 24:2 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    Example(text="W 11:1 12:5 | B 1:2 | W 6-1 left:1", plays=("11/12", "12/13"), rule="G3"),
    SWAPPED,
)

FIXED_THROW_EXAMPLES = (
    START,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        line="6-5; 6-5; 1/12; done; 6-5; 24/13; done; 4-3", then="refused fixed_throw", rule="3.19"
    ),
    Example(
        line="6-5; 2-1; 12/14 1/2; done; 2-1; 24/23 13/11; done", then="W fixed:2-1", rule="3.19"
    ),
    Example(
        text="W bar:1 23:2 24:2 | B bar:1 1:2 2:2 | W 2-1",
        line="done; 2-1; done",
        then="= stalemate 0-0",
        rule="FW-2",
    ),
    Example(
        text="W bar:1 | B 5:1 | W fixed:5-5",
        line="5-5; bar/5*/20; done; 5-5; bar/20*/5; done; " * 2,
        then="= repetition 0-0",
        rule="G10",
    ),
    Example(
        text="W bar:1 | B 5:1 | W fixed:5-5",
        line="5-5; bar/5*/20; done; 5-5; bar/20*/5; done; " * 2 + "5-5; bar/5*/20; done",
        then="B fixed:5-5",
        options={"repetition": False},
        rule="G10",
    ),
    Example(line="6-5; 4-4", then="refused bad_dice", options={"doubles": False}, rule="FW-1"),
    NO_KEEPING,
    BACKGAMMON,
    NO_TRIPLE,
    *_CUBE,
    TWO_GAMES,
)

NO_HIT_EXAMPLES = (
    START,
    *ORDINARY,
    NO_KEEPING,
    Example(
        text="W 10:1 | B 12:1 14:1 16:1 | W 2-4",
        line="10/14*/16*; done",
        then="B +1 hit 0-1",
        rule="SF-1",
    ),
    Example(
        text="W 1:1 10:1 | B 12:1 14:1 | W 2-4",
        plays=("1/3/7", "1/3 10/14*", "10/12* 1/5", "10/12*/16", "10/14*/16"),
        rule="3.20",
    ),
    Example(text="W 20:1 | B 21:1 | W 6-1", plays=("20/off", "20/21*/off"), rule="D1"),
    Example(text="W 20:1 | B 21:1 | W 6-1", line="20/off; done", then="W +1 single 1-0", rule="D1"),
    Example(
        text="W 20:1 | B 21:1 | W 6-1", line="20/21*/off; done", then="B +1 hit 0-1", rule="D10"
    ),
    replace(TURNS, then="B +1 hit 0-1"),
    Example(
        text=f"{STANDARD} | W 6-5",
        line="1/12; done; 6-4; 24/18 13/9; done; 5-1; 12/18*; done",
        then="B +3 hit 0-3",
        options={"hit_value": "status"},
        rule="SF-1",
    ),
    BACKGAMMON,
    NO_TRIPLE,
    *_CUBE,
    DANCE,
    TWO_GAMES,
)

OPEN_THROW_EXAMPLES = (
    START,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        line=("6-5; 2-1; 1-1; 12/14 1/2; done; 4-3; 24/23(2) 8/7 6/5; done; 6-6; 1/5* 2/5; done"),
        then="B ahead:B6-6",
        rule="3.21",
    ),
    Example(line="6-5; 3-1; 12/15", then="refused not_now", rule="3.21"),
    Example(
        text=f"{STANDARD} | W ahead:W3-1",
        line="double; take; 6-6; 17/20 19/20; done; 5-2; 24/18(2) 13/7(2); done",
        then="W ahead:W5-2 cube:2B",
        options={"cube": True},
        rule="OW-1",
    ),
    replace(DANCE, line="4-3; " + "4-3; done; " * 5, then="B ahead:B4-3"),
    NO_KEEPING,
    BACKGAMMON_WITHOUT_CUBE,
    NO_TRIPLE_WITHOUT_CUBE,
    NO_CUBE,
    TWO_GAMES,
)

REVERSE_EXAMPLES = (
    START,
    TURNS,
    NO_KEEPING,
    *ORDINARY,
    LAST_CHECKER,
    Example(
        text="W 24:1 | B 1:15 | W 3-1", line="24/off; done", then="B +1 single 0-1", rule="3.22"
    ),
    Example(
        text="W 24:1 | B 1:15 | W 6-6 cube:2B",
        line="24/off; done",
        then="B +2 single 0-2",
        rule="VK-1",
    ),
    Example(line="6-5; resign 2", then="refused bad_resignation", rule="VK-1"),
    *_CUBE,
    DANCE,
    TWO_GAMES,
)

_SNAKE = "W 1:2 2:2 3:2 bar:9 | B 6:5 8:3 13:5 24:2"
SNAKE_EXAMPLES = (
    Example(then=_SNAKE, rule="3.23"),
    Example(text=f"{_SNAKE} | W 6-4", plays=("bar/4",), rule="3.23"),
    Example(text=f"{_SNAKE} | W 6-6", plays=(), rule="3.23"),
    Example(
        text=f"{_SNAKE} | B 6-5",
        plays=("24/18 24/19", "24/18/13", "24/19 13/7", "13/8 24/18", "13/8 13/7"),
        rule="3.23",
    ),
    Example(
        line="6-5; 2-1; bar/2 bar/1; done; 1-1; 24/23(2) 8/7 6/5; done; 5-3; bar/5* bar/3; done",
        then="W 1:3 2:3 3:3 5:1 bar:5 | B 6:4 7:1 8:2 13:5 23:2 bar:1 | B",
        rule="3.23",
    ),
    Example(
        then="W 1:2 12:5 17:3 19:5 | B 22:2 23:2 24:2 bar:9",
        options={"snake": "black"},
        rule="SN-1",
    ),
    NO_KEEPING,
    *ORDINARY,
    LAST_CHECKER,
    BACKGAMMON,
    NO_TRIPLE,
    *_CUBE,
    DANCE,
    SWAPPED,
)

FREE_CHOICE_EXAMPLES = (
    Example(then=f"{STANDARD} | W", rule="DF-1"),
    Example(line="name 4-4", then="refused no_double_named", rule="3.24"),
    Example(line="4-3", then="refused not_now", rule="3.24"),
    Example(
        line=(
            "name 2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 6-4; 13/7 13/9; done; "
            "name 4-3; 1/5* 2/5; done"
        ),
        then="B",
        rule="DF-1",
    ),
    Example(
        text=f"{STANDARD} | B",
        line="6-6; 24/18(2) 13/7(2); done; 1-1; 8/7(2) 7/6(2); done",
        then="W",
        rule="3.24",
    ),
    Example(
        text="W 1:15 | B 6:4 | B 6-6",
        line="6/off(4); done",
        then="B +3 backgammon 0-3",
        rule="3.24",
    ),
    Example(
        text="W bar:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 | W", line="name 2-1; done", then="B", rule="DF-2"
    ),
    Example(
        text="W 6:2 7:2 11:2 12:2 | B 8:1 13:1 | B",
        line="2-1; done; 6-5; 13/2; done",
        then="W",
        rule="D7",
    ),
    Example(then=f"{STANDARD} | B", options={"namer": "black"}, rule="DF-1"),
    *(example for example in ORDINARY if example is not BAR_ACES),
    replace(BAR_ACES, options={"namer": "black"}),
    LAST_CHECKER,
    BACKGAMMON,
    NO_TRIPLE,
    *_CUBE,
    replace(DANCE, line="name 4-3; done; 4-3; done; 4-3; done; " * 2 + "name 4-3; done"),
    replace(SWAPPED, line="resign 1; accept; next; resign 1; accept"),
)
