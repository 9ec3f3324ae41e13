"""Where matches of the terminal are kept: one log each in the user's data directory."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tavola.games import find
from tavola.play import log
from tavola.rules import record as records
from tavola.rules.record import Record
from tavola.rules.refusal import Refused
from tavola.rules.state import Phase, State


def data_folder() -> Path:
    """`TAVOLA_HOME`, or `tavola` in the user's data directory."""
    given = os.environ.get("TAVOLA_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("tavola")


def new_path(game_id: str) -> Path:
    """A file name for a match that begins now."""
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    return data_folder() / "matches" / f"{now}-{game_id}-{secrets.token_hex(2)}.jsonl"


@dataclass(frozen=True)
class Unfinished:
    """A match that can go on: its log, its record and the state it stopped in."""

    path: Path
    record: Record
    state: State


def unfinished(game_id: str = "") -> Unfinished | None:
    """The newest match that is not over, of one game or of any; unreadable logs are passed over."""
    folder = data_folder() / "matches"
    if not folder.is_dir():
        return None
    for path in sorted(folder.glob("*.jsonl"), reverse=True):
        if game_id and f"-{game_id}-" not in path.name:
            continue
        try:
            record = log.load(path)
            if game_id and record.game != game_id:
                continue
            state = records.fold(record, find(record.game))
        except (Refused, OSError):
            continue
        if state.phase is not Phase.END:
            return Unfinished(path, record, state)
    return None
