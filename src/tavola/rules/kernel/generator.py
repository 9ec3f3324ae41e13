"""All distinct positions that the complete plays of one part of a throw reach.

A part has either one number up to four times, or two different numbers, or three of which two may
be equal.  The search goes level by level (one number each) and drops positions it has met; where
the order of steps cannot matter (`REAR_FIRST`) equal numbers are played from the rear and nothing
repeats.

The workspace `W` is a tuple of buffers, made by `movement.Workspace`: rows, words (the same
memory, eight cells a number), keys (what tells the rows of one list apart), own and free (points of
the side's checkers and points it may land on, as bit sets; only of rows that are played on), plays
(4 steps a row), met (the hash of keys), out (steps of one row), stack.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.bursting import bursts
from tavola.rules.kernel.guards import forget_throw, gathered, runs_on, shuts_in
from tavola.rules.kernel.outcome import pip_count
from tavola.rules.kernel.single_step import (
    open_after,
    open_points,
    over,
    own_after,
    own_points,
    play_step,
    run_steps,
    steps,
)
from tavola.rules.kernel.slots import (
    ALL_SOURCES,
    BACKWARD,
    BAR,
    BAR_BIT,
    BURST,
    CAPACITY,
    CHECKERS,
    EITHER,
    FROM_BAR,
    GUARDED,
    LAPSE,
    LEAST_EXCESS,
    LOW_FIRST,
    MOVE,
    OPENED,
    PATH,
    REAR_FIRST,
    RUN,
    WALL,
    WASTE,
    WIDTH,
    WIN_COMPLETE,
)

ROWS, WORDS, KEYS, OWN, FREE, PLAYS, MET, OUT, STACK = range(9)
"""Places of the buffers in a workspace."""

SLOTS = 4
"""Steps that a part can have, hence the room of a play."""

UNPLAYED, PLAINLY, BURSTING = 0, 1, 2
"""How a number can be played, where points may be burst."""

NO_ROOM = "more plays than the buffer of this game holds"


@inline
def copy_row(words: Ints, source: int, target: int) -> None:
    """Copy row number `source` to row number `target`, eight cells at a time."""
    a, b = 8 * source, 8 * target
    words[b] = words[a]
    words[b + 1] = words[a + 1]
    words[b + 2] = words[a + 2]
    words[b + 3] = words[a + 3]
    words[b + 4] = words[a + 4]
    words[b + 5] = words[a + 5]
    words[b + 6] = words[a + 6]
    words[b + 7] = words[a + 7]


@jit
def _forget(met: Ints, rows: int) -> None:
    """Forget all keys, and make ready for those of at most so many rows.

    `met` begins with a stamp and a mask; entries follow, a stamp and a key each, and count only
    under the stamp of the beginning.  The mask is as small as it can be, so that they lie near.
    """
    met[0] += 1
    most = len(met) // 2 - 2
    mask = min(15, most)
    while mask < most and mask < 2 * rows:
        mask = 2 * mask + 1
    met[1] = mask


@inline
def _known(key: int, met: Ints) -> bool:
    """Whether the key was met; if not, note it.

    Two positions of one list with the same 64-bit key would be taken for one: with lists of
    thousands that happens about once in 10^12 lists.
    """
    stamp, mask = met[0], met[1]
    at = key & mask
    while met[2 * at + 2] == stamp:
        if met[2 * at + 3] == key:
            return True
        at = (at + 1) & mask
    met[2 * at + 2] = stamp
    met[2 * at + 3] = key
    return False


@inline
def _steps_of(T: Ints, rows: int) -> int:
    """How many steps one number can have from so many rows, at most."""
    return rows * T[CHECKERS] * (1 + T[BACKWARD])


@jit
def _keep(T: Ints, W: Buffers, i: int, fresh: int) -> int:
    """Copy row i with its play to row `fresh`; return the next one."""
    words, keys, plays = W[WORDS], W[KEYS], W[PLAYS]
    if fresh >= T[CAPACITY]:
        raise OverflowError(NO_ROOM)
    copy_row(words, i, fresh)
    keys[fresh] = keys[i]
    for d in range(SLOTS):
        plays[fresh * SLOTS + d] = plays[i * SLOTS + d]
    return fresh + 1


@inline
def _source_bit(T: Ints, side: int, step: int) -> int:
    """The bit of a step's source among path points; bit 0 the reserve, BAR_BIT the bar."""
    source = step >> 5 & 31
    return 1 << (BAR_BIT if source == FROM_BAR else T[PATH + 32 * side + source])


