"""The compiled worth of a play says what the cube's own code says."""

from __future__ import annotations

import random

import pytest

from tavola.bots.cube.chances import counted
from tavola.bots.cube.compiled_play_value import buffer, fill, play_value
from tavola.bots.cube.context import Context
from tavola.bots.cube.cubeful import Holder
from tavola.bots.cube.decisions import play_utility
from tavola.bots.cube.match_equity import Terms
from tavola.rules.kernel.backend import reals
from tavola.rules.model.ruleset import Ruleset

SEED = 20261122


def _context(rng: random.Random) -> Context:
    """Any cube and score."""
    holder = rng.choice(list(Holder))
    cube = 1 if holder is Holder.CENTRE else rng.choice((1, 2, 4, 8))
    efficiency, counts = rng.choice((0.55, 0.6, 0.68)), rng.choice((1, 2, 3))
    if rng.random() < 0.3:
        return Context(
            cube,
            holder,
            jacoby=rng.random() < 0.5,
            beavers=rng.random() < 0.5,
            counts=counts,
            efficiency=efficiency,
        )
    if rng.random() < 0.2:
        left, lead = rng.randrange(3), rng.randint(-4, 4)
        return Context(cube, holder, left=left, lead=lead, counts=counts, efficiency=efficiency)
    away = rng.randint(1, 15), rng.randint(1, 15)
    return Context(
        cube,
        holder,
        away=away,
        crawford_reached=1 in away and rng.random() < 0.5,
        terms=Terms(ban=rng.random() < 0.2),
        counts=counts,
        efficiency=efficiency,
    )


def _outputs(rng: random.Random) -> list[float]:
    win = rng.choice((0.0, 1.0, rng.random(), rng.random(), rng.random()))
    gammon, lost = win * rng.random(), (1.0 - win) * rng.random()
    return [win, gammon, gammon * rng.random(), lost, lost * rng.random()]


@pytest.mark.parametrize("part", range(4))
def test_both_say_the_same(part: int) -> None:
    rng, C = random.Random(SEED + part), buffer(Ruleset())
    for _ in range(600):
        context, outputs = _context(rng), reals(_outputs(rng))
        y = [float(value) for value in outputs]
        multiples = y[:1] if context.counts == 1 else [y[0], y[1], 0.0, y[3], 0.0]
        known = counted(*(y if context.counts == 3 else multiples))
        fill(C, context)
        found = play_value(C, outputs)
        assert found == pytest.approx(play_utility(known, context), abs=1e-12), (context, y)
