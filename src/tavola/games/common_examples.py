"""Examples that several games have in common."""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.model.declaration import Example
from tavola.rules.model.match_rules import MatchRules

STANDARD = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
"""The standard start in its text form."""

START = Example(then=STANDARD, rule="start")

BLACK_65 = Example(
    text=f"{STANDARD} | B 6-5",
    plays=("24/13", "24/18 13/8", "24/18 8/3", "13/7 13/8", "13/7 8/3", "13/8 8/2", "8/2 8/3"),
    rule="G2",
)
BAR = Example(
    text="W bar:1 12:1 | B 6:2 | W 4-6",
    plays=("bar/4/10", "bar/4 12/18"),
    rule="G5",
)
BAR_ACES = Example(
    text="W bar:2 1:2 12:1 | B 4:2 6:2 | W 1-1",
    plays=("bar/1(2) 12/14", "bar/1(2) 12/13 1/2", "bar/1(2) 1/2(2)", "bar/1(2) 1/3"),
    rule="G5",
)
BAR_CLOSED = Example(
    text="W bar:2 19:5 | B 4:2 6:2 | W 4-5",
    plays=("bar/5",),
    rule="G5",
)
HIGHER = Example(text="W 10:1 | B 21:2 24:1 | W 5-6", plays=("10/16",), rule="G4")
BOTH = Example(text="W 14:1 18:1 | B 20:2 | W 6-2", plays=("18/24 14/16", "14/16/22"), rule="G4")
BIG_NUMBER = Example(
    text="W 22:1 23:1 24:2 | B 1:5 2:5 3:5 | W 4-1",
    plays=("22/off 23/24", "22/off 24/off", "22/23/off"),
    rule="G6",
)
NO_TRIPLE_WITHOUT_CUBE = Example(
    text="W 24:2 | B 6:5 5:5 4:3 bar:1 | W 5-3",
    line="24/off(2); done",
    then="W +1 single 1-0",
    rule="G7",
)
NOT_HOME = Example(
    text="W 18:1 19:2 24:1 | B 1:15 | W 6-4",
    plays=("18/24 19/23", "18/22 19/off"),
    rule="G6",
)
LAST_CHECKER = Example(text="W 20:1 | B 21:1 | W 6-1", plays=("20/21*/off",), rule="D1")
LAST_CHECKER_TAKEN = Example(
    text="W 21:1 | B 1:1 | W 6-2", line="21/off; done", then="W +1 single 1-0", rule="D15"
)
BACKGAMMON = Example(
    text="W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3 cube:4W",
    line="23/off; done",
    then="W +12 backgammon 12-0",
    rule="G7",
)
BACKGAMMON_WITHOUT_CUBE = Example(
    text="W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3",
    line="23/off; done",
    then="W +3 backgammon 3-0",
    rule="G7",
)
NO_TRIPLE = Example(
    text="W 24:2 | B 6:13 bar:1 | W 5-3 cube:2B",
    line="24/off(2); done",
    then="W +2 single 2-0",
    rule="G7",
)
REFUSED_DOUBLE = Example(
    text=f"{STANDARD} | W cube:2W", line="double; drop", then="W +2 drop 2-0", rule="G8"
)
NOT_YOUR_DOUBLE = Example(
    text=f"{STANDARD} | W", line="double B", then="refused not_your_turn", rule="G8"
)
NO_BAN = Example(
    text=f"{STANDARD} | W cube:2W",
    line="double",
    then="W double 4",
    match=MatchRules(length=3, games=None),
    rule="2.2",
)
NO_CUBE = Example(text=f"{STANDARD} | W", line="double", then="refused no_cube", rule="G8")
DANCE = Example(
    text="W bar:1 20:2 21:2 22:2 23:2 24:2 | B bar:1 1:2 2:2 3:2 4:2 5:2 | W",
    line="4-3; done; " * 5,
    then="B",
    rule="G10",
)
"""Neither side can enter with this throw, but with others: the game goes on."""
GO_ROUND = Example(
    text="W bar:1 | B 5:1 | W",
    line="5-5; bar/5*/20; done; 5-5; bar/20*/5; done; " * 2 + "5-5; bar/5*/20; done",
    then="B",
    rule="G10",
)
"""A position that comes back for ever, were it not for the dice."""

NO_KEEPING = Example(line="6-5; keep", then="refused not_now", rule="G1")
TURNS = Example(
    line="6-5; 2-1; 12/14 1/2; done; 1-1; 24/23(2) 8/7 6/5; done; 4-3; 1/5* 2/5; done",
    then="B",
    rule="G1",
)
"""The starter throws afresh; 1-2 and doubles are nothing special; a hit is only a hit."""
TWO_GAMES = Example(
    line="3-1; resign 1; accept; next; 3-1; resign 1; accept",
    then="B +1 resign 0-2",
    match=MatchRules(games=3),
    rule="2.3",
)
"""Players keep their colours: White resigns twice, and the same player has two points."""

