"""What the page of figures is made of: results looked up and said, and tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from scripts.figures.every_row import all_rows
from scripts.figures.rows import FEW, Options
from scripts.figures.store import Record, load

MISSING = "not measured"


class Page:
    """Looks results up and says them."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rows = all_rows()
        self.records: dict[str, Record] = {}
        for name in self.rows:
            record = load(name)
            if record is not None:
                self.records[name] = record

    def mark(self, name: str) -> str:
        """What must be known about a figure."""
        record, row = self.records[name], self.rows[name]
        if record.key != row.key(self.options):
            return " †"
        return "" if record.complete else " ‡"

    def figure(
        self, name: str, what: str = "", digits: int = 3, scale: float = 1.0, sign: bool = True
    ) -> str:
        """A mean of a row with its error, multiplied by `scale`."""
        record = self.records.get(name)
        if record is None or not math.isfinite(record.mean(what or self.rows[name].main)):
            return MISSING
        what = what or self.rows[name].main
        mean, error = record.mean(what) * scale, record.error(what) * abs(scale)
        shown = f"{mean:+.{digits}f}" if sign else f"{mean:.{digits}f}"
        spread = f" ± {error:.{digits}f}" if record.known(what) >= FEW else ""
        return f"{shown}{spread}{self.mark(name)}"

    def count(self, name: str, what: str = "", times: int = 1) -> str:
        """How many values a mean is made of."""
        record = self.records.get(name)
        what = what or self.rows[name].main
        told = record is not None and what in record.sums
        return f"{self.records[name].known(what) * times:,}".replace(",", " ") if told else ""

    def beside(self, name: str, ours: str, theirs: str, difference: str) -> list[str]:
        """What both players lose, ours less theirs, and in how many decisions: cells of a line."""
        both = [self.figure(name, what, 1, sign=False) for what in (ours, theirs)]
        return [*both, self.figure(name, difference, 1), self.count(name, ours)]

    def error(self, name: str) -> float:
        """The standard error of the figure of a row, NaN if there is none."""
        record = self.records.get(name)
        return record.error(self.rows[name].main) if record else math.nan

    def mean(self, name: str, what: str) -> float:
        """A mean of a row, NaN if there is none."""
        record = self.records.get(name)
        return record.mean(what) if record else math.nan


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are numbers."""
    rows = [head, ["---"] + ["--:" if i else "---" for i in range(1, len(head))], *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"
