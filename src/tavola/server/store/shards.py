"""Which process has which tables: every match belongs to a shard, and every shard to one process.

Several processes may serve one database of PostgreSQL.  A process has a shard while its session
there holds the shard's lock.  Each change of owner raises the fence of the shard, and whatever is
written of a match names the fence under which it was loaded: `Held` says whether that still holds.

What is decided here is decided from what a `Book` shows, which is PostgreSQL (`leases.py`) or, in
the simulation of the tests, a fake of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2s
from random import Random
from threading import Lock
from typing import NamedTuple, Protocol

SHARDS = 256
"""Parts that all matches are shared out in: many more than processes, so that shares are even."""

_AT_ONCE = 16
"""Most shards that are given at once: those who get them look around once for all."""


def shard_of(match: str) -> int:
    """The shard of a match, 0 to `SHARDS` - 1; the same in every process and version."""
    return blake2s(match.encode("utf-8", "replace"), digest_size=1).digest()[0]


class Lease(NamedTuple):
    """A shard that a process has, and the fence under which it got it."""

    shard: int
    fence: int


@dataclass(frozen=True)
class Seen:
    """What a process sees of all: `alive` are the numbers of the processes that take their share,
    `locked` the shards that some session holds, `mine` those of them that are this session's.
    `addresses` says where the process is that a shard was last given to."""

    alive: frozenset[int]
    locked: frozenset[int]
    mine: frozenset[int]
    addresses: Mapping[int, str] = field(default_factory=dict)


class Book(Protocol):
    """Where leases are written down."""

    def look(self, node: int, *, leaving: bool) -> Seen:
        """A sign of life of a process, or that it takes no share any more, and what there is."""

    def take(self, node: int, shards: Collection[int]) -> list[Lease]:
        """Take the shards that nobody has; those of one's own session get a new fence, too."""

    def give(self, shards: Collection[int]) -> None:
        """Let go of shards."""


class Held:
    """The leases of a process, as long as its session lasts; asked and changed by two threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._fences: dict[int, int] = {}
        self.session = 0
        """How many sessions there were."""

    def begin(self) -> None:
        """Another session, or none: nothing is held any more."""
        with self._lock:
            self.session += 1
            self._fences = {}

    def add(self, session: int, leases: Iterable[Lease]) -> bool:
        """Hold leases that were taken in a session; False if that one has ended."""
        with self._lock:
            if session == self.session:
                self._fences.update(leases)
            return session == self.session

    def drop(self, shards: Iterable[int]) -> None:
        """Hold some shards no longer."""
        with self._lock:
            for shard in shards:
                self._fences.pop(shard, None)

    def allows(self, lease: Lease) -> bool:
        """Whether something that was loaded under a lease may still be written."""
        return self._fences.get(lease.shard) == lease.fence

    def lease(self, shard: int) -> Lease | None:
        """The lease of a shard; None if it is not held."""
        fence = self._fences.get(shard)
        return None if fence is None else Lease(shard, fence)

    @property
    def shards(self) -> frozenset[int]:
        """What is held."""
        with self._lock:
            return frozenset(self._fences)


@dataclass(frozen=True)
class Round:
    """What came of a look around: `taken` counts once it is committed, and only in `session`;
    `surplus` is how many shards others are waiting for."""

    session: int
    seen: Seen
    taken: tuple[Lease, ...] = ()
    surplus: int = 0


def quota(node: int, alive: Collection[int]) -> int:
    """How many shards are the share of a process; 0 if it is not among those that live."""
    if node not in alive:
        return 0
    each, more = divmod(SHARDS, len(alive))
    return each + (sorted(alive).index(node) < more)


def look_around(node: int, book: Book, held: Held, *, leaving: bool = False) -> Round:
    """One round of a process: a sign of life, and as many free shards as its share lacks."""
    session = held.session
    seen = book.look(node, leaving=leaving)
    held.drop(held.shards - seen.mine)
    have, share = held.shards, quota(node, seen.alive)
    if leaving:
        return Round(session, seen, surplus=len(have))
    # What the session holds without knowing was taken in a transaction that failed.
    wanted = sorted(seen.mine - have)
    free = sorted(frozenset(range(SHARDS)) - seen.locked)
    # Each begins elsewhere, so that two who come at once seldom want the same.
    Random(node).shuffle(free)
    wanted += free[: max(0, share - len(have) - len(wanted))]
    taken = tuple(book.take(node, wanted)) if wanted else ()
    return Round(session, seen, taken, max(0, len(have) + len(taken) - share))


def to_give(shards: Collection[int], awake: Mapping[int, int], surplus: int) -> list[int]:
    """Which of its shards a process gives next, if it has a surplus: some in which nobody plays,
    else the one with the fewest tables; `awake` says how many each has."""
    idlest = sorted(shards, key=lambda shard: (awake.get(shard, 0), shard))[:surplus]
    idle = [shard for shard in idlest if not awake.get(shard, 0)]
    return (idle or idlest[:1])[:_AT_ONCE]


__all__ = [
    "SHARDS",
    "Book",
    "Held",
    "Lease",
    "Round",
    "Seen",
    "look_around",
    "quota",
    "shard_of",
    "to_give",
]
