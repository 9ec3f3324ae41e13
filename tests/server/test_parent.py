"""The parent of several servers: it starts them, starts them again, and passes on when to end."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.server.parent import WORKER, Inherited, Parent

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a socket is handed on")

BORN = f"""
import os, signal, sys
listener, parent, ready = map(int, os.environ["{WORKER}"].split())
with open(sys.argv[1], "a") as notes:
    notes.write(f"{{os.getpid()}}\\n")
born = open(sys.argv[1]).read().split()
os.write(ready, b"!")
os.close(ready)
"""
WAITS = "os.read(parent, 1)\n"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        found.listen()
        yield found


def parent(listener: socket.socket, notes: Path, script: str, count: int = 1) -> Parent:
    command = [sys.executable, "-S", "-c", script, str(notes)]
    return Parent(listener, count, lambda: None, command)


def lives(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_are_started_again_and_end_together(
    listener: socket.socket, tmp_path: Path
) -> None:
    """The first two end at once, one by itself and one by -9; the fourth ends the parent."""
    notes = tmp_path / "notes"
    script = BORN + (
        "if len(born) == 1: sys.exit(1)\n"
        "if len(born) == 2: os.kill(os.getpid(), signal.SIGKILL)\n"
        "if len(born) == 4: os.kill(os.getppid(), signal.SIGTERM)\n" + WAITS
    )
    assert parent(listener, notes, script, count=2).run() == 0
    born = notes.read_text().split()
    assert len(born) >= 4
    assert not [process for process in born if lives(process)]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "as it was before"


def test_a_worker_that_cannot_start_ends_the_parent(
    listener: socket.socket, tmp_path: Path
) -> None:
    said: list[str] = []
    script = "import sys; sys.exit(2)"
    found = Parent(listener, 3, lambda: said.append("ready"), [sys.executable, "-S", "-c", script])
    assert found.run() == 2
    assert said == []


def test_what_a_worker_inherits(listener: socket.socket) -> None:
    assert Inherited.of({}) is None
    reads, writes = os.pipe()
    given = os.dup(listener.fileno())
    found = Inherited.of({WORKER: f"{given} 0 {writes}"})
    assert found is not None
    assert found.listener.getsockname() == listener.getsockname()
    found.tell_ready()
    assert os.read(reads, 9) == b"!"
    assert os.read(reads, 9) == b"", "it is told once"
    found.listener.close()
    os.close(reads)
