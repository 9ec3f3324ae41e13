"""What a drill lets somebody count: pips, and throws that do a thing.  The rules know both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tavola.rules.kernel import prospects
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Contact, Dice, Numbers, Ruleset, Side, Then
from tavola.rules.model.throws import Throw, dice_of
from tavola.rules.turn.state import State
from tavola.study.after import coming

ALL = 36
"""Throws of two dice."""


# --------------------------------------------------------------------------------------------- pips


def has_pips(rules: Ruleset) -> bool:
    """Whether checkers run towards an end, so that pips mean something."""
    return geometry_of(rules).runs


def ways(state: State, side: Side) -> list[tuple[int, int]]:
    """(checkers, pips that each of them needs), pinned ones with them, the longest way first; those
    that need none are left out."""
    rules, position, geometry = state.rules, state.position, geometry_of(state.rules)
    end = geometry.length + (0 if rules.piles else 1)
    found = {end: position.bar(side) + position.reserve(side)}
    for path, point in enumerate(geometry.track[side], start=1):
        found[end - path] = found.get(end - path, 0) + position.count(side, point)
    return [(found[way], way) for way in sorted(found, reverse=True) if found[way] and way]


# ------------------------------------------------------------------------------------------- throws


@dataclass(frozen=True)
class Throws:
    """A thing that throws do: `done` says so of the bits of a throw; `where` it means something,
    and in which positions it is asked."""

    done: Callable[[int], bool]
    where: Callable[[Ruleset], bool]
    asks: Callable[[State], bool] = lambda state: True

    def of(self, state: State) -> tuple[Throw, ...] | None:
        """The throws of the side on turn that do it, the higher number first; None where it cannot
        be told of all, or where not all throws can come."""
        weighted = coming(state, state.side)
        if sum(weight for _, weight in weighted) != ALL or not self.asks(state):
            return None
        throws = [throw for throw, _ in weighted]
        bits = movement.what_throws_do(state.rules, state.position, state.side, throws)
        if any(one & prospects.UNKNOWN for one in bits):
            return None
        found = (throw for throw, one in zip(throws, bits, strict=True) if self.done(one))
        return tuple(sorted(((max(one), min(one)) for one in found), reverse=True))


def count(throws: Sequence[Throw]) -> int:
    """How many of the 36: two different numbers fall in two ways."""
    return sum(1 if a == b else 2 for a, b in throws)


@dataclass(frozen=True)
class Counting:
    """How throws are counted in the head: all `with_any` of some faces, so many (`these`), then
    the other `pairs` twice and the other `doubles` once."""

    with_any: tuple[int, ...]
    these: int
    pairs: tuple[Throw, ...]
    doubles: tuple[Throw, ...]


def counting(throws: Sequence[Throw]) -> Counting:
    """The way to count some throws."""
    found = set(throws)

    def whole(face: int) -> bool:
        return all((max(face, n), min(face, n)) in found for n in range(1, 7))

    faces = tuple(face for face in range(1, 7) if whole(face))
    rest = [one for one in throws if not set(one) & set(faces)]
    pairs = tuple(one for one in rest if one[0] != one[1])
    doubles = tuple(one for one in rest if one[0] == one[1])
    return Counting(faces, ALL - (6 - len(faces)) ** 2, pairs, doubles)


def _bit(bit: int) -> Callable[[int], bool]:
    return lambda bits: bool(bits & bit)


def _meets(rules: Ruleset) -> bool:
    """Whether all throws of two dice can come, each of them can be looked at whole, and the sides
    meet."""
    of_two = rules.dice is Dice.THROW and dice_of(rules) == 2
    plain = of_two and rules.double_then is not Then.UPWARDS
    runs = geometry_of(rules).runs or geometry_of(rules).loops
    return plain and runs and movement.in_contact(rules, Position.start(rules))


def _strikes(rules: Ruleset) -> bool:
    """Whether a checker can be taken."""
    return _meets(rules) and rules.contact is not Contact.PIN and rules.block > 1


def _hits(rules: Ruleset) -> bool:
    return _strikes(rules) and not rules.hit_loses


def _loses_by_hitting(rules: Ruleset) -> bool:
    return _strikes(rules) and rules.hit_loses


def _pins(rules: Ruleset) -> bool:
    return _meets(rules) and rules.contact is Contact.PIN


def _comes_back(rules: Ruleset) -> bool:
    return _hits(rules) and rules.contact is not Contact.CAPTURE and rules.bar_first


def _blocked(rules: Ruleset) -> bool:
    """Whether it depends on the position which throws are lost; where nobody is ever on the bar
    hardly any are."""
    return _meets(rules) and not rules.hit_loses and rules.numbers is not Numbers.SUM


def _on_bar(state: State) -> bool:
    """A checker must come in, and nothing else can be played instead."""
    return state.position.bar(state.side) > 0


THROWS = {
    "shots": Throws(_bit(prospects.HIT), _hits),
    "must_hit": Throws(_bit(prospects.MUST_HIT), _loses_by_hitting),
    "pins": Throws(_bit(prospects.PIN_ONE), _pins),
    "enter": Throws(lambda bits: not bits & prospects.LOST, _comes_back, _on_bar),
    "lost": Throws(_bit(prospects.LOST), _blocked),
}
"""What throws are counted for, by the name of the drill."""
