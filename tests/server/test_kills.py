"""The server is killed while people play (`scripts/kills`): all that it acknowledged is there."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scripts.kills.ledger import BACK, Json, Ledger
from scripts.kills.run import Wishes, run
from scripts.kills.servers import DATABASE, SERVER, WORKER

from conftest import NIGHTLY
from databases import Postgresql, postgresql

__all__ = ["postgresql"]

STEP: Json = {"do": "step", "from": 8, "to": 5, "number": 3}
THROW: Json = {"do": "throw"}
THROWN: Json = {"do": "throw", "side": "W", "dice": [3, 1]}
PLAYED: Json = {"do": "step", "side": "W", "from": 8, "to": 5, "number": 3}
KILLS, TABLES = (250, 38) if NIGHTLY else (4, 4)
WISHES = Wishes(kills=KILLS, tables=TABLES, wait=0.5)
POSTGRESQL, SHARED = 60, 14
"""Seeds with which the first kills are of several kinds."""


# --------------------------------------------------------------------------------------- the books


def books() -> Ledger:
    """Books in which a throw and a step were acknowledged and told."""
    made = Ledger()
    for n, (wish, action) in enumerate(((THROW, THROWN), (STEP, PLAYED)), start=1):
        made.wants(n, n - 1, wish)
        made.accepted(n, n)
        made.heard(0, n, [{"n": n, "action": action}])
    assert made.faults == []
    return made


def test_what_was_acknowledged_is_asked_for() -> None:
    for record, fault in (
        ([THROWN, PLAYED], ""),
        ([THROWN], "lost"),
        ([], "lost"),
        ([PLAYED, THROWN], "told as"),
        ([THROWN, {**PLAYED, "from": 6}], "acknowledged as"),
        ([THROWN, PLAYED, PLAYED], "nobody wanted"),
    ):
        made = books()
        assert made.compare(record) == len(record)
        assert bool(made.faults) == bool(fault), made.faults
        assert fault in " ".join(made.faults)
        made.faults.clear()
        made.compare(record)
        assert made.faults == [], "what was found once is known"


def test_a_wish_without_an_answer_may_have_happened_or_not() -> None:
    for record in ([THROWN, PLAYED], [THROWN, PLAYED, PLAYED]):
        made = books()
        made.wants(3, 2, STEP)
        made.lost()
        made.compare(record)
        assert made.faults == []
        made.compare([THROWN, PLAYED, PLAYED])
        assert bool(made.faults) == (len(record) == 2), "it must not turn up later"


@pytest.mark.parametrize("seq", [2, 3])
def test_who_lives_on_may_still_do_what_was_wished(seq: int) -> None:
    """After somebody came back, or before, when the table is told with it."""
    for wish in (STEP, THROW):
        made = books()
        made.survived = True
        made.wants(3, 2, wish)
        made.lost()
        made.compare([THROWN, PLAYED])
        made.back_again(0, seq)
        made.compare([THROWN, PLAYED, PLAYED])
        assert bool(made.faults) == (wish == THROW), "and nothing else"


def test_nothing_is_acknowledged_twice() -> None:
    made = books()
    made.accepted(2, 2)
    assert len(made.faults) == 1
    made.wants(4, 1, STEP)
    made.accepted(4, 2)
    assert len(made.faults) == 2


def test_epochs_go_on_only_when_somebody_takes_back() -> None:
    made = books()
    made.wants(3, 2, {"do": BACK})
    made.accepted(3, 1)
    made.heard(0, 2, [{"n": 2, "action": PLAYED}])  # another line is late
    made.stands(1, 1)
    assert (made.epoch, made.seq, made.faults) == (1, 1, [])
    made.compare([THROWN])
    made.back_again(1, 1)
    assert made.faults == []
    made.stands(2, 1)
    assert "nobody took anything back" in made.faults.pop()
    made.back_again(0, 1)
    assert "follows" in made.faults.pop()


@pytest.mark.parametrize("happened", [True, False])
def test_a_decision_that_was_perhaps_taken_back(happened: bool) -> None:
    made = books()
    made.wants(3, 2, {"do": BACK})
    made.compare([THROWN] if happened else [THROWN, PLAYED])
    made.back_again(int(happened), 1 if happened else 2)
    assert (made.epoch, made.faults) == (int(happened), [])


def test_books_are_gone_on_with() -> None:
    kept = books().to_json()
    for record, sound in (([THROWN, PLAYED, PLAYED], True), ([THROWN], False)):
        made = Ledger()
        made.resumed(json.loads(json.dumps(kept)), record)
        assert (made.faults == []) == sound


# -------------------------------------------------------------------------------------- real kills


def killed(said: list[str], **wishes: Any) -> Json:
    """The summary of a run, which is printed where something is missing."""
    return run(replace(WISHES, **wishes), say=said.append).summary()


def test_a_killed_server_has_all_that_it_acknowledged(tmp_path: Path) -> None:
    """In two parts: the second goes on where the first was stopped."""
    said: list[str] = []
    first = run(replace(WISHES, kills=1), tmp_path, said.append).summary()
    assert (first["kills"], first["faults"]) == (1, []), said
    found = run(WISHES, tmp_path, said.append).summary()
    assert found["faults"] == [], said
    assert found["kills"] == KILLS
    assert found["acknowledged"] > first["acknowledged"] >= TABLES
    assert found["compared"] >= found["acknowledged"]
    assert found["verified"] >= TABLES


def test_a_killed_database_has_it_too(postgresql: Postgresql) -> None:
    """Its own, in a folder of its own; the fixture says how one is had."""
    said: list[str] = []
    found = killed(said, postgresql=True, seed=POSTGRESQL)
    assert found["faults"] == [], said
    assert found["killed"].keys() >= {SERVER, DATABASE}
    assert found["verified"] >= TABLES


def test_killed_workers_are_replaced_and_nothing_is_lost(postgresql: Postgresql) -> None:
    """Over a PostgreSQL of its own, which is killed at times; how soon somebody takes over hangs on
    what else the machine does, so the bound of `make kills` is none of this test."""
    said: list[str] = []
    found = killed(said, workers=3, seed=SHARED, patient=1.0, replaced=45.0)
    assert found["faults"] == [], said
    assert found["killed"][WORKER] >= 2
    assert found["replaced"], "somebody sat at the tables of a process that was killed"
    assert found["verified"] >= TABLES


def test_a_server_that_acknowledges_too_early_is_found() -> None:
    found = killed([], too_early=True, fail_fast=True, patient=1.0, kills=20)
    assert found["kills"] <= 10
    assert any("are lost" in fault for fault in found["faults"]), found
