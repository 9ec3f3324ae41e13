"""What a throw lets a player do, part after part: the turn program, in the plain subset.

A throw becomes parts (numbers to be played together), perhaps a choice, perhaps another throw.
`next_part` is asked at the start and after each part; doubles that go on, chosen doubles, extra
throws and Gioul's inherited numbers are all answers of this one function.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.row import own_left
from tavola.rules.kernel.slots import (
    ACE_DEUCE,
    ACE_DEUCE_AGAIN,
    AGAIN,
    ALWAYS,
    COMPLETE,
    DOUBLE_MOVES,
    DOUBLE_THEN,
    GO_ON,
    HAND,
    HAND_REST,
    INCOMPLETE,
    LOWER,
    NOTHING,
    NUMBERS,
    ORDINARY,
    OTHER_FACE,
    PLAY_AND_CHOOSE,
    RUNS_IN,
    SUM,
    UPWARDS,
)
from tavola.rules.kernel.throws import TWO_DICE, first_of_two, spread

# Answers of `next_part`; a positive answer is a count of numbers to play.
END, THROW_AGAIN, CHOOSE_DOUBLE, HAND_OVER = 0, -1, -2, -3


@jit
def _repeat(numbers: Ints, n: int, count: int) -> int:
    for i in range(count):
        numbers[i] = n
    return count


@jit
def _again(rule: int, complete: bool) -> int:
    if rule == ALWAYS or (rule == COMPLETE and complete):
        return THROW_AGAIN
    return END


@jit
def _circle_part(T: Ints, R: Ints, side: int, a: int, b: int, index: int, numbers: Ints) -> int:
    count = 0
    if index == 0:
        if own_left(T, R, 0, side) == 1:
            for n in (a, b):
                if n in (1, 6):
                    numbers[count] = n
                    count += 1
        elif a == b or min(a, b) == 1 or max(a, b) == 6:
            numbers[0] = a + b
            count = 1
    if count > 0:
        return count
    return _again(T[AGAIN], True) if a == b else END


@jit
def _double_part(
    T: Ints, n: int, index: int, complete: bool, left: int, waits: bool, numbers: Ints
) -> int:
    then = NOTHING if waits else T[DOUBLE_THEN]
    if index == 0:
        return _repeat(numbers, n, T[DOUBLE_MOVES])
    if then == UPWARDS:
        following = n + index
        if not complete and T[INCOMPLETE] in (HAND, HAND_REST):
            rest = T[INCOMPLETE] == HAND_REST
            if following > 6 and not rest:
                return END
            numbers[0] = following - 1 if rest else following
            numbers[1] = left if rest else 4
            return HAND_OVER
        if following <= 6 and (complete or T[INCOMPLETE] == GO_ON):
            return _repeat(numbers, following, 4)
        return END
    if then == OTHER_FACE and index == 1 and (complete or T[INCOMPLETE] == GO_ON):
        return _repeat(numbers, 7 - n, 4)
    return _again(T[AGAIN], complete and (then == NOTHING or index == 2))


@jit
def next_part(
    T: Ints,
    R: Ints,
    side: int,
    dice: int,
    chosen: int,
    index: int,
    complete: bool,
    left: int,
    numbers: Ints,
) -> int:
    """What follows in a throw after `index` parts.

    `chosen` is the chosen double or 0; `complete` and `left` say whether the last part used all its
    numbers, and how many it left.  A positive answer is the count of numbers written to `numbers`;
    HAND_OVER writes the first inherited number and how often it is played.
    """
    if dice > TWO_DICE:
        return spread(dice, numbers) if index == 0 else END
    a = first_of_two(dice)
    b = dice - 10 * a
    if T[NUMBERS] == SUM:
        return _circle_part(T, R, side, a, b, index, numbers)
    if a == b:
        return _double_part(T, a, index, complete, left, R[RUNS_IN + side] > 0, numbers)
    if min(a, b) == 1 and max(a, b) == 2 and T[ACE_DEUCE] != ORDINARY:
        before = 1 if T[ACE_DEUCE] == PLAY_AND_CHOOSE else 0
        if index >= before:
            if index == 1 and before == 1 and not complete:
                return END
            if chosen == 0:
                return CHOOSE_DOUBLE
            if index == before:
                return _repeat(numbers, chosen, T[DOUBLE_MOVES])
            return _again(T[ACE_DEUCE_AGAIN], complete)
    if index > 0:
        return END
    if T[NUMBERS] == LOWER:
        numbers[0] = min(a, b)
        return 1
    numbers[0] = a
    numbers[1] = b
    return 2


@jit
def inherited_part(number: int, times: int, complete: bool, first: bool, numbers: Ints) -> int:
    """What follows for the heir of a run of doubles: `number`, `times` times, was just played.

    With `first` it is only about to be played.  The chain ends with the first incomplete number.
    """
    if first:
        return _repeat(numbers, number, times)
    if complete and number < 6:
        return _repeat(numbers, number + 1, 4)
    return END
