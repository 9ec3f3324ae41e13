"""Candidates of a part: all its plays side by side in buffers, weighed and compared; plain subset.

The analyst and its compiled kin (`compiled_analyst.py`) both work on this *bench*, so that a play
is found, weighed and shortlisted in one way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tavola.bots.cube.chances import COUNTS
from tavola.bots.cube.compiled_play_value import HEIGHTS, buffer, play_value
from tavola.bots.cube.context import usual
from tavola.bots.net.evaluate import OUTPUTS, WORTH, rounded, worth
from tavola.bots.search.candidate_value import DEPTH, REQUEST, SIDE, value_candidates
from tavola.bots.search.lookahead import ERA, LEAST
from tavola.bots.search.working_net import WorkingNet
from tavola.rules.kernel.backend import Ints, doubles, jit, large, reals, small
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, list_plays
from tavola.rules.kernel.slots import BAR, WIDTH
from tavola.rules.model.ruleset import Ruleset

Tools = Any
"""A net and what it needs: the tuple (T, Z, W, M, K, best, saved, totals, numbers) of `tools`."""
Bench = Any
"""Candidates of a part and choices before it: a tuple whose places are named below."""

ASKED, CELLS, WAYS, ORDER, FOUND, SCORES, LOOKED, ASIDE, LIMITS, LIKED, NAMED = range(11)
"""What follows a candidate (`candidate_value.py`); rows; whether each is complete, numbers left,
whether it hits; the order to look at them in; outputs; rounded equities; depths looked at; rows put
aside; how many are worth a deeper look and how far behind; choices and their throws."""
STEPS, VALUES, CUBE = 11, 12, 13
"""Steps, `SLOTS` each; equities; the cube and the score (`compiled_play_value.py`), empty without a
cube."""

MOST = 4096
"""Candidates that are weighed; of more the first ones."""
CHOICES = 15
"""Throws that can be named; of chosen doubles there are fewer."""
KEPT = 2
"""Rows that can be put aside: by whoever decides, and inside of `compiled_analyst.py`."""


@dataclass(frozen=True)
class Filter:
    """Which candidates a deeper look is worth: at most `keep`, at most `within` behind the best.

    `within` counts points of a game that scores 1, 2 or 3; for amounts it is multiplied by the
    usual amount.
    """

    keep: int
    within: float


FILTERS = (Filter(8, 0.16), Filter(3, 0.05))
"""From depth 0 to 1, and from depth 1 to 2 and further."""


def tools(net: WorkingNet) -> Tools:
    """The buffers of a net in the order of this module."""
    return (
        net.T,
        net.Z,
        net.W,
        net.M,
        net.K,
        net.best,
        net.saved,
        net.totals,
        net.numbers,
    )


def bench_for(rules: Ruleset, capacity: int, filters: tuple[Filter, ...] = FILTERS) -> Bench:
    """The buffers of decisions; `capacity` is that of the game's lists."""
    most = min(capacity, MOST)
    scale = 1.0 if COUNTS[rules.score] else usual(rules).amount
    limits = [n for one in filters for n in (one.keep, round(one.within * scale * 1e5))]
    return (
        large(REQUEST),
        small(most * WIDTH),
        large(most * 3),
        large(most),
        reals(most * OUTPUTS),
        large(most),
        large(most),
        small(KEPT * WIDTH),
        large(limits),
        large(CHOICES + 2),
        large(CHOICES),
        large(most * SLOTS),
        doubles(most),
        buffer(),
    )


@jit
def keep(R: Ints, kept: Ints, slot: int) -> None:
    """Put row 0 aside."""
    for cell in range(WIDTH):
        kept[slot * WIDTH + cell] = R[cell]


@jit
def bring(R: Ints, kept: Ints, slot: int) -> None:
    """Take row 0 from where it lies."""
    for cell in range(WIDTH):
        R[cell] = kept[slot * WIDTH + cell]


@jit
def collect(G: Tools, D: Bench, side: int, count: int, hit: bool) -> int:
    """Put all plays of a part on the bench, or if there are none the row as it is; how many."""
    T, Z, W, _, _, _, _, _, numbers = G
    rows, ways, order, steps = D[CELLS], D[WAYS], D[ORDER], D[STEPS]
    R, plays = W[ROWS], W[PLAYS]
    begin, end = list_plays(T, Z, W, side, numbers, count)
    bar = R[BAR + 1 - side]
    amount = min(end - begin, len(order))
    for i in range(amount):
        o = (begin + i) * WIDTH
        for cell in range(WIDTH):
            rows[i * WIDTH + cell] = R[o + cell]
        used = 0
        for n in range(SLOTS):
            steps[i * SLOTS + n] = plays[(begin + i) * SLOTS + n]
            used += int(steps[i * SLOTS + n] != 0)
        ways[3 * i], ways[3 * i + 1] = int(used == count), count - used
        ways[3 * i + 2] = int(hit or R[o + BAR + 1 - side] > bar)
    if amount == 0:
        keep(R, rows, 0)
        ways[0], ways[1], ways[2] = 0, count, int(hit)
    return amount


@jit
def weigh(G: Tools, D: Bench, count: int, depth: int) -> None:
    """Score the first `count` candidates of the order at a depth."""
    T, Z, W, M, K, best, saved, totals, numbers = G
    Q, order, found, C = D[ASKED], D[ORDER], D[FOUND], D[CUBE]
    Q[DEPTH] = depth
    value_candidates(
        T, Z, W, M, K, best, saved, totals, Q, numbers, D[CELLS], order, count, D[WAYS], found
    )
    for n in range(count):
        i = order[n]
        y = found[i * OUTPUTS : (i + 1) * OUTPUTS]
        value = worth(M[WORTH], Q[SIDE], y) if C[HEIGHTS] == 0.0 else play_value(C, y)
        D[VALUES][i], D[SCORES][i], D[LOOKED][i] = value, rounded(value), depth


@jit
def shortlist(D: Bench, amount: int, level: int) -> int:
    """Put those that are worth a look at `level` first in the order, the best first; how many."""
    order, scores, looked, limits = D[ORDER], D[SCORES], D[LOOKED], D[LIMITS]
    at = 2 * (min(level, len(limits) // 2) - 1)
    count, least = 0, LEAST
    while count < limits[at]:
        pick = -1
        for i in range(amount):
            if looked[i] == level - 1 and (pick < 0 or scores[i] > scores[pick]):
                pick = i
        if pick < 0 or scores[pick] < least:
            break
        if count == 0:
            least = scores[pick] - limits[at + 1]
        looked[pick] = level
        order[count] = pick
        count += 1
    return count


@jit
def choose(G: Tools, D: Bench, amount: int, depth: int) -> int:
    """The best of the candidates on the bench, by a look ahead of `depth` throws."""
    order, scores, looked = D[ORDER], D[SCORES], D[LOOKED]
    G[4][ERA] += 1
    for i in range(amount):
        order[i] = i
    weigh(G, D, amount, 0)
    for level in range(1, depth + 1):
        count = shortlist(D, amount, level)
        if count > 1 or level < depth:
            weigh(G, D, count, level)
    pick = 0
    for i in range(1, amount):
        deeper = looked[i] > looked[pick]
        if deeper or (looked[i] == looked[pick] and scores[i] > scores[pick]):
            pick = i
    return pick
