"""The plays of a part in order of merit; what nobody asks for is never made.

A decision weighs some twenty plays and plays one of them.  A `Ranking` keeps them as buffers and
makes a `Ranked` with its position and its chances when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from tavola.bots.cube.chances import Chances
from tavola.bots.net.evaluate import OUTPUTS
from tavola.bots.search.candidates import CELLS, FOUND, LOOKED, SCORES, STEPS, VALUES, Bench
from tavola.rules.kernel.generator import SLOTS
from tavola.rules.kernel.slots import WIDTH
from tavola.rules.model.position import Position

Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True)
class Ranked:
    """A play and what it is worth: its steps as kernel integers, the position they lead to, the
    chances of the side that plays, its equity at this cube and score, and the depth of the look."""

    steps: tuple[int, ...]
    position: Position
    chances: Chances
    equity: float
    depth: int


class OnDemand(Sequence[Item_co]):
    """A sequence whose items are made, each time anew, when they are looked at; a slice is a
    list."""

    def __init__(self, count: int, make: Callable[[int], Item_co]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item_co]: ...
    def __getitem__(self, index: int | slice) -> Item_co | list[Item_co]:
        """An item, or several."""
        if isinstance(index, slice):
            return [self._make(n) for n in range(*index.indices(self._count))]
        return self._make(range(self._count)[index])

    def __iter__(self) -> Iterator[Item_co]:
        return (self._make(n) for n in range(self._count))

    def __repr__(self) -> str:
        return repr(list(self))

    def __eq__(self, other: object) -> bool:
        """Whether the other sequence, a list for example, has the same items."""
        if not isinstance(other, OnDemand | list):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[list[Item_co]], tuple[list[Item_co]]]:
        """A copy, in another process too, is a list."""
        return list, (list(self),)


class Ranking(OnDemand[Ranked]):
    """Plays, best first; those looked at deeper come first.

    `bench` holds `amount` of them and may be used again afterwards; `chances` reads the outputs of
    a net.
    """

    def __init__(self, bench: Bench, amount: int, chances: Callable[[Any], Chances]) -> None:
        super().__init__(amount, self._made)
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


__all__ = ["OnDemand", "Ranked", "Ranking"]
