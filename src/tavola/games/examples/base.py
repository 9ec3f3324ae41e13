"""Examples that several relatives of the base game have in common."""

from __future__ import annotations

from tavola.rules.model.declaration import Example
from tavola.rules.model.ruleset import MatchRules

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
