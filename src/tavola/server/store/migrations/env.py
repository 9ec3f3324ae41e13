"""Run by Alembic: performs the revisions in the transaction that `migrate.py` has opened."""

from __future__ import annotations

from alembic import context

from tavola.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
