"""Every reason why a step is not allowed, each with the points and numbers it names."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.games import GAMES
from tavola.rules.model.refusal import CODES
from tavola.rules.text import notation, one_line

pytestmark = pytest.mark.plain

REASONS: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    # game, state, typed play in booklet numbers, code, details
    ("backgammon", "W 1:2 | B 24:2 | W 3-1", "5/8", "no_checker", {"point": 5}),
    ("backgammon", "W 1:2 | B 24:2 | W 3-1", "24/23", "no_checker", {"point": 24}),
    ("backgammon", "W 1:2 | B 24:2 | W 3-1", "bar/3", "no_checker", {"point": "bar"}),
    ("puff", "W 20:2 | B 5:2 | W 3-1", "res/24", "no_checker", {"point": "res"}),
    ("pin", "W 5:1p 1:2 | B 5:1 24:2 | W 3-1", "5/8", "pinned", {"point": 5}),
    ("backgammon", "W 1:2 | B 24:2 | W 3-1", "1/6", "not_left", {"number": 5}),
    ("backgammon", "W 10:2 | B 24:2 | W 3-1", "10/7", "wrong_way", {}),
    ("backgammon", "W 1:2 | B 24:2 4:3 | W 3-1", "1/4", "blocked", {"point": 4, "count": 3}),
    ("mexican", "W 1:2 4:5 | B 24:2 | W 3-1", "1/4", "full", {"point": 4, "count": 5}),
    ("old-britain", "W 1:2 4:5 | B 24:2 | W 3-1", "1/4", "full", {"point": 4, "count": 5}),
    ("pin", "W 4:1p 1:2 | B 4:1 24:2 | W 3-1", "1/4", "own_below", {"point": 4}),
    ("french-2", "W 1:1 3:1 12:1 | B res:3 | W 4-5", "1/5", "overtakes", {"point": 5}),
    ("backgammon", "W bar:1 12:1 | B 24:2 | W 3-1", "12/15", "bar_first", {}),
    ("puff", "W res:3 20:2 | B 5:2 | W 1-3", "20/19", "reserve_first", {"count": 3}),
    ("russian", "W res:14 2:1 | B res:15 | W 1-3", "2/3", "reserve_first", {"count": 1}),
    ("backgammon", "W 12:1 20:2 | B 1:2 | W 5-1", "20/off", "not_home", {"points": [12]}),
    ("acey-deucey", "W res:1 20:2 | B res:2 | W 5-1", "20/off", "not_home", {"points": ["res"]}),
    ("mexican", "W 22:1 24:1 | B 1:2 | W 3-4", "24/off", "exact", {"number": 1}),
    ("mexican", "W 1:2 9:1 | B 24:2 | W 3-1", "1/4", "low_first", {"number": 1}),
    ("mexican", "W 23:1 24:1 | B 1:2 | W 4-4", "23/off", "exact", {"number": 2}),
    ("backgammon", "W 20:1 24:2 | B 1:2 | W 4-3", "24/off", "farther", {"point": 20}),
    ("doublets", "W 24:2s 23:2 22:2 21:2 20:2 19:2 | B 1:2 2:2 3:2 4:2 5:2 6:2 | W 1-2", "24/24",
     "tower_done", {"point": 24}),
    ("catch-me", "W 24:1 23:1 | B 1:1 2:1 | W 6-4", "24/20", "not_left", {"number": 4}),
    ("backgammon", "W 14:1 18:1 | B 20:2 | W 6-2", "14/20", "blocked", {"point": 20, "count": 2}),
    ("backgammon", "W 10:1 | B 21:2 24:1 | W 5-6", "10/15", "higher", {"number": 6}),
    ("backgammon", "W 14:1 18:1 | B 20:2 | W 6-2", "14/16 14/16", "not_left", {"number": 2}),
    ("puff", "W 10:1 9:1 | B 3:2 2:2 | W 2-5", "10/5", "low_first", {"number": 2}),
    ("pin", "W 8:1 24:14 | B 11:2 16:2 | W 3-5", "8/13", "all_or_nothing", {}),
)  # fmt: skip


@pytest.mark.parametrize(("game", "text", "play", "code", "details"), REASONS)
def test_reason(game: str, text: str, play: str, code: str, details: dict[str, Any]) -> None:
    state = one_line.read(GAMES[game].rules, text)
    refusal = notation.why(state, play, "booklet")
    assert refusal is not None
    assert refusal.code == code
    assert set(CODES[code]) <= set(refusal.details)
    for name, value in details.items():
        assert refusal.details[name] == value


def test_a_number_must_leave_room_for_the_other() -> None:
    """14/16 would leave no six although both can be played (case BG4)."""
    state = one_line.read(GAMES["backgammon"].rules, "W 13:1 19:1 | B 14:2 20:2 24:3 | W 6-1")
    assert [action.target for action in _next(state)] == [19]
    assert notation.why(state, "19/20", "booklet") is not None


def test_the_low_number_must_let_the_high_one_live() -> None:
    """Puff: 9/8 with the one would leave no five."""
    state = one_line.read(GAMES["puff"].rules, "W 12:1 9:1 | B 7:2 3:2 | W 1-5")
    refusal = notation.why(state, "9/8", "booklet")
    assert refusal is not None
    assert (refusal.code, refusal.details["number"]) == ("low_lets_high", 5)
    assert notation.why(state, "12/11", "booklet") is None


def test_nothing_is_asked_before_the_throw_or_after_the_game() -> None:
    rules = GAMES["backgammon"].rules
    refusal = notation.why(one_line.read(rules, "W 1:2 | B 24:2 | W"), "1/4", "booklet")
    assert refusal is not None
    assert refusal.code == "not_now"


def _next(state: Any) -> Any:
    from tavola.rules import turn

    return turn.next_steps(state)
