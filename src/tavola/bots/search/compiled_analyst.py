"""Decisions of the analyst without the state machine, in the plain subset.

A part is chosen as `analyst.Analyst.rank` does it without a cube: all plays at depth 0, then the
promising ones one throw deeper, and so on.
"""

from __future__ import annotations

from tavola.bots.search.candidate_value import (
    CHOSEN,
    DICE,
    FIXED_DICE,
    INDEX,
    OPEN_DICE,
    PLAYED_OUT,
    SIDE,
    THEN,
    THEN_THROWS,
    TURN_THROWS,
)
from tavola.bots.search.candidates import (
    CHOICES,
    UNLIMITED,
    Bench,
    Tools,
    bring,
    choose,
    collect,
    keep,
)
from tavola.bots.search.lookahead import LEAST, best_named, play_turn, throws_of
from tavola.rules.kernel.backend import Ints, jit
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.single_step import over
from tavola.rules.kernel.slots import (
    ACE_DEUCE,
    AGAIN,
    ALWAYS,
    DOUBLE_THEN,
    GREEDY,
    NEVER,
    NOTHING,
    ORDINARY,
)
from tavola.rules.kernel.throws import is_double
from tavola.rules.kernel.turn_program import CHOOSE_DOUBLE, next_part


@jit
def _ask(
    T: Ints,
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
    Q[SIDE], Q[DICE] = side, dice
    Q[CHOSEN], Q[INDEX], Q[TURN_THROWS] = chosen, index + 1, throws
    Q[FIXED_DICE], Q[OPEN_DICE], Q[PLAYED_OUT] = fixed, ahead, 0
    if throws > 1:
        Q[THEN], Q[THEN_THROWS] = side, throws - 1
    else:
        Q[THEN], Q[THEN_THROWS] = 1 - side, throws_of(T, 1 - side)


@jit
def _score_of(
    G: Tools,
    D: Bench,
    side: int,
    dice: int,
    chosen: int,
    index: int,
    throws: int,
    depth: int,
    budget: int,
) -> int:
    """Score of the best play of a part that a choice leads to; row 0 stays."""
    T, _, W, _, _, _, _, _, numbers = G
    keep(W[ROWS], D[7], 1)
    code = next_part(T, W[ROWS], side, dice, chosen, index, True, 0, numbers)
    _ask(T, D[0], side, dice, chosen, index, throws, 0, 0)
    amount = collect(G, D, side, code, False)
    more = next_part(T, W[ROWS], side, dice, chosen, index + 1, True, 0, numbers) > 0
    score: int = D[5][choose(G, D, max(amount, 1), depth, more, budget)]
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
def _double(
    G: Tools, D: Bench, side: int, dice: int, index: int, throws: int, depth: int, budget: int
) -> int:
    """The number of the double that a player chooses."""
    liked, pick, most = D[9], 1, LEAST
    for i in range(CHOICES):
        liked[i] = LEAST
    for n in range(6):
        liked[n] = _score_of(G, D, side, dice, n + 1, index, throws, 0, budget)
    liked[CHOICES], liked[CHOICES + 1] = 0, LEAST
    i = _deeper(D, liked)
    if depth == 0:
        return i + 1
    while i >= 0:
        score = _score_of(G, D, side, dice, i + 1, index, throws, depth, budget)
        if score > most:
            pick, most = i + 1, score
        i = _deeper(D, liked)
    return pick


@jit
def name(G: Tools, D: Bench, side: int, depth: int, budget: int) -> int:
    """The throw that a side which names its throws names on row 0, as 10 * a + b."""
    T, Z, W, M, K, best, _, _, numbers = G
    if depth == 0:
        return best_named(T, Z, W, M, K, best, side, numbers)
    liked, named, pick, most, n = D[9], D[10], 12, LEAST, 0
    for a in range(1, 6):
        for b in range(a + 1, 7):
            named[n] = 10 * a + b
            liked[n] = _score_of(G, D, side, 10 * a + b, 0, 0, 1, 0, budget)
            n += 1
    liked[CHOICES], liked[CHOICES + 1] = 0, LEAST
    i = _deeper(D, liked)
    while i >= 0:
        score = _score_of(G, D, side, named[i], 0, 0, 1, depth, budget)
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
    if is_double(dice):
        return T[DOUBLE_THEN] == NOTHING and T[AGAIN] in (NEVER, ALWAYS)
    return T[ACE_DEUCE] == ORDINARY or dice not in (12, 21)


@jit
def think(
    G: Tools,
    D: Bench,
    side: int,
    dice: int,
    throws: int,
    fixed: int,
    ahead: int,
    depth: int,
    budget: int,
) -> tuple[int, bool]:
    """Play a throw on row 0: the last answer of the turn program, and whether a checker was hit.

    `ahead` is the throw of the opponent that lies open, or 0; `budget` as in `choose`, for each
    part and each choice.
    """
    T, _, W, _, _, _, _, _, numbers = G
    Q, rows, ways = D[0], D[1], D[2]
    R = W[ROWS]
    chosen, index, complete, left, hit = 0, 0, True, 0, False
    while True:
        code = next_part(T, R, side, dice, chosen, index, complete, left, numbers)
        if code == CHOOSE_DOUBLE:
            chosen = _double(G, D, side, dice, index, throws, depth, budget)
            continue
        if code <= 0:
            return code, hit
        _ask(T, Q, side, dice, chosen, index, throws, fixed, ahead)
        used = 0
        amount = collect(G, D, side, code, hit)
        if amount > 0:
            more = next_part(T, R, side, dice, chosen, index + 1, True, 0, numbers) > 0
            pick = choose(G, D, amount, depth, more, budget) if amount > 1 else 0
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
            play_turn(T, Z, W, M, K, best, side, dice, throws_of(T, side), 0, numbers)
        else:
            think(G, D, side, dice, throws_of(T, side), 0, 0, depth, UNLIMITED)
        total += R[1] + R[24]
    return total
