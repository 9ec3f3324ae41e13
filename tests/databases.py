"""Databases for tests: a file of SQLite, and a real PostgreSQL that runs as long as the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest


class Postgresql:
    """A server in a folder of its own, reached by a socket in that folder."""

    def __init__(self, programs: Path, data: Path | None = None, *, durable: bool = False) -> None:
        self._programs = programs
        # Not pytest's folder: its name is too long for a socket, and root hides it from others.
        self.folder = Path(tempfile.mkdtemp(prefix="tavola-pg-", dir=_roomy()))
        self._data = data or self.folder / "data"
        """Where a server is kept for another time, if that was given."""
        self._fsync = "on" if durable else "off"
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL refuses to run as root.
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._as = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(self.folder, "postgres", "postgres")
            if data is not None:
                data.mkdir(parents=True, exist_ok=True)
                shutil.chown(data, "postgres", "postgres")
        if not (self._data / "PG_VERSION").exists():
            given = ("-U", "tavola", "-A", "trust", "-E", "UTF8", "-N")
            self._run("initdb", "-D", str(self._data), *given)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        ran = subprocess.run(
            command,
            check=False,  # what it said is told below
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            cwd=self.folder,
            **self._as,
        )
        said = ran.stdout.decode(errors="replace")
        assert ran.returncode == 0, f"{program} ended with {ran.returncode} and said:\n{said}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [self._programs / "postgres", "-D", self._data, "-k", self.folder]
        # Only a crash of the machine, not one of the server, would miss what fsync does.
        options = ["-c", "listen_addresses=", "-c", f"fsync={self._fsync}"]
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

    @property
    def pid(self) -> int:
        """The number of the server's first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT sends everybody away, SIGQUIT is a crash."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(60)

    def _stopped(self) -> list[int]:
        """All processes of the server; the first one stands still, so that nobody is born."""
        assert self._process is not None
        server = self._process.pid
        os.kill(server, signal.SIGSTOP)
        found = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split()
        return [*map(int, found), server]

    def crash(self) -> None:
        """Kill every process with -9, as a machine does that stops."""
        assert self._process is not None
        family = self._stopped()
        for process in family:
            os.kill(process, signal.SIGKILL)
        self._process.wait(60)
        end = time.monotonic() + 60
        while any(map(_lives, family)):
            assert time.monotonic() < end, family
            time.sleep(0.01)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Every process of the server stands still meanwhile."""
        family = self._stopped()
        try:
            for process in family:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in family:
                os.kill(process, signal.SIGCONT)

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
        return self.address(f"test{next(self._numbers)}")

    def address(self, name: str) -> str:
        """The address of a database, which is made if there is none."""
        import psycopg

        with (
            psycopg.connect(
                f"host={self.folder} user=tavola dbname=postgres", autocommit=True
            ) as connection,
            suppress(psycopg.errors.DuplicateDatabase),
        ):
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://tavola@/{name}?host={self.folder}"


def _roomy() -> Path:
    """Where databases of tests lie: in memory if the disk has no room left for ordinary users.

    Root may still write there then, so that everything else seems well.
    """
    usual, memory = Path(tempfile.gettempdir()), Path("/dev/shm")
    needed = 1 << 30  # of bytes: a new database has 40 million, and tests add theirs
    if shutil.disk_usage(usual).free < needed and memory.is_dir():
        return max(usual, memory, key=lambda folder: shutil.disk_usage(folder).free)
    return usual


def _lives(process: int) -> bool:
    """Whether a process is there, and more than a number that nobody has asked after."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] not in "ZX"


@contextmanager
def pgbouncer(server: Postgresql, mode: str) -> Iterator[int]:
    """A pooler before the server, in the same folder; its port."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not installed: apt-get install pgbouncer")
    port, settings = 6432, server.folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host={server.folder} user=tavola\n[pgbouncer]\npool_mode = {mode}\n"
        f"listen_port = {port}\nunix_socket_dir = {server.folder}\nauth_type = any\n"
        "auth_file =\nignore_startup_parameters = extra_float_digits\n"
    )
    with (server.folder / "pgbouncer.log").open("ab") as log:
        process = subprocess.Popen(
            [program, str(settings)], stdout=log, stderr=log, cwd=server.folder, **server._as
        )
    try:
        end = time.monotonic() + 60
        while not (server.folder / f".s.PGSQL.{port}").exists():
            assert process.poll() is None, (server.folder / "pgbouncer.log").read_text()
            assert time.monotonic() < end, "PgBouncer does not answer"
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(60)


def programs() -> Path | None:
    """The folder of `initdb`; Debian keeps it off the path, one for each version."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    return folders[-1].parent if folders else None


def _version(program: Path) -> int:
    name = program.parent.parent.name
    return int(name) if name.isdigit() else 0


@cache
def shared_server(config: pytest.Config) -> Postgresql:
    """The server of this run; started when it is first asked for."""
    pytest.importorskip("psycopg", reason="psycopg is missing: pip install 'tavola[postgres]'")
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    server = Postgresql(found)
    config.pluginmanager.register(server)
    server.start()
    return server


@pytest.fixture
def postgresql(request: pytest.FixtureRequest) -> Postgresql:
    """The server that all tests share; each has a database of its own, and leaves it running.

    Not a fixture of the session: each module that imports one would have its own.
    """
    return shared_server(request.config)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'tavola.db'}"
    server: Postgresql = request.getfixturevalue("postgresql")
    return server.database()


__all__ = ["Postgresql", "database", "pgbouncer", "postgresql", "programs", "shared_server"]
