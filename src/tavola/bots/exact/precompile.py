"""Compile what the exact tables need, for `bots/precompile.py` or before a long computation."""

from __future__ import annotations

from dataclasses import replace

from tavola.bots.exact import coverage, home, pairs, whole_games
from tavola.bots.exact.lookup import expected_turns, outcome_from_table
from tavola.bots.exact.table_arrays import arrays_of
from tavola.bots.exact.typed_buffers import zeros
from tavola.games import GAMES
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset, Setup, all_reserve

RACE = Ruleset(start=(Setup(points=((19, 1),)), Setup(points=((6, 1),))))


def _smallest_facing() -> Ruleset:
    games = (game.rules for game in GAMES.values() if coverage.facing_game(game.rules))
    return replace(next(games), start=all_reserve(1))


def compile_all() -> None:
    """Make the smallest tables there are and ask them; nothing is stored."""

    def tell(part: float) -> None:
        del part

    race = coverage.race_rules(RACE)
    assert race is not None
    made = home.build(race, coverage.Role.THROWS, coverage.Debt.GAMMON, tell)
    pairs.solve(home.homes(race, 1), last_wins=False, progress=tell)
    whole_games.facing(_smallest_facing(), tell)
    contents = {label: values for label, (_, values) in made.items()}
    arrays = arrays_of(RACE, [("home", contents)])
    T, row = tables(RACE).T, zeros("int8", WIDTH)
    for kind in ("float32", "float64"):
        outcome_from_table(T, row, 0, 0, arrays, zeros(kind, 5))
    expected_turns(T, row, 0, 0, arrays)
