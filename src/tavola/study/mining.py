"""Finding puzzles: games of the novice, and in them the positions in which he would go wrong.

A position is kept where the best play is worth clearly more than one that tempts beginners, and
more than the second best one: at a first look, and again looking two throws ahead, with exact
tables and as where nobody has computed them.  Where the rules count no reason for it, it teaches
nothing and is left.  The same game, seed and number of games lead to the same puzzles; a search
goes on from what one before it found.

What tempts is what most of a few beginners play who are asked.  Among thousands of searched
positions that often is their luck: of all beginners about one in six plays so, and more find the
best play.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tavola.bots import mistakes, shipped_nets
from tavola.bots.adviser import BUDGET, Adviser, Candidate, Plays
from tavola.bots.exact import tables_for
from tavola.bots.levels import LEVELS
from tavola.bots.player import Player
from tavola.rules import turn
from tavola.rules.kernel.backend import small
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Phase, State
from tavola.study import attempts
from tavola.study.after import Play
from tavola.study.decisions import LONGEST, between_parts
from tavola.study.measures import BY_NAME
from tavola.study.puzzles import Collection, Puzzle, rules_of, state_of
from tavola.study.reasons import measure_of, reasons
from tavola.study.weights import Weights, weights_of

NATURAL_GAP, SECOND_GAP = 0.08, 0.04
"""What the play that tempts and the second best one must lose, in mean results of a game."""
FIRST = 0.75
"""The share of these gaps that a first look must show."""
DEPTH = 2
"""Throws that the confirming look goes ahead, as far as the budget of a decision allows."""
AGAIN = 0.5
"""The share of a gap that is left where there are no exact tables, and by a thorough look."""
THOROUGH = 1_000_000
"""Positions that a last look at a puzzle evaluates at most.  With fewer, of a long list of plays
some are never looked at as deep, and one of them may be as good as the answer."""
SHOWN = 4
"""Plays that are kept with a puzzle, besides the one that tempts."""
A_GAME = 4
"""Puzzles of one game at most, so that they differ."""
EMPTY = 400
"""Games in a row without a puzzle after which nothing more is expected."""
PLAYER = LEVELS[1]
"""Who plays: the novice, whose positions are those of people."""
ERRING = LEVELS[0]
"""Whose plays tempt: the beginner's."""
ASKED, AGREE = 16, 4
"""So many beginners are asked, and so many must play the same."""
DIGITS = 3


