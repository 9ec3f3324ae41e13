"""A server that bears any number of connections from one address, for `scripts/load.py` alone.

    python -m scripts.unlimited serve ...

It is `tavola` with other limits; nothing of what is installed can be started like that.
"""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from functools import partial
from typing import Any

from tavola.cli import main
from tavola.server import parent, run
from tavola.server.settings import Limits, Rate

_MANY = 10**6
RATES: dict[str, Any] = {
    one.name: Rate(_MANY, _MANY) for one in fields(Limits) if isinstance(one.default, Rate)
}
"""Every rate that is counted, so high that nobody reaches it."""
UNLIMITED = replace(Limits(), sockets=_MANY, connections=_MANY, **RATES)
"""Limits that neither count how often nor how many."""


if __name__ == "__main__":
    again = [sys.executable, "-m", "scripts.unlimited", *sys.argv[1:]]
    # With TAVOLA_LIMITS=off.
    run.UNHURRIED = UNLIMITED  # type: ignore[attr-defined]
    run.Parent = partial(parent.Parent, command=again)  # type: ignore[attr-defined,assignment]
    main()
