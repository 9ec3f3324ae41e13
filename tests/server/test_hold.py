"""The hold of one server on a database of PostgreSQL, and silence of the database."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from at_table import ANNA, Client, Idle
from databases import Postgresql, pgbouncer, postgresql
from fake_store import person
from inside import Inside, Line
from keeping import STEP, loaded, peopled, refused, solo
from serving import PATIENCE, House, free_port
from tavola.games.agreement import Wish, agree
from tavola.server.api import socket
from tavola.server.app import create_app
from tavola.server.match.new_match import TableWish
from tavola.server.settings import Settings
from tavola.server.store import BadDatabase, InUse, NoAnswer, NotRead, Store, writer
from tavola.server.store import postgresql as hold
from tavola.server.tables.tables import Tables
from terminals import run

__all__ = ["postgresql"]


def tell(address: str, sql: str) -> list[int]:
    """Ask the database beside the store."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        found = [row[0] for row in connection.execute(text(sql))]
    engine.dispose()
    return found


_OURS = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 8642 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_HANG_UP = f"SELECT pg_terminate_backend(pid, 5000)::int FROM ({_OURS}) AS ours"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for anything."""
    monkeypatch.setattr(hold, "PATIENCE", 2.0)
    monkeypatch.setattr(hold, "RELEASE", 0.2)
    monkeypatch.setattr(writer, "BEAT", 0.1)
    monkeypatch.setattr(socket, "_PING", 0.05)


def test_a_second_server_is_refused_with_a_sentence(postgresql: Postgresql, tmp_path: Path) -> None:
    address = postgresql.database()
    first = House(tmp_path / "first", "--database", address)
    try:
        arguments = ("serve", "--no-browser", "--port", str(free_port()), "--database", address)
        done = run(tmp_path, *arguments, TAVOLA_LANG="en")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "This database is in use: another Tavola is running. "
            "Stop it first, or give this one a database of its own with --database.\n"
        )
        assert first.process.poll() is None
        first.kill()
        first.start()  # a hold ends with its process
    finally:
        first.close()


def test_a_hold_that_was_lost_is_taken_again(postgresql: Postgresql, impatient: None) -> None:
    async def work() -> None:
        address = postgresql.database()
        async with peopled(address) as store:
            await store.create(solo("m"))
            before = tell(address, _OURS)
            with pytest.raises(InUse):
                await Store.open(address)
            assert tell(address, _HANG_UP) == [1]
            await store.append("m", 1, [STEP])
            assert len(tell(address, _OURS)) == 1
            assert tell(address, _OURS) != before

    asyncio.run(work())


@contextmanager
def taken_over(address: str) -> Iterator[None]:
    """Another server has the hold that the first one loses.

    It waits for the lock before that is free, so that the first one cannot be faster.
    """
    engine = create_engine(address)
    with engine.connect() as other:
        lock = text("SELECT pg_advisory_lock(8642, 0)")
        with ThreadPoolExecutor(1) as pool:
            taking = pool.submit(other.execute, lock)
            while not tell(address, _OURS.replace("AND granted", "AND NOT granted")):
                pass
            tell(address, _HANG_UP)
            taking.result(60)
        yield
    engine.dispose()


def test_its_own_session_that_has_not_noticed_is_ended(
    postgresql: Postgresql, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a cut network the old session would hold the lock until PostgreSQL misses its peer."""

    async def work() -> None:
        address = postgresql.database()
        async with peopled(address) as store:
            await store.create(solo("m"))
            before = tell(address, _OURS)
            with store._database.writer.connect() as connection:
                driver: Any = connection.connection.dbapi_connection
                # Another socket in place of ours: the old one stays open, and nobody reads it.
                kept = os.dup(driver.fileno())
                nowhere, _ = os.pipe()
                os.dup2(nowhere, driver.fileno())
            try:
                assert await refused(store.append("m", 1, [STEP])) in ("", "NoAnswer")
                async with asyncio.timeout(PATIENCE):
                    while not (await loaded(store, "m")).seq:
                        await refused(store.append("m", 1, [STEP]))
                assert tell(address, _OURS) != before
                assert (await loaded(store, "m")).seq == 1
            finally:
                os.close(kept)
                os.close(nowhere)

    asyncio.run(work())


