"""A throw played for practice: the rules of a table without a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.text import one_line
from tavola.rules.turn.state import Phase

HIT = "W 1:2 12:5 17:3 19:5 | B 24:2 13:4 10:1 8:3 6:5 | W 6-3"
BAR = "W 12:5 17:3 19:5 bar:1 1:1 | B 24:2 13:5 8:3 6:5 | W 6-3"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Visitor]:
    with Inside(app_of(tmp_path)) as house:
        yield house.visitor()


def asked(
    client: Visitor, line: str, message: Any = None, game: str = "backgammon", **more: Any
) -> Any:
    """What is answered to a message in a position."""
    body = {"game": game, "line": line, "message": message, "numbering": "booklet", **more}
    return client.post("/api/v1/practice", json=body).json()


def act(kind: str, seq: int, **more: Any) -> dict[str, Any]:
    return {"type": "act", "id": 1, "seq": seq, "do": kind, **more}


def done_by(answer: Any) -> list[Any]:
    return [event["action"] for event in answer["events"]]


def test_the_board_is_told_as_at_a_table(client: Visitor) -> None:
    table = asked(client, HIT)
    assert (table["type"], table["mine"], table["facing"], table["seq"]) == ("table", ["W"], "W", 0)
    assert table["view"]["throw"] == [6, 3]
    assert {"from": 1, "to": 10} in [
        {"from": path["from"], "to": path["to"]} for path in table["view"]["paths"]
    ]
    assert table["view"]["may"] == []


def test_a_throw_is_played_taken_back_and_ended(client: Visitor) -> None:
    first = asked(client, HIT, act("step", 0, number=6, **{"from": 1, "to": 7}))
    events = done_by(first)
    assert first["view"]["may"] == ["undo"]
    back = asked(client, HIT, act("undo", 1), events=events)
    events += done_by(back)
    assert back["view"]["throw"] == [6, 3]
    assert back["view"]["board"] == asked(client, HIT)["view"]["board"]
    typed = asked(client, HIT, {"type": "play", "id": 2, "seq": 2, "text": "1/10*"}, events=events)
    events += done_by(typed)
    assert [event["action"]["to"] for event in typed["events"]] == [4, 10]
    assert typed["view"]["board"]["black"]["bar"] == 1
    ended = asked(client, HIT, act("done", len(events)), events=events)
    assert ended["view"]["may"] == ended["view"]["paths"] == []
    events += done_by(ended)
    after = asked(client, HIT, act("throw", len(events)), events=events)
    assert after["type"] == "refused"


def test_a_refusal_names_the_points(client: Visitor) -> None:
    told = asked(client, BAR, act("step", 0, number=3, **{"from": 12, "to": 15}))
    assert (told["type"], told["code"], told["points"]) == ("refused", "bar_first", ["bar"])
    assert told["say"]
    unread = asked(client, HIT, {"type": "play", "id": 2, "seq": 0, "text": "1/3"})
    assert unread["type"] == "refused"
    assert unread["say"]


def test_questions_are_answered_and_hints_are_not(client: Visitor) -> None:
    told = asked(client, HIT, {"type": "ask", "id": 3, "what": "points"})
    assert "10" in told["points"]
    assert asked(client, HIT, {"type": "ask", "id": 3, "what": "moves"})["say"]
    assert asked(client, HIT, {"type": "ask", "id": 3, "what": "hint"})["type"] == "refused"


@pytest.mark.parametrize("kind", ["throw", "resign", "draw", "next", "opening", "nonsense"])
def test_nothing_else_is_done_for_practice(client: Visitor, kind: str) -> None:
    assert asked(client, HIT, act(kind, 0, number=1))["type"] == "refused"


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("nonsense", []),
        (HIT.replace("1:2", "1:22"), []),
        (HIT, [{"do": "step", "number": 5, "from": 1, "to": 6}]),
        (HIT, [{"do": 7}]),
        (HIT, [{"do": "undo"}] * 201),
    ],
)
def test_what_cannot_be_gets_a_sentence(client: Visitor, line: str, events: list[Any]) -> None:
    body = {"game": "backgammon", "line": line, "events": events}
    answer = client.post("/api/v1/practice", json=body)
    assert answer.status_code == 422
    assert answer.json()["say"]


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].telling])
def test_what_may_be_played_is_what_the_rules_allow(client: Visitor, game: str) -> None:
    """The first steps that are told are those of the engine, in the moment that makes each game."""
    moment = GAMES[game].telling[0]
    told = asked(client, moment.text, game=game)
    state = one_line.read(GAMES[game].rules, moment.text)
    assert told["mine"] == [state.actor.letter if state.actor else state.side.letter]
    if state.phase is Phase.MOVE:
        first = {(path["steps"][0]["number"], path["from"]) for path in told["view"]["paths"]}
        assert first == {
            (action.to_json()["number"], action.to_json()["from"]) for action in turn.steps(state)
        }


# ------------------------------------------------------------------------------------ lessons


def answered(client: Visitor, step: str, game: str = "backgammon/hit", **answer: Any) -> Any:
    return client.post(f"/api/v1/lessons/{game}/{step}", json=answer)


def test_an_answer_is_right_or_gets_its_reason(client: Visitor) -> None:
    events = done_by(asked(client, HIT, {"type": "play", "id": 1, "seq": 0, "text": "1/10*"}))
    right = answered(client, "hit", events=events).json()
    assert right["right"] is True
    wrong = done_by(asked(client, HIT, {"type": "play", "id": 1, "seq": 0, "text": "12/15 12/18"}))
    reply = answered(client, "hit", events=wrong).json()
    assert (reply["right"], len(reply["say"])) == (False, 4)
    assert reply["say"][1].endswith(":")  # whose play is told of
    assert answered(client, "shots", number=5).json()["right"] is True
    assert answered(client, "shots", number=4).json()["right"] is False
    assert answered(client, "take", "eureka/cube", cube="take").json()["right"] is True


@pytest.mark.parametrize(
    ("step", "game", "answer", "status"),
    [
        ("hit", "backgammon/none", {}, 404),
        ("none", "backgammon/hit", {}, 404),
        ("hit", "chess/hit", {}, 422),
        ("why", "backgammon/hit", {"number": 1}, 422),
        ("shots", "backgammon/hit", {}, 422),
        ("shots", "backgammon/hit", {"number": -1}, 422),
        ("take", "eureka/cube", {"cube": "maybe"}, 422),
        ("hit", "backgammon/hit", {"events": [{"do": "step", "from": 1, "to": 99}]}, 422),
    ],
)
def test_an_answer_that_cannot_be_gets_a_sentence(
    client: Visitor, step: str, game: str, answer: dict[str, Any], status: int
) -> None:
    found = answered(client, step, game, **answer)
    assert found.status_code == status
    assert found.json()["say"]
