"""Processes beside the server that step back behind it from their first moment on.

A process that lowers itself has already read hundreds of modules by then, and on one core all who
play have waited for them.
"""

from __future__ import annotations

import os
from contextlib import suppress

_LOWEST = 19


def step_back(pid: int, by: int) -> None:
    """Have a process that was just started yield to this one, by so many steps of `nice`."""
    if hasattr(os, "setpriority"):
        with suppress(ProcessLookupError):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, pid, min(own + by, _LOWEST))


__all__ = ["step_back"]
