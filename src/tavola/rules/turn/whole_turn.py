"""A whole turn at once: a throw, its steps and its end, where nothing odd can lie between.

Long records are played through event by event, and most of them is such turns.  What comes out is
what the events one by one lead to; wherever that takes more than a look at the board (the end of a
game, nothing to play, rules whose throws go on) the answer is None, and the long way goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tavola.rules.model import movement
from tavola.rules.model.known_axes import AROUND, WORTH, Known, among, covers, whatever
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import BearOff, Board, Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Phase, State, Turn
from tavola.rules.turn.throwing import can_fall

_KNOWN: Known = {
    **whatever(*AROUND, *WORTH, "start", "enter_first", "bar_first", "block", "stack", "single"),
    **whatever("order", "waste", "win_is_complete", "double_moves", "hit_and_run"),
    "board": among(Board.CONTRARY, Board.MIRRORED, Board.SAME),
    "bear_off": among(BearOff.STANDARD, BearOff.EXACT, BearOff.ANY_LOWER),
}
"""Rules by which a throw is one part, and a turn one throw."""


def whole_turn(state: State, dice: Throw, steps: Sequence[int]) -> State | None:
    """The state after a throw, all of its steps (kernel integers) and the end of the turn; None
    where that is not so plain, or not allowed."""
    plain = state.phase is Phase.START and state.opening is None and state.fresh
    fell = can_fall(dice, state.rules.dice_count)
    if not plain or not fell or not steps or not _is_known(state.rules):
        return None
    numbers = _numbers(state.rules, dice)
    position = movement.play_whole(state.rules, state.position, state.side, numbers, steps)
    if position is None:
        return None
    return state.but(
        phase=Phase.START,
        side=state.side.other,
        position=position,
        turn=_NO_TURN,
        idle=0,
        turns=state.turns + 1,
    )


_NO_TURN = Turn()


@lru_cache(maxsize=256)
def _is_known(rules: Ruleset) -> bool:
    return covers(_KNOWN, rules)


@lru_cache(maxsize=4096)
def _numbers(rules: Ruleset, dice: Throw) -> tuple[int, ...]:
    """The numbers of a throw, which by these rules are the same wherever checkers stand."""
    return movement.next_part(rules, Position.start(rules), Side.WHITE, dice, 0, 0, True, 0)[1]


__all__ = ["whole_turn"]