ORDINARY = (BLACK_65, BAR, BAR_ACES, BAR_CLOSED, HIGHER, BOTH, BIG_NUMBER, NOT_HOME)
"""How the base game is played, with any dice and any score."""

NO_GAMMON = Example(line="6-5; resign 2", then="refused bad_resignation", rule="G7")

NO_CUBE_AT_ALL = Example(line="6-5; double", then="refused no_cube", rule="G8")

COMMON = (NO_KEEPING, NO_GAMMON, NO_CUBE_AT_ALL, TWO_GAMES)


EMPTY = "W res:15 | B res:15"

EMPTY_START = Example(then=EMPTY, rule="start")
EMPTY_NO_CUBE = Example(text=f"{EMPTY} | W", line="double", then="refused no_cube", rule="G8")

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

MIRRORED = (
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

LONG = (
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

SWAPPED = replace(TWO_GAMES, then="B +1 resign 1-1")
"""Colours change after every game: White resigns twice, and each player has a point."""

SWAPPED_START = replace(
    TWO_GAMES, line="3-1; resign 1; accept; next; 1-3; resign 1; accept", then="W +1 resign 0-2"
)
"""Each game is thrown for, whoever won the last: the player who lost begins, and resigns again."""

CUBE_EXAMPLES = (REFUSED_DOUBLE, NOT_YOUR_DOUBLE, NO_BAN)

PARALLEL_ANY = (
    Example(text="W 8:1 24:14 | B 12:14 19:1 | W 6-5", plays=("8/14",), rule="G4"),
    Example(text="W 14:1 24:14 | B 12:15 | W 2-1", line="14/17; done", then="B", rule="G2"),
    Example(
        text="W 6:1 12:1 18:1 24:12 | B 7:15 | W 6-6",
        plays=("6/12/18 12/18/24", "6/12 12/18/24 18/24"),
        rule="G2",
    ),
    Example(
        text="W 8:1 10:1 24:13 | B 7:15 | W 4-2",
        plays=("8/12 10/12", "8/14", "10/16"),
        rule="G2",
    ),
    BIG_NUMBER,
    Example(line="6-5; 2-1; 1/4; done; 6-5; 13/24; done", then="W", rule="G1"),
    Example(text="W 7:14 19:1 | B 13:15 | W", line="6-6; done; " * 5, then="B", rule="G10"),
    NO_KEEPING,
    TWO_GAMES,
)
"""What games on parallel tracks have in common: nobody is hit."""
PARALLEL = (
    *PARALLEL_ANY,
    Example(
        text="W 14:1 24:14 | B 12:15 | W 2-2", line="14/16/18/20/22; done", then="B", rule="G2"
    ),
)
"""The same where doubles are four equal numbers."""

SETTLED = Example(
    text="W 12:1 14:2 15:2 16:2 17:2 18:2 23:1 24:3 | B 19:15 | W 6-1",
    line="12/13",
    then="W 6-1 left:6",
    rule="G3",
)
"""All six points of the enemy start quarter held, where nothing forbids it."""
WALL_FREE = Example(
    text="W 1:7 7:1 8:1 9:1 10:2 11:2 22:1 | B 13:15 | W 2-1",
    line="10/12",
    then="W 2-1 left:1",
    rule="G3",
)
"""Six points in a row, far from the last two, with no enemy in front, where nothing forbids it."""

PARALLEL_WORTH = (
    Example(
        text="W 23:1 | B 13:14 7:1 | W 5-3", line="23/off; done", then="W +2 gammon 2-0", rule="G7"
    ),
    Example(
        text="W 23:1 | B 13:13 7:1 | W 5-3", line="23/off; done", then="W +1 single 1-0", rule="G7"
    ),
    Example(line="6-5; resign 3", then="refused bad_resignation", rule="G7"),
    Example(line="6-5; double", then="refused no_cube", rule="G8"),
    Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule="G8"),
    Example(
        text="W 23:1 | B 13:14 7:1 | W 5-3",
        line="23/off; done",
        then="W +1 single 1-0",
        options={"score": "single"},
        rule="G7",
    ),
)
"""What games on parallel tracks are worth: one, or two if the loser has none off."""
WALL_BEHIND = Example(
    text="W 2:2 3:2 4:2 5:2 6:2 7:3 22:2 | B 1:15 | W 2-1",
    line="22/24",
    then="W 2-1 left:1",
    rule="G3",
)
"""A wall before a point with all enemy checkers stays, where nobody need open it."""


def pinning(play: str, waste: str, worth: str) -> tuple[Example, ...]:
    """What games have in common in which all start on the first point and pin, by the rulings that
    they cite: how checkers move and pin, what is lost of a throw, and what a game is worth."""
    start, lost = "W 1:15 | B 24:15", "W 23:1 | B 1:14 24:1 | W 6-5"
    return (
        Example(then=start, rule=play),
        Example(text=f"{start} | B 6-5", plays=("24/13", "24/18 24/19"), rule=play),
        Example(
            text="W 1:14 5:1 | B 12:1 24:14 | W 4-3",
            plays=("5/9/12", "5/9 1/4", "1/5 1/4", "1/8"),
            rule=play,
        ),
        Example(
            text="W 1:12 10:2 16:1 | B 13:2 22:1 24:12 | W 6-3",
            line="16/22 1/4; done",
            then="W 1:11 4:1 10:2 22:1 | B 13:2 22:1p 24:12 | B",
            rule=play,
        ),
        Example(text="W 5:1 12:1 | B 12:1p 20:1 | B 5-3", plays=("20/15",), rule=play),
        Example(
            text="W 12:1p 20:3 | B 12:1 24:2 | B 6-6",
            plays=("24/12(2)", "24/6 24/18", "24/6 12/6"),
            rule=play,
        ),
        Example(text="W 8:1 24:14 | B 11:2 16:2 | W 3-5", plays=("8/13",), rule=waste),
        Example(text="W 10:1 | B 21:2 24:1 | W 5-6", plays=("10/16",), rule=waste),
        Example(text="W 18:1 19:14 | B 20:2 21:2 22:2 | W 2-3", plays=(), rule=waste),
        Example(text="W 5:1 | B 14:2 20:1 | W 3-3", line="5/8/11; done", then="B", rule=waste),
        Example(text="W 20:1p 23:2 24:1 | B 1:3 20:1 | W 6-4", plays=(), rule="PI-3"),
        BIG_NUMBER,
        Example(
            line=(
                "6-5; 2-1; 1/2 1/3; done; 5-5; 24/19(4); done; 2-1; 1/3 2/3; done; "
                "6-5; 24/13; done; 6-1; 1/7 1/2; done; 6-5; 13/2; done"
            ),
            then="W",
            rule=play,
        ),
        NO_KEEPING,
        Example(
            text="W 24:1 | B 1:2 3:1 | W 6-5",
            line="24/off; done",
            then="W +1 single 1-0",
            rule=worth,
        ),
        Example(text=lost, line="23/off; done", then="W +2 gammon 2-0", rule=worth),
        Example(
            text="W 23:1 | B 1:13 24:1 | W 6-5",
            line="23/off; done",
            then="W +1 single 1-0",
            rule=worth,
        ),
        Example(line="6-5; resign 3", then="refused bad_resignation", rule=worth),
        Example(text="W 1:13 18:2 | B 7:2 24:13 | W", line="6-6; done; " * 5, then="B", rule="G10"),
        NO_CUBE,
        TWO_GAMES,
        Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule=play),
    )


