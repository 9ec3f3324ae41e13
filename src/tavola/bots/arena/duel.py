"""Games between two players without the state machine: for measuring how strong they are.

Plain subset, and a small wrapper.  A player is a net with a look ahead
(`search/compiled_analyst.py`), or somebody who plays at random.

Dice are the same in both games of a pair, throw for throw; the players change colours between them.
The *luck* of a throw is how much more its best play is worth than the mean of all throws, as a net
judges it.  On average it is nothing, so a result without it has the same expectation and a much
smaller spread.  A throw that lies open before the other side's play is compared with all that might
lie there.  With a fixed throw no luck is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.bots.arena.selfplay import LONGEST, agreed, stuck
from tavola.bots.exact.store import Exact
from tavola.bots.net.evaluate import WORTH, worth
from tavola.bots.search.candidates import (
    FILTERS,
    UNLIMITED,
    Bench,
    Filter,
    Tools,
    bench_for,
    bring,
    keep,
    tools,
)
from tavola.bots.search.compiled_analyst import greedy, name, think
from tavola.bots.search.lookahead import (
    ERA,
    THROWS,
    VALUE,
    WHO,
    WINNER,
    next_stand,
    play_heir,
    play_turn,
    stand_outputs,
    throws_of,
)
from tavola.bots.search.open_throws import luck_in_sight
from tavola.bots.search.working_net import WorkingNet
from tavola.rules.kernel.backend import Ints, compiled, jit, large
from tavola.rules.kernel.generator import ROWS
from tavola.rules.kernel.outcome import result
from tavola.rules.kernel.playout import COUNTERS, SEED, dice_for, random_heir, random_throw, roll
from tavola.rules.kernel.single_step import throw_begins
from tavola.rules.kernel.slots import (
    FIXED,
    HIT_LOSES,
    NAMER,
    NOBODY,
    THROW,
    THROW_COUNT,
    WEIGHT,
    WIDTH,
)
from tavola.rules.kernel.throws import is_double, same
from tavola.rules.kernel.turn_program import HAND_OVER
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Dice, Opening, Ruleset, Side
from tavola.rules.model.throws import Throw, packed

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

Players = Any
"""The tuple (tools of White, tools of Black, tools of the judge of luck, three streams of chance:
dice, White's and Black's choices, settings)."""

# Settings: depths of White and Black (RANDOM: plays at random), and flags: the opponent's throw
# lies open, the first throw is no double, luck is counted; what a part may cost.
LOOK, OPEN, DIE_EACH, JUDGED, BUDGET, SETTINGS = 0, 2, 3, 4, 5, 6
RANDOM = -1
# A report: the winner (or DRAWN, UNFINISHED), the value, who began, and the turns of both.
WON_BY, WORTH_OF, BEGAN, TURNS, REPORT = 0, 1, 2, 3, 4
DRAWN, UNFINISHED = -1, -2


@jit
def stir(C: Ints, seed: int, throw: int) -> None:
    """Set a stream of dice to throw number `throw` of a game, whatever was drawn before."""
    x = (seed ^ throw * 0x9E3779B9) & 0xFFFFFFFF
    x ^= x >> 16
    x = x * 0x7FEB352D & 0xFFFFFFFF
    x ^= x >> 15
    x = x * 0x846CA68B & 0xFFFFFFFF
    x ^= x >> 16
    C[SEED] = max(x, 1)


@jit
def luck(G: Tools, D: Bench, side: int, throws: int, dice: int, no_double: bool) -> float:
    """By how much the best play of a throw is worth more than the mean of all throws; row 0 stays.

    In points of `side`, as the net of `G` judges at depth 0.
    """
    T, Z, W, M, K, best, _, _, numbers = G
    R, total, mine, weights = W[ROWS], 0.0, 0.0, 0
    keep(R, D[7], 0)
    for n in range(T[THROW_COUNT]):
        throw, weight = T[THROW + n], T[WEIGHT + n]
        if no_double and is_double(throw):
            continue
        bring(R, D[7], 0)
        play_turn(T, Z, W, M, K, best, side, throw, throws, 0, numbers)
        stand_outputs(T, W, M, K, best, side, 0, 0)
        value = worth(M[WORTH], side, best)
        total += weight * value
        weights += weight
        if same(dice, throw):
            mine = value
    bring(R, D[7], 0)
    return mine - total / weights


@jit
def luck_ahead(G: Tools, side: int, dice: int, throws: int, ahead: int) -> float:
    """The luck of a throw of the other side that lies open before `side` plays `dice`: in points of
    the other side, as the net of `G` judges; row 0 stays."""
    T, Z, W, M, K, best, saved, totals, numbers = G
    gain: float = luck_in_sight(
        T, Z, W, M, K, best, saved, totals, side, dice, throws, ahead, numbers
    )
    return gain


@jit
def _throw_for(T: Ints, C: Ints, side: int, fixed: int, no_double: bool) -> int:
    while True:
        dice = dice_for(T, C, side, fixed)
        if fixed > 0 or not no_double or not is_double(dice):
            return dice


@jit
def _heir(P: Players, side: int, fixed: int) -> None:
    """The other side plays what `side` has handed over."""
    G = P[1] if side == 0 else P[0]
    T, Z, W, M, K, best, _, _, numbers = G
    if P[4][LOOK + 1 - side] != RANDOM:
        play_heir(T, Z, W, M, K, best, 1 - side, fixed, numbers)
    elif side == 0:
        random_heir(T, Z, W, P[3][2], 1, numbers)
    else:
        random_heir(T, Z, W, P[3][1], 0, numbers)


@jit
def play_throw(
    P: Players, D: Bench, side: int, dice: int, throws: int, fixed: int, ahead: int
) -> None:
    """The player of `side` plays a throw on row 0; into K what `play_on` says."""
    G = P[0] if side == 0 else P[1]
    T, Z, W, M, K, best, _, _, numbers = G
    depth = P[4][LOOK + side]
    if depth == 0 and ahead == 0 and greedy(T, dice):
        play_turn(T, Z, W, M, K, best, side, dice, throws, fixed, numbers)
        return
    if depth == RANDOM:
        own = P[3][1] if side == 0 else P[3][2]
        code, hit = random_throw(T, Z, W, own, side, dice, numbers)
    else:
        throw_begins(T, Z, W[ROWS], 0, side)
        code, hit = think(G, D, side, dice, throws, fixed, ahead, depth, P[4][BUDGET])
    winner, value = result(T, W[ROWS], 0, side, hit and T[HIT_LOSES] != 0)
    next_stand(T, code, side, throws, K)
    if winner < 0 and code == HAND_OVER:
        _heir(P, side, fixed)
        winner, value = result(T, W[ROWS], 0, 1 - side, False)
    K[WINNER], K[VALUE] = winner, value


@jit
def _named(P: Players, D: Bench, side: int) -> int:
    G = P[0] if side == 0 else P[1]
    depth = P[4][LOOK + side]
    if depth == RANDOM:
        return dice_for(G[0], P[3][1] if side == 0 else P[3][2], side, 0)
    return name(G, D, side, depth, P[4][BUDGET])


@jit
def one_game(P: Players, D: Bench, seed: int, keys: Ints, report: Ints) -> float:
    """Play a game from row 0; what happened goes into the report, the luck of White is returned."""
    G, C, B = P[2], P[3][0], P[4]
    T, Z, W, _, K, _, _, _, _ = G
    stir(C, seed, 0)
    side = T[NAMER] if T[NAMER] >= 0 else roll(C, 2)
    throws, fixed, ahead, lucky, n = throws_of(T, side), 0, 0, 0.0, 0
    report[WON_BY], report[WORTH_OF], report[BEGAN], report[TURNS] = UNFINISHED, 0, side, 0
    while n < LONGEST:
        if stuck(T, Z, W[ROWS], keys, 0, n, side) or agreed(T, keys, n):
            report[WON_BY] = DRAWN
            break
        K[ERA] += 1
        no_double = n == 0 and B[DIE_EACH] != 0
        n += 1
        stir(C, seed, n)
        if ahead > 0:
            dice = ahead
        elif T[NAMER] == side:
            dice = _named(P, D, side)
        else:
            dice = _throw_for(T, C, side, fixed, no_double)
            if B[JUDGED] != 0:
                gain = luck(G, D, side, throws, dice, no_double)
                lucky += gain if side == 0 else -gain
        fixed = dice if T[FIXED] != 0 else 0
        ahead = dice_for(T, C, 1 - side, 0) if B[OPEN] != 0 else 0
        if ahead > 0 and B[JUDGED] != 0:
            gain = luck_ahead(G, side, dice, throws, ahead)
            lucky += gain if side == 1 else -gain
        play_throw(P, D, side, dice, throws, fixed, ahead)
        report[TURNS] += int(K[WINNER] >= 0 or K[WHO] != side)
        if K[WINNER] >= 0:
            report[WON_BY] = DRAWN if K[WINNER] == NOBODY else K[WINNER]
            report[WORTH_OF] = K[VALUE]
            break
        side, throws = K[WHO], K[THROWS]
    return lucky


# ------------------------------------------------------------------------------------------ wrapper


@dataclass(frozen=True, eq=False)
class Duellist:
    """Somebody who plays: weights as in `Net` and a look ahead, or nobody's weights: at random."""

    weights: Array | None = None
    depth: int = 0


