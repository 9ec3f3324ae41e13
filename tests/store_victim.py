"""A process that writes into a store until it is killed, or until its disk is full."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path

from tavola.server.store import NotStored, Person, Store, StoredMatch, StoredSeat

MATCHES = 6


async def prepare(store: Store) -> None:
    """Store the matches that are written into, unless they are there."""
    if await store.person("p") is not None:
        return
    await store.add_person(Person("p", "P", {}, 1, 1))
    for number in range(MATCHES):
        seats = (
            StoredSeat(0, "p", "P", "person", None, ""),
            StoredSeat(1, None, "", "computer", "expert", ""),
        )
        match = StoredMatch(f"m{number}", {}, "", {}, 0, 0, "running", 1, 1, "", seats)
        await store.create(match)


async def write(store: Store, id: str) -> None:
    """Append without end, and say what was acknowledged."""
    match = await store.load(id)
    assert match is not None
    n = match.seq
    while True:
        n += 1
        await store.append(id, n, [{"match": id, "n": n}])
        print(id, n, flush=True)


async def until_killed(address: str) -> None:
    """Write into all matches at once."""
    store = await Store.open(address)
    await prepare(store)
    await asyncio.gather(*(write(store, f"m{number}") for number in range(MATCHES)))


async def until_full(address: str) -> None:
    """Write until no file may grow, then see what is there and go on when files may grow again."""
    store = await Store.open(address)
    await prepare(store)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, most))
    told = 0
    refused: list[str] = []
    while len(refused) < 3:
        try:
            await store.append("m0", told + 1, [{"n": told + 1, "text": "x" * 1000}])
        except NotStored as error:
            refused.append(str(error))
        else:
            told += 1
    match = await store.load("m0")
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    await store.append("m0", told + 1, [{"n": told + 1}])
    again = await store.load("m0")
    await store.close()
    assert match is not None
    assert again is not None
    kept = [[event["n"] for event in found.events] for found in (match, again)]
    Path(sys.argv[3]).write_text(json.dumps({"told": told, "refused": refused, "kept": kept}))


if __name__ == "__main__":
    asyncio.run({"kill": until_killed, "full": until_full}[sys.argv[1]](sys.argv[2]))
