"""Both sides together, where they cannot touch: the chance to win of the side about to throw.

First the finals (`one_side_race.py`) of every throw in every arrangement of one side, all of them,
as lists; then the value of each pair of arrangements, mine before theirs, from the smaller pairs:
the best final of each throw, over all throws.  Arrangement 0 is the one in which a side is done.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.exact.arrangements import Sides, clear, put_side
from tavola.bots.exact.home import Progress
from tavola.bots.exact.successors import (
    FOLLOW,
    LIST,
    LISTED,
    NODE,
    SLOT,
    THROWS,
    Bench,
    chance_of,
    items_of,
    plan_of,
)
from tavola.bots.exact.typed_buffers import Reals, filled, joined, zeros
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import ROWS

SMALL = 1e-12
"""A change of a chance that is not worth another round."""

# Places in the tuple of lists: where each begins and ends, the finals, marks, marks' stamp.
FROM, TO, FINALS, MARKS, STAMP = range(5)


@inline
def _note(L: Buffers, end: int, final: int) -> int:
    """Add a final to the list that ends at `end`, unless it is in it; the new end, -1 if full."""
    marks, stamp = L[MARKS], L[STAMP]
    if marks[final] == stamp[0]:
        return end
    marks[final] = stamp[0]
    if end == len(L[FINALS]):
        return -1
    L[FINALS][end] = final
    return end + 1


@jit
def _gather(
    plan: Ints, L: Buffers, size: int, q: int, rank: int, items: Ints, count: int, end: int
) -> int:
    """Write the list q of an arrangement: the finals that its items lead to; -1 if full."""
    L[STAMP][0] += 1
    begin = end
    for i in range(count):
        target, then = items[i] >> 6, items[i] & FOLLOW
        if then < NODE:
            end = _note(L, end, target << 1 | then)
            if end < 0:
                return -1
            continue
        at = (THROWS + plan[SLOT + then - NODE]) * size + target
        for j in range(L[FROM][at], L[TO][at]):
            end = _note(L, end, L[FINALS][j])
            if end < 0:
                return -1
    L[FROM][q * size + rank], L[TO][q * size + rank] = begin, end
    return end


@jit
def list_finals(
    T: Ints,
    Z: Ints,
    W: Buffers,
    S: Buffers,
    plan: Ints,
    L: Buffers,
    numbers: Ints,
    items: Ints,
    size: int,
    rank: int,
    end: int,
) -> int:
    """All lists of one arrangement behind `end`; the new end, or -1 if there is no room."""
    R = W[ROWS]
    clear(R, 0)
    put_side(T, S, rank, R, 0, 0)
    for place in range(plan[LISTED]):
        at = LIST + 4 * place
        count = items_of(
            T, Z, W, S, rank, plan[at], plan[at + 1], plan[at + 2], plan[at + 3], numbers, items
        )
        end = _gather(plan, L, size, THROWS + place, rank, items, count, end)
        if end < 0:
            return -1
    q = 0
    for a in range(1, 7):
        for b in range(a, 7):
            count = items_of(T, Z, W, S, rank, a, b, 0, 0, numbers, items)
            end = _gather(plan, L, size, q, rank, items, count, end)
            if end < 0:
                return -1
            q += 1
    return end


def finals_of(sides: Sides) -> Buffers:
    """The lists of all arrangements but 0; they must be numbered so that plays only lower them."""
    size, plan, bench = len(sides), plan_of(sides), Bench(sides)
    lists = (THROWS + int(plan[LISTED])) * size
    L: Buffers = (
        zeros("int64", lists),
        zeros("int64", lists),
        zeros("int32", 1 << 16),
        zeros("int64", 2 * size),
        zeros("int64", 1),
    )
    made, end = sides.made, 0
    for rank in range(1, size):
        while True:
            after = list_finals(
                made.T,
                made.Z,
                bench.W,
                sides.S,
                plan,
                L,
                bench.numbers,
                bench.items,
                size,
                rank,
                end,
            )
            if after >= 0:
                break
            more = zeros("int32", len(L[FINALS]))
            L = (L[FROM], L[TO], joined("int32", [L[FINALS], more]), L[MARKS], L[STAMP])
        end = after
    return L


@inline
def _best_final(
    L: Buffers, V: Reals, size: int, t: int, mine: int, theirs: int
) -> tuple[float, bool]:
    """The value of the best final of a throw, and whether one of them leaves all as it is."""
    finals, stays, best = L[FINALS], False, -1.0
    for i in range(L[FROM][t * size + mine], L[TO][t * size + mine]):
        target, again = finals[i] >> 1, finals[i] & 1
        if again == 1:
            value = float(V[target * size + theirs])
        else:
            value = 1.0 - float(V[theirs * size + target])
        best = max(best, value)
        stays = stays or target == mine
    return best, stays


@jit
def _value(
    L: Buffers, V: Reals, size: int, mine: int, theirs: int, fixed: Reals
) -> tuple[float, bool]:
    """The value of a pair as far as it is known, and whether it depends on itself.

    fixed[0] becomes the share of throws that do not, fixed[1 + t] is 1 for each that does.
    """
    total, loops = 0.0, False
    fixed[0] = 0.0
    for t in range(THROWS):
        best, stays = _best_final(L, V, size, t, mine, theirs)
        total += chance_of(t) * best
        fixed[1 + t] = 1.0 if stays else 0.0
        loops = loops or stays
        if not stays:
            fixed[0] += chance_of(t) * best
    return total, loops


@jit
def _again(L: Buffers, V: Reals, size: int, mine: int, theirs: int, fixed: Reals) -> float:
    """The value of a pair when only the throws that depend on it are asked once more."""
    total = float(fixed[0])
    for t in range(THROWS):
        if fixed[1 + t] > 0.0:
            best, _ = _best_final(L, V, size, t, mine, theirs)
            total += chance_of(t) * best
    return total


@jit
def solve_pairs(
    L: Buffers, V: Reals, size: int, begin: int, end: int, one: Reals, two: Reals
) -> None:
    """Values of the pairs (i, j) and (j, i) for i <= j, begin <= j < end.

    V[mine * size + theirs] with theirs = 0 is given: what it is worth that the other one is done.
    """
    for j in range(begin, end):
        for i in range(1, j + 1):
            first, loops = _value(L, V, size, i, j, one)
            V[i * size + j] = first
            second, loops_too = _value(L, V, size, j, i, two)
            V[j * size + i] = second
            change = 1.0 if loops or loops_too else 0.0
            while change > SMALL:
                first = _again(L, V, size, i, j, one)
                change = abs(first - V[i * size + j])
                V[i * size + j] = first
                second = _again(L, V, size, j, i, two)
                change = max(change, abs(second - V[j * size + i]))
                V[j * size + i] = second


def solve(sides: Sides, *, last_wins: bool, progress: Progress) -> Any:
    """float64 chances of the side about to throw, at mine * size + theirs."""
    size, L = len(sides), finals_of(sides)
    values = filled("float64", size * size, 0.5)
    for rank in range(size):
        values[rank * size] = float(last_wins)
    one, two = zeros("float64", THROWS + 1), zeros("float64", THROWS + 1)
    step = max(1, size // 100)
    for begin in range(1, size, step):
        end = min(begin + step, size)
        solve_pairs(L, values, size, begin, end, one, two)
        progress((end / size) ** 2)
    return values
