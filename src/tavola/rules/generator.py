"""All distinct positions that the complete plays of one part of a throw reach.

Same plain subset as `kernel.py`.  A part has either one number up to four times, or two different
numbers.  The search goes level by level (one number each) and drops positions it has met; where the
order of steps cannot matter (`REAR_FIRST`) equal numbers are played from the rear and nothing repeats.

The workspace `W` is a tuple of buffers, made by `tables.Workspace`:
rows, keys, plays (4 steps a row), slots and stamps of the hash, out (steps of one row), stack.
"""

from __future__ import annotations

from tavola.rules.backend import Ints, jit
from tavola.rules.kernel import (
    CAPACITY,
    EITHER,
    LAPSE,
    LOW_FIRST,
    PATH,
    REAR_FIRST,
    WASTE,
    WIDTH,
    WIN_COMPLETE,
    over,
    play_step,
    row_key,
    steps,
)

SLOTS = 4
"""Steps that a part can have, hence the room of a play."""

NO_ROOM = "more plays than the buffer of this game holds"


@jit
def copy_row(R: Ints, source: int, target: int) -> None:
    """Copy the row at offset `source` to offset `target`."""
    for cell in range(WIDTH):
        R[target + cell] = R[source + cell]


@jit
def _fresh_stamp(stamps: Ints) -> int:
    """Forget all keys: the hash counts only entries with the newest stamp."""
    stamps[len(stamps) - 1] += 1
    return stamps[len(stamps) - 1]


@jit
def _known(key: int, slots: Ints, stamps: Ints, stamp: int) -> bool:
    """Whether the key was met under this stamp; if not, note it.

    Two positions of one list with the same 64-bit key would be taken for one: with lists of
    thousands that happens about once in 10^12 lists.
    """
    mask = len(slots) - 1
    at = key & mask
    while stamps[at] == stamp:
        if slots[at] == key:
            return True
        at = (at + 1) & mask
    stamps[at] = stamp
    slots[at] = key
    return False


@jit
def _keep(T: Ints, W: Ints, i: int, free: int) -> int:
    """Copy row i with its play to row `free`; return the next free row."""
    R, keys, plays, slots, stamps, out, stack = W
    if free >= T[CAPACITY]:
        raise OverflowError(NO_ROOM)
    copy_row(R, i * WIDTH, free * WIDTH)
    keys[free] = keys[i]
    for d in range(SLOTS):
        plays[free * SLOTS + d] = plays[i * SLOTS + d]
    return free + 1


@jit
def _expand(
    T: Ints, Z: Ints, W: Ints, side: int, n: int, begin: int, end: int, free: int, depth: int, stamp: int
) -> int:
    """Play number `n` once from rows begin..end; write new rows from `free`; return their end.

    With stamp 0 the steps of a play go from the rear to the front and need no look-up.
    """
    R, keys, plays, slots, stamps, out, stack = W
    path = PATH + 32 * side
    for i in range(begin, end):
        if depth > 0 and T[WIN_COMPLETE] != 0 and over(T, R, i * WIDTH, side):
            continue
        found = steps(T, R, i * WIDTH, side, n, out, 0)
        floor = -1
        if stamp == 0 and depth > 0:
            floor = T[path + ((plays[i * SLOTS + depth - 1] >> 5) & 31)]
        for j in range(found):
            step = out[j]
            if T[path + ((step >> 5) & 31)] < floor:
                continue
            if free >= T[CAPACITY]:
                raise OverflowError(NO_ROOM)
            copy_row(R, i * WIDTH, free * WIDTH)
            key = keys[i] ^ play_step(T, Z, R, free * WIDTH, side, step)
            if stamp != 0 and _known(key, slots, stamps, stamp):
                continue
            keys[free] = key
            for d in range(SLOTS):
                plays[free * SLOTS + d] = plays[i * SLOTS + d]
            plays[free * SLOTS + depth] = step
            free += 1
    return free


