"""What throws can do, as the kernel counts it, against the oracle that tries everything."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import oracle
from bridge import board_of, oracle_options, positions
from tavola.games import GAMES
from tavola.rules.kernel import backend, prospects
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import is_double, throws_of

pytestmark = pytest.mark.plain

POSITIONS = int(os.environ.get("TAVOLA_NIGHTLY", "200" if backend.compiled else "100")) // 100
"""The oracle takes a hundred times as long for a position as `test_differential.py` for a pair."""
THROWS_OF_EACH = 4
MOST = 20
"""Ends of a first part from which the oracle still tries what follows."""
NAMES = {
    name: getattr(prospects, name)
    for name in ("LOST", "PARTLY", "HIT", "PIN_ONE", "WIN", "POINT", "SAFE", "MUST_HIT")
}


def exposed(rules: Ruleset, position: Position, side: Side) -> int:
    """Blots that the other side has still to pass, point by point."""
    geometry, other = geometry_of(rules), side.other
    if not geometry.runs or rules.block < 2:
        return 0
    found = 0
    for point, count in position.points(side).items():
        if count != 1 or position.pinned(point) is not None:
            continue
        if geometry.facing:
            place = geometry.path(side, point)
            if place == geometry.length:
                continue
        else:
            place = geometry.path(other, point)
        outside = position.bar(other) + position.reserve(other) > 0
        behind = any(geometry.path(other, one) < place for one in position.points(other))
        found += outside or behind or rules.backward
    return found


def in_the_way(rules: Ruleset, position: Position, side: Side) -> int:
    """Points closed to the other side that it has still to pass, point by point."""
    geometry, other = geometry_of(rules), side.other
    if not geometry.runs or geometry.facing:
        return 0
    found = 0
    for point, count in position.points(side).items():
        pins = position.pinned(point) is other
        if position.top(point) is not side or (count < rules.block and not pins):
            continue
        place = geometry.path(other, point)
        outside = position.bar(other) + position.reserve(other) > 0
        behind = any(geometry.path(other, one) < place for one in position.points(other))
        found += outside or behind or rules.backward
    return found


def wall(rules: Ruleset, position: Position, side: Side) -> tuple[int, int]:
    """The longest wall before checkers of the other side, tried from every point."""
    geometry, other = geometry_of(rules), side.other
    if not geometry.runs or geometry.facing:
        return 0, 0

    def closed(place: int) -> bool:
        point = geometry.point(other, place)
        if position.top(point) is not side:
            return False
        return position.count(side, point) >= rules.block or position.pinned(point) is other

    best = (0, 0)
    for begin in range(1, geometry.length + 1):
        end = begin
        while end <= geometry.length and closed(end):
            end += 1
        behind = position.bar(other) + position.reserve(other)
        behind += sum(
            count
            for point, count in position.points(other).items()
            if geometry.path(other, point) < begin
        )
        if behind and end > begin:
            best = max(best, (end - begin, behind))
    return best


class Tried:
    """Everything that can be done with a throw, part by part."""

    def __init__(self, game: str, position: Position, side: Side) -> None:
        self.game, self.rules, self.side = game, GAMES[game].ruleset({}), side
        self.options = oracle_options(game, {})
        board = oracle.settle(game, board_of(position), int(side), **self.options)
        self.start, self.bits, self.played, self.whole = board, 0, False, False
        self.parts, self.every, self.chooses = 0, True, False
        self.before = self._seen(board)

    def throw(self, dice: oracle.Dice) -> int | None:
        """The bits of a throw; None where there is too much to try."""
        if not self._go_on(self.start, dice, (), None):
            return None
        bits = self.bits
        if not self.played:
            return prospects.LOST
        if not self.whole and not bits & prospects.WIN:
            bits |= prospects.PARTLY
        if self.every and self.parts == 1 and not self.chooses:
            bits |= prospects.MUST_HIT
        return bits

    def _go_on(self, board: Any, dice: oracle.Dice, done: Any, chosen: int | None) -> bool:
        part = oracle.next_part(
            self.game, board, int(self.side), dice, done, chosen, **self.options
        )
        if part[0] == "choose":
            self.chooses = True
            return all(self._go_on(board, dice, done, number) for number in range(1, 7))
        if part[0] != "play":
            complete = all(steps == len(numbers) for numbers, steps in done)
            self.whole = self.whole or (bool(done) and complete)
            return True
        numbers = part[1]
        ends = oracle.results(self.game, board, int(self.side), numbers, **self.options)
        need, _ = movement.due(self.rules, self._position(board), self.side, numbers)
        self.parts = max(self.parts, len(done) + 1)
        if need:
            self.played = True
            for end in ends:
                self._look(end)
                self.whole = self.whole or self._over(end)
        if len(ends) > MOST and oracle.next_part(
            self.game, board, int(self.side), dice, (*done, (numbers, need)), chosen, **self.options
        )[0] in ("play", "choose"):
            return False
        onwards = [end for end in ends if not self._over(end)] or [board]
        return all(self._go_on(end, dice, (*done, (numbers, need)), chosen) for end in onwards)

    def _over(self, board: Any) -> bool:
        return movement.over(self.rules, self._position(board), self.side)

    def _position(self, board: Any) -> Position:
        return Position.parse(self.rules, oracle.show(board))

    def _seen(self, board: Any) -> tuple[int, int, int, int]:
        position, other = self._position(board), int(self.side.other)
        pinned = sum(1 for _, colour in board.pinned if colour == other)
        way = in_the_way(self.rules, position, self.side)
        return board.bar[other] + board.off[other], pinned, way, 0

    def _look(self, board: Any) -> None:
        gone, pinned, way, _ = self._seen(board)
        struck = gone > self.before[0]
        self.every = self.every and struck
        hit = struck and self.game == "no-hit"
        result = oracle.outcome(self.game, board, int(self.side), hit, **self.options)
        safe = exposed(self.rules, self._position(board), self.side) == 0
        self.bits |= (
            prospects.HIT * struck
            | prospects.PIN_ONE * (pinned > self.before[1])
            | prospects.POINT * (way > self.before[2])
            | prospects.SAFE * safe
            | prospects.WIN * (result is not None and result[0] == int(self.side))
        )


def some_positions(game: str, seed: str) -> Iterator[tuple[Position, Side, random.Random]]:
    """Positions of random games, as many as anybody asks for."""
    rng = random.Random(seed)
    for state in positions(GAMES[game].ruleset({}), rng, games=sys.maxsize, every=9):
        yield state.position, state.side, rng


@pytest.mark.parametrize("game", GAMES)
def test_what_throws_can_do(game: str) -> None:
    rules, compared = GAMES[game].ruleset({}), 0
    for position, side, rng in islice(some_positions(game, f"throws {game}"), POSITIONS):
        named = rules.namer is side  # he names no double
        can_come = [one for one, _ in throws_of(rules) if not (named and is_double(one))]
        throws = rng.sample(can_come, THROWS_OF_EACH)
        found = movement.what_throws_do(rules, position, side, throws)
        for dice, bits in zip(throws, found, strict=True):
            wanted = Tried(game, position, side).throw(dice)
            if wanted is None:
                continue
            compared += 1
            for name, bit in NAMES.items():
                sure = not bits & prospects.UNKNOWN or bits & bit
                if sure:
                    where = f"{game} {position.text()} {side.letter} {dice} {name}"
                    assert bool(bits & bit) == bool(wanted & bit), where
    assert compared >= POSITIONS


def test_who_ends_the_game_by_a_draw_has_no_number_left() -> None:
    """In Plakoto the last mother pinned ends it, with whatever numbers are left."""
    rules = GAMES["plakoto"].ruleset({})
    text = "W 1:1p 16:1p 17:1 20:6 21:1 22:1 23:4 | B 1:6 2:3 3:2 10:1 16:1 19:1 24:1"
    draws = movement.what_throws_do(rules, Position.parse(rules, text), Side.WHITE, [(4, 4)])
    text = "W 1:1p 16:1p 17:1 20:6 21:1 22:1 23:4 | B 1:5 2:3 3:2 10:1 16:1 19:1 24:2"
    stuck = movement.what_throws_do(rules, Position.parse(rules, text), Side.WHITE, [(4, 4)])
    assert draws[0] & prospects.PIN_ONE
    assert not draws[0] & prospects.PARTLY
    assert stuck[0] & prospects.PARTLY


@pytest.mark.parametrize("game", GAMES)
def test_what_a_position_shows(game: str) -> None:
    rules = GAMES[game].ruleset({})
    for position, _, _ in islice(some_positions(game, f"shows {game}"), 10 * POSITIONS):
        for side in Side:
            where = f"{game} {position.text()} {side.letter}"
            assert movement.exposed(rules, position, side) == exposed(rules, position, side), where
            way = in_the_way(rules, position, side)
            assert movement.in_the_way(rules, position, side) == way, where
            assert movement.longest_wall(rules, position, side) == wall(rules, position, side), (
                where
            )
