"""Guests: nobody has an account.  A signed cookie says who somebody is.

Somebody who only looks is not stored and gets no cookie; that happens with the first thing that is
to be kept, a setting or a table.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from unicodedata import category

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from tavola.rules.text.player_names import JOINERS, cleaned, joined
from tavola.server.http import preferences
from tavola.server.http.pace import slow_down
from tavola.server.http.typed_state import person_of, store_of, tables_of
from tavola.server.match.new_match import COMPUTER
from tavola.server.store import NotStored, Person, Store
from tavola.words.translations import LANGUAGES, Words, pick_language

COOKIE = "tavola"
COOKIE_BY_TLS = "__Host-tavola"
"""Its name where people come by TLS: browsers take it from this very host only, and by TLS."""
KEPT = 400 * 24 * 3600
"""Seconds a browser keeps the cookie: the most that browsers allow."""
_DAY = 24 * 3600
NAME_LENGTH = 40

Setting = str | int | bool

DEFAULTS: dict[str, Setting] = {
    "theme": "auto",
    "numbering": "own",
    "mirror": False,
    "voice": "full",
    "speed": "normal",
}
"""Settings of somebody who changed none; the page of a table has more, which it keeps here too."""


class Guests:
    """Who comes: reads and writes the cookie."""

    def __init__(self, store: Store, secret: str, *, secure: bool) -> None:
        self._store = store
        self._signer = Signer(secret, salt="tavola.guest")
        self._secure = secure

    async def known(self, cookie: str | None) -> Person | None:
        """The person of a cookie, if it is genuine and he was not forgotten."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            person = self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        return await self._store.person(person)

    async def keep(self, person: Person) -> Person:
        """The person, stored by now.  Raises `NotStored`."""
        if person.created:
            return person
        now = int(time.time())
        person = replace(person, created=now, seen=now)
        await self._store.add_person(person)
        return person

    async def greet(self, person: Person) -> bool:
        """Note once a day that somebody came; whether the cookie is to be sent again."""
        now = int(time.time())
        if now - person.seen < _DAY:
            return False
        with suppress(NotStored, KeyError):  # he may have been erased a moment ago
            await self._store.change_person(person.id, seen=now)
        return True

    def cookie(self, person: Person, visit: HTTPConnection) -> str:
        """The header that gives somebody the cookie."""
        value = self._signer.sign(person.id).decode()
        return self._header(value, KEPT, visit)

    def no_cookie(self, visit: HTTPConnection) -> list[str]:
        """The headers that take the cookie away, under whichever name it is kept."""
        names = (COOKIE, *([COOKIE_BY_TLS] if self._by_tls(visit) else []))
        return [self._header("", 0, visit, name) for name in names]

    def renames(self, visit: HTTPConnection) -> bool:
        """Whether somebody came with the cookie of before its name changed."""
        return self._by_tls(visit) and COOKIE_BY_TLS not in visit.cookies

    def _by_tls(self, visit: HTTPConnection) -> bool:
        return self._secure or served_by_tls(visit)

    def _header(self, value: str, age: int, visit: HTTPConnection, name: str = "") -> str:
        by_tls = self._by_tls(visit)
        name, secure = name or (COOKIE_BY_TLS if by_tls else COOKIE), "; Secure" if by_tls else ""
        return f"{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"


def served_by_tls(visit: HTTPConnection) -> bool:
    """Whether this visit came by TLS: to a proxy that is trusted, or to the server itself."""
    return visit.url.scheme in ("https", "wss")


def cookie_of(visit: HTTPConnection) -> str | None:
    """The cookie of a visit; that of before the name changed is read as long as there is no
    other."""
    return visit.cookies.get(COOKIE_BY_TLS) or visit.cookies.get(COOKIE)


def stranger() -> Person:
    """Somebody who comes for the first time; not stored."""
    return Person(secrets.token_urlsafe(18), "", {}, 0, 0)


