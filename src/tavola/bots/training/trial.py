"""Quick matches of a new net, for its model card.  Cubeless; every game is played twice with the
colours changed; nobody looks ahead.  Against another net luck is taken off, as the new one judges
it, except where one throw serves a whole game."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tavola.bots import rule_of_thumb
from tavola.bots.adviser import BUDGET
from tavola.bots.arena.duel import Duel, Duellist, difference
from tavola.bots.arena.selfplay import LONGEST
from tavola.bots.levels import Level
from tavola.bots.player import Player
from tavola.rules import turn
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.turn.state import Action, Kind, Phase, State

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

Chooser = Callable[[State], tuple[Action, ...]]


@dataclass(frozen=True)
class Result:
    """Points a game of the new net, with the standard error."""

    games: int
    points: float
    error: float


def _result(pairs: list[float]) -> Result:
    count = len(pairs)
    mean = math.fsum(pairs) / max(count, 1)
    spread = math.fsum((one - mean) ** 2 for one in pairs) / max(count - 1, 1)
    return Result(2 * count, round(mean, 4), round(math.sqrt(spread / max(count, 1)), 4))


def against_net(
    rules: Ruleset, weights: Array, other: Array, pairs: int, seed: int
) -> Iterator[Result]:
    """A match against another net, as it stands after every pair of games."""
    # Without a bound a double that runs upwards can cost millions of positions.
    duel, found = Duel(rules, Duellist(weights), Duellist(other), budget=BUDGET), []
    for number in range(pairs):
        found.append(difference(duel.pair(seed * 1_000_003 + number))[1])
        yield _result(found)


def against_rule_of_thumb(
    rules: Ruleset, weights: Array, pairs: int, seed: int
) -> Iterator[Result]:
    """A match against the rule-of-thumb player, as it stands after every pair of games."""
    rules = replace(rules, cube=False)
    net = Player(rules, Level("net"), weights, seconds=None).choose
    found = []
    for number in range(pairs):
        name = f"{seed}/{number}"
        white = _points(rules, (net, rule_of_thumb.choose), random.Random(name))
        black = _points(rules, (rule_of_thumb.choose, net), random.Random(name))
        found.append((white - black) / 2)
        yield _result(found)


def _points(rules: Ruleset, players: tuple[Chooser, Chooser], dice: random.Random) -> float:
    """White's points in one game; 0 for a draw and for one that does not end."""
    state = turn.new_match(rules)
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < LONGEST:
        actions = () if state.actor is None else players[state.actor](state)
        if not actions:
            throws = turn.throws(state)
            thrown = dice.choices([t for t, _ in throws], [w for _, w in throws])[0]
            kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
            actions = (Action(kind, None, thrown),)
        for action in actions:
            state, _ = turn.apply(state, action)
    result = state.result
    if result is None or result.winner is None:
        return 0.0
    return float(result.points * (1 - 2 * int(result.winner)))
