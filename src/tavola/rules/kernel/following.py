"""What is due of a part, and which steps lead on to a complete play of it: the generator's question
asked one step at a time, in the plain subset."""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.bursting import without_bursts
from tavola.rules.kernel.generator import FREE, OUT, OWN, ROWS, STACK, WORDS, copy_row
from tavola.rules.kernel.guards import gathered, shuts_in
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
    BURST,
    CHECKERS,
    EITHER,
    ENTER_FIRST,
    FROM_BAR,
    FROM_RESERVE,
    GUARDED,
    LAPSE,
    LAST,
    LEAST_EXCESS,
    LOW_FIRST,
    MOVE,
    OPENED,
    OVERTAKING,
    PATH,
    RESERVE,
    RUN,
    TRACK,
    WALL,
    WASTE,
    WIDTH,
    WIN_COMPLETE,
)


@inline
def _survey(T: Ints, W: Buffers, side: int, row: int) -> None:
    """Note where the side of a row stands and may land, if its checkers run."""
    if T[MOVE] == RUN:
        W[OWN][row] = own_points(T, W[ROWS], row * WIDTH, side)
        W[FREE][row] = open_points(T, W[ROWS], row * WIDTH, side)


@inline
def _survey_after(T: Ints, W: Buffers, side: int, before: int, row: int, step: int) -> None:
    """The same for a row to which a step led from the row `before`."""
    if T[MOVE] == RUN:
        R, own, free = W[ROWS], W[OWN], W[FREE]
        own[row] = own_after(T, R, row * WIDTH, side, own[before], step)
        free[row] = open_after(T, R, row * WIDTH, side, free[before], step)


@jit
def _choices(
    T: Ints,
    W: Buffers,
    row: int,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    out: Ints,
    at: int,
) -> int:
    """Steps of every number outside the bit set `used` that may be played next on a row that was
    surveyed, to out[at:]."""
    R, own, free = W[ROWS], W[OWN], W[FREE]
    low, begin = 99, at
    for i in range(count):
        if (used >> i) & 1 == 0:
            low = min(low, numbers[i])
    tried = 0
    for i in range(count):
        n = numbers[i]
        if ((used >> i) | (tried >> n)) & 1 == 0 and (T[LOW_FIRST] == 0 or n == low):
            tried |= 1 << n
            if T[MOVE] == RUN:
                every = ALL_SOURCES
                at = run_steps(T, R, row * WIDTH, side, n, own[row], free[row], every, out, at)
            else:
                at = steps(T, R, row * WIDTH, side, n, out, at)
    if T[BURST] != 0:
        return without_bursts(R, row * WIDTH, side, out, begin, at)
    return at


@jit
def _use(numbers: Ints, count: int, used: int, n: int) -> int:
    """The bit set `used` with one more number n in it."""
    for i in range(count):
        if (used >> i) & 1 == 0 and numbers[i] == n:
            return used | (1 << i)
    return used


# A walk over what can be played with numbers keeps in `stack` for each depth its used numbers, its
# next choice in `out`, and the end of its choices; the rows it comes to lie one behind the other.


@inline
def _begin(T: Ints, W: Buffers, side: int, numbers: Ints, count: int, used: int, row: int) -> None:
    """Begin a walk on row `row`, which was surveyed, with the numbers not yet `used`."""
    out, stack = W[OUT], W[STACK]
    stack[0] = used
    stack[8] = 0
    stack[16] = _choices(T, W, row, side, numbers, count, used, out, 0)


@inline
def _go_on(
    T: Ints, Z: Ints, W: Buffers, side: int, numbers: Ints, count: int, row: int, depth: int
) -> None:
    """Play the next choice of a depth; the walk goes on at the next one."""
    R, words, out, stack = W[ROWS], W[WORDS], W[OUT], W[STACK]
    at, end, here = stack[8 + depth], stack[16 + depth], row + depth
    stack[8 + depth] = at + 1
    copy_row(words, here, here + 1)
    play_step(T, Z, R, (here + 1) * WIDTH, side, out[at])
    _survey_after(T, W, side, here, here + 1, out[at])
    after = _use(numbers, count, stack[depth], out[at] >> 10)
    stack[depth + 1] = after
    stack[8 + depth + 1] = end
    stack[16 + depth + 1] = _choices(T, W, here + 1, side, numbers, count, after, out, end)


