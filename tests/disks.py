"""Disks that fail."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


def failing(patch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be known to be on the disk."""

    def fsync(handle: int) -> None:
        raise OSError(errno.EIO, "broken")

    patch.setattr(os, "fsync", fsync)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)
