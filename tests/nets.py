"""Nets for tests: random ones, and some that say the same of every position."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest

from tavola.bots import shipped_nets
from tavola.bots.net.evaluate import FIRST, LAST_LAYER, OUTPUTS, PHASE_SIZE, SECOND, SETS, UPPER
from tavola.bots.net.features import FEATURES
from tavola.bots.net.file import Net
from tavola.rules.kernel.backend import reals

SIZE = SETS[0] * PHASE_SIZE


def random_weights(seed: int = 1) -> Any:
    """Weights that make sense of nothing, but not the same of everything."""
    rng = random.Random(seed)
    found: list[float] = []
    for _ in range(SETS[0]):
        found += [rng.gauss(0.0, 0.15) for _ in range((FEATURES + 1) * FIRST)]
        found += [rng.gauss(0.0, 0.1) for _ in range((FIRST + 1) * SECOND)]
        found += [rng.gauss(0.0, 0.04) for _ in range((SECOND + 1) * OUTPUTS)]
    assert len(found) == SIZE
    assert UPPER < LAST_LAYER < PHASE_SIZE
    return reals([math.ldexp(round(math.ldexp(value, 12)), -12) for value in found])


def constant_weights(*outputs: float) -> Any:
    """Weights that give every position the same outputs, as chances."""
    found = [0.0] * SIZE
    for phase in range(SETS[0]):
        end = (phase + 1) * PHASE_SIZE
        for k, share in enumerate(outputs):
            found[end - OUTPUTS + k] = math.log(share / (1.0 - share))
    return reals(found)


def keep(folder: Path, game_id: str, weights: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make `weights` the net of a game; the only one there is."""
    monkeypatch.setattr(shipped_nets, "NETS", folder)
    shipped_nets.forget()
    path = folder / f"{game_id}.net"
    Net(weights, "0" * 16).save(path)
    return path
