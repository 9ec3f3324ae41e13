"""A net that learns lessons, and the mean of several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.bots.net.evaluate import FIRST, OUTPUTS
from tavola.bots.net.features import FEATURES
from tavola.bots.search.working_net import WorkingNet
from tavola.bots.training import descent
from tavola.bots.training.jobs import Lessons
from tavola.rules.kernel.backend import large, reals
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

PIECE = 20_000
"""Lessons between two looks at the clock and the user's wishes."""


class Student:
    """Weights in training; `weights` is changed in place by `learn`."""

    name = "descent"

    def __init__(self, rules: Ruleset, weights: Array) -> None:
        self.net = WorkingNet(rules, weights)
        self.weights = weights
        self._buffers = (large(FEATURES + 1), reals(FIRST), reals(FIRST), reals(OUTPUTS + 1))

    def learn(self, lessons: Lessons, order: Array, rate: float) -> float:
        """Take the lessons in `order` (indices) once; the mean error before each was learnt.

        Rate 0 only measures.
        """
        total, done = 0.0, 0
        rows, stands, goals = (
            lessons.rows.reshape(-1),
            lessons.stands.reshape(-1),
            lessons.goals.reshape(-1),
        )
        for begin in range(0, len(order), PIECE):
            end = min(begin + PIECE, len(order))
            mean = descent.descend(
                self.net.T,
                self.net.M,
                rows,
                stands,
                goals,
                order,
                begin,
                end,
                rate,
                *self._buffers,
            )
            total, done = total + mean * (end - begin), end
        return total / max(done, 1)


class Mean:
    """The mean of weights: steps at random about the same place cancel out."""

    def __init__(self) -> None:
        self.weights: Any = None
        self._count = 0

    def add(self, weights: Array) -> None:
        """Count these weights in."""
        self._count += 1
        if self.weights is None:
            self.weights = weights.copy()
        else:
            self.weights += (weights - self.weights) / self._count
