"""The secret of sealed dice while their match is logged in a file: beside the log, for its owner
only, and gone once the log tells it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tavola.play.user_folder import sync_folder


def secret_path(path: Path) -> Path:
    """Where the secret of a running sealed match is kept, next to its log."""
    return path.with_name(path.name + ".secret")


def keep(path: Path, secret: str) -> None:
    """Store the secret of a log.  Raises OSError, also if one is kept there already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    place = secret_path(path)
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secret.encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except BaseException:
        place.unlink(missing_ok=True)
        raise


def kept(path: Path) -> str:
    """The secret of a log; empty if there is none.  Raises OSError."""
    try:
        return secret_path(path).read_bytes()[:100].decode("ascii", "replace").strip()
    except FileNotFoundError:
        return ""


def forget(path: Path) -> None:
    """Remove a secret that the log tells now; if it stays, it tells nothing new."""
    with suppress(OSError):
        secret_path(path).unlink()


__all__ = ["forget", "keep", "kept", "secret_path"]
