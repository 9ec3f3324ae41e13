"""Worked examples of Brädspel."""

from __future__ import annotations

from tavola.rules.model.declaration import Example
from tavola.rules.model.match_rules import MatchRules

_WALL = "B 2:2 3:2 4:2 5:2 6:2 7:2 11:3"
_FOUR = "B 1:2 2:2 3:2 4:2 11:7"
_SINGLES = "B 4:1 7:8 13:1 14:1 15:1 16:1 17:1 bar:1"
_NEARLY_JAN = f"W 2:1 3:1 24:13 | {_SINGLES} | W 2-1"
_NEARLY_STAIRS = "W 21:1 22:3 23:4 24:7 | B 1:15 | W 2-1"

EXAMPLES = (
    Example(line="2-5", then="W", rule="BR-7"),
    Example(line="5-2", then="B", rule="BR-7"),
    Example(line="4-4", then="opening", rule="BR-7"),
    Example(
        text="W 24:1 | B 1:15 | W 6-1",
        line="24/off; done; next",
        then="B",
        match=MatchRules(games=3),
        rule="BR-7",
    ),
    Example(
        text="W 24:1 | B 1:15 | W 6-1",
        line="24/off; done; next",
        then="opening",
        match=MatchRules(games=3),
        options={"starter": "lower"},
        rule="BR-7",
    ),
    Example(text="W 1:15 | B 13:15 | W 6-6", plays=("1/7",), rule="BR-8"),
    Example(text="W 1:15 | B 13:15 | W 4-4", plays=("1/5/9 1/5",), rule="BR-8"),
    Example(text="W 1:15 | B 13:15 | W 5-1", plays=("1/2/7", "1/2 1/6"), rule="BR-8"),
    Example(text="W 1:15 | B 13:15 | B 5-1", plays=("13/14/19", "13/14 13/18"), rule="BR-8"),
    Example(text="W 10:1 11:1 24:13 | B 13:15 | W 1-1", plays=("11/12 10/11/12",), rule="BR-8"),
    Example(text="W bar:1 3:1 24:13 | B 13:15 | W 3-3", plays=(), rule="BR-8"),
    Example(text=f"W 1:13 24:2 | {_WALL} | W 5-1", plays=("1/6*",), rule="BR-1"),
    Example(
        text="W 1:13 24:2 | B 4:2 5:2 6:2 7:2 8:2 9:2 11:3 | W 5-4",
        plays=("1/6*/10", "1/5*/10"),
        rule="BR-1",
    ),
    Example(text="W 1:13 24:2 | B 2:2 3:2 4:2 5:2 6:2 11:5 | W 5-1", plays=(), rule="BR-1"),
    Example(text=f"W 1:12 12:1 24:2 | {_WALL} | W 5-1", plays=("12/13/18",), rule="BR-9"),
    Example(text=f"W 1:14 22:1 | {_WALL} | W 5-1", plays=("22/23 1/6*",), rule="BR-9"),
    Example(
        text=f"W 1:14 22:1 | {_WALL} | W 5-1", line="1/6", then="refused burst_in_need", rule="BR-9"
    ),
    Example(text=f"W bar:4 24:11 | {_FOUR} | W 5-1", plays=("bar/1* bar/5",), rule="BR-9"),
    Example(text=f"W bar:3 24:12 | {_FOUR} | W 5-1", plays=("bar/1* bar/5",), rule="BR-9"),
    Example(text=f"W bar:3 24:12 | {_FOUR} | W 2-1", plays=("bar/2*",), rule="BR-9"),
    Example(text=f"W bar:2 24:13 | {_FOUR} | W 4-1", plays=(), rule="BR-9"),
    Example(text=f"W 1:1 | {_WALL} | W 5-1", plays=(), rule="BR-9"),
    Example(text="W 13:2 24:13 | B bar:6 1:6 10:3 | B 1-1", plays=("bar/13*",), rule="BR-9"),
    Example(text=_NEARLY_STAIRS, line="21/23; 23/24", then="refused none_left", rule="BR-3"),
    Example(
        text=_NEARLY_STAIRS,
        plays=("21/23", "21/22/24", "22/23 21/23", "22/23 22/24", "23/24 22/24"),
        rule="BR-3",
    ),
    Example(text=_NEARLY_JAN, plays=("3/5 2/3", "3/5/6", "3/4*", "2/4*"), rule="BR-4"),
    Example(text="W 22:1 23:7 24:7 | B 1:15 | W 5-2", plays=("22/off 23/off",), rule="BR-5"),
    Example(
        text="W 22:1 23:7 24:7 | B 1:15 | W 5-2", line="22/24", then="refused excess", rule="BR-5"
    ),
    Example(
        text="W 23:1 24:1 | B 1:15 | W 6-1", plays=("23/off 24/off", "23/24 24/off"), rule="BR-5"
    ),
    Example(text="W 20:1 24:14 | B 1:15 | W 5-1", plays=("20/off 24/off",), rule="BR-5"),
    Example(
        text="W 20:1 24:14 | B 1:15 | W 5-1",
        line="24/off",
        then="refused farthest_only",
        rule="BR-5",
    ),
    Example(
        text="W 24:1 | B 1:15 | W 6-1", line="24/off; done", then="W +1 single 1-0", rule="BR-6"
    ),
    Example(
        text="W 24:1 | B 1:14 bar:1 | W 6-1",
        line="24/off; done",
        then="W +2 single 2-0",
        rule="BR-6",
    ),
    Example(text=_NEARLY_STAIRS, line="21/23; done", then="W +2 arranged 2-0", rule="BR-6"),
    Example(
        text="W 20:3 21:3 22:3 23:4 24:2 | B 3:14 bar:1 | W 3-1",
        line="23/24; done",
        then="W +3 arranged 3-0",
        rule="BR-6",
    ),
    Example(
        text="W 22:5 23:6 24:4 | B 3:15 | W 3-1",
        line="23/24; done",
        then="W +2 arranged 2-0",
        rule="BR-6",
    ),
    Example(
        text="W 23:1 24:14 | B 3:15 | W 3-1",
        line="23/24; done",
        then="W +2 arranged 2-0",
        rule="BR-6",
    ),
    Example(text=_NEARLY_JAN, line="3/4*; done", then="W +4 jan 4-0", rule="BR-6"),
    Example(
        text="W bar:3 24:12 | B 1:2 2:2 3:2 4:2 7:2 13:1 14:1 15:1 16:1 17:1 | W 2-1",
        line="bar/2*; done",
        then="W +6 burst_jan 6-0",
        rule="BR-6",
    ),
    Example(
        text="W 12:1 13:2 14:2 15:2 16:2 17:2 18:1 24:3 | B bar:1 | W 6-3",
        line="12/18; done",
        then="W +4 jan 4-0",
        rule="BR-6",
    ),
    Example(
        text="W 12:1 13:2 14:2 15:2 16:2 17:2 18:1 24:3 | B 3:1 bar:1 | W 6-4",
        line="12/18 18/22; done",
        then="B",
        rule="BR-6",
    ),
    Example(
        text="W 1:15 | B 13:15 | W", line="resign 1; accept", then="B +1 resign 0-1", rule="BR-6"
    ),
    Example(
        text="W 1:15 | B 13:15 | W", line="resign 2", then="refused bad_resignation", rule="BR-6"
    ),
    Example(line="2-5", then="W 1:15 | B 13:15 | W", rule="BR-7"),
    Example(line="2-5; 2-1", then="W 2-1 left:2,1", rule="BR-7"),
    Example(line="2-5; 2-1; 1/2/4; done; double", then="refused no_cube", rule="BR-6"),
    Example(text="W 10:1 11:1 24:13 | B 12:2 13:13 | W 1-1", plays=(), rule="BR-8"),
    Example(text="W 9:1 10:1 24:13 | B 11:2 13:13 | W 1-1", plays=(), rule="BR-8"),
    Example(text="W 18:15 | B 1:15 | W 1-1", line="18/19(4); done", then="B", rule="BR-7"),
    Example(
        text="W 18:1 24:14 | B 1:14 20:1 | W 2-1", line="18/20*/21; done", then="B", rule="BR-9"
    ),
    Example(
        text="W bar:1 13:2 14:2 15:2 16:2 17:2 24:4 | B 1:2 2:2 3:2 4:2 5:2 12:4 bar:1 | W",
        line="4-3; done; " * 5,
        then="B",
        rule="G10",
    ),
)
