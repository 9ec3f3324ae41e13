"""Rules for runner, start and walls, on parallel tracks, and for a checker that has hit at home:
what they forbid although nothing stands in the way.

The enemy's way is his own track: six points in a row are a wall only as he passes them.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.row import lowest, own_left, put, rearmost
from tavola.rules.kernel.slots import (
    AHEAD,
    CHECKERS,
    DOUBLE_THEN,
    ENEMY_QUARTER,
    ENEMY_QUARTER_FULL,
    GO_ON,
    HEAD,
    HEAD_ONCE,
    HEAD_TWICE,
    HITTER_STAYS,
    HITTERS,
    INCOMPLETE,
    LAST,
    LAST_TWO,
    LAST_TWO_FIRST,
    LEFT_HEAD,
    NO_MORE,
    OFF,
    OPEN,
    PATH,
    QUARTER,
    QUARTER_FULL,
    RUNNER,
    RUNNER_FIRST,
    STAY,
    TRACK,
    UPWARDS,
    WALL,
    WALLED,
)


@jit
def _held(R: Ints, o: int, side: int, g: int, source: int, target: int) -> bool:
    """Whether a side holds booklet point `g` after a step from `source` to `target`."""
    own = R[o + g] * (1 - 2 * side) - (1 if g == source else 0)
    return own > 0 or g == target


@jit
def _too_many(
    T: Ints, R: Ints, o: int, side: int, whose: int, most: int, source: int, target: int
) -> bool:
    """Whether a step into the start quarter of `whose` takes a side more than `most` of its points;
    0 is no limit."""
    if most == 0 or T[PATH + 32 * whose + target] > 6:
        return False
    held, track = 0, TRACK + 32 * whose
    for point in range(1, 7):
        held += int(_held(R, o, side, T[track + point], source, target))
    return held > most


@jit
def _walls(T: Ints, R: Ints, o: int, side: int, source: int, target: int) -> bool:
    """Whether a step makes six points in a row on the enemy's way that may not be: without one of
    his checkers in front (AHEAD), or without the last two points of the side's own track."""
    other = 1 - side
    track = TRACK + 32 * other
    q = T[PATH + 32 * other + target]
    low, high = q, q
    while low > 1 and _held(R, o, side, T[track + low - 1], source, target):
        low -= 1
    while high < T[LAST] and _held(R, o, side, T[track + high + 1], source, target):
        high += 1
    if high - low < 5:
        return False
    if T[WALL] == LAST_TWO:
        last = TRACK + 32 * side + T[LAST]
        both = _held(R, o, side, T[last - 1], source, target)
        return not (both and _held(R, o, side, T[last], source, target))
    if R[o + OFF + other] > 0:
        return False
    ahead = 0
    for p in range(high + 1, T[LAST] + 1):
        ahead += int(R[o + T[track + p]] * (1 - 2 * side) < 0)
    return ahead == 0


@jit
def gathered(T: Ints, R: Ints, o: int, side: int) -> int:
    """The path point on which all checkers of a side stand; 0 if there are several, or none."""
    q = rearmost(T, R, o, side)
    if q > T[LAST]:
        return 0
    count = R[o + T[TRACK + 32 * side + q]] * (1 - 2 * side)
    return q if count == own_left(T, R, o, side) else 0


@jit
def shuts_in(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether all enemy checkers are on one point with six points of the side right in front."""
    other = 1 - side
    q = gathered(T, R, o, other)
    if q == 0 or q > T[LAST] - 6:
        return False
    held = 0
    for p in range(q + 1, q + 7):
        held += int(R[o + T[TRACK + 32 * other + p]] * (1 - 2 * side) > 0)
    return held == 6


@jit
def _stays(T: Ints, R: Ints, o: int, side: int, p: int) -> bool:
    """Whether the last checker on path point `p` has hit there in this throw."""
    place = T[LAST] - p
    if place > 5 or R[o + HITTERS + side] >> place & 1 == 0:
        return False
    return R[o + T[TRACK + 32 * side + p]] * (1 - 2 * side) == 1


@jit
def guard(T: Ints, R: Ints, o: int, side: int, p: int, n: int, own: int) -> int:
    """OPEN, or why number `n` may not take a checker on from path point `p`, although it could land
    or leave: rules for runner, start and walls, and for who has hit.  `own` are the own points, as
    bits."""
    if T[STAY] != 0 and _stays(T, R, o, side, p):
        return HITTER_STAYS
    if T[RUNNER] != 0 and R[o + OFF + side] == 0 and own >> T[RUNNER] + 1 == 0 and own >> p != 1:
        return RUNNER_FIRST
    if T[HEAD] != 0 and p == 1:
        left = R[o + LEFT_HEAD + side]
        if left != 0 and (left != n or T[HEAD_TWICE] >> n & 1 == 0):
            return HEAD_ONCE
    q = p + n
    if q > T[LAST] or own >> q & 1 == 1:
        return OPEN
    track = TRACK + 32 * side
    source, target = T[track + p], T[track + q]
    if _too_many(T, R, o, side, side, T[QUARTER], source, target):
        return QUARTER_FULL
    if _too_many(T, R, o, side, 1 - side, T[ENEMY_QUARTER], source, target):
        return ENEMY_QUARTER_FULL
    if T[WALL] in (AHEAD, LAST_TWO) and _walls(T, R, o, side, source, target):
        return WALLED if T[WALL] == AHEAD else LAST_TWO_FIRST
    return OPEN


@jit
def guarded(T: Ints, R: Ints, o: int, side: int, n: int, own: int, sources: int) -> int:
    """Those of some sources from which the rules of `guard` let a checker go on."""
    rest, kept = sources, 0
    while rest != 0:
        p = lowest(T, rest)
        rest &= rest - 1
        if guard(T, R, o, side, p, n, own) == OPEN:
            kept |= 1 << p
    return kept


@jit
def runs_on(T: Ints, numbers: Ints, count: int, used: int) -> bool:
    """Whether the next higher number of a double may follow a part of which so many numbers were
    used, in the same throw."""
    if T[DOUBLE_THEN] != UPWARDS or numbers[0] != numbers[count - 1] or numbers[0] == 6:
        return False
    return used == count or T[INCOMPLETE] == GO_ON


@jit
def note_head(T: Ints, Z: Ints, R: Ints, o: int, side: int, step: int) -> int:
    """Note before a step what it takes from the first point; return the change of the key."""
    left, n, first = R[o + LEFT_HEAD + side], step >> 10, T[TRACK + 32 * side + 1]
    now = left
    if step >> 5 & 31 == first:
        whole = left == 0 and R[o + first] * (1 - 2 * side) == T[CHECKERS]
        now = n if whole else NO_MORE
    elif left not in (0, n):
        now = NO_MORE
    return put(Z, R, o, LEFT_HEAD + side, now)


@jit
def note_hit(T: Ints, Z: Ints, R: Ints, o: int, side: int, g: int) -> int:
    """Note a hit on booklet point `g` if that is one of the side's last six; return the change of
    the key."""
    place = T[LAST] - T[PATH + 32 * side + g]
    if place > 5:
        return 0
    hitters = R[o + HITTERS + side] & 63 | 1 << place
    return put(Z, R, o, HITTERS + side, hitters - 64 * (hitters >> 5))


@inline
def forget_throw(R: Ints, o: int, side: int) -> None:
    """Forget what is known of a side only while its throw is being played."""
    R[o + LEFT_HEAD + side] = 0
    R[o + HITTERS + side] = 0
