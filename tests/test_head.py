"""What has left the start is known within a throw, and only there."""

from __future__ import annotations

import random

import pytest

from bridge import random_action
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import notation, one_line, script
from tavola.rules.text.record import state_from_json, state_to_json
from tavola.rules.turn.state import Phase, State
from tavola.words import LANGUAGES, Words
from tavola.words.refusals import explain
from tavola.words.speaker import Speaker

pytestmark = pytest.mark.plain

NARDE = GAMES["narde"].rules


def after(text: str, *plays: str) -> State:
    state = one_line.read(NARDE, text)
    for play in plays:
        for action in notation.read_play(state, play, "booklet"):
            state, _ = turn.apply(state, action)
    return state


@pytest.mark.parametrize(
    ("text", "play", "noted"),
    [
        ("W 1:15 | B 13:15 | W 4-3", "1/5", "W 1:14 5:1 head:4 | B 13:15 | W 4-3 left:3"),
        ("W 1:15 | B 13:15 | W 4-4", "1/5", "W 1:14 5:1 head:4 | B 13:15 | W 4-4 left:4,4,4"),
        (
            "W 1:15 | B 13:15 | W 4-4",
            "1/5 1/5",
            "W 1:13 5:2 head:7 | B 13:15 | W 4-4 left:4,4",
        ),
        ("W 1:14 5:1 | B 13:15 | W 4-3", "1/5", "W 1:13 5:2 head:7 | B 13:15 | W 4-3 left:3"),
        ("W 1:14 5:1 | B 13:15 | W 4-3", "5/9", "W 1:14 9:1 | B 13:15 | W 4-3 left:3"),
        ("W 1:15 | B 13:15 | B 6-6", "13/19", "W 1:15 | B 13:14 19:1 head:6 | B 6-6 left:6,6,6"),
    ],
)
def test_a_line_in_the_middle_of_a_throw_leads_on_alike(text: str, play: str, noted: str) -> None:
    state = after(text, play)
    assert one_line.write(state) == noted
    again = one_line.read(NARDE, noted)
    assert set(turn.next_steps(again)) == set(turn.next_steps(state)) != set()
    left = movement.plays(NARDE, state.position, state.side, state.turn.left)
    assert {one.position for one in turn.plays(again)} == {one.position for one in left}
    whole = state_from_json(NARDE, state.match, state_to_json(state))
    assert set(turn.next_steps(whole)) == set(turn.next_steps(state))


def test_after_the_throw_nothing_is_known_of_it() -> None:
    state = after("W 1:14 5:1 | B 13:15 | W 4-3", "1/5 5/8")
    assert one_line.write(state) == "W 1:13 5:1 8:1 | B 13:15 | W 4-3 part:1 ended:end"
    assert not any(state.position.left_head(side) for side in Side)


