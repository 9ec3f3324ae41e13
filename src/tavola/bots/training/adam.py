"""A learner of the Look stage: batches of lessons, Adam, NumPy.

Goals with a look ahead hold no luck, so that a net can come close to them; one lesson at a time
stays far away however often it goes over them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.bots.net.evaluate import FIRST, LAST_LAYER, LEAK, OUTPUTS, PHASE_SIZE, SECOND, UPPER
from tavola.bots.net.features import FEATURES
from tavola.bots.training.batches import BATCH, Batch, Encoders, worths
from tavola.bots.training.jobs import Lessons
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

MEAN, SQUARE = 0.9, 0.999
"""How much of the last means of slopes and of their squares is kept at each step."""
TINY = 1e-8


class Layers:
    """Views of a set of weights, or of their slopes."""

    def __init__(self, flat: Array, number: int) -> None:
        at = number * PHASE_SIZE
        ends = [at + UPPER, at + LAST_LAYER, at + PHASE_SIZE]
        self.first = flat[at : ends[0] - FIRST].reshape(FEATURES, FIRST)
        self.first_bias = flat[ends[0] - FIRST : ends[0]]
        self.second = flat[ends[0] : ends[1] - SECOND].reshape(SECOND, FIRST)
        self.second_bias = flat[ends[1] - SECOND : ends[1]]
        self.last = flat[ends[1] : ends[2] - OUTPUTS].reshape(SECOND, OUTPUTS)
        self.last_bias = flat[ends[2] - OUTPUTS : ends[2]]

    def learn(
        self, slopes: Layers, batch: Batch, worth: Array, rivals: float, share: float | None
    ) -> float:
        """The error of a batch, summed; with a `share` also the slopes of that share of it.

        To the cross entropy comes `rivals` times the square of the error in the difference between
        a lesson and its rival; `worth` is what outputs are worth (`batches.worths`).
        """
        import numpy

        x, goals, of = batch.inputs, batch.goals, batch.of
        a = x @ self.first + self.first_bias
        h = numpy.maximum(a, LEAK * a)
        b = h @ self.second.T + self.second_bias
        m = numpy.maximum(b, LEAK * b)
        z = m @ self.last + self.last_bias
        error = float((numpy.logaddexp(0, z) - goals * z).sum())
        chances = 0.5 * numpy.tanh(0.5 * z) + 0.5
        d = chances - goals
        first = len(x) - len(of)
        apart = (d[of] - d[first:]) @ worth
        error += rivals * float((apart * apart).sum())
        if share is None:
            return error
        if len(of):
            push = numpy.float32(2 * rivals) * apart[:, None] * worth
            steep = chances * (1 - chances)
            d[of] += push * steep[of]
            d[first:] -= push * steep[first:]
        d *= numpy.float32(share)
        slopes.last[:], slopes.last_bias[:] = m.T @ d, d.sum(0)
        d = (d @ self.last.T) * numpy.where(b > 0, numpy.float32(1), numpy.float32(LEAK))
        slopes.second[:], slopes.second_bias[:] = d.T @ h, d.sum(0)
        d = (d @ self.second) * numpy.where(a > 0, numpy.float32(1), numpy.float32(LEAK))
        slopes.first[:], slopes.first_bias[:] = x.T @ d, d.sum(0)
        return error


class AdamStudent:
    """Learns lessons like `student.Student`, many at a time; `weights` is changed in place.

    `rivals` is how much the difference between lessons and their rivals counts; 0: rivals are not
    looked at.
    """

    name = "adam"

    def __init__(self, rules: Ruleset, weights: Array, rivals: float = 0.0) -> None:
        import numpy

        self._encoder = Encoders(rules, weights, rivals > 0.0)
        self._worth, self._rivals = worths(rules), rivals
        self._slopes = numpy.zeros(PHASE_SIZE, dtype="float32")
        self._sloped = Layers(self._slopes, 0)
        self._layers = [Layers(weights, number) for number in range(self._encoder.sets)]
        self._movers = [
            Adam(weights[number * PHASE_SIZE : (number + 1) * PHASE_SIZE])
            for number in range(self._encoder.sets)
        ]

    def learn(self, lessons: Lessons, order: Array, rate: float) -> float:
        """Take the lessons in `order` once; the mean error before each was learnt.

        `rate` is the step of Adam; 0 only measures.
        """
        total = 0.0
        for begin in range(0, len(order), BATCH):
            batch = self._encoder.batch(lessons, order, begin)
            share = 1.0 / (len(batch.sets) - len(batch.of)) if rate > 0.0 else None
            how = (self._worth, self._rivals, share)
            for number, (layers, mover) in enumerate(zip(self._layers, self._movers, strict=True)):
                part = batch.part(number)
                if len(part.sets):
                    total += layers.learn(self._sloped, part, *how)
                    if share is not None:
                        mover.step(self._slopes, rate)
        return total / max(len(order), 1)


class Adam:
    """Moves one set of weights, in place; a set that a batch does not need stays where it is."""

    def __init__(self, weights: Array) -> None:
        import numpy

        self._weights, self._steps = weights, 0
        self._means, self._squares, self._room = (numpy.zeros_like(weights) for _ in range(3))

    def step(self, slopes: Array, rate: float) -> None:
        """Take a step of size `rate` down the slopes, which are overwritten."""
        import numpy

        # No new arrays: making them anew takes longer than all the rest.
        self._steps += 1
        means, squares, room = self._means, self._squares, self._room
        numpy.multiply(slopes, slopes, out=room)
        room -= squares
        room *= numpy.float32(1 - SQUARE)
        squares += room
        slopes -= means
        slopes *= numpy.float32(1 - MEAN)
        means += slopes
        numpy.multiply(squares, numpy.float32(1 / (1 - SQUARE**self._steps)), out=room)
        numpy.sqrt(room, out=room)
        room += numpy.float32(TINY)
        numpy.divide(means, room, out=room)
        room *= numpy.float32(rate / (1 - MEAN**self._steps))
        self._weights -= room
