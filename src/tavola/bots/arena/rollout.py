"""Rollouts: what plays are worth, by playing on from them many times.

A trial plays on with the net at depth 0, to the end or for a number of throws; then what the net
expects of the next throw counts.  All plays that are compared get the same dice, throw for throw,
and the luck of every throw is taken off (`arena.luck`).  Where throws lie open, the next one of the
other side is thrown before each play and seen by who makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tavola.bots.arena.duel import luck, luck_ahead, stir
from tavola.bots.exact.store import Exact
from tavola.bots.net.evaluate import WORTH, worth
from tavola.bots.search import candidate_value as f
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import ASKED, CELLS, WAYS, Bench, Tools, bring
from tavola.bots.search.expectation import expect
from tavola.bots.search.lookahead import (
    KNOWN,
    THROWS,
    VALUE,
    WHO,
    WINNER,
    best_named,
    play_on,
    play_turn,
    stand_outputs,
)
from tavola.bots.search.open_throws import play_seeing
from tavola.bots.search.working_net import money
from tavola.rules.kernel.backend import Ints, jit, large, reals
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.playout import COUNTERS, dice_for
from tavola.rules.kernel.slots import FIXED, HIT_LOSES, NAMER
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Dice, Ruleset
from tavola.rules.turn.state import State

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

Floats = Any

HORIZON = 7
"""Throws that are played on by default."""
WHOLE = 2000
"""More throws than any game has that ends at all."""


@jit
def _worth_now(G: Tools, side: int, fixed: int, known: int) -> float:
    """What the stand of row 0 and K is worth to `side`: by its end, or by a look at all throws, or
    at the one that lies open."""
    T, Z, W, M, K, best, saved, totals, numbers = G
    if K[WINNER] >= 0:
        stand_outputs(T, W, M, K, best, side, fixed, 0)
        return worth(M[WORTH], side, best)
    who = K[WHO]
    expect(T, Z, W, M, K, best, saved, totals, who, K[THROWS], fixed, known, 1, numbers)
    value = worth(M[WORTH], who, totals)
    return value if who == side else -value


@jit
def play_out(
    G: Tools,
    D: Bench,
    C: Ints,
    seed: int,
    side: int,
    fixed: int,
    known: int,
    sees: bool,
    horizon: int,
) -> float:
    """Points of `side`, without the luck, of a trial from row 0 and what K says of its stand.

    `known` is the first throw if it lies open already (10 * a + b), else 0; `sees` says that all
    throws lie open before the play that comes first.
    """
    T, Z, W, M, K, best, saved, totals, numbers = G
    lucky = 0.0
    for n in range(horizon):
        if K[WINNER] >= 0:
            break
        who, throws = K[WHO], K[THROWS]
        stir(C, seed, n)
        if known > 0:
            dice, known = known, 0
        elif T[NAMER] == who:
            dice = best_named(T, Z, W, M, K, best, who, numbers)
        else:
            dice = dice_for(T, C, who, fixed)
            if T[FIXED] == 0:
                gain = luck(G, D, who, throws, dice, False)
                lucky += gain if who == side else -gain
        if sees:
            other = 1 - who
            known = dice_for(T, C, other, 0)
            gain = luck_ahead(G, who, dice, throws, known)
            lucky += gain if other == side else -gain
            play_seeing(T, Z, W, M, K, best, saved, totals, who, dice, throws, known, numbers)
        else:
            play_turn(T, Z, W, M, K, best, who, dice, throws, fixed, numbers)
    return _worth_now(G, side, fixed, known) - lucky


@jit
def _begin(G: Tools, Q: Ints) -> None:
    """Play the rest of the throw after the candidate on row 0; K says what comes then."""
    T, Z, W, M, K, best, _, _, numbers = G
    if Q[f.PLAYED_OUT] == 0:
        play_on(
            T,
            Z,
            W,
            M,
            K,
            best,
            Q[f.SIDE],
            Q[f.DICE],
            Q[f.CHOSEN],
            Q[f.INDEX],
            Q[f.COMPLETE] != 0,
            Q[f.LEFT],
            Q[f.TURN_THROWS],
            Q[f.FIXED_DICE],
            Q[f.STRUCK] != 0,
            numbers,
        )
    else:
        struck = Q[f.STRUCK] != 0 and T[HIT_LOSES] != 0
        K[WINNER], K[VALUE] = result(T, W[ROWS], 0, Q[f.SIDE], struck)
    K[KNOWN] = 0


@jit
def roll_out(
    G: Tools,
    D: Bench,
    C: Ints,
    count: int,
    seed: int,
    trials: int,
    sees: bool,
    horizon: int,
    found: Floats,
) -> None:
    """`trials` trials of the first `count` candidates on the bench, to found[trial * count + i]."""
    Q, rows, ways = D[ASKED], D[CELLS], D[WAYS]
    K, side = G[4], Q[f.SIDE]
    who, throws = K[WHO], K[THROWS]
    for i in range(count):
        for t in range(trials):
            bring(G[2][ROWS], rows, i)
            Q[f.COMPLETE], Q[f.LEFT], Q[f.STRUCK] = ways[3 * i], ways[3 * i + 1], ways[3 * i + 2]
            K[WHO], K[THROWS] = who, throws
            _begin(G, Q)
            known = Q[f.OPEN_DICE] if K[WHO] != side else 0
            found[t * count + i] = play_out(
                G, D, C, seed + t, side, Q[f.FIXED_DICE], known, sees, horizon
            )


class Rolling(Analyst):
    """An analyst with dice of its own: trials are played `horizon` throws far, then judged."""

    def __init__(
        self,
        rules: Ruleset,
        weights: Array | list[float],
        exact: Exact | None = None,
        horizon: int = HORIZON,
    ) -> None:
        super().__init__(rules, weights, exact)
        self.horizon = horizon
        self.sees = rules.dice is Dice.AHEAD
        self._dice = large(COUNTERS)


class Roller(Rolling):
    """An analyst that rolls out what it finds."""

    def trials(
        self,
        state: State,
        candidates: Sequence[tuple[tuple[int, ...], Position]],
        seed: int,
        count: int,
    ) -> list[list[float]]:
        """Points of the side on turn for each of the plays, trial by trial.

        Trial t of a seed has the same dice as trial 0 of seed + t, and for all plays.
        """
        plays, wide = list(candidates), len(candidates)
        self._put(state, plays)
        self._prepare(state)
        self.net.value(money(self.rules), 0)
        self._valued = None
        found = reals(count * wide)
        roll_out(
            self._tools,
            self._bench,
            self._dice,
            wide,
            seed,
            count,
            self.sees,
            self.horizon,
            found,
        )
        return [[float(v) for v in found[t * wide : (t + 1) * wide]] for t in range(count)]
