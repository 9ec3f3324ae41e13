"""Many server processes over one database, in virtual time and with chosen bad luck.

What decides is the server's own: `look_around` and `Held` of `server/store/shards.py`.  The
database is a fake that keeps locks, fences and signs of life as PostgreSQL does, and notes whoever
writes a table that is not his.
"""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random

from tavola.server.store.shards import (
    SHARDS,
    Held,
    Lease,
    Round,
    Seen,
    look_around,
    quota,
    shard_of,
    to_give,
)

BEAT, SILENT = 1.0, 6.0
"""Seconds between two rounds of a process; until a silent one has no share."""
MISSED = 7.0
"""Seconds until PostgreSQL misses a peer that acknowledges nothing."""
_PAUSE = 0.05
"""Seconds between two rounds at least."""


class Unfenced(Held):
    """What would be if nothing asked under which lease a table was loaded."""

    def allows(self, lease: Lease) -> bool:
        return True


class Time:
    """Virtual seconds, and what happens in them."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Do something later."""
        self._count += 1
        heapq.heappush(self._due, (self.now + seconds, self._count, what))

    def run(self, until: float) -> None:
        """Let everything happen up to a time."""
        while self._due and self._due[0][0] <= until:
            self.now, _, what = heapq.heappop(self._due)
            what()
        self.now = until


class Database:
    """Locks of sessions, fences, signs of life, and what was written."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.sessions: set[int] = set()
        self.locks: dict[int, int] = {}
        self.living: dict[int, int] = {}
        self.beats: dict[int, float] = {}
        self.fences: dict[int, int] = {}
        self.free_since = dict.fromkeys(range(SHARDS), 0.0)
        self.longest_free = 0.0
        self.moves = 0
        self.written: dict[int, int] = {}
        self.count = 0
        self.faults: list[str] = []
        self._last = 0

    def connect(self) -> int:
        """A new session."""
        self._last += 1
        self.sessions.add(self._last)
        return self._last

    def end(self, session: int) -> None:
        """A session ends, and its locks go."""
        self.sessions.discard(session)
        self.release(session, [shard for shard, who in self.locks.items() if who == session])
        self.living = {node: who for node, who in self.living.items() if who != session}

    def lock(self, session: int, shard: int) -> bool:
        """Whether a shard is free, and locked now."""
        if shard in self.locks:
            return False
        self.locks[shard] = session
        self.longest_free = max(self.longest_free, self.time.now - self.free_since[shard])
        return True

    def release(self, session: int, shards: Collection[int]) -> None:
        """Unlock shards of a session."""
        for shard in shards:
            if self.locks.get(shard) == session:
                del self.locks[shard]
                self.free_since[shard] = self.time.now
                self.moves += 1

    def write(self, session: int, table: int, lease: Lease) -> None:
        """A table is written in a session, under a lease."""
        self.count += 1
        if self.locks.get(lease.shard) != session:
            self.faults.append(f"{self.time.now:.2f}: {table} is written by one who has no lock")
        if lease.fence < self.written.get(table, 0):
            self.faults.append(f"{self.time.now:.2f}: {table} is written after its next owner")
        self.written[table] = max(lease.fence, self.written.get(table, 0))


@dataclass
class FakeBook:
    """A `Book` in one session."""

    database: Database
    session: int

    def look(self, node: int, *, leaving: bool) -> Seen:
        base = self.database
        base.beats[node] = base.time.now
        if leaving:
            base.living.pop(node, None)
        else:
            base.living[node] = self.session
        alive = {one for one in base.living if base.time.now - base.beats[one] <= SILENT}
        mine = {shard for shard, who in base.locks.items() if who == self.session}
        return Seen(frozenset(alive), frozenset(base.locks), frozenset(mine))

    def take(self, node: int, shards: Collection[int]) -> list[Lease]:
        base, got = self.database, []
        for shard in shards:
            if base.locks.get(shard) == self.session or base.lock(self.session, shard):
                base.fences[shard] = base.fences.get(shard, 0) + 1
                got.append(Lease(shard, base.fences[shard]))
        return got

    def give(self, shards: Collection[int]) -> None:
        self.database.release(self.session, shards)


class Process:
    """One server: a thread that writes one thing after the other, and tables that are awake."""

    def __init__(self, world: World, node: int) -> None:
        self.world, self.node = world, node
        self.held: Held = Held() if world.fenced else Unfenced()
        self.tables: dict[int, Lease] = {}
        self.session = world.database.connect()
        self.dead = self.leaving = self.busy = False
        self._queue: deque[Callable[[], None]] = deque()
        self._poked = False
        self.held.begin()

    # -------------------------------------------------------------------------------- the writer

    def do(self, work: Callable[[], None]) -> None:
        """Something for the thread that writes."""
        self._queue.append(work)
        if not self.busy:
            self.busy = True
            self.world.soon(self._next)

    def _next(self) -> None:
        if self.dead or not self._queue:
            self.busy = False
            return
        work = self._queue.popleft()
        if self.session not in self.world.database.sessions:
            self.reconnect()
        work()
        self.world.soon(self._next)

    def reconnect(self) -> None:
        """The session has ended: with a new one nothing is held; tables hear of it a bit later."""
        self.held.begin()
        old = dict(self.tables)
        self.session = self.world.database.connect()
        self.world.soon(lambda: self.drop(old))

    def drop(self, tables: dict[int, Lease]) -> None:
        """Forget tables, those excepted that were woken anew."""
        for table, lease in tables.items():
            if self.tables.get(table) == lease:
                del self.tables[table]

    # -------------------------------------------------------------------------------- the rounds

    def keep_looking(self) -> None:
        """A round each second, and whenever somebody has given something."""
        if not self.dead:
            self.poke()
            self.world.time.after(BEAT * self.world.chance.uniform(0.9, 1.1), self.keep_looking)

    def poke(self) -> None:
        """A round soon."""
        if not self._poked and not self.dead:
            self._poked = True
            self.world.time.after(_PAUSE, lambda: self.do(self._round))

    def _round(self) -> None:
        self._poked = False
        session = self.session
        book = FakeBook(self.world.database, session)
        found = look_around(self.node, book, self.held, leaving=self.leaving)
        if self.world.chance.random() < self.world.bad_luck:
            self.world.database.end(session)  # before the commit
        if session in self.world.database.sessions:
            self.world.soon(lambda: self._looked(found))

    def _looked(self, found: Round) -> None:
        if self.dead or not self.held.add(found.session, found.taken):
            return
        if self.leaving and not self.held.shards:
            self.end()
        elif found.surplus:
            awake = Counter(lease.shard for lease in self.tables.values())
            self._give(to_give(self.held.shards, awake, found.surplus))

    def _give(self, shards: Collection[int]) -> None:
        """Shards go once all that was to be stored of them is."""
        self.drop({table: one for table, one in self.tables.items() if one.shard in shards})
        self.held.drop(shards)

        def give() -> None:
            self.held.drop(shards)
            FakeBook(self.world.database, self.session).give(shards)
            for other in self.world.processes:
                if self.world.chance.random() < 0.9:  # news may be missed
                    self.world.soon(other.poke)
            self.poke()

        self.do(give)

    def end(self) -> None:
        """The process ends; its session with it."""
        self.dead = True
        self.world.database.end(self.session)
        self.world.processes.remove(self)
        self.world.time.after(self.world.chance.uniform(0.1, 2), self.world.start)

    # ------------------------------------------------------------------------------------ tables

    def play(self, table: int, shard: int) -> bool:
        """Somebody acts at a table here, if it is this process's; it is stored some time later."""
        lease = self.held.lease(shard)
        if lease is None:
            return False
        if self.tables.get(table) != lease:
            self.tables[table] = lease
        chance = self.world.chance
        self.world.time.after(chance.expovariate(5), lambda: self._store(table, lease))
        return True

    def _store(self, table: int, lease: Lease) -> None:
        def store() -> None:
            if not self.held.allows(lease):
                self.world.refused += 1
                return
            session = self.session
            # Before anything else is begun: one thread writes.
            self._queue.appendleft(lambda: self._commit(session, table, lease))

        if not self.dead:
            self.do(store)

    def _commit(self, session: int, table: int, lease: Lease) -> None:
        if session in self.world.database.sessions:
            self.world.database.write(session, table, lease)