def no_triples(game: str, worth: str) -> tuple[Example, ...]:
    """What relatives of backgammon without cube and triple game have in common, by the rulings that
    they cite: what the game is, and what one is worth."""
    lost = "W 23:1 | B 6:5 5:5 4:4 24:1 | W 5-3"
    return (
        START,
        *ORDINARY,
        Example(
            text="W 1:2 12:3 17:3 18:2 19:5 | B 6:5 8:3 13:5 24:2 | W 3-1",
            line="17/20 19/20; done",
            then="B",
            rule=game,
        ),
        TURNS,
        NO_KEEPING,
        Example(text=lost, line="23/off; done", then="W +2 gammon 2-0", rule=worth),
        Example(
            text="W 23:1 | B 6:5 5:5 4:3 24:1 | W 5-3",
            line="23/off; done",
            then="W +1 single 1-0",
            rule=worth,
        ),
        Example(line="6-5; resign 3", then="refused bad_resignation", rule=worth),
        NO_CUBE,
        GO_ROUND,
        DANCE,
        TWO_GAMES,
        Example(
            text=lost,
            line="23/off; done",
            then="W +3 backgammon 3-0",
            options={"score": "full"},
            rule=worth,
        ),
        Example(line="6-5; double; drop", then="W +1 drop 1-0", options={"cube": True}, rule=game),
    )
