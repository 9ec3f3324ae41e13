"""Several processes over one PostgreSQL: tables are owned by one, and reached through all."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from cutting import Wire
from databases import Postgresql, pgbouncer, postgresql, shared_server
from lands import Land, until
from seats import play
from serving import PATIENCE, Chair, Guest, House, free_port, play_on, wish_of
from tavola.play.dice import SeededDice
from tavola.play.match import Match as Finished
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.server.store.shards import shard_of
from tavola.words.translations import LANGUAGES
from terminals import run

__all__ = ["postgresql"]

REPLACED, DRAINED = 10.0, 2.0
"""Seconds that players wait at most when an owner dies, and when it is asked to end."""
MOVED = 1012


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


# ------------------------------------------------------------------------------- who is cut off


@contextmanager
def hung(process: int) -> Iterator[None]:
    """A process stands still meanwhile; whoever comes is still let in by the system."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def goes_on_without(land: Land, match: Match, cut: AbstractContextManager[None]) -> None:
    """The owner of a match can do nothing for some time: another takes over, and what the owner was
    still asked for is not done when it is back."""
    owner, seq = land.owner(match.table), match.play(10)
    door = land.other_house(owner)
    open = land.houses.index(door)
    with cut:
        began = time.monotonic()
        for chair in match.chairs:
            if (wish := wish_of(chair.view)) is not None:
                chair.send({"type": "act", "id": 99, "seq": seq, **wish})
        until(lambda: land.owners().get(shard_of(match.table), (owner, 0))[0] != owner)
        assert time.monotonic() - began < REPLACED
        match.sit(PATIENCE, door)
        before = match.play(6)
        stood = match.events(open)
        assert len(stood) == before >= seq + 6
    land.even(2)
    assert match.events(open) == stood, "nobody else has written"
    match.sit(PATIENCE, door)
    after = match.play(4)
    found = match.events(open)
    assert len(found) == after
    assert found[: len(stood)] == stood


def test_a_process_that_hangs_is_replaced(two: Land, match: Match) -> None:
    goes_on_without(two, match, hung(two.owner(match.table)))


def test_who_is_cut_off_from_the_database_is_replaced(
    postgresql: Postgresql, tmp_path: Path
) -> None:
    """PostgreSQL does not miss him: the wire keeps its end open."""
    land = Land(postgresql.database(), tmp_path)
    wire = Wire(str(postgresql.folder / ".s.PGSQL.5432"))
    try:
        name = land.address.partition("@/")[2].partition("?")[0]
        far = land.house(address=f"postgresql://tavola@127.0.0.1:{wire.port}/{name}")
        near = land.house()
        land.even(2)
        match = Match(far, near)
        assert land.other_house(land.owner(match.table)) is near, "where it was made"
        goes_on_without(land, match, wire.cut())
        assert "Traceback" not in far.said + near.said
    finally:
        wire.close()
        land.close()


def test_a_review_goes_on_where_its_match_goes(two: Land) -> None:
    """The process that made it is killed: the other one goes on, without anybody asking again."""
    two.even(2)
    asked = two.houses[0].guest()
    match = Finished.start(Record("eureka", match=MatchRules(games=3)), SeededDice(2))
    assert play(match)
    kept = asked.web.post("/api/v1/records", json=match.record.to_json())
    table = str(kept.raise_for_status().json()["table"])
    asked.web.post(f"/api/v1/tables/{table}/review", json={"depth": 1}).raise_for_status()
    before = until(lambda: review_of(asked, table, 1, "working"))
    owner = two.owner(table)
    other = two.other_house(owner).guest()
    other.web.cookies.update(asked.web.cookies)
    os.kill(owner, signal.SIGKILL)
    until(lambda: review_of(other, table, before, "working", "done"), 300)
    assert two.owner(table) != owner
    other.web.post(f"/api/v1/tables/{table}/review", json={"do": "stop"})


def review_of(guest: Guest, table: str, after: int, *statuses: str) -> int:
    """How many questions of a review with one of some statuses are answered, once there are more
    than `after`; a process that has just died answers nothing."""
    time.sleep(0.1)  # whoever makes it steps back behind whoever asks
    with suppress(httpx.HTTPError):
        answer = guest.web.get(f"/api/v1/tables/{table}/review", params={"figures": False})
        found = answer.json()
        if answer.is_success and found["status"] in statuses and found["done"] > after:
            return int(found["done"])
    return 0


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
