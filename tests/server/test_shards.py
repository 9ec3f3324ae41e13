"""Tables shared out between processes: shares, leases, and a simulation of many processes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import NIGHTLY
from simulated_processes import World
from tavola.server.store.shards import SHARDS, Held, Lease, quota, shard_of

PROCESSES, TABLES, SECONDS, EACH = (
    (50, 100_000, 600.0, 0.001) if NIGHTLY else (10, 2000, 40.0, 0.01)
)
QUIET = 60.0
"""Seconds in which all is shared out again."""
REPLACED = 10.0
"""Seconds after which a shard has an owner again, whatever became of the last one."""


def played(*, fenced: bool, seed: int) -> World:
    """Processes that are killed, cut off and restarted one after the other while people play."""
    world = World(PROCESSES, TABLES, seed, fenced, bad_luck=0.02)
    world.act(EACH)
    world.time.run(10)
    world.trouble(20 / PROCESSES)
    world.time.run(SECONDS)
    return world


@pytest.mark.parametrize("seed", range(5 if NIGHTLY else 2))
def test_no_table_has_two_owners_that_both_write(seed: int) -> None:
    world = played(fenced=True, seed=seed)
    assert world.database.faults == []
    assert world.database.count > SECONDS / EACH / 2, "most of what was played was stored"
    assert world.database.longest_free <= REPLACED
    assert world.refused, "somebody was late, and was refused"


def test_without_the_fence_somebody_writes_what_is_not_his() -> None:
    """Else the test before would prove nothing."""
    assert played(fenced=False, seed=0).database.faults


def test_processes_that_come_and_go_have_even_shares() -> None:
    world = World(4, 100, seed=1)
    world.time.run(QUIET)
    assert world.shares == [(64, 64)] * 4
    moves = world.database.moves
    world.start()
    world.time.run(2 * QUIET)
    assert all(has == share for has, share in world.shares)
    assert world.database.moves - moves <= 60, "no more moves than the newcomer has shards"
    world.processes[0].leaving = True
    world.processes[0].poke()
    world.time.run(3 * QUIET)
    assert sorted(has for has, _ in world.shares) == [51, 51, 51, 51, 52]


@given(st.sets(st.integers(1, 2**31), min_size=1, max_size=300))
def test_shares_make_the_whole(nodes: set[int]) -> None:
    shares = [quota(node, nodes) for node in nodes]
    assert sum(shares) == SHARDS
    assert max(shares) - min(shares) <= 1
    assert quota(0, nodes) == 0


def test_every_shard_has_about_as_many_matches() -> None:
    found = Counter(shard_of(f"match-{n}") for n in range(100 * SHARDS))
    assert found.keys() == set(range(SHARDS))
    assert max(found.values()) < 150
    assert shard_of("AAAAAAAAAAAAAAAA") == 64, "it is the same for ever"


def test_a_lease_ends_with_its_session() -> None:
    held = Held()
    held.begin()
    session = held.session
    assert held.add(session, [Lease(7, 3), Lease(8, 1)])
    assert held.allows(Lease(7, 3))
    assert not held.allows(Lease(7, 2)), "it was lost and taken again meanwhile"
    held.drop([8, 9])
    assert held.shards == {7}
    held.begin()
    assert not held.allows(Lease(7, 3))
    assert not held.add(session, [Lease(9, 1)]), "what was taken in a session that has ended"
    assert held.lease(9) is None
