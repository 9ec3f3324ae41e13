"""What a row is."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripts.figures.nets import mark_for
from scripts.figures.store import VERSION, Record

News = Mapping[str, list[float]]
"""What a unit of work has found: values to be added to sums, by name."""
SHOWN = 3.0
"""Standard errors above 0 from which a difference counts as shown."""
FEW = 5
"""Values of which there must be so many before anything is said of their spread: two that happen to
be alike are no proof of anything."""
Step = Callable[[int], News]
"""One unit of work; its number is all it depends on, so that rows can be resumed."""


@dataclass(frozen=True)
class Options:
    """How rows are measured: a cap of wall-clock time a row, the referee's folder, and a net that
    takes the place of the game's own."""

    minutes: float | None = None
    referee: Path | None = None
    net: Path | None = None


@dataclass(frozen=True)
class Row:
    """A measurement.

    `name` is `game/measure`.  `prepare` makes the step; everything that takes time to set up
    belongs there.  Sum `main` is the figure of the row.  A row has enough after `minutes` and `FEW`
    values, or before that when `main` has `least` values and a standard error not above `target`,
    or lies `clear` standard errors above 0, or when `most` units are done.
    """

    name: str
    prepare: Callable[[Row, Options], Step]
    settings: dict[str, Any]
    net: str | None = None
    main: str = "points"
    minutes: float = 0.5
    least: int = 2
    most: int | None = None
    target: float = 0.0
    clear: float = 0.0
    referee: bool = False
    alone: bool = False
    close: list[Callable[[], None]] = field(default_factory=list)
    """What must be ended when the row is left."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.name.partition("/")[0]

    @property
    def measure(self) -> str:
        """What is measured."""
        return self.name.partition("/")[2]

    @property
    def seed(self) -> int:
        """The number that all chance of the row comes from."""
        return zlib.crc32(self.name.encode()) & 0xFFFFFF

    def key(self, options: Options) -> dict[str, Any]:
        """What the result depends on."""
        key: dict[str, Any] = {"method": VERSION, **self.settings, "seed": self.seed}
        if self.net is not None:
            key["net"] = mark_for(self.net, options.net)
        return key

    def share(self, record: Record, minutes: float | None) -> float:
        """How much of the row is done, 1 if it has enough."""
        cap = self.minutes if minutes is None else minutes
        known = record.known(self.main)
        parts = [
            min(record.seconds / 60.0 / cap, max(known, record.done) / FEW) if cap > 0 else 1.0
        ]
        if self.most is not None:
            parts.append(record.done / self.most)
        for target in (self.target, self.clear and record.mean(self.main) / self.clear):
            if target > 0:
                error = record.error(self.main)
                near = min((target / error) ** 2, 1.0) if error > 0 else 1.0
                parts.append(min(near, known / self.least))
        return min(max(parts), 1.0)

    def shown(self, record: Record) -> bool:
        """Whether the figure lies clearly above 0: `SHOWN` standard errors, of `least` values."""
        mean, error = record.mean(self.main), record.error(self.main)
        return record.known(self.main) >= self.least and mean > SHOWN * error
