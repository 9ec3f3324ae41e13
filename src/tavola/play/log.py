"""Where a match is kept: in memory, or on disk as one JSON object a line, the header first, then
every event as it happens.

A line is on the disk before anybody hears of the event.  A process that is killed in the middle of
a line loses that line only; the reader drops it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import stat
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from tavola.play import secret_file
from tavola.play.user_folder import sync_folder
from tavola.rules.model.refusal import refuse
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import Action

_LINE_END = re.compile(rb"\n")
LIMIT = 32 * 1024 * 1024
"""Largest file that is read, in bytes."""


class Log(Protocol):
    """Where the events of a match are kept, so that they are not lost."""

    @property
    def path(self) -> Path | None:
        """The file, if it is one."""

    def append(self, actions: Sequence[Action], reveal: str = "") -> None:
        """Keep events, all of them or none, before anybody hears of them.  Raises OSError.

        `reveal` is the secret of sealed dice, told with the event that ends the match.
        """

    def back(self, to: int) -> None:
        """Forget the events after number `to`.  Raises OSError, then without effect."""

    def close(self) -> None:
        """Let go; the match can be resumed."""


class Memory:
    """A match that lasts as long as the process."""

    path = None

    def append(self, actions: Sequence[Action], reveal: str = "") -> None:
        """The match itself remembers."""

    def back(self, to: int) -> None:
        """The match itself forgets."""

    def close(self) -> None:
        """Nothing is held."""


class FileLog:
    """The open log file of a running match; only one process may hold it."""

    def __init__(self, path: Path, file: BinaryIO, ends: Iterable[int] = ()) -> None:
        self.path = path
        self._file = file
        self._ends = array("q", ends)
        """Where the lines end, the header first: eight bytes an event."""

    @classmethod
    def create(cls, path: Path, record: Record, secret: str = "") -> FileLog:
        """Start a log, and keep the secret of sealed dice beside it.

        Raises OSError when a file exists or the disk refuses; nothing is left then.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        if secret:
            secret_file.keep(path, secret)
        try:
            return cls._created(path, record)
        except BaseException:
            if secret:
                secret_file.secret_path(path).unlink(missing_ok=True)
            raise

    @classmethod
    def _created(cls, path: Path, record: Record) -> FileLog:
        file = path.open("x+b", buffering=0)
        log = cls(path, file)
        try:
            _lock(file)
            log._write({**record.header(), "log": True})
            sync_folder(path.parent)
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise
        return log

    @classmethod
    def resume(cls, path: Path) -> tuple[FileLog, Record]:
        """Open a log to go on with it; a torn last line will be overwritten.

        Raises `Refused` (`bad_record`, `in_use`) or OSError.
        """
        file = path.open("r+b", buffering=0)
        try:
            _lock(file)
            if os.fstat(file.fileno()).st_size > LIMIT:
                raise refuse("bad_record", what="size")
            data = file.read()
            record = read(data, log=True)
            if _lacks_its_end(data):
                file.write(b"\n")
                data += b"\n"
        except BaseException:
            file.close()
            raise
        return cls(path, file, (found.end() for found in _LINE_END.finditer(data))), record

    def append(self, actions: Sequence[Action], reveal: str = "") -> None:
        """Write events and wait until they are on the disk.  Raises OSError and leaves no trace."""
        lines: list[Mapping[str, Any]] = [action.to_json() for action in actions]
        self._write(*lines, *([{"reveal": reveal}] if reveal else []))
        if reveal:
            secret_file.forget(self.path)

    def reveal(self, secret: str) -> None:
        """Write the secret of sealed dice that a crash kept back.  Raises OSError."""
        self._write({"reveal": secret})

    def back(self, to: int) -> None:
        """Cut the last lines off: the file is then what it was after event `to`, for every reader.

        Raises OSError; the lines are back then, or the file can only be read.
        """
        end = self._ends[to]
        self._file.seek(end)
        tail = self._file.read(self._end - end)
        try:
            self._file.truncate(end)
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.seek(end)
                self._file.write(tail)
            raise
        del self._ends[to + 1 :]

    def close(self) -> None:
        """Close the file; the lock goes with it."""
        self._file.close()

    @property
    def _end(self) -> int:
        """How much of the file is known to be good."""
        return self._ends[-1] if self._ends else 0

    def _write(self, *lines: Mapping[str, Any]) -> None:
        """Add lines after the last one that is known to be good: all of them or none."""
        texts = [_text(line) + b"\n" for line in lines]
        data = b"".join(texts)
        try:
            if os.fstat(self._file.fileno()).st_size < self._end:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            self._file.truncate(self._end)
            self._file.seek(self._end)
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._ends.extend(accumulate(map(len, texts), initial=self._end))
        del self._ends[-len(texts) - 1]


