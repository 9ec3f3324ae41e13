"""What one side sees of a match of a batch, as small integers, in the plain subset."""

from __future__ import annotations

from tavola.rules.kernel.backend import Ints, inline, jit
from tavola.rules.kernel.game_cells import (
    AHEAD,
    AHEAD_SEEN,
    ASK,
    CHECKERS_SEEN,
    CHOSEN,
    CHOSEN_SEEN,
    COUNT,
    CRAWFORD,
    CRAWFORD_SEEN,
    CUBE,
    CUBE_SEEN,
    DICE,
    DICE_SEEN,
    ENDED,
    FIXED_DICE,
    FIXED_SEEN,
    FRESH,
    GAME,
    GAMES,
    GAMES_LEFT_SEEN,
    HEIR,
    HEIR_SEEN,
    IDLE,
    IDLE_SEEN,
    INDEX,
    LEFT_SEEN,
    LENGTH,
    MARKS_SEEN,
    MY_TURN_SEEN,
    NAMES_SEEN,
    NEED,
    NEED_SEEN,
    NUMBER,
    OBSERVED,
    OFFERED,
    OFFERED_SEEN,
    ONLY,
    ONLY_SEEN,
    OPENING_DICE,
    OPENING_SEEN,
    OTHER_SEEN,
    OWNER,
    OWNER_SEEN,
    PART_SEEN,
    POOLS_SEEN,
    QUESTION_SEEN,
    SCORE,
    SECOND_SEEN,
    SIDE,
    STEPPING,
    STRUCK,
    STRUCK_SEEN,
    SWAPPED,
    TO_GO_SEEN,
    USED,
    WHITE_SEEN,
)
from tavola.rules.kernel.slots import BAR, LAST, MARK, NAMER, OFF, RESERVE, STAGE, TRACK
from tavola.rules.kernel.throws import highest, lowest

MOST = 100
"""No cell is larger: what counts further stops there."""


@inline
def _checkers(T: Ints, R: Ints, o: int, side: int, x: Ints, at: int) -> None:
    sign, track = 1 - 2 * side, TRACK + 32 * side
    for p in range(1, T[LAST] + 1):
        point = T[track + p]
        x[at + CHECKERS_SEEN + p - 1] = max(0, R[o + point] * sign)
        x[at + MARKS_SEEN + p - 1] = max(0, R[o + MARK + point] * sign)
    pools = at + POOLS_SEEN
    x[pools], x[pools + 1] = R[o + BAR + side], R[o + RESERVE + side]
    x[pools + 2], x[pools + 3] = R[o + OFF + side], R[o + STAGE + side]


@inline
def _dice(G: Ints, cell: int, x: Ints, at: int) -> None:
    x[at], x[at + 1] = highest(G[cell]), lowest(G[cell])


@inline
def _doublings(value: int) -> int:
    count = 0
    while value > 1:
        value >>= 1
        count += 1
    return count


@jit
def _throw(G: Ints, g: int, viewer: int, x: Ints, at: int) -> None:
    """The throw that is played, and dice that lie open."""
    if G[g + ASK] == STEPPING:
        for i in range(G[g + COUNT]):
            x[at + LEFT_SEEN + G[g + NUMBER + i] - 1] += 1 - (G[g + USED] >> i & 1)
        x[at + NEED_SEEN], x[at + ONLY_SEEN] = G[g + NEED], max(G[g + ONLY], 0)
    _dice(G, g + DICE, x, at + DICE_SEEN)
    x[at + CHOSEN_SEEN] = G[g + CHOSEN]
    x[at + PART_SEEN] = min(G[g + INDEX], MOST)
    x[at + HEIR_SEEN], x[at + HEIR_SEEN + 1] = G[g + HEIR], G[g + HEIR + 1]
    x[at + STRUCK_SEEN] = G[g + STRUCK]
    _dice(G, g + AHEAD + viewer, x, at + AHEAD_SEEN)
    _dice(G, g + AHEAD + 1 - viewer, x, at + AHEAD_SEEN + 2)
    _dice(G, g + FIXED_DICE, x, at + FIXED_SEEN)
    x[at + OPENING_SEEN] = G[g + OPENING_DICE + viewer]
    x[at + OPENING_SEEN + 1] = G[g + OPENING_DICE + 1 - viewer]


@jit
def _match(M: Ints, G: Ints, g: int, viewer: int, x: Ints, at: int) -> None:
    """Cube, score, and how far the match has come."""
    x[at + CUBE_SEEN] = _doublings(G[g + CUBE])
    if G[g + OWNER] != 0:
        x[at + OWNER_SEEN + (viewer ^ (G[g + OWNER] - 1))] = 1
    x[at + OFFERED_SEEN] = _doublings(G[g + OFFERED])
    if M[LENGTH] > 0:
        player = viewer ^ G[g + SWAPPED]
        x[at + TO_GO_SEEN] = max(0, M[LENGTH] - G[g + SCORE + player])
        x[at + TO_GO_SEEN + 1] = max(0, M[LENGTH] - G[g + SCORE + 1 - player])
    x[at + CRAWFORD_SEEN + G[g + CRAWFORD]] = 1
    x[at + GAMES_LEFT_SEEN] = max(0, M[GAMES] - G[g + GAME])
    x[at + IDLE_SEEN] = min(G[g + IDLE], MOST)


@jit
def observe(
    T: Ints, M: Ints, R: Ints, o: int, G: Ints, g: int, viewer: int, x: Ints, at: int
) -> None:
    """Write what `viewer` sees of a game, whose position is the row at `o`, to x[at:] (`OBSERVED`
    cells, see `game_cells.py`)."""
    for i in range(OBSERVED):
        x[at + i] = 0
    _checkers(T, R, o, viewer, x, at)
    _checkers(T, R, o, 1 - viewer, x, at + OTHER_SEEN)
    if G[g + ASK] != ENDED:
        x[at + QUESTION_SEEN + G[g + ASK]] = 1
    _throw(G, g, viewer, x, at)
    side = G[g + SIDE]
    if T[NAMER] == 1 - side and G[g + FRESH] != 0:
        x[at + SECOND_SEEN] = 1
    if T[NAMER] >= 0:
        x[at + NAMES_SEEN + (viewer ^ T[NAMER])] = 1
    x[at + MY_TURN_SEEN] = 1 if side == viewer else 0
    _match(M, G, g, viewer, x, at)
    x[at + WHITE_SEEN] = 1 - viewer
