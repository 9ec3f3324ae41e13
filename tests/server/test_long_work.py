"""Long requests hold up nobody: records in processes of their own, all of one's data in parts,
lists a page at a time."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import threading
import time
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select

from inside import Inside, Visitor, app_of, new_table
from paper import open_page
from serving import House
from tavola.games.agreement import Wish, agree
from tavola.play import verify
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text.record import record_from_json
from tavola.server.api import export
from tavola.server.match import imported, workers
from tavola.server.match.new_match import TableWish, new_match
from tavola.server.match.stepping_back import step_back
from tavola.server.match.workers import Busy, Workers
from tavola.server.pages import own, routes
from tavola.server.settings import Limits, Rate
from tavola.server.store import Person, Store
from tavola.server.store.schema import MATCHES, SEATS
from tavola.server.store.store import LEFT_AT_ONCE

RECORD: dict[str, Any] = {
    "tavola": 1,
    "game": "eureka",
    "events": [{"do": "opening", "dice": [2, 5]}, {"do": "throw", "side": "B", "dice": [6, 6]}],
}

# ------------------------------------------------------------------------- processes of their own


def test_records_are_read_in_another_process(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object) -> None:
        raise AssertionError("a record is read in the process that serves the tables")

    monkeypatch.setattr(verify, "verify", here)
    monkeypatch.setattr("tavola.rules.text.record.replay", here)
    monkeypatch.setattr("tavola.rules.text.record.fold", here)
    assert client.post("/api/v1/verify", json=RECORD).json()["sound"] is True
    kept = client.post("/api/v1/records", json=RECORD)
    assert (kept.status_code, kept.json()["events"]) == (201, 2)
    bad = {**RECORD, "events": [{"do": "done", "side": "W"}]}
    assert client.post("/api/v1/verify", json=bad).json()["sound"] is False
    for broken in (b"{", b"[]", b"\xff", b'{"tavola": 99, "game": "eureka"}'):
        answer = client.post("/api/v1/verify", content=broken)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_record")


def test_pictures_are_made_in_another_process(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes them lets no thread beside it work, for a tenth of a second and more."""

    def here(*_: object, **__: object) -> None:
        raise AssertionError("a picture is made in the process that serves the tables")

    resvg = pytest.importorskip("resvg_py", reason="pictures as PNG need resvg-py")
    monkeypatch.setattr(resvg, "svg_to_bytes", here)
    answer = client.get("/editor.png?game=backgammon")
    assert (answer.status_code, answer.content[:4]) == (200, b"\x89PNG")