@pytest.mark.parametrize(
    "play", [play.steps for play in turn.plays(after("W 1:15 | B 13:15 | W 3-3"))]
)
def test_lists_and_steps_come_to_the_same_positions(play: tuple[int, ...]) -> None:
    state = after("W 1:15 | B 13:15 | W 3-3")
    ends = {one.steps: one.position for one in turn.plays(state)}
    for step in play:
        action = next(one for one in turn.next_steps(state) if one.code == step)
        state, _ = turn.apply(state, action)
    assert state.position == ends[play]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("narde", "W 1:14 5:1 head:7 | B 13:15 | W"),
        ("narde", "W 1:14 5:1 head:7 | B 13:15 | W 4-3"),
        ("narde", "W 1:14 5:1 head:8 | B 13:15 | W 4-3 left:3"),
        ("fevga", "W 1:14 5:1 head:7 | B 13:15 | W 4-3 left:3"),
        ("backgammon", "W 1:14 5:1 head:7 | B 24:15 | W 4-3 left:3"),
    ],
)
def test_where_it_cannot_be_it_is_refused(game: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        one_line.read(GAMES[game].rules, text)
    assert refused.value.refusal.code == "bad_position"


def test_json_of_a_position_is_checked() -> None:
    data = Position.parse(NARDE, "W 1:14 5:1 head:7 | B 13:15").to_json()
    assert data["white"]["head"] == 7
    assert Position.from_json(NARDE, data).left_head(Side.WHITE) == 7
    data["white"]["head"] = 9
    with pytest.raises(Refused):
        Position.from_json(NARDE, data)


REFUSED = (
    ("fevga", "W 1:14 7:1 | B 13:15 | W 5-4", "1/6"),
    ("fevga", "W 1:2 2:2 3:2 4:2 5:2 24:5 | B 8:1 13:14 | W 5-2", "1/6"),
    ("fevga", "W 14:2 15:2 16:2 17:2 18:2 19:2 20:3 | B 13:15 | W 2-1", "20/22"),
    ("moultezim", "W 14:2 15:2 16:2 17:2 24:7 | B 1:2 13:13 | W 2-1", "17/18"),
    ("jacquet", "W 1:2 4:2 5:2 6:2 7:2 8:2 24:3 | B 13:15 | W 5-2", "7/9"),
    ("jacquet", "W 1:14 18:1 | B 13:15 | W 5-2", "1/6"),
    ("narde", "W 1:14 5:1 | B 13:15 | W 4-2", "1/5 1/3"),
    ("narde", "W 1:9 14:1 15:1 16:1 17:1 18:2 | B 13:15 | W 3-1", "18/19"),
)


@pytest.mark.parametrize(("game", "text", "play"), REFUSED)
def test_what_is_refused_is_explained(game: str, text: str, play: str) -> None:
    """In every language, with the points of the reader's board."""
    rules = GAMES[game].rules
    refusal = notation.why(one_line.read(rules, text), play, "booklet")
    assert refusal is not None
    told = {lang: explain(Speaker(Words(lang), rules), refusal, Side.WHITE) for lang in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert not any("{" in sentence for sentence in told.values())


# ------------------------------------------------------------------- a double that runs upwards

GUL_BARA = GAMES["gul-bara"]
ONE = GUL_BARA.ruleset({"heads": "one", "runs": 1})
HANDED = GUL_BARA.ruleset({"heads": "one", "runs": 1, "remainder": "handed"})


def texts(rules: Ruleset, text: str, *plays: str) -> tuple[str, ...]:
    """How a throw stands after each of some plays."""
    state, found = one_line.read(rules, text), []
    for play in plays:
        for action in notation.read_play(state, play, "booklet"):
            state, _ = turn.apply(state, action)
        found.append(one_line.write(state))
    return tuple(found)


def test_what_has_left_the_head_is_known_in_all_parts_of_a_chain() -> None:
    four, five, six = texts(
        ONE, "W 1:9 2:6 | B 24:15 | W 4-4", "1/5 2/6(3)", "2/7(3) 5/10", "6/12(3) 7/13"
    )
    assert four == "W 1:8 2:3 5:1 6:3 head:7 | B 24:15 | W 4-4 part:1 left:5,5,5,5"
    assert five == "W 1:8 6:3 7:3 10:1 head:7 | B 24:15 | W 4-4 part:2 left:6,6,6,6"
    assert six == "W 1:8 7:2 10:1 12:3 13:1 | B 24:15 | W 4-4 part:3 ended:end"


@pytest.mark.parametrize(
    "text",
    [
        "W 1:8 2:3 5:1 6:3 head:7 | B 24:15 | W 4-4 part:1 left:5,5,5,5",
        "W 1:9 7:6 head:7 | B 24:15 | W 4-4 part:2 left:6,6,6,6",
    ],
)
def test_nothing_more_leaves_it_in_the_parts_that_follow(text: str) -> None:
    state = one_line.read(ONE, text)
    assert not any(action.source == 1 for action in turn.steps(state))
    without = one_line.read(ONE, text.replace(" head:7", ""))
    assert any(action.source == 1 for action in turn.steps(without))


def test_two_leave_it_with_the_number_thrown_only() -> None:
    """One with a 4, then none with a 5, although all stood there."""
    state = one_line.read(ONE, "W 1:14 5:1 head:4 | B 24:15 | W 4-4 left:4,4,4")
    assert {action.source for action in turn.steps(state)} == {1, 5}
    (after,) = texts(ONE, one_line.write(state), "5/9/13/17")
    assert after == "W 1:14 17:1 head:4 | B 24:15 | W 4-4 part:1 left:5,5,5,5"
    state = one_line.read(ONE, after)
    assert not any(action.source == 1 for action in turn.steps(state))


def test_for_the_heir_and_in_the_next_throw_it_begins_anew() -> None:
    state = one_line.read(HANDED, "W 1:14 4:1 | B 7:1 13:14 | W 3-3")
    heir = script.run(state, "1/4; done")
    assert one_line.write(heir) == "W 1:13 4:2 | B 7:1 13:14 | B heir:3x3 left:3,3,3 second"
    assert {action.source for action in turn.steps(heir)} == {7, 13}
    left = script.run(heir, "13/16")
    assert one_line.write(left).startswith("W 1:13 4:2 | B 7:1 13:13 16:1 head:7 | B heir:3x3")
    assert {action.source for action in turn.steps(left)} == {7, 16}
    while left.turn.need:
        left, _ = turn.apply(left, turn.next_steps(left)[0])
    own = script.run(left, "done; 6-5")
    assert own.side is Side.BLACK
    assert 13 in {action.source for action in turn.steps(own)}


@pytest.mark.parametrize("seed", range(6))
def test_chains_of_batches_lists_and_steps_agree(seed: int) -> None:
    """What is listed of each part is what its steps lead to, in games at random."""
    rng = random.Random(seed)
    state = turn.new_match(HANDED)
    seen = 0
    for _ in range(500):
        if state.phase is Phase.END:
            state = turn.new_match(HANDED)
        plays = turn.plays(state) if state.phase is Phase.MOVE and state.turn.need else ()
        if plays and not state.turn.used:
            play = rng.choice(plays)
            for code in play.steps:
                action = next(one for one in turn.next_steps(state) if one.code == code)
                state, _ = turn.apply(state, action)
            seen += state.turn.index > 1
            assert state.position.between_throws() == play.position.between_throws()
        else:
            state, _ = turn.apply(state, random_action(state, rng))
    assert seen
