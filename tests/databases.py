"""Databases for tests: a file of SQLite, and a real PostgreSQL that runs as long as the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest


class Postgresql:
    """A server in a folder of its own, reached by a socket in that folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # Not pytest's folder: its name is too long for a socket, and root hides it from others.
        self.folder = Path(tempfile.mkdtemp(prefix="tavola-pg-"))
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL refuses to run as root.
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self.folder, "postgres", "postgres")
        self._run(
            "initdb", "-D", str(self._data), "-U", "tavola", "-A", "trust", "-E", "UTF8", "-N"
        )

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(
            command, check=True, capture_output=True, timeout=120, cwd=self.folder, **self._as
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [self._programs / "postgres", "-D", self._data, "-k", self.folder]
        # Only a crash of the machine, not one of the server, would miss what fsync does.
        options = ["-c", "listen_addresses=", "-c", "fsync=off"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*map(str, command), *options],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                **self._as,
            )
        end = time.monotonic() + 60
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT sends everybody away, SIGQUIT is a crash."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(60)

    def close(self) -> None:
        """Stop the server and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def pytest_sessionfinish(self) -> None:
        """Called by pytest after the last test; at its very end a worker may be cut off."""
        self.close()

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(f"host={self.folder} user=tavola dbname=postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"test{next(self._numbers)}"
        with psycopg.connect(
            f"host={self.folder} user=tavola dbname=postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://tavola@/{name}?host={self.folder}"


def _programs() -> Path | None:
    """The folder of `initdb`; Debian keeps it off the path, one for each version."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    return folders[-1].parent if folders else None


def _version(program: Path) -> int:
    name = program.parent.parent.name
    return int(name) if name.isdigit() else 0


@cache
def _shared(config: pytest.Config) -> Postgresql:
    """The server of this run; started when it is first asked for."""
    pytest.importorskip("psycopg", reason="psycopg is missing: pip install 'tavola[postgres]'")
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    server = Postgresql(programs)
    config.pluginmanager.register(server)
    server.start()
    return server


@pytest.fixture
def postgresql(request: pytest.FixtureRequest) -> Postgresql:
    """The server that all tests share; each has a database of its own, and leaves it running.

    Not a fixture of the session: each module that imports one would have its own.
    """
    return _shared(request.config)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'tavola.db'}"
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.database()


__all__ = ["Postgresql", "database", "postgresql"]
