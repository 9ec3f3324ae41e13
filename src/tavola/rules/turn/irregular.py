"""What real life has and the rules do not know: an illegal play that was kept, a game given up out
of turn, a forfeit.

Records of matches that were played elsewhere tell them.  `follow` is `apply` for what has happened;
`apply` refuses these three, so that nobody can do them at a table.
"""

from __future__ import annotations

from collections.abc import Callable

from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.room import has_bar, has_reserve
from tavola.rules.model.ruleset import Board, Contact, Ruleset, Side
from tavola.rules.turn import machine, scoring
from tavola.rules.turn.allowed import expect, most_resigned
from tavola.rules.turn.state import (
    MOST_FORFEITED,
    Action,
    Fact,
    Kind,
    Outcome,
    Phase,
    Result,
    State,
    joined,
    where,
)

_UNDER_WAY = (Phase.OPENING, Phase.START, Phase.ANSWER, Phase.CHOOSE, Phase.MOVE)
_WHERE_ONE_RESIGNS = (Phase.START, Phase.CHOOSE, Phase.MOVE)


def follow(state: State, action: Action) -> Outcome:
    """The state after something that has happened, be it by the rules or not.

    Raises `Refused` for what cannot have been: `not_irregular` where the rules know it by another
    name.
    """
    handler = _HANDLERS.get(action.kind)
    if handler is None:
        return machine.apply(state, action)
    if state.phase is Phase.END:
        raise refuse("match_over")
    if action.side is None:
        raise refuse("bad_action", text=action.kind.value)
    return handler(state, action, action.side)


def _illegal(state: State, action: Action, side: Side) -> Outcome:
    """Checkers were moved as the rules forbid, nobody objected, and the turn went on."""
    expect(state, action, Phase.MOVE)
    if side is not state.side:
        raise refuse("not_your_turn")
    if state.turn.steps or not _knows(state.rules):
        raise refuse("not_now", action=action.kind.value)
    position, facts = _moved(state, action)
    if position in _legal(state):
        raise refuse("not_irregular")
    facts = (*facts, Fact("illegal", side, {"moved": len(action.moves)}))
    ended = state.turn.but(
        numbers=(),
        used=0,
        need=0,
        only=0,
        ending=turn_program.END,
        hand=None,
        steps=tuple(source << 5 | target for source, target in action.moves),
    )
    end = Action(Kind.DONE, side)
    return joined(facts, machine.done(state.but(position=position, turn=ended), end))


def _knows(rules: Ruleset) -> bool:
    """Whether a checker that is put down anywhere leaves a position of the game."""
    plain = rules.board is Board.CONTRARY and rules.contact is Contact.HIT and not rules.stack
    return plain and has_bar(rules) and not has_reserve(rules) and not rules.piles


def _legal(state: State) -> set[Position]:
    """Where the plays of a throw lead to; where nothing can be played it stays as it is."""
    turn = state.turn
    if not turn.need:
        return {state.position}
    found = movement.plays(state.rules, state.position, state.side, turn.numbers)
    return {play.position for play in found}


def _moved(state: State, action: Action) -> tuple[Position, tuple[Fact, ...]]:
    """The checkers where they were put, and each as the fact of a step."""
    position, side, facts = state.position, state.side, list[Fact]()
    for source, target in action.moves:
        after = position.shifted(side, source, target)
        if after is None or source == target:
            raise refuse("no_such_step")
        details = {"number": 0, "source": where(source), "target": where(target)}
        hit = after.bar(side.other) > position.bar(side.other)
        facts.append(Fact("step", side, {**details, **({"hit": target} if hit else {})}))
        position = after
    return position, tuple(facts)


def _concede(state: State, action: Action, side: Side) -> Outcome:
    """A game was given up where the rules await something else, and the other took it."""
    expect(state, action, *_UNDER_WAY)
    if state.phase in _WHERE_ONE_RESIGNS and side is state.side:
        raise refuse("not_irregular")
    most = most_resigned(state)
    if not 1 <= action.number <= most:
        raise refuse("bad_resignation", most=most)
    points = scoring.resigned_points(state, side, action.number)
    fact = Fact("conceded", side, {"value": action.number})
    return joined((fact,), scoring.close_game(state, Result(side.other, points, "resign")))


def _forfeit(state: State, action: Action, side: Side) -> Outcome:
    """Somebody lost by no play: he did not come, ran out of time, or left; or both settled."""
    expect(state, action, *_UNDER_WAY)
    if not 0 < action.number <= MOST_FORFEITED:
        raise refuse("bad_action", text=action.kind.value)
    fact = Fact("forfeited", side, {"points": action.number})
    result = Result(side.other, action.number, "forfeit")
    return joined((fact,), scoring.close_game(state, result))


_HANDLERS: dict[Kind, Callable[[State, Action, Side], Outcome]] = {
    Kind.ILLEGAL: _illegal,
    Kind.CONCEDE: _concede,
    Kind.FORFEIT: _forfeit,
}

__all__ = ["follow"]
