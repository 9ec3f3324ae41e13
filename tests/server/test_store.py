"""The schema of the store, over SQLite and over a real PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from databases import database, postgresql
from keeping import (
    a_match,
    computer_at,
    everything,
    opened,
    peopled,
)
from tavola.server.store import (
    BadDatabase,
    InUse,
    NewerDatabase,
    Store,
)
from tavola.server.store.schema import HEAD, METADATA

__all__ = ["database", "postgresql"]


def test_the_revisions_make_the_schema(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            await store.set_fact("port", "8642")
        async with opened(database) as store:
            assert await store.fact("port") == "8642"

    asyncio.run(work())
    engine = create_engine(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            (HEAD,)
        ]
    engine.dispose()


def test_a_database_of_the_first_version_is_brought_on(database: str) -> None:
    async def before() -> None:
        async with opened(database) as store:
            await store.create(a_match("old", computer_at(0), computer_at(1)))

    async def after() -> None:
        async with opened(database) as store:
            match = await store.load("old")
            assert match is not None
            assert match.score == ""
            await store.append("old", 1, [{"kind": "x"}], status="over", score="3 5")
            match = await store.load("old")
            assert match is not None
            assert match.score == "3 5"

    asyncio.run(before())
    engine = create_engine(database)
    config = Config()
    config.set_main_option("script_location", "tavola.server.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    asyncio.run(after())


def test_two_who_open_an_empty_database_at_once(database: str) -> None:
    async def work() -> None:
        opening = [Store.open(database) for _ in range(4)]
        found = await asyncio.gather(*opening, return_exceptions=True)
        stores = [store for store in found if isinstance(store, Store)]
        if not database.startswith("sqlite"):
            assert len(stores) == 1, "only one may write"
            assert sum(isinstance(error, InUse) for error in found) == 3
        secrets = await asyncio.gather(*(store.secret() for store in stores))
        assert len(set(secrets)) == 1
        assert len(secrets[0]) == 64
        for store in stores:
            await store.close()

    asyncio.run(work())


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    async def work() -> None:
        async with peopled(database):
            pass
        engine = create_engine(database)
        with engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        engine.dispose()
        before = everything(database)
        with pytest.raises(NewerDatabase, match="9999"):
            await Store.open(database)
        assert everything(database) == before

    asyncio.run(work())


def test_tables_of_another_program_are_left_alone(database: str) -> None:
    async def work() -> None:
        engine = create_engine(database)
        Path(engine.url.database or "").parent.mkdir(exist_ok=True)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE matches (flame TEXT)"))
        engine.dispose()
        with pytest.raises(BadDatabase, match="another program"):
            await Store.open(database)

    asyncio.run(work())
