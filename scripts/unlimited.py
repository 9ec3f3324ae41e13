"""A server that bears any number of connections from one address, for `scripts/load.py` alone.

    python -m scripts.unlimited serve ...

It is `tavola` with other limits; nothing of what is installed can be started like that.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

from tavola.cli import main
from tavola.server import parent, run
from tavola.server.settings import UNHURRIED

_MANY = 10**6
UNLIMITED = replace(UNHURRIED, sockets=_MANY, connections=_MANY)
"""Limits that neither count how often nor how many."""


if __name__ == "__main__":
    again = [sys.executable, "-m", "scripts.unlimited", *sys.argv[1:]]
    run.UNHURRIED = UNLIMITED  # with TAVOLA_LIMITS=off
    run.Parent = partial(parent.Parent, command=again)  # type: ignore[misc,assignment]
    main()
