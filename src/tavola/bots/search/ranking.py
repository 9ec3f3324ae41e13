"""The plays of a part in order of merit; what nobody asks for is never made.

A decision weighs some twenty plays and plays one of them.  A `Ranking` keeps them as buffers and
makes a `Ranked` with its position and its chances when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, overload

from tavola.bots.cube.chances import Chances
from tavola.bots.net.evaluate import OUTPUTS
from tavola.bots.search.candidates import (
    CELLS,
    FOUND,
    LOOKED,
    SCORES,
    STEPS,
    VALUES,
    Bench,
    pick_of,
)
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


Parts = tuple[tuple[int, ...], Position, Chances, float, int]
"""The fields of a `Ranked`."""


Several = Callable[[Sequence[int]], list[Item_co]]
"""Makes many items at once."""


class OnDemand(Sequence[Item_co]):
    """A sequence whose items are made, each time anew, when they are looked at; a slice is a list,
    made at once where that is cheaper."""

    def __init__(
        self, count: int, make: Callable[[int], Item_co], several: Several[Item_co] | None = None
    ) -> None:
        self._count, self._make, self._several = count, make, several

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item_co: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item_co]: ...
    def __getitem__(self, index: int | slice) -> Item_co | list[Item_co]:
        """An item, or several."""
        if isinstance(index, slice):
            wanted = range(*index.indices(self._count))
            if self._several is not None:
                return self._several(wanted)
            return [self._make(n) for n in wanted]
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
    a net.  `rows`, `values` and `looked` are those of the plays in the order in which they were
    found, `place` says where the play of a rank is among them.
    """

    def __init__(
        self, bench: Bench, amount: int, chances: Callable[[list[float]], Chances]
    ) -> None:
        super().__init__(amount, self._made)
        self.rows = bench[CELLS][: amount * WIDTH]
        self.values = bench[VALUES][:amount]
        self.looked = bench[LOOKED][:amount]
        self._scores = bench[SCORES][:amount]
        self._steps = bench[STEPS][: amount * SLOTS]
        self._found = bench[FOUND][: amount * OUTPUTS]
        if not isinstance(self.values, list):  # a part of a list is a copy already
            self.rows, self.values = self.rows.copy(), self.values.copy()
            self.looked, self._scores = self.looked.copy(), self._scores.copy()
            self._steps, self._found = self._steps.copy(), self._found.copy()
        self._chances = chances

    @cached_property
    def _order(self) -> list[int]:
        depths, scores = _plain(self.looked), _plain(self._scores)
        order = sorted(range(len(self)), key=[-score for score in scores].__getitem__)
        if any(depths):
            order.sort(key=[-depth for depth in depths].__getitem__)
        return order

    def place(self, n: int) -> int:
        """Where the play of rank `n`, from 0, was found.  The first one is found without order."""
        if n == 0 and "_order" not in self.__dict__:
            return int(pick_of(self._scores, self.looked, len(self)))
        return self._order[n]

    def steps_at(self, i: int) -> tuple[int, ...]:
        """The steps of the play at a place, as kernel integers."""
        steps = _plain(self._steps[i * SLOTS : (i + 1) * SLOTS])
        return tuple([step for step in steps if step])

    def position_at(self, i: int) -> Position:
        """The position that the play at a place leads to."""
        return Position(bytes(self.rows[i * WIDTH : (i + 1) * WIDTH].tobytes()))

    def parts(self, n: int) -> Parts:
        """What is known of the play of rank `n`: the fields of a `Ranked`, for who makes something
        else of them."""
        i = self.place(n)
        return (
            self.steps_at(i),
            self.position_at(i),
            self._chances(_plain(self._found[i * OUTPUTS : (i + 1) * OUTPUTS])),
            float(self.values[i]),
            int(self.looked[i]),
        )

    def several(self, ranks: Sequence[int]) -> list[Parts]:
        """What is known of plays of many ranks: buffers are read once for all of them."""
        if isinstance(self.values, list):
            return [self.parts(n) for n in ranks]
        import numpy

        places = numpy.array([self.place(n) for n in ranks], dtype="int64")
        steps = self._steps.reshape(-1, SLOTS).take(places, 0).tolist()
        cells = self.rows.reshape(-1, WIDTH).take(places, 0).tobytes()
        outputs = self._found.reshape(-1, OUTPUTS).take(places, 0).tolist()
        values, depths = self.values.take(places).tolist(), self.looked.take(places).tolist()
        return [
            (
                tuple([step for step in steps[n] if step]),
                Position(cells[n * WIDTH : (n + 1) * WIDTH]),
                self._chances(outputs[n]),
                values[n],
                depths[n],
            )
            for n in range(len(places))
        ]

    def _made(self, n: int) -> Ranked:
        return Ranked(*self.parts(n))


def _plain(buffer: Any) -> list[Any]:
    found: list[Any] = buffer if isinstance(buffer, list) else buffer.tolist()
    return found


__all__ = ["OnDemand", "Ranked", "Ranking"]
