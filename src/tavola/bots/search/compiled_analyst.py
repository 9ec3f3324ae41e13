"""Decisions of the analyst without the state machine, in the plain subset.

A part is chosen as `analyst.Analyst.rank` does it without a cube: all plays at depth 0, then the
promising ones one throw deeper, and so on.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.cube.chances import COUNTS
from tavola.bots.cube.context import usual
from tavola.bots.net.evaluate import OUTPUTS, WORTH, rounded, worth
from tavola.bots.search.analyst import FILTERS, MOST, Filter
from tavola.bots.search.candidate_value import (
    CHOSEN,
    DEPTH,
    FACE_A,
    FACE_B,
    FIXED_DICE,
    INDEX,
    OPEN_DICE,
    PLAYED_OUT,
    REQUEST,
    SIDE,
    TURN_THROWS,
    value_candidates,
)
from tavola.bots.search.lookahead import ERA, LEAST, best_named, play_turn, throws_of
from tavola.bots.search.working_net import WorkingNet
from tavola.rules.kernel.backend import Ints, jit, large, reals, small
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, list_plays
from tavola.rules.kernel.single_step import over
from tavola.rules.kernel.slots import (
    ACE_DEUCE,
    AGAIN,
    ALWAYS,
    BAR,
    DOUBLE_THEN,
    GREEDY,
    NEVER,
    NOTHING,
    ORDINARY,
    WIDTH,
)
from tavola.rules.kernel.turn_program import CHOOSE_DOUBLE, next_part
from tavola.rules.model.ruleset import Ruleset

Tools = Any
"""A net and what it needs: the tuple (T, Z, W, M, K, best, saved, totals, numbers) of `tools`."""
Bench = Any
"""Candidates of a part and choices before it: the tuple (Q, rows, ways, order, found, scores,
looked, kept, limits, liked, named)."""


def tools(net: WorkingNet) -> Tools:
    """The buffers of a working net in the order of this module."""
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
    )


CHOICES = 15
"""Throws that can be named; of chosen doubles there are fewer."""
KEPT = 2
"""Rows that can be put aside: by whoever decides, and inside of this module."""


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
def _collect(G: Tools, D: Bench, side: int, count: int, hit: bool) -> int:
    """Put all plays of a part on the bench, or if there are none the row as it is; how many."""
    T, Z, W, _, _, _, _, _, numbers = G
    rows, ways, order = D[1], D[2], D[3]
    R, plays = W[ROWS], W[PLAYS]
    begin, end = list_plays(T, Z, W, side, numbers, count)
    bar = R[BAR + 1 - side]
    amount = min(end - begin, len(order))
    for i in range(amount):
        o = (begin + i) * WIDTH
        for cell in range(WIDTH):
            rows[i * WIDTH + cell] = R[o + cell]
        used = 0
        while used < SLOTS and plays[(begin + i) * SLOTS + used] != 0:
            used += 1
        ways[3 * i], ways[3 * i + 1] = int(used == count), count - used
        ways[3 * i + 2] = int(hit or R[o + BAR + 1 - side] > bar)
    if amount == 0:
        keep(R, rows, 0)
        ways[0], ways[1], ways[2] = 0, count, int(hit)
    return amount


@jit
def _weigh(G: Tools, D: Bench, count: int, depth: int) -> None:
    """Score the first `count` candidates of the order at a depth."""
    T, Z, W, M, K, best, saved, totals, numbers = G
    Q, rows, ways, order, found, scores, looked = D[0], D[1], D[2], D[3], D[4], D[5], D[6]
    Q[DEPTH] = depth
    value_candidates(
        T, Z, W, M, K, best, saved, totals, Q, numbers, rows, order, count, ways, found
    )
    for n in range(count):
        i = order[n]
        y = found[i * OUTPUTS : (i + 1) * OUTPUTS]
        scores[i], looked[i] = rounded(worth(M[WORTH], Q[SIDE], y)), depth


@jit
def _shortlist(D: Bench, amount: int, level: int) -> int:
    """Put those that are worth a look at `level` first in the order, the best first; how many."""
    order, scores, looked, limits = D[3], D[5], D[6], D[8]
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
    order, scores, looked = D[3], D[5], D[6]
    G[4][ERA] += 1
    for i in range(amount):
        order[i] = i
    _weigh(G, D, amount, 0)
    for level in range(1, depth + 1):
        count = _shortlist(D, amount, level)
        if count > 1 or level < depth:
            _weigh(G, D, count, level)
    pick = 0
    for i in range(1, amount):
        deeper = looked[i] > looked[pick]
        if deeper or (looked[i] == looked[pick] and scores[i] > scores[pick]):
            pick = i
    return pick


@jit
def _ask(
    Q: Ints,
    side: int,
    dice: int,
    chosen: int,
    index: int,
    throws: int,
    fixed: int,
    ahead: int,
) -> None:
    """Say on the bench which part is being played."""
    Q[SIDE], Q[FACE_A], Q[FACE_B] = side, dice // 10, dice % 10
    Q[CHOSEN], Q[INDEX], Q[TURN_THROWS] = chosen, index + 1, throws
    Q[FIXED_DICE], Q[OPEN_DICE], Q[PLAYED_OUT] = fixed, ahead, 0


@jit
def _score_of(
    G: Tools, D: Bench, side: int, dice: int, chosen: int, index: int, throws: int, depth: int
) -> int:
    """Score of the best play of a part that a choice leads to; row 0 stays."""
    T, _, W, _, _, _, _, _, numbers = G
    a, b = dice // 10, dice % 10
    keep(W[ROWS], D[7], 1)
    code = next_part(T, W[ROWS], side, a, b, chosen, index, True, 0, numbers)
    _ask(D[0], side, dice, chosen, index, throws, 0, 0)
    amount = _collect(G, D, side, code, False)
    score: int = D[5][choose(G, D, max(amount, 1), depth)]
    bring(W[ROWS], D[7], 1)
    return score


@jit
def _deeper(D: Bench, liked: Ints) -> int:
    """The next choice that is worth a deeper look, or -1; it is not found again."""
    pick = -1
    for i in range(CHOICES):
        if liked[i] > LEAST and (pick < 0 or liked[i] > liked[pick]):
            pick = i
    if pick < 0 or liked[CHOICES] == D[8][0] or liked[pick] < liked[CHOICES + 1]:
        return -1
    if liked[CHOICES] == 0:
        liked[CHOICES + 1] = liked[pick] - D[8][1]
    liked[CHOICES] += 1
    liked[pick] = LEAST
    return pick


@jit
def _double(G: Tools, D: Bench, side: int, dice: int, index: int, throws: int, depth: int) -> int:
    """The number of the double that a player chooses."""
    liked, pick, most = D[9], 1, LEAST
    for i in range(CHOICES):
        liked[i] = LEAST
    for n in range(6):
        liked[n] = _score_of(G, D, side, dice, n + 1, index, throws, 0)
    liked[CHOICES], liked[CHOICES + 1] = 0, LEAST
    i = _deeper(D, liked)
    if depth == 0:
        return i + 1
    while i >= 0:
        score = _score_of(G, D, side, dice, i + 1, index, throws, depth)
        if score > most:
            pick, most = i + 1, score
        i = _deeper(D, liked)
    return pick


@jit
def name(G: Tools, D: Bench, side: int, depth: int) -> int:
    """The throw that a side which names its throws names on row 0, as 10 * a + b."""
    T, Z, W, M, K, best, _, _, numbers = G
    if depth == 0:
        return best_named(T, Z, W, M, K, best, side, numbers)
    liked, named, pick, most, n = D[9], D[10], 12, LEAST, 0
    for a in range(1, 6):
        for b in range(a + 1, 7):
            named[n] = 10 * a + b
            liked[n] = _score_of(G, D, side, 10 * a + b, 0, 0, 1, 0)
            n += 1
    liked[CHOICES], liked[CHOICES + 1] = 0, LEAST
    i = _deeper(D, liked)
    while i >= 0:
        score = _score_of(G, D, side, named[i], 0, 0, 1, depth)
        if score > most:
            pick, most = named[i], score
        i = _deeper(D, liked)
    return pick


@jit
def greedy(T: Ints, dice: int) -> bool:
    """Whether nothing that follows a part depends on how it was played, so that the best play of
    the part is the best play of the throw."""
    if T[GREEDY] == 0:
        return False
    a, b = dice // 10, dice % 10
    if a == b:
        return T[DOUBLE_THEN] == NOTHING and T[AGAIN] in (NEVER, ALWAYS)
    return T[ACE_DEUCE] == ORDINARY or min(a, b) != 1 or max(a, b) != 2


@jit
def think(
    G: Tools, D: Bench, side: int, dice: int, throws: int, fixed: int, ahead: int, depth: int
) -> tuple[int, bool]:
    """Play a throw on row 0: the last answer of the turn program, and whether a checker was hit.

    `ahead` is the throw of the opponent that lies open, or 0.
    """
    T, _, W, _, _, _, _, _, numbers = G
    Q, rows, ways = D[0], D[1], D[2]
    R, a, b = W[ROWS], dice // 10, dice % 10
    chosen, index, complete, left, hit = 0, 0, True, 0, False
    while True:
        code = next_part(T, R, side, a, b, chosen, index, complete, left, numbers)
        if code == CHOOSE_DOUBLE:
            chosen = _double(G, D, side, dice, index, throws, depth)
            continue
        if code <= 0:
            return code, hit
        _ask(Q, side, dice, chosen, index, throws, fixed, ahead)
        used = 0
        amount = _collect(G, D, side, code, hit)
        if amount > 0:
            pick = choose(G, D, amount, depth) if amount > 1 else 0
            bring(R, rows, pick)
            used, hit = code - ways[3 * pick + 1], ways[3 * pick + 2] != 0
        if over(T, R, 0, side):
            return 0, hit
        index, complete, left = index + 1, used == code, code - used


@jit
def decide_all(G: Tools, D: Bench, rows: Ints, asked: Ints, count: int, depth: int) -> int:
    """Play `count` throws, for measuring speed: positions in `rows`, and beside them side and dice.

    Returns a number that depends on all of them.
    """
    T, Z, W, M, K, best, _, _, numbers = G
    R, total = W[ROWS], 0
    for i in range(count):
        bring(R, rows, i)
        side, dice = asked[2 * i], asked[2 * i + 1]
        if depth == 0:
            a, b = dice // 10, dice % 10
            play_turn(T, Z, W, M, K, best, side, a, b, throws_of(T, side), 0, numbers)
        else:
            think(G, D, side, dice, throws_of(T, side), 0, 0, depth)
        total += R[1] + R[24]
    return total
