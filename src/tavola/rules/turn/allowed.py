"""What a state allows: the questions that boards, bots and protocols ask before they act."""

from __future__ import annotations

from tavola.rules.model import movement
from tavola.rules.model.ruleset import Dice, Goal, Side, Waste
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Action, Kind, Phase, State, Throw, step_action
from tavola.rules.turn.step_effects import played

THROWS: tuple[Throw, ...] = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
"""The 21 throws, lower number first."""


def legal(state: State) -> tuple[Action, ...]:
    """All actions the state allows; a throw of dice is listed once, without its numbers.

    Named throws (Free choice) are listed one by one, resignations by value.
    """
    side = state.side
    match state.phase:
        case Phase.OPENING:
            return (Action(Kind.OPENING),)
        case Phase.START:
            return _start_actions(state)
        case Phase.ANSWER:
            return _answers(state)
        case Phase.CHOOSE:
            chosen = tuple(Action(Kind.CHOOSE, side, number=n) for n in range(1, 7))
            return chosen + _undo(state) + _ways_out(state)
        case Phase.MOVE:
            done = (Action(Kind.DONE, side),) if state.turn.ending is not None else ()
            return next_steps(state) + done + _undo(state) + _ways_out(state)
        case Phase.OVER:
            return (Action(Kind.NEXT),)
    return ()


def _start_actions(state: State) -> tuple[Action, ...]:
    if state.names:
        actions = tuple(
            Action(Kind.NAME, state.side, (a, b)) for a in range(1, 7) for b in range(1, a)
        )
    else:
        actions = (Action(Kind.THROW, state.thrower),)
    if state.opening is not None:
        actions += (Action(Kind.KEEP, state.side),)
    for side in Side:
        if may_double(state, side):
            actions += (Action(Kind.DOUBLE, side),)
    return actions + _ways_out(state)


def _answers(state: State) -> tuple[Action, ...]:
    assert state.offer is not None
    side = state.offer.side.other
    kinds: tuple[Kind, ...] = {
        Kind.DOUBLE: (Kind.TAKE, Kind.DROP),
        Kind.RESIGN: (Kind.ACCEPT, Kind.REFUSE),
        Kind.DRAW: (Kind.AGREE, Kind.DECLINE),
    }[state.offer.kind]
    if may_beaver(state):
        kinds += (Kind.BEAVER,)
    return tuple(Action(kind, side) for kind in kinds)


def _undo(state: State) -> tuple[Action, ...]:
    return (Action(Kind.UNDO, state.side),) if may_undo(state) else ()


def _ways_out(state: State) -> tuple[Action, ...]:
    most = scoring.most_resigned(state)
    resign = tuple(Action(Kind.RESIGN, state.side, number=n) for n in range(1, most + 1))
    return (*resign, Action(Kind.DRAW, state.side))


def may_undo(state: State) -> bool:
    """Whether a step or a choice can be taken back: never over a throw (RULES D13).

    A named throw is a choice, too: no die has fallen for it.
    """
    if state.phase not in (Phase.MOVE, Phase.CHOOSE) or state.last is None:
        return False
    return state.last.kind in (Kind.STEP, Kind.CHOOSE, Kind.NAME)


def may_correct(state: State) -> bool:
    """Whether typed dice can still be put right (RULES D14)."""
    if state.phase is Phase.ANSWER or state.last is None:
        return False
    return state.last.kind in (Kind.OPENING, Kind.THROW)


def may_double(state: State, side: Side) -> bool:
    """Whether `side` may offer a double now."""
    return scoring.cube_refusal(state, side) is None


def may_beaver(state: State) -> bool:
    """Whether the double on the table may be answered with a beaver (money play)."""
    offer = state.offer
    return (
        offer is not None
        and offer.kind is Kind.DOUBLE
        and state.match.beavers
        and offer.value == 2 * state.cube.value
    )


def next_steps(state: State) -> tuple[Action, ...]:
    """The steps that begin or continue a complete play, and nothing else."""
    turn = state.turn
    if state.phase is not Phase.MOVE or not turn.need:
        return ()
    found = movement.next_steps(
        state.rules, state.position, state.side, turn.numbers, turn.used, turn.need, turn.only
    )
    return tuple(step_action(state.side, code) for code in found)


def plays(state: State) -> list[movement.Play]:
    """All distinct plays of the part that begins now; empty in the middle of a part."""
    turn = state.turn
    if state.phase is not Phase.MOVE or turn.used or not turn.need:
        return []
    return movement.plays(state.rules, state.position, state.side, turn.numbers)


def throws(state: State) -> tuple[tuple[Throw, int], ...]:
    """The dice that may come now, with their weights (of 36); empty where no dice are awaited.

    In the opening (White's die, Black's die), ties included.
    """
    rules = state.rules
    if state.phase is Phase.OPENING:
        return tuple(((a, b), 1) for a in range(1, 7) for b in range(1, 7))
    if state.phase is not Phase.START or state.names:
        return ()
    if state.fixed is not None:
        return ((state.fixed, 36),)
    no_doubles = rules.dice is Dice.FIXED and not rules.fixed_double
    return tuple((t, 1 if t[0] == t[1] else 2) for t in THROWS if not (no_doubles and t[0] == t[1]))


def winning_steps(state: State) -> tuple[Action, ...]:
    """Steps that bear off the last checker although more numbers could be used (RULES D15): they
    stand, but no complete play begins with them.  The smaller number first."""
    if state.phase is not Phase.MOVE or not _may_win_early(state):
        return ()
    rules, side = state.rules, state.side
    complete = {action.code for action in next_steps(state)}
    return tuple(
        step_action(side, code)
        for number in sorted(set(state.turn.left))
        for code in movement.single_steps(rules, state.position, side, number)
        if code not in complete and wins_alike(state, code)
    )


def _may_win_early(state: State) -> bool:
    rules = state.rules
    wins = rules.goal is Goal.FIRST_OFF and rules.waste is not Waste.NOTHING
    return wins and state.turn.need > 0


def wins_alike(state: State, code: int) -> bool:
    """Whether a step that bears off the last checker may stand although more numbers could be used.

    It may if a complete play also wins, for the same value (RULES D15).
    """
    rules, side = state.rules, state.side
    if not _may_win_early(state):
        return False
    if code >> 10 not in state.turn.left or code not in movement.single_steps(
        rules, state.position, side, code >> 10
    ):
        return False
    position = movement.after(rules, state.position, side, code)
    if not movement.finished(rules, position, side):
        return False
    value = movement.result(rules, position, side, state.turn.hit)
    return value in _complete_results(state)


def _complete_results(state: State) -> set[tuple[Side, int] | None]:
    results = set()
    for action in next_steps(state):
        after, _ = played(state, action)
        if after.turn.need and not movement.finished(state.rules, after.position, state.side):
            results |= _complete_results(after)
        else:
            hit = after.turn.hit
            results.add(movement.result(state.rules, after.position, state.side, hit))
    return results