@jit
def _add_wins(T: Ints, W: Ints, side: int, begin: int, end: int, free: int, stamp: int) -> int:
    """Append the rows of begin..end in which the game is over, unless they are listed."""
    R, keys, plays, slots, stamps, out, stack = W
    for i in range(begin, end):
        if over(T, R, i * WIDTH, side) and not _known(keys[i], slots, stamps, stamp):
            free = _keep(T, W, i, free)
    return free


@jit
def _list_equal(T: Ints, Z: Ints, W: Ints, side: int, n: int, count: int) -> tuple[int, int]:
    R, keys, plays, slots, stamps, out, stack = W
    begin, end, depth = 0, 1, 0
    while depth < count:
        stamp = 0 if T[REAR_FIRST] != 0 else _fresh_stamp(stamps)
        free = _expand(T, Z, W, side, n, begin, end, end, depth, stamp)
        if free == end:
            break
        begin, end, depth = end, free, depth + 1
    if T[WIN_COMPLETE] != 0:
        stamp = _fresh_stamp(stamps)
        if depth == count:
            for i in range(begin, end):
                _known(keys[i], slots, stamps, stamp)
            return begin, _add_wins(T, W, side, 1, begin, end, stamp)
        wins = _add_wins(T, W, side, 1, end, end, stamp)
        if wins > end:
            return end, wins
    if depth == 0 or (depth < count and T[WASTE] == LAPSE):
        return 0, 0
    return begin, end


@jit
def _list_two(T: Ints, Z: Ints, W: Ints, side: int, low: int, high: int) -> tuple[int, int]:
    R, keys, plays, slots, stamps, out, stack = W
    lows = _expand(T, Z, W, side, low, 0, 1, 1, 0, _fresh_stamp(stamps))
    highs = lows
    if T[LOW_FIRST] == 0:
        highs = _expand(T, Z, W, side, high, 0, 1, lows, 0, _fresh_stamp(stamps))
    stamp = _fresh_stamp(stamps)
    both = _expand(T, Z, W, side, high, 1, lows, highs, 1, stamp)
    both = _expand(T, Z, W, side, low, lows, highs, both, 1, stamp)
    if T[WIN_COMPLETE] != 0:
        both = _add_wins(T, W, side, 1, highs, both, stamp)
    if both > highs:
        return highs, both
    if T[WASTE] == LAPSE:
        return 0, 0
    if T[LOW_FIRST] != 0 or highs == lows:
        return 1, lows
    if T[WASTE] == EITHER:
        stamp = _fresh_stamp(stamps)
        for i in range(1, highs):
            if not _known(keys[i], slots, stamps, stamp):
                both = _keep(T, W, i, both)
        return highs, both
    return lows, highs


@jit
def list_plays(T: Ints, Z: Ints, W: Ints, side: int, numbers: Ints, count: int) -> tuple[int, int]:
    """All distinct positions that complete plays of `numbers[:count]` reach from row 0.

    Returns (begin, end): the rows R[begin*WIDTH:end*WIDTH]; row i was reached by the steps
    plays[i*SLOTS:(i+1)*SLOTS], 0 behind the last.  Empty when nothing can be played.
    Raises OverflowError when the buffer of the game does not hold the list.
    """
    R, keys, plays, slots, stamps, out, stack = W
    keys[0] = row_key(Z, R, 0)
    for d in range(SLOTS):
        plays[d] = 0
    a, b = numbers[0], numbers[count - 1]
    if a == b:
        return _list_equal(T, Z, W, side, a, count)
    return _list_two(T, Z, W, side, min(a, b), max(a, b))


@jit
def _choices(
    T: Ints, R: Ints, o: int, side: int, numbers: Ints, count: int, used: int, out: Ints, at: int
) -> int:
    """Steps of every number outside the bit set `used` that may be played next, to out[at:]."""
    low = 99
    for i in range(count):
        if (used >> i) & 1 == 0:
            low = min(low, numbers[i])
    last = 0
    for i in range(count):
        n = numbers[i]
        if (used >> i) & 1 == 0 and n != last and (T[LOW_FIRST] == 0 or n == low):
            last = n
            at = steps(T, R, o, side, n, out, at)
    return at


