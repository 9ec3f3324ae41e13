"""How much one caller may ask for: sizes, rates, connections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from inside import Inside, Visitor, app_of
from tavola.server.http.limits import Bucket, Crowd, Limiter
from tavola.server.settings import UNHURRIED, Limits, Rate
from tavola.words import LANGUAGES

PAGE = {"accept": "text/html"}
SENTENCES = {
    "too_big": "This is too big.",
    "too_fast": "Too much at once: wait a little.",
}


def test_too_big(client: Visitor) -> None:
    big = b"x" * 70_000
    assert client.post("/settings", content=big).status_code == 413

    def parts() -> Iterator[bytes]:
        yield from (b"x" * 10_000 for _ in range(8))

    answer = client.post("/api/v1/tables", content=parts(), headers={"content-type": "text/x"})
    assert answer.status_code == 413
    assert answer.json() == {"code": "too_big", "say": SENTENCES["too_big"]}
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/settings", content=parts(), headers=form).status_code == 413
    for length in ("-1", "many", "9" * 30):
        assert client.post("/settings", headers={"content-length": length}).status_code == 413


def test_too_much_at_once(tmp_path: Path) -> None:
    limits = Limits(requests=Rate(0.5, 3))
    with Inside(app_of(tmp_path, limits=limits)) as new_house:
        client = new_house.visitor()
        answers = [client.get("/api/v1/me") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json() == {"code": "too_fast", "say": SENTENCES["too_fast"]}
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 2
        assert client.get(f"{new_house.static}/site.css").status_code == 200


def test_too_many_tables(tmp_path: Path) -> None:
    with Inside(app_of(tmp_path, limits=Limits(tables=Rate(0.01, 2)))) as new_house:
        client = new_house.visitor()
        wish = {"game": "pin", "opponent": "here"}
        found = [client.post("/api/v1/tables", json=wish).status_code for _ in range(3)]
        assert found == [201, 201, 429]
        assert client.post("/tables", data=wish, headers=PAGE).status_code == 429


_TOKEN = {"authorization": "Bearer s3same"}
BUCKETS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "requests": ("GET", "/api/v1/me", {}),
    "tables": ("POST", "/api/v1/tables", {"json": {"game": "pin", "opponent": "here"}}),
    "people": ("POST", "/settings", {"json": {"name": "Anna"}}),
    "thoughts": ("GET", "/editor.png?game=backgammon", {}),
    "long": ("GET", "/api/v1/me/export", {}),
    "imports": ("POST", "/api/v1/me/import", {"json": {"tables": []}}),
    "questions": ("GET", "/drills/pips/backgammon?seed=1", {}),
    "guesses": ("GET", "/metrics", {"headers": {"x-forwarded-for": "192.0.2.7", **_TOKEN}}),
}
"""What takes a token of each bucket."""
NO_REQUESTS = {"messages"}
"""Buckets of a connection: `test_hostile_clients.py`."""


@pytest.mark.parametrize("bucket", sorted(BUCKETS))
def test_every_bucket_answers_with_a_sentence_and_when_to_come_again(
    bucket: str, tmp_path: Path
) -> None:
    rates = {one.name for one in fields(Limits) if isinstance(getattr(Limits(), one.name), Rate)}
    assert rates == set(BUCKETS) | NO_REQUESTS
    method, path, given = BUCKETS[bucket]
    told = set()
    tight: dict[str, Any] = {bucket: Rate(0.01, 1)}
    settings: dict[str, Any] = {"limits": Limits(**tight), "metrics_token": "s3same"}
    with Inside(app_of(tmp_path, **settings)) as house:
        first = house.visitor().request(method, path, **given)
        assert first.status_code < 300, first.text
        for lang in LANGUAGES:
            for kind in ("application/json", "text/html"):
                other = house.visitor(**{"accept-language": lang, "accept": kind})
                answer = other.request(method, path, **given)
                assert answer.status_code == 429
                assert 1 <= int(answer.headers["retry-after"]) <= 100
                if "json" in answer.headers["content-type"]:
                    assert answer.json()["code"] == "too_fast"
                    told.add(answer.json()["say"])
    assert len(told) == len(LANGUAGES), told


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(Rate(2, 3), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(99.0)


def test_callers_do_not_share_a_bucket() -> None:
    limiter = Limiter(Rate(0.001, 1))
    assert limiter.wait("a") == 0
    assert limiter.wait("a") > 0
    assert limiter.wait("b") == 0
    for number in range(10_000):
        limiter.wait(str(number))
    assert limiter.wait("a") == 0, "who was quiet longest is forgotten"


def test_a_crowd() -> None:
    crowd = Crowd(2)
    assert [crowd.enter("a") for _ in range(3)] == [True, True, False]
    assert crowd.enter("b")
    crowd.leave("a")
    assert crowd.enter("a")
    assert not crowd.enter("a")


CHEAP = {"messages", "requests"}
"""What a thousand people at one address do all the time, and takes milliseconds."""
RATES = {one.name for one in fields(Limits) if isinstance(one.default, Rate)}


def test_without_hurry_a_thousand_people_may_come_from_one_address_and_no_more() -> None:
    usual = Limits()
    for name in RATES - {"guesses"}:
        here, there = getattr(UNHURRIED, name), getattr(usual, name)
        assert there.each_second < here.each_second <= 1000, name
        assert there.at_once < here.at_once <= 10_000, name
        if name not in CHEAP:
            assert here.each_second <= 20, name
            assert here.at_once <= 1000, name
    # A class of thirty opens the editor, asks for reviews and saves its games at the same moment.
    assert UNHURRIED.thoughts.at_once >= UNHURRIED.long.at_once >= 4 * 30
    assert UNHURRIED.sockets >= 1000
    assert UNHURRIED.imports.at_once * UNHURRIED.own <= 512 * 2**20, "bytes taken in at once"
    same = ("body", "record", "own", "message", "held", "patience", "guesses")
    assert [getattr(UNHURRIED, name) for name in same] == [getattr(usual, name) for name in same]


def test_unhurried_work_is_turned_away_with_a_sentence(tmp_path: Path) -> None:
    """Files of somebody who sends one after the other, with `TAVOLA_LIMITS=off`."""
    with Inside(app_of(tmp_path, limits=UNHURRIED)) as house:
        client = house.visitor()
        wish: dict[str, Any] = {"json": {"tables": []}}
        answers = [client.post("/api/v1/me/import", **wish) for _ in range(40)]
        turned = [answer for answer in answers if answer.status_code == 429]
        assert turned
        assert turned[0].json() == {"code": "too_fast", "say": SENTENCES["too_fast"]}
        assert 1 <= int(turned[0].headers["retry-after"]) <= 5
        assert client.get("/mine", headers=PAGE).status_code == 200


# ------------------------------------------------------------------------------- what is in memory


def test_bodies_of_everybody_together_have_a_limit(tmp_path: Path) -> None:
    with Inside(app_of(tmp_path, limits=Limits(held=100_000))) as house:
        client = house.visitor()
        big: dict[str, Any] = {
            "content": b" " * 60_000,
            "headers": {"content-type": "application/json"},
        }
        for _ in range(3):  # one after the other
            assert client.post("/api/v1/verify", **big).status_code == 422
        bodies = house.app.state.bodies
        assert bodies.take(50_000), "somebody else is sending"
        for path in ("/api/v1/verify", "/api/v1/tables", "/settings", "/mine/import"):
            answer = client.post(path, **big)
            assert answer.status_code == 503, path
            assert answer.json()["code"] == "busy"
            assert answer.headers["retry-after"] == "5"
        assert client.get("/api/v1/me").status_code == 200
        bodies.give_back(50_000)
        assert client.post("/api/v1/verify", **big).status_code == 422
        assert bodies.take(100_000), "nothing is held any more"


def test_requests_of_one_address_that_are_answered_at_the_same_time(tmp_path: Path) -> None:
    """A proxy may hold any number of connections: what it asks for one address is counted here."""
    with Inside(app_of(tmp_path, limits=Limits(connections=2))) as house:
        client = house.visitor()
        asking = house.app.state.asking
        for _ in range(4):
            assert client.get("/api/v1/me").status_code == 200
        assert asking.held == 0
        assert all(asking.enter("127.0.0.1") for _ in range(2))
        answer = client.get("/api/v1/me")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "1"
        asking.leave("127.0.0.1")
        assert client.get("/api/v1/me").status_code == 200
