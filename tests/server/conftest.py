"""Houses to visit without a network: one for all tests of a module, or one for a single test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inside import Inside, Visitor, app_of
from paper import house_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """One house for all tests of a module, without limits of speed: they share no visitor."""
    with house_in(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def visitor(house: Inside) -> Visitor:
    """Somebody new, with a browser of his own."""
    return house.visitor(accept="text/html")


@pytest.fixture
def new_house(tmp_path: Path) -> Iterator[Inside]:
    """A house of its own for one test."""
    with Inside(app_of(tmp_path)) as found:
        yield found


@pytest.fixture
def client(new_house: Inside) -> Visitor:
    """A program that visits a new house."""
    return new_house.visitor()
