"""What a throw leads to for one side that has nothing to do with the other.

A throw is played in parts (`turn_program.py`).  After its first part it either ends, gives another
throw, or stands at a *node*: a later part that is still to be played, or the choice of a double.
Nodes are numbered the same at every arrangement, so what can come of a node is found once for each
arrangement and not again for each way that leads there.

An *item* is one integer, `rank << 6 | next`: the arrangement after a part and what follows: END,
AGAIN, or NODE + the number of a node.  The side is always White (0), as in `arrangements.py`.
"""

from __future__ import annotations

from tavola.bots.exact.arrangements import Sides, clear, put_side, rank_of
from tavola.bots.exact.typed_buffers import buffer, zeros
from tavola.rules.kernel.backend import Buffers, Ints, inline, jit
from tavola.rules.kernel.generator import PLAYS, ROWS, SLOTS, list_plays
from tavola.rules.kernel.single_step import over
from tavola.rules.kernel.slots import CAPACITY, WIDTH
from tavola.rules.kernel.turn_program import CHOOSE_DOUBLE, HAND_OVER, THROW_AGAIN, next_part
from tavola.rules.kernel.turn_program import END as NOTHING_LEFT
from tavola.rules.model.movement import workspace
from tavola.rules.model.ruleset import AceDeuce

END, AGAIN, NODE = 0, 1, 2
FOLLOW = 63
"""The bits of an item that say what follows."""

LATER, CHOSEN, CHOICE = 0, 36, 42
"""Nodes: part i of double n is 6 (n - 1) + i; chosen double n is CHOSEN + n - 1; the choice."""
THROWS = 21

HANDED_OVER = "a race in which numbers are handed over has no table of one side"


@inline
def chance_of(t: int) -> float:
    """The chance of throw t of the 21, lower number first: 0, 6, 11, 15, 18 and 20 are doubles."""
    return 1.0 / 36.0 if t in (0, 6, 11, 15, 18, 20) else 2.0 / 36.0


@jit
def node_of(a: int, b: int, chosen: int, index: int) -> int:
    """The node at which a throw stands after `index` parts."""
    if chosen > 0:
        return CHOSEN + chosen - 1
    return LATER + 6 * (a - 1) + index if a == b else CHOICE


@jit
def next_node(
    T: Ints,
    R: Ints,
    a: int,
    b: int,
    chosen: int,
    index: int,
    complete: bool,
    left: int,
    numbers: Ints,
) -> int:
    """What follows after `index` parts of a throw: END, AGAIN or NODE + a node."""
    code = next_part(T, R, 0, 10 * a + b, chosen, index, complete, left, numbers)
    if code == NOTHING_LEFT:
        return END
    if code == THROW_AGAIN:
        return AGAIN
    if code == HAND_OVER:
        raise ValueError(HANDED_OVER)
    return NODE + node_of(a, b, chosen, index)


@jit
def steps_played(plays: Ints, row: int) -> int:
    """How many steps the play of a row has."""
    count = 0
    while count < SLOTS and plays[row * SLOTS + count] != 0:
        count += 1
    return count


@jit
def items_of(
    T: Ints,
    Z: Ints,
    W: Buffers,
    S: Buffers,
    rank: int,
    a: int,
    b: int,
    chosen: int,
    index: int,
    numbers: Ints,
    items: Ints,
) -> int:
    """Write the items of the next part of a throw from arrangement `rank`; return how many.

    The arrangement lies in row 0 of the workspace.  A part that cannot be played is one item that
    stays where it is.
    """
    R, plays = W[ROWS], W[PLAYS]
    code = next_part(T, R, 0, 10 * a + b, chosen, index, True, 0, numbers)
    if code == CHOOSE_DOUBLE:
        for n in range(6):
            items[n] = rank << 6 | NODE + CHOSEN + n
        return 6
    if code <= 0:
        items[0] = rank << 6 | next_node(T, R, a, b, chosen, index, True, 0, numbers)
        return 1
    begin, end = list_plays(T, Z, W, 0, numbers, code)
    if begin == end:
        items[0] = rank << 6 | next_node(T, R, a, b, chosen, index + 1, False, code, numbers)
        return 1
    for row in range(begin, end):
        then = END
        if not over(T, R, row * WIDTH, 0):
            used = steps_played(plays, row)
            complete, left = used == code, code - used
            then = next_node(T, R, a, b, chosen, index + 1, complete, left, numbers)
        items[row - begin] = rank_of(T, Z, R, row * WIDTH, 0, S) << 6 | then
    return end - begin


# Slots of a plan.
LEVELS, LONGEST, NAMES, LISTED = 0, 1, 2, 3
SLOT = 8  # + node: its place among the listed ones, -1 if the rules do not have it
LIST = 64  # + 4 * place: a, b, chosen, index


def plan_of(sides: Sides, *, throws: int = 1, longest: bool = False, names: bool = False) -> Ints:
    """The nodes of a game, each behind those it leads to, as integers for the compiled functions.

    `throws` are the throws of a turn; with `longest` a side wants to last, with `names` it names
    its throws.
    """
    made, numbers = sides.made, zeros("int64", 8)
    row = zeros("int8", WIDTH)
    found = []
    if made.rules.ace_deuce is not AceDeuce.ORDINARY:
        first = int(made.rules.ace_deuce is AceDeuce.PLAY_AND_CHOOSE)
        found += [(1, 2, chosen, first) for chosen in range(1, 7)]
        found += [(1, 2, 0, first)] * first
    for n in range(1, 7):
        found += [
            (n, n, 0, index)
            for index in range(5, 0, -1)
            if next_part(made.T, row, 0, 11 * n, 0, index, True, 0, numbers) > 0
        ]
    plan = [throws, int(longest), int(names), len(found)] + [0] * (SLOT - 4) + [-1] * (LIST - SLOT)
    for place, (a, b, chosen, index) in enumerate(found):
        plan[SLOT + node_of(a, b, chosen, index)] = place
        plan += [a, b, chosen, index]
    made_plan: Ints = buffer("int64", plan)
    return made_plan


class Bench:
    """The buffers in which items are made: workspace, numbers, items."""

    def __init__(self, sides: Sides) -> None:
        self.sides = sides
        self.W = workspace(sides.made).W
        self.numbers: Ints = zeros("int64", 8)
        self.items: Ints = zeros("int64", int(sides.made.T[CAPACITY]))

    def items_from(self, rank: int, a: int, b: int, chosen: int = 0, index: int = 0) -> list[int]:
        """The items of one part, as a list."""
        made, S = self.sides.made, self.sides.S
        clear(self.W[ROWS], 0)
        put_side(made.T, S, rank, self.W[ROWS], 0, 0)
        numbers, items = self.numbers, self.items
        count = items_of(made.T, made.Z, self.W, S, rank, a, b, chosen, index, numbers, items)
        return [int(item) for item in items[:count]]
