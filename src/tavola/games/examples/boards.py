"""Worked examples: French 2, Catch me, Doublets, Ludus Lumbadorum."""

from __future__ import annotations

from tavola.games.examples.base import NO_KEEPING, TWO_GAMES
from tavola.rules.model.declaration import Example

_NO_GAMMON = Example(line="6-5; resign 2", then="refused bad_resignation", rule="G7")
_NO_CUBE = Example(line="6-5; double", then="refused no_cube", rule="G8")
_COMMON = (NO_KEEPING, _NO_GAMMON, _NO_CUBE, TWO_GAMES)

FRENCH_2_EXAMPLES = (
    Example(then="W res:3 | B res:3", rule="3.9"),
    Example(text="W res:3 | B res:3 | W 5-3", plays=("res/5 res/3", "res/5/8"), rule="F2-3"),
    Example(text="W res:3 | B res:3 | B 5-3", plays=("res/20 res/22", "res/20/17"), rule="F2-1"),
    Example(text="W 4:1 7:1 res:1 | B res:3 | W 3-3", plays=("res/3", "7/10"), rule="3.9"),
    Example(
        text="W 4:1 res:2 | B 16:1 res:2 | W 5-2",
        plays=("4/9* res/2", "4/9*/11", "4/6 res/5", "4/6/11"),
        rule="3.9",
    ),
    Example(text="W 3:1 5:1 res:1 | B res:3 | W 4-6", plays=("5/11 3/7",), rule="3.9"),
    Example(text="W 9:1 11:1 12:1 | B res:3 | W 2-2", plays=(), rule="3.9"),
    Example(text="W 8:1 9:1 10:1 | B res:3 | W 1-1", plays=("10/11",), rule="3.9"),
    Example(text="W 9:1 12:2 | B res:3 | W 4-1", plays=("9/10",), rule="3.9"),
    Example(text="W 10:1 12:2 | B res:3 | W 2-1", plays=("10/12",), rule="D3"),
    Example(text="W 1:1 8:1 bar:1 | B res:3 | W 6-1", plays=(), rule="F2-3"),
    Example(text="W 4:1 8:1 bar:1 | B res:3 | W 6-2", plays=("bar/2",), rule="F2-5"),
    Example(
        text="W 10:1 12:1 res:1 | B 13:2 15:1 | W 2-4",
        line="10/12 res/4; done",
        then="W 4:1 12:2 | B 13:2 15:1 | B",
        rule="F2-2",
    ),
    Example(
        text="W 4:1 res:2 | B 16:1 res:2 | W 5-2",
        line="4/9*/11; done; 3-2; bar/22 22/20; done",
        then="W 11:1 res:2 | B 20:1 res:2 | W",
        rule="3.9",
    ),
    Example(
        line="6-5; 2-1; res/2 res/1; done; 3-3; res/22; done; 6-4; 2/8/12; done",
        then="B",
        rule="3.9",
    ),
    Example(
        text="W 9:1 12:2 | B res:3 | W 2-1",
        line="9/11/12; done",
        then="W +1 single 1-0",
        rule="3.9",
    ),
    Example(
        text="W 3:1 12:1 bar:1 | B 13:1 22:1 bar:1 | W",
        line="6-5; done; " * 5,
        then="B",
        rule="G10",
    ),
    Example(
        text="W 1:1 8:1 bar:1 | B 17:1 24:1 bar:1 | W",
        line="6-5; done; 2-1; done",
        then="= stalemate 0-0",
        rule="F2-3",
    ),
    *_COMMON,
    Example(
        text="W res:3 | B res:3 | W 5-3",
        plays=("res/3",),
        options={"numbers_used": "lower"},
        rule="F2-4",
    ),
)

