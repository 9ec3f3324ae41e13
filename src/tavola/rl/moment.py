"""A match at a decision or before a throw: the state machine with all that leaves no choice folded.

    moment = begin(setting("pin"))
    moment.throws                       # what dice may fall, with weights; empty at a decision
    moment = moment.fall((6, 5))
    moment.legal                        # numbers of decisions
    moment = moment.decide(moment.legal[0])

Immutable.  Throws that are fixed, the end of a throw and the next game come by themselves; nobody
resigns, offers a draw or takes back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from tavola.rl import numbering
from tavola.rl.settings import MOST_CUBE, Setting
from tavola.rules import turn
from tavola.rules.kernel import game_cells as c
from tavola.rules.model.refusal import refuse
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Side, Window
from tavola.rules.model.throws import Throw
from tavola.rules.turn.asked import wanted
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.rules.turn.throwing import can_fall

CHANCE = -1
"""Dice are awaited: nobody's question."""

_CLOSED = (Phase.OVER, Phase.END)
_ANSWERS = (Kind.TAKE, Kind.DROP, Kind.BEAVER)


@dataclass(frozen=True)
class Moment:
    """Where a match stands.

    `asked`: the side that is not on turn was asked for a double before this throw; `rolling`: who
    was asked has decided to roll.  `gained`: what players 0 and 1 have gained since the moment
    before, in points; in a match to a length 1 and -1 at its end.  `cut`: it was cut off after too
    many turns.
    """

    setting: Setting
    state: State
    asked: bool = False
    rolling: bool = False
    gained: tuple[int, int] = (0, 0)
    cut: bool = False

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    @cached_property
    def question(self) -> int:
        """What is asked: STEPPING ... ANSWERING of `kernel/game_cells.py`, ENDED, or CHANCE."""
        state = self.state
        if self.cut or state.phase in _CLOSED:
            return c.ENDED
        if self.rolling:
            return CHANCE
        if state.phase is Phase.START:
            return self._at_start()
        return {
            Phase.OPENING: CHANCE,
            Phase.ANSWER: c.ANSWERING,
            Phase.CHOOSE: c.CHOOSING,
            Phase.MOVE: c.STEPPING,
        }[state.phase]

    def _at_start(self) -> int:
        if self.state.names:
            return c.NAMING
        if self.state.opening is not None:
            return c.KEEPING
        return CHANCE if self._doubler is None else c.DOUBLING

    @cached_property
    def _doubler(self) -> Side | None:
        """Who is asked for a double before this throw: first the side that is not on turn."""
        state, rules = self.state, self.setting.rules
        if not rules.cube or 2 * state.cube.value > MOST_CUBE:
            return None
        other = rules.cube_window is Window.ANY and not self.asked
        sides = (state.side.other, state.side) if other else (state.side,)
        return next((side for side in sides if turn.may_double(state, side)), None)

    @property
    def ended(self) -> bool:
        """Whether nothing is left to decide."""
        return self.question == c.ENDED

    @property
    def who(self) -> Side | None:
        """The side that is asked; None where dice are awaited, and at the end."""
        if self.question in (CHANCE, c.ENDED):
            return None
        return self._doubler if self.question == c.DOUBLING else self.state.actor

    @property
    def player(self) -> int | None:
        """The player who is asked: 0 has White in the first game."""
        return None if self.who is None else self.state.player(self.who)

    @property
    def throws(self) -> tuple[tuple[Throw, int], ...]:
        """The dice that may fall, with their weights; empty where none are awaited.

        In the opening White's die and Black's; equal ones only where they double the cube.
        """
        if self.question != CHANCE:
            return ()
        found, state = turn.throws(self.state), self.state
        if state.phase is Phase.OPENING and not (state.match.automatic and state.rules.cube):
            found = tuple((dice, weight) for dice, weight in found if dice[0] != dice[1])
        return found

    @cached_property
    def _actions(self) -> dict[int, Action]:
        """The actions of the state machine that may be decided on, by number."""
        table = tables(self.setting.rules).T
        return {numbering.number_of(table, action): action for action in self._listed()}

    def _listed(self) -> list[Action]:
        state, who = self.state, self.who
        if who is None:
            return []
        if self.question == c.DOUBLING:
            return [Action(Kind.THROW), Action(Kind.DOUBLE, who)]
        if self.question == c.KEEPING:
            return [Action(Kind.THROW), Action(Kind.KEEP, who)]
        if self.question == c.ANSWERING:
            assert state.offer is not None
            bounded = 2 * state.offer.value <= MOST_CUBE
            known = _ANSWERS if bounded else _ANSWERS[:2]
            return [action for action in turn.legal(state) if action.kind in known]
        if self.question == c.STEPPING:
            return list(turn.next_steps(state))
        kind = Kind.CHOOSE if self.question == c.CHOOSING else Kind.NAME
        return [action for action in turn.legal(state) if action.kind is kind]

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The numbers of all decisions that are allowed, ascending; empty where none is asked
        for."""
        return tuple(sorted(self._actions))

    @property
    def rolls(self) -> bool:
        """Whether `ROLL`, decided here, awaits dice; else the other side is asked next."""
        return self.question == c.KEEPING or self.who is self.state.side

    def decide(self, number: int) -> Moment:
        """The moment after a decision; after `ROLL` dice are awaited, or the other side is asked.

        Raises ValueError for a number that is not allowed, or is none, and for any where nothing is
        asked.
        """
        number = numbering.decision_of(number)
        action = self._actions.get(number)
        if self.question == CHANCE:
            raise ValueError(f"{number} is not allowed here: dice must fall, see `throws`")
        if self.ended:
            raise ValueError(f"{number} is not allowed here: the match is over")
        if action is None:
            raise ValueError(f"{number} is not allowed here: choose one of {list(self.legal)}")
        if action.kind is not Kind.THROW:
            asked = self.asked or self.state.phase in (Phase.START, Phase.ANSWER)
            return _after(self, action, asked)
        return _folded(replace(self, asked=True, rolling=self.rolls, gained=(0, 0)))

    def fall(self, dice: Throw) -> Moment:
        """The moment after dice have fallen.

        Raises `Refused` (code `bad_dice`) for what are no dice, and ValueError where none are
        awaited: see `throws`.
        """
        if self.question != CHANCE:
            raise ValueError("no dice are awaited here: choose one of `legal`")
        opening = self.state.phase is Phase.OPENING
        kind = Kind.OPENING if opening else Kind.THROW
        if not can_fall(dice, turn.awaited(self.state)):
            raise refuse("bad_dice")
        # As numbers of Python, whatever they were: a state is written from them.
        return _after(self, Action(kind, None, tuple(map(int, dice))), self.asked)


def begin(agreed: Setting) -> Moment:
    """The first moment of a match.  Raises TypeError for what is no setting."""
    if not isinstance(agreed, Setting):
        raise wanted("a Setting, as `setting(id)`", agreed)
    return _settled(agreed, agreed.start, False, (0, 0))


def _after(before: Moment, action: Action, asked: bool) -> Moment:
    state, gained = _applied(before.setting, before.state, action, (0, 0))
    return _settled(before.setting, state, asked, gained)


def _applied(
    agreed: Setting, state: State, action: Action, gained: tuple[int, int]
) -> tuple[State, tuple[int, int]]:
    after, _ = turn.apply(state, action)
    result = after.result
    if after.phase not in _CLOSED or result is None or result.winner is None:
        return after, gained
    won = result.points
    if agreed.match.length is not None:
        won = 1 if after.phase is Phase.END else 0
    won = -won if after.player(result.winner) else won
    return after, (gained[0] + won, gained[1] - won)


def _settled(agreed: Setting, state: State, asked: bool, gained: tuple[int, int]) -> Moment:
    """Go on to the next decision, or to dice of which it is not known how they fall."""
    while True:
        if state.phase is Phase.OVER and not agreed.alone:
            action = Action(Kind.NEXT)
        elif state.phase is Phase.MOVE and state.turn.ending is not None:
            action = Action(Kind.DONE, state.side)
        else:
            break
        state, gained = _applied(agreed, state, action, gained)
        asked = False
    if state.phase not in (Phase.START, Phase.ANSWER):
        asked = False
    cut = state.phase is Phase.START and state.turns >= agreed.max_turns
    return _folded(Moment(agreed, state, asked, gained=gained, cut=cut))


def _folded(moment: Moment) -> Moment:
    """This one, or what a throw leads to that cannot fall otherwise."""
    throws = moment.throws
    if len(throws) != 1:
        return moment
    after = moment.fall(throws[0][0])
    (a, b), (x, y) = moment.gained, after.gained
    return replace(after, gained=(a + x, b + y))


__all__ = ["CHANCE", "Moment", "begin"]
