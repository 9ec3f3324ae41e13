"""Positions, states and matches that cannot be: each is refused, and the error says why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.text import notation, one_line, record
from tavola.words import Words, refusals
from tavola.words.speaker import Speaker

pytestmark = pytest.mark.plain

POSITIONS = (
    # game, text, what is wrong
    ("backgammon", "W 1:2", "form"),
    ("backgammon", "B 1:2 | W 3:1", "form"),
    ("backgammon", "W 1:2 x | B 24:2", "token"),
    ("backgammon", "W 25:1 | B 24:2", "token"),
    ("backgammon", "W 1:2 1:3 | B 24:2", "token"),
    ("backgammon", "W bar:1 bar:1 | B 24:2", "token"),
    ("backgammon", "W 1:9 2:9 | B 24:2", "count"),
    ("backgammon", "W 1:1 res:1 | B 24:2", "no_reserve"),
    ("backgammon", "W 1:1 | B 1:1", "both"),
    ("backgammon", "W 1:1p | B 1:1", "no_pins"),
    ("backgammon", "W 1:2s | B 24:1", "no_towers"),
    ("backgammon", "W 1:2 stage:2 | B 24:1", "no_towers"),
    ("backgammon", "W 1:2 | B | W", "finished"),
    ("backgammon", "W 1:2 | B 24:1 | X", "token"),
    ("backgammon", "W 1:2 | B 24:1 | W 7-1", "token"),
    ("backgammon", "W 1:2 | B 24:1 | W left:3,3", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W 3-1 left:5", "turn"),
    ("backgammon", "W 1:2 | B 4:2 2:2 24:1 | W 3-1 left:3,1", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W ahead:B3-1", "token"),
    ("backgammon", "W 1:2 | B 24:1 | W fixed:3-1", "token"),
    ("backgammon", "W 1:2 | B 24:1 | W cube:3", "token"),
    ("eureka", "W 19:2 bar:1 | B 6:2", "no_bar"),
    ("gioul", "W 5:1 bar:1 | B 24:2", "no_bar"),
    ("gioul", "W 5:1 | B 24:2 | W cube:2", "token"),
    ("mexican", "W 4:6 | B 24:2", "stack"),
    ("french-2", "W 13:1 res:2 | B res:3", "off_track"),
    ("french-2", "W 12:2 | B res:3", "count"),
    ("eureka", "W 18:1 | B 6:1", "off_track"),
    ("ludus-lumbadorum", "W 8:1 | B 19:1", "off_track"),
    ("catch-me", "W 8:2 | B 19:1", "stack"),
    ("pin", "W 5:2p | B 5:1", "pin"),
    ("pin", "W 5:1p | B 6:1", "pin"),
    ("pin", "W 5:1p | B 5:1p", "both"),
    ("doublets", "W 24:2 23:2 | B 1:2 2:2 3:2 4:2 5:2 6:2", "towers"),
    ("doublets", "W 24:1 stage:3 | B 1:2s stage:3", "towers"),
    ("backgammon", "W 1:2 | B 24:1 | W 3-1 ended:again", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W 3-1 ended:hand", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W 3-1 left:1 ended:end", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W second", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W 3-1 hit", "turn"),
    ("backgammon", "W 1:2 | B 24:1 | W cube:1B", "token"),
    ("gioul", "W 5:1 | B 24:2 | W 3-1 ended:hand:4x4", "turn"),
    ("gioul", "W 5:1 | B 24:2 | W 3-3 ended:hand:3x4", "turn"),
    ("gioul", "W 5:1 | B 24:2 | W 3-3 ended:hand:4x3", "turn"),
    ("gioul", "W 5:1 | B 24:2 | W 3-3 ended:again", "turn"),
    ("fixed-throw", "W 1:2 | B 24:1 | W 3-1 fixed:3-2", "turn"),
    ("free-choice", "W 1:2 | B 24:1 | W 3-3", "turn"),
    ("free-choice", "W 1:2 | B 24:1 | W second", "turn"),
    ("open-throw", "W 1:2 | B 24:1 | W 3-1 ahead:W3-2", "turn"),
    ("open-throw", "W 1:2 | B 24:1 | W ahead:W3-1 ahead:B3-2", "turn"),
)


@pytest.mark.parametrize(("game", "text", "what"), POSITIONS)
def test_position(game: str, text: str, what: str) -> None:
    with pytest.raises(Refused) as caught:
        one_line.read(GAMES[game].rules, text)
    assert caught.value.refusal.code == "bad_position"
    assert caught.value.refusal.details["what"] == what


def test_both_colours_on_a_point_are_told_how_a_line_counts() -> None:
    """Who writes both sides in their own numbers learns what a line means."""
    with pytest.raises(Refused) as caught:
        one_line.read(GAMES["backgammon"].rules, "W 6:5 | B 6:5")
    speaker = Speaker(Words("en"), GAMES["backgammon"].rules)
    told = refusals.explain(speaker, caught.value.refusal, None)
    assert told.endswith("A line counts the points of both colours from where White starts.")


STATES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"phase": "dreaming"}, "phase"),
    ({"turn": 5}, "turn"),
    ({"score": [1]}, "score"),
    ({"score": [1, -1]}, "score"),
    ({"game": "1"}, "game"),
    ({"idle": -1}, "idle"),
    ({"crawford": "maybe"}, "crawford"),
    ({"since": 3}, "since"),
    ({"cube": 2}, "cube"),
    ({"cube": {"value": 3}}, "cube"),
    ({"cube": {"value": 2, "owner": "X"}}, "owner"),
    ({"phase": "answer"}, "offer"),
    ({"phase": "answer", "offer": {"side": "W", "value": 16}}, "offer"),
    ({"phase": "answer", "offer": {"side": "W", "value": 4}}, "offer"),
    ({"phase": "answer", "offer": {"side": "B", "value": 2}}, "offer"),
    ({"cube": {"value": 1, "owner": "W"}}, "cube"),
    ({"opening": [3, 1]}, "opening"),
    ({"result": 1}, "result"),
    ({"result": {"winner": "W", "points": "1", "how": "single"}}, "result"),
    ({"phase": "move"}, "phase"),
)


@pytest.mark.parametrize(("change", "what"), STATES)
def test_state(change: dict[str, Any], what: str) -> None:
    rules = GAMES["backgammon"].rules
    state = one_line.read(rules, "W 1:2 | B 24:2 | W")
    good = record.state_to_json(state)
    assert record.state_from_json(rules, MatchRules(), good) == state
    with pytest.raises(Refused) as caught:
        record.state_from_json(rules, MatchRules(), {**good, **change})
    assert caught.value.refusal.code == "bad_state"
    assert caught.value.refusal.details["what"] == what


@pytest.mark.parametrize("crawford", ["now", "done"])
def test_a_crawford_game_is_at_one_point_away(crawford: str) -> None:
    """Else nobody could double for a whole game of a match that has just begun."""
    rules, match = GAMES["backgammon"].rules, MatchRules(length=5, games=None, crawford=True)
    good = record.state_to_json(one_line.read(rules, "W 1:2 | B 24:2 | W", match))
    good |= {"score": [2, 4], "crawford": crawford}
    assert record.state_from_json(rules, match, good).crawford == crawford
    other, free = replace(match, crawford=False), replace(rules, cube=False)
    bad = [(rules, match, {"score": score}) for score in ([0, 0], [3, 3])]
    for with_rules, with_match, change in [*bad, (rules, other, {}), (free, match, {})]:
        with pytest.raises(Refused) as caught:
            record.state_from_json(with_rules, with_match, {**good, **change})
        assert caught.value.refusal.details["what"] == "crawford"


def test_nobody_doubles_in_the_crawford_game() -> None:
    rules, match = GAMES["backgammon"].rules, MatchRules(length=5, games=None, crawford=True)
    state = one_line.read(rules, "W 1:2 | B 24:2 | W | score:2-4 crawford", match)
    offer = {"phase": "answer", "offer": {"side": "W", "value": 2}}
    with pytest.raises(Refused, match="offer"):
        record.state_from_json(rules, match, record.state_to_json(state) | offer)


def test_a_fixed_double_where_none_is_played() -> None:
    rules = GAMES["fixed-throw"].ruleset({"doubles": False})
    for words in ("W 3-3", "W fixed:3-3"):
        with pytest.raises(Refused, match="bad_position"):
            one_line.read(rules, f"W 1:2 | B 24:2 | {words}")


@pytest.mark.parametrize("dice", [[3, 3], [1, 3], [3, 1]])
def test_opening_dice_to_keep(dice: list[int]) -> None:
    rules = GAMES["backgammon"].ruleset({"opening": "choice"})
    good = record.state_to_json(one_line.read(rules, "W 1:2 | B 24:2 | W"))
    if dice == [3, 1]:
        state = record.state_from_json(rules, MatchRules(), {**good, "opening": dice})
        assert state.opening == (3, 1)
        return
    with pytest.raises(Refused, match="opening"):
        record.state_from_json(rules, MatchRules(), {**good, "opening": dice})


def test_a_cube_where_there_is_none() -> None:
    rules = GAMES["pin"].rules
    good = record.state_to_json(turn.new_match(rules))
    with pytest.raises(Refused, match="cube"):
        record.state_from_json(rules, MatchRules(), {**good, "cube": {"value": 2}})


@pytest.mark.parametrize(
    "change",
    [
        {"length": 0, "games": None},
        {"length": 3, "games": 3},
        {"length": "3"},
        {"length": True},
        {"jacoby": True, "length": 3},
        {"crawford": 1},
        {"colour": "blue"},
        [],
    ],
)
def test_match(change: Any) -> None:
    with pytest.raises(Refused) as caught:
        record.match_from_json(change)
    assert caught.value.refusal.code == "bad_match"


BEGINNING = "W 1:2 12:5 17:3 19:5 | B 6:5 8:3 13:5 24:2"
WAYS = (
    # position, throw and play; what is wrong; the point or the number it is about
    (f"{BEGINNING} | W 6-1", "24/18/11", "not_left", 7),
    (f"{BEGINNING} | W 6-1", "24/18/17/16", "blocked", 8),
    (f"{BEGINNING} | W 6-1", "8/7/1/off", "blocked", 24),
    (f"{BEGINNING} | W 6-1", "13/7/1", "not_left", 6),
    (f"{BEGINNING} | W 6-1", "13/7/6/5", "none_left", None),
    (f"{BEGINNING} | W 1-1", "24/20/19", "none_left", None),
    (f"{BEGINNING} | W 1-1", "13/12/11", "blocked", 13),
    (f"{BEGINNING} | W 6-1", "24/18 18/12", "too_few", 6),
    ("W 20:1 19:2 | B 5:2 6:3 | W 6-5", "5/off 5/off", "too_few", 5),
)


@pytest.mark.parametrize(("text", "play", "code", "about"), WAYS)
def test_the_first_stop_that_is_not_reached(
    text: str, play: str, code: str, about: int | None
) -> None:
    """A way of several numbers fails where its checker cannot go on."""
    refusal = notation.why(one_line.read(GAMES["backgammon"].rules, text), play)
    assert refusal is not None
    named = refusal.details.get("number", refusal.details.get("point"))
    assert (refusal.code, named) == (code, about)
