"""The cube two throws ahead: it may be turned before each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from nets import random_weights
from tavola.bots.adviser import Adviser
from tavola.bots.cube.decisions import Answer, Verdict
from tavola.bots.exact import tables_for
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Kind, State

RULES = GAMES["backgammon"].rules
WEIGHTS = random_weights()
LAST_THROWS = "W 22:2 | B 2:2 | W"
"""White ends the game with 17 of 36 throws; if not Black does with 26 of 36, or else White does."""
MINE, THEIRS = 17 / 36, 26 / 36
REDOUBLED = "W 23:2 | B 2:2 | W"
"""The same with 26 of 36 throws for White, too: Black wins one game in five, and redoubles."""


def state_of(text: str, match: MatchRules | None = None) -> State:
    return one_line.read(RULES, text, match or MatchRules())


@pytest.fixture
def adviser(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """With tables small enough to be made at once, away from the user's."""
    folder: Path = tmp_path_factory.getbasetemp() / "exact-two-checkers"
    monkeypatch.setenv("TAVOLA_CACHE", str(folder))
    return Adviser(RULES, WEIGHTS, tables_for(RULES, most=2))


def test_the_last_three_throws_are_exact(adviser: Adviser) -> None:
    """Black doubles before his throw, whoever has the cube, and White takes: 10 of 36 are enough.

    So White, who wins more than half of all games, has next to nothing with the cube in the middle,
    and twice that if he doubles.
    """
    worth = MINE - (1.0 - MINE) * 2.0 * (2.0 * THEIRS - 1.0)
    found = adviser.cube(state_of(LAST_THROWS), depth=2)
    assert found.verdict is Verdict.DOUBLE_TAKE
    assert found.equities.no_double == pytest.approx(worth, abs=1e-4)
    assert found.equities.double_take == pytest.approx(2.0 * worth, abs=1e-4)


def test_who_can_redouble_takes_with_a_fifth_of_the_games(adviser: Adviser) -> None:
    state = state_of(REDOUBLED)
    taken = 2.0 * (THEIRS - (1.0 - THEIRS) * 2.0 * (2.0 * THEIRS - 1.0))
    asked, _ = turn.apply(state, Action(Kind.DOUBLE, state.side))
    found = adviser.answer(asked, depth=2)
    assert found.answer is Answer.TAKE
    assert found.take == pytest.approx(-taken, abs=1e-4)
    assert adviser.cube(state, depth=2).equities.double_take == pytest.approx(taken, abs=1e-4)


def test_whoever_doubles_before_the_last_throw_is_beavered_only_for_an_error(
    adviser: Adviser,
) -> None:
    """19 of 36 throws end the game, and else Black does: that is worth a double, and no beaver."""
    state = state_of("W 20:1 23:1 | B 2:1 | W", MatchRules(beavers=True))
    asked, _ = turn.apply(state, Action(Kind.DOUBLE, state.side))
    found = adviser.answer(asked, depth=1)
    assert found.answer is Answer.TAKE
    assert found.take == pytest.approx(-2.0 * (2.0 * 19 / 36 - 1.0), abs=1e-4)
    assert found.beaver == pytest.approx(2.0 * found.take)


@pytest.mark.parametrize(
    "text",
    [
        "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W",
        "W 19:3 20:3 21:3 22:2 23:2 24:1 bar:1 | B 6:3 5:3 4:3 3:2 2:2 1:2 | W",
    ],
)
def test_a_dead_cube_changes_nothing(text: str) -> None:
    """At double match point two throws ahead are worth what the chances two throws ahead are.

    (Where a throw leaves no choice the chances are not looked at further, but the cube is.)
    """
    adviser = Adviser(RULES, WEIGHTS)
    state = state_of(text, MatchRules(length=1, games=None))
    found = adviser.cube(state, depth=2)
    chances = adviser.chances(state, 2)
    assert found.equities.no_double == pytest.approx(2.0 * chances.win - 1.0, abs=2e-4)
