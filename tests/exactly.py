"""Slow and obvious ways to what the exact tables say, through the engine's public functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement

from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Goal, Ruleset, Setup, Side

THROWS = [(a, b) for a in range(1, 7) for b in range(a, 7)]


def weight(dice: tuple[int, int]) -> float:
    """The chance of a throw."""
    return (1 if dice[0] == dice[1] else 2) / 36


def at_home(rules: Ruleset, checkers: int) -> Ruleset:
    """The game, begun with a few checkers on the first point of each home, doubles running."""
    tracks = GEOMETRIES[rules.board].track
    start = tuple(Setup(points=((track[-6], checkers),)) for track in tracks)
    return replace(rules, start=(start[0], start[1]), run_from=1)


def home_text(rules: Ruleset, side: Side, paths: tuple[int, ...]) -> str:
    """Checkers on path points of the home (1-6, 6 the last), as a position's text has them."""
    track = GEOMETRIES[rules.board].track[side][-6:]
    return " ".join(f"{track[p - 1]}:{paths.count(p)}" for p in sorted(set(paths)))


def position(rules: Ruleset, mine: tuple[int, ...], theirs: tuple[int, ...]) -> Position:
    """White and Black on path points of their homes."""
    white, black = (
        home_text(rules, side, paths) for side, paths in zip(Side, (mine, theirs), strict=True)
    )
    return Position.parse(rules, f"W {white} | B {black}")


def homes(rules: Ruleset) -> list[tuple[int, ...]]:
    """All arrangements of a home that the limits of its points allow, the empty one first."""
    limit = rules.stack or 15
    single = [p + 6 - GEOMETRIES[rules.board].length for p in rules.single]
    return [
        paths
        for count in range(rules.checkers + 1)
        for paths in combinations_with_replacement(range(1, 7), count)
        if all(paths.count(p) <= (1 if p in single else limit) for p in paths)
    ]


def ends(
    rules: Ruleset, begun: Position, side: Side, dice: tuple[int, int]
) -> set[tuple[Position, bool]]:
    """Every position in which a throw can end, and whether it gives another one."""
    found = set()
    todo = [(begun, 0, 0, True, 0)]
    while todo:
        here, chosen, index, complete, left = todo.pop()
        code, numbers = movement.next_part(rules, here, side, dice, chosen, index, complete, left)
        if code == turn_program.CHOOSE_DOUBLE:
            todo += [(here, n, index, True, 0) for n in range(1, 7)]
            continue
        if code <= 0:
            assert code != turn_program.HAND_OVER
            found.add((here, code == turn_program.THROW_AGAIN))
            continue
        plays = movement.plays(rules, here, side, numbers)
        if not plays:
            todo.append((here, chosen, index + 1, False, code))
        for play in plays:
            if movement.over(rules, play.position, side):
                found.add((play.position, False))
            else:
                used = len(play.steps)
                todo.append((play.position, chosen, index + 1, used == code, code - used))
    return found


class Alone:
    """One side's bearing off: expected turns by repeated improvement."""

    def __init__(self, rules: Ruleset, side: Side) -> None:
        self.rules, self.side = rules, side
        other = (6,)
        self.best = max if rules.goal is Goal.LAST_OFF else min
        self.names = rules.namer is side
        self.throws = 2 if rules.namer is side.other else 1
        self.places = {}
        for paths in homes(rules):
            both = (paths, other) if side is Side.WHITE else (other, paths)
            self.places[position(rules, *both).row] = paths
        self.leads = {
            (row, dice): [(end.row, again) for end, again in ends(rules, Position(row), side, dice)]
            for row, paths in self.places.items()
            if paths
            for dice in THROWS
        }

    def turns(self) -> dict[tuple[int, ...], float]:
        """Expected turns of each arrangement."""
        value = {(row, left): 1.0 for row in self.places for left in range(1, self.throws + 1)}
        change = 1.0
        while change > 1e-7:
            change = 0.0
            for (row, left), before in value.items():
                value[row, left] = self._value(value, row, left)
                change = max(change, abs(value[row, left] - before))
        return {paths: value[row, self.throws] for row, paths in self.places.items()}

    def _value(self, value: dict[tuple[bytes, int], float], row: bytes, left: int) -> float:
        if not self.places[row]:
            return 0.0

        def cost(dice: tuple[int, int]) -> float:
            return self.best(
                self._after(value, end, left, again) for end, again in self.leads[row, dice]
            )

        if self.names:
            return self.best(cost(dice) for dice in THROWS if dice[0] != dice[1])
        return sum(weight(dice) * cost(dice) for dice in THROWS)

    def _after(
        self, value: dict[tuple[bytes, int], float], end: bytes, left: int, again: bool
    ) -> float:
        if not self.places[end]:
            return 1.0
        if again:
            return value[end, left]
        return value[end, left - 1] if left > 1 else 1.0 + value[end, self.throws]


def expectation(
    rules: Ruleset, here: Position, side: Side, value: Callable[[Position, Side], float]
) -> float:
    """The chance of a side about to throw to win, if `value` knows that of all positions."""

    def after(end: Position, again: bool) -> float:
        result = movement.result(rules, end, side, False)
        if result is not None:
            return float(result[0] is side)
        return value(end, side) if again else 1.0 - value(end, side.other)

    return sum(
        weight(dice) * max(after(*end) for end in ends(rules, here, side, dice)) for dice in THROWS
    )


def together(rules: Ruleset) -> Iterator[tuple[Position, float]]:
    """Every pair of homes with White to throw, and its chance by repeated improvement."""
    all_homes = [paths for paths in homes(rules) if paths]
    states = [
        (position(rules, white, black), side)
        for white in all_homes
        for black in all_homes
        for side in Side
    ]
    leads = {
        (here.row, side): [(weight(dice), ends(rules, here, side, dice)) for dice in THROWS]
        for here, side in states
    }
    value = dict.fromkeys(leads, 0.5)

    @lru_cache(None)
    def done(row: bytes, side: Side) -> float | None:
        result = movement.result(rules, Position(row), side, False)
        return None if result is None else float(result[0] is side)

    def after(end: bytes, side: Side, again: bool) -> float:
        known = done(end, side)
        if known is not None:
            return known
        return value[end, side] if again else 1.0 - value[end, side.other]

    change = 1.0
    while change > 1e-8:
        change = 0.0
        for (row, side), throws in leads.items():
            fresh = sum(
                chance * max(after(end.row, side, again) for end, again in found)
                for chance, found in throws
            )
            change = max(change, abs(fresh - value[row, side]))
            value[row, side] = fresh
    for here, side in states:
        if side is Side.WHITE:
            yield here, value[here.row, side]