def test_an_idle_server_notices_that_it_was_replaced(
    postgresql: Postgresql, impatient: None
) -> None:
    """It writes nothing from then on, and says so."""

    async def work() -> None:
        address = postgresql.database()
        ended: asyncio.Queue[Exception] = asyncio.Queue()
        async with peopled(address) as store:
            await store.create(solo("m"))
            store.watch(lambda: None, ended.put_nowait)
            with taken_over(address):
                assert isinstance(await asyncio.wait_for(ended.get(), 60), InUse)
                assert await refused(store.append("m", 1, [STEP])) == "NotStored"
            assert await refused(store.append("m", 1, [STEP])) == "NotStored"
            assert (await loaded(store, "m")).seq == 0

    asyncio.run(work())


def test_what_is_known_is_old_once_another_server_was_here(
    postgresql: Postgresql, impatient: None
) -> None:
    async def work() -> None:
        address = postgresql.database()
        news: asyncio.Queue[str] = asyncio.Queue()
        async with peopled(address) as store:
            await store.create(solo("m"))
            store.watch(lambda: news.put_nowait("overtaken"), lambda _: news.put_nowait("ended"))
            generation = "UPDATE house SET value = value::int + 1 WHERE key = 'generation'"
            tell(address, generation + " RETURNING value::int")
            tell(address, _HANG_UP)
            assert await asyncio.wait_for(news.get(), 60) == "overtaken"
            tell(address, _HANG_UP)
            await store.append("m", 1, [STEP])
            assert news.empty()

    asyncio.run(work())


def test_a_server_that_was_replaced_ends_with_a_sentence(
    postgresql: Postgresql, tmp_path: Path
) -> None:
    address = postgresql.database()
    house = House(tmp_path, "--database", address)
    try:
        assert httpx.get(house.base, timeout=PATIENCE).status_code == 200
        with taken_over(address):
            assert house.process.wait(PATIENCE) == 2
        assert "Another Tavola has taken over this database, so this one has stopped." in house.said
        assert "Traceback" not in house.said
    finally:
        house.close()


@pytest.mark.parametrize("mode", ["transaction", "statement", "session"])
def test_a_pooler_that_shares_sessions_is_refused(
    postgresql: Postgresql, mode: str, tmp_path: Path
) -> None:
    address = postgresql.database()

    async def work(pooled: str) -> None:
        if mode == "session":
            async with peopled(pooled) as store:
                await store.create(solo("m"))
                await store.append("m", 1, [STEP])
                assert len(tell(address, _OURS)) == 1
            return
        with pytest.raises(BadDatabase, match="PgBouncer in transaction mode") as caught:
            await Store.open(pooled)
        assert "--database" in str(caught.value)
        assert tell(address, _OURS) == [], "no lock is left behind in the pool"

    with pgbouncer(postgresql, mode) as port:
        asyncio.run(work(address.replace("?", f"?port={port}&")))


def test_a_hold_that_others_share_is_noticed_when_something_is_stored(
    postgresql: Postgresql, impatient: None
) -> None:
    """Should a pooler be so busy that it is not found out at the start."""

    async def work() -> None:
        ended: asyncio.Queue[Exception] = asyncio.Queue()
        async with peopled(postgresql.database()) as store:
            await store.create(solo("m"))
            store.watch(lambda: None, ended.put_nowait)
            kept = store._database.hold
            assert kept is not None
            kept.session += 1
            assert await refused(store.append("m", 1, [STEP])) == "NotStored"
            assert isinstance(await asyncio.wait_for(ended.get(), 60), BadDatabase)
            assert (await loaded(store, "m")).seq == 0

    asyncio.run(work())


# ----------------------------------------------------------------------------------------- silence