def test_processes_step_back_before_they_read_a_module(
    client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one core everybody who plays would wait for their start."""
    begun: list[int] = []
    monkeypatch.setattr(workers, "step_back", lambda pid, by: begun.append(pid))
    assert client.post("/api/v1/verify", json=RECORD).status_code == 200
    assert client.post("/api/v1/verify", json=RECORD).status_code == 200
    assert begun
    assert len(set(begun)) == len(begun)
    assert {one.pid for one in multiprocessing.active_children()} >= set(begun)


def test_a_process_steps_back() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as child:
        assert os.getpriority(os.PRIO_PROCESS, child.pid) == own
        for by, wanted in ((5, own + 5), (40, 19)):
            step_back(child.pid, by)
            assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(wanted, 19)
    step_back(child.pid, 5)  # it has ended meanwhile


def test_a_reason_comes_from_another_process_as_it_was() -> None:
    reason = refuse("bad_record", what="size")
    again = pickle.loads(pickle.dumps(reason))
    assert isinstance(again, Refused)
    assert again.refusal == reason.refusal


def test_a_record_has_so_many_events(client: Visitor) -> None:
    long = {**RECORD, "events": [{"do": "undo", "side": "W"}] * (imported.MOST_EVENTS + 1)}
    for address in ("/api/v1/verify", "/api/v1/records"):
        answer = client.post(address, json=long, headers={"accept-language": "en"})
        assert (answer.status_code, answer.json()["code"]) == (422, "too_many_events")
        assert "tavola verify" in answer.json()["say"]


def test_long_requests_have_a_bucket_of_their_own(tmp_path: Path) -> None:
    with Inside(app_of(tmp_path, limits=Limits(long=Rate(0.01, 2)))) as house:
        client = house.visitor()
        assert client.post("/api/v1/verify", json=RECORD).status_code == 200
        assert client.get("/api/v1/me/export").status_code == 200
        for answer in (
            client.post("/api/v1/verify", json=RECORD),
            client.get("/api/v1/me/export"),
            client.post("/api/v1/records", json=RECORD),
        ):
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
            assert 1 <= int(answer.headers["retry-after"]) <= 100
        assert client.get("/api/v1/me").status_code == 200


def test_more_than_can_be_done_is_turned_away(new_house: Inside, client: Visitor) -> None:
    new_house.app.state.workers = Workers(most=0)
    answer = client.post("/api/v1/verify", json=RECORD)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer.headers["retry-after"] == str(Busy.seconds)


def test_a_process_that_dies_is_replaced(new_house: Inside) -> None:
    workers: Workers = new_house.app.state.workers
    first = new_house.run(workers.do(os.getpid))
    assert first != os.getpid()
    with pytest.raises(Busy):
        new_house.run(workers.do(os._exit, 1))
    assert new_house.run(workers.do(os.getpid)) not in (first, os.getpid())


def test_who_waits_when_the_server_ends_is_told_to_ask_again(tmp_path: Path) -> None:
    with Inside(app_of(tmp_path)) as house:
        workers: Workers = house.app.state.workers
        others, begun = set(multiprocessing.active_children()), set[BaseProcess]()

        async def ended() -> list[type[BaseException]]:
            waiting = [asyncio.ensure_future(workers.do(time.sleep, 600)) for _ in range(4)]
            await asyncio.sleep(0)
            begun.update(set(multiprocessing.active_children()) - others)
            workers.end()
            found = await asyncio.gather(*waiting, return_exceptions=True)
            return [type(one) for one in found if isinstance(one, BaseException)]

        assert house.run(ended()) == [Busy] * 4
        assert begun
        for process in begun:
            # Not `join`: the pool's own thread may hear of its end at the same moment.
            assert wait([process.sentinel], 300), "nobody waits for the ten minutes of its work"
        answer = house.visitor().post("/api/v1/verify", json=RECORD)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["retry-after"] == str(Busy.seconds)


def test_the_processes_end_with_the_server(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        answer = house.guest().web.post("/api/v1/verify", json=RECORD)
        assert answer.status_code == 200
        server = house.process.pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        assert children
        os.kill(server, signal.SIGKILL)
        house.process.wait()
        end = time.monotonic() + 60
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < end, children
            time.sleep(0.02)
    finally:
        house.close()


# --------------------------------------------------------------------------- many matches of one


def many(store: Store, person: Person, ended: int, going: int) -> Any:
    """So many matches of somebody, the higher number touched later."""

    async def made() -> None:
        await store.add_person(person)
        one = new_match(TableWish(agree(Wish("pin")), opponent="computer"), person)
        for n in range(ended + going):
            status = "over" if n < ended else "running"
            match = replace(one, id=f"match-{n:05}", status=status, touched=n + 1, score="1 0")
            await store.create(match)

    return made()


def test_all_of_ones_data_comes_in_parts(new_house: Inside) -> None:
    """No part is longer than a match, however many there are."""
    store: Store = new_house.app.state.store
    person = Person("anna", "Anna", {}, 1, 1)
    new_house.run(many(store, person, 40, 3))

    async def parts() -> list[bytes]:
        return [part async for part in export.everything(store, person)]

    found = new_house.run(parts())
    assert len(found) == 45
    assert max(map(len, found)) < 2000
    whole = json.loads(b"".join(found))
    assert [table["id"] for table in whole["tables"]][:2] == ["match-00042", "match-00041"]
    assert len(whole["tables"]) == 43
    assert (whole["name"], whole["cards"]) == ("Anna", [])


def test_a_long_match_comes_in_parts_too(
    new_house: Inside, client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its record is written beside the tables, and compressed a piece at a time."""
    store: Store = new_house.app.state.store
    person = Person("anna", "Anna", {}, 1, 1)
    new_house.run(many(store, person, 1, 0))
    events = [{"do": "undo", "side": "W"}] * 15_000
    wrote: set[int] = set()

    async def lengthened() -> int:
        found = await store.load("match-00000")
        assert found is not None
        long = replace(found, id="long", events=tuple(events), seq=len(events))
        await store.create(long)
        return threading.get_ident()

    def noting(*given: Any, **more: Any) -> Any:
        wrote.add(threading.get_ident())
        return record_from_json(*given, **more)

    monkeypatch.setattr(routes, "record_from_json", noting)
    loop = new_house.run(lengthened())
    answer = client.get("/t/long/record.json")
    assert answer.json()["events"] == events
    assert answer.headers["content-type"] == "application/json"
    assert wrote, "it was read"
    assert loop not in wrote

    async def parts() -> list[bytes]:
        return [part async for part in export.everything(store, person)]

    found = new_house.run(parts())
    assert max(map(len, found)) <= export.PART < len(b"".join(found))
    assert [table["id"] for table in json.loads(b"".join(found))["tables"]] == [
        "long",
        "match-00000",
    ]


def test_who_erases_many_matches_leaves_them_a_few_at_a_time(new_house: Inside) -> None:
    """What is written between two commits is what everybody else waits for."""
    visitor = new_house.visitor()
    new_table(visitor, opponent="here")
    store: Store = new_house.app.state.store
    first = visitor.get("/api/v1/me/export").json()["tables"][0]["id"]
    new_house.run(_copies(store, first, 0, 170))
    new_table(visitor, opponent="computer")
    written: list[int] = []

    @event.listens_for(store._database.writer, "after_cursor_execute")
    def _write(_: Any, cursor: Any, statement: str, *___: Any) -> None:
        if statement.startswith(("UPDATE", "DELETE")):
            written[-1:] = [written[-1] + 1]

    @event.listens_for(store._database.writer, "begin")
    def _begin(_: Any) -> None:
        written.append(0)

    assert visitor.request("DELETE", "/api/v1/me").status_code == 204
    assert sum(written) > 2 * 170
    assert max(written) <= 4 * LEFT_AT_ONCE + 10
    with store._database.reader.connect() as connection:
        assert not connection.execute(select(SEATS).where(SEATS.c.person.is_not(None))).all()
        assert len(connection.execute(select(MATCHES)).all()) == 170, "unfinished ones are gone"


def test_ten_thousand_matches_cost_no_more_questions_than_a_hundred(new_house: Inside) -> None:
    """Counted, not timed: what is asked of the database for each page, and what is sent."""
    visitor = new_house.visitor(accept="text/html")
    new_table(visitor, opponent="here")
    store: Store = new_house.app.state.store
    first = visitor.get("/api/v1/me/export").json()["tables"][0]["id"]
    asked: list[str] = []

    @event.listens_for(store._database.reader, "before_cursor_execute")
    def _ask(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    def look(page: str) -> tuple[int, int]:
        asked.clear()
        answer = visitor.get(page)
        assert answer.status_code == 200
        return len(asked), len(answer.content)

    found: dict[str, list[tuple[int, int]]] = {}
    for low, high in ((0, 100), (100, 10_000)):
        new_house.run(_copies(store, first, low, high))
        pages = {"all": "/", "own": "/mine", "second": "/mine?finished=2"}
        for name, page in {**pages, "last": f"/mine?finished={high // 50}"}.items():
            found.setdefault(name, []).append(look(page))
    for page, ((few, small), (many, large)) in found.items():
        assert many <= few <= 40, page
        assert large < small + 2000, page


def _copies(store: Store, first: str, low: int, high: int) -> Any:
    """Finished copies of a match, as if they had been played."""

    def copy(connection: Connection) -> None:
        match = connection.execute(select(MATCHES).where(MATCHES.c.id == first)).one()._asdict()
        seats = [
            row._asdict() for row in connection.execute(select(SEATS).where(SEATS.c.match == first))
        ]
        for n in range(low, high):
            id = f"copy-{n:05}"
            connection.execute(
                insert(MATCHES), {**match, "id": id, "status": "over", "touched": n + 1}
            )
            connection.execute(insert(SEATS), [{**seat, "match": id} for seat in seats])

    return store._writer.do(copy)


def test_ones_matches_stand_on_pages(new_house: Inside) -> None:
    visitor = new_house.visitor(accept="text/html")
    new_table(visitor, opponent="here")
    me = visitor.get("/api/v1/me/export").json()["tables"][0]["id"]
    store: Store = new_house.app.state.store

    async def fill() -> None:
        stored = await store.load(me)
        assert stored is not None
        for n in range(120):
            await store.create(replace(stored, id=f"over-{n:05}", status="over", touched=n + 1))

    new_house.run(fill())
    seen: list[str] = []
    for number, shown in ((1, 50), (2, 50), (3, 20), (9, 20)):
        page = open_page(visitor, f"/mine?finished={number}")
        found = [one["href"] for one in page.all("a") if one.get("href", "").endswith("/review")]
        assert len(found) == shown
        seen += found
        assert bool(page.all("a", rel="prev")) == (number > 1)
        assert bool(page.all("a", rel="next")) == (number in (1, 2))
    assert len(set(seen)) == 120
    assert own.FINISHED == 50
    assert visitor.get("/mine?finished=0").status_code == 422
    assert visitor.get("/").status_code == 200
