"""What a state allows: the questions that boards, bots and protocols ask before they act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Dice, Goal, Side, Waste
from tavola.rules.model.throws import Throw, every_throw, is_double, opening_throws, throws_of
from tavola.rules.turn import scoring
from tavola.rules.turn.state import Action, Kind, Phase, State, Turn, step_action

Listed = tuple[tuple[Kind, Side | None], ...]
"""Kinds of actions, each with the side whose action it is (None: nobody's)."""

_ANSWERS = {
    Kind.DOUBLE: (Kind.TAKE, Kind.DROP),
    Kind.RESIGN: (Kind.ACCEPT, Kind.REFUSE),
    Kind.DRAW: (Kind.AGREE, Kind.DECLINE),
}
_WAYS_OUT = (Kind.RESIGN, Kind.DRAW)


def kinds(state: State) -> Listed:
    """The kinds of actions that `state` allows, and whose each of them is: the one list of what may
    be done now.

    A kind is listed if `apply` accepts some action of that kind and side, whatever its dice, number
    or step; nothing is searched.  Whether dice may be corrected at all depends on where they come
    from, which the rules do not know.  The order is that in which one thinks of them.
    """
    side = state.side
    match state.phase:
        case Phase.OPENING:
            found: Listed = ((Kind.OPENING, None),)
        case Phase.START:
            found = _at_start(state)
        case Phase.ANSWER:
            found = _answers(state)
        case Phase.CHOOSE:
            found = _of(side, Kind.CHOOSE, *_undo(state), *_WAYS_OUT)
        case Phase.MOVE:
            step = (Kind.STEP,) if state.turn.need else ()
            done = (Kind.DONE,) if state.turn.ending is not None else ()
            found = _of(side, *step, *done, *_undo(state), *_WAYS_OUT)
        case Phase.OVER:
            found = ((Kind.NEXT, None),)
        case Phase.END:
            found = ()
    return (*found, (Kind.CORRECT, None)) if may_correct(state) else found


def _of(side: Side, *kinds: Kind) -> Listed:
    return tuple((kind, side) for kind in kinds)


def _at_start(state: State) -> Listed:
    side = state.side
    found: Listed = ((Kind.NAME, side),) if state.names else ((Kind.THROW, state.thrower),)
    if state.opening is not None:
        found += ((Kind.KEEP, side),)
    found += tuple((Kind.DOUBLE, one) for one in Side if may_double(state, one))
    return found + _of(side, *_WAYS_OUT)


def _answers(state: State) -> Listed:
    offer = state.offer
    assert offer is not None
    beaver = (Kind.BEAVER,) if may_beaver(state) else ()
    return _of(offer.side.other, *_ANSWERS[offer.kind], *beaver)


def _undo(state: State) -> tuple[Kind, ...]:
    return (Kind.UNDO,) if may_undo(state) else ()


def legal(state: State) -> tuple[Action, ...]:
    """All actions the state allows: the `kinds` with their steps, numbers and named throws.

    A throw of dice is listed once, without its numbers.  Dice put right (`correct`) are left out:
    that is no way to go on, but the same throw again.  The steps are `next_steps`: `apply` takes
    one more where the last checker may leave with another number (ruling D15).
    """
    return tuple(action for kind, side in kinds(state) for action in _actions(state, kind, side))


def _actions(state: State, kind: Kind, side: Side | None) -> Iterable[Action]:
    """All actions of one kind that `kinds` lists."""
    match kind:
        case Kind.CORRECT:
            return ()
        case Kind.STEP:
            return next_steps(state)
        case Kind.NAME:
            named = ((a, b) for a in range(1, 7) for b in range(1, a))
            return (Action(kind, side, dice) for dice in named)
        case Kind.CHOOSE:
            return (Action(kind, side, number=n) for n in range(1, 7))
        case Kind.RESIGN:
            most = most_resigned(state)
            return (Action(kind, side, number=n) for n in range(1, most + 1))
    return (Action(kind, side),)


def expect(state: State, action: Action, *phases: Phase) -> None:
    """Refuse an action outside its phases."""
    if state.phase not in phases:
        code = "game_over" if state.phase is Phase.OVER else "not_now"
        raise refuse(code, action=action.kind.value)


def may_undo(state: State) -> bool:
    """Whether a step or a choice can be taken back: never over a throw (ruling D13).

    A named throw is a choice, too: no die has fallen for it.
    """
    if state.phase not in (Phase.MOVE, Phase.CHOOSE) or state.last is None:
        return False
    return state.last.kind in (Kind.STEP, Kind.CHOOSE, Kind.NAME)


def may_correct(state: State) -> bool:
    """Whether typed dice can still be put right (ruling D14)."""
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


def most_resigned(state: State) -> int:
    """The highest multiple that the game lets a player resign."""
    score = state.rules.score
    return 1 if score in scoring.COUNTS_MULTIPLES and state.jacoby else scoring.MOST_RESIGNED[score]


def next_steps(state: State) -> tuple[Action, ...]:
    """The steps that begin or continue a complete play, and nothing else."""
    return state.next_steps


def steps(state: State) -> tuple[Action, ...]:
    """Every step that may be played now: `next_steps`, then `short_finishes`."""
    return next_steps(state) + short_finishes(state)


def short_finishes(state: State) -> tuple[Action, ...]:
    """Steps that bear off the last checker and so leave numbers unused that could be used: they may
    stand (ruling D15), although no complete play begins with them.  Smaller numbers first."""
    if not _nearly_done(state):
        return ()
    found, known = list[Action](), next_steps(state)
    for number in sorted(set(state.turn.left)):
        for code in movement.single_steps(state.rules, state.position, state.side, number):
            action = step_action(state.side, code)
            if action not in known and wins_alike(state, code):
                found.append(action)
    return tuple(found)


def may_step(state: State, action: Action) -> bool:
    """Whether a step may be played now: it is one of `steps`."""
    if action in next_steps(state):
        return True
    whole = action == step_action(state.side, action.code)
    return whole and state.phase is Phase.MOVE and wins_alike(state, action.code)


def plays(state: State) -> list[movement.Play]:
    """All distinct plays of the part that begins now; empty in the middle of a part."""
    turn = state.turn
    if state.phase is not Phase.MOVE or turn.used or not turn.need:
        return []
    return movement.plays(state.rules, state.position, state.side, turn.numbers)


def only_play(state: State) -> tuple[int, ...]:
    """The steps of the only play of the part that begins or goes on now, as kernel integers; empty
    if there is none, or a choice.  Steps in another order that lead to the same are none."""
    if state.phase is not Phase.MOVE:
        return ()
    first: tuple[Position, tuple[int, ...]] | None = None
    for position, steps in _ways(state, state.position, state.turn, (), set()):
        if first is None:
            first = position, steps
        elif position != first[0]:
            return ()
    return () if first is None else first[1]


def _ways(
    state: State, position: Position, now: Turn, steps: tuple[int, ...], seen: set[object]
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Where complete plays from here on lead to, one after the other, each moment looked at once;
    so whoever stops at the second place does not wait for the others."""
    rules, side = state.rules, state.side
    left = now.numbers, now.used, now.need, now.only
    for code in movement.next_steps(rules, position, side, *left):
        after = movement.after(rules, position, side, code)
        turn = now.after(code, hit=False)
        if (after, turn.left) in seen:
            continue
        seen.add((after, turn.left))
        if turn.need and not movement.over(rules, after, side):
            yield from _ways(state, after, turn, (*steps, code), seen)
        else:
            yield after, (*steps, code)


def throws(state: State) -> tuple[tuple[Throw, int], ...]:
    """The dice that may come now, with their weights; empty where no dice are awaited.

    In the opening (White's die, Black's die), ties included.
    """
    rules = state.rules
    if state.phase is Phase.OPENING:
        return tuple((dice, 1) for dice in opening_throws())
    if state.phase is not Phase.START or state.names:
        return ()
    if state.fixed is not None:
        return ((state.fixed, len(every_throw(rules))),)
    no_doubles = rules.dice is Dice.FIXED and not rules.fixed_double
    return tuple(one for one in throws_of(rules) if not (no_doubles and is_double(one[0])))


def awaited(state: State) -> int:
    """How many dice fall next: both sides throw one each for who begins."""
    return 2 if state.phase is Phase.OPENING else state.rules.dice_count


def _may_win_early(state: State) -> bool:
    rules = state.rules
    wins = rules.goal is Goal.FIRST_OFF and rules.waste is not Waste.NOTHING
    return wins and state.turn.need > 0


def wins_alike(state: State, code: int) -> bool:
    """Whether a step that bears off the last checker may stand although more numbers could be used.

    It may if a complete play also wins, for the same value (ruling D15).
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


def _nearly_done(state: State) -> bool:
    """Whether a single step may end the game."""
    rules, side, position = state.rules, state.side, state.position
    if rules.goal is not Goal.FIRST_OFF or not state.turn.need:
        return False
    done = position.off(side)
    if rules.piles:
        done = position.count(side, geometry_of(rules).track[side][-1])
    return rules.checkers - done == 1


def _complete_results(state: State) -> set[tuple[Side | None, int] | None]:
    """The results of all complete plays, those included that end the game early."""
    return set(_results(state, state.position, state.turn))


def _results(
    state: State, position: Position, now: Turn
) -> Iterator[tuple[Side | None, int] | None]:
    rules, side = state.rules, state.side
    left = now.numbers, now.used, now.need, now.only
    for code in movement.next_steps(rules, position, side, *left):
        after = movement.after(rules, position, side, code)
        turn = now.after(code, hit=after.bar(side.other) > position.bar(side.other))
        if turn.need and not movement.over(rules, after, side):
            yield from _results(state, after, turn)
        else:
            yield movement.result(rules, after, side, turn.hit)
