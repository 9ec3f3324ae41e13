"""A double for money: whether to take it or to drop, as the net of the game says with a look ahead.

Asked are positions in which the double is right, and the answer is clear but not plain to see:
races, and positions of games that play themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from tavola.bots import shipped_nets
from tavola.bots.adviser import Adviser
from tavola.bots.cube.chances import Chances
from tavola.bots.cube.decisions import Answer, Verdict
from tavola.games import find
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Kind, State
from tavola.study.drills import chances
from tavola.study.drills.stands import stands
from tavola.study.rollouts import weights_of, without_cube

LOOK = 1
"""Throws that the answer looks ahead."""
CLEAR, PLAIN = 0.06, 0.8
"""Points between taking and dropping: with less the net may be wrong, with more there is nothing to
ask."""
GAMES, RACES = 12, 40
"""Games that play themselves, and races, in which a position is sought."""

_one_at_a_time = Lock()


@dataclass(frozen=True)
class Double:
    """A double on the table: what taking and dropping are worth to the side that answers, in points
    at the cube before it, its chances, and the mean result of a game."""

    take: float
    drop: float
    chances: Chances
    unit: float

    @property
    def taken(self) -> bool:
        """Whether it is to be taken."""
        return self.take > self.drop

    @property
    def loss(self) -> float:
        """What the wrong answer loses, in mean results of a game."""
        return abs(self.take - self.drop) / self.unit


def doubles(game: str) -> bool:
    """Whether a game has a cube, single games to win with it, and a net to ask."""
    return chances.takes(find(game).ruleset(None)) and shipped_nets.present(game)


def double(game: str, rng: random.Random) -> tuple[State, Double] | None:
    """A position with a double on the table, and what to do; None where none was found.

    Half of them are drops, as far as there are any.
    """
    rules, wanted = find(game).ruleset(None), rng.random() < 0.5
    first = Verdict.DOUBLE_TAKE if wanted else Verdict.DOUBLE_DROP
    others = list[tuple[State, Verdict]]()
    with _one_at_a_time:
        adviser = _adviser(game)
        for state in _stands(rules, rng):
            verdict = _first_look(adviser, state)
            if verdict is not first:
                others.append((state, verdict))
            elif found := _asked(adviser, state, verdict):
                return found
        looked = (_asked(adviser, state, verdict) for state, verdict in others)
        return next(filter(None, looked), None)


@lru_cache(maxsize=2)
def _adviser(game: str) -> Adviser:
    # No exact tables: whether they are there already must not change what is asked.
    return Adviser(find(game).ruleset(None), weights_of(game))


def _stands(rules: Ruleset, rng: random.Random) -> Iterator[State]:
    """Positions before a throw, in money play."""
    plain = without_cube(rules)
    if chances.races(plain) and rng.random() < 0.5:
        for _ in range(RACES):
            race = chances.race_stand(plain, rng)
            if race is not None:
                yield _for_money(rules, race)
    for _ in range(GAMES):
        played = stands(plain, rng)
        rng.shuffle(played)
        yield from (_for_money(rules, state) for state in played)


def _for_money(rules: Ruleset, state: State) -> State:
    return one_line.read(rules, one_line.write(state), MatchRules())


def _first_look(adviser: Adviser, state: State) -> Verdict:
    """What is to be done with the cube, without a look ahead: that costs little."""
    if not turn.may_double(state, state.side):
        return Verdict.NO_CUBE
    return adviser.cube(state).verdict


def _asked(adviser: Adviser, state: State, first: Verdict) -> tuple[State, Double] | None:
    """The double in a state, where it is worth asking about: the look ahead says of it what the
    first look says."""
    if first not in (Verdict.DOUBLE_TAKE, Verdict.DOUBLE_DROP):
        return None
    offered, _ = turn.apply(state, Action(Kind.DOUBLE, state.side))
    found = adviser.answer(offered, LOOK)
    if not CLEAR <= abs(found.take - found.drop) <= PLAIN:
        return None
    if (found.answer is Answer.DROP) != (first is Verdict.DOUBLE_DROP):
        return None
    # They are told beside the answer, and decide nothing.
    told = adviser.chances(offered, LOOK if backend.compiled else 0)
    return offered, Double(found.take, found.drop, told, adviser.unit)
