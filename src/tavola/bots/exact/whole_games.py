"""Whole games solved: every state that play can reach has its chance to win.

A state is how the side about to throw sees a position: its own arrangement and the other side's
(`arrangements.py`), both numbered alike.  So both colours share one solution, an array with a
value at `mine * n + theirs` for n arrangements; -1 where play never comes.

Where the sides cannot touch, the arrangements of one side say everything (`pairs.py`).  Where they
hit, all states are found from the start by the kernel, with what each throw leads to, and the
values are improved in turn until they no longer change.
"""

from __future__ import annotations

from graphlib import TopologicalSorter
from typing import Any

from tavola.bots.exact.arrangements import Sides, clear, put_side, rank_of
from tavola.bots.exact.home import Progress
from tavola.bots.exact.pairs import solve
from tavola.bots.exact.successors import (
    AGAIN,
    END,
    LIST,
    LISTED,
    THROWS,
    Bench,
    next_node,
    plan_of,
    steps_played,
)
from tavola.bots.exact.typed_buffers import Reals, filled, joined, zeros
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import PLAYS, ROWS, list_plays
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.single_step import finished, over
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.kernel.turn_program import next_part
from tavola.rules.model.position import Position
from tavola.rules.model.rule_table import Tables
from tavola.rules.model.ruleset import Ruleset, Side

MOST_ARRANGEMENTS = 1024
MOST_STATES = 1 << 18
MOST_PLAYS = 512
"""Plays of a throw for which there is room."""
CLOSE = 1e-11
"""Largest change of a value in the last round."""
UNREACHED = -1.0
NO_ROOM = "more states than there is room for"

LOST, WON, FIRST_STATE = 0, 1, 2
"""States 0 and 1 are ends of the game, for the side about to throw."""


def _start(made: Tables, sides: Sides) -> list[tuple[int, int]]:
    """The states at the start: White's view and Black's."""
    row = zeros("int8", WIDTH)
    for cell, value in enumerate(Position.start(made.rules).cells):
        row[cell] = value
    white, black = (int(rank_of(made.T, made.Z, row, 0, s, sides.S)) for s in Side)
    return [(white, black), (black, white)]


# ------------------------------------------------------------------------ sides that cannot touch


def towers(rules: Ruleset, progress: Progress) -> tuple[Sides, Any]:
    """(arrangements, float64 values) of a game in which neither side can touch the other."""
    made = Tables(rules)
    sides = Sides(made, MOST_ARRANGEMENTS)
    _start(made, sides)
    bench, plan = Bench(sides), plan_of(sides)
    parts = [(a, b, 0, 0) for a in range(1, 7) for b in range(a, 7)]
    for at in range(LIST, LIST + 4 * int(plan[LISTED]), 4):
        parts.append((int(plan[at]), int(plan[at + 1]), int(plan[at + 2]), int(plan[at + 3])))
    leads: dict[int, set[int]] = {}
    done = []
    while len(leads) < len(sides):
        rank = len(leads)
        leads[rank] = set()
        clear(bench.W[ROWS], 0)
        put_side(made.T, sides.S, rank, bench.W[ROWS], 0, 0)
        if finished(made.T, bench.W[ROWS], 0, 0):
            done.append(rank)
            continue
        for part in parts:
            leads[rank] |= {item >> 6 for item in bench.items_from(rank, *part)} - {rank}
    (end,) = done
    order = [rank for rank in TopologicalSorter(leads).static_order() if rank != end]
    sides = sides.reordered([end, *order])
    return sides, solve(sides, last_wins=False, progress=progress)


# ------------------------------------------------------------------------------- sides that touch

# Places of the buffers: mine and theirs of each state, index of a pair, where the targets of each
# throw of each state begin, targets (`state << 1 | again`), and two counts.
MINE, THEIRS, INDEX, BEGINS, TARGETS, COUNTS = range(6)
STATES, USED = 0, 1


@inline
def _state(G: Buffers, mine: int, theirs: int) -> int:
    """The number of a state; a new one is added."""
    at = mine * MOST_ARRANGEMENTS + theirs
    if G[INDEX][at] == 0:
        fresh = G[COUNTS][STATES]
        if fresh == len(G[MINE]):
            raise OverflowError(NO_ROOM)
        G[COUNTS][STATES] = fresh + 1
        G[INDEX][at] = fresh
        G[MINE][fresh], G[THEIRS][fresh] = mine, theirs
    return G[INDEX][at]


@jit
def _target(T: Ints, Z: Ints, R: Ints, o: int, S: Buffers, G: Buffers, then: int) -> int:
    """Where a play of White that led to a row leads: `state << 1 | again`."""
    winner, _ = result(T, R, o, 0, False)
    if winner >= 0:
        return (LOST if winner == 0 else WON) << 1
    mine, theirs = rank_of(T, Z, R, o, 0, S), rank_of(T, Z, R, o, 1, S)
    if then == AGAIN:
        return _state(G, mine, theirs) << 1 | 1
    return _state(G, theirs, mine) << 1


