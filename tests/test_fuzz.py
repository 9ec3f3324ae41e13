"""Whatever is read, nothing but `Refused` comes out, and nothing that was there is changed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostile import (
    TEXTS,
    Case,
    cases,
    damaged,
    damaged_text,
    fuzz,
    only_refused,
    random_action,
    scalars,
    values,
)
from tavola import protocol
from tavola.games import GAMES, find
from tavola.play.random_match import random_playout
from tavola.protocol.lines import write_line
from tavola.protocol.serve import LATEST, VERSIONS, answer
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import notation, one_line, record, script
from tavola.rules.turn.state import Action, Kind, Phase, State

pytestmark = pytest.mark.plain

MOST_TRIED = 5_000
"""Positions that the reader of one play may look at: 831 in the worst case known."""

POSITION_WORDS: tuple[str, ...] = (
    "1:2",
    "24:15",
    "25:1",
    "0:1",
    "1:0",
    "5:16",
    "bar:1",
    "bar:99",
    "res:15",
    "res:0",
)
POSITION_WORDS += ("10:1p", "24:2s", "stage:2", "stage:9", "bar:1p", "W", "B", "|", "²:1", "٣:2")
TURN_WORDS: tuple[str, ...] = (
    "W",
    "B",
    "3-1",
    "6-6",
    "7-1",
    "left:3",
    "left:3,3",
    "left:0",
    "left:99",
    "left:9,9,9,9",
)
TURN_WORDS += ("part:1", "part:6", "chosen:4", "choose", "heir:5x4", "heir:6x4", "ended:again")
TURN_WORDS += ("ended:end", "ended:hand", "ended:hand:5x4", "second", "ahead:B5-2", "fixed:3-1")
TURN_WORDS += ("cube:2B", "cube:3", "cube:524288W", "cube:0", "ended:end:1x1", "left:1,2,3,4")
PLAY_WORDS: tuple[str, ...] = (
    "8/5",
    "6/5*",
    "bar/22",
    "res/21",
    "off/3",
    "6/off(2)",
    "13/7*/5",
    "24/18/12/6/off",
)
PLAY_WORDS += ("bar/off", "25/1", "0/0", "1/1", "6/off(9)", "8/5(0)", "٣/٢", "re\u017f/5")
SCRIPT_WORDS: tuple[str, ...] = (
    "done",
    "undo",
    "choose",
    "choose 4",
    "choose ٣",
    "choose ²",
    "keep",
    "double",
    "take",
)
SCRIPT_WORDS += ("drop", "beaver", "resign 2", "resign " + "9" * 5000, "accept", "refuse", "draw")
SCRIPT_WORDS += ("agree", "decline", "next", "3-1", "name 3-1", "name 3-3", "correct 6-5", "throw")


def usable(state: State) -> None:
    """A state that was let in can be shown, written, read again, and played on."""
    again = read_again(state)
    assert again == state
    assert record.state_to_json(read_again(again)) == record.state_to_json(again)
    one_line.write(state)
    script.outcome(state)
    rng = random.Random(3)
    for _ in range(6):
        if state.phase is Phase.END:
            break
        before = repr(state)
        after, _ = turn.apply(state, random_action(state, rng))
        assert repr(state) == before
        turn.plays(after)
        state = after


def read_again(state: State) -> State:
    """The state through its JSON text."""
    data = json.loads(json.dumps(record.state_to_json(state)))
    return record.state_from_json(state.rules, state.match, data)


@fuzz(150)
@given(cases(), st.data())
def test_texts_of_positions(case: Case, data: st.DataObject) -> None:
    state = case.state
    words = POSITION_WORDS + TURN_WORDS
    text = one_line.write(state) if state.phase not in (Phase.OVER, Phase.END) else "W | B"
    text = data.draw(damaged_text(text, words) | st.lists(st.sampled_from(words)).map(" ".join))
    found = only_refused(one_line.read, state.rules, text, state.match)
    if found is not None:
        usable(found)
    only_refused(Position.parse, state.rules, text)


@fuzz(60)
@given(cases(), st.text() | st.sampled_from(TEXTS))
def test_texts_that_are_garbage(case: Case, text: str) -> None:
    state = case.state
    only_refused(one_line.read, state.rules, text)
    only_refused(one_line.read, state.rules, f"W 1:2 | B | {text}")
    only_refused(Position.parse, state.rules, f"W {text}:1 | B 1:{text}")
    for numbering in notation.NUMBERINGS:
        only_refused(notation.read_play, state, text, numbering)
        only_refused(notation.why, state, text, numbering)
    only_refused(script.actions, state, text)
    only_refused(script.run, state, text)


@fuzz(150)
@given(cases(), st.data())
def test_json_of_positions(case: Case, data: st.DataObject) -> None:
    state = case.state
    found = data.draw(damaged(state.position.to_json()))
    position = only_refused(Position.from_json, state.rules, found)
    if position is not None:
        assert position.row == Position.parse(state.rules, position.text()).row
        assert position.row == Position.from_json(state.rules, position.to_json()).row


@fuzz(250)
@given(cases(), st.data())
def test_json_of_states(case: Case, data: st.DataObject) -> None:
    state = case.state
    found = data.draw(damaged(record.state_to_json(state)))
    read = only_refused(record.state_from_json, state.rules, state.match, found)
    if read is not None:
        usable(read)


@fuzz(60)
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_json_of_records(name: str, data: st.DataObject) -> None:
    whole = random_playout(GAMES[name], seed=len(name), cap=6).record.to_json()
    read = only_refused(record.record_from_json, data.draw(damaged(whole)))
    if read is not None:
        game = only_refused(find, read.game)
        if game is not None:
            state = only_refused(record.fold, read, game)
            only_refused(record.same_rules, read, game)
            assert state is None or isinstance(state, State)


@fuzz(150)
@given(cases(), values, st.data())
def test_json_of_events_and_matches(case: Case, value: Any, data: st.DataObject) -> None:
    state = case.state
    only_refused(Action.from_json, value)
    only_refused(record.match_from_json, value)
    only_refused(record.record_from_json, value)
    only_refused(record.state_from_json, state.rules, state.match, value)
    only_refused(record.match_from_json, data.draw(damaged(state.match.to_json())))
    for action in turn.legal(state)[:3]:
        event = action.to_json() | {"dice": [1, 2]}
        read = only_refused(Action.from_json, data.draw(damaged(event)))
        if read is not None:
            only_refused(turn.apply, state, read)


@contextmanager
def bounded_search() -> Iterator[None]:
    """The reader of plays tries so many positions at most: work is counted, since a clock tells of
    the machine."""
    tried = 0
    real = notation._candidates

    def counted(state: State) -> list[Action]:
        nonlocal tried
        tried += 1
        return real(state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notation, "_candidates", counted)
        yield
    assert tried <= MOST_TRIED


@fuzz(120)
@given(cases(), st.data())
def test_typed_plays(case: Case, data: st.DataObject) -> None:
    state = case.state
    numbering = data.draw(st.sampled_from(notation.NUMBERINGS))
    plays = turn.plays(state)
    sound = "8/5 6/5"
    if plays:
        steps = data.draw(st.sampled_from(plays[:20])).steps
        sound = notation.write_play(state.rules, state.position, state.side, steps, numbering)
    words = PLAY_WORDS + tuple(sound.split())
    text = data.draw(
        damaged_text(sound, words) | st.lists(st.sampled_from(words), max_size=9).map(" ".join)
    )
    with bounded_search():
        refusal = only_refused(notation.why, state, text, numbering)
    with bounded_search():
        read = only_refused(notation.read_play, state, text, numbering)
    assert (refusal is None) == (read is not None)
    for action in read or ():
        state, _ = turn.apply(state, action)


@fuzz(120)
@given(cases(), st.data())
def test_scripts(case: Case, data: st.DataObject) -> None:
    state = case.state
    words = SCRIPT_WORDS + PLAY_WORDS
    items = data.draw(st.lists(st.sampled_from(words) | st.sampled_from(TEXTS), max_size=4))
    for item in items:
        only_refused(script.actions, state, item)
    only_refused(script.run, state, "; ".join(items))


@fuzz(100)
@given(st.sampled_from(sorted(GAMES)), values, scalars, st.text(max_size=20))
def test_options(name: str, value: Any, key: Any, text: str) -> None:
    game = GAMES[name]
    for option in game.options:
        read = only_refused(option.read, value)
        assert read is None or type(read) in {type(v) for v in option.values}
        rules = only_refused(game.ruleset, {option.name: value})
        assert rules is None or isinstance(rules, Ruleset)
    only_refused(game.ruleset, {text: value})
    only_refused(game.option, text)
    only_refused(game.profile, text)
    only_refused(find, key)


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """An action of the right types and any numbers."""
    numbers = st.integers(-3, 30) | st.integers()
    return Action(
        draw(st.sampled_from(Kind)),
        draw(st.sampled_from((None, Side.WHITE, Side.BLACK))),
        draw(
            st.none()
            | st.tuples(numbers, numbers)
            | st.tuples(st.integers(1, 6), st.integers(1, 6))
        ),
        draw(numbers),
        draw(numbers),
        draw(numbers),
    )


@fuzz(400)
@given(cases(), actions())
def test_arbitrary_actions(case: Case, action: Action) -> None:
    state = case.state
    before = repr(state)
    found = only_refused(turn.apply, state, action)
    assert repr(state) == before
    if found is not None:
        usable(found[0])


@fuzz(150)
@given(cases(), st.data())
def test_near_legal_actions(case: Case, data: st.DataObject) -> None:
    state = case.state
    legal = turn.legal(state)
    if not legal:
        return
    action = data.draw(st.sampled_from(legal))
    action = Action(
        data.draw(st.sampled_from((action.kind, action.kind, Kind.STEP))),
        data.draw(st.sampled_from((action.side, None, Side.WHITE, Side.BLACK))),
        data.draw(st.sampled_from((action.dice, (3, 1), (6, 6)))),
        action.number + data.draw(st.integers(-1, 1)),
        action.source + data.draw(st.sampled_from((0, 0, 1, -1, 32))),
        action.target + data.draw(st.sampled_from((0, 0, 1, -1, -32))),
    )
    before = repr(state)
    found = only_refused(turn.apply, state, action)
    assert repr(state) == before
    if found is not None:
        usable(found[0])


def test_a_step_is_more_than_its_integer() -> None:
    rules = GAMES["backgammon"].ruleset()
    state = one_line.read(rules, "W 24:1 | B 1:2 | W 5-1")
    good = next(a for a in turn.legal(state) if a.kind is Kind.STEP)
    twisted = replace(good, number=0, source=good.number << 5 | good.source)
    assert twisted.code == good.code
    for action in (twisted, replace(good, source=-70), replace(good, target=10**30)):
        assert only_refused(turn.apply, state, action) is None
    assert turn.apply(state, replace(good, side=None))[0] == turn.apply(state, good)[0]


@pytest.mark.parametrize("text", ["1/2 " * 240_000, "1" + "/2" * 400_000, "24/23" + " " * 1000])
def test_a_play_that_is_a_book_is_not_read(text: str) -> None:
    refusal = notation.why(
        one_line.read(GAMES["backgammon"].ruleset(), "W 24:1 | B 1:2 | W 5-1"), text
    )
    assert refusal is not None
    assert refusal.code == "unclear_play"


def test_the_search_for_a_typed_play_is_bounded() -> None:
    state = one_line.read(GAMES["gioul"].ruleset(), "W 1:3 2:3 3:3 4:3 5:3 | B 24:15 | W 1-1")
    text = "1/2 2/3 3/4 4/5 1/3 2/4 3/5 4/6 5/7 1/3 2/4 3/5 1/24"
    with bounded_search():
        refusal = notation.why(state, text, "booklet")
    assert refusal is not None


@pytest.mark.parametrize(
    "text",
    [
        "W 1:2 | B 24:2 | W 3-1 left:6",
        "W 1:2 | B 24:2 | W 3-1 left:0",
        "W 1:2 | B 24:2 | W heir:5x4",
        "W 1:2 | B 24:2 | W 3-1 ended:hand:5x4",
        "W 1:2 | B 24:2 | W 2-1 choose",
        "W 1:2 | B 24:2 | W 2-1 chosen:4",
        "W 1:2 | B 24:2 | W 3-1 left:٣",
        "W ٣:2 | B 24:2 | W",
    ],
)
def test_words_without_meaning_in_a_game(text: str) -> None:
    assert only_refused(one_line.read, GAMES["backgammon"].ruleset(), text) is None


COMMANDS = [(number, name) for number, known in VERSIONS.items() for name in known.commands]
"""Every command of every version of the engine protocol."""


def request_for(version: int, command: str, case: Case) -> dict[str, Any]:
    """A sound request of a command of a version."""
    game, options, state = case.game, case.options, case.state
    seat = {"game": game.id, "options": options, "match": state.match.to_json()}
    given: dict[str, Any] = {
        **seat,
        "profile": "tournament",
        "state": {**seat, "rules": state.rules.digest(), "now": record.state_to_json(state)},
        "states": True,
        "plays": True,
        "steps": False,
        "texts": False,
        "offers": False,
        "offset": 1,
        "limit": 2,
        "numbering": "booklet",
        "seed": 4,
        "cap": 3,
    }
    paper = record.Record(
        game.id, options, state.match, events=(Action(Kind.OPENING, None, (3, 1)),)
    )
    given["record"] = paper.to_json()
    legal = turn.legal(state)
    if legal:
        given["action"] = legal[0].to_json()
    known = VERSIONS[version].commands[command]
    names = known.needs + known.may + known.one_of
    asked = {"id": 1, "protocol": version, "command": command}
    return {**asked, **{n: given[n] for n in names if n in given}}


def line_of(request: Any) -> bytes:
    """A request as bytes, even where JSON cannot hold it."""
    try:
        return json.dumps(request).encode()
    except ValueError:
        return b'{"command": ' + b"9" * 5000 + b"}"


@cache
def answers_of(version: int) -> Any:
    """What checks an answer against the schema of a version."""
    name = "engine.schema.json" if version == LATEST else f"engine_{version}.schema.json"
    found = json.loads((files(protocol) / name).read_text(encoding="utf-8"))
    del found["anyOf"]
    return jsonschema_rs.Draft202012Validator({**found, "$ref": "#/$defs/answer"})


def asked_of(request: Any, otherwise: int) -> int:
    """The version that a request is answered by."""
    named = request.get("protocol") if isinstance(request, dict) else None
    return named if type(named) is int and named in VERSIONS else otherwise


@fuzz(250)
@given(st.sampled_from(sorted(COMMANDS)), cases(), st.data())
def test_requests(command: tuple[int, str], case: Case, data: st.DataObject) -> None:
    version, name = command
    request = data.draw(damaged(request_for(version, name, case)))
    usual = data.draw(st.sampled_from(sorted(VERSIONS)))
    reply = answer(line_of(request), usual)
    assert reply["ok"] or reply["error"]["code"] != "internal", (request, reply)
    told = write_line(reply)
    assert told.count(b"\n") == 1
    answers_of(asked_of(request, usual)).validate(json.loads(told))


@fuzz(200)
@given(
    st.binary(max_size=60)
    | values.map(line_of)
    | st.text().map(lambda t: t.encode("utf-8", "replace"))
)
def test_lines_of_garbage(line: bytes) -> None:
    for version in VERSIONS:
        reply = answer(line, version)
        assert not reply["ok"]
        assert reply["error"]["code"] != "internal"
        write_line(reply)
