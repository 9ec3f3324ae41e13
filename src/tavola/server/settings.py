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
    own: int = 16 * 1024 * 1024
    """All that somebody saved elsewhere and takes in here."""
    message: int = 8 * 1024
    """One message of a table."""
    messages: Rate = Rate(20, 60)
    """Messages of one connection."""
    requests: Rate = Rate(50, 500)
    """Requests of one address; scripts and styles are not counted."""
    tables: Rate = Rate(0.5, 100)
    """New tables of one address."""
    people: Rate = Rate(0.5, 100)
    """New people of one address: somebody new is stored with the first thing that he keeps."""
    thoughts: Rate = Rate(0.5, 30)
    """Positions of one address that the computer is asked about, and pictures made as PNG."""
    long: Rate = Rate(0.5, 30)
    """Long requests of one address: records checked or kept, all of somebody's data."""
    imports: Rate = Rate(0.02, 5)
    """Files of one address with all of somebody's data."""
    questions: Rate = Rate(2, 60)
    """Questions of drills of one address: a game is played for each."""
    sockets: int = 200
    """Connections of one address to tables."""
    connections: int = 400
    """All connections of one address, whatever it asks for."""
    guesses: Rate = Rate(0.5, 20)
    """Tokens of one address for `/metrics`, right ones too."""
    held: int = 128 * 1024 * 1024
    """Bodies of everybody together that are in memory at one time, whole or not."""
    patience: float = 30
    """Seconds until the body of a request must be there."""


UNHURRIED = Limits(
    messages=Rate(500, 5000),
    requests=Rate(1000, 10_000),
    tables=Rate(20, 1000),
    people=Rate(20, 1000),
    thoughts=Rate(5, 300),
    long=Rate(2, 120),
    imports=Rate(0.2, 20),
    questions=Rate(20, 600),
    sockets=1000,
    connections=2000,
)
"""Limits where a thousand people come from one address, as in a school: no page and no move waits
for them, but what costs the server seconds, memory or its disk stays bounded."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server is run.

    `database` is an SQLAlchemy URL.  `public_url` is what people type where a proxy stands before
    the server; without it the server is reached directly.  `hosts` are names under which it may be
    called, besides addresses, `localhost` and the public one.  `network` is the address in the
    local network, found by asking the system if it is empty.  Guests without a seat and tables that
    nobody joined are forgotten `forget_days` after they were last seen.  With `metrics_token` other
    computers may read the figures of the house, too.
    """

    database: str
    public_url: str = ""
    hosts: tuple[str, ...] = ()
    idle_seconds: float = 300
    forget_days: int = 180
    solo_days: int = 180
    """Unfinished matches that one person plays alone are forgotten when nobody has touched them for
    so many days; 0: never."""
    limits: Limits = field(default_factory=Limits)
    network: str = ""
    metrics_token: str = field(default="", repr=False)
    match_days: int = 0
    """Matches that nobody has touched for so many days are forgotten; 0: none."""
    log: str = ""
    """`json` for a log that programs read."""
    inner: str = ""
    """Host and port where the other processes that share the database reach this one; empty for one
    process alone."""
    wait_seconds: float = 60
    """How long a database that is starting is waited for."""

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
