"""Match equity: the chance to win a match from a score, computed from a game's own statistics.

Method (the idea of a recursion over the score with a live cube is Zadeh's, "On Doubling in
Tournament Backgammon", 1977; the interpolation is Janowski's):

1. Both players are equal and win half of the games; `Shares` says how many wins are doubled and
   tripled.  One winner's points lead to a score already computed, so scores are filled in from the
   end of the match.
2. Without a cube the equity of a score is the mean over the six results, as in the Crawford game.
3. With a cube the first turns are played out: after the opening throw, which changes the chance to
   win by `OPENING_SWING` up or down, the sides take turns `TURNS` times, double and drop if that is
   better, and each throw changes the chance by `SWING`.  What is reached then, and each doubled
   position, has its equity from the model of `cubeful.py`, between a dead and a live cube with
   `EFFICIENCY`.
4. Nothing else is needed after the Crawford game: the trailer doubles at his first turn, and the
   leader drops where that is better, which is what makes the *free drop* worth something.
5. Where wins are amounts (checkers, pips) there is no cube, and an amount is taken to be
   geometrically distributed with the mean of the game.

`python -m tavola.bots.cube.match_equity` writes the table of classic backgammon to
`match_equity.txt`; every other table is computed when it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from tavola.bots.cube.cubeful import CubeModel, Height, Holder, Turn, finite_cube

EFFICIENCY = 0.68
"""Cube efficiency of a whole game."""
OPENING_SWING = 0.025
"""Mean change of the winning chance by the opening throw: the replies of classic backgammon lie
between about -0.02 and +0.08."""
SWING = 0.05
"""Change of the winning chance in one of the first turns.  Fifty turns make up the variance of a
game, 1/4, which is 0.07 for each; the first ones change less."""
TURNS = 6
_TURNS_OF = {True: Turn.MINE, False: Turn.THEIRS}
STORED = 25
"""Points of the stored table."""
VERSION = 1
"""Of method and format; part of the header of the file."""
DIGITS = 5


@dataclass(frozen=True)
class Shares:
    """Statistics of a game between equal players, played without a cube.

    `gammon` is the share of games won at least twofold, `backgammon` threefold; `amount` is the
    mean value of a win where wins are amounts, else 0.
    """

    gammon: float = 0.0
    backgammon: float = 0.0
    amount: float = 0.0

    @property
    def multiples(self) -> tuple[float, float, float]:
        """Shares of wins for one, two and three."""
        return 1.0 - self.gammon, self.gammon - self.backgammon, self.backgammon


CLASSIC = Shares(gammon=0.26, backgammon=0.012)
"""Backgammon between good players without a cube, as commonly observed."""


@dataclass(frozen=True)
class Terms:
    """What a table depends on: the game's statistics and the rules of the cube."""

    shares: Shares = CLASSIC
    cube: bool = True
    crawford: bool = True
    ban: bool = False
    """Tavola reale: no double that would let a simple win decide the match."""


@dataclass(frozen=True)
class MatchEquity:
    """The chance to win a match from each score.

    `before[a][b]` is the chance of a player `a` points away against one `b` away; with 1 away it is
    that of the Crawford game.  `after[b]` is the chance of a leader 1 away after the Crawford game.
    Index 0 stands for a match already won.
    """

    terms: Terms
    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]

    @property
    def length(self) -> int:
        """The longest match the table knows."""
        return len(self.after) - 1

    def chance(self, mine: int, theirs: int, after: bool = False) -> float:
        """Chance to win the match, `mine` and `theirs` points away; `after` the Crawford game."""
        if mine <= 0:
            return 1.0
        if theirs <= 0:
            return 0.0
        if after and mine == 1:
            return self.after[theirs]
        if after and theirs == 1:
            return 1.0 - self.after[mine]
        return self.before[mine][theirs]


@lru_cache(maxsize=64)
def table(terms: Terms = Terms(), length: int = STORED) -> MatchEquity:
    """The table for matches up to `length` points; read if it is the stored one, else computed."""
    if terms == Terms() and length <= STORED:
        return stored()
    return computed(terms, length)


