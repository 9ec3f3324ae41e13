"""Worked examples of Acey Deucey."""

from __future__ import annotations

from tavola.games.common_examples import (
    BAR_ACES,
    BIG_NUMBER,
    DANCE,
    EMPTY,
    EMPTY_NO_CUBE,
    EMPTY_START,
    HIGHER,
    LAST_CHECKER,
    NO_KEEPING,
)
from tavola.rules.model.declaration import Example
from tavola.rules.model.match_rules import MatchRules

EXAMPLES = (
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
    EMPTY_NO_CUBE,
    DANCE,
    Example(
        line="3-1; resign 1; accept; next; 3-1; resign 1; accept",
        then="B +15 resign 0-30",
        match=MatchRules(games=3),
        rule="2.3",
    ),
)
