"""Clients that mean harm, or are broken: nothing falls over, nothing is given away."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inside import HERE, UNCOUNTED, Inside
from serving import wish_of
from tavola.server.app import create_app
from tavola.server.settings import Limits, Rate, Settings
from tavola.server.wire import messages

UNLIMITED = replace(UNCOUNTED, sockets=10**6)
SCHEMAS: dict[str, type[messages.Message]] = {
    "table": messages.Table,
    "events": messages.Events,
    "refused": messages.Refusal,
    "accepted": messages.Accepted,
    "answer": messages.Answer,
    "presence": messages.Presence,
    "pong": messages.Pong,
}


ANSWERS = ("refused", "accepted", "answer", "table")
TOLD_TO_ALL = {"events", "presence"}


class Trio:
    """A house with one table: two who play, one who watches; all that they were told."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "test.sqlite3"
        url = f"sqlite:///{self.database}"
        self.house = Inside(create_app(Settings(database=url, limits=UNLIMITED)))
        self.house.__enter__()
        self.white, self.black, self.watcher = (self.house.visitor() for _ in range(3))
        wish = {"game": "backgammon", "opponent": "friend", "colour": "white"}
        links = self.white.post("/api/v1/tables", json={**wish, "match": {"length": 99}}).json()
        self.table, self.invite = links["table"], links["join"].rpartition("/")[2]
        self.heard: list[str] = []
        self.waiting = self.white.sit(self.table)
        self.note(self.waiting.until_pong())
        assert self.black.post(f"/api/v1/join/{self.invite}").status_code == 200
        self.lines = [who.sit(self.table) for who in (self.white, self.black, self.watcher)]
        self.views: list[dict[str, Any]] = [{}, {}, {}]
        self.seq = 0
        self.listen()

    def note(self, heard: list[dict[str, Any]]) -> None:
        """Every message fits its schema, which allows no further fields."""
        for message in heard:
            SCHEMAS[message["type"]].model_validate(message)
            self.heard.append(json.dumps(message))

    def listen(self) -> list[list[dict[str, Any]]]:
        """Everything that the three are told until now."""
        found = [line.until_pong() for line in self.lines]
        for number, heard in enumerate(found):
            self.note(heard)
            for message in heard:
                if "view" in message:
                    self.views[number], self.seq = message["view"], message["seq"]
        return found

    def answered(
        self, who: int, message: object
    ) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
        """The answer to a message, and all that was told besides."""
        line, before = self.lines[who], list[dict[str, Any]]()
        line.send(message)
        while (answer := line.hear())["type"] not in ANSWERS:
            before.append(answer)
        self.note([*before, answer])
        found = self.listen()
        found[who] = before + found[who]
        for one in (*before, answer):
            if "view" in one and one["seq"] >= self.seq:
                self.views[who], self.seq = one["view"], one["seq"]
        return answer, found

    def move(self) -> bool:
        """Somebody does what he may; whether anybody could."""
        for number in (0, 1):
            if (wish := wish_of(self.views[number])) is not None:
                self.answered(number, {"type": "act", "id": 1, "seq": self.seq, **wish})
                return True
        return False

    def close(self) -> None:
        """The end."""
        self.house.__exit__(None, None, None)


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trio]:
    """One table for all examples."""
    found = Trio(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


# ------------------------------------------------------------------------------- what is sent there

_PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_ANY = st.recursive(
    _PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
_PLACES = st.sampled_from(["bar", "res", "off", *range(1, 25)])
_ASKED = (
    *("points", "dice", "pips", "score", "cube", "pools", "turn", "last", "moves"),
    *("situation", "position", "log", "hint", "opinion", "why", "secret"),
)
_KINDS = (
    *("opening", "throw", "correct", "keep", "step", "undo", "done", "choose", "name", "double"),
    *("take", "drop", "beaver", "resign", "accept", "refuse", "draw", "agree"),
    *("decline", "next", "pass"),
)
_DICE = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(list)
_SOUND = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("act"), "id": st.integers(0, 99), "do": st.sampled_from(_KINDS)},
        optional={
            "side": st.sampled_from(["W", "B"]),
            "dice": _DICE,
            "number": st.integers(0, 12),
            "from": _PLACES,
            "to": _PLACES,
        },
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("play"),
            "id": st.integers(0, 99),
            "text": st.text(max_size=20) | st.from_regex(r"(bar|[0-9]{1,2})/(off|[0-9]{1,2})\*?"),
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("ask"), "id": st.integers(0, 99), "what": st.sampled_from(_ASKED)},
        optional={
            "place": _PLACES,
            "from": _PLACES,
            "to": _PLACES,
            "number": st.integers(0, 6),
        },
    ),
    st.fixed_dictionaries(
        {"type": st.just("listen")},
        optional={
            "language": st.sampled_from(["it", "de", "fr", "en"]),
            "voice": st.sampled_from(["brief", "full"]),
            "numbering": st.sampled_from(["own", "booklet"]),
        },
    ),
    st.fixed_dictionaries({"type": st.just("back"), "id": st.integers(0, 99)}),
)


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """A message that could be sound, with some of it gone, exchanged or added."""
    message: dict[str, Any] = dict(draw(_SOUND))
    for _ in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from([*message, "seq", "v", "extra"]))
        if draw(st.booleans()):
            message.pop(key, None)
        else:
            message[key] = draw(_ANY)
    return message