@lru_cache(maxsize=1)
def stored() -> MatchEquity:
    """The table of classic backgammon from the package."""
    text = files("tavola.bots.cube").joinpath("match_equity.txt").read_text(encoding="utf-8")
    return parsed(text)


# ----------------------------------------------------------------------------------- computation


def computed(terms: Terms, length: int) -> MatchEquity:
    """Compute a table up to `length` points away on each side."""
    if terms.shares.amount:
        return _amounts(terms, length)
    trailer = [1.0]
    for away in range(1, length + 1):
        trailer.append(0.5 if away == 1 else _trailer(terms, trailer, away))
    after = (0.0, *(1.0 - chance for chance in trailer[1:]))
    before = [[0.0] * (length + 1) for _ in range(length + 1)]
    before[0] = [1.0] * (length + 1)
    for b in range(1, length + 1):
        for a in range(1, b + 1):
            chance = _one_score(terms, before, after, a, b)
            before[a][b], before[b][a] = chance, 1.0 - chance
    return MatchEquity(terms, tuple(tuple(row) for row in before), after)


def _trailer(terms: Terms, trailer: list[float], away: int) -> float:
    """After the Crawford game: the chance of the player who is not 1 away."""
    shares = terms.shares.multiples

    def won(points: int) -> float:
        return trailer[max(away - points, 0)]

    if not terms.cube:
        return 0.5 * sum(share * won(k + 1) for k, share in enumerate(shares))
    model = _model(terms, won, lambda points: 0.0, away, 1)
    return _even_game(model)


def _one_score(
    terms: Terms, before: list[list[float]], after: tuple[float, ...], a: int, b: int
) -> float:
    """A score with `a` <= `b`."""
    if a == b:
        return 0.5
    if a == 1 and not terms.crawford:
        return after[b]
    shares = terms.shares.multiples

    def won(points: int) -> float:
        return 1.0 if points >= a else before[a - points][b]

    def lost(points: int) -> float:
        if points >= b:
            return 0.0
        return after[b - points] if a == 1 else before[a][b - points]

    if a == 1 or not terms.cube:
        return 0.5 * sum(share * (won(k + 1) + lost(k + 1)) for k, share in enumerate(shares))
    model = _model(terms, won, lost, a, b)
    return _even_game(model)


def _even_game(model: CubeModel) -> float:
    """Value of a game between equal players with a centred cube."""
    starts = (0.5 - OPENING_SWING, 0.5 + OPENING_SWING)
    return sum(_first_turns(model, p, turn) for p in starts for turn in (True, False)) / 4.0


def _first_turns(model: CubeModel, start: float, mine: bool) -> float:
    """Value at the first turn at which a side may double: the side considered, if `mine`.

    Chances walk up or down by `SWING` for `TURNS` turns; computed from the last turn backwards.
    """
    values: list[float] = []
    for turn in range(TURNS, -1, -1):
        before = []
        for ups in range(turn + 1):
            p = start + (2 * ups - turn) * SWING
            mover = mine if turn % 2 == 0 else not mine
            if turn == TURNS:
                held = model.equity(0, Holder.CENTRE, p, EFFICIENCY, _TURNS_OF[mover])
            else:
                held = 0.5 * (values[ups] + values[ups + 1])
            before.append(model.doubled(held, p, EFFICIENCY, _TURNS_OF[mover]))
        values = before
    return values[0]


def _model(
    terms: Terms, won: Callable[[int], float], lost: Callable[[int], float], a: int, b: int
) -> CubeModel:
    """The cube model of a new game at `a` away against `b` away."""
    shares, heights = terms.shares.multiples, []
    for cube in cubes(1, max(a, b)):
        wins = [won(k * cube) for k in (1, 2, 3)]
        losses = [lost(k * cube) for k in (1, 2, 3)]
        heights.append(
            Height(
                wins[0],
                losses[0],
                sum(share * value for share, value in zip(shares, wins, strict=True)),
                sum(share * value for share, value in zip(shares, losses, strict=True)),
                not (terms.ban and banned(a, cube)),
                not (terms.ban and banned(b, cube)),
            )
        )
    return finite_cube(tuple(heights))