@inline
def _from_here_on(T: Ints, side: int, step: int) -> int:
    """Sources not behind that of `step`: bar, reserve, then the track from its rear."""
    bit = _source_bit(T, side, step)
    return ALL_SOURCES if bit == 1 << BAR_BIT else ALL_SOURCES & ~(1 << BAR_BIT) & -bit


@jit
def _sources(T: Ints, plays: Ints, side: int, begin: int, end: int) -> int:
    """The sources of the first steps of rows begin..end, as bits."""
    bits = 0
    for i in range(begin, end):
        bits |= _source_bit(T, side, plays[i * SLOTS])
    return bits


@jit
def _expand(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    n: int,
    begin: int,
    end: int,
    fresh: int,
    depth: int,
    last: bool,
    ordered: bool,
    allowed: int,
) -> int:
    """Play number `n` once from rows begin..end; write new rows from `fresh`; return their end.

    If `ordered` the steps of a play go from the rear to the front and need no look-up.
    """
    R, words, keys, own, free, plays, met, out = (
        W[ROWS],
        W[WORDS],
        W[KEYS],
        W[OWN],
        W[FREE],
        W[PLAYS],
        W[MET],
        W[OUT],
    )
    running = T[MOVE] == RUN
    for i in range(begin, end):
        if depth > 0 and T[WIN_COMPLETE] != 0 and over(T, R, i * WIDTH, side):
            continue
        if running:
            if ordered and depth > 0:
                allowed = _from_here_on(T, side, plays[i * SLOTS + depth - 1])
            found = run_steps(T, R, i * WIDTH, side, n, own[i], free[i], allowed, out, 0)
        else:
            found = steps(T, R, i * WIDTH, side, n, out, 0)
        if fresh + found > T[CAPACITY]:
            raise OverflowError(NO_ROOM)
        for j in range(found):
            step = out[j]
            copy_row(words, i, fresh)
            key = keys[i] ^ play_step(T, Z, R, fresh * WIDTH, side, step)
            if not ordered and _known(key, met):
                continue
            keys[fresh] = key
            if running and not last:
                own[fresh] = own_after(T, R, fresh * WIDTH, side, own[i], step)
                free[fresh] = open_after(T, R, fresh * WIDTH, side, free[i], step)
            for d in range(SLOTS):
                plays[fresh * SLOTS + d] = plays[i * SLOTS + d]
            plays[fresh * SLOTS + depth] = step
            fresh += 1
    return fresh


@jit
def _add_wins(T: Ints, W: Buffers, side: int, begin: int, end: int, fresh: int) -> int:
    """Append the rows of begin..end in which the game is over, unless they are listed."""
    R, keys, met = W[ROWS], W[KEYS], W[MET]
    for i in range(begin, end):
        if over(T, R, i * WIDTH, side) and not _known(keys[i], met):
            fresh = _keep(T, W, i, fresh)
    return fresh


@jit
def _list_equal(T: Ints, Z: Ints, W: Buffers, side: int, n: int, count: int) -> tuple[int, int]:
    keys, met = W[KEYS], W[MET]
    begin, end, depth = 0, 1, 0
    while depth < count:
        # Two steps of one number never lead to one position where checkers run.
        ordered = T[REAR_FIRST] != 0 or (depth == 0 and T[MOVE] == RUN)
        if not ordered:
            _forget(met, _steps_of(T, end - begin))
        last = depth + 1 == count
        fresh = _expand(T, Z, W, side, n, begin, end, end, depth, last, ordered, ALL_SOURCES)
        if fresh == end:
            break
        begin, end, depth = end, fresh, depth + 1
    if T[WIN_COMPLETE] != 0:
        _forget(met, end)
        if depth == count:
            for i in range(begin, end):
                _known(keys[i], met)
            return begin, _add_wins(T, W, side, 1, begin, end)
        wins = _add_wins(T, W, side, 1, end, end)
        if wins > end:
            return end, wins
    if depth == 0 or (depth < count and T[WASTE] == LAPSE):
        return 0, 0
    return begin, end


