"""Where a play leads to: the position, whose throw comes next, and what the throws that can come
may do there.

A play is its actions in order and the position after them: whatever has `actions` and `position`
is one, a `Suggestion` of the library and a `Candidate` of the adviser among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tavola.rules import turn
from tavola.rules.kernel import prospects
from tavola.rules.kernel.turn_program import END
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Dice, Ruleset, Side
from tavola.rules.model.throws import Throw, is_double, throws_of
from tavola.rules.turn.state import Action, Kind, Phase, State, Turn, step_action

Weighted = tuple[tuple[Throw, int], ...]
"""Throws that can come, each with its weight: 36 in all, or what there is to choose from."""


class Play(Protocol):
    """Something that may be done, and the position after it (after a choice: after the best play
    that follows)."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is done, in order."""

    @property
    def position(self) -> Position:
        """Where the checkers stand then."""


@dataclass(frozen=True)
class Played:
    """A play of which nothing is known but its actions."""

    actions: tuple[Action, ...]
    position: Position


def played(state: State, steps: Sequence[int]) -> Played:
    """The play of steps, given as kernel integers.  Raises `Refused` if they are not allowed."""
    actions = tuple(step_action(state.side, code) for code in steps)
    for action in actions:
        state, _ = turn.apply(state, action)
    return Played(actions, state.position)


@dataclass(frozen=True)
class Throws:
    """How many of the throws that can come do something: `count` of `total`."""

    count: int
    total: int


@dataclass(frozen=True)
class After:
    """The moment after a play of `side`.

    `his` are the throws that can come next for the other side; None where it is not his turn next.
    `inherits` is how many numbers he inherits now, None while that is open.  `over`: the game is;
    `wins`: whether `side` has won it, None where it goes on or ends without a winner; `drawn`:
    whether the play has drawn it.
    """

    rules: Ruleset
    side: Side
    position: Position
    his: Weighted | None = None
    mine: Weighted | None = None
    inherits: int | None = None
    over: bool = False
    wins: bool | None = None
    drawn: bool = False

    @cached_property
    def _his_bits(self) -> tuple[int, ...]:
        throws = [throw for throw, _ in self.his or ()]
        return movement.what_throws_do(self.rules, self.position, self.side.other, throws)

    @cached_property
    def _my_bits(self) -> tuple[int, ...]:
        throws = [throw for throw, _ in self.mine or ()]
        return movement.what_throws_do(self.rules, self.position, self.side, throws)

    def his_throws(self, bit: int) -> Throws | None:
        """With how many of his throws the other side can do a thing; None where that is open."""
        return None if self.his is None else _counted(self._his_bits, self.his, bit)

    def my_throws(self, bit: int) -> Throws | None:
        """The same of the own next throws, as the position stands after the play."""
        return None if self.mine is None else _counted(self._my_bits, self.mine, bit)


def _counted(bits: Sequence[int], throws: Weighted, bit: int) -> Throws | None:
    if any(one & prospects.UNKNOWN and not one & bit for one in bits):
        return None
    total = sum(weight for _, weight in throws)
    return Throws(
        sum(weight for one, (_, weight) in zip(bits, throws, strict=True) if one & bit), total
    )


def coming(state: State, side: Side) -> Weighted:
    """The throws that can come for a side when it is to throw next."""
    rules = state.rules
    if rules.namer is side:
        return tuple((throw, 1) for throw, _ in throws_of(rules) if not is_double(throw))
    known = state.fixed or state.ahead[side]
    if known is not None:
        return ((known, 1),)
    doubles = rules.dice is not Dice.FIXED or rules.fixed_double
    return tuple(one for one in throws_of(rules) if doubles or not is_double(one[0]))


def after(state: State, play: Play) -> After:
    """Where a play of the side on turn leads to."""
    side = state.side
    first = play.actions[0].kind
    if first in (Kind.NAME, Kind.KEEP):
        return _after_choice(state, play)
    if first is not Kind.STEP:
        return _nothing(state.but(position=play.position), side)
    for action in play.actions:
        state, _ = turn.apply(state, action)
    if state.phase is Phase.MOVE and state.turn.ending is not None:
        position = state.position
        state, _ = turn.apply(state, Action(Kind.DONE, side))
        if state.phase in (Phase.OVER, Phase.END):
            winner = None if state.result is None else state.result.winner
            return _ended(state.rules, side, position, winner)
    return _stand(state, side)


def _after_choice(state: State, play: Play) -> After:
    """After the best play of a throw that was chosen: the turn is over if the throw has one
    part."""
    side = state.side
    begun, _ = turn.apply(state, play.actions[0])
    ended = state.but(
        phase=Phase.START, side=side.other, position=play.position, opening=None, turn=Turn()
    )
    dice = begun.turn.dice
    if dice is None or _over(ended, side):
        return _nothing(ended, side)
    follows, _ = movement.next_part(state.rules, state.position, side, dice, 0, 1, True, 0)
    return _stand(ended, side) if follows == END else _nothing(ended, side)


def _over(state: State, side: Side) -> bool:
    return movement.over(state.rules, state.position, side)


def _nothing(state: State, side: Side) -> After:
    """Where only the position can be compared."""
    if not _over(state, side):
        return After(state.rules, side, state.position)
    found = movement.result(state.rules, state.position, side, False)
    return _ended(state.rules, side, state.position, None if found is None else found[0])


def _ended(rules: Ruleset, side: Side, position: Position, winner: Side | None) -> After:
    won = None if winner is None else winner is side
    return After(rules, side, position, over=True, wins=won, drawn=winner is None)


def _stand(state: State, side: Side) -> After:
    heir = state.turn.heir
    mine = coming(state, side)
    if heir is not None and state.side is side.other:
        inherits = heir[1] + 4 * (6 - heir[0])
        return After(state.rules, side, state.position, None, mine, inherits)
    if state.phase is Phase.START and state.side is side.other:
        return After(state.rules, side, state.position, coming(state, side.other), mine, 0)
    return After(state.rules, side, state.position, None, mine)
