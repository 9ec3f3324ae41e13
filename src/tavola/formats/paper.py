"""What a file of another program holds: lines of a match, not yet looked at by the rules.

Players are 0 and 1 in the order of the file; they have White and Black.  Points are in the
player's own numbers, as all these forms have them.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from tavola.formats.set_up import SetUp
from tavola.rules.model.refusal import Refusal, Refused, refuse
from tavola.rules.model.throws import Throw

LONGEST = 8_000_000
"""Bytes of a file; a match with the analysis of another program has some 300 000."""
MOST_ENTRIES = 20_000
"""Entries and games of a match: one to 25 points has some thousands."""


class Did(enum.Enum):
    """What an entry tells."""

    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    WIN = "win"
    SET = "set"


@dataclass(frozen=True)
class Entry:
    """One thing that a player did.

    `line` is where it stands in the file, and `column` where in it, both from 1.  `dice` and `play`
    (`24/18 bar/20 6/off`, empty where none is written) belong to a play; `value` is the cube
    that a double offers, the multiple that is resigned, or the points that are won; 0 where the
    file does not say.
    `resigned`: the game was won by a resignation.  `board`, of a play that is marked as illegal, is
    what it led to: the other's bar, the player's points from 1 to 24, his bar; own checkers count
    up, the other's down.  `set_up` is what is put down by hand; None for what is not read here.
    """

    player: int
    did: Did
    line: int
    dice: Throw | None = None
    play: str = ""
    value: int = 0
    resigned: bool = False
    board: tuple[int, ...] = ()
    column: int = 0
    set_up: SetUp | None = None


@dataclass(frozen=True)
class Page:
    """One game: the score that stands over it, what was done, and whether it is said to be the
    Crawford game."""

    score: tuple[int, int]
    line: int
    entries: tuple[Entry, ...] = ()
    crawford: bool = False


@dataclass(frozen=True)
class Paper:
    """One match: `length` in points, 0 for money; `about` is what else its head says, by the names
    of the form `mat` (`Event`, `Site`, `Crawford` ...).

    `torn` is why nothing more of it can be read.  `by_game`: its file has no lines; in place of
    `line` stands the number of the game, in place of `column` which thing done in it is meant, from
    1.
    """

    length: int
    players: tuple[str, str]
    pages: tuple[Page, ...]
    variation: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    by_game: bool = False
    torn: Refusal | None = None

    def flag(self, name: str) -> bool | None:
        """A switch of the head, or None if it is not there."""
        text = self.about.get(name, "").strip().lower()
        return {"on": True, "off": False}.get(text)


def bad_file(what: str, line: int, text: str = "", column: int = 0) -> Refused:
    """The refusal of a file: what is wrong in which line and column, which count from 1; 0 for the
    column where it is all of the line."""
    place = {"column": column} if column else {}
    return refuse("bad_file", what=what, line=line, text=" ".join(text.split())[:60], **place)


def why_torn(refused: Refused) -> Refusal:
    """Why a match ends where something cannot be read; `refused` is raised again if it is of
    another kind, as of a file that is too long."""
    if refused.refusal.code != "bad_file":
        raise refused
    return refused.refusal
