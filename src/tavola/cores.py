"""How many processor cores there are to work on."""

from __future__ import annotations

import os


def usable_cores() -> int:
    """Processor cores that this process may use, where the system tells; else all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