def cubes(cube: int, away: int) -> tuple[int, ...]:
    """Values of the cube from `cube` to one that decides the match, and at least one double."""
    values = [cube, 2 * cube]
    while values[-1] < away:
        values.append(2 * values[-1])
    return tuple(values)


def banned(away: int, cube: int) -> bool:
    """Tavola reale: the double would turn a simple win into the win of the match."""
    return cube < away <= 2 * cube


def _amounts(terms: Terms, length: int) -> MatchEquity:
    """Games whose wins are amounts: geometric with the mean of the game, no cube."""
    more = 1.0 - 1.0 / max(terms.shares.amount, 1.0)
    size = length + 1
    before = [[0.0] * size for _ in range(size)]
    before[0] = [1.0] * size
    winning = [[1.0] * size for _ in range(size)]
    # winning[a][b]: the equity when a game is won; another point follows with chance `more`
    for b in range(1, size):
        for a in range(1, b + 1):
            winning[a][b] = (1.0 - more) * before[a - 1][b] + more * winning[a - 1][b]
            winning[b][a] = (1.0 - more) * before[b - 1][a] + more * winning[b - 1][a]
            before[a][b] = 0.5 * (winning[a][b] + 1.0 - winning[b][a])
            before[b][a] = 1.0 - before[a][b]
    after = (0.0, *(before[1][1:]))
    return MatchEquity(terms, tuple(tuple(row) for row in before), after)


# ------------------------------------------------------------------------------------------- file


def text_of(equity: MatchEquity) -> str:
    """The table as text, with a header that says how it was computed."""
    lines = [
        "# Match equity: chance to win the match, two equal players, classic backgammon.",
        "# Computed by: python -m tavola.bots.cube.match_equity (method: see the module).",
        f"# version: {VERSION}",
        f"# efficiency: {EFFICIENCY}, swings: {OPENING_SWING}, {SWING}, turns: {TURNS}",
        f"# terms: {json.dumps(asdict(equity.terms))}",
        "# Rows: points the player is away, columns: points the opponent is away, both from 1.",
        "# Row 1 and column 1 are the Crawford game.",
        "before",
    ]
    size = range(1, equity.length + 1)
    for a in size:
        lines.append(" ".join(_digits(equity.before, a, b) for b in size))
    lines += [
        "# A leader 1 away against an opponent 1, 2, ... away, after the Crawford game.",
        "after",
    ]
    lines.append(" ".join(f"{equity.after[b]:.{DIGITS}f}" for b in size))
    return "\n".join(lines) + "\n"


def _digits(before: tuple[tuple[float, ...], ...], a: int, b: int) -> str:
    """A number of the table, rounded so that both sides' chances add up to 1."""
    if a <= b:
        return f"{before[a][b]:.{DIGITS}f}"
    return f"{1.0 - round(before[b][a], DIGITS):.{DIGITS}f}"


def parsed(text: str) -> MatchEquity:
    """A table from its text."""
    lines = text.splitlines()
    given = next(line for line in lines if line.startswith("# terms: "))
    read = json.loads(given.removeprefix("# terms: "))
    terms = Terms(**{**read, "shares": Shares(**read["shares"])})
    rows = [line for line in lines if line and not line.startswith("#")]
    begin, end = rows.index("before"), rows.index("after")
    numbers = [tuple(float(word) for word in row.split()) for row in rows[begin + 1 : end]]
    before = ((1.0,) * (len(numbers) + 1), *((0.0, *row) for row in numbers))
    after = (0.0, *(float(word) for word in rows[end + 1].split()))
    return MatchEquity(terms, before, after)


def main() -> None:
    """Write the stored table anew."""
    path = Path(__file__).with_name("match_equity.txt")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text_of(computed(Terms(), STORED)), encoding="utf-8")


if __name__ == "__main__":
    main()
