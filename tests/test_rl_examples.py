"""The page about environments and its examples: they run, and what learns has learnt something."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tavola.rules.kernel import backend

DOCS = Path(__file__).resolve().parent.parent / "docs"
compiled = pytest.mark.skipif(
    not backend.compiled, reason="batches run in the compiled kernel only"
)


def example(name: str) -> Any:
    """An example as a module."""
    found = importlib.util.spec_from_file_location(name, DOCS / "examples" / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@compiled
@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
def test_the_page_of_environments_runs() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is missing: pip install 'tavola[rl]'")
    page = str(DOCS / "environments.md")
    assert doctest.testfile(page, module_relative=False).failed == 0


@compiled
def test_values_are_learnt() -> None:
    learner = example("learn_values")
    weights = learner.learn("hypergammon", 400, games=128)
    assert learner.strength("hypergammon", weights, 500) > 0.1


def test_a_search_plays() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is missing: pip install 'tavola[openspiel]'")
    decisions, won = example("search").play(simulations=2, turns=4)
    assert decisions > 0
    assert won == 0, "cut off"
