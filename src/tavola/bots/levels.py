"""The levels of the computer: how far it looks ahead, and how and how often it errs.

A level means the same in every game: errors are measured in the mean absolute result of a game.
The upper levels differ by the look ahead.  The lower ones misjudge positions a little, each one
more, and the lowest share a beginner's judgement as well (`beginner_judgement.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tavola.bots import shipped_nets
from tavola.rules.kernel import backend
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Dice, Ruleset


@dataclass(frozen=True)
class Level:
    """One strength of play.

    `depth` is the look ahead in throws; a `budget` of positions to be evaluated takes its place and
    chooses how far and how wide to look (`search/effort.py`).  `noise` is the standard deviation of
    the error in each equity and `naive` the weight of a beginner's judgement beside it, both in
    units of the mean absolute result of a game.  `cube` is the look ahead for decisions on the cube
    where it is another: there nets err most, and a look at a turn costs little beside one at every
    play.
    """

    name: str
    depth: int = 0
    noise: float = 0.0
    naive: float = 0.0
    budget: int | None = None
    cube: int | None = None

    @property
    def cube_depth(self) -> int:
        """How many throws it looks ahead to decide on the cube.  Without the compiler that would
        take seconds at each turn, so that it is as many as for plays."""
        return self.depth if self.cube is None or not backend.compiled else self.cube


LEVELS = (
    Level("beginner", 0, 0.22, 0.8),
    Level("novice", 0, 0.14, 0.3),
    Level("casual", 0, 0.08),
    Level("club", 0, 0.035),
    Level("expert", 0, cube=1),
    Level("master", 2),
)
"""All levels, the weakest first."""

THUMB = Level("thumb")
"""Play by the rule of thumb (`rule_of_thumb.py`): all that a game without a net can offer."""

NAMES = tuple(one.name for one in LEVELS)
ACCEPTED = (*NAMES, THUMB.name)
"""What may be asked for at any door."""
RACING = ("beginner", "novice", "expert")
"""The levels that differ in a race, and where few checkers leave few choices."""
CIRCLING = (*RACING, "master")
"""Those on the circle."""
STEPPING_BACK = ("beginner", "club", "expert", "master")
"""Those where checkers may step back: who often errs wanders to and fro there, and loses to a
beginner's judgement, which runs."""
FORESEEING = (
    *LEVELS[:3],
    Level("club", budget=800),
    Level("expert", 2),
)
"""Those where the throw is fixed, so that all can be foreseen: who looks at no answer loses to who
does.  The club player looks as far as a small budget goes, the expert as far as an ample one.  A
budget of 8000 between these two could not be told from either."""
USUAL = "casual"
"""The level for somebody who has not said one."""


@lru_cache(maxsize=256)
def levels_for(rules: Ruleset) -> tuple[Level, ...]:
    """The levels that differ in a game, the weakest first: each beats the one before, as measured.

    Towers leave no choice that matters.  In a mere race a look ahead finds nothing that the net
    does not know, and small errors cost next to nothing.
    """
    geometry = geometry_of(rules)
    if geometry.towers:
        return LEVELS[-1:]
    if geometry.loops:
        return _named(CIRCLING)
    if rules.backward:
        return _named(STEPPING_BACK)
    racing = geometry.runs and not movement.in_contact(rules, Position.start(rules))
    if racing or geometry.facing:
        return _named(RACING)
    if rules.dice is Dice.FIXED:
        return FORESEEING
    return LEVELS


def levels_of(game: str, rules: Ruleset) -> tuple[Level, ...]:
    """The levels that a game is offered at: those that differ, or without a net the rule of thumb.

    `game` is its id, `rules` those it is played by.
    """
    return levels_for(rules) if shipped_nets.present(game) else (THUMB,)


def level_of(game: str, rules: Ruleset, name: str) -> Level:
    """The level that is played where one is asked for: `nearest`, or without a net the rule of
    thumb.  Raises KeyError for a name that is none."""
    if name == THUMB.name or not shipped_nets.present(game):
        return THUMB
    return nearest(rules, name)


def foresees(rules: Ruleset, level: Level) -> bool:
    """Whether a level searches the plays of both sides, the throw being fixed."""
    return rules.dice is Dice.FIXED and level in FORESEEING[-2:]


def _named(names: tuple[str, ...]) -> tuple[Level, ...]:
    return tuple(one for one in LEVELS if one.name in names)


def quick_levels(rules: Ruleset) -> tuple[Level, ...]:
    """The levels of a game that answer within two seconds in this process.

    Without the compiler a net needs a hundred times as long, so that a look ahead takes too long.
    """
    found = levels_for(rules)
    if backend.compiled:
        return found
    return tuple(one for one in found if one.depth == 0 and one.budget is None)


def nearest(rules: Ruleset, name: str) -> Level:
    """The level of a name, or where the game does without it the next stronger one.

    Raises KeyError for a name that is none.
    """
    found = levels_for(rules)
    wanted = NAMES.index(name) if name in NAMES else -1
    if wanted < 0:
        raise KeyError(name)
    return next((one for one in found if NAMES.index(one.name) >= wanted), found[-1])