_calm = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@_calm
@given(who=st.integers(0, 2), message=mutated(), now=st.booleans(), moves=st.integers(0, 2))
def test_mutated_messages(
    who: int, message: dict[str, Any], now: bool, moves: int, trio: Trio
) -> None:
    for _ in range(moves):
        trio.move()
    before = trio.seq
    if now and message.get("type") in ("act", "play", "back"):
        message.setdefault("seq", before)
    answer, found = trio.answered(who, message)
    answers = [m for m in found[who] if m["type"] in ANSWERS]
    assert len(answers) == 0, "everything is answered once"
    for other, heard in enumerate(found):
        if other != who:
            assert {m["type"] for m in heard} <= TOLD_TO_ALL
    if who == 2 or answer["type"] != "accepted":
        assert trio.seq == before, "nothing has happened"


@_calm
@given(who=st.integers(0, 2), junk=st.binary(max_size=300) | st.text(max_size=300))
def test_junk(who: int, junk: bytes | str, trio: Trio) -> None:
    before = trio.seq
    answer, _ = trio.answered(who, junk)
    assert answer["type"] == "refused"
    assert trio.seq == before


@pytest.mark.parametrize("deep", ["[" * 5000, '{"a":' * 5000, '{"type":"act","id":' + "9" * 5000])
def test_junk_that_is_deep(deep: str, trio: Trio) -> None:
    answer, _ = trio.answered(0, deep)
    assert answer["code"] == "bad_message"


def test_out_of_turn_and_for_another_seat(trio: Trio) -> None:
    tried = 0
    for _ in range(40):
        free = [bool(view["may"] or view["paths"]) for view in trio.views[:2]]
        if free.count(False) == 1:
            idle = free.index(False)
            before, wish = trio.seq, wish_of(trio.views[1 - idle])
            assert wish is not None
            for side in ("W", "B", None):
                named = {} if side is None else {"side": side}
                message = {"type": "act", "id": 3, "seq": before, **wish, **named}
                answer, _ = trio.answered(idle, message)
                assert answer["type"] == "refused", message
                assert trio.seq == before
                tried += 1
        trio.move()
    assert tried > 20


def test_dice_cannot_be_chosen(trio: Trio) -> None:
    """Sealed dice fall as they were sealed, whatever a client says."""
    wish: dict[str, Any] | None = None
    for _ in range(60):
        number = next(n for n in (0, 1) if wish_of(trio.views[n]) is not None)
        wish = wish_of(trio.views[number])
        if wish is not None and wish["do"] in ("throw", "opening"):
            break
        trio.move()
    assert wish is not None
    before = trio.seq
    for dice in ([6, 6], [1, 1]):
        message = {"type": "act", "id": 4, "seq": before, **wish, "dice": dice}
        answer, _ = trio.answered(number, message)
        assert answer["type"] == "refused"
        assert trio.seq == before


