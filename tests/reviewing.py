"""Matches that are kept on a server and reviewed there, by its interface."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from inside import UNCOUNTED, Inside, Visitor
from seats import play
from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.server.app import create_app
from tavola.server.settings import Settings
from tavola.study.checking import may_be_checked
from tavola.study.questions import What
from tavola.study.review_json import review_from_json

PATIENCE = 300
ENDED = ("done", "stopped", "refused")
GAME = "eureka"
"""A short game with a net."""


def played(game: str = GAME, games: int = 1, seed: int = 2) -> Record:
    match = Match.start(Record(game, match=MatchRules(games=games)), SeededDice(seed))
    assert play(match)
    return match.record


def house_at(address: str) -> Inside:
    return Inside(create_app(Settings(database=address, limits=UNCOUNTED)))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One server for all whose guests know nothing of each other: its process starts once."""
    folder = tmp_path_factory.mktemp("reviews")
    with house_at(f"sqlite:///{folder / 'reviews.sqlite3'}") as found:
        yield found


def keep(visitor: Visitor, record: Record, colour: str = "white") -> str:
    answer = visitor.post("/api/v1/records", params={"colour": colour}, json=record.to_json())
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def state(visitor: Visitor, table: str, *, figures: bool = False) -> dict[str, Any]:
    answer = visitor.get(f"/api/v1/tables/{table}/review", params={"figures": figures})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ask(visitor: Visitor, table: str, **wish: Any) -> dict[str, Any]:
    answer = visitor.post(f"/api/v1/tables/{table}/review", json=wish)
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    return found


def until(visitor: Visitor, table: str, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while not what(found := state(visitor, table)):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


def ended(visitor: Visitor, table: str) -> dict[str, Any]:
    return until(visitor, table, lambda found: found["status"] in ENDED)


def review_of(visitor: Visitor, table: str) -> Any:
    return review_from_json(state(visitor, table, figures=True)["review"])


def error_of(visitor: Visitor, table: str) -> Any:
    """The play that cost most."""
    return next(
        one
        for one in review_of(visitor, table).errors(0.0)
        if one.what is What.PLAY and may_be_checked(one)
    )


def reviewed_by(visitor: Visitor, game: str = GAME) -> tuple[str, Any]:
    table = keep(visitor, played(game))
    ask(visitor, table, depth=0)
    assert ended(visitor, table)["status"] == "done"
    return table, error_of(visitor, table)