@jit
def reach(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    need: int,
    row: int,
    opening: bool,
    most_pips: int,
) -> int:
    """How many of the numbers not yet `used` can be played from row `row`, `need` at most.

    The row was surveyed.  Where a win is complete, the end of the game counts as all of them.
    With `opening` a play of `need` numbers counts only if it shuts nobody in; the answer is -1
    where none is needed and somebody is shut in already.  So it is with plays that leave more than
    `most_pips`, if that is not negative.  Overwrites the rows behind `row`.
    """
    R, stack = W[ROWS], W[STACK]
    best, depth = -1, 0
    _begin(T, W, side, numbers, count, used, row)
    while depth >= 0 and best < need:
        o = (row + depth) * WIDTH
        shut = depth == need and opening and shuts_in(T, R, o, side)
        if not shut and (depth < need or _spares(T, R, o, side, most_pips)):
            best = max(best, depth)
        if T[WIN_COMPLETE] != 0 and over(T, R, (row + depth) * WIDTH, side):
            return need
        at = stack[8 + depth]
        if depth == need or at == stack[16 + depth]:
            depth -= 1
            continue
        _go_on(T, Z, W, side, numbers, count, row, depth)
        depth += 1
    return best


@inline
def _spares(T: Ints, R: Ints, o: int, side: int, most_pips: int) -> bool:
    """Whether no more pips are left than allowed, if that is limited."""
    return most_pips < 0 or pip_count(T, R, o, side) <= most_pips


@jit
def _may_exceed(T: Ints, R: Ints, o: int, side: int, count: int) -> bool:
    """Whether `count` numbers may come to bear a checker off: all but so few are home."""
    outside = R[o + BAR + side]
    for p in range(1, T[LAST] - 5):
        outside += max(0, R[o + T[TRACK + 32 * side + p]] * (1 - 2 * side))
    return outside < count


@jit
def _fewest_pips(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    need: int,
    row: int,
) -> int:
    """The fewest pips that `need` of the numbers not yet `used` can leave from row `row`, which was
    surveyed, without ending the game; 0 if they cannot be played so."""
    R, stack = W[ROWS], W[STACK]
    least, depth = 0, 0
    _begin(T, W, side, numbers, count, used, row)
    while depth >= 0:
        o, at = (row + depth) * WIDTH, stack[8 + depth]
        ended = depth > 0 and over(T, R, o, side)
        if depth == need and not ended:
            pips = pip_count(T, R, o, side)
            least = pips if least == 0 else min(least, pips)
        if ended or depth == need or at == stack[16 + depth]:
            depth -= 1
            continue
        _go_on(T, Z, W, side, numbers, count, row, depth)
        depth += 1
    return least


@jit
def due(T: Ints, Z: Ints, W: Buffers, side: int, numbers: Ints, count: int) -> tuple[int, int]:
    """How many numbers must be played from row 0, and which one if only one: (steps, number).

    The number is 0 where the player is free.  Where numbers that bear off may not exceed more than
    they must it is -1 - p: no play may leave more than p pips, unless it ends the game.
    """
    R, out = W[ROWS], W[OUT]
    _survey(T, W, side, 0)
    most = reach(T, Z, W, side, numbers, count, 0, count, 0, False, -1)
    free = 0
    if most > 0 and T[LEAST_EXCESS] != 0 and _may_exceed(T, R, 0, side, count):
        free = -1 - _fewest_pips(T, Z, W, side, numbers, count, 0, most, 0)
    if most == count:
        return most, free
    if T[WASTE] == LAPSE:
        return 0, 0
    if most == 1 and numbers[0] != numbers[count - 1] and T[WASTE] != EITHER:
        low = min(numbers[0], numbers[1])
        high = max(numbers[0], numbers[1])
        for i in range(_choices(T, W, 0, side, numbers, count, 0, out, 0)):
            if out[i] >> 10 == high:
                return 1, high
        return 1, low
    return most, free


