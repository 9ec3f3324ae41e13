"""Candidates of a part: all its plays side by side in buffers, weighed and compared; plain subset.

The analyst and its compiled kin (`compiled_analyst.py`) both work on this *bench*, so that a play
is found, weighed and shortlisted in one way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tavola.bots.cube.chances import COUNTS
from tavola.bots.cube.compiled_play_value import (
    CONTACT,
    EFFICIENCY,
    HEIGHTS,
    buffer,
    play_value,
)
from tavola.bots.cube.context import usual
from tavola.bots.cube.efficiency import efficiency_here
from tavola.bots.net.evaluate import OUTPUTS, WORTH, rounded, worth
from tavola.bots.search.candidate_value import (
    DEPTH,
    FIXED_DICE,
    PLAYED_OUT,
    REQUEST,
    SIDE,
    value_candidates,
)
from tavola.bots.search.expectation import DEEPEST
from tavola.bots.search.lookahead import ERA, EVALUATED
from tavola.bots.search.working_net import WorkingNet
from tavola.rules.kernel.backend import Ints, doubles, jit, large, reals, small
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, list_plays
from tavola.rules.kernel.slots import BAR, THROW_COUNT, WIDTH
from tavola.rules.model.ruleset import Ruleset

Tools = Any
"""A net and what it needs: the tuple (T, Z, W, M, K, best, saved, totals, numbers) of `tools`."""
Bench = Any
"""Candidates of a part and choices before it: a tuple whose places are named below."""

ASKED, CELLS, WAYS, ORDER, FOUND, SCORES, LOOKED, ASIDE, LIMITS, LIKED, NAMED = range(11)
"""What follows a candidate (`candidate_value.py`); rows; whether each is complete, numbers left,
whether it hits; the order to look at them in; outputs; rounded equities; depths looked at; rows put
aside; how many are worth a deeper look and how far behind; choices and their throws."""
STEPS, VALUES, CUBE, PROGRESS, BEFORE_LOOK = 11, 12, 13, 14, 15
"""Steps, `SLOTS` each; equities; the cube and the score (`compiled_play_value.py`), empty without a
cube; how far a look ahead has come; rounded equities before the last look."""

# Cells of PROGRESS: the level under way, how many candidates are worth a look at it and how many
# had theirs, what was evaluated before it, what one of its looks must cost by what the level before
# it cost, and whether a limit has cut anything.
LEVEL, WORTHY, DONE, BEFORE, COST, CUT = range(6)

MOST = 4096
"""Candidates that are weighed; of more the first ones."""
MET = DEEPEST + 1
"""In place of the depth of a candidate that a shortlist has met already."""
CHOICES = 15
"""Throws that can be named; of chosen doubles there are fewer."""
UNLIMITED = 1 << 60
"""More evaluated positions than any look ahead costs."""
BOUNDS = 3
"""What LIMITS say of a level: how many, how far behind, and thousandths of a change."""
KEPT = 2
"""Rows that can be put aside: by whoever decides, and inside of `compiled_analyst.py`."""


@dataclass(frozen=True)
class Filter:
    """Which candidates a deeper look is worth: at most `keep`, at most `within` behind the best.

    `within` counts points of a game that scores 1, 2 or 3; for amounts it is multiplied by the
    usual amount.  Where the last look changed the lead of the best one, `change` times that is
    added: a lead that did not stand one look may not stand the next.
    """

    keep: int
    within: float
    change: float = 0.0


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
    made = (
        large(REQUEST),
        small(most * WIDTH),
        large(most * 3),
        large(most),
        reals((most + 1) * OUTPUTS),  # the last place is for what may have to be put back
        large(most),
        large(most),
        small(KEPT * WIDTH),
        large(BOUNDS * DEEPEST),
        large(CHOICES + 2),
        large(CHOICES),
        large(most * SLOTS),
        doubles(most + 1),
        buffer(rules),
        large(CUT + 1),
        large(most),
    )
    set_filters(made, filters, scale)
    return made


def set_filters(bench: Bench, filters: tuple[Filter, ...], scale: float) -> None:
    """Say which candidates are worth a deeper look, level by level; the last filter holds for all
    levels further on.  `scale` is the usual amount of a game that scores amounts, else 1."""
    limits = bench[LIMITS]
    for level in range(DEEPEST):
        one = filters[min(level, len(filters) - 1)]
        at = BOUNDS * level
        limits[at], limits[at + 1] = one.keep, round(one.within * scale * 1e5)
        limits[at + 2] = round(one.change * 1e3)


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
def weigh(G: Tools, D: Bench, begin: int, end: int, depth: int) -> None:
    """Score candidates `begin` to `end` of the order at a depth."""
    T, Z, W, M, K, best, saved, totals, numbers = G
    Q, order, found, C = D[ASKED], D[ORDER], D[FOUND], D[CUBE]
    rows, ways = D[CELLS], D[WAYS]
    Q[DEPTH] = depth
    value_candidates(
        T, Z, W, M, K, best, saved, totals, Q, numbers, rows, order, begin, end, ways, found
    )
    for n in range(begin, end):
        i = order[n]
        y = found[i * OUTPUTS : (i + 1) * OUTPUTS]
        value = worth(M[WORTH], Q[SIDE], y) if C[HEIGHTS] == 0.0 else play_value(C, y)
        D[BEFORE_LOOK][i] = D[SCORES][i]
        D[VALUES][i], D[SCORES][i], D[LOOKED][i] = value, rounded(value), depth


@jit
def score_all(G: Tools, D: Bench, amount: int) -> None:
    """Score all candidates on the bench at depth 0."""
    G[4][ERA] += 1
    for i in range(amount):
        D[ORDER][i] = i
    weigh(G, D, 0, amount, 0)


@jit
def first_look(G: Tools, D: Bench, count: int, hit: bool) -> int:
    """All plays of a part of `count` numbers on row 0, on the bench and scored at depth 0: how
    many."""
    G[4][EVALUATED] = 0
    if D[CUBE][HEIGHTS] != 0.0:
        D[CUBE][EFFICIENCY] = efficiency_here(G[0], G[2][ROWS], 0, D[CUBE][CONTACT])
    amount: int = collect(G, D, D[ASKED][SIDE], count, hit)
    score_all(G, D, amount)
    return amount


@jit
def _is_close(D: Bench, best: int, other: int, within: int, change: int) -> bool:
    """Whether a candidate is so close behind the best one that a look at it may pay."""
    scores, before = D[SCORES], D[BEFORE_LOOK]
    lead = scores[best] - scores[other]
    if change > 0:
        within += abs(lead - (before[best] - before[other])) * change // 1000
    close: bool = lead <= within
    return close


@jit
def shortlist(D: Bench, amount: int, level: int) -> int:
    """Put those that are worth a look at `level` first in the order, the best first; how many."""
    order, scores, looked = D[ORDER], D[SCORES], D[LOOKED]
    at = BOUNDS * (level - 1)
    most, within, change = D[LIMITS][at], D[LIMITS][at + 1], D[LIMITS][at + 2]
    count = 0
    while count < min(most, amount):
        pick = -1
        for i in range(amount):
            if looked[i] == level - 1 and (pick < 0 or scores[i] > scores[pick]):
                pick = i
        if pick < 0:
            break
        if count > 0 and not _is_close(D, order[0], pick, within, change):
            if change == 0:
                break
            looked[pick] = MET
            continue
        looked[pick] = MET
        order[count] = pick
        count += 1
    for i in range(amount):
        if looked[i] == MET:
            looked[i] = level - 1
    return count


@jit
def _affordable(D: Bench, spent: int, cost: int, allowed: int, wanted: int) -> int:
    """How many of the wanted looks at `cost` evaluated positions may be taken."""
    found = min(wanted, max(allowed - spent, 0) // max(cost, 1))
    if found < wanted:
        D[PROGRESS][CUT] = 1
    return found


@jit
def begin_ahead(D: Bench) -> None:
    """Before a look ahead."""
    for cell in range(CUT + 1):
        D[PROGRESS][cell] = 0


@jit
def _begin_level(G: Tools, D: Bench, amount: int, depth: int, throws: int, allowed: int) -> bool:
    """On to the next level; whether there is anything to look at."""
    P, K = D[PROGRESS], G[4]
    if P[LEVEL] > 0:
        P[COST] = throws * (K[EVALUATED] - P[BEFORE]) // max(P[DONE], 1)
    P[LEVEL] += 1
    P[DONE], P[BEFORE] = 0, K[EVALUATED]
    if P[LEVEL] > depth:
        return False
    P[WORTHY] = shortlist(D, amount, P[LEVEL])
    if P[WORTHY] < 2 and P[LEVEL] == depth:
        return False
    wanted = P[WORTHY]
    P[WORTHY] = _affordable(D, K[EVALUATED], P[COST], allowed, wanted)
    enough: bool = P[WORTHY] >= min(wanted, 2)
    return enough


@jit
def _put_aside(D: Bench, source: int, target: int) -> None:
    """Copy what the bench says of a candidate to another place."""
    for k in range(OUTPUTS):
        D[FOUND][target * OUTPUTS + k] = D[FOUND][source * OUTPUTS + k]
    D[VALUES][target] = D[VALUES][source]


@jit
def ahead(
    G: Tools, D: Bench, amount: int, depth: int, throws: int, allowed: int, most: int
) -> bool:
    """Go on with a look ahead of `depth` throws, at most `most` candidates further; whether there
    are more.

    Level by level, those worth a look (`shortlist`) are judged a throw deeper, until `allowed`
    positions were evaluated.  One alone that was looked at deeper says nothing beside the others:
    its look is forgotten.  `throws` is how many throws may come.  `begin_ahead` goes before.
    """
    P, K, order, last = D[PROGRESS], G[4], D[ORDER], len(D[VALUES]) - 1
    while True:
        if P[DONE] == P[WORTHY] and not _begin_level(G, D, amount, depth, throws, allowed):
            return False
        while P[DONE] < P[WORTHY]:
            if most == 0:
                return True
            done, spent = P[DONE], K[EVALUATED]
            if done > 0 and not _affordable(D, spent, (spent - P[BEFORE]) // done, allowed, 1):
                break
            if done == 0:
                _put_aside(D, order[0], last)
            weigh(G, D, done, done + 1, P[LEVEL])
            P[DONE] += 1
            most -= 1
        if P[DONE] < min(P[WORTHY], 2):
            _put_aside(D, last, order[0])
            D[SCORES][order[0]] = rounded(D[VALUES][order[0]])
            D[LOOKED][order[0]] = P[LEVEL] - 1
        if P[DONE] < P[WORTHY]:
            return False


@jit
def pick_of(scores: Ints, looked: Ints, amount: int) -> int:
    """The best of so many candidates: of those looked at deepest."""
    pick = 0
    for i in range(1, amount):
        deeper = looked[i] > looked[pick]
        if deeper or (looked[i] == looked[pick] and scores[i] > scores[pick]):
            pick = i
    return pick


@jit
def stride_for(amount: int) -> int:
    """By how many places to go on through so many candidates, round and round, so that all are
    met and those met first lie far apart: about the golden section."""
    stride = max(amount * 618 // 1000, 1)
    while True:
        a, b = amount, stride
        while b > 0:
            a, b = b, a % b
        if a == 1:
            return stride
        stride += 1


@jit
def score_some(G: Tools, D: Bench, amount: int, allowed: int) -> None:
    """`score_all` of candidates from each of which a throw must be played on, until `allowed`
    positions were evaluated.

    By turns come the one that would be best if the throw ended with it, and one from all over the
    list: what a long throw still brings can be more than what lies on the board.  The others keep
    the score that they would have if the throw ended with them, with depth -1.
    """
    Q, order, scores, looked, K = D[ASKED], D[ORDER], D[SCORES], D[LOOKED], G[4]
    Q[PLAYED_OUT] = 1
    score_all(G, D, amount)
    Q[PLAYED_OUT] = 0
    for i in range(amount):
        looked[i] = -1
    before, at, stride = K[EVALUATED], 0, stride_for(amount)
    for done in range(amount):
        if done > 0 and (K[EVALUATED] - before) // done > allowed - K[EVALUATED]:
            break
        if done % 2 == 0:
            pick = -1
            for i in range(amount):
                if looked[i] < 0 and (pick < 0 or scores[i] > scores[pick]):
                    pick = i
        else:
            while looked[at] >= 0:
                at = (at + stride) % amount
            pick = at
        order[0] = pick
        weigh(G, D, 0, 1, 0)


@jit
def choose(G: Tools, D: Bench, amount: int, depth: int, goes_on: bool, budget: int) -> int:
    """The best of the candidates on the bench, by a look ahead of `depth` throws.

    `goes_on` says that another part of the throw may follow; at most `budget` positions are
    evaluated, as far as each candidate can be scored with so many.
    """
    allowed = G[4][EVALUATED] + budget
    if goes_on and budget < UNLIMITED:
        score_some(G, D, amount, allowed)
    else:
        score_all(G, D, amount)
    if depth > 0:
        begin_ahead(D)
        throws = 1 if D[ASKED][FIXED_DICE] > 0 else G[0][THROW_COUNT]
        ahead(G, D, amount, depth, throws, allowed, amount * depth)
    pick: int = pick_of(D[SCORES], D[LOOKED], amount)
    return pick
