"""People and matches for tests of the store, and ways to look at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import create_engine, select

from tavola.server.store import Person, Store, StoredMatch, StoredSeat
from tavola.server.store.schema import METADATA

ANNA = Person("anna", "Anna Aprile", {"language": "it", "sound": True}, 100, 200)
BRUNO = Person("bruno", "Bruno Bruni", {}, 101, 201)
STEP = {"do": "step", "side": "W", "number": 3, "from": 8, "to": 5}


def person_at(player: int, person: Person) -> StoredSeat:
    return StoredSeat(player, person.id, person.name, "person", None, "")


def computer_at(player: int) -> StoredSeat:
    return StoredSeat(player, None, "", "computer", "expert", "")


def open_at(player: int, invite: str) -> StoredSeat:
    return StoredSeat(player, None, "", "open", None, invite)


def a_match(id: str, first: StoredSeat, second: StoredSeat, **changed: Any) -> StoredMatch:
    waiting = "open" in (first.kind, second.kind)
    match = StoredMatch(
        id,
        {"tavola": 1, "game": "any", "players": [first.name, second.name], "dice": {}},
        "hidden",
        {"takeback": True},
        0,
        0,
        "waiting" if waiting else "running",
        1000,
        2000,
        "",
        (first, second),
    )
    return replace(match, **changed)


def solo(id: str, **changed: Any) -> StoredMatch:
    return a_match(id, person_at(0, ANNA), computer_at(1), **changed)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = await Store.open(address)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def peopled(address: str) -> AsyncIterator[Store]:
    async with opened(address) as store:
        await store.add_person(ANNA)
        await store.add_person(BRUNO)
        yield store


async def refused(work: Coroutine[Any, Any, Any]) -> str:
    """The name of the exception that some work raises."""
    try:
        await work
    except Exception as error:
        return type(error).__name__
    return ""


async def loaded(store: Store, id: str) -> StoredMatch:
    match = await store.load(id)
    assert match is not None
    return match


def everything(address: str) -> str:
    """All rows of all tables as text."""
    engine = create_engine(address)
    with engine.connect() as connection:
        rows = [list(connection.execute(select(table))) for table in METADATA.sorted_tables]
    engine.dispose()
    return repr(rows)