_RING = "W 19:1 20:1 21:1 22:1 23:1 24:1 | B 1:1 2:1 3:1 4:1 5:1 6:1"
CATCH_ME_EXAMPLES = (
    Example(then=_RING, rule="3.14"),
    Example(
        text=f"{_RING} | W 6-4",
        plays=("24/14", "23/13", "22/12", "21/11", "20/10", "19/9"),
        rule="CM-1",
    ),
    Example(
        text=f"{_RING} | W 1-1",
        plays=("24/18", "23/18", "22/18", "21/18", "20/18", "19/17"),
        rule="3.14",
    ),
    Example(
        text=f"{_RING} | B 6-1",
        plays=("1/8", "2/9", "3/10", "4/11", "5/12", "6/13"),
        rule="CM-1",
    ),
    Example(text=f"{_RING} | W", line="5-3; done; " * 5, then="B", rule="3.14"),
    Example(
        line="6-5; 2-1; 24/18; done; 3-3; 1/7; done; 4-4; 2/10; done; 6-2; 3/11; done",
        then="W",
        rule="CM-2",
    ),
    Example(
        text="W 9:1 20:1 | B 2:1 15:1 | W 6-1",
        line="9/2*; done",
        then="W 2:1 20:1 | B 18:1 | B",
        rule="CM-4",
    ),
    Example(text="W 2:1 9:1 | B 1:1 15:1 | W 6-1", plays=("9/1*", "2/19"), rule="3.14"),
    Example(text="W 13:1 | B 3:1 7:1 12:1 | W 6-1", plays=("13/12*/6", "13/7*/6"), rule="CM-5"),
    Example(text="W 13:1 | B 12:1 | W 6-1", plays=("13/12*", "13/7/6"), rule="D9"),
    Example(text="W 13:1 | B 2:1 3:1 | W 6-6", plays=("13/7/1",), rule="CM-5"),
    Example(text="W 13:1 | B 2:1 3:1 | W 4-4", line="done", then="W second", rule="CM-5"),
    Example(
        text="W 15:1 | B 10:1 13:1 | W 5-4",
        line="done",
        then="W 13:1 | B 12:1 | B",
        rule="CM-4",
    ),
    Example(
        text="W 13:1 | B 12:1 | W 5-1", line="13/12*; done", then="W +1 single 1-0", rule="3.14"
    ),
    *_COMMON,
    Example(
        text="W 13:1 | B 2:1 3:1 | W 6-5", plays=("13/1",), options={"corners": 4}, rule="CM-3"
    ),
)

_TOWERS = "W 19:2 20:2 21:2 22:2 23:2 24:2 stage:1 | B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
_BLACK = "B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
DOUBLETS_EXAMPLES = (
    Example(then=_TOWERS, rule="3.15"),
    Example(
        line="6-5; 3-6; 19/19 22/22; done",
        then=f"W 19:2s 20:2 21:2 22:2s 23:2 24:2 stage:1 | {_BLACK} | B",
        rule="3.15",
    ),
    Example(
        line="6-5; 2-1; 24/24 23/23; done; 4-4; 4/4; done; 3-3; 3/3; done; 6-4; 6/6; done",
        then="W",
        rule="3.15",
    ),
    Example(
        text=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s | {_BLACK} | W 6-3",
        line="22/22 19/19",
        then=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s stage:2 | {_BLACK} | W 6-3 part:1 ended:end",
        rule="DO-4",
    ),
    Example(
        text=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s | {_BLACK} | W 6-3",
        line="19/19 22/22",
        then=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s stage:2 | {_BLACK} | W 6-3 part:1 ended:end",
        rule="DO-4",
    ),
    Example(
        text=f"W 19:2 20:2s 21:2s 22:2s 23:2s 24:2s | {_BLACK} | W 6-6",
        line="19/19; done",
        then=f"W 19:2s 20:2s 21:2s 22:2s 23:2s 24:2s stage:2 | {_BLACK} | W second",
        rule="3.15",
    ),
    Example(
        text=f"W 19:2s 20:2s 21:2s 22:2 23:2s 24:2s | {_BLACK} | W 6-6",
        line="done",
        then="W second",
        rule="3.15",
    ),
    Example(
        text=f"W 23:1 24:2 stage:3 | {_BLACK} | W 2-5", line="23/off; done", then="B", rule="DO-3"
    ),
    Example(
        text=f"W 24:2 stage:3 | {_BLACK} | W 1-5",
        line="24/off",
        then=f"W 24:1 stage:3 | {_BLACK} | W 1-5 part:1 ended:end",
        rule="DO-2",
    ),
    Example(
        text=f"W 23:1 stage:3 | {_BLACK} | W 2-5",
        line="23/off; done",
        then="W +1 single 1-0",
        rule="3.15",
    ),
    Example(
        text="W 24:2 stage:3 | B 1:2 stage:3 | W", line="6-5; done; " * 5, then="B", rule="G10"
    ),
    *_COMMON,
    Example(
        text=f"W 23:1 24:2 stage:3 | {_BLACK} | W 1-5",
        line="24/off",
        then=f"W 23:1 stage:3 | {_BLACK} | W 1-5 part:1 ended:end",
        options={"bear_off_by": "tower"},
        rule="DO-2",
    ),
)

