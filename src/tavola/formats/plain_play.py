"""The steps of a play as files have it, from its text and its dice alone.

`13/7 8/5`, `24/18(2) 13/7(2)`, `24/14`, `bar/20 6/off`: nearly all plays of a file say which number
goes from where to where.  Whether they are allowed the rules say (`turn.whole_turn`); what is not
so plain is left to `notation`, which reads whatever people write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tavola.formats.kept_play import numbered
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import State

_WORD = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?){1,4})(?:\(([2-4])\))?", re.ASCII)
_MOST = 4
_OFF = 0


class _Step(NamedTuple):
    """A number and the places that it leads between, in the player's own numbers: one more than
    the track has points is the bar, 0 is off."""

    number: int
    source: int
    target: int


class Plain(NamedTuple):
    """Steps as kernel integers, in the order in which they are played; `stops` are the points
    (booklet numbers) where a checker comes by that the text does not name."""

    steps: tuple[int, ...]
    stops: tuple[int, ...]


def steps_of(state: State, dice: Throw, text: str) -> Sequence[int]:
    """The steps of a play by the side on turn, as kernel integers; empty where its text leaves a
    choice: of numbers, of ways, or whether somebody is hit on the way."""
    found = plain(state.rules, state.side, dice, text)
    if found is None or any(state.position.top(stop) is state.side.other for stop in found.stops):
        return ()
    return found.steps


@lru_cache(maxsize=20_000)
def plain(rules: Ruleset, side: Side, dice: Throw, text: str) -> Plain | None:
    """The steps of a play, wherever checkers stand: one text is in many files."""
    track = geometry_of(rules).track[side]
    steps, stops = list[_Step](), set[int]()
    for word in text.split():
        legs = _legs(word, len(track) + 1)
        for source, target in legs:
            way = _way(source, target, dice)
            steps += way
            stops |= {track[-step.target] for step in way[:-1]}
            if not way or len(steps) > _MOST:
                return None
        if not legs:
            return None
    numbers = [step.number for step in steps]
    if dice[0] != dice[1] and len(set(numbers)) < len(numbers):
        return None
    codes = (_code(step, track) for step in _in_order(steps, dice, len(track) + 1))
    return Plain(tuple(codes), tuple(stops))


def _legs(word: str, bar: int) -> list[tuple[int, int]]:
    """From where to where, each leg as often as it is played; empty for what is none."""
    match = _WORD.fullmatch(word)
    if match is None:
        return []
    names = [match[1], *match[2].replace("*", "").split("/")[1:]]
    places = [bar if name == "bar" else _OFF if name == "off" else int(name) for name in names]
    legs = list(pairwise(places))
    if any(not bar >= source > target for source, target in legs):
        return []
    return legs * int(match[3] or 1)


def _way(source: int, target: int, dice: Throw) -> list[_Step]:
    """The steps of one leg: with one number, or with both of them the lower first; empty where it
    takes another number."""
    low, high = sorted(dice)
    way = source - target
    if low == high:
        count, rest = divmod(way, low)
        if rest and target != _OFF:
            return []
        ends = [source - low * n for n in range(count + bool(rest))] + [target]
        return [_Step(low, a, b) for a, b in pairwise(ends)]
    if way in (low, high):
        return [_Step(way, source, target)]
    if way == low + high:
        return [_Step(low, source, source - low), _Step(high, source - low, target)]
    return []


def _in_order(steps: list[_Step], dice: Throw, bar: int) -> list[_Step]:
    """From the bar first; equal numbers from the rear, else the lower one first."""
    if dice[0] == dice[1]:
        return sorted(steps, key=lambda step: -step.source)
    return sorted(steps, key=lambda step: (step.source != bar, step.number))


def _code(step: _Step, track: Sequence[int]) -> int:
    """A step as the kernel has it."""
    source, target = numbered(track, step.source), numbered(track, step.target)
    return step.number << 10 | source << 5 | target


__all__ = ["Plain", "plain", "steps_of"]
