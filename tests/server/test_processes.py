"""Several processes over one PostgreSQL: tables are owned by one, and reached through all."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import WebSocketException

from databases import Postgresql, pgbouncer, postgresql, shared_server
from serving import PATIENCE, Chair, Guest, House, free_port, play_on
from tavola.server.store.shards import SHARDS, shard_of
from tavola.words.translations import LANGUAGES
from terminals import run

__all__ = ["postgresql"]

REPLACED, DRAINED = 10.0, 2.0
"""Seconds that players wait at most when an owner dies, and when it is asked to end."""
MOVED = 1012

Found = TypeVar("Found")


def until(look: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """The first thing found that is not empty."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, "it never happened"
    return found


class Land:
    """Houses that share a database."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.houses: list[House] = []
        self._engine = create_engine(address, isolation_level="AUTOCOMMIT")

    def house(self, workers: int = 1) -> House:
        """One more, with its own door."""
        found = House(
            self.folder / str(len(self.houses)),
            *("--database", self.address, "--workers", str(workers)),
        )
        self.houses.append(found)
        return found

    def tell(self, sql: str) -> list[tuple[object, ...]]:
        """Ask the database."""
        with self._engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(sql))]

    def owners(self) -> dict[int, tuple[int, int]]:
        """The process of each shard that has one, and its session."""
        sql = (
            "SELECT objid::int, application_name, l.pid FROM pg_locks AS l"
            " JOIN pg_stat_activity AS a USING (pid) WHERE locktype = 'advisory' AND granted"
            " AND classid = 8643 AND a.datname = current_database()"
        )
        return {
            int(str(shard)): (int(str(name).rpartition("-")[2]), int(str(pid)))
            for shard, name, pid in self.tell(sql)
        }

    def owner(self, table: str) -> int:
        """The process that has a table."""
        return until(lambda: self.owners().get(shard_of(table), (0, 0)))[0]

    def other_house(self, process: int) -> House:
        """A house that a process does not belong to."""
        family = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        parent = int(family.rpartition(")")[2].split()[1])
        return next(house for house in self.houses if house.process.pid != parent)

    def even(self, processes: int) -> None:
        """Wait until all shards are shared out."""
        each = {SHARDS // processes, -(-SHARDS // processes)}

        def look() -> bool:
            shares = Counter(process for process, _ in self.owners().values())
            return len(shares) == processes and set(shares.values()) <= each

        until(look)

    def close(self) -> None:
        for house in self.houses:
            house.close()
        self._engine.dispose()


@pytest.fixture(scope="module")
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Land]:
    """Two houses with a process each, for several tests: whoever has ended is started again."""
    found = Land(shared_server(request.config).database(), tmp_path_factory.mktemp("two"))
    try:
        found.house()
        found.house()
        yield found
    finally:
        found.close()


@pytest.fixture
def match(two: Land) -> Match:
    """A match in two houses that have even shares."""
    two.even(2)
    return Match(*two.houses)


@pytest.fixture
def land(postgresql: Postgresql, tmp_path: Path) -> Iterator[Land]:
    found = Land(postgresql.database(), tmp_path)
    yield found
    found.close()


class Match:
    """Two friends at one table, each through a door of his own."""

    def __init__(self, one: House, other: House) -> None:
        self.guests = [one.guest(), other.guest()]
        links = self.guests[0].new_table(
            game="backgammon", opponent="friend", colour="white", match={"length": 1}
        )
        self.table = str(links["table"]).rpartition("/")[2]
        self.guests[1].join(str(links["join"]))
        self.chairs: list[Chair] = []
        self.sit()

    def sit(self, seconds: float = PATIENCE, door: House | None = None) -> None:
        """Sit down, or come back to what was missed, by a door that is open."""
        end = time.monotonic() + seconds
        for guest in self.guests:
            guest.base = door.base if door is not None else guest.base
        old, self.chairs = self.chairs, []
        for number, guest in enumerate(self.guests):
            query = f"?after={old[number].seq}&epoch={old[number].epoch}" if old else ""
            chair = _seated(guest, self.table, query, end)
            first = chair.heard[0]
            assert not old or first["seq"] >= old[number].seq, "nothing acknowledged is lost"
            assert first["type"] == ("events" if old else "table"), "only what was missed is told"
            self.chairs.append(chair)

    def play(self, actions: int) -> int:
        """Play on; the number of the last event that was acknowledged."""
        play_on(self.chairs, actions)
        return max(chair.seq for chair in self.chairs)

    def events(self, door: int = 0) -> list[object]:
        """What is stored."""
        found = self.guests[door].web.get(f"/t/{self.table}/record.json")
        assert found.status_code == 200, found.text
        return list(found.json()["events"])


def _seated(guest: Guest, table: str, query: str, end: float) -> Chair:
    """A connection to a table, tried as a browser does until the table says something."""
    while True:
        with suppress(OSError, WebSocketException):
            chair = guest.sit(table, query)
            chair.hear()
            return chair
        assert time.monotonic() < end, "the table does not come back"


# --------------------------------------------------------------------------------- two processes


def test_a_match_through_both_doors(two: Land, match: Match) -> None:
    seq = match.play(12)
    assert len(match.events(0)) == len(match.events(1)) == seq
    for guest in match.guests:  # one of the doors is another process's than the table
        page = guest.web.get(f"/t/{match.table}", headers={"x-tavola-inner": "{}"})
        assert page.status_code == 200
        assert match.table in page.text
        assert not [name for name in page.headers if "tavola" in name], "nothing of the relay"
        told = guest.web.get(f"/api/v1/tables/{match.table}").json()
        assert told["seq"] == seq
        assert told["mine"], "it is known who asks"
        links = guest.web.get(f"/api/v1/tables/{match.table}/links").json()
        assert links["watch"].startswith(guest.base), "the door by which somebody came"
        missing = guest.web.get(f"/t/{match.table}/nothing")
        assert missing.status_code == 404
        refused = guest.web.post(f"/api/v1/tables/{match.table}/seed", json={"seed": "late"})
        assert refused.json()["code"] == "seeds_fixed"


def test_who_is_killed_is_replaced_and_nothing_is_lost(two: Land, match: Match) -> None:
    seq = match.play(10)
    owner = two.owner(match.table)
    door = two.other_house(owner)
    os.kill(owner, signal.SIGKILL)
    match.sit(REPLACED, door)
    assert two.owner(match.table) != owner
    assert match.play(10) > seq
    assert len(match.events()) > seq, "once its door is open again"


def test_who_is_asked_to_end_hands_its_tables_on(two: Land, match: Match) -> None:
    seq = match.play(10)
    owner = two.owner(match.table)
    door = two.other_house(owner)
    os.kill(owner, signal.SIGTERM)
    assert {chair.closed() for chair in match.chairs} == {MOVED}
    match.sit(DRAINED, door)
    assert two.owner(match.table) != owner
    assert match.play(10) > seq


def test_a_lost_connection_drops_the_tables(two: Land, match: Match) -> None:
    seq = match.play(10)
    _, session = two.owners()[shard_of(match.table)]
    assert two.tell(f"SELECT pg_terminate_backend({session}, 5000)") == [(True,)]
    assert {chair.closed() for chair in match.chairs} == {MOVED}
    match.sit(REPLACED)
    assert match.play(10) > seq


def test_what_is_erased_at_one_process_is_gone_at_all(match: Match) -> None:
    match.play(4)
    assert match.guests[1].web.delete("/api/v1/me").status_code == 204
    match.chairs[0].closed()


# --------------------------------------------------------------------------------------- workers


def test_workers_at_one_port(land: Land) -> None:
    house = land.house(workers=2)
    land.even(2)
    assert house.said.count("Tavola is here") == 1
    match = Match(house, house)
    match.play(6)
    owner = land.owner(match.table)
    os.kill(owner, signal.SIGKILL)
    match.sit(REPLACED)
    match.play(6)
    land.even(2)
    assert house.stop() == 0
    assert land.owners() == {}
    assert "Traceback" not in house.said


def test_workers_end_with_their_parent(land: Land) -> None:
    house = land.house(workers=2)
    land.even(2)
    house.kill()
    until(lambda: not land.owners())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_processes_need_postgresql(lang: str, tmp_path: Path) -> None:
    done = run(tmp_path, "serve", "--no-browser", "--workers", "2", "--lang", lang)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "--workers" in done.stderr
    assert "--database postgresql://" in done.stderr


def test_who_has_a_database_alone_shares_it_with_nobody(land: Land) -> None:
    with ExitStack() as stack:
        alone = House(land.folder / "alone", "--database", land.address)
        stack.callback(alone.close)
        refused = _started(land, "--workers", "2")
        assert refused == (
            "Another Tavola has this database for itself: it was started without --workers. "
            "Stop it first, or start it with --workers, too.\n"
        )
        assert alone.stop() == 0
    land.house()
    land.even(1)
    assert _started(land).startswith("This database is in use: another Tavola is running.")


def _started(land: Land, *arguments: str) -> str:
    """What is said by a server that cannot start."""
    given = ("--no-browser", "--port", str(free_port()), "--database", land.address)
    done = run(land.folder / "refused", "serve", *given, *arguments, TAVOLA_LANG="en")
    assert done.returncode == 2, done.stdout
    return done.stderr


def test_a_pooler_in_transaction_mode_is_refused(postgresql: Postgresql, tmp_path: Path) -> None:
    address = postgresql.database()
    with pgbouncer(postgresql, "transaction") as port:
        pooled = address.replace("?", f"?port={port}&")
        given = ("--no-browser", "--port", str(free_port()), "--database", pooled)
        done = run(tmp_path, "serve", *given, "--workers", "2", TAVOLA_LANG="en")
    assert done.returncode == 2
    assert "PgBouncer in transaction mode" in done.stderr
