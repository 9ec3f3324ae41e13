"""Steps of one number: where a checker may land and leave, playing a step, the end of a game.

One source, two ways to run it: compiled by Numba over NumPy arrays, or as it stands over Python
lists (`backend.py` decides).  It knows no game, only the integers that `rule_table.py` makes of a
`Ruleset`; `slots.py` says what they mean.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.bursting import NOT_YET, bar_too_full, bursts_in, early_win, wall_steps
from tavola.rules.kernel.guards import guarded, note_head, note_hit
from tavola.rules.kernel.row import lowest, own_left, put, rearmost
from tavola.rules.kernel.slots import (
    ALL_SOURCES,
    ANY_LOWER,
    ARRANGED,
    BACKWARD,
    BAR,
    BAR_BIT,
    BAR_FIRST,
    BEAR_OFF,
    BLOCK,
    BLOCKED,
    BURST,
    BURST_JAN,
    BURST_OPEN,
    CAPTURE,
    CAPTURE_ALL,
    CHECKERS,
    CIRCLE,
    CONTACT,
    CORNER,
    ENTER_FIRST,
    EXACT,
    FACING,
    FARTHER,
    FARTHEST,
    FROM_BAR,
    FROM_RESERVE,
    FULL,
    GOAL,
    GUARDED,
    HEAD,
    HIT,
    HITTERS,
    IS_CORNER,
    JAN,
    LAST,
    LEFT_HEAD,
    LIMIT,
    MARK,
    MOTHER,
    MOTHER_WINS,
    MOVE,
    NO_MOTHER,
    NOT_EXACT,
    NOT_HOME,
    OFF,
    OPEN,
    OVERTAKES,
    OVERTAKING,
    OWN_BELOW,
    PATH,
    PILE,
    PIN,
    RESERVE,
    RUN,
    RUNS_IN,
    STAGE,
    STAY,
    TO_OFF,
    TOWER,
    TOWERS,
    TRACK,
)


@inline
def _closed(T: Ints, R: Ints, o: int, side: int, p: int) -> bool:
    """Whether the side may not land on path point `p`, wherever it comes from.

    Looks at every reason: no branch is to be guessed, which would take longer.
    """
    g = T[TRACK + 32 * side + p]
    own, below = R[o + g] * (1 - 2 * side), R[o + MARK + g]
    return (own >= T[LIMIT + p]) | (own <= -T[BLOCK]) | ((own < 0) & (below != 0))


@inline
def landing(T: Ints, R: Ints, o: int, side: int, start: int, p: int) -> int:
    """OPEN, or the reason why a checker from path point `start` (0: outside) may not land on
    `p`."""
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    if _closed(T, R, o, side, p):
        own = R[o + T[track + p]] * sign
        if own > 0:
            return FULL
        return BLOCKED if -own >= T[BLOCK] else OWN_BELOW
    if T[OVERTAKING] == 0:
        for q in range(start + 1, p):
            if R[o + T[track + q]] * sign > 0:
                return OVERTAKES
    return OPEN


@jit
def leaving(T: Ints, R: Ints, o: int, side: int, p: int, n: int, rear: int) -> int:
    """OPEN, or why number `n` may not take a checker off from path point `p` (p + n > length)."""
    last = T[LAST]
    if T[BEAR_OFF] == PILE:
        return NOT_EXACT
    if rear <= last - 6 or R[o + BAR + side] > 0 or R[o + RESERVE + side] > 0:
        return NOT_HOME
    if T[BEAR_OFF] == FARTHEST:
        return OPEN if rear == p else FARTHER
    if p + n == last + 1:
        return OPEN
    if T[BEAR_OFF] == EXACT:
        return NOT_EXACT
    if T[BEAR_OFF] == ANY_LOWER:
        return OPEN if rear > last + 1 - n else FARTHER
    return OPEN if rear == p else FARTHER


@inline
def _own_bit(T: Ints, R: Ints, o: int, side: int, p: int) -> int:
    return 1 << p if R[o + T[TRACK + 32 * side + p]] * (1 - 2 * side) > 0 else 0


@inline
def _open_bit(T: Ints, R: Ints, o: int, side: int, p: int) -> int:
    return 0 if _closed(T, R, o, side, p) else 1 << p


@jit
def own_points(T: Ints, R: Ints, o: int, side: int) -> int:
    """Bit p is set where the side has a checker that can move on path point p."""
    bits = 0
    for p in range(1, T[LAST] + 1):
        bits |= _own_bit(T, R, o, side, p)
    return bits


@jit
def open_points(T: Ints, R: Ints, o: int, side: int) -> int:
    """Bit p is set where the side may land on path point p, whoever stands before it."""
    bits = 0
    for p in range(1, T[LAST] + 1):
        bits |= _open_bit(T, R, o, side, p)
    return bits


@inline
def own_after(T: Ints, R: Ints, o: int, side: int, own: int, step: int) -> int:
    """`own_points` after a step that was played on the row."""
    path = PATH + 32 * side
    for g in (step >> 5 & 31, step & 31):
        p = T[path + g]
        if p > 0:
            own = own & ~(1 << p) | _own_bit(T, R, o, side, p)
    return own


@inline
def open_after(T: Ints, R: Ints, o: int, side: int, free: int, step: int) -> int:
    """`open_points` after a step that was played on the row."""
    path = PATH + 32 * side
    for g in (step >> 5 & 31, step & 31):
        p = T[path + g]
        if p > 0:
            free = free & ~(1 << p) | _open_bit(T, R, o, side, p)
    return free


@inline
def _enters(T: Ints, R: Ints, o: int, side: int, n: int, free: int) -> bool:
    if n > 6 or free >> n & 1 == 0:
        return T[BURST] != 0 and bursts_in(T, R, o, side, n, free)
    return T[OVERTAKING] != 0 or landing(T, R, o, side, 0, n) == OPEN


@inline
def run_steps(
    T: Ints,
    R: Ints,
    o: int,
    side: int,
    n: int,
    own: int,
    free: int,
    allowed: int,
    out: Ints,
    at: int,
) -> int:
    """`steps` on a track whose own and open points are known, from the sources in `allowed`.

    Its bits are path points, bit 0 the reserve and BAR_BIT the bar.
    """
    track = TRACK + 32 * side
    last = T[LAST]
    m = at
    if R[o + BAR + side] > 0:
        if allowed >> BAR_BIT & 1 == 1 and _enters(T, R, o, side, n, free):
            out[m] = (n << 10) | (FROM_BAR << 5) | T[track + n]
            m += 1
        if T[BAR_FIRST] != 0:
            return m
    if R[o + RESERVE + side] > 0:
        if allowed & 1 == 1 and _enters(T, R, o, side, n, free):
            out[m] = (n << 10) | (FROM_RESERVE << 5) | T[track + n]
            m += 1
        if T[CHECKERS] - R[o + RESERVE + side] < T[ENTER_FIRST]:
            return m
    sources = own & allowed
    if T[GUARDED] != 0:
        sources = guarded(T, R, o, side, n, own, sources)
    forward = sources & free >> n
    while forward != 0:
        p = lowest(T, forward)
        forward &= forward - 1
        if T[OVERTAKING] != 0 or landing(T, R, o, side, p, p + n) == OPEN:
            out[m] = (n << 10) | (T[track + p] << 5) | T[track + p + n]
            m += 1
    leavers = sources >> last + 1 - n << last + 1 - n
    if leavers != 0 and T[BEAR_OFF] != PILE:
        rear = rearmost(T, R, o, side) if T[CONTACT] == PIN else lowest(T, own)
        while leavers != 0:
            p = lowest(T, leavers)
            leavers &= leavers - 1
            if leaving(T, R, o, side, p, n, rear) == OPEN:
                out[m] = (n << 10) | (T[track + p] << 5) | TO_OFF
                m += 1
    if T[BACKWARD] != 0:
        back = sources & free << n
        while back != 0:
            p = lowest(T, back)
            back &= back - 1
            out[m] = (n << 10) | (T[track + p] << 5) | T[track + p - n]
            m += 1
    if T[BURST] != 0 and m == at:
        return wall_steps(T, R, o, side, n, sources, out, m)
    return m


@jit
def _circle_target(T: Ints, R: Ints, o: int, side: int, p: int, n: int) -> int:
    """Path point where a checker of the circle ends: slid past its own kind, or on a corner."""
    if own_left(T, R, o, side) == 1:
        p = T[CORNER + p]
        return T[CORNER + p] if n == 6 else p
    sign = 1 - 2 * side
    q = (p + n - 1) % 24 + 1
    while R[o + T[TRACK + 32 * side + q]] * sign > 0:
        q = q % 24 + 1
    return q


@jit
def _circle_steps(T: Ints, R: Ints, o: int, side: int, n: int, out: Ints, at: int) -> int:
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    m = at
    if own_left(T, R, o, 1 - side) == 0:
        return m
    for p in range(1, 25):
        g = T[track + p]
        if R[o + g] * sign > 0:
            out[m] = (n << 10) | (g << 5) | T[track + _circle_target(T, R, o, side, p, n)]
            m += 1
    return m


@jit
def _tower_steps(T: Ints, R: Ints, o: int, side: int, n: int, out: Ints, at: int) -> int:
    g = T[TRACK + 32 * side + n]
    stage = R[o + STAGE + side]
    lying = R[o + MARK + g] != 0
    if stage == 3:
        if R[o + g] != 0:
            out[at] = (n << 10) | (g << 5) | TO_OFF
            return at + 1
    elif lying == (stage == 2):
        out[at] = (n << 10) | (g << 5) | g
        return at + 1
    return at


@jit
def steps(T: Ints, R: Ints, o: int, side: int, n: int, out: Ints, at: int) -> int:
    """Write every step that number `n` allows by itself to `out[at:]`; return the end index."""
    if T[MOVE] == RUN:
        own, free = own_points(T, R, o, side), open_points(T, R, o, side)
        return run_steps(T, R, o, side, n, own, free, ALL_SOURCES, out, at)
    if T[MOVE] == CIRCLE:
        return _circle_steps(T, R, o, side, n, out, at)
    return _tower_steps(T, R, o, side, n, out, at)


@jit
def _tower_play(T: Ints, Z: Ints, R: Ints, o: int, side: int, g: int) -> int:
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    stage = R[o + STAGE + side]
    if stage == 3:
        gone = R[o + g] * sign if T[BEAR_OFF] == TOWER else 1
        key = put(Z, R, o, g, R[o + g] - sign * gone)
        return key ^ put(Z, R, o, OFF + side, R[o + OFF + side] + gone)
    key = put(Z, R, o, MARK + g, sign if stage == 1 else 0)
    for p in range(1, 7):
        if (R[o + MARK + T[track + p]] != 0) != (stage == 1):
            return key
    return key ^ put(Z, R, o, STAGE + side, stage + 1)


@jit
def _settle_side(T: Ints, Z: Ints, R: Ints, o: int, side: int) -> int:
    """A last checker off the corners jumps to the next one; an occupant is out."""
    if own_left(T, R, o, side) != 1:
        return 0
    sign = 1 - 2 * side
    track = TRACK + 32 * side
    for p in range(1, 25):
        g = T[track + p]
        if R[o + g] * sign > 0:
            if T[IS_CORNER + p] != 0:
                return 0
            key = put(Z, R, o, g, 0)
            g = T[track + T[CORNER + p]]
            if R[o + g] != 0:
                key ^= put(Z, R, o, OFF + 1 - side, R[o + OFF + 1 - side] + 1)
            return key ^ put(Z, R, o, g, sign)
    return 0


@jit
def settle(T: Ints, Z: Ints, R: Ints, o: int, first: int) -> int:
    """Circle: let last checkers jump until nothing changes, `first`'s before the other's."""
    key = 0
    if T[MOVE] == CIRCLE:
        change = 1
        while change != 0:
            change = _settle_side(T, Z, R, o, first)
            if change == 0:
                change = _settle_side(T, Z, R, o, 1 - first)
            key ^= change
    return key


@jit
def throw_begins(T: Ints, Z: Ints, R: Ints, o: int, side: int) -> int:
    """A throw of `side` begins: last checkers jump, what is known of the throw before is
    forgotten, and the throw is counted where doubles run upwards only later.  Returns the change
    of the key."""
    key = settle(T, Z, R, o, side)
    for one in range(2):
        if R[o + LEFT_HEAD + one] != 0:
            key ^= put(Z, R, o, LEFT_HEAD + one, 0)
        if R[o + HITTERS + one] != 0:
            key ^= put(Z, R, o, HITTERS + one, 0)
    left = R[o + RUNS_IN + side]
    return key ^ put(Z, R, o, RUNS_IN + side, left - 1) if left > 0 else key


@inline
def _meet(T: Ints, Z: Ints, R: Ints, o: int, side: int, g: int) -> int:
    """What a checker does to the enemy when it lands on booklet point `g`, before it stands
    there."""
    sign = 1 - 2 * side
    key = 0
    hit = -R[o + g] * sign
    if hit > 0:
        key = put(Z, R, o, g, 0)
        if T[CONTACT] == HIT:
            key ^= put(Z, R, o, BAR + 1 - side, R[o + BAR + 1 - side] + hit)
        elif T[CONTACT] == PIN:
            key ^= put(Z, R, o, MARK + g, -sign)
        else:
            key ^= put(Z, R, o, OFF + 1 - side, R[o + OFF + 1 - side] + 1)
    elif T[CONTACT] == FACING:
        p = T[PATH + 32 * side + g]
        facing = T[TRACK + 32 * (1 - side) + p]
        if p < T[LAST] and R[o + facing] * sign < 0:
            key = put(Z, R, o, facing, 0)
            key ^= put(Z, R, o, BAR + 1 - side, R[o + BAR + 1 - side] + 1)
    return key


@inline
def play_step(T: Ints, Z: Ints, R: Ints, o: int, side: int, step: int) -> int:
    """Play a step that `steps` gave; return the change of the row's key."""
    sign = 1 - 2 * side
    source = (step >> 5) & 31
    target = step & 31
    if T[MOVE] == TOWERS:
        return _tower_play(T, Z, R, o, side, source)
    if source == FROM_BAR:
        key = put(Z, R, o, BAR + side, R[o + BAR + side] - 1)
    elif source == FROM_RESERVE:
        key = put(Z, R, o, RESERVE + side, R[o + RESERVE + side] - 1)
    elif R[o + source] == sign and R[o + MARK + source] != 0:
        key = put(Z, R, o, source, R[o + MARK + source])
        key ^= put(Z, R, o, MARK + source, 0)
    else:
        key = note_head(T, Z, R, o, side, step) if T[HEAD] != 0 else 0
        key ^= put(Z, R, o, source, R[o + source] - sign)
    if target == TO_OFF:
        return key ^ put(Z, R, o, OFF + side, R[o + OFF + side] + 1)
    burst = T[BURST_JAN] != 0 and R[o + target] * sign <= -2
    met = _meet(T, Z, R, o, side, target)
    key ^= met ^ put(Z, R, o, target, R[o + target] + sign)
    if met != 0:
        if T[CONTACT] == CAPTURE:
            key ^= settle(T, Z, R, o, 1 - side)
        elif T[STAY] != 0:
            key ^= note_hit(T, Z, R, o, side, target)
        if burst and bar_too_full(T, R, o, 1 - side):
            key ^= put(Z, R, o, BURST_OPEN, sign)
    return key