@jit
def next_steps(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    need: int,
    only: int,
    found: Ints,
) -> int:
    """Steps from row 0 that begin, or go on with, a complete play; written to `found`.

    `need` steps are still due; `only` is the number that must be played, 0, or a limit, as `due`
    gave it.
    Returns how many there are.
    """
    R, words = W[ROWS], W[WORDS]
    if need == 0:
        return 0
    _survey(T, W, side, 0)
    end = _choices(T, W, 0, side, numbers, count, used, found, 0)
    kept, limit = 0, -1 - only if only < 0 else -1
    if only > 0 and T[LEAST_EXCESS] != 0:
        limit = _fewest_of(T, Z, W, side, found, end, only)
    for i in range(end):
        step = found[i]
        n = step >> 10
        if only > 0 and n != only:
            continue
        after = _use(numbers, count, used, n)
        sure = need == 1 or _surely(T, W, side, numbers, count, after, need - 1, step)
        if limit >= 0 or not sure:
            copy_row(words, 0, 1)
            play_step(T, Z, R, WIDTH, side, step)
            _survey_after(T, W, side, 0, 1, step)
            won = T[WIN_COMPLETE] != 0 and over(T, R, WIDTH, side)
            left = need - 1
            if (
                not won
                and reach(T, Z, W, side, numbers, count, after, left, 1, False, limit) < left
            ):
                continue
        found[kept] = step
        kept += 1
    if T[WALL] == OPENED and gathered(T, R, 0, 1 - side) != 0:
        return _opening(T, Z, W, side, numbers, count, used, need, found, kept)
    return kept


@jit
def _fewest_of(T: Ints, Z: Ints, W: Buffers, side: int, found: Ints, end: int, n: int) -> int:
    """The fewest pips that one of the steps in `found` with number `n` leaves from row 0, unless it
    ends the game."""
    R, words, least = W[ROWS], W[WORDS], -1
    for i in range(end):
        if found[i] >> 10 == n:
            copy_row(words, 0, 1)
            play_step(T, Z, R, WIDTH, side, found[i])
            if not over(T, R, WIDTH, side):
                pips = pip_count(T, R, WIDTH, side)
                least = pips if least < 0 else min(least, pips)
    return max(least, 0)


@jit
def _opening(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    numbers: Ints,
    count: int,
    used: int,
    need: int,
    found: Ints,
    end: int,
) -> int:
    """Keep of the steps from row 0 in `found` those whose plays may shut nobody in; all of them if
    none does.  Returns how many are left."""
    R, words = W[ROWS], W[WORDS]
    kept = 0
    for i in range(end):
        step = found[i]
        copy_row(words, 0, 1)
        play_step(T, Z, R, WIDTH, side, step)
        _survey_after(T, W, side, 0, 1, step)
        after = _use(numbers, count, used, step >> 10)
        if reach(T, Z, W, side, numbers, count, after, need - 1, 1, True, -1) == need - 1:
            found[kept] = step
            kept += 1
    return kept if kept > 0 else end


@inline
def _surely(
    T: Ints, W: Buffers, side: int, numbers: Ints, count: int, used: int, need: int, step: int
) -> bool:
    """Whether it can be seen without a search that `need` more numbers can be played after `step`
    from row 0: other checkers do so, that it neither moves nor meets.

    Only where the numbers not `used` are one number, or equal ones.
    """
    R, start = W[ROWS], step >> 5 & 31
    bar = R[BAR + side] - (1 if start == FROM_BAR else 0)
    reserve = R[RESERVE + side] - (1 if start == FROM_RESERVE else 0)
    waits = bar > 0 or (reserve > 0 and T[CHECKERS] - reserve < T[ENTER_FIRST])
    if T[MOVE] != RUN or T[OVERTAKING] == 0 or T[BACKWARD] != 0 or waits or T[GUARDED] != 0:
        return False
    n = 0
    for i in range(count):
        if (used >> i) & 1 == 0:
            if n not in (0, numbers[i]):
                return False
            n = numbers[i]
    path = PATH + 32 * side
    source, target = 1 << T[path + start], 1 << T[path + (step & 31)]
    movers = W[OWN][0] & ~source & (W[FREE][0] & ~target) >> n
    while need > 0 and movers != 0:
        movers &= movers - 1
        need -= 1
    return need == 0


@jit
def play_whole(
    T: Ints,
    Z: Ints,
    W: Buffers,
    side: int,
    numbers: Ints,
    count: int,
    wanted: Ints,
    steps_wanted: int,
    found: Ints,
) -> bool:
    """Whether steps are, in this order, a complete play of a part from row 0 that does not end the
    game; row 0 holds the position after them then.

    Overwrites `found`, and row 0 in any case.
    """
    R = W[ROWS]
    need, only = due(T, Z, W, side, numbers, count)
    if need != steps_wanted:
        return False
    used = 0
    for i in range(steps_wanted):
        step, known = wanted[i], False
        for k in range(next_steps(T, Z, W, side, numbers, count, used, need, only, found)):
            known = known or found[k] == step
        if not known:
            return False
        play_step(T, Z, R, 0, side, step)
        used = _use(numbers, count, used, step >> 10)
        need, only = need - 1, min(only, 0)
        if over(T, R, 0, side):
            return False
    return True