@jit
def _way(T: Ints, W: Buffers, side: int, n: int) -> int:
    """How number `n` can be played from row 0: UNPLAYED, PLAINLY, or BURSTING (with nothing on the
    bar, and only so)."""
    R, out = W[ROWS], W[OUT]
    found = run_steps(T, R, 0, side, n, W[OWN][0], W[FREE][0], ALL_SOURCES, out, 0)
    if found == 0:
        return UNPLAYED
    return BURSTING if R[BAR + side] == 0 and bursts(R, 0, side, out[0]) else PLAINLY


@jit
def _list_two(T: Ints, Z: Ints, W: Buffers, side: int, low: int, high: int) -> tuple[int, int]:
    keys, plays, met = W[KEYS], W[PLAYS], W[MET]
    every, run = ALL_SOURCES, T[MOVE] == RUN
    from_low, from_high = 1, 1  # rows to begin from with either number
    if T[BURST] != 0:
        low_way, high_way = _way(T, W, side, low), _way(T, W, side, high)
        from_low = 0 if low_way == BURSTING and high_way == PLAINLY else 1
        from_high = 0 if high_way == BURSTING and low_way == PLAINLY else 1
    _forget(met, _steps_of(T, 1))
    lows = _expand(T, Z, W, side, low, 0, from_low, 1, 0, False, run, every)
    highs = lows
    if T[LOW_FIRST] == 0:
        _forget(met, _steps_of(T, 1))
        highs = _expand(T, Z, W, side, high, 0, from_high, lows, 0, False, run, every)
    _forget(met, highs + _steps_of(T, highs))
    both = _expand(T, Z, W, side, high, 1, lows, highs, 1, True, False, every)
    if T[REAR_FIRST] != 0:
        # A source that could play the low number at once has met every high one already.
        every &= ~_sources(T, plays, side, 1, lows)
    both = _expand(T, Z, W, side, low, lows, highs, both, 1, True, False, every)
    if T[WIN_COMPLETE] != 0:
        both = _add_wins(T, W, side, 1, highs, both)
    if both > highs:
        return highs, both
    if T[WASTE] == LAPSE:
        return 0, 0
    if T[LOW_FIRST] != 0 or highs == lows:
        return 1, lows
    if T[WASTE] == EITHER:
        _forget(met, highs)
        for i in range(1, highs):
            if not _known(keys[i], met):
                both = _keep(T, W, i, both)
        return highs, both
    return lows, highs


@jit
def _expand_onto(
    T: Ints, Z: Ints, W: Buffers, side: int, n: int, segment: int, fresh: int, depth: int
) -> int:
    """Play number `n` once from the rows of a segment, as W[STACK] has its two ends."""
    begin, end = W[STACK][2 * segment], W[STACK][2 * segment + 1]
    last = depth == 2
    return _expand(T, Z, W, side, n, begin, end, fresh, depth, last, False, ALL_SOURCES)


