"""What a reviewer says of decisions and throws: plain data.

All equities are those of the side that decides, in points at the cube as it lies and normalised to
the score, as everywhere in Tavola; `units` are the same in mean absolute results of a game, so that
games can be compared; `chance` is the same as a chance to win the match, where there is a score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tavola.bots.cube.chances import Chances
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Action
from tavola.study.questions import What

DOES = (
    *("play", "illegal", "name", "choose", "keep", "throw", "hold", "double", "take", "drop"),
    *("beaver", "resign", "concede", "on", "accept", "refuse", "draw", "agree", "decline"),
)
"""All that a way may do."""


@dataclass(frozen=True)
class Way:
    """Something that could be done (`does`, one of `DOES`): as actions (none: no double, playing
    on), as it is typed in the numbers of the side that decides, and what it is worth.

    `depth` is that of the look ahead; `chances` are those after it, or None where they are those
    before it.
    """

    does: str
    actions: tuple[Action, ...]
    text: str
    equity: float
    depth: int
    chances: Chances | None = None


@dataclass(frozen=True)
class Decision:
    """A decision and what it lost against the best.

    `n` and `first` are the numbers of its last and first event in the record, `game` and `turn`
    count from 1, `position` is the text of the state before it.  `ways` are the best ones, best
    first, and always the one that was taken, at place `taken`.  `counts` says that it left a choice
    worth the name.  `asked` is the depth, `budget` the positions that it was judged with.
    `rollout` checks it, as far as it came (`Rolling.to_json`), if somebody asked for that.
    """

    what: What
    n: int
    first: int
    game: int
    turn: int
    player: int
    side: Side
    position: str
    dice: Throw | None
    ways: tuple[Way, ...]
    taken: int
    loss: float
    units: float
    chance: float | None
    counts: bool
    asked: int
    budget: int | None = None
    rollout: Mapping[str, Any] | None = None

    @property
    def best(self) -> Way:
        """The best way."""
        return self.ways[0]

    @property
    def done(self) -> Way:
        """The way that was taken."""
        return self.ways[self.taken]


@dataclass(frozen=True)
class Thrown:
    """A throw, and by how much its best play is worth more than the mean over all throws.

    `worth` is that mean, from the view of player 0: his chance to win the match, or where there is
    no score his equity in points.  `points` are those of the luck at the cube as it lay.
    """

    n: int
    game: int
    turn: int
    player: int
    side: Side
    dice: Throw
    luck: float
    units: float
    chance: float | None
    points: float
    worth: float


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: with event `n`, won by a player or drawn (None), and the score after it."""

    n: int
    game: int
    winner: int | None
    points: int
    how: str
    score: tuple[int, int]
