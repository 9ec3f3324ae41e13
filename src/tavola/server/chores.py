"""What a server does by itself now and then: forget what is old, hear of bans."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from fastapi import FastAPI

from tavola.server.http import bans
from tavola.server.settings import Settings
from tavola.server.store import NotStored, Store, Terms
from tavola.server.store.forgetting import DAY

_LIST_READ = 10
"""Seconds until a change of the list of bans is heard of."""


def terms_of(settings: Settings) -> Terms:
    """How long things are kept."""
    days = settings.forget_days, settings.match_days, settings.solo_days
    guests, matches, solo = (DAY * number for number in days)
    return Terms(guests, matches, solo)


async def tidy(store: Store, terms: Terms, ours: Callable[[], bool]) -> None:
    """Forget once a day what nobody has come back to, if that is `ours` to do."""
    while True:
        with suppress(NotStored):
            if ours():
                await store.forget_old(int(time.time()), terms)
        await asyncio.sleep(DAY)


async def read_bans(app: FastAPI, store: Store) -> None:
    """Go by the operator's list of those who may not come in; whoever is on it has to go."""
    if app.state.bans.take(await store.fact(bans.FACT)):
        app.state.tables.send_away(app.state.bans.people)


async def keep_reading_bans(app: FastAPI, store: Store) -> None:
    """Read the list again every few seconds."""
    while True:
        await asyncio.sleep(_LIST_READ)
        with suppress(NotStored):
            await read_bans(app, store)
