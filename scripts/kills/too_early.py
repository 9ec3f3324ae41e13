"""A server that acknowledges too early, for the proof that the kill test finds one.

    python -m scripts.kills.too_early serve ...

It is `tavola` with one change: events are stored a little after they are acknowledged.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from functools import partial
from typing import Any

from tavola.cli import main
from tavola.server import parent, run
from tavola.server.store import NotStored, Store, Taken

LATE = 0.5
"""Seconds between the acknowledgement and the disk."""

_stored = Store.append
_last: dict[str, asyncio.Task[None]] = {}


async def _later(
    store: Store, before: asyncio.Task[None] | None, id: str, *given: Any, **named: Any
) -> None:
    await asyncio.sleep(LATE)
    if before is not None:
        await before
    with suppress(NotStored, Taken):
        await _stored(store, id, *given, **named)


async def append(self: Store, id: str, *given: Any, **named: Any) -> None:
    """Say that events are stored, and store them later."""
    work = _later(self, _last.get(id), id, *given, **named)
    _last[id] = asyncio.get_running_loop().create_task(work)


if __name__ == "__main__":
    Store.append = append  # type: ignore[method-assign]
    again = [sys.executable, "-m", "scripts.kills.too_early", *sys.argv[1:]]
    run.Parent = partial(parent.Parent, command=again)  # type: ignore[misc,assignment]
    main()
