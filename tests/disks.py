"""Disks that fail."""

from __future__ import annotations

import errno
import os

import pytest


def failing(patch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be known to be on the disk."""

    def fsync(handle: int) -> None:
        raise OSError(errno.EIO, "broken")

    patch.setattr(os, "fsync", fsync)
