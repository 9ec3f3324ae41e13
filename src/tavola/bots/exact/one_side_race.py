"""One side's way home: how many turns it needs, for the play that needs the fewest on average; of
those that need as many, the one that leaves fewest checkers.

Two passes over all arrangements of a race, each from the empty one up.  `choose_plays` finds the
expected turns and, for each of the 21 throws, the arrangement that the best play leads to.
`spread_turns` makes from these what a table stores: for each arrangement the chance that the side
is not done after k = 0, 1, 2, ... turns, and what it would owe then (`coverage.Debt`).

Where the last one off wins, the best play is the one that needs most turns.

A *final* is `rank << 1 | again`: where a throw ends and whether it gives another one.  A turn has
`LEVELS` throws; level l means that l of them are left.  Another throw does not lower the level.
"""

from __future__ import annotations

from tavola.bots.exact.arrangements import CELLS, clear, put_side
from tavola.bots.exact.successors import (
    AGAIN,
    FOLLOW,
    LEVELS,
    LIST,
    LISTED,
    LONGEST,
    NAMES,
    NODE,
    SLOT,
    THROWS,
    chance_of,
    items_of,
)
from tavola.bots.exact.typed_buffers import Reals
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.slots import LAST, LIMIT, WIDTH

MOST_TURNS = 128
"""Turns after which a side counts as done; with exact bearing off the tail is long."""
UNKNOWN = 1e30
SAME = 1e-9
"""Expected turns that are equal but for rounding."""
STUCK = "a side can stay for ever"
STUCK_TWICE = "turns of several throws need a race in which every number can be played"

FORCED, STAYS, STAYS_AGAIN = 0, 1, 2
"""Whether a choice can leave everything as it is: not; with the turn over; with another throw."""

# Places of the buffers of a search.
TURNS, BEST, NODE_TURNS, NODE_FINAL, NODE_STAYS, COST, FINAL, STAY = range(8)


@jit
def crowded(T: Ints, S: Buffers, rank: int) -> bool:
    """Whether a point holds more checkers than the rules allow: no play leads there."""
    full = 0
    for p in range(T[LAST] - 5, T[LAST] + 1):
        if S[CELLS][rank * WIDTH + p] > T[LIMIT + p]:
            full += 1
    return full > 0


@inline
def _after(value: Reals, size: int, levels: int, level: int, rank: int, again: int) -> float:
    """Expected turns when a throw has led to an arrangement, the present turn included."""
    if again != 0:
        return float(value[(level - 1) * size + rank])
    if level == 1:
        return 1.0 + float(value[(levels - 1) * size + rank])
    return float(value[(level - 2) * size + rank])


@jit
def _choose(
    plan: Ints, M: Buffers, size: int, level: int, rank: int, items: Ints, count: int
) -> tuple[float, int, int]:
    """The best of some items: (expected turns, final or -1, whether staying is possible).

    What staying costs is not known yet.
    """
    value, node_turns, node_final, node_stays = (
        M[TURNS],
        M[NODE_TURNS],
        M[NODE_FINAL],
        M[NODE_STAYS],
    )
    levels, longest, listed = plan[LEVELS], plan[LONGEST] != 0, plan[LISTED]
    best, final, stays = UNKNOWN, -1, FORCED
    for i in range(count):
        target, then = items[i] >> 6, items[i] & FOLLOW
        if then >= NODE:
            place = plan[SLOT + then - NODE]
            at = ((level - 1) * listed + place) * size + target
            if target == rank:
                stays = max(stays, node_stays[place])
            if node_final[at] < 0:
                continue
            cost, end = float(node_turns[at]), int(node_final[at])
        elif target == rank:
            stays = max(stays, STAYS_AGAIN if then == AGAIN else STAYS)
            continue
        else:
            cost = _after(value, size, levels, level, target, then)
            end = target << 1 | then
        better = cost > best + SAME if longest else cost < best - SAME
        if final < 0 or better or (abs(cost - best) <= SAME and end < final):
            best, final = cost, end
    return best, final, stays


@jit
def _expected(plan: Ints, M: Buffers, level: int) -> float:
    """Expected turns from the costs of the 21 throws; decides where to stay by choice."""
    cost, final, stay = M[COST], M[FINAL], M[STAY]
    at = (level - 1) * THROWS
    longest = plan[LONGEST] != 0
    while True:
        fixed, loops, turns = 0.0, 0.0, 0.0
        for t in range(THROWS):
            weight = chance_of(t)
            if final[at + t] >= 0:
                fixed += weight * cost[at + t]
            else:
                loops += weight
                if stay[at + t] == STAYS:
                    turns += weight
        if loops > 0.999999:
            raise ValueError(STUCK)
        expected = (fixed + turns) / (1.0 - loops)
        changed = False
        for t in range(THROWS):
            if final[at + t] >= 0 and stay[at + t] != FORCED:
                staying = expected + (1.0 if stay[at + t] == STAYS else 0.0)
                if staying > cost[at + t] if longest else staying < cost[at + t]:
                    final[at + t] = -1
                    changed = True
        if not changed:
            return expected


@jit
def _name_best(plan: Ints, M: Buffers, level: int) -> None:
    """A side that names its throws has its best one, no double, whatever falls."""
    cost, final = M[COST], M[FINAL]
    longest = plan[LONGEST] != 0
    at = (level - 1) * THROWS
    best = -1
    for t in range(THROWS):
        if chance_of(t) < 0.05 or final[at + t] < 0:
            continue
        if best < 0 or (cost[at + t] > cost[best] if longest else cost[at + t] < cost[best]):
            best = at + t
    if best < 0:
        raise ValueError(STUCK)
    for t in range(THROWS):
        cost[at + t], final[at + t] = cost[best], final[best]


