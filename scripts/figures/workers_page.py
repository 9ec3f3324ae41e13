"""What `scripts/load.py` measured of several processes over PostgreSQL, for `docs/figures.md`."""

from __future__ import annotations

import json
from typing import Any

from scripts.figures.page import MISSING, Page, table
from scripts.figures.store import folder

HEAD = """\
## Several processes

`make load WORKERS="2 4" ROUNDS=2`: the same games over one PostgreSQL that waits for its disk at
every commit, with one process and with several, in turn. The processes, PostgreSQL and the clients
share all cores of one machine, so steps a second say what the machine bears as a whole, and what
else it does is in them; microseconds of CPU say what a step costs. A figure for each round.
"""
FIGURES = (
    ("games", "games"),
    ("steps_a_second", "steps a second, one each two seconds wanted at each table"),
    ("p50_ms", "acknowledged after, median, ms"),
    ("p99_ms", "acknowledged after, 99 %, ms"),
    ("kb_a_table", "memory a table, KB"),
    ("most_steps_a_second", "steps a second at most"),
    ("us_a_step", "microseconds of CPU a step, all processes"),
    ("us_a_step_in_postgresql", "microseconds of CPU a step, PostgreSQL"),
    ("load_average", "load average of the machine"),
)
"""Key of a figure, and what it is called."""


def part(page: Page) -> str:
    """The section about it."""
    path = folder() / "workers.json"
    if not path.exists():
        return f"{HEAD}\n{MISSING}\n"
    stored = json.loads(path.read_text(encoding="utf-8"))
    rounds: dict[str, list[dict[str, Any]]] = stored["workers"]
    counts = sorted(rounds, key=int)
    lines = [
        [words, *(" / ".join(str(one[name]) for one in rounds[count]) for count in counts)]
        for name, words in FIGURES
    ]
    about = f"Measured {stored['date']} UTC at commit {stored['commit']}: {stored['machine']}."
    return f"{HEAD}\n{table(['processes', *counts], lines)}\n{about}\n"
