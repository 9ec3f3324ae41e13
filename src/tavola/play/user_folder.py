"""Where Tavola keeps what belongs to its user."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """`TAVOLA_HOME`, or `tavola` in the user's data directory."""
    given = os.environ.get("TAVOLA_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("tavola")


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk.  Raises OSError."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