_LUDUS = "W 6:15 | B 19:15"
LUDUS_LUMBADORUM_EXAMPLES = (
    Example(then=_LUDUS, rule="3.16"),
    Example(text=f"{_LUDUS} | W 1-2", plays=("6/5 6/4", "6/5/3"), rule="3.16"),
    Example(text=f"{_LUDUS} | W 5-5", plays=("6/1(2)", "6/1/20"), rule="LL-1"),
    Example(text=f"{_LUDUS} | B 6-5", plays=("19/1 19/24",), rule="3.16"),
    Example(
        text="W 2:1 4:1 6:13 | B 19:15 | W 2-4",
        plays=("2/24 6/2", "2/24 4/24", "2/24/20", "4/24/22"),
        rule="LL-2",
    ),
    Example(
        text="W 6:2 24:12 bar:1 | B 19:15 | W 1-4",
        plays=("bar/3 6/5", "bar/3 24/23", "bar/3/2"),
        rule="3.16",
    ),
    Example(
        text="W 3:1 24:13 bar:1 | B 19:15 | W 1-4",
        plays=("bar/6 3/23", "bar/6 24/20", "bar/6/2"),
        rule="LL-2",
    ),
    Example(text="W 6:1 | B 19:2 | W 6-5", plays=("6/24",), rule="G4"),
    Example(
        text="W 19:2 20:1 21:1 | B 1:15 | W 4-1",
        plays=("21/off 20/19", "21/off 19/off", "21/20/off"),
        rule="G6",
    ),
    Example(text="W 23:1 | B 22:1 | W 6-1", plays=("23/22*/off",), rule="D1"),
    Example(
        text="W 23:2 | B 22:1 | W 1-1",
        line="23/22*(2); done",
        then="W 22:2 | B bar:1 | B",
        rule="3.16",
    ),
    Example(
        line="6-5; 2-1; 6/5 6/4; done; 1-1; 19/20(2); done; 6-5; 6/24 6/1; done",
        then="B",
        rule="LL-1",
    ),
    Example(
        text="W 22:1 | B 19:15 | W 6-4", line="22/off; done", then="W +1 single 1-0", rule="3.16"
    ),
    Example(
        text="W 22:1 | B 19:15 | W 6-4",
        line="22/off; done",
        then="W +3 backgammon 3-0",
        options={"score": "full"},
        rule="3.16",
    ),
    Example(
        text="W 21:2 22:2 bar:1 | B 3:2 4:2 bar:1 | W", line="4-3; done; " * 5, then="B", rule="G10"
    ),
    *_COMMON,
    Example(text=f"{_LUDUS} | W 5-5", plays=("6/1",), options={"double_moves": 1}, rule="LL-1"),
)
