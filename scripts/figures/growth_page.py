"""What `scripts/load.py --growth` measured, for `docs/figures.md`."""

from __future__ import annotations

import json
from typing import Any

from scripts.figures.page import MISSING, Page, table
from scripts.figures.store import folder

HEAD = """\
### Growth

`make load GROWTH=1`: so many matches stored in SQLite before the server starts on one core, then so
many games running, each with two clients and a step every two seconds; the clients have the other
core. A table's memory is what the process grew by while the tables were made.
"""
FIGURES = (
    ("ready_s", "ready, s"),
    ("mb_at_rest", "at rest, MB"),
    ("ms_a_page_of_a_sleeping_match", "page of a sleeping match, ms"),
    ("kb_a_table", "a table, KB"),
    ("steps_a_second", "steps a second"),
    ("p50_ms", "median, ms"),
    ("p99_ms", "99 %, ms"),
    ("core", "of the core"),
)
"""Key of a figure, and what it is called."""


def part(page: Page) -> str:
    """The section about it."""
    path = folder() / "growth.json"
    if not path.exists():
        return f"{HEAD}\n{MISSING}\n"
    stored = json.loads(path.read_text(encoding="utf-8"))
    cells: list[dict[str, Any]] = stored["growth"]
    lines = [
        [f"{cell['stored']:,}".replace(",", " "), f"{cell['running']:,}".replace(",", " ")]
        + [str(cell[name]) for name, _ in FIGURES]
        for cell in cells
    ]
    head = ["stored", "running", *(words for _, words in FIGURES)]
    loads = sorted(cell["load_average"] for cell in cells)
    about = (
        f"Measured {stored['date']} UTC at commit {stored['commit']}: {stored['machine']}, at a "
        f"load of {loads[0]} to {loads[-1]}."
    )
    return f"{HEAD}\n{table(head, lines)}\n{about}\n"
