"""Buffers that refuse negative indices, for the plain source: compiled code takes each index as it
is, and would write wherever a negative one points to.  Import this before anything of Tavola's."""

from __future__ import annotations

from array import array
from typing import Any

from tavola.bots.exact import typed_buffers
from tavola.rules.kernel import backend


class NegativeIndexError(Exception):
    """An index that compiled code would not take for one from the end."""


def _refuse_negative(index: Any) -> None:
    given = (index.start or 0, index.stop or 0) if isinstance(index, slice) else (index,)
    if min(given) < 0:
        raise NegativeIndexError(index)


class Careful:
    """What refuses, before a list, an array or a view of memory."""

    def __getitem__(self, index: Any) -> Any:
        _refuse_negative(index)
        return super().__getitem__(index)  # type: ignore[misc]

    def __setitem__(self, index: Any, value: Any) -> None:
        _refuse_negative(index)
        super().__setitem__(index, value)  # type: ignore[misc]


class CarefulList(Careful, list[Any]):
    """A buffer of `large`, `reals` or `doubles`."""


class CarefulArray(Careful, array):  # type: ignore[type-arg]
    """A buffer of `small`, or of an exact table."""


class _Words:
    def __init__(self, buffer: Any) -> None:
        self._words = memoryview(buffer).cast("B").cast("q")

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, index: Any) -> Any:
        return self._words[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._words[index] = value


class CarefulWords(Careful, _Words):
    """The memory of a `small` buffer."""


_made: Any = backend._buffer


def _buffer(values: Any, kind: str) -> Any:
    made = _made(values, kind)
    return CarefulArray("b", made) if kind == "int8" else CarefulList(made)


_reals, _doubles = backend.reals, backend.doubles


def insist() -> None:
    """From now on every buffer refuses; nothing of the kernel may have been used before."""
    assert not backend.compiled
    backend._buffer = _buffer
    backend.words_of = CarefulWords  # type: ignore[assignment]
    backend.reals = lambda values: CarefulList(_reals(values))
    backend.doubles = lambda size: CarefulList(_doubles(size))
    vars(typed_buffers)["array"] = CarefulArray


insist()
