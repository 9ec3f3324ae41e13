"""Reviews made in a process of their own, for a server: `python -m tavola.study.work`.

It reads one JSON object a line, and does one job after the other:

    {"job": 1, "record": {...}, "depth": 1, "before": null, "trouble": null, "n": null, "trials": 0}
    {"stop": 1}

`before` is an older review, `trouble` what a reader found wrong after the events of the record;
with `n` only the decisions of that event are judged, so deep, or with `trials` checked by a rollout
of so many.  It answers with lines, too:

    {"job": 1, "done": 12, "total": 391}
    {"job": 1, "done": 13, "total": 324, "rollout": {...}}
    {"job": 1, "done": 40, "total": 391, "state": "working", "follows": true}
    {"tavola_review": 1, ...}
    {"job": 1, "state": "refused", "refusal": {"code": "no_net", "details": {...}}}

Where a review follows it is the next line, so that who only keeps it need not read it.  `state` is
`working`, and at last `done`, `stopped` or `refused`.  The process ends when its input does, so
that none outlives the server that started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.text.record import record_from_json

if TYPE_CHECKING:
    from tavola.study.checking import Checking

TOLD = 0.2
"""Seconds between two lines that say how far it has come."""
FIRST, LAST = 0.4, 10.0
"""Seconds until the first review that follows, and the most between two later ones."""


class Orders:
    """What is to be done, read by a thread: jobs wait here, and a job can be stopped."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._stopped: set[int] = set()
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> dict[str, Any]:
        """The next job; waits for it."""
        return self._waiting.get()

    def stopped(self, job: int) -> bool:
        """Whether a job is to be stopped."""
        return job in self._stopped

    def _read(self) -> None:
        for line in self._source:
            order = json.loads(line)
            if "stop" in order:
                self._stopped.add(order["stop"])
            else:
                self._waiting.put(order)
        os._exit(0)  # nobody is left who wants to know


class Teller:
    """Says how far a job has come."""

    def __init__(self, job: int, out: BinaryIO) -> None:
        self.job, self._out = job, out
        self._told = self._kept = time.monotonic()
        self._pause = FIRST

    def told(self, done: int, total: int, **more: Callable[[], Any]) -> None:
        """A line, if the last one was some time ago; `more` is asked for what belongs to it."""
        if time.monotonic() - self._told >= TOLD:
            self._told = time.monotonic()
            found = {name: ask() for name, ask in more.items()}
            self.say({"done": done, "total": total, **found})

    @property
    def due(self) -> bool:
        """Whether it is time for what there is so far; the pauses grow."""
        return time.monotonic() - self._kept >= self._pause

    def keep(self, review: Mapping[str, Any], done: int, total: int, state: str) -> None:
        """What there is so far."""
        self.say({"done": done, "total": total, "state": state, "follows": True}, review)
        self._kept, self._pause = time.monotonic(), min(2 * self._pause, LAST)

    def say(self, *lines: Mapping[str, Any]) -> None:
        """Lines; the first is marked with the job."""
        first, *rest = lines
        for line in ({"job": self.job, **first}, *rest):
            self._out.write(json.dumps(line, separators=(",", ":"), default=str).encode() + b"\n")
        self._out.flush()


def work(order: Mapping[str, Any], teller: Teller, orders: Orders) -> None:
    """Do one job to its end, or until it is stopped."""
    from tavola.study.checking import Checking
    from tavola.study.review import Reviewing, deepened
    from tavola.study.review_json import review_from_json, review_to_json

    record = record_from_json(order["record"])
    before = None if order["before"] is None else review_from_json(order["before"])
    found = order["trouble"]
    trouble = None if found is None else Refusal(found["code"], found["details"])
    depth = order["depth"]
    if order["n"] is not None and before is not None and order["trials"]:
        check(Checking(record, before, order["n"], order["trials"]), teller, orders)
        return
    if order["n"] is not None and before is not None:
        again = deepened(record, before, order["n"], depth)
        teller.keep(review_to_json(again), 1, 1, "done")
        return
    reviewing = Reviewing(record, depth, None, before, trouble)
    teller.say({"done": reviewing.progress.done, "total": reviewing.progress.total})
    for progress in reviewing:
        if orders.stopped(teller.job):
            break
        teller.told(progress.done, progress.total)
        if teller.due and progress.done < progress.total:
            kept = review_to_json(reviewing.review)
            teller.keep(kept, progress.done, progress.total, "working")
    review, now = reviewing.review, reviewing.progress
    state = "done" if review.finished else "stopped"
    teller.keep(review_to_json(review), now.done, now.total, state)


def check(checking: Checking, teller: Teller, orders: Orders) -> None:
    """Check a verdict by a rollout, until it is stopped."""
    from tavola.study.review_json import review_to_json

    teller.say({"done": checking.progress.done, "total": checking.progress.total})
    for now in checking:
        if orders.stopped(teller.job):
            break
        teller.told(now.done, now.total, rollout=checking.rolling.to_json)
        if teller.due and now.done < now.total:
            teller.keep(review_to_json(checking.review), now.done, now.total, "working")
    now = checking.progress
    state = "done" if now.done >= now.total else "stopped"
    teller.keep(review_to_json(checking.review), now.done, now.total, state)


def main() -> None:
    """Do all that is asked for, until the input ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    orders = Orders(sys.stdin.buffer)
    from tavola.study import review  # what takes long is loaded before it is needed

    assert review is not None
    while True:
        order = orders.next()
        teller = Teller(order["job"], out)
        try:
            work(order, teller, orders)
        except Refused as refused:
            said = {"code": refused.refusal.code, "details": dict(refused.refusal.details)}
            teller.say({"state": "refused", "refusal": said})


if __name__ == "__main__":
    main()
