"""Compile what the exact tables need, for `bots/precompile.py` or before a long computation."""

from __future__ import annotations

from tavola.bots.exact import coverage, home, pairs, whole_games
from tavola.bots.exact.assemble import arrays_of
from tavola.bots.exact.buffers import zeros
from tavola.bots.exact.lookup import expected_turns, outcome_from_table
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import BearOff, Board, Contact, Ruleset, Score, Setup, all_reserve

RACE = Ruleset(start=(Setup(points=((19, 1),)), Setup(points=((6, 1),))))
FACING = Ruleset(
    board=Board.FACING,
    start=all_reserve(1),
    contact=Contact.FACING,
    single=tuple(range(1, 12)),
    overtaking=False,
    double_moves=1,
    bear_off=BearOff.PILE,
    score=Score.SINGLE,
)


def compile_all() -> None:
    """Make the smallest tables there are and ask them; nothing is stored."""

    def tell(part: float) -> None:
        del part

    race = coverage.race_rules(RACE)
    assert race is not None
    made = home.build(race, coverage.Role.THROWS, coverage.Debt.GAMMON, tell)
    pairs.solve(home.homes(race, 1), last_wins=False, progress=tell)
    whole_games.facing(FACING, tell)
    contents = {label: values for label, (_, values) in made.items()}
    arrays = arrays_of(RACE, [("home", contents)])
    T, row = tables(RACE).T, zeros("int8", WIDTH)
    for kind in ("float32", "float64"):
        outcome_from_table(T, row, 0, 0, arrays, zeros(kind, 5))
    expected_turns(T, row, 0, 0, arrays)
