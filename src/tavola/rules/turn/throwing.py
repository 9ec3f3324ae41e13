"""Dice on the table: the opening, throws, named throws, and the parts they are played in."""

from __future__ import annotations

from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Dice, Opening, Side
from tavola.rules.model.throws import Throw, is_double
from tavola.rules.model.whole_numbers import is_whole
from tavola.rules.turn.allowed import expect
from tavola.rules.turn.state import (
    Action,
    Cube,
    Fact,
    Outcome,
    Phase,
    State,
    Turn,
    joined,
    sightings,
)


def dice_of(action: Action, count: int = 2) -> Throw:
    """The dice of an action, so many, checked."""
    dice = action.dice
    if dice is None or not can_fall(dice, count):
        raise refuse("bad_dice")
    return tuple(dice)


def can_fall(dice: Throw, count: int) -> bool:
    """Whether these are so many dice, whatever a program gave for them."""
    if not isinstance(dice, tuple | list) or len(dice) != count or not is_whole(*dice):
        return False
    return all(1 <= die <= 6 for die in dice)


def opening(state: State, action: Action) -> Outcome:
    """One die each: the higher begins, or the lower."""
    expect(state, action, Phase.OPENING)
    white, black = dice_of(action)
    fact = Fact("opening", None, {"white": white, "black": black})
    if white == black:
        if state.match.automatic and state.cube.value == 1 and state.rules.cube:
            return state.but(cube=Cube(2)), (fact, Fact("automatic_double", None, {"value": 2}))
        return state, (fact,)
    higher = Side.WHITE if white > black else Side.BLACK
    side = higher.other if state.rules.opening in (Opening.LOWER, Opening.LOSER) else higher
    starts = Fact("starts", side)
    begun = state.but(side=side, phase=Phase.START, seen=sightings(state, side))
    if state.rules.opening is Opening.DICE:
        return joined((fact, starts), _thrown(begun, (white, black)))
    if state.rules.opening is Opening.CHOICE:
        begun = begun.but(opening=(white, black))
    return begun, (fact, starts)


def throw(state: State, action: Action) -> Outcome:
    """Dice have fallen for the side whose throw it is."""
    expect(state, action, Phase.START)
    dice = dice_of(action, state.rules.dice_count)
    if state.names:
        raise refuse("not_now", action=action.kind.value)
    if action.side not in (None, state.thrower):
        raise refuse("not_your_turn")
    if state.fixed is not None and sorted(dice) != sorted(state.fixed):
        raise refuse("fixed_throw", dice=list(state.fixed))
    rules = state.rules
    if rules.dice is Dice.FIXED and not rules.fixed_double and is_double(dice):
        raise refuse("bad_dice")
    return _thrown(state, dice)


def keep(state: State, action: Action) -> Outcome:
    """The starter plays the dice of the opening throw."""
    expect(state, action, Phase.START)
    if state.opening is None:
        raise refuse("not_now", action=action.kind.value)
    return _thrown(state, state.opening)


def name(state: State, action: Action) -> Outcome:
    """The side that names says which throw it plays."""
    if not state.names:
        raise refuse("not_now", action=action.kind.value)
    dice = dice_of(action)
    if is_double(dice):
        raise refuse("no_double_named")
    begun, facts = begin_throw(state, dice)
    return begun, (Fact("named", state.side, {"dice": list(dice)}), *facts)


def _thrown(state: State, dice: Throw) -> Outcome:
    """The dice lie: they are played, or with open throws wait for the other player's."""
    thrower = state.thrower
    fact = Fact("threw", thrower, {"dice": list(dice)})
    state = state.but(opening=None)
    if state.rules.dice is Dice.FIXED:
        state = state.but(fixed=dice)
    if state.rules.dice is Dice.AHEAD:
        ahead = list(state.ahead)
        ahead[thrower] = dice
        state = state.but(ahead=(ahead[0], ahead[1]))
        mine = state.ahead[state.side]
        if mine is None or state.ahead[state.side.other] is None:
            return state.but(fresh=False), (fact,)
        ahead[state.side] = None
        state, dice = state.but(ahead=(ahead[0], ahead[1])), mine
    return joined((fact,), begin_throw(state, dice))