@jit
def _list_three(T: Ints, Z: Ints, W: Buffers, side: int, numbers: Ints) -> tuple[int, int]:
    """Three numbers that are not all equal, in every order: first one, then two of them, then all.

    Segments 0 to 2 are the rows after number i, 3 to 5 those after the two others than number i; of
    equal numbers the rows of one stand for both, and those of the other are none.
    """
    keys, met, ends = W[KEYS], W[MET], W[STACK]
    fresh = 1
    for i in range(3):
        ends[2 * i] = fresh
        if not (i > 0 and numbers[i] == numbers[i - 1]) and not (
            i == 2 and numbers[2] == numbers[0]
        ):
            _forget(met, _steps_of(T, 1))
            fresh = _expand(T, Z, W, side, numbers[i], 0, 1, fresh, 0, False, False, ALL_SOURCES)
        ends[2 * i + 1] = fresh
    ones = fresh
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        ends[6 + 2 * i] = fresh
        _forget(met, 2 * _steps_of(T, ones))
        fresh = _expand_onto(T, Z, W, side, numbers[b], a, fresh, 1)
        fresh = _expand_onto(T, Z, W, side, numbers[a], b, fresh, 1)
        ends[7 + 2 * i] = fresh
    twos = fresh
    _forget(met, twos + _steps_of(T, twos))
    for i in range(3):
        fresh = _expand_onto(T, Z, W, side, numbers[i], 3 + i, fresh, 2)
    if T[WIN_COMPLETE] != 0:
        fresh = _add_wins(T, W, side, 1, twos, fresh)
    if fresh > twos:
        return twos, fresh
    if T[WASTE] == LAPSE or ones == 1:
        return 0, 0
    begin = ones if twos > ones else 1
    _forget(met, twos)
    for i in range(begin, twos):
        if not _known(keys[i], met):
            fresh = _keep(T, W, i, fresh)
    return twos, fresh


@jit
def _tidy(
    T: Ints, W: Buffers, side: int, numbers: Ints, count: int, begin: int, end: int
) -> tuple[int, int]:
    """Of the plays of a part those that shut nobody in, if there are any; and the throw forgotten
    of which they were, if it ends with them."""
    R, plays = W[ROWS], W[PLAYS]
    if T[WALL] == OPENED and gathered(T, R, 0, 1 - side) != 0:
        fresh = begin
        for i in range(begin, end):
            if not shuts_in(T, R, i * WIDTH, side):
                fresh = _keep(T, W, i, fresh)
        if fresh > begin:
            end = fresh
    used = 0
    while begin < end and used < SLOTS and plays[begin * SLOTS + used] != 0:
        used += 1
    if not runs_on(T, numbers, count, used):
        for i in range(begin, end):
            forget_throw(R, i * WIDTH, side)
    return begin, end


@jit
def _sparing(T: Ints, W: Buffers, side: int, begin: int, end: int) -> tuple[int, int]:
    """Of the plays of a part those that bear off with the least excess, and so leave the fewest
    pips; one that ends the game is not asked."""
    R, least, fresh = W[ROWS], -1, begin
    for i in range(begin, end):
        if not over(T, R, i * WIDTH, side):
            pips = pip_count(T, R, i * WIDTH, side)
            least = pips if least < 0 else min(least, pips)
    for i in range(begin, end):
        o = i * WIDTH
        if over(T, R, o, side) or pip_count(T, R, o, side) == least:
            fresh = _keep(T, W, i, fresh)
    return begin, fresh


@jit
def list_plays(
    T: Ints, Z: Ints, W: Buffers, side: int, numbers: Ints, count: int
) -> tuple[int, int]:
    """All distinct positions that complete plays of `numbers[:count]` reach from row 0.

    Returns (begin, end): the rows R[begin*WIDTH:end*WIDTH]; row i was reached by the steps
    plays[i*SLOTS:(i+1)*SLOTS], 0 behind the last.  Empty when nothing can be played.
    Raises OverflowError when the buffer of the game does not hold the list.
    """
    R, keys, own, free, plays = W[ROWS], W[KEYS], W[OWN], W[FREE], W[PLAYS]
    keys[0] = 0  # only what changes tells the rows of a list apart
    own[0], free[0] = own_points(T, R, 0, side), open_points(T, R, 0, side)
    for d in range(SLOTS):
        plays[d] = 0
    a, b = numbers[0], numbers[count - 1]
    if count == 3 and (a != b or a != numbers[1]):
        begin, end = _list_three(T, Z, W, side, numbers)
    elif a == b:
        begin, end = _list_equal(T, Z, W, side, a, count)
    else:
        begin, end = _list_two(T, Z, W, side, min(a, b), max(a, b))
    if T[GUARDED] != 0:
        begin, end = _tidy(T, W, side, numbers, count, begin, end)
    if T[LEAST_EXCESS] != 0:
        return _sparing(T, W, side, begin, end)
    return begin, end