@jit
def finished(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether `side` has brought all its checkers where they belong, or captured all others."""
    if T[GOAL] == CAPTURE_ALL:
        return own_left(T, R, o, 1 - side) == 0
    if T[BEAR_OFF] == PILE:
        g = T[TRACK + 32 * side + T[LAST]]
        return R[o + g] * (1 - 2 * side) == T[CHECKERS]
    return R[o + OFF + side] == T[CHECKERS]


@jit
def mother_pinned(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether a checker of `side` is pinned on its own first point."""
    return R[o + MARK + T[TRACK + 32 * side + 1]] * (1 - 2 * side) > 0


@jit
def mother_decides(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether the enemy's mother is pinned and that ends the game for `side`, by the mother rule:
    where it asks for a safe mother, unless one of his own may still move from his first point."""
    if T[MOTHER] == NO_MOTHER or not mother_pinned(T, R, o, 1 - side):
        return False
    free = R[o + T[TRACK + 32 * side + 1]] * (1 - 2 * side)
    return T[MOTHER] == MOTHER_WINS or free <= 0


@jit
def over(T: Ints, R: Ints, o: int, side: int) -> bool:
    """Whether a play of `side` has come to the end of the game, so that no step can follow."""
    if finished(T, R, o, side) or mother_decides(T, R, o, side):
        return True
    if T[JAN] | T[ARRANGED] != 0 and early_win(T, R, o, side) != NOT_YET:
        return True
    return T[GOAL] == CAPTURE_ALL and own_left(T, R, o, side) == 0
