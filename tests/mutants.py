"""Rulesets with one axis changed, and how to tell whether the change can be noticed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

import worked

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.declaration import Example
from tavola.rules.refusal import Refused
from tavola.rules.ruleset import BadRules, MatchRules, Ruleset, Setup, Side
from tavola.rules.state import Action, Kind, Phase, State

NUMBERS: dict[str, tuple[Any, ...]] = {
    "enter_first": (0, 1, 2, 3, 14, 15),
    "block": (1, 2),
    "stack": (0, 1, 2, 4, 5, 6),
    "double_moves": (1, 2, 4),
    "corners": (4, 8),
    "namer": (None, Side.WHITE, Side.BLACK),
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

    By which number a step is played does not count if it leads from and to the same points.
    """
    actions = turn.legal(state)
    return (
        {replace(a, number=0) if a.kind is Kind.STEP else a for a in actions},
        turn.throws(state),
        {play.position for play in turn.plays(state)},
        [turn.may_double(state, side) for side in Side],
    )


def _move(state: State, rng: random.Random) -> Action:
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


def tell_apart(rules: Ruleset, other: Ruleset, begin: Example, rng: random.Random, steps: int) -> bool:
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
        action = _move(a, rng)
        a = turn.apply(a, action)[0]
        try:
            b = turn.apply(b, action)[0]
        except Refused:
            return True
    return False
