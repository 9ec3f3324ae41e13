"""Measures rows: one after the other or several at once, with progress, and interruptible."""

from __future__ import annotations

import multiprocessing
import queue
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from scripts.figures.every_row import all_rows
from scripts.figures.rows import Options, Row
from scripts.figures.store import Record, load

SAVED_EVERY = 20.0
"""Seconds after which what was done is safe."""
SHOWN_EVERY = 0.5
Tell = Callable[[float, str], None]
"""Told how much of a row is done, and how it stands."""


class Stopped(Exception):
    """Somebody has asked for an end; what was measured is stored."""


class Stop:
    """Ctrl-C ends a row after the present unit of work; a second one at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The signal has come."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def _stoppable() -> Iterator[Stop]:
    stop = Stop()
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def up_to_date(row: Row, options: Options) -> bool:
    """Whether a row is stored, complete and of the present net and settings."""
    record = load(row.name)
    return record is not None and record.complete and record.key == row.key(options)


def begun(row: Row, options: Options) -> Record:
    """What is stored of a row, or a fresh record if that was something else."""
    record = load(row.name)
    key = row.key(options)
    return record if record is not None and record.key == key else Record(row.name, key)


def says(row: Row, record: Record) -> str:
    """A row in a few words."""
    known = record.sums.get(row.main)
    if known is None or not known.n:
        return ""
    return f"{known.mean:+.4f} ± {known.error:.4f} ({known.n})"


def measure(
    row: Row, options: Options, command: str, tell: Tell, stop: Stop, units: int | None = None
) -> Record:
    """Measure a row, going on from what is stored, until it has enough.

    With `units` it stops after so many units of work, as if it had been interrupted.  Raises
    `Stopped` when that was asked for.
    """
    record = begun(row, options)
    before, since = record.seconds, time.monotonic()
    known = record.done, record.complete
    shown = saved = 0.0
    try:
        if row.share(record, options.minutes) < 1.0:
            step = row.prepare(row, options)
            since = time.monotonic()
            while row.share(record, options.minutes) < 1.0 and units != 0:
                if stop.asked:
                    raise Stopped
                record.add(step(record.done))
                units = None if units is None else units - 1
                now = time.monotonic()
                record.seconds = before + now - since
                if now - shown > SHOWN_EVERY:
                    shown = now
                    tell(row.share(record, options.minutes), says(row, record))
                if now - saved > SAVED_EVERY:
                    saved = now
                    record.save(f"{command} {row.name}")
    finally:
        record.complete = row.share(record, options.minutes) >= 1.0
        if known != (record.done, record.complete):  # else it was measured at another commit
            record.save(f"{command} {row.name}")
        for close in row.close:
            close()
        row.close.clear()
    return record


# ----------------------------------------------------------------------------------- several rows


def run(rows: Sequence[Row], options: Options, command: str, jobs: int = 1) -> list[str]:
    """Measure rows and show how far they are; returns what went wrong.

    Rows that measure speed wait until nothing else runs.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[figure]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    alone = [row for row in rows if row.alone]
    others = [row for row in rows if not row.alone]
    with Progress(*columns) as progress:
        whole = progress.add_task("rows", total=len(rows), figure="")
        problems: list[str] = []
        try:
            for some, at_once in ((others, jobs), (alone, 1)):
                runner = _together if at_once > 1 and len(some) > 1 else _in_turn
                problems += runner(some, options, command, at_once, progress, whole)
        except Stopped:
            problems.append("interrupted; run again to go on")
    return problems


def _in_turn(
    rows: Sequence[Row],
    options: Options,
    command: str,
    _jobs: int,
    progress: Progress,
    whole: TaskID,
) -> list[str]:
    problems = []
    with _stoppable() as stop:
        for row in rows:
            task = progress.add_task(row.name, total=1.0, figure="")

            def tell(share: float, figure: str, task: TaskID = task) -> None:
                progress.update(task, completed=share, figure=figure)

            try:
                record = measure(row, options, command, tell, stop)
                tell(1.0, says(row, record))
            except Stopped:
                raise
            except Exception as problem:
                problems.append(f"{row.name}: {_in_words(problem)}")
            progress.remove_task(task)
            progress.advance(whole)
            if stop.asked:
                raise Stopped
    return problems


def _in_words(problem: Exception) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__}: {problem} ({last.filename.rpartition('/')[2]}:{last.lineno})"


def _worker(names: Any, news: Any, options: Options, command: str) -> None:
    """A process that measures one row after the other."""
    with _stoppable() as stop:
        while not stop.asked:
            try:
                name = names.get_nowait()
            except queue.Empty:
                return
            row = all_rows()[name]

            def tell(share: float, figure: str, name: str = name) -> None:
                news.put((name, share, figure, ""))

            tell(0.0, "")
            try:
                record = measure(row, options, command, tell, stop)
                news.put((name, 1.0, says(row, record), "done"))
            except Stopped:
                news.put((name, 0.0, "", "stopped"))
            except Exception as problem:
                news.put((name, 1.0, "", f"{name}: {_in_words(problem)}"))


def _together(
    rows: Sequence[Row],
    options: Options,
    command: str,
    jobs: int,
    progress: Progress,
    whole: TaskID,
) -> list[str]:
    made = multiprocessing.get_context("spawn")
    names, news = made.Queue(), made.Queue()
    for row in rows:
        names.put(row.name)
    time.sleep(0.1)  # the queue is filled by a thread
    processes = [
        made.Process(target=_worker, args=(names, news, options, command)) for _ in range(jobs)
    ]
    problems: list[str] = []
    tasks: dict[str, TaskID] = {}
    left = [row.name for row in rows]
    with _stoppable() as stop:
        for process in processes:
            process.start()
        while any(process.is_alive() for process in processes) or not news.empty():
            try:
                name, share, figure, end = news.get(timeout=0.5)
            except queue.Empty:
                continue
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=1.0, figure="")
            progress.update(tasks[name], completed=share, figure=figure)
            if end:
                progress.remove_task(tasks.pop(name))
                progress.advance(whole)
                left.remove(name)
                problems += [end] if end not in ("done", "stopped") else []
        for process in processes:
            process.join()
        if stop.asked:
            raise Stopped
    return problems + [f"{name}: not measured to its end: a process died" for name in left]
