"""Every reason why a step is not allowed, each with the points and numbers it names."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bridge import random_action
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel.slots import TO_OFF
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.refusal import CODES
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Phase, State
from tavola.rules.turn.why import refusal_of_step
from tavola.words import Words, refusals
from tavola.words.speaker import Speaker

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
    ("ludus-lumbadorum", "W 2:1 4:1 6:13 | B 19:15 | W 2-1", "6/4", "full",
     {"point": 4, "count": 1}),
    ("ludus-lumbadorum", "W bar:1 6:2 24:12 | B 19:15 | W 4-1", "bar/6", "full",
     {"point": 6, "count": 2, "entering": True}),
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
    ("backgammon", "W 14:1 18:1 | B 20:2 | W 6-2", "14/16 14/16", "too_few",
     {"number": 2, "count": 1}),
    ("backgammon", "W 1:2 | B 24:2 | W 5-5", "1/6 1/6 6/11 6/11 11/16", "too_few",
     {"number": 5, "count": 4}),
    ("backgammon", "W 1:2 12:5 | B 24:2 | W 6-5", "1/15", "not_left",
     {"number": 14, "left": [6, 5], "from": 1, "to": 15}),
    ("backgammon", "W 10:2 | B 24:2 | W 3-1", "10/4", "wrong_way", {}),
    ("backgammon", "W 1:2 | B 24:2 | W 3-1", "8/2", "no_checker", {"point": 8}),
    ("backgammon", "W bar:1 12:1 | B 24:2 | W 3-1", "12/22", "bar_first", {}),
    ("backgammon", "W 12:5 1:2 | B 24:2 | W 3-1", "12/off", "not_home", {"points": [1, 12]}),
    ("backgammon", "W bar:1 12:1 | B 24:2 | W 3-1", "bar/5", "not_left",
     {"number": 5, "from": "bar"}),
    ("puff", "W res:15 | B res:15 | W 3-1", "res/5", "entry_number",
     {"numbers": [3, 1], "entries": [22, 24]}),
    ("backgammon", "W bar:1 12:1 | B 24:2 | W 3-1", "bar/20", "entry_number", {"numbers": [3, 1]}),
    ("backgammon", "W bar:1 12:1 | B 3:2 24:2 | W 3-1", "12/13 bar/3", "blocked", {"point": 3}),
    ("backgammon", "W 1:1 8:1 | B 17:2 24:2 | W 5-4", "8/17", "blocked", {"point": 17, "count": 2}),
    ("backgammon", "W 5:1 12:1 | B 8:1 24:2 | W 3-1", "5/6*", "no_hit", {"point": 6}),
    ("backgammon", "W 5:1 12:1 | B 8:2 24:2 | W 3-1", "5/8*", "blocked", {"point": 8}),
    ("puff", "W 10:1 9:1 | B 3:2 2:2 | W 2-5", "10/5", "low_first", {"number": 2}),
    ("pin", "W 8:1 24:14 | B 11:2 16:2 | W 3-5", "8/13", "all_or_nothing", {}),
    ("fevga", "W 1:14 7:1 | B 13:15 | W 5-4", "1/6", "runner_first", {"point": 7}),
    ("fevga", "W 1:15 | B 13:14 22:1 | B 5-4", "13/17", "runner_first", {"point": 22}),
    ("fevga", "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 8:1 13:14 | W 5-2", "1/6", "quarter_full",
     {"points": [1, 2, 3, 4, 5, 6]}),
    ("fevga", "W 14:2 15:2 16:2 17:2 18:2 19:2 20:3 | B 13:15 | W 2-1", "20/22", "shut_in", {}),
    ("moultezim", "W 14:2 15:2 16:2 17:2 24:7 | B 1:2 13:13 | W 2-1", "17/18", "enemy_quarter_full",
     {"points": [13, 14, 15, 16, 17, 18]}),
    ("moultezim", "W 24:15 | B 1:2 2:2 3:2 4:2 12:7 | B 4-1", "2/6", "enemy_quarter_full",
     {"points": [1, 2, 3, 4, 5, 6]}),
    ("jacquet", "W 1:2 4:2 5:2 6:2 7:2 8:2 24:3 | B 13:15 | W 5-2", "7/9", "last_two_first",
     {"point": 9, "points": [23, 24]}),
    ("jacquet", "W 1:14 18:1 | B 13:15 | W 5-2", "1/6", "runner_first", {"point": 18}),
    ("narde", "W 1:14 5:1 | B 13:15 | W 4-2", "1/5 1/3", "head_once", {"point": 1}),
    ("narde", "W 1:9 14:1 15:1 16:1 17:1 18:2 | B 13:15 | W 3-1", "18/19", "walled", {"point": 19}),
    ("tavla", "W 12:1 17:1 19:13 | B 6:14 20:1 | W 3-1", "17/20/21", "hitter_stays", {"point": 20}),
    ("tavla", "W 18:1 19:1 24:13 | B 6:14 22:1 | W 4-3", "18/22/off", "hitter_stays",
     {"point": 22}),
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


def test_nothing_is_left_to_play() -> None:
    state = one_line.read(GAMES["backgammon"].rules, "W 5:1 12:1 | B 24:2 | W 3-1")
    for action in notation.read_play(state, "5/9", "booklet"):
        state, _ = turn.apply(state, action)
    refusal = notation.why(state, "12/13", "booklet")
    assert refusal is not None
    assert refusal.code == "none_left"
    gone = notation.why(state, "5/6", "booklet")
    assert gone is not None
    assert gone.code == "no_checker"


def test_a_star_stands_where_something_is_hit() -> None:
    def fits(game: str, text: str, play: str) -> bool:
        return notation.why(one_line.read(GAMES[game].rules, text), play, "booklet") is None

    assert fits("backgammon", "W 5:2 | B 8:1 24:2 | W 3-1", "5/8*(2)") is False  # one 3 only
    assert fits("backgammon", "W 5:2 | B 8:1 24:2 | W 3-3", "5/8*(2)")
    assert fits("backgammon", "W 5:1 | B 8:1 24:2 | W 3-1", "5/8*/9")
    assert fits("backgammon", "W 5:1 | B 8:1 24:2 | W 3-1", "5/9") is True
    assert not fits("backgammon", "W 5:1 | B 8:1 24:2 | W 3-1", "5/8/9*")
    assert fits("pin", "W 5:1 24:14 | B 8:1 1:14 | W 3-2", "5/8*")
    assert fits("french-2", "W 1:1 res:2 | B 20:1 res:2 | W 4-3", "1/5*")


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


PLACES = ("bar", "res", *map(str, range(1, 25)))
TARGETS = ("off", *map(str, range(1, 25)))


def thrown(state: State) -> set[int]:
    """The numbers that somebody sees on the table, and what they sum up to."""
    numbers = (*state.turn.left, *(state.turn.dice or ()), *(state.turn.heir or ())[:1])
    return {*numbers, *(sum(state.turn.left[:n]) for n in range(2, len(state.turn.left) + 1))}


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_names_nothing_that_is_not_to_be_seen(game: str) -> None:
    """The numbers of the throw, the points of the typed play, and where checkers really are."""
    rules, rng = GAMES[game].rules, random.Random(game)
    state, told = turn.new_match(rules), 0
    for _ in range(150):
        if state.phase in (Phase.OVER, Phase.END):
            state = turn.new_match(rules)
        state, _ = turn.apply(state, random_action(state, rng))
        speaker = Speaker(Words("en"), rules, viewer=state.side)
        for _ in range(6 if state.phase is Phase.MOVE else 0):
            source, target = rng.choice(PLACES), rng.choice(TARGETS)
            refusal = notation.why(state, f"{source}/{target}", "own")
            if refusal is None or refusal.code == "unclear_play":
                continue
            sentence = refusals.explain(speaker, refusal, state.side)
            details: dict[str, Any] = dict(refusal.details)
            seen = thrown(state) | {int(end) for end in (source, target) if end.isdigit()}
            seen |= {int(details.get("count", 0))}  # checkers that stand there
            if refusal.code == "not_left":
                # How far it is: the difference of what was typed.
                seen |= {details["number"]} & distances(state, source, target)
            for point in (*details.get("points", ()), *details.get("entries", ())):
                seen |= {int(n) for n in re.findall(r"\d+", speaker.place(state.side, point))}
            if refusal.code in ("farther", "exact", "blocked", "full", "overtakes", "own_below"):
                seen |= on_the_way(speaker, state, details)
            named = {int(n) for n in re.findall(r"\d+", sentence)}
            assert named <= seen, (one_line.write(state), source, target, sentence)
            told += 1
    assert told > 30


def test_a_step_backwards_on_the_ring_is_no_long_way_ahead() -> None:
    """A distance that no throw has is told as what it is: all the way around."""
    state = one_line.read(GAMES["catch-me"].rules, "W 24:1 7:1 | B 1:1 2:1 | W 6-4")
    speaker = Speaker(Words("en"), state.rules)
    assert refusals.why(speaker, state, "7/11", "booklet") == (
        "Checkers run around one way only: from 7 to 11 it is 20, more than any throw has."
    )
    assert refusals.why(speaker, state, "7/3", "booklet") == "7/3 is 4: you have 10."


def distances(state: State, source: str, target: str) -> set[int]:
    """How far it is between two typed places, over the end of an endless track too."""
    rules, side = state.rules, state.side
    geometry = geometry_of(rules)
    at = [
        geometry.path(side, notation.point_of(rules, side, int(end), "own")) if end.isdigit() else 0
        for end in (source, target)
    ]
    if target == "off":
        at[1] = geometry.length + 1
    found = {abs(at[1] - at[0]), (at[1] - at[0]) % geometry.length}
    return found | {at[0]} if geometry.towers else found


def on_the_way(speaker: Speaker, state: State, details: dict[str, Any]) -> set[int]:
    """Points that a sum of numbers touches, and where the farthest checker stands."""
    place = details.get("point")
    found = {int(details.get("number", 0))}
    if place is not None:
        assert state.position.top(place) is not None
        found |= {int(n) for n in re.findall(r"\d+", speaker.place(state.side, place))}
    return found


@pytest.mark.parametrize(
    ("tower", "code"), [(24, "not_left"), (21, "tower_done"), (3, "no_checker")]
)
def test_a_tower_is_not_called_done_for_want_of_its_number(tower: int, code: str) -> None:
    """A board asks with the first number that is left, whichever tower was meant."""
    line = "W 19:2 20:2 21:2s 22:2 23:2 24:2 | B 1:2 2:2 3:2 4:2 5:2 6:2 | W 4-3"
    state = one_line.read(GAMES["doublets"].rules, line)
    refusal = refusal_of_step(state, 4, tower, tower)
    assert refusal.code == code
    if code == "not_left":
        assert refusal.details["number"] == 1


@pytest.mark.parametrize(
    ("number", "code"), [(3, "not_left"), (5, "no_such_step"), (9, "not_left"), (0, "not_left")]
)
def test_a_number_that_is_not_that_of_the_step_is_told_as_that(number: int, code: str) -> None:
    """A record written wrong: 19/23 was said to be 3, and no number of 5-4 to lead there."""
    state = one_line.read(GAMES["backgammon"].rules, "W 1:2 19:5 | B 24:2 | W 5-4")
    refusal = refusal_of_step(state, number, 19, 23)
    assert refusal.code == code
    assert refusals.explain(Speaker(Words("en"), state.rules), refusal, state.side) == (
        f"This step needs the number 4, but {number} is given as its number."
    )


def test_more_than_a_checker_needs_to_leave_is_its_number() -> None:
    state = one_line.read(GAMES["backgammon"].rules, "W 20:2 23:1 | B 1:2 | W 5-4")
    assert "needed" not in refusal_of_step(state, 6, 23, TO_OFF).details
    assert refusal_of_step(state, 1, 23, TO_OFF).details["needed"] == 2
