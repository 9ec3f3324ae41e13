"""What the state of app and visit holds, with its types: Starlette's own has none.

`app.py` sets up what belongs to the app, `guard.py` says with every visit who comes.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import HTTPConnection

from tavola.server.http.addresses import Reach
from tavola.server.settings import Settings
from tavola.server.store import Person, Store
from tavola.server.tables.tables import Tables
from tavola.words.translations import Words


def settings_of(visit: HTTPConnection) -> Settings:
    """What the server was started with."""
    found: Settings = visit.app.state.settings
    return found


def store_of(visit: HTTPConnection) -> Store:
    """The store of the house."""
    found: Store = visit.app.state.store
    return found


def tables_of(visit: HTTPConnection) -> Tables:
    """The tables that are awake."""
    found: Tables = visit.app.state.tables
    return found


def reach_of(visit: HTTPConnection) -> Reach:
    """The addresses under which the house is found."""
    found: Reach = visit.app.state.reach
    return found


def person_of(visit: HTTPConnection) -> Person:
    """Whoever asks; not stored yet if `created` is 0."""
    found: Person = visit.state.person
    return found


def prefs_of(visit: HTTPConnection) -> dict[str, Any]:
    """The settings of whoever asks, each with a value (`guests.DEFAULTS`)."""
    found: dict[str, Any] = visit.state.prefs
    return found


def words_of(visit: HTTPConnection) -> Words:
    """The sentences in the language of whoever asks; English where nobody has looked yet who."""
    found: Words | None = getattr(visit.state, "words", None)
    return Words("en") if found is None else found