@jit
def _settle_nodes(plan: Ints, M: Buffers, size: int, level: int, rank: int) -> None:
    """Now that the expected turns are known: nodes at which it is best, or forced, to stay."""
    value, node_turns, node_final, node_stays = (
        M[TURNS],
        M[NODE_TURNS],
        M[NODE_FINAL],
        M[NODE_STAYS],
    )
    for place in range(plan[LISTED]):
        if node_stays[place] == FORCED:
            continue
        again = 1 if node_stays[place] == STAYS_AGAIN else 0
        cost = _after(value, size, plan[LEVELS], level, rank, again)
        at = ((level - 1) * plan[LISTED] + place) * size + rank
        better = cost > node_turns[at] if plan[LONGEST] != 0 else cost < node_turns[at]
        if node_final[at] < 0 or better:
            node_turns[at], node_final[at] = cost, rank << 1 | again


@jit
def choose_plays(
    T: Ints,
    Z: Ints,
    W: Buffers,
    S: Buffers,
    plan: Ints,
    M: Buffers,
    numbers: Ints,
    items: Ints,
    size: int,
    begin: int,
    end: int,
) -> None:
    """Expected turns and best finals of the arrangements begin..end; all before are known."""
    R = W[ROWS]
    levels, listed = plan[LEVELS], plan[LISTED]
    for rank in range(begin, end):
        if crowded(T, S, rank):
            continue
        clear(R, 0)
        put_side(T, S, rank, R, 0, 0)
        for place in range(listed):
            at = LIST + 4 * place
            count = items_of(
                T, Z, W, S, rank, plan[at], plan[at + 1], plan[at + 2], plan[at + 3], numbers, items
            )
            for level in range(1, levels + 1):
                cost, final, stays = _choose(plan, M, size, level, rank, items, count)
                slot = ((level - 1) * listed + place) * size + rank
                M[NODE_TURNS][slot], M[NODE_FINAL][slot] = cost, final
                M[NODE_STAYS][place] = stays
        t = 0
        for a in range(1, 7):
            for b in range(a, 7):
                count = items_of(T, Z, W, S, rank, a, b, 0, 0, numbers, items)
                for level in range(1, levels + 1):
                    cost, final, stays = _choose(plan, M, size, level, rank, items, count)
                    at = (level - 1) * THROWS + t
                    M[COST][at], M[FINAL][at], M[STAY][at] = cost, final, stays
                    if levels > 1 and stays != FORCED:
                        raise ValueError(STUCK_TWICE)
                t += 1
        for level in range(1, levels + 1):
            _finish(plan, M, size, level, rank)


@jit
def _finish(plan: Ints, M: Buffers, size: int, level: int, rank: int) -> None:
    """Store the expected turns and the finals of an arrangement whose throws are costed."""
    if plan[NAMES] != 0:
        _name_best(plan, M, level)
    M[TURNS][(level - 1) * size + rank] = _expected(plan, M, level)
    _settle_nodes(plan, M, size, level, rank)
    for t in range(THROWS):
        at = (level - 1) * THROWS + t
        final = M[FINAL][at]
        if final < 0:
            final = rank << 1 | (1 if M[STAY][at] == STAYS_AGAIN else 0)
        M[BEST][((level - 1) * size + rank) * THROWS + t] = final


@jit
def spread_turns(
    levels: int, best: Ints, spread: Reals, row: Reals, size: int, begin: int, end: int
) -> None:
    """Fill spread[(level - 1) * size + rank][k] for k > 0; k = 0 of the highest level is given.

    `spread` has MOST_TURNS numbers an arrangement, `row` is a buffer of as many.
    """
    for rank in range(begin, end):
        for level in range(1, levels + 1):
            here = (level - 1) * size + rank
            for k in range(MOST_TURNS):
                row[k] = 0.0
            stay, stay_again = 0.0, 0.0
            for t in range(THROWS):
                final, weight = best[here * THROWS + t], chance_of(t)
                target, again = final >> 1, final & 1
                if target == rank:
                    if again == 1:
                        stay_again += weight
                    else:
                        stay += weight
                    continue
                shift = 1 if again == 0 and level == 1 else 0
                below = level if again == 1 else levels if level == 1 else level - 1
                at = ((below - 1) * size + target) * MOST_TURNS - shift
                for k in range(1, MOST_TURNS):
                    if spread[at + k] <= 0.0:
                        break
                    row[k] += weight * spread[at + k]
            at = here * MOST_TURNS
            for k in range(1, MOST_TURNS):
                spread[at + k] = (row[k] + stay * spread[at + k - 1]) / (1.0 - stay_again)


@jit
def pack(spread: Reals, offset: int, size: int, starts: Ints, cells: Ints) -> int:
    """Store rows of `spread` as 16-bit fractions; return the length, or -1 if there is no room.

    starts[rank] is `start << 6 | ones`: where the cells begin, and how many cells of value 1 were
    left out before them.  Zeros at the end are left out.
    """
    length = 0
    for rank in range(size):
        at = (offset + rank) * MOST_TURNS
        ones = 0
        while ones < 63 and spread[at + ones] * 65535.0 >= 65534.5:
            ones += 1
        starts[rank] = length << 6 | ones
        k = ones
        while k < MOST_TURNS and spread[at + k] * 65535.0 >= 0.5:
            if length == len(cells):
                return -1
            cells[length] = int(spread[at + k] * 65535.0 + 0.5)
            length += 1
            k += 1
    starts[size] = length << 6
    return length
