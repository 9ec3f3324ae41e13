"""Who does the jobs: threads of this process.  For other machines see `ray_workers.py`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from tavola.bots.training.jobs import Job, Lessons, do_job


class ThreadWorkers:
    """Jobs in threads; the compiled games run beside each other, since they hold no lock."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._stopped = threading.Event()
        self._pool = ThreadPoolExecutor(count)

    def do(self, jobs: Iterable[Job]) -> Iterator[Lessons]:
        """Do all jobs, in any order; give their lessons in the order of the jobs."""
        return self._pool.map(self._do, jobs)

    def _do(self, job: Job) -> Lessons:
        return do_job(job, self._stopped.is_set)

    def close(self) -> None:
        """Stop at once: games under way end, nothing else is done any more."""
        self._stopped.set()
        self._pool.shutdown(cancel_futures=True)

    def told(self) -> dict[str, object]:
        """What a model card says of them."""
        # The key is that of all cards ever written, and of the option `--hands`.
        return {"hands": "threads", "count": self.count}
