"""Where matches of the terminal are kept: one log each in the user's data directory."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tavola.games import find
from tavola.play import log
from tavola.play.match import Match
from tavola.play.user_folder import data_folder
from tavola.rules.model.refusal import Refused
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Phase, State


def new_path(game_id: str) -> Path:
    """A file name for a match that begins now."""
    now = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return data_folder() / "matches" / f"{now}-{game_id}-{secrets.token_hex(2)}.jsonl"


def put_away(path: Path) -> Path:
    """Move the log of a decided match out of the way of those that go on; its new place."""
    place = data_folder() / "finished" / path.name
    with contextlib.suppress(OSError):
        _habits(path).unlink(missing_ok=True)
        path.with_suffix(".tutor").unlink(missing_ok=True)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        return path.rename(place)
    except OSError:
        return path


def _habits(path: Path) -> Path:
    """Where it is kept what goes by itself in a match."""
    return path.with_suffix(".auto")


def remember(path: Path | None, by_itself: Collection[str]) -> None:
    """Keep what goes by itself in the match of a log; a disk that refuses costs the habit only."""
    if path is not None:
        with contextlib.suppress(OSError):
            log.put(_habits(path), " ".join(sorted(by_itself)).encode())


def remember_tutor(path: Path | None, kept: Mapping[str, Any]) -> None:
    """Keep the tutor of a match and how often he has helped, in the same way."""
    if path is not None:
        with contextlib.suppress(OSError):
            log.put(path.with_suffix(".tutor"), json.dumps(kept).encode())


def remembered_tutor(path: Path | None) -> dict[str, Any]:
    """What was kept of a tutor; empty if that is nothing, or cannot be read."""
    if path is None:
        return {}
    try:
        kept = json.loads(_text(path.with_suffix(".tutor")))
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def remembered(path: Path | None) -> str:
    """What goes by itself in the match of a log, as it may be typed; empty if that is nothing, or
    cannot be read."""
    return "" if path is None else _text(_habits(path)).strip()


def _text(path: Path) -> str:
    """What stands in a small file beside a log; nothing if it cannot be read, or is none: from a
    pipe there might never come an end."""
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, ValueError):
        return ""


@dataclass(frozen=True)
class Unfinished:
    """A match that can go on: its log, its record and the state it stopped in."""

    path: Path
    record: Record
    state: State


def unfinished(
    fits: Callable[[Record], bool], unread: Callable[[Path, Refused | OSError], None]
) -> Unfinished | None:
    """The newest match under way that fits; `unread` is told of logs that cannot be read, which are
    passed over and stay as they are.  A match of which not even the first line was written has
    never begun."""
    folder = data_folder() / "matches"
    if not folder.is_dir():
        return None
    for path in sorted(folder.glob("*.jsonl"), reverse=True):
        try:
            if not log.begun(path):
                continue
            record = log.load(path)
            if not fits(record):
                continue
            state = records.fold(record, find(record.game))
        except (Refused, OSError) as error:
            unread(path, error)
            continue
        if state.phase is not Phase.END:
            return Unfinished(path, record, state)
        if _finished(path):
            put_away(path)
    return None


def _finished(path: Path) -> bool:
    """Whether the log of a decided match tells the secret of its dice, too, if there is one that a
    crash kept back; not while the disk refuses."""
    try:
        Match.resume(path).close()
    except Refused:
        return True  # another window is about to, or nobody knows the secret
    except OSError:
        return False
    return True


__all__ = [
    "Unfinished",
    "data_folder",
    "new_path",
    "put_away",
    "remember",
    "remember_tutor",
    "remembered",
    "remembered_tutor",
    "unfinished",
]