@jit
def _use(numbers: Ints, count: int, used: int, n: int) -> int:
    """The bit set `used` with one more number n in it."""
    for i in range(count):
        if (used >> i) & 1 == 0 and numbers[i] == n:
            return used | (1 << i)
    return used


@jit
def reach(T: Ints, Z: Ints, W: Ints, side: int, numbers: Ints, count: int, used: int, row: int) -> int:
    """How many of the numbers not yet `used` can be played from row `row`, at most.

    Where a win is complete, the end of the game counts as all of them.  Overwrites the rows behind `row`.
    """
    R, keys, plays, slots, stamps, out, stack = W
    left = count
    for i in range(count):
        left -= (used >> i) & 1
    best, depth = 0, 0
    # stack: for each depth its used numbers, its next choice in `out`, and the end of its choices.
    stack[0] = used
    stack[8] = 0
    stack[16] = _choices(T, R, row * WIDTH, side, numbers, count, used, out, 0)
    while depth >= 0 and best < left:
        best = max(best, depth)
        if T[WIN_COMPLETE] != 0 and over(T, R, (row + depth) * WIDTH, side):
            return left
        at = stack[8 + depth]
        if depth == left or at == stack[16 + depth]:
            depth -= 1
            continue
        stack[8 + depth] = at + 1
        copy_row(R, (row + depth) * WIDTH, (row + depth + 1) * WIDTH)
        play_step(T, Z, R, (row + depth + 1) * WIDTH, side, out[at])
        after = _use(numbers, count, stack[depth], out[at] >> 10)
        end = stack[16 + depth]
        depth += 1
        stack[depth] = after
        stack[8 + depth] = end
        stack[16 + depth] = _choices(
            T, R, (row + depth) * WIDTH, side, numbers, count, after, out, end
        )
    return best


@jit
def due(T: Ints, Z: Ints, W: Ints, side: int, numbers: Ints, count: int) -> tuple[int, int]:
    """How many numbers must be played from row 0, and which one if only one: (steps, number).

    The number is 0 where the player is free.
    """
    R, keys, plays, slots, stamps, out, stack = W
    most = reach(T, Z, W, side, numbers, count, 0, 0)
    if most == count:
        return most, 0
    if T[WASTE] == LAPSE:
        return 0, 0
    if most == 1 and numbers[0] != numbers[count - 1] and T[WASTE] != EITHER:
        low = min(numbers[0], numbers[1])
        high = max(numbers[0], numbers[1])
        if T[LOW_FIRST] == 0 and steps(T, R, 0, side, high, out, 0) > 0:
            return 1, high
        return 1, low
    return most, 0


@jit
def next_steps(
    T: Ints,
    Z: Ints,
    W: Ints,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    need: int,
    only: int,
    found: Ints,
) -> int:
    """Steps from row 0 that begin, or go on with, a complete play; written to `found`.

    `need` steps are still due; `only` is the number that must be played, or 0.
    Returns how many there are.
    """
    R, keys, plays, slots, stamps, out, stack = W
    if need == 0:
        return 0
    end = _choices(T, R, 0, side, numbers, count, used, found, 0)
    kept = 0
    for i in range(end):
        step = found[i]
        n = step >> 10
        if only != 0 and n != only:
            continue
        if need > 1:
            copy_row(R, 0, WIDTH)
            play_step(T, Z, R, WIDTH, side, step)
            won = T[WIN_COMPLETE] != 0 and over(T, R, WIDTH, side)
            after = _use(numbers, count, used, n)
            if not won and 1 + reach(T, Z, W, side, numbers, count, after, 1) < need:
                continue
        found[kept] = step
        kept += 1
    return kept