@dataclass(frozen=True)
class Outcome:
    """A game that was played.  `winner` is None for a draw or a game without end (`finished`).

    `points` and `luck` are White's; where luck was not counted it is 0.  `turns` are those of both.
    """

    winner: Side | None
    points: float
    luck: float
    first: Side
    turns: int
    finished: bool


class Duel:
    """Two players at one board.  `judge` are the weights that luck is judged with, if they are not
    those of the first player who has any.  `budget` is how many positions may be evaluated for a
    part of a throw: where doubles run upwards a part alone can cost a million."""

    def __init__(
        self,
        rules: Ruleset,
        one: Duellist,
        two: Duellist,
        *,
        exact: Exact | None = None,
        judge: Array | None = None,
        filters: tuple[Filter, ...] = FILTERS,
        lucky: bool = True,
        budget: int = UNLIMITED,
    ) -> None:
        self.start = Position.start(rules)
        known = [player.weights for player in (one, two) if player.weights is not None]
        if judge is None:
            judge = known[0] if known else None
        nets = [
            WorkingNet(rules, weights, exact)
            for weights in (one.weights, two.weights, judge)
            if weights is not None
        ]
        if not nets:
            raise ValueError("somebody must have a net")
        self._net = nets[-1]
        base = tools(self._net)
        self._judged = lucky and rules.dice is not Dice.FIXED
        own = iter(nets)
        self._tools = [
            (*base[:3], next(own).M if player.weights is not None else base[3], *base[4:])
            for player in (one, two)
        ]
        self._depths = [
            player.depth if player.weights is not None else RANDOM for player in (one, two)
        ]
        self._bench = bench_for(rules, len(self._net.W[2]), filters)
        self._streams = tuple(large(COUNTERS) for _ in range(3))
        self._settings = large(SETTINGS)
        self._settings[OPEN] = int(rules.dice is Dice.AHEAD)
        self._settings[DIE_EACH] = int(rules.opening is Opening.DICE)
        self._settings[JUDGED] = int(self._judged)
        self._settings[BUDGET] = budget
        self._keys, self._report = large(LONGEST + 1), large(REPORT)

    def _load(self, position: Position) -> None:
        rows = self._net.space.rows
        if compiled:
            import numpy

            rows[:WIDTH] = numpy.frombuffer(position.row, dtype="int8")
        else:
            rows[:WIDTH] = position.cells

    def game(self, seed: int, swapped: bool = False) -> Outcome:
        """Player one has White, or Black if `swapped`.  The seed belongs to the dice."""
        white, black = (1, 0) if swapped else (0, 1)
        self._settings[LOOK] = self._depths[white]
        self._settings[LOOK + 1] = self._depths[black]
        for i, stream in enumerate(self._streams):
            stream[SEED] = (seed * 3 + i) % 0xFFFFFFFE + 1
        self._load(self.start)
        players = (
            self._tools[white],
            self._tools[black],
            tools(self._net),
            self._streams,
            self._settings,
        )
        found = self._report
        lucky = float(one_game(players, self._bench, seed, self._keys, found))
        won = int(found[WON_BY])
        winner = Side(won) if won >= 0 else None
        points = 0.0 if winner is None else float(found[WORTH_OF]) * (1 - 2 * won)
        began = Side(int(found[BEGAN]))
        return Outcome(winner, points, lucky, began, int(found[TURNS]), won != UNFINISHED)

    def pair(self, seed: int) -> tuple[Outcome, Outcome]:
        """Two games with the same dice; player one has White in the first."""
        return self.game(seed), self.game(seed, swapped=True)

    def luck(
        self,
        position: Position,
        side: Side,
        throws: int,
        dice: Throw,
        opening: bool,
        before: Throw | None = None,
    ) -> float:
        """The luck of a throw in points of the side that has thrown; 0 where it is not counted.

        `opening` says that no double could come; `before` is the throw that the other side plays
        first, with this one in sight.
        """
        if not self._judged:
            return 0.0
        self._load(position)
        made = tools(self._net)
        if before is not None:
            return float(luck_ahead(made, int(side.other), packed(before), throws, packed(dice)))
        return float(luck(made, self._bench, int(side), throws, packed(dice), opening))


def difference(pair: tuple[Outcome, Outcome]) -> tuple[float, float]:
    """Points a game of player one in a pair of games: as they were, and without the luck."""
    one, two = pair
    raw = (one.points - two.points) / 2
    return raw, raw - (one.luck - two.luck) / 2