def _text(data: Mapping[str, Any]) -> bytes:
    """One line of JSON; half a surrogate pair, which UTF-8 lacks, becomes its JSON escape."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def _lock(file: BinaryIO) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: no advisory locks; the file is opened by one terminal only
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise refuse("in_use") from None


def load(path: Path) -> Record:
    """Read a record file of either form.  Raises `Refused` (code `bad_record`) or OSError."""
    return read(contents(path))


def contents(path: Path) -> bytes:
    """What is in a file; one that is too large is refused by its size, before it is read.

    Raises `Refused` (code `bad_record`, `size`) or OSError.
    """
    with path.open("rb") as file:
        large = os.fstat(file.fileno()).st_size > LIMIT
        data = b"" if large else file.read(LIMIT + 1)  # what is no file has no size before
    if large or len(data) > LIMIT:
        raise refuse("bad_record", what="size")
    return data


def begun(path: Path) -> bool:
    """Whether there is more in a log than a torn first line: else whoever began the match was
    killed before anybody had heard of it.

    Raises `Refused` (code `bad_record`) for a pipe or a device, which might never end, or OSError.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a folder the system refuses
        raise refuse("bad_record", what="form")
    with path.open("rb") as file:
        first = file.readline(LIMIT)
    return first.endswith(b"\n") or _json(first) is not None


def read(data: bytes, *, log: bool = False) -> Record:
    """A record from the bytes of a file: one JSON object, or a log of one object a line.

    Raises `Refused`; with `log` for anything but a log.
    """
    first, _, rest = data.partition(b"\n")
    header = _json(first)
    if not (isinstance(header, dict) and header.get("log") is True):
        if log:
            raise refuse("bad_record", what="form")
        return record_from_json(_json(data, strict=True))
    if "events" in header or not data.count(b"\n"):
        raise refuse("bad_record", what="form")
    *lines, torn = (rest + b"\n" if _lacks_its_end(data) else rest).split(b"\n")
    if torn.strip(b"\0") and not torn.startswith(b"{"):
        raise refuse("bad_record", what="line", line=len(lines) + 2)
    return record_from_json(_joined(header, lines, torn))


def _lacks_its_end(data: bytes) -> bool:
    """Whether the last line of a log is whole but for its end, which editors may cut off."""
    _, _, last = data.rpartition(b"\n")
    return _json(last) is not None


def _joined(header: dict[str, Any], lines: list[bytes], torn: bytes) -> dict[str, Any]:
    events: list[dict[str, Any]] = []
    dice = header.get("dice")
    for number, line in enumerate(lines, start=2):
        event = _json(line)
        if not isinstance(event, dict):
            raise refuse("bad_record", what="line", line=number)
        if "reveal" not in event:
            events.append(event)
            continue
        if not isinstance(dice, dict) or dice.get("kind") != "sealed":
            raise refuse("bad_record", what="reveal", line=number)
        if number <= len(lines) or torn.strip(b"\0"):  # the secret was told while dice still fell
            raise refuse("bad_record", what="reveal", line=number + 1)
        header["dice"] = {**dice, "secret": event["reveal"]}
    return {**header, "events": events}


def _json(data: bytes, *, strict: bool = False) -> Any:
    """The value of a JSON text; None (or, if strict, `Refused`) where it is none."""
    try:
        return DECODER.decode(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        what = "text"
    except (ValueError, RecursionError):
        what = "json"
    if strict:
        raise refuse("bad_record", what=what)
    return None


def _finite(text: str) -> float:
    """A number as JSON can write it again: no NaN, nothing infinite or too large for a float."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)
"""What reads the JSON of records."""


def write(path: Path, record: Record) -> None:
    """Write a record (`written`) into a file, completely or not at all.  Raises OSError."""
    put(path, written(record))


def written(record: Record) -> bytes:
    """A record as one JSON object, one event a line."""
    head = b",\n".join(_text({key: value})[1:-1] for key, value in record.header().items())
    lines = b",\n".join(map(_line, record.events))
    return b"{\n" + head + b',\n"events":[\n' + lines + b"\n]\n}\n"


@lru_cache(maxsize=20_000)
def _line(event: Action) -> bytes:
    """An event as it stands in a file: there are few thousand different ones."""
    return _text(event.to_json())


def put(path: Path, data: bytes) -> None:
    """Write a file, completely or not at all.

    A link is followed, and a file that is there keeps its rights, and its owner as far as that may
    be; what is no file, as a pipe, takes the data as they come.  Raises OSError, which names
    `path`: also for a file that may not be written, though a new one could take its place.
    """
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        path.write_bytes(data)  # into a folder the system refuses it
        return
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    try:
        _replace(Path(os.path.realpath(path)), data, old)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, data: bytes, old: os.stat_result | None) -> None:
    """Put a new file in the place of the old one, as whose it was if there was one."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("xb") as file:
            if old is not None:
                if hasattr(os, "chown"):
                    with suppress(OSError):  # only who rules the machine may give files away
                        os.chown(draft, old.st_uid, old.st_gid)
                draft.chmod(stat.S_IMODE(old.st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


__all__ = [
    "DECODER",
    "LIMIT",
    "FileLog",
    "Log",
    "Memory",
    "contents",
    "load",
    "put",
    "read",
    "write",
]
