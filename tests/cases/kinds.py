"""What an example of the rules is, and what many of them begin from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

WHITE, BLACK = 0, 1

Numbers = tuple[int, ...]
Done = tuple[tuple[Numbers, int], ...]
Part = tuple[Any, ...]
Dice = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """One phase of a throw: all its plays (or how many) and what the throw asks next.

    ``done``, ``chosen`` and ``inherited`` say how far the throw has come; ``numbers`` replaces
    the dice where a single number is examined.  ``ends`` are the positions after ``plays``, in
    the same order.
    """

    id: str
    game: str
    position: str
    colour: int
    dice: Dice
    plays: tuple[str, ...] | None
    options: dict[str, Any] = field(default_factory=dict)
    then: Part | None = None
    note: str = ""
    count: int | None = None
    done: Done = ()
    chosen: int | None = None
    inherited: Numbers = ()
    numbers: Numbers = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True)
class FollowCase:
    """What a throw asks for after the phases already played."""

    id: str
    game: str
    position: str
    colour: int
    dice: tuple[int, int]
    done: Done
    result: Part
    chosen: int | None = None
    inherited: Numbers = ()
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreCase:
    """Who wins with the position reached (nobody: a draw), and how many points after the cube."""

    id: str
    game: str
    position: str
    mover: int
    winner: int | None
    points: int
    cube: int = 1
    hit: bool = False
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StartCase:
    """A starting position, with the pips of both sides."""

    id: str
    game: str
    position: str
    pips: tuple[int, int]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SettleCase:
    """Catch me: where last checkers come to rest."""

    id: str
    position: str
    first: int
    result: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DeadCase:
    """Whether a position is drawn because nobody can ever move."""

    id: str
    game: str
    position: str
    fixed: tuple[int, int] | None
    drawn: bool
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class BanCase:
    """Tavola reale's forbidden doubles: may the player with score ``own`` double?"""

    id: str
    length: int
    own: int
    other: int
    value: int
    allowed: bool


@dataclass(frozen=True)
class TurnCase:
    """The order of throws and plays in a game with unusual turns.

    An action is (who, what, detail) with who S (starter), O (opponent), A (namer) or B (roller)
    and what one of ``throw``, ``play``, ``name``, ``refused``, ``over``.
    """

    id: str
    game: str
    actions: tuple[tuple[str, str, str], ...]
    options: dict[str, Any] = field(default_factory=dict)
    note: str = ""


START = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5"
RES = "W res:15 | B res:15"
PIN_START = "W 1:13 8:1 10:1 | B 24:13 17:1 15:1"
CATCH_START = "W 24:1 23:1 22:1 21:1 20:1 19:1 | B 1:1 2:1 3:1 4:1 5:1 6:1"
TOWERS = "W 19:2 20:2 21:2 22:2 23:2 24:2 | B 1:2 2:2 3:2 4:2 5:2 6:2"
EUREKA = "W 19:2 20:2 21:2 22:3 23:3 24:3 | B 6:2 5:2 4:2 3:3 2:3 1:3"
GIOUL_B = "B 1:12 20:1 22:1 23:1"
GIOUL_C = "B 16:1 17:1 21:3 6:10"
BLACK_TOWERS = "B 1:2 2:2 3:2 4:2 5:2 6:2 stage:1"
SNAKE = "W 1:2 2:2 3:2 bar:9 | B 24:2 13:5 8:3 6:5"

END: Part = ("end",)
AGAIN: Part = ("again",)
CHOOSE: Part = ("choose",)


def play(*numbers: int) -> Part:
    """Shorthand for the answer that asks for these numbers."""
    return ("play", numbers)


def four(number: int) -> Part:
    """Shorthand for the answer that asks for a number four times."""
    return ("play", (number,) * 4)


def after(number: int, steps: int = 4) -> Done:
    return (((number,) * 4, steps),)


def counts(prefix: str, game: str, position: str, table: dict[tuple[int, int], int]) -> list[Case]:
    return [
        Case(f"{prefix}-{dice[0]}{dice[1]}-{'WB'[c]}", game, position, c, dice, None, count=count)
        for dice, count in table.items()
        for c in (WHITE, BLACK)
    ]
