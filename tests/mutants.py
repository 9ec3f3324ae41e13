"""Rulesets with one axis changed, and how to tell whether the change can be noticed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

import worked
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model import movement
from tavola.rules.model.declaration import Example, Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import (
    AceDeuce,
    Again,
    BadRules,
    Board,
    Contact,
    Dice,
    Goal,
    Mother,
    Order,
    Ruleset,
    Score,
    Setup,
    Side,
    Then,
    Waste,
)
from tavola.rules.turn.state import Action, Kind, Phase, State

NUMBERS: dict[str, tuple[Any, ...]] = {
    "enter_first": (0, 1, 2, 3, 14, 15),
    "block": (1, 2),
    "stack": (0, 1, 2, 4, 5, 6),
    "double_moves": (1, 2, 4),
    "corners": (4, 8),
    "runner": (0, 7, 12, 13, 14, 17, 18, 19),
    "head_twice": ((), (3, 4, 6), (3, 6), (3, 4), (2, 3, 4, 6), (1, 2, 3, 4, 5, 6)),
    "quarter": (0, 4, 5, 6),
    "enemy_quarter": (0, 3, 4, 5, 6),
    "run_from": (1, 2, 3, 4, 5, 9),
    "jan": (0, 3, 4, 5),
    "burst_jan": (0, 4, 6, 7),
    "arrangements": ((), ((0, 3, 3, 3, 3, 3),), ((0, 0, 0, 0, 0, 15),)),
    "namer": (None, Side.WHITE, Side.BLACK),
    "dice_count": (2, 3),
}
"""Values of the axes that are neither an enum nor yes or no."""

SINGLES = ((), (1,), (3, 4, 5), (1, 3, 4, 5), (2, 3, 4, 5, 6), tuple(range(1, 12)), (12,), (24,))


def values(rules: Ruleset, axis: str) -> list[Any]:
    """Other values of one axis."""
    now = getattr(rules, axis)
    found: list[Any] = list(NUMBERS.get(axis, ()))
    if axis == "start":
        found = [*{GAMES[name].rules.start for name in GAMES}, now[::-1], *_shifted(now)]
        found.sort(key=str)
    elif axis == "single":
        found = [*SINGLES, *(tuple(p for p in now if p != gone) for gone in (now[:1] + now[-3:]))]
    elif isinstance(now, Enum) and not found:
        found = list(type(now))
    elif isinstance(now, bool):
        found = [not now]
    return [value for i, value in enumerate(found) if value != now and value not in found[:i]]


def _shifted(start: tuple[Setup, Setup]) -> Iterator[tuple[Setup, Setup]]:
    """One checker of one side moved to a neighbouring point, or from the reserve to the bar."""
    for side, setup in enumerate(start):
        if setup.points:
            counts = dict(setup.points)
            point = max(counts)
            counts[point] -= 1
            target = point - 1 if point > 1 else 2
            counts[target] = counts.get(target, 0) + 1
            points = tuple((p, n) for p, n in counts.items() if n)
            moved = replace(setup, points=points)
        else:
            moved = replace(setup, reserve=setup.reserve - 1, bar=1)
        yield (moved, start[1]) if side == 0 else (start[0], moved)


@dataclass(frozen=True)
class Mutant:
    """A game with one axis changed."""

    axis: str
    value: Any
    rules: Ruleset

    def __str__(self) -> str:
        return f"{self.axis}={getattr(self.value, 'name', self.value)}"


def mutants(rules: Ruleset) -> Iterator[Mutant]:
    """All mutants that are games at all."""
    for item in fields(Ruleset):
        for value in values(rules, item.name):
            try:
                yield Mutant(item.name, value, replace(rules, **{item.name: value}))
            except BadRules:
                continue


MATCHES = (
    MatchRules(),
    MatchRules(length=3, games=None, crawford=True),
    MatchRules(length=5, games=None),
    MatchRules(games=3),
    MatchRules(games=None, jacoby=True, beavers=True, automatic=True),
)

_INNER = ("rules", "seen", "idle", "previous", "last", "turn")
_COMPARED = [item.name for item in fields(State) if item.name not in _INNER]


def _same(a: State, b: State) -> bool:
    """The same for players: how many numbers are due shows in the actions alone."""
    turns = [replace(state.turn, need=0, only=0) for state in (a, b)]
    return turns[0] == turns[1] and all(getattr(a, name) == getattr(b, name) for name in _COMPARED)


def _doors(state: State) -> tuple[Any, ...]:
    """Everything a state allows: actions, throws, and the ends of a part that begins.

    By which number a step is played does not count if it leads from and to the same points, nor
    whether the last checker may leave with one number or only after another: where the plays end
    is compared by itself.
    """
    actions = [action for action in turn.legal(state) if not _ends_it(state, action)]
    return (
        {replace(a, number=0) if a.kind is Kind.STEP else a for a in actions},
        turn.throws(state),
        {play.position for play in turn.plays(state)},
        [turn.may_double(state, side) for side in Side],
    )


def _ends_it(state: State, action: Action) -> bool:
    """Whether a step wins by bearing off the last checker."""
    if action.kind is not Kind.STEP or action.target != TO_OFF:
        return False
    after = movement.after(state.rules, state.position, state.side, action.code)
    return movement.over(state.rules, after, state.side)


def any_action(state: State, rng: random.Random) -> Action:
    """A random action: mostly play, now and then a double, an answer, a resignation."""
    if state.phase is Phase.OPENING:
        return Action(Kind.OPENING, None, (rng.randint(1, 6), rng.randint(1, 6)))
    legal = list(turn.legal(state))
    rare = (Kind.RESIGN, Kind.DRAW, Kind.UNDO)
    often = [action for action in legal if action.kind not in rare]
    doubles = [action for action in often if action.kind is Kind.DOUBLE]
    if doubles and rng.random() < 0.2:
        return rng.choice(doubles)
    often = [action for action in often if action.kind is not Kind.DOUBLE]
    action = rng.choice(often if rng.random() < 0.98 else legal)
    if action.kind is Kind.THROW:
        throws = turn.throws(state)
        return replace(action, dice=rng.choices([t for t, _ in throws], [w for _, w in throws])[0])
    return action


def tell_apart(
    rules: Ruleset, other: Ruleset, begin: Example, rng: random.Random, steps: int
) -> bool:
    """Play the same random actions under both rules; whether anything ever differs."""
    example = replace(begin, match=rng.choice(MATCHES))
    a = worked.begin(rules, example)
    try:
        b = worked.begin(other, example)
    except Refused:
        return True
    for _ in range(steps):
        if not _same(a, b) or _doors(a) != _doors(b):
            return True
        if a.phase is Phase.END:
            return False
        action = any_action(a, rng)
        a = turn.apply(a, action)[0]
        try:
            b = turn.apply(b, action)[0]
        except Refused:
            return True
    return False


# ------------------------------------------------------------------ changes that change nothing

Test = Callable[[Ruleset, Mutant], bool]


def _axis(*names: str, when: Callable[[Ruleset], bool]) -> Test:
    return lambda rules, mutant: mutant.axis in names and when(rules)


def _no_reserve(rules: Ruleset) -> bool:
    return not any(setup.reserve for setup in rules.start)


def _peaceful(rules: Ruleset) -> bool:
    """Nothing is ever hit."""
    return rules.block == 1 or rules.contact in (Contact.PIN, Contact.CAPTURE) or _home(rules)


def _home(rules: Ruleset) -> bool:
    """Both sides start in their home, and so never meet."""
    return rules.start == GAMES["eureka"].rules.start


def _still(rules: Ruleset) -> bool:
    return rules.board is Board.TOWERS


RUNNING = ("stack", "single", "overtaking", "backward", "bar_first", "enter_first")

REASONS: dict[str, Test] = {
    "no reserve": _axis("enter_first", when=_no_reserve),
    "nothing else could move before the first is in": lambda rules, mutant: (
        mutant.axis == "enter_first" and {mutant.value, rules.enter_first} == {0, 1}
    ),
    "nothing follows a double": _axis(
        "incomplete", when=lambda rules: rules.double_then is Then.NOTHING
    ),
    "no special 1-2": _axis(
        "ace_deuce_again", when=lambda rules: rules.ace_deuce is AceDeuce.ORDINARY
    ),
    "three dice are played once each": _axis(
        "double_moves", when=lambda rules: rules.dice_count == 3
    ),
    "no circle": _axis("corners", when=lambda rules: rules.board is not Board.CIRCLE),
    "hitting does not lose": _axis("hit_score", when=lambda rules: not rules.hit_loses),
    "no fixed throw": _axis("fixed_double", when=lambda rules: rules.dice is not Dice.FIXED),
    "no cube": _axis("cube_window", "cube_ban", when=lambda rules: not rules.cube),
    "no triples": _axis(
        "triple_needs_none_off",
        when=lambda rules: rules.score in (Score.SINGLE, Score.CHECKERS, Score.BAR) or _home(rules),
    ),
    "the loser has nothing left to wait on the bar": lambda rules, mutant: (
        mutant.value is Score.BAR and rules.goal is Goal.LAST_OFF
    ),
    "the lower number comes first": lambda rules, mutant: (
        mutant.value is Waste.EITHER and rules.order is Order.LOW_FIRST
    ),
    "numbers never exclude each other": lambda rules, mutant: (
        mutant.axis == "waste"
        and (_still(rules) or _home(rules) or rules.board is Board.CIRCLE)
        and (mutant.value is Waste.EITHER or rules.board is Board.CIRCLE)
    ),
    "no play that misses the win uses more numbers": _axis(
        "win_is_complete",
        when=lambda rules: (
            rules.order is Order.LOW_FIRST
            or rules.contact is Contact.FACING
            or (
                rules.contact is Contact.PIN
                and rules.waste is not Waste.NOTHING
                and rules.mother is Mother.NOTHING
            )
            or rules.block == 1
            or not rules.hit_and_run
            or _home(rules)
            or _still(rules)
        ),
    ),
    "nothing is hit": _axis("hit_loses", "bar_first", when=_peaceful),
    "the sides never meet": _axis(
        "contact",
        "block",
        "hit_loses",
        "hit_and_run",
        when=lambda rules: _home(rules) or _still(rules),
    ),
    "nobody ever has to pass": _axis("repetition", when=_home),
    "no checker comes to these points": lambda rules, mutant: (
        mutant.axis == "single" and _unvisited(rules, mutant.value)
    ),
    "more than the checkers there are": lambda rules, mutant: (
        mutant.axis == "stack" and mutant.value >= rules.checkers
    ),
    "a start quarter has no more points": lambda rules, mutant: (
        mutant.axis in ("quarter", "enemy_quarter")
        and {mutant.value, getattr(rules, mutant.axis)} == {0, 6}
    ),
    "nothing runs": _axis(*RUNNING, when=_still),
    "the circle has no other stacks, ways and ends": _axis(
        *RUNNING,
        "double_moves",
        "double_then",
        "ace_deuce",
        "bear_off",
        when=lambda rules: rules.board is Board.CIRCLE,
    ),
    "every double of the circle is complete": lambda rules, mutant: (
        mutant.value is Again.COMPLETE and rules.board is Board.CIRCLE
    ),
    "a double goes on upwards instead": _axis(
        "again", when=lambda rules: rules.double_then is Then.UPWARDS
    ),
}
"""Why a change has no effect, and for which games and values that holds."""


def _unvisited(rules: Ruleset, single: tuple[int, ...]) -> bool:
    """Points on which no checker ever lands: all but the home, or the first where none enters."""
    if _home(rules):
        return max(single) <= 18
    return single == (1,) and _peaceful(rules) and _no_reserve(rules)


def reason(game: Game, mutant: Mutant) -> str | None:
    """Why a mutant plays like its game, or None if it should not."""
    return next((why for why, holds in REASONS.items() if holds(game.rules, mutant)), None)
