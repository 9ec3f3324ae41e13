"""Brings a database to the schema of this version when it is opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, inspect, text

from tavola.server.store.schema import HEAD, METADATA
from tavola.server.store.trouble import BadDatabase, NewerDatabase
from tavola.words.translations import mark

FOREIGN = mark("it belongs to another program")
_LOCK = 8642_0001
"""Key of the advisory lock under which PostgreSQL is migrated: one process at a time."""


def migrate(connection: Connection) -> None:
    """Perform all revisions that are missing, in the transaction of `connection`.

    Raises `NewerDatabase` if its revision is not known, `BadDatabase` if it has tables of others
    that are called like ours.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    # Alembic takes long to import; a database that is up to date does without.
    found = revision(connection)
    if found == HEAD:
        return
    with _patience(connection):
        _upgrade(connection, found)


@contextmanager
def _patience(connection: Connection) -> Iterator[None]:
    """A large database takes its time."""
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    patience, driver.patience = driver.patience, None
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    try:
        yield
    finally:
        driver.patience = patience


def _upgrade(connection: Connection, found: str) -> None:
    """Perform the revisions after the one that was found."""
    if not found and not METADATA.tables.keys().isdisjoint(inspect(connection).get_table_names()):
        raise BadDatabase(FOREIGN)
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "tavola.server.store:migrations")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    if found and found not in {script.revision for script in scripts}:
        raise NewerDatabase(found)
    command.upgrade(config, HEAD)


def revision(connection: Connection) -> str:
    """The revision of a database; '' for an empty one."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


__all__ = ["FOREIGN", "migrate", "revision"]
