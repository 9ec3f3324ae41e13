"""Worked examples: Backgammon, Mexican, Old Britain."""

from __future__ import annotations

from tavola.games.examples.base import (
    BACKGAMMON,
    BACKGAMMON_WITHOUT_CUBE,
    BAR,
    BAR_ACES,
    BIG_NUMBER,
    BOTH,
    DANCE,
    GO_ROUND,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
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

BACKGAMMON_EXAMPLES = (
    START,
    Example(
        line="2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 4-3; 1/5* 2/5; done",
        then="B",
        rule="G1",
    ),
    *ORDINARY,
    LAST_CHECKER,
    LAST_CHECKER_TAKEN,
    BACKGAMMON,
    NO_TRIPLE,
    REFUSED_DOUBLE,
    NOT_YOUR_DOUBLE,
    NO_BAN,
    GO_ROUND,
    TWO_GAMES,
    Example(
        line="3-1; 17/20 19/20", then="refused not_now", options={"opening": "fresh"}, rule="G1"
    ),
    Example(
        line="3-1; keep; 17/20 19/20; done", then="B", options={"opening": "choice"}, rule="G1"
    ),
    Example(
        text="W 24:2 | B 6:13 bar:1 | W 5-3 cube:2B",
        line="24/off(2); done",
        then="W +6 backgammon 6-0",
        options={"triple": "always"},
        rule="2.1",
    ),
    Example(
        text="W 22:1 23:1 | B 1:15 | W 4-6 left:4",
        plays=("22/off", "23/off"),
        options={"big_number": "any_lower"},
        rule="2.1",
    ),
)

MEXICAN_EXAMPLES = (
    START,
    Example(
        text=f"{STANDARD} | B 6-5",
        plays=("13/8 24/18", "13/8 13/7", "13/2", "8/3 24/18", "8/3 13/7", "8/3 8/2"),
        rule="3.11",
    ),
    BAR,
    Example(text="W 10:1 | B 12:2 | W 2-5", plays=(), rule="3.11"),
    Example(
        text="W 19:5 17:1 | B 1:5 | W 2-3",
        plays=("19/21 19/22", "19/21 17/20", "19/21/24"),
        rule="3.11",
    ),
    Example(text="W bar:1 3:5 | B 13:5 | W 3-4", plays=(), rule="D8"),
    Example(text="W 23:1 24:1 | B 1:5 | W 3-4", plays=(), rule="MX-4"),
    Example(text="W 22:1 24:2 | B 1:5 | W 1-3", plays=("24/off 22/off",), rule="MX-4"),
    Example(
        line="6-5; 1-1; 19/20(2) 17/18(2); done; 6-2; 1/3/9; done; 4-1; 24/23 13/9*; done",
        then="W",
        rule="3.11",
    ),
    Example(
        line="6-5; 2-1; choose 6; 12/18(2) 1/7(2); done; 5-3; 7/10 7/12; done",
        then="B",
        rule="3.11",
    ),
    NO_KEEPING,
    Example(
        text="W 19:2 20:2 24:1 | B 13:5 | W 1-2",
        line="choose 6; 19/off(2); done",
        then="W second",
        rule="MX-3",
    ),
    Example(text="W 19:2 20:2 | B 13:5 | W 6-6", line="19/off(2); done", then="B", rule="3.11"),
    Example(
        text="W 22:1 23:1 | B 24:5 13:5 8:5 | W 2-3",
        line="23/off 22/off; done",
        then="W +1 single 1-0",
        rule="3.11",
    ),
    DANCE,
    NO_CUBE,
    TWO_GAMES,
    Example(
        text="W 10:1 17:1 | B 12:1 | W 2-1",
        line="17/18 10/12*; choose 2; 12/14/16/18/20; done",
        then="W second",
        options={"play_first": True},
        rule="MX-2",
    ),
)

OLD_BRITAIN_EXAMPLES = (
    START,
    Example(text="W 10:1 | B 21:2 | W 5-6", plays=("10/15", "10/16"), rule="OB-1"),
    BOTH,
    BAR,
    Example(
        text="W 12:5 6:1 | B 1:5 | W 6-3",
        plays=("12/18 12/15", "12/18 6/9", "12/18/21", "12/15 6/12"),
        rule="3.12",
    ),
    Example(text="W bar:1 5:5 | B 4:2 | W 4-5", plays=(), rule="D8"),
    BAR_ACES,
    BIG_NUMBER,
    LAST_CHECKER,
    TURNS,
    NO_KEEPING,
    BACKGAMMON_WITHOUT_CUBE,
    NO_TRIPLE_WITHOUT_CUBE,
    NO_CUBE,
    DANCE,
    TWO_GAMES,
    Example(
        text="W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        options={"score": "single"},
        rule="OB-1",
    ),
)
