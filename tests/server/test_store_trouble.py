"""What the store does when it is killed, when disks are full, files damaged or servers gone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from databases import Postgresql, database, postgresql
from disks import small_disk
from keeping import STEP, loaded, opened, peopled, refused, solo
from tavola.server.store import BadDatabase, NoAnswer, NotStored, Store

__all__ = ["database", "postgresql", "small_disk"]


def victim(*arguments: str) -> subprocess.Popen[str]:
    script = Path(__file__).parents[1] / "store_victim.py"
    return subprocess.Popen(
        [sys.executable, str(script), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def killed_while_writing(address: str) -> dict[str, int]:
    """The last event of each match that a process told before it was killed."""
    process = victim("kill", address)
    assert process.stdout is not None
    told: dict[str, list[int]] = {}
    with process, process.stdout:
        while len(told) < 6 or min(map(len, told.values())) < 15:
            line = process.stdout.readline()
            assert line, "it ended by itself"
            _note(told, line)
        process.kill()
        for line in process.stdout:
            _note(told, line)
    assert all(numbers == sorted(numbers) for numbers in told.values())
    return {match: numbers[-1] for match, numbers in told.items()}


def _note(told: dict[str, list[int]], line: str) -> None:
    if line.endswith("\n"):  # the last line may be torn
        match, n = line.split()
        told.setdefault(match, []).append(int(n))


def test_a_killed_process_loses_nothing_it_told(database: str) -> None:
    before: dict[str, int] = {}
    for _ in range(2):
        told = killed_while_writing(database)
        found = asyncio.run(_numbers(database))
        for match, numbers in found.items():
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= told[match] > before.get(match, 0)
        before = told


async def _numbers(address: str) -> dict[str, list[int]]:
    async with opened(address) as store:
        matches = [await loaded(store, f"m{number}") for number in range(6)]
    assert all(event["match"] == match.id for match in matches for event in match.events)
    assert all(match.seq == len(match.events) for match in matches)
    return {match.id: [event["n"] for event in match.events] for match in matches}


def test_a_file_that_cannot_grow(tmp_path: Path) -> None:
    report = tmp_path / "report"
    with victim("full", f"sqlite:///{tmp_path / 'tavola.db'}", str(report)) as process:
        assert process.wait(120) == 0
    found = json.loads(report.read_text())
    told = found["told"]
    assert told > 10
    assert len(found["refused"]) == 3
    assert found["kept"] == [list(range(1, told + 1)), list(range(1, told + 2))]


def test_a_full_database(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tavola.db'}"

    def most_pages(store: Store, pages: int) -> None:
        with store._database.writer.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async def work() -> None:
        async with peopled(address) as store:
            await store.create(solo("m"))
            await store.create(solo("other"))
            most_pages(store, 40)
            told = 0
            while not await refused(store.append("m", told + 1, [{"text": "x" * 2000}])):
                told += 1
            assert told > 1
            with pytest.raises(NotStored, match="full") as caught:
                await store.append("m", told + 1, [{"text": "x" * 2000}])
            assert "xxx" not in "".join(format_exception(caught.value))
            # In a full database nobody of a group is told that he was stored.
            tasks = [
                asyncio.create_task(refused(store.append(id, n, [{"text": "x" * 9000}])))
                for id, n in (("m", told + 1), ("other", 1))
            ]
            assert await asyncio.gather(*tasks) == ["NotStored", "NotStored"]
            assert len((await loaded(store, "m")).events) == told
            assert (await loaded(store, "other")).events == ()
            most_pages(store, 10_000)
            await store.append("m", told + 1, [STEP])
            assert len((await loaded(store, "m")).events) == told + 1

    asyncio.run(work())


def test_a_full_disk(small_disk: Path) -> None:
    other = small_disk / "letters"
    other.write_bytes(b"x" * 300_000)

    async def work() -> None:
        async with peopled(f"sqlite:///{small_disk / 'tavola.db'}") as store:
            await store.create(solo("m"))
            told = 0
            while not await refused(store.append("m", told + 1, [{"text": "x" * 2000}])):
                told += 1
            assert told > 1
            with pytest.raises(NotStored):
                await store.append("m", told + 1, [{"text": "x" * 2000}])
            assert (await loaded(store, "m")).seq == told
            other.unlink()
            await store.append("m", told + 1, [{"text": "x" * 2000}])
            assert len((await loaded(store, "m")).events) == told + 1

    asyncio.run(work())


@pytest.mark.parametrize(
    "address",
    [
        "",
        "tavola.db",
        "mysql://host/db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x.db",
        "sqlite:///file:x.db?uri=true&nolock=1",
        "postgresql://host:five/x",
    ],
)
def test_addresses_of_no_database(address: str) -> None:
    with pytest.raises(BadDatabase):
        asyncio.run(Store.open(address))


def test_a_user_who_may_not_make_tables(postgresql: Postgresql) -> None:
    import psycopg

    address = postgresql.database()
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as owner:
        owner.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        owner.execute("DROP ROLE IF EXISTS stranger")
        owner.execute("CREATE ROLE stranger LOGIN")
    with pytest.raises(BadDatabase, match="its user may not do there"):
        asyncio.run(Store.open(address.replace("tavola@", "stranger@")))


def test_files_that_are_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Anna, " * 500)
    with pytest.raises(BadDatabase, match="no database"):
        asyncio.run(Store.open(f"sqlite:///{path}"))
    assert path.read_text() == "Dear Anna, " * 500
    with pytest.raises(NotStored):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}"))
    with pytest.raises(NotStored):
        asyncio.run(Store.open(f"sqlite:///{path}/below.db"))


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    address = f"sqlite:///{path}"

    async def work() -> None:
        async with peopled(address) as store:
            await store.create(solo("m", events=(STEP,) * 500))

    asyncio.run(work())
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * (len(data) - 100))
    with pytest.raises(BadDatabase, match="damaged"):
        asyncio.run(Store.open(address))

    async def read() -> str:
        async with opened(address) as store:
            return await refused(store.load("m"))

    path.write_bytes(data[: len(data) // 2] + b"\xff" * (len(data) - len(data) // 2))
    assert asyncio.run(read()) == "NotRead"


def test_a_file_of_sqlite_is_durable_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tavola.db"

    async def work() -> None:
        async with peopled(f"sqlite:///{path}") as store:
            for engine in (store._database.writer, store._database.reader):
                with engine.connect() as connection:
                    found = [
                        connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                        for name in ("journal_mode", "synchronous", "foreign_keys")
                    ]
                    assert found == ["wal", 2, 1]
            for file in path.parent.iterdir():
                assert file.stat().st_mode & 0o077 == 0

    asyncio.run(work())


# -------------------------------------------------------------------------------------- PostgreSQL


def test_a_server_that_goes_away_and_comes_back(postgresql: Postgresql) -> None:
    async def work() -> None:
        async with peopled(postgresql.database()) as store:
            await store.create(solo("m"))
            await store.append("m", 1, [STEP])
            postgresql.stop()
            try:
                assert await refused(store.append("m", 2, [STEP])) == "NoAnswer"
                assert await refused(store.load("m")) == "NotRead"
            finally:
                postgresql.start()
            await store.append("m", 2, [STEP])
            assert (await loaded(store, "m")).seq == 2
            # Nobody notices that it was away while nothing was asked for.
            postgresql.stop()
            postgresql.start()
            await store.append("m", 3, [STEP])
            assert (await loaded(store, "m")).seq == 3

    asyncio.run(work())


def test_a_server_that_crashes(postgresql: Postgresql) -> None:
    async def work() -> None:
        async with peopled(postgresql.database()) as store:
            await store.create(solo("m"))
            told = 0

            async def write() -> None:
                nonlocal told
                while True:
                    await store.append("m", told + 1, [{"n": told + 1}])
                    told += 1

            writing = asyncio.create_task(write())
            while told < 50:
                await asyncio.sleep(0.01)
            postgresql.stop(signal.SIGQUIT)
            postgresql.start()
            writing.cancel()
            await asyncio.wait([writing])
            numbers = [event["n"] for event in (await loaded(store, "m")).events]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) >= told

    asyncio.run(work())


def test_nobody_there() -> None:
    pytest.importorskip(
        "psycopg", reason="psycopg is not installed: pip install 'tavola[postgres]'"
    )
    told: list[str] = []
    with pytest.raises(NoAnswer):
        asyncio.run(Store.open("postgresql://nobody@127.0.0.1:1/nothing", 0.1, told.append))
    assert len(told) == 1, "one line, however often it is tried"
    assert "\n" not in told[0]


def test_a_database_that_is_still_starting_is_waited_for(postgresql: Postgresql) -> None:
    """As after a crash: first nobody is there, then it recovers."""
    address = postgresql.database()
    postgresql.stop(signal.SIGQUIT)

    async def work() -> None:
        asked = asyncio.Event()
        opening = asyncio.create_task(Store.open(address, 60, lambda _: asked.set()))
        await asyncio.wait_for(asked.wait(), 60)
        await asyncio.to_thread(postgresql.start)
        await (await opening).close()

    try:
        asyncio.run(work())
    finally:
        if postgresql._process is None or postgresql._process.poll() is not None:
            postgresql.start()


def test_waiting_does_not_help_where_the_address_is_wrong(postgresql: Postgresql) -> None:
    """The sentence comes at once."""
    address = postgresql.database()
    for wrong in (address.replace("/test", "/nothing"), "postgresql://x@no.such.host.invalid/x"):
        with pytest.raises(NoAnswer, match=r"does not exist|host"):
            asyncio.run(Store.open(wrong, 10**6, pytest.fail))


def test_a_full_disk_of_postgresql(postgresql: Postgresql) -> None:
    """A trigger refuses with the error of a full disk."""
    address = postgresql.database()
    engine = create_engine(address)
    full = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION full_disk()
    """

    def tell(sql: str) -> None:
        with engine.begin() as connection:
            connection.execute(text(sql))

    async def work() -> None:
        async with peopled(address) as store:
            await store.create(solo("m", events=(STEP,), seq=1))
            before = await loaded(store, "m")
            tell(full)
            for status in (None, "over"):
                with pytest.raises(NotStored, match="no space left"):
                    await store.append("m", 2, [STEP], status=status)
            assert await loaded(store, "m") == before
            tell("DROP TRIGGER full_disk ON events")
            await store.append("m", 2, [STEP])

    asyncio.run(work())
    engine.dispose()


@pytest.mark.parametrize("arrived", [True, False])
def test_a_commit_whose_answer_is_lost(
    postgresql: Postgresql, arrived: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not the commit arrived: the event is stored once, and its author is told so."""
    address = postgresql.database()
    engine = create_engine(address)

    def hang_up(connection: Any) -> None:
        with engine.begin() as other:
            pid = connection.dbapi_connection.info.backend_pid
            other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})

    async def work() -> None:
        async with peopled(address) as store:
            await store.create(solo("m"))
            dialect = store._database.writer.dialect
            commit = dialect.do_commit
            hung_up: list[bool] = []

            def commit_and_lose(connection: Any) -> None:
                if not hung_up:
                    hung_up.append(True)
                    if arrived:
                        commit(connection)
                    hang_up(connection)
                commit(connection)
                connection.execute("SELECT 1")
                commit(connection)

            monkeypatch.setattr(dialect, "do_commit", commit_and_lose)
            await store.append("m", 1, [STEP])
            assert hung_up
            monkeypatch.undo()
            assert (await loaded(store, "m")).events == (STEP,)
            await store.append("m", 2, [STEP])

    asyncio.run(work())
    engine.dispose()