def _guests(connection: HTTPConnection) -> Guests:
    found: Guests = connection.app.state.guests
    return found


async def kept(connection: HTTPConnection) -> Person:
    """The person of a request, stored by now; the answer gives the cookie.

    Raises `NotStored`, and `Trouble` where too many new ones come from one address.
    """
    person = person_of(connection)
    if not person.created:
        slow_down(connection, connection.app.state.new_people)
        person = await _guests(connection).keep(person)
        connection.state.person = person
        connection.state.cookie = _guests(connection).cookie(person, connection)
    return person


async def change(
    connection: HTTPConnection,
    *,
    name: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Person:
    """Change name and settings of the person of a request; settings that there are not are left
    out, and nobody is stored for nothing.  Raises as `kept`."""
    known = preferences.kept(settings or {})
    if not known and (name is None or not clean_name(name)) and not person_of(connection).created:
        return stranger()
    person = await kept(connection)
    store = store_of(connection)
    # Only what was given: a page changes several settings with as many requests at once.
    new_name = None if name is None else clean_name(name)
    person = await store.change_person(person.id, name=new_name, settings=known)
    person = replace(person, settings=preferences.kept(person.settings))
    connection.state.person = person
    remember(connection, person)
    return person


async def forget(connection: HTTPConnection) -> None:
    """Erase the person of a request, cookie and all; tables that are awake are told.

    Raises `NotStored`.
    """
    person = person_of(connection)
    if person.created:
        store = store_of(connection)
        tables = tables_of(connection)
        while left := await store.leave_some(person.id):
            tables.forget(left)
        tables.forget(await store.erase_person(person.id))
    connection.state.person = stranger()
    *others, connection.state.cookie = _guests(connection).no_cookie(connection)
    connection.state.more_cookies = others
    remember(connection, person_of(connection))


def remember(connection: HTTPConnection, person: Person) -> None:
    """Put language, words and preferences of a person into the state of a request."""
    language = person.settings.get("language")
    if language not in LANGUAGES:
        language = language_of(connection.headers.get("accept-language", ""))
    connection.state.prefs = {**DEFAULTS, **person.settings, "language": language}
    connection.state.words = Words(language)


_WEIGHT = re.compile(r"\s*;\s*q\s*=\s*", re.IGNORECASE)
_QUALITY = re.compile(r"0(?:\.\d*)?|1(?:\.0*)?", re.ASCII)


def language_of(accepted: str) -> str:
    """The language of an Accept-Language header: its best of ours, else English; none: Italian."""
    wishes = []
    for order, part in enumerate(accepted[:400].split(",")):
        code, *quality = _WEIGHT.split(part.strip(), maxsplit=1)
        if code and code != "*":
            wishes.append((-_quality(*quality), order, code))
    codes = ":".join(code for weight, _, code in sorted(wishes) if weight)
    return pick_language(codes) if codes else LANGUAGES[0]


def _quality(text: str = "1") -> float:
    """How much a language is wanted, from 0 to 1; what is no such figure wants nothing."""
    return float(text) if _QUALITY.fullmatch(text) else 0.0


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers and joiners: nobody sees them, although Unicode calls them printable."""


def clean_name(text: str) -> str:
    """A name as it is shown: no signs that cannot be seen, one space between words; '' for one in
    which nothing but marks on other signs is left.  Nobody is called as records call the computer.
    """
    cut = cleaned(text[: 4 * NAME_LENGTH])
    seen = "".join(sign if _is_seen(sign) else " " for sign in cut)
    name = joined(" ".join(seen.split())[:NAME_LENGTH]).strip()
    if name.partition(":")[0] == COMPUTER:
        name = name.capitalize()
    return "" if all(category(sign)[0] in "MZ" or sign in JOINERS for sign in name) else name


def _is_seen(sign: str) -> bool:
    return sign in JOINERS or (sign.isprintable() and sign not in _BLANK)
