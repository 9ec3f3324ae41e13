"""What dice did beside what fair dice do, and whether the difference means anything.

Four things are counted for the player whose throw it was.  Each throw says what was to be expected
of it, before it fell, so that throws of all games and positions add up:

===========  =======================================================================================
`doubles`    the throw is a double
`pips`       the pips of the throw if all of it is played, with the numbers that follow a double
`entering`   a checker can come in from the bar, where some numbers are closed and some are not
`hits`       a play of the throw hits, pins or captures, where some throws can and some cannot
===========  =======================================================================================

Hitting and entering are what the dice allowed, not what was played.  Throws that were named, that
are the same all game long, or that decide who begins do not count; nor do pips where a throw lets
the player choose a double.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from math import erfc, sqrt

from tavola.rules.kernel import prospects
from tavola.rules.kernel.slots import FROM_BAR
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import AceDeuce, Dice, Numbers, Order, Ruleset, Side
from tavola.rules.model.throws import Throw, every_throw, is_double, throws_of
from tavola.rules.text.record import Moment
from tavola.rules.turn.state import Kind, State

KINDS = ("doubles", "pips", "entering", "hits")
ENOUGH = 9.0
"""Squared deviation (of one that counts yes or no) from which the normal law is close enough."""
LEAST = 30
"""Throws below which nothing is said of a mean."""
RARE, VERY_RARE = 0.05, 0.001
"""Fair dice go as far astray in this share of all cases."""


@dataclass(frozen=True)
class Compared:
    """So many `throws`: the sum that came, the one that was expected, and its variance."""

    throws: int = 0
    came: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Compared) -> Compared:
        return Compared(
            self.throws + other.throws,
            self.came + other.came,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    def __sub__(self, other: Compared) -> Compared:
        """Without throws that are counted here, but did not count."""
        return Compared(
            self.throws - other.throws,
            self.came - other.came,
            self.expected - other.expected,
            self.variance - other.variance,
        )

    @property
    def deviations(self) -> float:
        """By how many standard deviations it was more (or less) than expected."""
        return (self.came - self.expected) / sqrt(self.variance) if self.variance else 0.0

    @property
    def chance(self) -> float:
        """In what share of all cases fair dice go at least as far astray, to either side."""
        return erfc(abs(self.deviations) / sqrt(2))

    @property
    def enough(self) -> bool:
        """Whether there are enough throws for that."""
        return self.throws >= LEAST and self.variance >= ENOUGH


Tally = dict[str, Compared]


def thrown(moments: Iterable[Moment]) -> list[tuple[State, Throw]]:
    """The throws of a record by chance, each with the state before it; typed ones that were put
    right count as they were in the end."""
    found: list[tuple[State, Throw]] = []
    before: State | None = None
    for moment in moments:
        event = moment.event
        if event is not None and before is not None and event.dice is not None:
            if event.kind is Kind.THROW and before.fixed is None:
                found.append((before, event.dice))
            elif event.kind is Kind.CORRECT and _was_thrown(before):
                found[-1] = (found[-1][0], event.dice)
        before = moment.state
    return found


def _was_thrown(state: State) -> bool:
    """Whether the last thing was a throw by chance, which can be put right."""
    return state.last is not None and state.last.kind is Kind.THROW and state.fixed is None


def tally_of(before: State, dice: Throw) -> Tally:
    """What one throw counts: of each kind that it says something about."""
    rules, side = before.rules, before.thrower
    every = every_throw(rules)
    found = {"doubles": _yes_or_no([is_double(one) for one in every], is_double(dice))}
    if counts_pips(rules):
        found["pips"] = pips(before, dice)
    if side is before.side:
        # Where throws lie open ahead, the position they are played in is not known yet.
        found |= {"entering": _entering(before, side, dice), "hits": _hitting(before, side, dice)}
    return {kind: one for kind, one in found.items() if one is not None}


def added(first: Tally, second: Tally) -> Tally:
    """Two tallies as one."""
    kinds = [kind for kind in KINDS if kind in first or kind in second]
    return {kind: first.get(kind, Compared()) + second.get(kind, Compared()) for kind in kinds}


def counts_pips(rules: Ruleset) -> bool:
    """Whether a throw alone says how many pips it is worth."""
    runs = rules.numbers is Numbers.BOTH and geometry_of(rules).runs
    return runs and rules.ace_deuce is AceDeuce.ORDINARY


def pips(before: State, dice: Throw) -> Compared:
    """The pips of a throw if all of it is played, beside those of every throw."""
    rules, side = before.rules, before.thrower
    position = movement.begun(rules, before.position, side)
    worth = {throw: _worth(rules, position, side, throw) for throw, _ in throws_of(rules)}
    every = [worth[tuple(sorted(one))] for one in every_throw(rules)]
    return _mean(every, worth[tuple(sorted(dice))])


def _worth(rules: Ruleset, position: Position, side: Side, dice: Throw) -> int:
    found = 0
    for part in count():
        left, numbers = movement.next_part(
            rules, position, side, dice, 0, part, complete=True, left=0
        )
        if left <= 0:
            break
        found += sum(numbers)
    return found


def _yes_or_no(can: list[bool], did: bool) -> Compared | None:
    """One of all throws, of which some can do a thing; None where all can or none."""
    share = sum(can) / len(can)
    if share in (0.0, 1.0):
        return None
    return Compared(1, float(did), share, share * (1 - share))


def _mean(values: list[int], came: int) -> Compared:
    mean = sum(values) / len(values)
    return Compared(1, came, mean, sum((one - mean) ** 2 for one in values) / len(values))


def _entering(before: State, side: Side, dice: Throw) -> Compared | None:
    rules, position = before.rules, before.position
    plain = rules.numbers is Numbers.BOTH and rules.order is Order.ANY
    if not plain or not position.bar(side) or rules.dice is not Dice.THROW:
        return None
    numbers = {
        number
        for number in range(1, 7)
        if any(
            code >> 5 & 31 == FROM_BAR
            for code in movement.single_steps(rules, position, side, number)
        )
    }
    return _yes_or_no(
        [bool({*one} & numbers) for one in every_throw(rules)], bool({*dice} & numbers)
    )


_STRIKES = prospects.HIT | prospects.PIN_ONE


def _hitting(before: State, side: Side, dice: Throw) -> Compared | None:
    rules, position = before.rules, before.position
    if rules.block == 1 or rules.dice is not Dice.THROW or rules.namer is not None:
        return None
    if geometry_of(rules).runs and not movement.exposed(rules, position, side.other):
        return None
    throws = [throw for throw, _ in throws_of(rules)]
    found = movement.what_throws_do(rules, position, side, throws)
    bits = dict(zip(throws, found, strict=True))
    if any(one & prospects.UNKNOWN and not one & _STRIKES for one in bits.values()):
        return None
    can = {throw: bool(one & _STRIKES) for throw, one in bits.items()}
    every = [can[tuple(sorted(throw))] for throw in every_throw(rules)]
    return _yes_or_no(every, can[tuple(sorted(dice))])


__all__ = [
    "KINDS",
    "RARE",
    "VERY_RARE",
    "Compared",
    "Tally",
    "added",
    "counts_pips",
    "pips",
    "tally_of",
    "thrown",
]
