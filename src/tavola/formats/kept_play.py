"""The checkers of a play that no rule allows, as a file tells them.

By the rules a play is read by `notation`; here nothing is asked but from where to where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from tavola.rules.kernel.slots import FROM_BAR, TO_OFF
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.turn.state import MOST_MOVED, State

_WORD = re.compile(r"(?P<places>[a-z0-9/*]+)(?:\((?P<times>\d)\))?")
_NAMED = {"bar": FROM_BAR, "off": TO_OFF}

Moves = tuple[tuple[int, int], ...]


def kept_play(state: State, text: str) -> Moves | None:
    """The moves of a play in the player's own numbers (`24/18 bar/20*/14 6/off(2)`), as an illegal
    play holds them; None for what is none."""
    found: list[tuple[int, int]] = []
    for word in text.split():
        match = _WORD.fullmatch(word)
        if match is None:
            return None
        places = [_place(state, name.rstrip("*")) for name in match["places"].split("/")]
        way = [place for place in places if place is not None]
        if len(way) < len(places):
            return None
        found += list(pairwise(way)) * int(match["times"] or 1)
    return tuple(found) if len(found) <= MOST_MOVED else None


def moves_to(state: State, board: Sequence[int]) -> Moves | None:
    """The moves that lead to a position (`Entry.board`); None if none do, by any side's count."""
    turned = [-count for count in reversed(board)]
    found = _difference(state, board)
    return _difference(state, turned) if found is None else found


def board_of(position: Position, rules: Ruleset, side: Side) -> tuple[int, ...]:
    """A position as `Entry.board` has it."""
    track, other = geometry_of(rules).track[side], side.other
    points = [position.count(side, p) - position.count(other, p) for p in reversed(track)]
    return (-position.bar(other), *points, position.bar(side))


def _difference(state: State, board: Sequence[int]) -> Moves | None:
    """From where checkers are missing to where there are more, the rearmost first."""
    before = board_of(state.position, state.rules, state.side)
    count = [(max(a, 0), max(b, 0)) for a, b in zip(before, board, strict=True)]
    gone, come = list[int](), list[int]()
    for number in range(len(count) - 1, 0, -1):
        had, has = count[number]
        gone += [number] * (had - has)
        come += [number] * (has - had)
    come += [0] * (len(gone) - len(come))
    if len(come) != len(gone):
        return None
    ways = _by_way_of_hits(list(zip(gone, come, strict=True)), before, board)
    if len(ways) > MOST_MOVED:
        return None
    track = geometry_of(state.rules).track[state.side]
    moves = tuple((numbered(track, a), numbered(track, b)) for a, b in ways)
    position: Position | None = state.position
    for source, target in moves:
        position = position and position.shifted(state.side, source, target)
    made = position and board_of(position, state.rules, state.side)
    return moves if made == tuple(board) else None


def _by_way_of_hits(
    ways: list[tuple[int, int]], before: Sequence[int], after: Sequence[int]
) -> list[tuple[int, int]]:
    """The same with stops where a checker was hit and nobody stayed: one that passes there made
    them, else the rearmost that moved, else the rearmost on the board, there and back."""
    for point in range(len(before) - 2, 0, -1):
        if (before[point], after[point]) != (-1, 0):
            continue
        if not ways:
            rear = next((n for n in range(len(before) - 2, 0, -1) if before[n] > 0), 0)
            ways = [(rear, rear)]
        at = next((n for n, (source, to) in enumerate(ways) if source > point > to), 0)
        source, to = ways[at]
        ways[at : at + 1] = [(source, point), (point, to)]
    return ways


def numbered(track: Sequence[int], number: int) -> int:
    """A place by the player's own number, 25 for the bar and 0 for off, as the kernel has it."""
    return {0: TO_OFF, len(track) + 1: FROM_BAR}.get(number) or track[len(track) - number]


def _place(state: State, name: str) -> int | None:
    """A place as the kernel has it; None for none."""
    track = geometry_of(state.rules).track[state.side]
    if name in _NAMED:
        return _NAMED[name]
    number = int(name) if name.isdecimal() else 0
    return numbered(track, number) if 1 <= number <= len(track) else None


__all__ = ["board_of", "kept_play", "moves_to", "numbered"]
