"""Who does the jobs: threads of this process.  For other machines see `ray_hands.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from tavola.bots.training.jobs import Job, Lessons, do_job


class Threads:
    """Jobs in threads; the compiled games run beside each other, since they hold no lock."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count)

    def do(self, jobs: Iterable[Job]) -> Iterator[Lessons]:
        """Do all jobs, in any order; give their lessons in the order of the jobs."""
        return self._pool.map(do_job, jobs)
