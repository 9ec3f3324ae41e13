"""The plays of a part in order of merit; what nobody asks for is never made.

A decision weighs some twenty plays and plays one of them.  A `Ranking` keeps them as buffers and
makes a `Ranked` with its position and its chances when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from tavola.bots.cube.chances import Chances
from tavola.bots.net.evaluate import OUTPUTS
from tavola.bots.search.candidates import CELLS, FOUND, LOOKED, SCORES, STEPS, VALUES, Bench
from tavola.rules.kernel.generator import SLOTS
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position


@dataclass(frozen=True)
class Ranked:
    """A play and what it is worth: its steps as kernel integers, the position they lead to, the
    chances of the side that plays, its equity at this cube and score, and the depth of the look."""

    steps: tuple[int, ...]
    position: Position
    chances: Chances
    equity: float
    depth: int


class Ranking(Sequence[Ranked]):
    """Plays, best first; those looked at deeper come first.

    `bench` holds `amount` of them and may be used again afterwards; `chances` reads the outputs of
    a net.  A slice is a list.
    """

    def __init__(self, bench: Bench, amount: int, chances: Callable[[Any], Chances]) -> None:
        scores, looked = bench[SCORES][:amount], bench[LOOKED][:amount]
        keys = sorted((-int(looked[i]), -int(scores[i]), i) for i in range(amount))
        self._order = [i for _, _, i in keys]
        self._looked = [-depth for depth, _, _ in keys]
        self._rows = bytes(bench[CELLS][: amount * WIDTH].tobytes())
        self._steps = bench[STEPS][: amount * SLOTS]
        self._found = bench[FOUND][: amount * OUTPUTS]
        self._values = bench[VALUES][:amount]
        if not isinstance(self._values, list):  # a part of a list is a copy already
            self._steps, self._found = self._steps.copy(), self._found.copy()
            self._values = self._values.copy()
        self._chances = chances

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> Ranked: ...
    @overload
    def __getitem__(self, index: slice) -> list[Ranked]: ...
    def __getitem__(self, index: int | slice) -> Ranked | list[Ranked]:
        """A play, or several."""
        if isinstance(index, slice):
            return [self._made(n) for n in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        return self._made(at)

    def __iter__(self) -> Iterator[Ranked]:
        return (self._made(n) for n in range(len(self)))

    def _made(self, n: int) -> Ranked:
        i = self._order[n]
        steps = (int(step) for step in self._steps[i * SLOTS : (i + 1) * SLOTS])
        return Ranked(
            tuple(step for step in steps if step),
            Position(self._rows[i * WIDTH : (i + 1) * WIDTH]),
            self._chances(self._found[i * OUTPUTS : (i + 1) * OUTPUTS]),
            float(self._values[i]),
            self._looked[n],
        )


__all__ = ["Ranked", "Ranking"]