def test_a_silent_database_is_noticed_and_recovers(postgresql: Postgresql, impatient: None) -> None:
    async def work() -> None:
        async with peopled(postgresql.database()) as store:
            await store.create(solo("m"))
            await store.append("m", 1, [STEP])
            with postgresql.silent():
                with pytest.raises(NoAnswer):
                    await store.append("m", 2, [STEP])
                with pytest.raises(NoAnswer):
                    await store.append("m", 2, [STEP])
                with pytest.raises(NotRead):
                    await store.load("m")
            while await refused(store.append("m", 2, [STEP])):
                pass
            assert (await loaded(store, "m")).seq == 2

    asyncio.run(work())


@pytest.mark.parametrize("arrives", [True, False])
def test_a_database_that_falls_silent_in_a_commit(
    postgresql: Postgresql, impatient: None, arrives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the move arrives or not, the table waits until that is known, and shows the truth."""

    async def work() -> None:
        async with peopled(postgresql.database()) as store:
            await store.add_person(person(ANNA, "Anna"))
            tables = Tables(store, Idle())
            wish = TableWish(agree(Wish("backgammon")), opponent="here", colour="white")
            table = await tables.create(wish, person(ANNA, "Anna"))
            anna, watcher = Client(table), Client(table, "somebody")
            await table.finish()  # the seed is stored
            dialect = store._database.writer.dialect
            commit = dialect.do_commit
            hung: list[bool] = []

            def hang(connection: Any) -> None:
                """The backend stands still before it hears of the commit, or that there is none."""
                if hung:
                    commit(connection)
                    return
                hung.append(True)
                backend = connection.dbapi_connection.info.backend_pid
                os.kill(backend, signal.SIGSTOP)
                try:
                    if arrives:
                        commit(connection)
                    else:
                        connection.dbapi_connection.close()
                        raise hold.Silent("as if the network was cut")
                finally:
                    os.kill(backend, signal.SIGCONT)

            monkeypatch.setattr(dialect, "do_commit", hang)
            answer = await anna.act("opening")
            assert (answer["type"], answer["code"]) == ("refused", "not_stored")
            assert "Whether your move was stored" in answer["say"]
            told = await watcher.wait("table")
            stored = await loaded(store, table.id)
            assert told["seq"] == table.match.seq == stored.seq
            assert not arrives or stored.seq == 1
            assert arrives or stored.seq == 0
            if not stored.seq:
                assert (await anna.act("opening"))["type"] == "accepted"
            await tables.close()

    asyncio.run(work())


def until(line: Line, *types: str) -> dict[str, Any]:
    """The next message of some types."""
    while (message := line.hear()).get("type") not in types:
        assert message, line.closed
    return message


def test_a_ping_is_answered_while_the_database_is_silent(
    postgresql: Postgresql, impatient: None
) -> None:
    settings = Settings(database=postgresql.database())
    with Inside(create_app(settings)) as house:
        guest = house.visitor()
        made = guest.post("/api/v1/tables", json={"game": "backgammon", "opponent": "here"})
        line = guest.sit(made.json()["table"].rpartition("/")[2])
        seq = until(line, "table")["seq"]
        with postgresql.silent():
            line.send({"type": "act", "id": 1, "seq": seq, "do": "opening"})
            line.send({"type": "ping"})
            assert until(line, "pong", "refused")["type"] == "pong"
            refused = until(line, "refused")
            assert refused["say"] == (
                "Nothing was played, since the database does not answer. Try again in a moment."
            )
            page = guest.get("/api/v1/me")
            assert page.status_code == 503
            assert page.json()["code"] == "not_stored"
            assert int(page.headers["retry-after"]) > 0
        # It recovers by itself.
        id, answer = 1, refused
        while answer["type"] == "refused":
            id += 1
            line.send({"type": "act", "id": id, "seq": seq, "do": "opening"})
            answer = until(line, "accepted", "refused")
        assert answer["seq"] == seq + 1
