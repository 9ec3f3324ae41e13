"""`night.py`: a night that is interrupted goes on, and what failed is run again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TESTS = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range(3))
def test_passes(number):
    with Path("ran").open("a") as file:
        file.write(f"passes {number}\\n")

def test_is_skipped():
    pytest.skip("by day")

def test_fails_at_first():
    with Path("ran").open("a") as file:
        file.write("fails\\n")
    assert Path("mended").exists()
"""


def _run(folder: Path, *words: str) -> str:
    """What a night of that folder prints; it forgets what ran before."""
    (folder / "ran").unlink(missing_ok=True)
    others = {"PYTHONPATH": str(HERE), "TAVOLA_NIGHTLY": "7", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment = {**os.environ, **others}
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "night", *words]
    done = subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True)
    return (done.stdout + done.stderr).decode()


def _ran(folder: Path) -> list[str]:
    """What ran, in any order."""
    ran = folder / "ran"
    return sorted(ran.read_text("utf-8").splitlines()) if ran.exists() else []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of five tests under git."""
    (tmp_path / "test_five.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (tmp_path / ".gitignore").write_text(".night\nran\nmended\n__pycache__\n", "utf-8")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Begin"]):
        named = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *named, *words], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


@pytest.mark.parametrize("processes", ["0", "2"])
def test_it_goes_on_with_what_has_not_passed(folder: Path, processes: str) -> None:
    everything = ["fails", "passes 0", "passes 1", "passes 2"]
    first = _run(folder, "-n", processes)
    assert _ran(folder) == everything
    assert "3 passed, 1 skipped, 1 failed just now" in first
    _run(folder, "-n", processes)
    assert _ran(folder) == ["fails"]
    (folder / "mended").touch()
    last = _run(folder, "-n", processes)
    assert _ran(folder) == ["fails"]
    assert "4 passed, 1 skipped, 0 failed just now" in last
    _run(folder, "-n", processes)
    assert _ran(folder) == []


def test_a_change_begins_another_night(folder: Path) -> None:
    _run(folder, "-n", "0", "-k", "passes")
    (folder / "test_five.py").write_text(TESTS + "\n", "utf-8")
    _run(folder, "-n", "0", "-k", "passes")
    assert _ran(folder) == ["passes 0", "passes 1", "passes 2"]


def test_a_line_half_written_is_none(folder: Path) -> None:
    _run(folder, "-n", "0", "-k", "passes")
    (journal,) = [path for path in (folder / ".night").iterdir() if not path.suffix]
    whole = journal.read_text("utf-8")
    journal.write_text(whole[:-6], "utf-8")
    _run(folder, "-n", "0", "-k", "passes")
    assert _ran(folder) == ["passes 2"]
    _run(folder, "-n", "0", "-k", "passes")
    assert _ran(folder) == []
