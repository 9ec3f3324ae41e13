"""Counts of plays from the start: the engine against the oracle's stored figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cases
from tavola.games import GAMES, SHIPPED
from tavola.rules.kernel import backend, turn_program
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import Throw, is_double, throws_of, written

pytestmark = pytest.mark.plain

STORED = Path(__file__).parent / "perft"


def _stored(game: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((STORED / f"{game}.json").read_text())
    return data


def _ends(rules: Ruleset, position: Position, side: Side, dice: Throw) -> int:
    code, numbers = movement.next_part(rules, position, side, dice, 0, 0, True, 0)
    parts = [numbers] if code > 0 else []
    if code == turn_program.CHOOSE_DOUBLE:
        parts = [(n,) * 4 for n in range(1, 7)]
    return sum(len(movement.plays(rules, position, side, part)) for part in parts) or 1


@pytest.mark.parametrize("game", SHIPPED)
def test_ends_of_the_first_part(game: str) -> None:
    rules = GAMES[game].ruleset()
    position = Position.start(rules)
    stored = _stored(game)
    for side in Side:
        counted = {
            written(dice[::-1]): _ends(rules, position, side, dice)
            for dice, _ in throws_of(rules)
            if not is_double(dice) or rules.namer is not side
        }
        name = side.name.lower()
        assert counted == stored["ends"][name]
        assert sum(counted.values()) == stored["sum"][name]
        assert game not in cases.PERFT or stored["sum"][name] == cases.PERFT[game][side]


def test_the_chosen_doubles_of_mexican() -> None:
    assert _stored("mexican")["ends"]["white"]["2-1"] == cases.PERFT_MEXICAN_CHOSEN


def test_no_figures_without_a_game() -> None:
    assert set(SHIPPED) <= {path.stem for path in STORED.glob("*.json")} <= set(GAMES)


@pytest.mark.skipif(not backend.compiled, reason="too long without the compiler")
def test_backgammon_two_turns_deep() -> None:
    """Every end of White's first throw, then every end of Black's."""
    rules = GAMES["backgammon"].ruleset()
    start = Position.start(rules)
    total = 0
    throws = [dice for dice, _ in throws_of(rules)]
    for dice in throws:
        _, numbers = movement.next_part(rules, start, Side.WHITE, dice, 0, 0, True, 0)
        for play in movement.plays(rules, start, Side.WHITE, numbers):
            total += sum(_ends(rules, play.position, Side.BLACK, reply) for reply in throws)
    assert total == cases.PERFT_BACKGAMMON_2
