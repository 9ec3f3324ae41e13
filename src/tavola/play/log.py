"""A match on disk: one JSON object a line, the header first, then every event as it happens.

A line is on the disk before anybody hears of the event.  A process that is killed in the middle of a
line loses that line only; the reader drops it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from tavola.rules.record import Record, action_to_json, record_from_json
from tavola.rules.refusal import Refused, refuse
from tavola.rules.state import Action

LIMIT = 32 * 1024 * 1024
"""Largest file that is read, in bytes."""


class Log:
    """The open log of a running match; only one process may hold it."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, record: Record) -> Log:
        """Start a log.  Raises OSError when the disk refuses."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb", buffering=0)
        log = cls(path, file)
        _lock(file)
        try:
            log._line({**record.header(), "log": True})
        except OSError:
            file.close()
            path.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[Log, Record]:
        """Open a log to go on with it; a torn last line is cut off.

        Raises `Refused` (`bad_record`, `in_use`) or OSError.
        """
        file = path.open("r+b", buffering=0)
        try:
            _lock(file)
            data = file.read(LIMIT)
            whole = data[: data.rfind(b"\n") + 1]
            record = read(whole, log=True)
            file.truncate(len(whole))
            file.seek(len(whole))
        except BaseException:
            file.close()
            raise
        return cls(path, file), record

    def append(self, action: Action) -> None:
        """Write an event and wait until it is on the disk.  Raises OSError and leaves no trace."""
        self._line(action_to_json(action))

    def reveal(self, secret: str) -> None:
        """Write the secret of sealed dice, once the match is over."""
        self._line({"reveal": secret})

    def close(self) -> None:
        """Close the file; the lock goes with it."""
        self._file.close()

    def _line(self, data: Mapping[str, Any]) -> None:
        before = self._file.seek(0, os.SEEK_END)
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            written = self._file.write(line)
            if written != len(line):
                raise OSError(28, "short write")
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(before)
            raise


def _lock(file: BinaryIO) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: no advisory locks; the file is opened by one terminal only
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise refuse("in_use") from None


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load(path: Path) -> Record:
    """Read a record file of either form.  Raises `Refused` (code `bad_record`) or OSError."""
    with path.open("rb") as file:
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise refuse("bad_record", what="size")
    return read(data)


def read(data: bytes, *, log: bool = False) -> Record:
    """A record from the bytes of a file: one JSON object, or a log of one object a line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("bad_record", what="text") from None
    first, _, rest = text.partition("\n")
    header = _json(first)
    if not log and not (isinstance(header, dict) and header.get("log")):
        return record_from_json(_json(text, strict=True))
    if not isinstance(header, dict) or "events" in header:
        raise refuse("bad_record", what="form")
    lines = rest.splitlines()
    if rest and not rest.endswith("\n"):
        lines = lines[:-1]
    return record_from_json(_joined(header, lines))


def _joined(header: dict[str, Any], lines: list[str]) -> dict[str, Any]:
    events = []
    for number, line in enumerate(lines, start=2):
        event = _json(line)
        if not isinstance(event, dict):
            raise refuse("bad_record", what="line", line=number)
        if "reveal" in event:
            dice = header.get("dice")
            header["dice"] = {**(dice if isinstance(dice, dict) else {}), "secret": event["reveal"]}
        else:
            events.append(event)
    return {**header, "events": events}


def _json(text: str, *, strict: bool = False) -> Any:
    """The value of a JSON text; None (or, if strict, `Refused`) where it is none."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        if strict:
            raise refuse("bad_record", what="json") from None
        return None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def write(path: Path, record: Record) -> None:
    """Write a record as one JSON object, completely or not at all.  Raises OSError."""
    data = record.to_json()
    events = data.pop("events")
    head = json.dumps(data, ensure_ascii=False, indent=1)[:-2]
    lines = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in events)
    text = f'{head},\n "events": [\n  {lines}\n ]\n}}\n' if events else f'{head},\n "events": []\n}}\n'
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with draft.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


__all__ = ["LIMIT", "Log", "Refused", "load", "read", "write"]
