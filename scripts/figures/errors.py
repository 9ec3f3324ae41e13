"""What a decision of the net loses, by its own rollouts.

Some decisions of own play at depth 0 are looked into.  Of each, the plays that a look ahead by one
throw leaves in question are rolled out, all with the same dice and without luck.  The best play is
chosen on one half of the trials and what the played one loses to it is measured on the other half,
and the other way round; so that the choice of the luckiest play cannot look like an error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from scripts.figures.measured_games import decisions, rules_of
from scripts.figures.nets import tables_of, weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK

from tavola.bots.arena.rollout import HORIZON, Roller
from tavola.bots.levels import Level
from tavola.bots.player import Player
from tavola.bots.search.alpha_beta import deepened
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import Filter
from tavola.bots.search.ranking import Ranked
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.turn.state import State

ASKED = 25
"""One decision of so many is rolled out."""
IN_QUESTION = (Filter(5, 0.10),)
"""Plays that are rolled out: by a look ahead of one throw."""
BATCH, MOST = 12, 96
"""Trials at a time, and at most."""
CLOSE = 0.015
"""Standard error of a difference, in units, at which trials end."""
FORESIGHT = 40_000
"""Positions that the judge of a game with a fixed throw may evaluate for a decision."""
DECISIONS, TARGET = 200, 2.0
"""Decisions at least, and the standard error of the mean in thousandths of the unit."""


def error(row: Row, options: Options) -> Step:
    """Thousandths of the mean absolute result that a decision of depth 0 loses."""
    rules = rules_of(row.game)
    roller = Roller(rules, weights_for(row.game, options.net), tables_of(rules))
    start = roller.evaluate(turn.new_match(rules))
    unit = max(start.gain + start.loss, 0.1)

    def step(number: int) -> News:
        seed = row.seed + number
        losses, trials = [], []
        for i, state in enumerate(decisions(rules, roller, seed, ASKED)):
            found = rolled(roller, state, unit, seed * 1009 + i * 500)
            losses.append(1e3 * loss(found) / unit)
            trials.append(float(len(found)))
        return {"points": losses, "trials": trials}

    return step


def rolled(roller: Roller, state: State, unit: float, seed: int) -> list[list[float]]:
    """Trials of the plays in question; the first one is the one that depth 0 plays."""
    played = roller.rank(state)[0].position
    ranked = roller.rank(state, 1, filters=IN_QUESTION)
    plays = [(one.steps, one.position) for one in ranked if one.depth == ranked[0].depth == 1]
    plays.sort(key=lambda play: play[1] != played)
    found: list[list[float]] = []
    while len(plays) > 1 and len(found) < MOST and _widest(found) > CLOSE * unit:
        found += roller.trials(state, plays, seed + len(found), BATCH)
    return found


def _widest(trials: Sequence[Sequence[float]]) -> float:
    """The largest standard error of a play's lead over the played one, of those that may be better
    than it."""
    if len(trials) < 2:
        return math.inf
    widest, n = 0.0, len(trials)
    for i in range(1, len(trials[0])):
        leads = [trial[i] - trial[0] for trial in trials]
        mean = sum(leads) / n
        spread = math.sqrt(sum((lead - mean) ** 2 for lead in leads) / (n - 1) / n)
        if mean > -2.0 * spread:
            widest = max(widest, spread)
    return widest


def loss(trials: Sequence[Sequence[float]]) -> float:
    """What the first play loses to the best one, chosen on one half and measured on the other."""
    if not trials:
        return 0.0
    halves = trials[::2], trials[1::2]
    means = [[sum(values) / len(half) for values in zip(*half, strict=True)] for half in halves]
    total = 0.0
    for chosen_on, measured_on in (means, means[::-1]):
        best = max(range(len(chosen_on)), key=lambda i: (chosen_on[i], -i))
        total += measured_on[best] - measured_on[0]
    return total / 2


def foreseen(row: Row, options: Options) -> Step:
    """Thousandths of the mean absolute result that a decision of a level loses where the throw is
    fixed, so that a search which foresees farther can say it; and what the net alone loses."""
    rules = rules_of(row.game)
    weights, exact = weights_for(row.game, options.net), tables_of(rules)
    analyst = Analyst(rules, weights, exact)
    start = analyst.evaluate(turn.new_match(rules))
    unit = max(start.gain + start.loss, 0.1)
    player = Player(rules, Level(**row.settings["level"]), weights, exact=exact, seconds=None)

    def step(number: int) -> News:
        losses, alone = [], []
        for state in decisions(rules, analyst, row.seed + number, row.settings["asked"]):
            played = state
            for action in player.choose(state):
                played = turn.apply(played, action)[0]
            first = analyst.rank(state)[0].position
            ranked = [_judged(analyst, state, one) for one in (played.position, first)]
            most = max(found[0].equity for found in ranked)
            worth = [_worth(*each) for each in zip(ranked, (played.position, first), strict=True)]
            losses.append(1e3 * max(most - worth[0], 0.0) / unit)
            alone.append(1e3 * max(most - worth[1], 0.0) / unit)
        return {"points": losses, "net alone": alone}

    return step


def _judged(analyst: Analyst, state: State, also: Position) -> list[Ranked]:
    return deepened(state, analyst, 2, FORESIGHT, also=also)


def _worth(ranked: Sequence[Ranked], position: Position) -> float:
    return next(one.equity for one in ranked if one.position == position)


def foreseen_row(game: str, level: dict[str, Any]) -> Row:
    """The row of a level of a game whose throw is fixed."""
    how: dict[str, Any] = {"level": level, "judge": FORESIGHT, "asked": 4 * ASKED, **LOOK}
    return Row(f"{game}/error-{level['name']}", foreseen, how, game, minutes=5.0, least=20)


def error_row(game: str) -> Row:
    """The row of a game."""
    how: dict[str, Any] = {
        "depth": 0,
        "horizon": HORIZON,
        "in question": [[one.keep, one.within] for one in IN_QUESTION],
        "trials": [BATCH, MOST, CLOSE],
        **LOOK,
    }
    return Row(f"{game}/error", error, how, game, minutes=3.0, least=DECISIONS, target=TARGET)