@dataclass
class World:
    """Processes, tables, and what happens to them."""

    size: int
    tables: int
    seed: int
    fenced: bool = True
    bad_luck: float = 0.0
    """How often the session of a round ends before its commit."""
    time: Time = field(default_factory=Time)
    processes: list[Process] = field(default_factory=list)
    refused: int = 0
    nobody: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.database = Database(self.time)
        self.shards = [shard_of(str(table)) for table in range(self.tables)]
        self._nodes = 0
        for _ in range(self.size):
            self.start()

    def soon(self, what: Callable[[], None]) -> None:
        """Do something in a moment: a message, a statement, a turn of a loop."""
        self.time.after(self.chance.expovariate(2000), what)

    def start(self) -> None:
        """One process more."""
        self._nodes += 1
        process = Process(self, self._nodes)
        self.processes.append(process)
        process.keep_looking()

    def act(self, each: float) -> None:
        """Somebody acts at a table; the next one does `each` seconds later, on average."""
        table = self.chance.randrange(self.tables)
        shard = self.shards[table]
        if not any(process.play(table, shard) for process in self.processes):
            self.nobody += 1
        self.time.after(self.chance.expovariate(1 / each), lambda: self.act(each))

    def kill(self) -> None:
        """-9: the session ends when PostgreSQL reads from it."""
        process = self.chance.choice(self.processes)
        self.processes.remove(process)
        process.dead = True
        self.soon(lambda: self.database.end(process.session))
        self.time.after(self.chance.uniform(1, 5), self.start)

    def cut(self) -> None:
        """A connection breaks: the process notices with its next statement, PostgreSQL at once or
        when it misses its peer."""
        session = self.chance.choice(self.processes).session
        wait = self.chance.choice([0.0, MISSED])
        self.time.after(wait, lambda: self.database.end(session))

    def restart(self) -> None:
        """One process is asked to end, and comes again."""
        process = self.chance.choice(self.processes)
        process.leaving = True
        process.poke()

    def trouble(self, each: float) -> None:
        """Kills, cuts and restarts in turn, `each` seconds apart on average."""
        if self.processes:
            self.chance.choice([self.kill, self.cut, self.restart])()
        self.time.after(self.chance.expovariate(1 / each), lambda: self.trouble(each))

    @property
    def shares(self) -> list[tuple[int, int]]:
        """How many shards each process has, and its share."""
        alive = [process.node for process in self.processes]
        return [(len(one.held.shards), quota(one.node, alive)) for one in self.processes]