@jit
def expand(
    T: Ints, Z: Ints, W: Buffers, S: Buffers, G: Buffers, numbers: Ints, begin: int, end: int
) -> int:
    """Write the targets of the states begin..end, or of those for which there is room.

    Returns the first state that was left.  New states are numbered on the way.
    """
    R, targets, counts = W[ROWS], G[TARGETS], G[COUNTS]
    for state in range(begin, end):
        if counts[USED] + THROWS * MOST_PLAYS > len(targets):
            return state
        clear(R, 0)
        put_side(T, S, G[MINE][state], R, 0, 0)
        put_side(T, S, G[THEIRS][state], R, 0, 1)
        t = state * THROWS
        for a in range(1, 7):
            for b in range(a, 7):
                G[BEGINS][t] = counts[USED]
                t += 1
                code = next_part(T, R, 0, 10 * a + b, 0, 0, True, 0, numbers)
                first, last = list_plays(T, Z, W, 0, numbers, code)
                if last - first > MOST_PLAYS:
                    raise OverflowError(NO_ROOM)
                if first == last:
                    then = next_node(T, R, a, b, 0, 1, False, code, numbers)
                    targets[counts[USED]] = _target(T, Z, R, 0, S, G, then)
                    counts[USED] += 1
                for row in range(first, last):
                    used = steps_played(W[PLAYS], row)
                    then = END
                    if not over(T, R, row * WIDTH, 0):
                        then = next_node(T, R, a, b, 0, 1, used == code, code - used, numbers)
                    targets[counts[USED]] = _target(T, Z, R, row * WIDTH, S, G, then)
                    counts[USED] += 1
        G[BEGINS][t] = counts[USED]
    return end


@jit
def improve(G: Buffers, V: Reals, begin: int, end: int) -> float:
    """Set the value of each state from those that its throws lead to; the largest change.

    States found late lie nearer to the end, so they come first.
    """
    begins, targets = G[BEGINS], G[TARGETS]
    largest = 0.0
    for state in range(end - 1, begin - 1, -1):
        total, t = 0.0, state * THROWS
        for a in range(6):
            for b in range(a, 6):
                best = 0.0
                for i in range(begins[t], begins[t + 1]):
                    value = float(V[targets[i] >> 1])
                    best = max(best, value if targets[i] & 1 == 1 else 1.0 - value)
                total += best if a == b else 2.0 * best
                t += 1
        total /= 36.0
        largest = max(largest, abs(total - V[state]))
        V[state] = total
    return largest


def _all_states(made: Tables, sides: Sides, progress: Progress) -> Buffers:
    """Every state that play reaches, and what its throws lead to."""
    G: Buffers = (
        zeros("int32", MOST_STATES),
        zeros("int32", MOST_STATES),
        zeros("int32", MOST_ARRANGEMENTS * MOST_ARRANGEMENTS),
        zeros("int32", MOST_STATES * THROWS + 1),
        zeros("int32", 1 << 20),
        zeros("int64", 2),
    )
    counts = G[COUNTS]
    counts[STATES] = FIRST_STATE
    for mine, theirs in _start(made, sides):
        _state(G, mine, theirs)
    bench, begin = Bench(sides), FIRST_STATE
    while begin < counts[STATES]:
        end = min(int(counts[STATES]), begin + 1000)
        left = expand(made.T, made.Z, bench.W, sides.S, G, bench.numbers, begin, end)
        if left == begin:
            more = zeros("int32", len(G[TARGETS]))
            longer = joined("int32", [G[TARGETS], more])
            G = (G[MINE], G[THEIRS], G[INDEX], G[BEGINS], longer, G[COUNTS])
        begin = left
        progress(0.5 * begin / int(counts[STATES]))
    return G


def facing(rules: Ruleset, progress: Progress) -> tuple[Sides, Any]:
    """(arrangements, float64 values) of a small game in which the sides hit each other."""
    made = Tables(rules)
    sides = Sides(made, MOST_ARRANGEMENTS)
    G = _all_states(made, sides, progress)
    states = int(G[COUNTS][STATES])
    V = filled("float64", states, 0.5)
    V[LOST], V[WON] = 0.0, 1.0
    change, rounds = 1.0, 0
    while change > CLOSE:
        change = float(improve(G, V, FIRST_STATE, states))
        rounds += 1
        progress(1.0 - 0.5 / (1.0 + 0.05 * rounds))
    size = len(sides)
    values = filled("float64", size * size, UNREACHED)
    for state in range(FIRST_STATE, states):
        values[int(G[MINE][state]) * size + int(G[THEIRS][state])] = V[state]
    return sides, values
