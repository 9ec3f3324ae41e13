"""The game as a state machine: what an action leads to.

    state = new_match(rules)
    state, facts = apply(state, action)

Everything is pure.  Chance is an action of nobody: `apply` takes the dice as an argument.  A
refused action raises `Refused` and changes nothing.  Steps, undo and the end of a throw are here;
`throwing` has the dice, `offering` what players offer each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.rotation import Rotation
from tavola.rules.model.ruleset import Goal, Ruleset, Side
from tavola.rules.model.throws import is_double, throws_of
from tavola.rules.turn import offering, scoring, throwing
from tavola.rules.turn.allowed import expect, may_correct, may_step, may_undo
from tavola.rules.turn.state import (
    IRREGULAR,
    Action,
    Fact,
    Kind,
    Outcome,
    Phase,
    Result,
    State,
    Turn,
    joined,
    sightings,
    where,
)
from tavola.rules.turn.why import refusal_of_step

ANY_SIDE = (Kind.OPENING, Kind.THROW, Kind.CORRECT, Kind.NEXT)
_REMEMBERED = (Kind.OPENING, Kind.THROW, Kind.KEEP, Kind.NAME, Kind.CHOOSE, Kind.STEP)


def new_match(
    rules: Ruleset, match_rules: MatchRules | None = None, rotation: Rotation = ()
) -> State:
    """The opening of the first game; in a `rotation` the rules are those of its first game."""
    start = State(rules, match_rules or MatchRules(), Position.start(rules), rotation=rotation)
    return scoring.begin_game(start)


def apply(state: State, action: Action) -> Outcome:
    """The state after an action, and what happened.  Raises `Refused` if it is not allowed."""
    if state.phase is Phase.END:
        raise refuse("match_over")
    if action.kind in IRREGULAR:
        raise refuse("not_now", action=action.kind.value)
    if action.side is not None and action.kind not in ANY_SIDE:
        _check_turn(state, action)
    after, facts = _HANDLERS[action.kind](state, action)
    if action.kind in _REMEMBERED:
        after = after.but(previous=state, last=action)
    return after, facts


def _check_turn(state: State, action: Action) -> None:
    if action.kind is Kind.DOUBLE:
        return
    if state.actor is not None and action.side is not state.actor:
        raise refuse("not_your_turn")


def _correct(state: State, action: Action) -> Outcome:
    """Typed dice put right before the first step (ruling D14)."""
    before, last = state.previous, state.last
    if before is None or last is None or not may_correct(state):
        raise refuse("not_now", action=action.kind.value)
    assert last.dice is not None
    dice = throwing.dice_of(action, len(last.dice))
    corrected, facts = apply(before, replace(last, dice=dice))
    return corrected, (Fact("corrected", state.side), *facts)


# -------------------------------------------------------------------------------------------- steps


def step(state: State, action: Action) -> Outcome:
    """A checker moves by one number; the part, the throw or the game may end with it."""
    expect(state, action, Phase.MOVE)
    if action.side is None:
        action = replace(action, side=state.side)
    if not may_step(state, action):
        raise refuse_step(state, action.number, action.source, action.target)
    after, fact = _played(state, action)
    turn = after.turn
    facts: tuple[Fact, ...] = (fact,)
    if state.rules.goal is Goal.CAPTURE_ALL:
        facts += throwing.jumps(state.position, after.position, action)
    if movement.over(state.rules, after.position, state.side):
        ended = turn.but(numbers=(), used=0, need=0, only=0, ending=turn_program.END, hand=None)
        return after.but(turn=ended), facts
    if turn.need:
        return after, facts
    lost = turn.left
    advanced = after.but(turn=turn.but(index=turn.index + 1))
    advanced, more = throwing.advance(advanced, complete=not lost, left=len(lost))
    if lost:
        facts += (Fact("lost", state.side, {"numbers": list(lost)}),)
    return advanced, facts + more


def refuse_step(state: State, number: int, source: int, target: int) -> Exception:
    """The exception that says why a step is not allowed."""
    refusal = refusal_of_step(state, number, source, target)
    return refuse(refusal.code, **refusal.details)


def _played(state: State, action: Action) -> tuple[State, Fact]:
    """The step on the board and in the turn's books."""
    position = movement.after(state.rules, state.position, state.side, action.code)
    details = _contact(state, action, position)
    turn = state.turn.after(action.code, hit="hit" in details)
    if not turn.need:
        used = turn.used.bit_count()
        position = movement.part_played(state.rules, position, turn.numbers, used)
    details.update(number=action.number, source=where(action.source), target=where(action.target))
    return state.but(position=position, turn=turn), Fact("step", state.side, details)


def _contact(state: State, action: Action, after: Position) -> dict[str, object]:
    """What the step did to the enemy: `hit`, `captured` or `pins`, with the point."""
    other, before = state.side.other, state.position
    details: dict[str, object] = {}
    if after.bar(other) > before.bar(other):
        gone = [p for p in before.points(other) if after.count(other, p) < before.count(other, p)]
        details["hit"] = gone[0]
        if before.count(other, gone[0]) > 1:
            details["burst"] = before.count(other, gone[0])
    if action.target <= 24 and before.top(action.target) is other:
        if after.pinned(action.target) is other:
            details["pins"] = action.target
        elif "hit" not in details:
            details["captured"] = action.target
    freed = action.source <= 24 and before.pinned(action.source) is other
    if freed and after.pinned(action.source) is None:
        details["frees"] = action.source
    return details


# ------------------------------------------------------------------------------- the end of a throw


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
    state = state.but(position=state.position.between_throws())
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
    return joined((fact,), throwing.advance(state, complete=True, left=0))


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
    every = [dice for dice, _ in throws_of(state.rules)]
    possible = every if state.fixed is None else [state.fixed]
    for side in Side:
        for dice in possible:
            if side is state.rules.namer and is_double(dice):
                continue
            code, numbers = movement.next_part(
                state.rules, state.position, side, dice, 0, 0, True, 0
            )
            if code > 0 and movement.due(state.rules, state.position, side, numbers)[0]:
                return False
    return True


_HANDLERS: dict[Kind, Callable[[State, Action], Outcome]] = {
    Kind.OPENING: throwing.opening,
    Kind.THROW: throwing.throw,
    Kind.CORRECT: _correct,
    Kind.KEEP: throwing.keep,
    Kind.NAME: throwing.name,
    Kind.CHOOSE: throwing.choose,
    Kind.STEP: step,
    Kind.UNDO: undo,
    Kind.DONE: done,
    Kind.DOUBLE: offering.double,
    Kind.TAKE: offering.take,
    Kind.DROP: offering.drop,
    Kind.BEAVER: offering.beaver,
    Kind.RESIGN: offering.resign,
    Kind.ACCEPT: offering.accept,
    Kind.REFUSE: offering.refuse_resignation,
    Kind.DRAW: offering.draw,
    Kind.AGREE: offering.agree,
    Kind.DECLINE: offering.decline,
    Kind.NEXT: offering.next_game,
}

__all__ = ["ANY_SIDE", "apply", "done", "is_dead", "new_match"]
