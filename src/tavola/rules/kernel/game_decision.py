"""A decision in a match of a batch, in the plain subset: what may be done, and what comes of it.

Beside `game_course.py`, whose words hold here too.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, jit
from tavola.rules.kernel.following import next_steps
from tavola.rules.kernel.game_cells import (
    ANSWERING,
    ASK,
    ASKED,
    BEAVERS,
    CHOOSING,
    CHOSEN,
    COUNT,
    CUBE,
    DOUBLING,
    ENDED,
    INDEX,
    KEEPING,
    MOST_CUBE,
    NAMING,
    NEED,
    NUMBER,
    OFFERED,
    OFFERER,
    ONLY,
    OPENING_DICE,
    OWNER,
    PLAYED,
    SIDE,
    STEPPING,
    STRUCK,
    USED,
    WHO,
)
from tavola.rules.kernel.game_course import (
    AT_START,
    BEGINNING,
    DECISION,
    HANDED,
    OVER,
    advance,
    ask,
    at_start,
    begin_game,
    begin_throw,
    close_game,
    end_throw,
    throw,
    thrown,
)
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.numbered_actions import (
    BEAVER,
    CHOOSE,
    DOUBLE,
    DROP,
    KEEP,
    NAME,
    ROLL,
    STEP,
    TAKE,
    dice_named,
    number_of_step,
    step_of_number,
)
from tavola.rules.kernel.single_step import over, play_step
from tavola.rules.kernel.slots import BAR
from tavola.rules.kernel.turn_program import END

WRONG = -1
"""Answer to a number that means nothing here."""


@jit
def _step(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    found: Ints,
    action: int,
) -> int:
    """A checker moves by one number; the part, the throw or the game may end with it."""
    R, side = W[ROWS], G[g + SIDE]
    step = step_of_number(T, R, 0, side, action, found)
    n, at = step >> 10, -1
    for i in range(G[g + COUNT]):
        if at < 0 and G[g + NUMBER + i] == n and G[g + USED] >> i & 1 == 0:
            at = i
    if step == 0 or at < 0:
        return WRONG
    bar = R[BAR + 1 - side]
    play_step(T, Z, R, 0, side, step)
    if R[BAR + 1 - side] > bar:
        G[g + STRUCK] = 1
    G[g + USED] |= 1 << at
    G[g + NEED] -= 1
    G[g + ONLY] = min(G[g + ONLY], 0)
    G[g + PLAYED] += 1
    if over(T, R, 0, side):
        return end_throw(T, Z, W, M, G, g, past, h, start, numbers, END)
    if G[g + NEED] > 0:
        return DECISION
    left = 0
    for i in range(G[g + COUNT]):
        left += 1 - (G[g + USED] >> i & 1)
    G[g + INDEX] += 1
    return advance(T, Z, W, M, G, g, past, h, start, numbers, left == 0, left)


@jit
def _before_throw(
    T: Ints, Z: Ints, M: Ints, R: Ints, G: Ints, g: int, start: Ints, action: int
) -> int:
    """A double, its answer, the dice of the opening, or none of these."""
    asked, who, side = G[g + ASK], G[g + WHO], G[g + SIDE]
    if asked == KEEPING:
        white, black = G[g + OPENING_DICE], G[g + OPENING_DICE + 1]
        G[g + OPENING_DICE], G[g + OPENING_DICE + 1] = 0, 0
        if action == KEEP:
            return thrown(T, Z, M, R, G, g, 10 * white + black)
        return throw(T, Z, M, R, G, g)
    if asked == DOUBLING:
        G[g + ASKED] = 1
        if action == DOUBLE:
            G[g + OFFERED], G[g + OFFERER] = 2 * G[g + CUBE], who
            return ask(G, g, ANSWERING, 1 - who)
        return throw(T, Z, M, R, G, g) if who == side else AT_START
    offered, offerer = G[g + OFFERED], G[g + OFFERER]
    if action == BEAVER:
        G[g + OFFERED], G[g + OFFERER] = 2 * offered, who
        return ask(G, g, ANSWERING, 1 - who)
    G[g + OFFERED] = 0
    if action == DROP:
        return close_game(M, R, G, g, start, offerer, offered // 2)
    G[g + OWNER] = 1 + (offerer if offered == 4 * G[g + CUBE] else 1 - offerer)
    G[g + CUBE] = offered
    return AT_START


@jit
def _may_beaver(M: Ints, G: Ints, g: int) -> bool:
    offered = G[g + OFFERED]
    return M[BEAVERS] != 0 and offered == 2 * G[g + CUBE] and 2 * offered <= M[MOST_CUBE]


@jit
def fits(M: Ints, G: Ints, g: int, action: int) -> bool:
    """Whether a number is of a kind that is asked for; of steps only that."""
    asked = G[g + ASK]
    if asked == STEPPING:
        return action >= STEP
    if asked == CHOOSING:
        return CHOOSE <= action < CHOOSE + 6
    if asked == NAMING:
        return NAME <= action < NAME + 15
    if asked == DOUBLING:
        return action in (ROLL, DOUBLE)
    if asked == KEEPING:
        return action in (ROLL, KEEP)
    return action in (TAKE, DROP) or (action == BEAVER and _may_beaver(M, G, g))


@jit
def take_action(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    found: Ints,
    action: int,
) -> int:
    """What a decision leads to: a stage for `go_on`, or WRONG where it means nothing."""
    asked = G[g + ASK]
    if not fits(M, G, g, action):
        return WRONG
    if asked == STEPPING:
        return _step(T, Z, W, M, G, g, past, h, start, numbers, found, action)
    if asked == CHOOSING:
        G[g + CHOSEN] = action - CHOOSE + 1
        return advance(T, Z, W, M, G, g, past, h, start, numbers, True, 0)
    if asked == NAMING:
        return begin_throw(T, Z, W[ROWS], G, g, dice_named(action))
    return _before_throw(T, Z, M, W[ROWS], G, g, start, action)


@jit
def go_on(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    numbers: Ints,
    stage: int,
) -> int:
    """From a stage to the next decision, or to the end of the match: DECISION or OVER."""
    R = W[ROWS]
    while True:
        if stage == BEGINNING:
            stage = begin_game(T, Z, M, R, G, g, past, h)
        elif stage == AT_START:
            stage = at_start(T, Z, M, R, G, g)
        elif stage == HANDED:
            stage = advance(T, Z, W, M, G, g, past, h, start, numbers, True, 0)
        else:
            if stage == OVER:
                G[g + ASK] = ENDED
            return stage


@jit
def legal(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    numbers: Ints,
    found: Ints,
    out: Ints,
) -> int:
    """Write every decision that is allowed to `out`; return how many there are."""
    asked = G[g + ASK]
    if asked == STEPPING:
        side, count = G[g + SIDE], G[g + COUNT]
        for i in range(count):
            numbers[i] = G[g + NUMBER + i]
        used, need, only = G[g + USED], G[g + NEED], G[g + ONLY]
        end = next_steps(T, Z, W, side, numbers, count, used, need, only, found)
        for i in range(end):
            out[i] = number_of_step(T, side, found[i])
        return end
    end = 0
    if asked != ENDED:
        for action in range(STEP):
            if fits(M, G, g, action):
                out[end] = action
                end += 1
    return end