class Miner:
    """Searches one game; a confirming look evaluates so many positions (`budget`) at most.  Raises
    `Refused` (`no_game`, `no_net`)."""

    def __init__(self, game: str, seed: int = 1, budget: int = BUDGET) -> None:
        rules, net = rules_of(game), shipped_nets.load(game)
        if net.problem is not None:
            raise refuse("no_net", game=game)
        exact = tables_for(rules)
        self.game, self.rules, self.seed = game, rules, seed
        self.adviser = Adviser(rules, net.weights, exact, budget)
        self._without = Adviser(rules, net.weights, None, budget) if exact else None
        self._thorough = thorough(game)
        self._player = Player(rules, PLAYER, net.weights, seed, exact, seconds=None)
        self._weights = weights_of(game)

    def play(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game of the novice."""
        rng = random.Random(f"{self.game}/{self.seed}/{number}")
        self._player.seed = rng.randrange(2**32)
        state, count = turn.new_match(self.rules), 0
        while state.phase not in (Phase.OVER, Phase.END) and state.turns < LONGEST:
            if state.phase is not Phase.MOVE or state.turn.ending is not None:
                state, _ = turn.apply(state, between_parts(state, self.adviser.analyst, rng))
                continue
            puzzle = self.puzzle(state) if count < A_GAME else None
            if puzzle is not None:
                count += 1
                yield puzzle
            for action in self._player.choose(state):
                state, _ = turn.apply(state, action)

    def puzzle(self, state: State) -> Puzzle | None:
        """What can be asked of a position with its throw; None where it is no puzzle."""
        found, unit = self.adviser.candidates(state), self.adviser.unit
        assert isinstance(found, Plays)
        if len(found) < 2 or not _apart(found[0], found[1], FIRST * SECOND_GAP * unit):
            return None
        rival = self._natural(state, found)
        if rival is None or not _apart(found[0], rival, FIRST * NATURAL_GAP * unit):
            return None
        return self._confirmed(state, rival)

    def _natural(self, state: State, found: Plays) -> Candidate | None:
        """What most of the beginners play who are asked; None where they do not agree."""
        place, count = liked(self.adviser, state, found, range(ASKED)).most_common(1)[0]
        return found[place] if count >= AGREE else None

    def _confirmed(self, state: State, rival: Candidate) -> Puzzle | None:
        """The same by a deeper look."""
        unit = self.adviser.unit
        found = self.adviser.candidates(state, DEPTH, also=rival.position)
        best = found[0]
        natural = next(one for one in found if one.position == rival.position)
        # Plays that were not looked at as deep fell behind on the way.
        beside = [one for one in list(found[1 : SHOWN + 1]) if one.depth == best.depth]
        if best.depth < 1 or natural.depth != best.depth or natural.position == best.position:
            return None
        if not _apart(best, natural, NATURAL_GAP * unit):
            return None
        if any(not _apart(best, one, SECOND_GAP * unit) for one in beside):
            return None
        places = best.position, natural.position
        if self._without is not None and not holds(self._without, state, *places):
            return None
        if not alone(self._thorough, state, best.position):
            return None
        themes = themes_of(state, best, natural, self._weights)
        if not themes:
            return None
        shown = [best, *beside, *([] if natural in beside else [natural])]
        shown.sort(key=lambda one: -one.equity)
        return Puzzle(
            one_line.write(state),
            tuple(notation.typed(state, one.actions, after=one.position) for one in shown),
            tuple(round((best.equity - one.equity) / unit, DIGITS) for one in shown),
            shown.index(natural),
            best.depth,
            themes,
        )


def liked(adviser: Adviser, state: State, found: Plays, seeds: Iterable[int]) -> Counter[int]:
    """How many beginners, one of each seed, play what: by the places of `found`."""
    net, unit, ranking = adviser.analyst.net, adviser.unit, found.ranking
    row, noise, naive = small(state.position.cells), ERRING.noise, ERRING.naive
    places = {ranking.place(n): n for n in range(len(found))}
    return Counter(
        places[
            int(
                mistakes.looks_best(
                    net.T,
                    net.Z,
                    row,
                    ranking.rows,
                    ranking.values,
                    int(state.side),
                    seed,
                    noise * unit,
                    naive * unit,
                )
            )
        ]
        for seed in seeds
    )


def themes_of(state: State, best: Play, natural: Play, weights: Weights) -> tuple[str, ...]:
    """What the reasons are about for which one play is better than another, what weighs most
    first."""
    told = [measure_of(fact) for fact in reasons(state, best, natural, weights)]
    return tuple(dict.fromkeys(BY_NAME[name].family for name in told if name))


def themed(found: Collection) -> Collection:
    """The same puzzles with the themes that the reasons of today name.  Where these name none any
    more a puzzle keeps its own: it goes on being found under its number."""
    weights, puzzles = weights_of(found.game), list[Puzzle]()
    for one in found.puzzles:
        state = state_of(found.game, one)
        best, natural = (attempts.of_text(state, one.plays[n]) for n in (0, one.natural))
        themes = themes_of(state, best, natural, weights)
        puzzles.append(replace(one, themes=themes or one.themes))
    return replace(found, puzzles=tuple(puzzles))


def holds(adviser: Adviser, state: State, best: Position, natural: Position) -> bool:
    """Whether an adviser, looking as deep, still answers a puzzle so, and not by a hair: where the
    best play and the one that tempts lead."""
    found = adviser.candidates(state, DEPTH, also=natural)
    if found[0].position != best:
        return False
    rival = next(one for one in found if one.position == natural)
    return _apart(found[0], rival, AGAIN * NATURAL_GAP * adviser.unit)


def thorough(game: str) -> Adviser:
    """Who has the last look at the puzzles of a game.  Raises `Refused` (`no_game`)."""
    rules = rules_of(game)
    return Adviser(rules, shipped_nets.load(game).weights, tables_for(rules), THOROUGH)


def alone(adviser: Adviser, state: State, best: Position) -> bool:
    """Whether no play that is looked at as deep comes near the answer of a puzzle: where that
    leads."""
    found = adviser.candidates(state, DEPTH, also=best)
    answer = next(one for one in found if one.position == best)
    beside = (one for one in found if one.position != best and one.depth >= answer.depth)
    return all(_apart(answer, one, AGAIN * SECOND_GAP * adviser.unit) for one in beside)


def sifted(found: Collection) -> Collection:
    """The puzzles that stand a thorough look."""
    adviser = thorough(found.game)

    def stands(one: Puzzle) -> bool:
        state = state_of(found.game, one)
        return alone(adviser, state, attempts.of_text(state, one.plays[0]).position)

    return replace(found, puzzles=tuple(one for one in found.puzzles if stands(one)))


def _apart(best: Candidate, other: Candidate, gap: float) -> bool:
    return best.equity - other.equity >= gap


def mine(
    game: str,
    wanted: int,
    seed: int = 1,
    begun: Collection | None = None,
    seconds: float | None = None,
    games: int | None = None,
    budget: int = BUDGET,
    progress: Callable[[Collection], None] = lambda found: None,
) -> Collection:
    """The puzzles of a game: as many as are wanted, or as it has.

    `begun` is what an earlier search came to; it is gone on with if net, seed and budget are the
    same.  After `seconds` or so many `games` the search ends with what it has; `progress` is told
    after each game.  Raises `Refused` (`no_game`, `no_net`).
    """
    began, miner = time.monotonic(), Miner(game, seed, budget)
    mark = shipped_nets.mark(game)
    found = Collection(game, net=mark, seed=seed, budget=budget)
    if begun is not None and (begun.net, begun.seed, begun.budget) == (mark, seed, budget):
        found = begun
    empty = 0
    while len(found.puzzles) < wanted and empty < EMPTY:
        if seconds is not None and time.monotonic() - began > seconds:
            break
        if games is not None and found.games >= games:
            break
        seen = {_key(one) for one in found.puzzles}
        new = [one for one in miner.play(found.games) if _key(one) not in seen]
        found = replace(found, puzzles=(*found.puzzles, *new)[:wanted], games=found.games + 1)
        found = replace(found, command=_command(found))
        empty = 0 if new else empty + 1
        progress(found)
    return found


def _command(found: Collection) -> str:
    asked = f"python -m scripts.puzzles {found.game} --games {found.games} --seed {found.seed}"
    return asked if found.budget == BUDGET else f"{asked} --budget {found.budget}"


def _key(puzzle: Puzzle) -> str:
    """What makes two puzzles the same one."""
    return puzzle.at
