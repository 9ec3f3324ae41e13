"""Jobs on a Ray cluster, on any number of machines; needs the extra `ray`.

Every machine needs the same version of Tavola.  Nothing is shared but jobs and lessons: a worker
that is lost costs its jobs, which Ray gives to another one.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tavola.bots.training import precompile
from tavola.bots.training.jobs import Job, Lessons, do_job

SECONDS = 5.0
"""How long to wait for a cluster to answer."""

_load = cache(precompile.load)


def _do(job: Job, weights: Any) -> Lessons:
    _load()
    return do_job(replace(job, weights=weights))


def _knock(address: str) -> None:
    """Raise ConnectionError unless somebody listens there: Ray itself tries for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), SECONDS).close()
    except (OSError, ValueError, OverflowError):
        raise ConnectionError(address) from None


class RayWorkers:
    """The workers of the cluster at `address`; `local` starts one on this machine.

    Raises ImportError without Ray and ConnectionError where no cluster answers.
    """

    def __init__(self, address: str, count: int | None = None) -> None:
        import ray

        _knock(address)
        self._ray = ray
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if address == "local":
            ray.init(address, num_cpus=count, include_dashboard=False, **quiet)
        else:
            ray.init(address, **quiet)
        self._task = ray.remote(num_cpus=1)(_do)

    def do(self, jobs: Iterable[Job]) -> Iterator[Lessons]:
        """Do all jobs; give their lessons in the order of the jobs.

        Weights travel once, however many jobs play with them.
        """
        last, place, tasks = None, None, []
        for job in jobs:
            if job.weights is not last:
                last, place = job.weights, self._ray.put(job.weights)
            tasks.append(self._task.remote(replace(job, weights=job.weights[:0]), place))
        for task in tasks:
            yield self._ray.get(task)

    def close(self) -> None:
        """Leave the cluster, which then forgets all tasks; a local one ends."""
        self._ray.shutdown()

    def told(self) -> dict[str, object]:
        """What a model card says of them."""
        cpus = int(self._ray.cluster_resources().get("CPU", 0))
        return {"hands": "ray", "count": cpus}
