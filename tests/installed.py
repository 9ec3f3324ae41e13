"""Tavola as others install it: a wheel made of a copy of the source, in an environment that has
what the wheel asks for and nothing else.  Nothing is fetched: packages are lent from here."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
MADE_OF = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "scripts")
MADE = shutil.ignore_patterns("__pycache__", "*.mo")


def build(folder: Path) -> Path:
    """The wheel of this source, made in a copy: catalogues that lie here are not in it.  Skips the
    test where the tool that builds is missing."""
    if not all(importlib.util.find_spec(tool) for tool in ("hatchling", "babel", "pip")):
        pytest.skip("what builds wheels is missing: pip install hatchling babel pip")
    copy = folder / "source"
    shutil.copytree(ROOT / "src", copy / "src", ignore=MADE)
    for name in MADE_OF:
        kept = ROOT / name
        if kept.is_dir():
            shutil.copytree(kept, copy / name, ignore=MADE)
        elif kept.exists():
            shutil.copy2(kept, copy / name)
    done([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], copy)
    (wheel,) = folder.glob("*.whl")
    return wheel


class Installed:
    """An environment with a wheel, what it needs, and extras."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        venv.create(folder / "env", with_pip=False)
        self.python = folder / "env" / "bin" / "python"
        self.home, self.cwd = folder / "home", folder / "elsewhere"
        for made in (self.home, self.cwd):
            made.mkdir()
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--isolated", "-q"]
        offline = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check"]
        done([*pip, "install", *offline, str(wheel)], self.cwd)
        self.site = Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
        (info,) = self.site.glob("tavola-*.dist-info")
        for needed in set(_needed(Distribution.at(info), extras)):
            _lend(_here(needed), self.site)

    def run(self, *arguments: str) -> str:
        """What Python says, in a folder that holds nothing, to somebody who has set nothing."""
        return done([str(self.python), *arguments], self.cwd, self._surroundings()).strip()

    def _surroundings(self) -> dict[str, str]:
        """No `PYTHONPATH`; and no compiler that works on when the test has ended."""
        path = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.home), "LANG": "C.UTF-8", "TAVOLA_WARM": "0"}


def _needed(package: Distribution, extras: tuple[str, ...]) -> Iterator[str]:
    """The packages that one asks for, and those that they ask for."""
    for line in package.requires or ():
        wanted = Requirement(line)
        marker = wanted.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in (*extras, "")):
            continue
        yield wanted.name
        yield from _needed(_here(wanted.name), tuple(wanted.extras))


def _here(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        pytest.skip("what the wheel asks for is missing: pip install -e '.[fast,test]'")


def _lend(package: Distribution, site: Path) -> None:
    """Let an environment see an installed package."""
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        if not (site / top).exists():
            (site / top).symlink_to(Path(str(package.locate_file(top))))


def done(command: list[str], cwd: Path, surroundings: dict[str, str] | None = None) -> str:
    """What a command says; it must not fail."""
    ended = subprocess.run(
        command, cwd=cwd, env=surroundings, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
