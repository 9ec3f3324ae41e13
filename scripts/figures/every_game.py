"""Every game: how strong the levels are against each other and simpler players, how much the net
errs by its own rollouts, and what kind of game it is."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

from scripts.figures.duel import GUESSER, THUMB, Cast, gained
from scripts.figures.errors import error_row, foreseen_row
from scripts.figures.measured_games import decisions, rules_of
from scripts.figures.nets import tables_of, weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import LOOK, patient, written

from tavola.bots.adviser import BUDGET
from tavola.bots.arena.duel import Duel, Duellist, difference
from tavola.bots.cube.chances import COUNTS
from tavola.bots.levels import Level, levels_for
from tavola.bots.search.analyst import Analyst
from tavola.bots.search.candidates import UNLIMITED
from tavola.games import GAMES
from tavola.rules.model.ruleset import Dice, Side, Then
from tavola.rules.turn.state import State

BATCH = 8
"""Games of a unit of work where they are played in a moment."""
DEEP = 2.0
"""Minutes of a row in which a game takes seconds and little is between the players."""
CLEAR, PAIRS = 4.0, 10
"""A difference between two levels that lies so many standard errors above 0, after so many pairs of
games at least, is told well enough; the time is better spent on another one."""
SAMPLED = 12
"""One decision of so many is timed."""
LONG: dict[Then, dict[str, Any]] = {then: {} for then in Then} | {Then.UPWARDS: {"budget": BUDGET}}
"""What a part of a throw may cost where no state machine and no clock see to it: what a player may
spend.  A double that runs upwards is up to six parts, and to play on from every play of the first
one was seen to cost almost three million."""


# ---------------------------------------------------------------------------------------- character


def character(row: Row, options: Options) -> Step:
    """What self-play at a depth is like: who wins, how much, and how long it takes."""
    rules, weights = rules_of(row.game), weights_for(row.game, options.net)
    player, batch = Duellist(weights, row.settings["depth"]), row.settings.get("games", BATCH)
    duel = Duel(
        *(rules, player, player),
        exact=tables_of(rules),
        lucky=False,
        budget=row.settings.get("budget", UNLIMITED),
    )
    counts = COUNTS[rules.score]

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {}
        for i in range(batch):
            game = duel.game(row.seed + unit * batch + i)
            sign = 1 if game.first is Side.WHITE else -1
            found = {
                "first": sign * game.points,
                "white": game.points,
                "unit": abs(game.points),
                "turns": game.turns,
                "draw": float(game.finished and game.winner is None),
                "unfinished": float(not game.finished),
            }
            if counts > 1:
                found["gammon"] = float(abs(game.points) >= 2)
            if counts > 2:
                found["backgammon"] = float(abs(game.points) >= 3)
            for name, value in found.items():
                news.setdefault(name, []).append(float(value))
        return news

    return step


# ------------------------------------------------------------------------------------------ matches


def deeper(row: Row, options: Options) -> Step:
    """The net with the look ahead of the top level against itself with one throw less."""
    rules, weights = rules_of(row.game), weights_for(row.game, options.net)
    depth = row.settings["depth"]
    duel = Duel(
        *(rules, Duellist(weights, depth), Duellist(weights, depth - 1)),
        exact=tables_of(rules),
        budget=row.settings.get("budget", UNLIMITED),
    )

    def step(unit: int) -> News:
        raw, adjusted = difference(duel.pair(row.seed + unit))
        return {"points": [adjusted], "raw": [raw]}

    return step


def duel(row: Row, options: Options) -> Step:
    """A level against another player, through the state machine."""
    cast = Cast(rules_of(row.game), weights_for(row.game, options.net))
    one, two = row.settings["one"], row.settings["two"]

    def step(unit: int) -> News:
        raw, adjusted = gained(cast.pair(one, two, row.seed + unit))
        return {"points": [adjusted], "raw": [raw]}

    return step


# ------------------------------------------------------------------------------------------- pace


def pace(row: Row, options: Options) -> Step:
    """Thousandths of a CPU second a decision of own play: at depth 0 and at that of the top level.

    Decisions without a choice do not count.
    """
    rules = rules_of(row.game)
    analyst = Analyst(rules, weights_for(row.game, options.net), tables_of(rules))
    depths = {"depth 0": 0, "top": row.settings["depth"]}

    def timed(state: State, depth: int) -> float:
        since = time.process_time()
        analyst.rank(state, depth)
        return 1e3 * (time.process_time() - since)

    def step(unit: int) -> News:
        news: dict[str, list[float]] = {name: [] for name in depths}
        for state in decisions(rules, analyst, row.seed + unit, SAMPLED):
            for name, depth in depths.items():
                news[name].append(timed(state, depth))
        return news

    step(10**6)
    return step


# ------------------------------------------------------------------------------------------- rows


def rows_of(game: str) -> list[Row]:
    """The rows of a game."""
    rules = GAMES[game].ruleset()
    levels, ending = levels_for(rules), patient(rules)
    top, long = levels[-1], LONG[rules.double_then] | ending
    made = [
        Row(f"{game}/character", character, {"depth": 0, **long}, game, "first", 0.3),
        error_row(game),
    ]
    how: dict[str, Any] = {"depth": top.depth, **LOOK, **long}
    if ending:
        alone = {**how, "games": 1}
        made.append(Row(f"{game}/top-itself", character, alone, game, "unfinished", minutes=DEEP))
    if rules.dice is Dice.FIXED:
        made += [foreseen_row(game, written(one)) for one in levels[-2:]]
    if top.depth:
        made.append(Row(f"{game}/deeper", deeper, how, game, minutes=DEEP))
    against: list[tuple[str, Level, Any, float]] = [
        ("top-thumb", top, THUMB, 0.0),
        ("top-random", top, GUESSER, 0.0),
    ]
    if len(levels) > 1:
        against.append(("top-lowest", top, written(levels[0]), 0.0))
    for low, high in pairwise(levels):
        against.append((f"{high.name}-{low.name}", high, written(low), CLEAR))
    for name, one, two, clear in against:
        how = {"one": written(one), "two": two, **LOOK, **ending}
        minutes = DEEP if one.depth and two not in (THUMB, GUESSER) else 0.5
        row = Row(f"{game}/{name}", duel, how, game, minutes=minutes, least=PAIRS, clear=clear)
        made.append(row)
    made.append(
        Row(f"{game}/pace", pace, {"depth": top.depth, **LOOK}, game, "top", 0.15, alone=True)
    )
    return made


def rows() -> list[Row]:
    """The rows of every game."""
    return [row for game in GAMES for row in rows_of(game)]
