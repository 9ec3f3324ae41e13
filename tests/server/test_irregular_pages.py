"""A match with what the rules do not know, at a server: kept, shown event by event, reviewed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inside import Inside
from tavola.play.dice import TypedDice
from tavola.play.match import Match
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import Record
from tavola.server.app import create_app
from tavola.server.match.live_match import Look
from tavola.server.settings import Settings
from tavola.server.wire.events import events_of
from tavola.server.wire.game_log import log_of, turns_of
from tavola.study.match_page import match_page
from tavola.words.translations import LANGUAGES, Words
from test_irregular import whole


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(create_app(Settings(database=f"sqlite:///{tmp_path / 'kept.sqlite3'}"))) as found:
        yield found


def test_it_is_kept_and_every_moment_can_be_looked_at(house: Inside) -> None:
    visitor, record = house.visitor(), whole()
    answer = visitor.post("/api/v1/records", json=record.to_json())
    assert (answer.status_code, answer.json()["events"]) == (201, len(record.events))
    assert answer.json()["say"] == ""
    table = answer.json()["table"]
    for n in range(len(record.events) + 1):
        assert visitor.get(f"/api/v1/tables/{table}/at/{n}").status_code == 200
    for page in (f"/t/{table}", f"/t/{table}/review", "/mine"):
        assert visitor.get(page).status_code == 200
    kept = visitor.get(f"/t/{table}/record.json").json()
    assert kept["events"] == record.to_json()["events"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_tells_it(language: str) -> None:
    moments = Match(whole(), TypedDice()).moments()
    for mine in ((Side.WHITE,), tuple(Side), ()):
        look = Look(mine, language, "own", "full")
        told = log_of(look, moments)
        assert all(line.say for line in told)
        turns = turns_of(look, moments)
        unplayed = [turn for turn in turns if not turn["text"]]
        assert [turn["throw"] for turn in unplayed] == ["31", "31"], "then somebody gave up"
        events = events_of(look, moments)
        steps = [event["steps"] for event in events if event["action"]["do"] == "illegal"]
        assert steps == [[{"number": 0, "from": 24, "to": 14}], []]
        json.dumps(events)


def test_a_page_of_the_match_holds_it() -> None:
    record: Record = whole()
    for language in LANGUAGES:
        assert "24/14" in match_page(record, Words(language))