def begin_throw(state: State, dice: Throw) -> Outcome:
    """A throw begins to be played."""
    position = movement.begun(state.rules, state.position, state.side)
    facts = () if position is state.position else jumps(state.position, position)
    begun = state.but(phase=Phase.MOVE, position=position, turn=Turn(dice=dice))
    return joined(facts, advance(begun, complete=True, left=0))


def jumps(before: Position, after: Position, action: Action | None = None) -> tuple[Fact, ...]:
    """Catch me: last checkers that jumped to a corner without having been moved."""
    facts = []
    for side in Side:
        captured = set(after.points(side.other))
        gone = set(before.points(side)) - set(after.points(side)) - captured
        come = set(after.points(side)) - set(before.points(side))
        if action is not None:
            gone -= {action.source, action.target}
            come -= {action.target}
        if come and len(after.points(side)) == 1:
            source = min(gone) if gone else action and action.target
            facts.append(Fact("jumped", side, {"target": come.pop(), "source": source}))
    return tuple(facts)


def advance(state: State, *, complete: bool, left: int) -> Outcome:
    """Ask the turn program what follows, passing over parts in which nothing can be played."""
    turn = state.turn
    facts: list[Fact] = []
    while True:
        code, numbers = _what_follows(state, turn, complete, left)
        if code == turn_program.CHOOSE_DOUBLE:
            return state.but(phase=Phase.CHOOSE, turn=turn), tuple(facts)
        if code <= 0:
            if turn.dice is not None and turn.index == 0:
                facts.append(Fact("void", state.side, {"dice": list(turn.dice)}))
            hand = (numbers[0], numbers[1]) if code == turn_program.HAND_OVER else None
            ended = turn.but(numbers=(), used=0, need=0, only=0, ending=code, hand=hand)
            return state.but(phase=Phase.MOVE, turn=ended), tuple(facts)
        need, only = movement.due(state.rules, state.position, state.side, numbers)
        if need:
            turn = turn.but(numbers=numbers, used=0, need=need, only=only)
            return state.but(phase=Phase.MOVE, turn=turn), tuple(facts)
        facts.append(Fact("lost", state.side, {"numbers": list(numbers)}))
        turn, complete, left = (
            turn.but(index=turn.index + 1, numbers=numbers),
            False,
            len(numbers),
        )


def resume(state: State) -> State:
    """A state put in by hand with a throw or inherited numbers, advanced to what can be played.

    Parts that come later in the throw are taken as reached by complete play.
    """
    return advance(state, complete=True, left=0)[0]


def part_of(state: State, turn: Turn) -> tuple[int, tuple[int, ...]]:
    """What `turn` has come to if the parts before were complete: (answer of the program,
    numbers)."""
    return _what_follows(state, turn, complete=True, left=0)


def _what_follows(
    state: State, turn: Turn, complete: bool, left: int
) -> tuple[int, tuple[int, ...]]:
    if turn.dice is None:
        numbers = _heir_numbers(turn, complete)
        return len(numbers) or turn_program.END, numbers
    return movement.next_part(
        state.rules, state.position, state.side, turn.dice, turn.chosen, turn.index, complete, left
    )


def _heir_numbers(turn: Turn, complete: bool) -> tuple[int, ...]:
    assert turn.heir is not None
    number, times = turn.heir
    if turn.index == 0:
        return movement.heir_part(number, times, True, True)
    return movement.heir_part(number + turn.index - 1, times, complete, False)


def choose(state: State, action: Action) -> Outcome:
    """The number of a chosen double."""
    expect(state, action, Phase.CHOOSE)
    if not 1 <= action.number <= 6:
        raise refuse("bad_choice")
    turn = state.turn.but(chosen=action.number)
    chosen, facts = advance(state.but(turn=turn), complete=True, left=0)
    fact = Fact("chose", state.side, {"number": action.number})
    return chosen, (fact, *facts)
