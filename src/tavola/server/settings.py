"""What a server is told when it starts: where things are kept, how it is reached, what it bears."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

import tavola
from tavola.play.user_folder import data_folder

WEB = Path(tavola.__file__).parent / "web"
"""Templates, scripts and styles."""
STATIC = WEB / "static"
DATABASE = "tavola.sqlite3"
"""The database of somebody who names none, in the data folder."""
PORT = 8642


@dataclass(frozen=True)
class Rate:
    """A token bucket: so many a second, so many at once."""

    each_second: float
    at_once: int


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How much one caller may ask for; sizes in bytes, rates for each address or connection."""

    body: int = 64 * 1024
    record: int = 4 * 1024 * 1024
    """A record that is to be checked may be longer than other requests."""
    message: int = 8 * 1024
    """One message of a table."""
    messages: Rate = Rate(20, 60)
    """Messages of one connection."""
    requests: Rate = Rate(50, 500)
    """Requests of one address; scripts and styles are not counted."""
    tables: Rate = Rate(0.5, 100)
    """New tables of one address."""
    thoughts: Rate = Rate(0.5, 30)
    """Positions of one address that the computer is asked about, and pictures made as PNG."""
    questions: Rate = Rate(2, 60)
    """Questions of drills of one address: a game is played for each."""
    sockets: int = 200
    """Connections of one address."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server is run.

    `database` is an SQLAlchemy URL.  `public_url` is what people type where a proxy stands before
    the server; without it the server is reached directly.  `hosts` are names under which it may be
    called, besides addresses, `localhost` and the public one.  `network` is the address in the
    local network, found by asking the system if it is empty.  Guests without a seat and tables that
    nobody joined are forgotten `forget_days` after they were last seen.
    """

    database: str
    public_url: str = ""
    hosts: tuple[str, ...] = ()
    idle_seconds: float = 300
    forget_days: int = 180
    limits: Limits = field(default_factory=Limits)
    network: str = ""

    @property
    def public_origin(self) -> str:
        """Scheme, host and port of the public URL; empty without one."""
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}".lower() if parts.netloc else ""

    @property
    def secure(self) -> bool:
        """People reach the server by TLS."""
        return self.public_origin.startswith("https://")


def default_database() -> str:
    """The URL of the database in the user's data folder."""
    return f"sqlite:///{data_folder() / DATABASE}"


@lru_cache(maxsize=1)
def static_version() -> str:
    """A name for the scripts and styles as they were when the server started."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
