"""Checkers on the move: steps, taking them back, and the end of a throw and of a turn."""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.turn import scoring
from tavola.rules.turn.allowed import THROWS, expect, may_step, may_undo
from tavola.rules.turn.state import (
    Action,
    Fact,
    Outcome,
    Phase,
    Result,
    State,
    Turn,
    joined,
    sightings,
)
from tavola.rules.turn.step_effects import jumps, played
from tavola.rules.turn.throwing import advance
from tavola.rules.turn.why import refusal_of_step


def step(state: State, action: Action) -> Outcome:
    """A checker moves by one number; the part, the throw or the game may end with it."""
    expect(state, action, Phase.MOVE)
    if action.side is None:
        action = replace(action, side=state.side)
    if not may_step(state, action):
        raise refuse_step(state, action.number, action.source, action.target)
    after, fact = played(state, action)
    turn = after.turn
    facts = (fact, *jumps(state, state.position, after.position, action))
    if movement.over(state.rules, after.position, state.side):
        ended = replace(
            turn, numbers=(), used=0, need=0, only=0, ending=turn_program.END, hand=None
        )
        return after.but(turn=ended), facts
    if turn.need:
        return after, facts
    lost = turn.left
    advanced = after.but(turn=replace(turn, index=turn.index + 1))
    advanced, more = advance(advanced, complete=not lost, left=len(lost))
    if lost:
        facts += (Fact("lost", state.side, {"numbers": list(lost)}),)
    return advanced, facts + more


def refuse_step(state: State, number: int, source: int, target: int) -> Exception:
    """The exception that says why a step is not allowed."""
    refusal = refusal_of_step(state, number, source, target)
    return refuse(refusal.code, **refusal.details)


def undo(state: State, action: Action) -> Outcome:
    """The last step or chosen double is taken back."""
    expect(state, action, Phase.MOVE, Phase.CHOOSE)
    if state.previous is None or not may_undo(state):
        raise refuse("nothing_to_undo")
    return state.previous, (Fact("undone", state.side),)


def done(state: State, action: Action) -> Outcome:
    """The throw is ended: the next one, the heir, the other side, or the end of the game."""
    expect(state, action, Phase.MOVE)
    turn = state.turn
    if turn.ending is None:
        raise refuse("numbers_left", numbers=list(turn.left))
    facts: tuple[Fact, ...] = () if turn.steps else (Fact("passed", state.side),)
    result = scoring.played_out(state)
    if result is not None:
        return joined(facts, scoring.close_game(state, result))
    state = state.but(idle=0 if turn.steps else state.idle + 1)
    if turn.hand is not None:
        return joined(facts, _hand_over(state, turn.hand))
    if turn.ending == turn_program.THROW_AGAIN:
        return state.but(phase=Phase.START, fresh=False, turn=Turn()), (
            *facts,
            Fact("again", state.side),
        )
    if state.rules.namer is state.side.other and state.fresh:
        return state.but(phase=Phase.START, fresh=False, turn=Turn()), (
            *facts,
            Fact("second_throw", state.side),
        )
    side = state.side if turn.heir is not None else state.side.other
    return joined(facts, _begin_turn(state, side))


def _hand_over(state: State, hand: tuple[int, int]) -> Outcome:
    heir = state.side.other
    fact = Fact("handed", heir, {"number": hand[0], "times": hand[1]})
    state = state.but(side=heir, turn=Turn(heir=hand), fresh=False)
    return joined((fact,), advance(state, complete=True, left=0))


def _begin_turn(state: State, side: Side) -> Outcome:
    """The turn of `side` begins, unless the game is drawn."""
    if state.idle >= 2 and is_dead(state):
        return scoring.close_game(state, Result(None, 0, "stalemate"))
    seen = sightings(state, side)
    if seen and seen.count(seen[-1]) >= 3:
        return scoring.close_game(state, Result(None, 0, "repetition"))
    return state.but(
        phase=Phase.START, side=side, fresh=True, turn=Turn(), turns=state.turns + 1, seen=seen
    ), (Fact("turn", side),)


def is_dead(state: State) -> bool:
    """Neither side could play anything with any throw that can come (rulings G10, D11)."""
    possible = [state.fixed] if state.fixed is not None else list(THROWS)
    for side in Side:
        for dice in possible:
            if side is state.rules.namer and dice[0] == dice[1]:
                continue
            code, numbers = movement.next_part(
                state.rules, state.position, side, dice, 0, 0, True, 0
            )
            if code > 0 and movement.due(state.rules, state.position, side, numbers)[0]:
                return False
    return True
