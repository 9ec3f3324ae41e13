"""A log that nobody can fill: one line of a kind a minute, and how many were left out.

It is written for people, or with `TAVOLA_LOG=json` as one JSON object a line for programs.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

PAUSE = 60.0
"""Seconds between two lines of one kind."""
_KINDS = 500
"""Kinds that are remembered."""
_OF_CLIENTS = (UnicodeDecodeError, ConnectionError, TimeoutError, asyncio.CancelledError)
"""Errors that a client makes, or the end of the server where it takes too long to answer: told
without a traceback."""
_OURS = "tavola."
_PLACES = 8
"""Places of a traceback that a line of JSON names, the innermost ones."""


class Quiet(logging.Filter):
    """Lets one record of a kind through in `PAUSE`: of one place in the code, and one place where
    something was raised.  The next one has in `left_out` how many were.  `clock` gives seconds."""

    def __init__(self, name: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self._clock = clock
        self._told: OrderedDict[tuple[Any, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is told."""
        kind, now = _kind(record), self._clock()
        at, left_out = self._told.pop(kind, (now - PAUSE, 0))
        if now - at < PAUSE:
            self._told[kind] = at, left_out + 1
            return False
        self._told[kind] = now, 0
        if len(self._told) > _KINDS:
            self._told.popitem(last=False)
        if record.exc_info and isinstance(record.exc_info[1], _OF_CLIENTS):
            record.exc_info = None
        record.left_out = left_out
        return True


def _kind(record: logging.LogRecord) -> tuple[Any, ...]:
    error = record.exc_info[1] if record.exc_info else None
    trace = error.__traceback__ if error is not None else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else ()
    return (record.pathname, record.lineno, type(error).__name__, *place)


class Lines(logging.Formatter):
    """For people: time, level, who says it, what; tracebacks below."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """One line, with how many like it were left out."""
        found = super().formatMessage(record)
        left_out = getattr(record, "left_out", 0)
        return f"{found} ({left_out} more like this were left out)" if left_out else found


class JsonLines(logging.Formatter):
    """For programs: one object a line.

    `time` (UTC), `level`, `kind` (a word that stays as it is, or the name of the logger), `say`,
    and what belongs to it: `left_out`, `error` (a class), `at` (where it was raised).  What others
    put into their messages and exceptions is left out, for it may quote what a client sent; of ours
    the first line is told.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The object of a record."""
        ours = record.name.startswith(_OURS)
        said = record.getMessage() if ours else str(record.msg)
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        found: dict[str, Any] = {
            "time": when.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "kind": getattr(record, "kind", "") or record.name,
            "say": (said.strip().splitlines() or [""])[0][:500],
        }
        if left_out := getattr(record, "left_out", 0):
            found["left_out"] = left_out
        if record.exc_info and record.exc_info[1] is not None:
            found["error"] = type(record.exc_info[1]).__name__
            found["at"] = _places(record.exc_info[1].__traceback__)
        return json.dumps(found)


def _places(trace: TracebackType | None) -> list[str]:
    """File, line and function of the innermost frames, none of their values."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        where = "/".join(Path(code.co_filename).parts[-2:])
        found.append(f"{where}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-_PLACES:]


class StandardError(logging.StreamHandler[TextIO]):
    """Standard error; where it cannot be written, as on a full disk, nothing more is said."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: the usual way prints a traceback, and with it what the line was made of."""


def configuration(form: str = "") -> dict[str, Any]:
    """All loggers to standard error, through one `Quiet`; `form` is `json` for programs."""
    handler = {
        "()": StandardError,
        "formatter": "lines",
        "filters": ["quiet"],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines if form == "json" else Lines}},
        "filters": {"quiet": {"()": Quiet}},
        "handlers": {"stderr": handler},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
    }


__all__ = ["PAUSE", "JsonLines", "Lines", "Quiet", "configuration"]
