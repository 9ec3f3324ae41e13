"""What `scripts/page_speed.py` measured of a table's page, for `docs/figures.md`."""

from __future__ import annotations

import json

from scripts.figures.page import MISSING, Page, table
from scripts.figures.store import folder

HEAD = """\
## The page of a table

`make page-speed`: Chromium opens a table of which it has nothing yet, rests there for five seconds,
and sees the computer play a double of eight steps with the CPU at a quarter of its speed. What is
said of frames is from a trace, and counts while dice fall or a checker slides.
"""
FIGURES = (
    ("first_board_ms", "first board after, median, ms (to reach: 500)"),
    ("slowest_first_board_ms", "the slowest of five, ms"),
    ("requests", "requests (to reach: 20)"),
    ("kilobytes", "kilobytes sent (to reach: 150)"),
    ("rest_percent", "CPU while it rests, % of a core"),
    ("motion_ms", "movements of the double, ms together"),
    ("frames", "frames in them"),
    ("dropped_frames", "dropped"),
    ("late_frames", "drawn later than a frame and a half"),
    ("middle_frame_ms", "from frame to frame, median, ms"),
    ("longest_frame_ms", "longest, ms"),
    ("longest_task_ms", "longest task of the page, ms"),
)
"""Key of a figure, and what it is called."""


def part(page: Page) -> str:
    """The section about it."""
    path = folder() / "page.json"
    if not path.exists():
        return f"{HEAD}\n{MISSING}\n"
    stored = json.loads(path.read_text(encoding="utf-8"))
    lines = [[words, str(stored["page"][name])] for name, words in FIGURES]
    about = f"Measured {stored['date']} UTC at commit {stored['commit']}: {stored['machine']}."
    return f"{HEAD}\n{table(['figure', 'measured'], lines)}\n{about}\n"
