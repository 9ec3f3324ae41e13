"""A backup that is taken while people play: restored, it has all that was acknowledged before it
began, nothing by halves, and a server goes on with it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import select

from databases import database, postgresql
from serving import PATIENCE, Guest, House, play_on
from tavola.server.operating import checking, copying
from tavola.server.operating.opening import reading
from tavola.server.store.schema import EVENTS, MATCHES

__all__ = ["database", "postgresql"]

PEOPLE = 3
MEANWHILE = 30
"""Events that are acknowledged between the first row of a backup and its last."""


class Players:
    """People who play alone, as fast as the server answers; `told` is what it acknowledged."""

    def __init__(self, house: House) -> None:
        self.told: dict[str, int] = {}
        self.of: dict[str, Guest] = {}
        self.trouble: list[BaseException] = []
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._play, args=(house.guest(),)) for _ in range(PEOPLE)
        ]

    @property
    def events(self) -> int:
        """All that was acknowledged so far."""
        return sum([*self.told.values()])

    @contextmanager
    def playing(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            for thread in self._threads:
                thread.join(PATIENCE)

    def reach(self, events: int) -> None:
        """Wait for an event, or for somebody who cannot go on."""
        end = time.monotonic() + PATIENCE
        while self.events < events and not self.trouble:
            assert time.monotonic() < end, "nobody plays"
            time.sleep(0.01)

    def _play(self, guest: Guest) -> None:
        try:
            while not self._stop.is_set():
                table = guest.new_table(game="pin", opponent="here")["table"]
                chair = guest.sit(table)
                chair.until("table")
                self.of[table] = guest
                while not self._stop.is_set() and play_on([chair], 1):
                    self.told[table] = chair.seq
        except BaseException as error:
            self.trouble.append(error)


def _stored(address: str) -> dict[str, list[str]]:
    """The events of every match."""
    with reading(address) as connection:
        found: dict[str, list[str]] = {id: [] for (id,) in connection.execute(select(MATCHES.c.id))}
        rows = connection.execute(
            select(EVENTS.c.match, EVENTS.c.action).order_by(EVENTS.c.match, EVENTS.c.n)
        )
        for match, action in rows:
            found[match].append(json.dumps(action))
    return found


def test_a_backup_under_load_is_restored(database: str, tmp_path: Path) -> None:
    house = House(tmp_path / "house", "--database", database)
    players = Players(house)
    file, target = tmp_path / "backup.sqlite3", f"sqlite:///{tmp_path / 'new.sqlite3'}"

    begun: list[int] = []

    def waits(table: str, done: int, total: int) -> None:
        """Told first when the copy has begun: what is played from then on is not in it."""
        begun.append(players.events)
        players.reach(begun[0] + MEANWHILE)

    try:
        with players.playing():
            players.reach(20 * PEOPLE)
            before = dict(players.told)
            copying.back_up(database, file, waits)
        house.kill()
        assert not players.trouble
        copying.restore(file, target)
        kept, all_of_it = _stored(target), _stored(database)
        for table, events in before.items():
            assert len(kept[table]) >= events, "it was acknowledged before the backup began"
        for table, found in kept.items():
            assert all_of_it[table][: len(found)] == found
        whole, copied = (sum(map(len, one.values())) for one in (all_of_it, kept))
        assert whole >= copied + MEANWHILE - PEOPLE, "they played on meanwhile"
        assert checking.check(target).sound
        _goes_on(tmp_path / "again", target, max(kept, key=lambda one: len(kept[one])), players)
    finally:
        house.close()


def _goes_on(home: Path, address: str, table: str, players: Players) -> None:
    """Who played there plays on, with the cookie that he has."""
    again = House(home, "--database", address)
    try:
        guest = again.guest()
        with suppress(KeyError):
            guest.web.cookies.set("tavola", players.of[table].web.cookies["tavola"])
        chair = guest.sit(table)
        chair.until("table")
        assert chair.mine, "his seat is his"
        play_on([chair], 5)
    finally:
        again.close()
