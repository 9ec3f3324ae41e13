"""What nets learn from plays that were turned down: lessons with rivals, in both learners."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from tavola.bots.net.evaluate import LEAK
from tavola.bots.net.file import Net
from tavola.bots.training import adam, batches
from tavola.bots.training.folder import Folder
from tavola.bots.training.jobs import Job, Lessons, do_job
from tavola.games import GAMES
from tavola.rules.kernel.backend import compiled

fast = pytest.mark.skipif(not compiled, reason="games of a net take minutes without the compiler")
RULES = GAMES["backgammon"].rules
"""A game with many plays that are nearly as good as another."""


def with_rivals(seed: int, games: int) -> Lessons:
    """Lessons of a net that knows nothing, most with a rival."""
    fresh = Net.fresh(RULES, 1).split().weights
    return do_job(Job(RULES, fresh, seed, games, 0.0, depth=1, close=1000, rivals=True))


def apart(weights: Any, lessons: Lessons, worths: Any) -> float:
    """The mean square error in the difference between lessons and their rivals."""
    import numpy

    assert lessons.rival is not None
    assert lessons.rivals is not None
    which = numpy.flatnonzero(lessons.rival != Lessons.NONE)
    away = []
    for part, order in ((lessons, which), (lessons.rivals, lessons.rival[which])):
        encoder = batches.Encoder(RULES, weights, len(order))
        inputs, wanted, sets = encoder.batch(part, order, 0)
        logits = numpy.zeros_like(wanted)
        for number in range(encoder.sets):
            mine = adam.Layers(weights, number)
            a = inputs[sets == number] @ mine.first + mine.first_bias
            b = numpy.maximum(a, LEAK * a) @ mine.second.T + mine.second_bias
            logits[sets == number] = numpy.maximum(b, LEAK * b) @ mine.last + mine.last_bias
        away.append((1 / (1 + numpy.exp(-logits)) - wanted) @ worths)
    return float(((away[0] - away[1]) ** 2).mean())


@fast
@pytest.mark.parametrize("name", ["adam", "gpu"])
def test_differences_between_rivals_are_learnt(name: str) -> None:
    """Both learners measure the same error, and the more differences count the smaller they get."""
    if name == "gpu":
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    import numpy

    module = importlib.import_module(f"tavola.bots.training.{name}")
    learner = module.AdamStudent if name == "adam" else module.TorchStudent
    lessons, worths = with_rivals(1, 24), batches.worths(RULES)
    order = numpy.arange(len(lessons))
    assert lessons.rival is not None
    assert (lessons.rival != Lessons.NONE).sum() > 100
    fresh = Net.fresh(RULES, 1).split().weights
    reference = adam.AdamStudent(RULES, fresh.copy(), 30.0).learn(lessons, order, 0.0)
    assert learner(RULES, fresh.copy(), 30.0).learn(lessons, order, 0.0) == pytest.approx(
        reference, rel=1e-5
    )
    left = {}
    for rivals in (0.0, 30.0):
        learnt = fresh.copy()
        student = learner(RULES, learnt, rivals)
        for _ in range(6):
            student.learn(lessons, order, 0.001)
        left[rivals] = apart(learnt, lessons, worths)
    assert left[30.0] < 0.8 * left[0.0] < 0.8 * apart(fresh, lessons, worths), left


@fast
def test_rivals_stay_with_their_lessons(tmp_path: Path) -> None:
    """Put together, and in a file."""
    import numpy

    one, two = with_rivals(1, 2), with_rivals(2, 2)
    none = do_job(Job(RULES, Net.fresh(RULES, 1).split().weights, 3, 1, 1.0))
    together = Lessons.together([one, none, two])
    assert one.rivals is not None
    assert two.rivals is not None
    assert together.rival is not None
    assert together.rivals is not None
    assert len(together.rival) == len(together) == len(one) + len(none) + len(two)
    assert (together.rival[len(one) : len(one) + len(none)] == Lessons.NONE).all()
    for part, begin in ((one, 0), (two, len(one) + len(none))):
        assert part.rival is not None
        assert part.rivals is not None
        for i in numpy.flatnonzero(part.rival != Lessons.NONE):
            found = together.rival[begin + i]
            assert (together.rivals.rows[found] == part.rivals.rows[part.rival[i]]).all()
            assert (together.rivals.goals[found] == part.rivals.goals[part.rival[i]]).all()
    place = Folder(tmp_path)
    place.put_lessons(0, 0, 0, one)
    place.put_lessons(0, 1, 0, none)
    kept, plain = place.lessons(0)
    place.close()
    assert plain.rivals is None
    assert kept.rivals is not None
    assert kept.rival is not None
    assert one.rival is not None
    assert kept.rival.tolist() == one.rival.tolist()
    assert (kept.rivals.rows == one.rivals.rows).all()
    assert (kept.rivals.stands == one.rivals.stands).all()
    assert (kept.rivals.goals == one.rivals.goals).all()