def test_nothing_secret_was_ever_told(trio: Trio) -> None:
    """After all that was asked and tried at this table."""
    for _ in range(30):
        trio.move()
    for number in range(3):
        for what in _ASKED:
            trio.answered(number, {"type": "ask", "id": 5, "what": what})
    with sqlite3.connect(trio.database) as stored:
        secrets = [row[0] for row in stored.execute("SELECT secret FROM matches")]
        people = [row[0] for row in stored.execute("SELECT id FROM people")]
        house = [row[0] for row in stored.execute("SELECT value FROM house")]
    stored.close()
    hidden = [text for text in (*secrets, *people, *house, trio.invite) if len(text) > 8]
    assert len(hidden) >= 5
    for visitor in (trio.white, trio.black, trio.watcher):
        for path in (
            f"/t/{trio.table}",
            f"/t/{trio.table}/record.json",
            f"/t/{trio.table}/dice",
            f"/api/v1/tables/{trio.table}",
            f"/api/v1/tables/{trio.table}/at/1",
            f"/api/v1/tables/{trio.table}/links",
            "/api/v1/me",
            "/api/v1/me/export",
            "/mine",
        ):
            trio.heard.append(visitor.get(path, headers={"accept": "text/html"}).text)
    everything = "\n".join(trio.heard)
    assert not [text for text in hidden if text in everything]


def test_advice_is_told_to_nobody_else(trio: Trio) -> None:
    for asking in range(3):
        for what in ("hint", "opinion", "why"):
            answer, found = trio.answered(asking, {"type": "ask", "id": 6, "what": what})
            assert answer["type"] in ("answer", "refused")
            assert found == [[], [], []]


# -------------------------------------------------------------------------------------- bad manners


def test_whoever_does_not_listen_is_cut_off(tmp_path: Path) -> None:
    trio = Trio(tmp_path)
    try:
        deaf = trio.house.visitor().sit(trio.table)
        deaf.until_pong()
        trio.listen()
        deaf.deaf = True
        for _ in range(400):
            assert trio.move(), json.dumps(trio.views[:2])
            watching = [
                m["watching"]
                for line in trio.heard[-8:]
                if (m := json.loads(line))["type"] == "presence"
            ]
            if watching and watching[-1] == 1:
                break
        else:
            pytest.fail("the table still waits for somebody who does not listen")
        deaf.deaf = False
        while deaf.hear():
            pass
        assert deaf.closed == 1013
    finally:
        trio.close()


def test_too_fast(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    limits = Limits(messages=Rate(0.001, 5))
    with Inside(create_app(Settings(database=url, limits=limits))) as house:
        visitor = house.visitor()
        table = visitor.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()
        line = visitor.sit(table["table"])
        for _ in range(6):
            line.send("?")
        heard = []
        while message := line.hear():
            heard.append(message)
        codes = [message.get("code") for message in heard if message["type"] == "refused"]
        assert codes == ["bad_message"] * 5 + ["too_fast"]
        assert line.closed == 1008
        assert visitor.sit(table["table"]).hear()["type"] == "table"


def test_who_may_connect(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.sqlite3'}"
    with Inside(create_app(Settings(database=url, limits=Limits(sockets=2)))) as house:
        visitor = house.visitor()
        table = visitor.post("/api/v1/tables", json={"game": "pin", "opponent": "here"}).json()
        id = table["table"]
        assert visitor.sit(id, origin="http://evil.example").closed == 1008
        assert visitor.sit(id, host="evil.example").closed == 1008
        assert visitor.sit(id, "after=x").closed == 1008
        first, second = visitor.sit(id, origin=HERE), visitor.sit(id)
        assert (first.closed, second.closed) == (None, None)
        assert visitor.sit(id).closed == 1013
        second.leave()
        assert visitor.sit(id).hear()["type"] == "table"
