"""When a game is over and what it is worth, in the plain subset."""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.bursting import ARRANGES, BURSTS_BAR, NOT_YET, early_win
from tavola.rules.kernel.row import rearmost
from tavola.rules.kernel.single_step import finished, mother_decides, mother_pinned
from tavola.rules.kernel.slots import (
    ARRANGED,
    BAR,
    BAR_LEFT,
    BEAR_OFF,
    BURST_JAN,
    CHECKERS,
    CHECKERS_LEFT,
    GAMMON,
    GOAL,
    GOES_ON,
    HIT_LOSES,
    HIT_SCORE,
    JAN,
    LAST,
    LAST_OFF,
    MARK,
    MOTHER,
    MOTHER_WINS,
    NOBODY,
    OFF,
    PILE,
    PIPS,
    RESERVE,
    SCORE,
    SINGLE,
    TRACK,
    TRIPLE_NONE_OFF,
)

SAFE_MOTHER = 2
"""Points for pinning the mother when the own one is safe (ruling PL-5)."""


@jit
def pip_count(T: Ints, R: Ints, o: int, side: int) -> int:
    """Pips a side still needs; bar and reserve count as the point before the first."""
    sign = 1 - 2 * side
    end = T[LAST] if T[BEAR_OFF] == PILE else T[LAST] + 1
    total = (R[o + BAR + side] + R[o + RESERVE + side]) * end
    for p in range(1, T[LAST] + 1):
        g = T[TRACK + 32 * side + p]
        own = R[o + g] * sign
        if own > 0:
            total += own * (end - p)
        if R[o + MARK + g] * sign > 0:
            total += end - p
    return total


@jit
def in_contact(T: Ints, R: Ints, o: int) -> bool:
    """Whether a checker is outside or has still to pass one of the other side."""
    for side in (0, 1):
        if R[o + BAR + side] > 0 or R[o + RESERVE + side] > 0:
            return True
        sign, track = 1 - 2 * side, TRACK + 32 * (1 - side)
        for p in range(rearmost(T, R, o, 1 - side) + 1, T[LAST] + 1):
            g = T[track + p]
            if R[o + g] * sign > 0 or R[o + MARK + g] * sign > 0:
                return True
    return False


@jit
def _behind(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether a checker is on bar or reserve or still in the quarter where its side starts.

    In games of opposite directions that quarter is the winner's home (rulings 2.1, G7).
    """
    if R[o + BAR + side] > 0 or R[o + RESERVE + side] > 0:
        return True
    sign = 1 - 2 * side
    for p in range(1, 7):
        g = T[TRACK + 32 * side + p]
        if R[o + g] * sign > 0 or R[o + MARK + g] * sign > 0:
            return True
    return False


@jit
def multiple(T: Ints, R: Ints, o: int, loser: int) -> int:
    """1, 2 (gammon) or 3 (backgammon) for the loser's position, whatever the game counts."""
    none_off = R[o + OFF + loser] == 0
    if (none_off or T[TRIPLE_NONE_OFF] == 0) and _behind(T, R, o, loser):
        return 3
    return 2 if none_off else 1


@jit
def _worth(T: Ints, R: Ints, o: int, loser: int, score: int) -> int:
    if score == SINGLE:
        return 1
    if score == CHECKERS_LEFT:
        return T[CHECKERS] - R[o + OFF + loser]
    if score == GAMMON:
        return min(2, multiple(T, R, o, loser))
    if score == BAR_LEFT:
        return 2 if R[o + BAR + loser] > 0 else 1
    if score == PIPS:
        return pip_count(T, R, o, loser) * multiple(T, R, o, loser)
    return multiple(T, R, o, loser)


@jit
def _early_worth(T: Ints, R: Ints, o: int, side: int) -> int:
    """What a game is worth that `side` has won before all its checkers are off; 0 if it has not."""
    if T[JAN] | T[ARRANGED] == 0:
        return 0
    how = early_win(T, R, o, side)
    if how == NOT_YET:
        return 0
    if how == ARRANGES:
        return _worth(T, R, o, 1 - side, T[SCORE]) + 1
    return T[BURST_JAN] if how == BURSTS_BAR else T[JAN]


@jit
def result(T: Ints, R: Ints, o: int, mover: int, hit: bool) -> tuple[int, int]:
    """(winner, value before the cube) after a play of `mover`; (NOBODY, 0) for a draw, and
    (GOES_ON, 0) while the game goes on.

    `hit` says that the play hit a checker.
    """
    other = 1 - mover
    if hit and T[HIT_LOSES] != 0:
        return other, _worth(T, R, o, mover, T[HIT_SCORE])
    if mother_decides(T, R, o, mover):
        if T[MOTHER] == MOTHER_WINS:
            return mover, _worth(T, R, o, other, T[SCORE])
        return (NOBODY, 0) if mother_pinned(T, R, o, mover) else (mover, SAFE_MOTHER)
    for side in (mover, other):
        if finished(T, R, o, side):
            winner = 1 - side if T[GOAL] == LAST_OFF else side
            return winner, _worth(T, R, o, 1 - winner, T[SCORE])
        early = _early_worth(T, R, o, side)
        if early > 0:
            return side, early
    return GOES_ON, 0
