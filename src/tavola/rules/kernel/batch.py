"""Many games side by side, stepped in one call, in the plain subset.

Buffers of a batch, flat, one stretch a game: `words` the rows (eight cells a number), `G` all else
(`game_cells.py`), `past` the positions that were noted, `mask` which of `ACTIONS` decisions are
allowed (1 or 0), `seen` the observations of who is to decide (or nothing, if it is empty),
`player` who that is, `gained` what players 0 and 1 gained, `ended` whether a match is over:
0 no, 1 yes, 2 cut off.
"""

from __future__ import annotations

from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.chance import below, sow
from tavola.rules.kernel.game_cells import (
    CELLS,
    CHANCE,
    CHOICE,
    CUT,
    GAINED,
    OBSERVED,
    SWAPPED,
    WHO,
)
from tavola.rules.kernel.game_course import OVER
from tavola.rules.kernel.game_decision import WRONG, go_on, legal, take_action
from tavola.rules.kernel.game_observation import observe
from tavola.rules.kernel.generator import ROWS, WORDS
from tavola.rules.kernel.numbered_actions import ACTIONS


@inline
def _load(words: Ints, first: int, into: Ints, at: int) -> None:
    for i in range(8):
        into[at + i] = words[first + i]


@jit
def _show(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    game: int,
    numbers: Ints,
    found: Ints,
    out: Ints,
    mask: Ints,
    seen: Ints,
    player: Ints,
) -> None:
    """Write what belongs to a game's decision: mask, observation, and whose it is."""
    g, m = CELLS * game, ACTIONS * game
    for i in range(ACTIONS):
        mask[m + i] = 0
    for i in range(legal(T, Z, W, M, G, g, numbers, found, out)):
        mask[m + out[i]] = 1
    who = G[g + WHO]
    player[game] = who ^ G[g + SWAPPED]
    if len(seen) > 0:
        observe(T, M, W[ROWS], 0, G, g, who, seen, OBSERVED * game)


@jit
def _begin(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    g: int,
    past: Ints,
    h: int,
    start: Ints,
    first: Ints,
    numbers: Ints,
    stage: int,
) -> None:
    """A match from its beginning: the row `start` and the cells `first`, but with dice that go
    on."""
    for i in range(CHANCE):
        G[g + i] = first[i]
    R = W[ROWS]
    for i in range(len(start) // 2):
        R[i] = start[len(start) // 2 + i]
    go_on(T, Z, W, M, G, g, past, h, start, numbers, stage)


@jit
def begin_games(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    words: Ints,
    past: Ints,
    room: int,
    start: Ints,
    first: Ints,
    stage: int,
    seed: int,
    begin: int,
    end: int,
    numbers: Ints,
    found: Ints,
    out: Ints,
    mask: Ints,
    seen: Ints,
    player: Ints,
) -> None:
    """Begin the games from number `begin` to `end`, with the dice of `seed`.

    `start` holds two rows: where games of the rules begin, and where this match does.  `stage` and
    `first` say what it begins with, `room` how many positions are noted of a game.
    """
    own = W[WORDS]
    for game in range(begin, end):
        g = CELLS * game
        sow(G, g + CHANCE, seed, game)
        sow(G, g + CHOICE, ~seed, game)
        _begin(T, Z, W, M, G, g, past, room * game, start, first, numbers, stage)
        _load(own, 0, words, 8 * game)
        _show(T, Z, W, M, G, game, numbers, found, out, mask, seen, player)


@jit
def step_games(
    T: Ints,
    Z: Ints,
    W: Buffers,
    M: Ints,
    G: Ints,
    words: Ints,
    past: Ints,
    room: int,
    start: Ints,
    first: Ints,
    stage: int,
    actions: Ints,
    begin: int,
    end: int,
    numbers: Ints,
    found: Ints,
    out: Ints,
    mask: Ints,
    seen: Ints,
    player: Ints,
    gained: Ints,
    ended: Ints,
) -> int:
    """Take one decision in each game from `begin` to `end`; a match that is over begins anew.

    Returns -1, or the number of the first game whose decision meant nothing there.
    """
    own = W[WORDS]
    for game in range(begin, end):
        g, h, action = CELLS * game, room * game, actions[game]
        _load(words, 8 * game, own, 0)
        G[g + GAINED], G[g + GAINED + 1] = 0, 0
        reached = take_action(T, Z, W, M, G, g, past, h, start, numbers, found, action)
        if reached == WRONG:
            return game
        reached = go_on(T, Z, W, M, G, g, past, h, start, numbers, reached)
        gained[2 * game], gained[2 * game + 1] = G[g + GAINED], G[g + GAINED + 1]
        ended[game] = 0
        if reached == OVER:
            ended[game] = 1 + G[g + CUT]
            _begin(T, Z, W, M, G, g, past, h, start, first, numbers, stage)
        _load(own, 0, words, 8 * game)
        _show(T, Z, W, M, G, game, numbers, found, out, mask, seen, player)
    return -1


@inline
def _sum(word: int) -> int:
    """The sum of eight bytes that are 0 or 1."""
    return (word * 0x0101010101010101) >> 56 & 255


@jit
def first_wrong(actions: Ints, mask: Ints, begin: int, end: int) -> int:
    """The number of the first game whose decision is not allowed by its mask, or -1."""
    for game in range(begin, end):
        action = actions[game]
        if not 0 <= action < ACTIONS or mask[ACTIONS * game + action] == 0:
            return game
    return -1


@jit
def random_decisions(G: Ints, mask: Ints, words: Ints, begin: int, end: int, actions: Ints) -> None:
    """Write a decision at random for each game from `begin` to `end`: all that its mask allows are
    equally likely.  `words` is the memory of `mask`, eight decisions a number."""
    length = ACTIONS // 8
    for game in range(begin, end):
        first, count = length * game, 0
        for i in range(length):
            count += _sum(words[first + i])
        left, at = below(G, CELLS * game + CHOICE, count), 0
        while at < length - 1 and left >= _sum(words[first + at]):
            left -= _sum(words[first + at])
            at += 1
        at *= 8
        while at < ACTIONS - 1 and (left > 0 or mask[8 * first + at] == 0):
            left -= mask[8 * first + at]
            at += 1
        actions[game] = at
