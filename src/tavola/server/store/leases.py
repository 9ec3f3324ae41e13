"""Leases on shards in PostgreSQL: advisory locks of the session that writes, and two tables.

The session that writes holds the locks of its shards, so nothing is committed by a process that
has lost them: they go when that session goes, and another one begins without any.  `leases` and
`nodes` hold nothing that outlives the processes but the fences, which must rise for ever; so they
are no part of the schema, of backups, or of what is moved.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection as Transaction
from sqlalchemy import text

from tavola.server.store.postgresql import Connection, Hold
from tavola.server.store.shards import Held, Lease, Round, Seen, look_around
from tavola.server.store.trouble import Moved

SHARD, NODE = 8643, 8644
"""What advisory locks of two numbers are for: a shard, a process that lives."""
SILENT = 6
"""Seconds without a sign of life after which a process has no share any more."""
_STEADY = 3.0
"""Seconds since the last round in which who looks was not silent himself."""
_GOING = 0.2
"""Seconds that a session which was ended is waited for, so that its shards are free at once."""
_FORGOTTEN = 3600
"""Seconds after which a process that is gone is not remembered."""

_TABLES = (
    "CREATE TABLE IF NOT EXISTS nodes"
    " (id integer PRIMARY KEY, address text NOT NULL, beat bigint NOT NULL)",
    "CREATE TABLE IF NOT EXISTS leases"
    " (shard integer PRIMARY KEY, node integer NOT NULL, fence bigint NOT NULL)",
)
_NOW = "CAST(extract(epoch FROM clock_timestamp()) AS bigint)"
_BEAT = (
    f"INSERT INTO nodes (id, address, beat) VALUES (:node, :address, {_NOW})"
    " ON CONFLICT (id) DO UPDATE SET address = excluded.address, beat = excluded.beat"
)
_LOCKS = (
    "SELECT CAST(classid AS bigint), CAST(objid AS bigint), pid = pg_backend_pid() FROM pg_locks"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND classid IN (CAST(:shard AS oid), CAST(:node AS oid))"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
# A process that hangs keeps its connection, and so does a wire that is cut: for hours, if something
# stands between that acknowledges.  Roles of others may not be ended.
_HUNG = (
    "SELECT a.pid FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)"
    " JOIN nodes ON nodes.id = CAST(l.objid AS bigint)"
    " WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND a.usename = current_user"
    " AND classid = CAST(:node AS oid) AND a.pid <> pg_backend_pid()"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    f" AND nodes.beat < {_NOW} - {SILENT}"
)
_TRY = (
    f"SELECT shard FROM unnest(CAST(:shards AS integer[])) AS shard"
    f" WHERE pg_try_advisory_lock({SHARD}, shard)"
)
_CLAIM = (
    "INSERT INTO leases (shard, node, fence)"
    " SELECT shard, :node, 1 FROM unnest(CAST(:shards AS integer[])) AS shard ORDER BY shard"
    " ON CONFLICT (shard) DO UPDATE SET node = excluded.node, fence = leases.fence + 1"
    " RETURNING shard, fence"
)
_GIVE = (
    f"SELECT pg_advisory_unlock({SHARD}, shard) FROM unnest(CAST(:shards AS integer[])) AS shard"
)
_TRANSACTION = (
    "SELECT pg_current_xact_id()::text, pg_backend_pid(), (SELECT count(*) FROM leases JOIN"
    " unnest(CAST(:shards AS integer[]), CAST(:fences AS bigint[])) AS given (shard, fence)"
    " ON given.shard = leases.shard AND given.fence <> leases.fence)"
)


class Share(Hold):
    """The hold of one of several processes: it shares the database, and has some of its shards.

    `node` is its number, `address` where the others reach it.
    """

    try_lock = "SELECT pg_try_advisory_lock_shared(%s, %s)"

    def __init__(self, address: str) -> None:
        super().__init__()
        self.node = secrets.randbelow(2**31 - 1) + 1
        self.address = address
        self.held = Held()
        self._looked = -_STEADY

    def take(self, connection: Connection) -> None:
        """As the base class does; with another session nothing is held."""
        self.lost()
        super().take(connection)

    def lost(self) -> None:
        """The session is gone, and with it all that was held."""
        if self.held.shards:
            self.overtaken = True
        self.held.begin()

    def allows(self, lease: Lease) -> bool:
        """As the base class says: only while it is held."""
        return self.held.allows(lease)

    def settle(self, connection: Connection) -> None:
        """As the base class does, with the tables of the leases."""
        for table in _TABLES:
            connection.execute(table)
        super().settle(connection)

    def _look_back(self, connection: Connection) -> None:
        """After a gap: whoever has the database alone some time has to know that we were here."""
        self.settle(connection)
        connection.commit()

    def name_of_transaction(
        self, connection: Transaction, leases: Collection[Lease]
    ) -> tuple[str, int]:
        """As the base class does.  Raises `Moved` if a lease is not what the database says."""
        shards, fences = [one.shard for one in leases], [one.fence for one in leases]
        values = {"shards": shards, "fences": fences}
        name, session, old = connection.execute(text(_TRANSACTION), values).one()
        if old:
            raise Moved("another process has these tables")
        return str(name), int(session)

    def look_around(self, connection: Transaction, *, leaving: bool = False) -> Round:
        """One round (see `shards.look_around`), in a transaction of the session that holds."""
        book = _Book(connection, self.address)
        now = time.monotonic()
        steady, self._looked = now - self._looked < _STEADY, now
        if steady and not leaving:  # else everybody was kept waiting, perhaps
            book.end_hung()
        return look_around(self.node, book, self.held, leaving=leaving)

    def give(self, connection: Transaction, shards: Collection[int]) -> None:
        """Let go of shards; all that was written of them must be committed."""
        self.held.drop(shards)
        _Book(connection, self.address).give(shards)


class _Book:
    """What `nodes`, `leases` and the locks say."""

    def __init__(self, connection: Transaction, address: str) -> None:
        self._connection = connection
        self._address = address

    def _ask(self, query: str, **values: Any) -> list[Any]:
        return list(self._connection.execute(text(query), values))

    def end_hung(self) -> None:
        """End the sessions of processes that are silent: their locks go with them, and what they
        may still send is not stored."""
        end = time.monotonic() + _GOING
        while hung := [pid for (pid,) in self._ask(_HUNG, node=NODE)]:
            self._ask(
                "SELECT pg_terminate_backend(pid) FROM unnest(CAST(:hung AS integer[])) AS pid",
                hung=hung,
            )
            if time.monotonic() >= end:
                break
            time.sleep(0.02)

    def look(self, node: int, *, leaving: bool) -> Seen:
        """As `Book` says."""
        self._connection.execute(text(_BEAT), {"node": node, "address": self._address})
        locks = self._ask(_LOCKS, shard=SHARD, node=NODE)
        living = {number for kind, number, _ in locks if kind == NODE}
        if leaving and node in living:
            self._ask("SELECT pg_advisory_unlock(:kind, :node)", kind=NODE, node=node)
            living.discard(node)
        elif not leaving and node not in living:
            self._ask("SELECT pg_advisory_lock(:kind, :node)", kind=NODE, node=node)
            living.add(node)
        silent, gone = f"beat < {_NOW} - {SILENT}", f"beat < {_NOW} - {_FORGOTTEN}"
        self._connection.execute(text(f"DELETE FROM nodes WHERE {gone}"))
        nodes = self._ask(f"SELECT id, address, {silent} FROM nodes")
        fresh = {id for id, _, quiet in nodes if not quiet}
        where = {id: address for id, address, _ in nodes}
        leases = self._ask("SELECT shard, node FROM leases")
        return Seen(
            alive=frozenset(living & fresh),
            locked=frozenset(number for kind, number, _ in locks if kind == SHARD),
            mine=frozenset(number for kind, number, own in locks if kind == SHARD and own),
            addresses={shard: where[owner] for shard, owner in leases if owner in where},
        )

    def take(self, node: int, shards: Collection[int]) -> list[Lease]:
        """As `Book` says; a shard that is locked here already is not locked twice."""
        own = {
            number
            for kind, number, mine in self._ask(_LOCKS, shard=SHARD, node=NODE)
            if kind == SHARD and mine
        }
        got = [shard for (shard,) in self._ask(_TRY, shards=sorted(set(shards) - own))]
        claimed = self._ask(_CLAIM, node=node, shards=sorted({*got, *(own & set(shards))}))
        return [Lease(shard, fence) for shard, fence in claimed]

    def give(self, shards: Collection[int]) -> None:
        """As `Book` says."""
        self._ask(_GIVE, shards=sorted(shards))


__all__ = ["NODE", "SHARD", "SILENT", "Share"]
