"""Lessons as learners take them: input vectors, goals and rivals, so many at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.bots.cube.context import usual
from tavola.bots.net.evaluate import OUTPUTS, PHASE_SIZE
from tavola.bots.net.features import CONTACT_PHASE, FEATURES
from tavola.bots.search.working_net import money
from tavola.bots.training.descent import encode_lessons
from tavola.bots.training.jobs import Lessons
from tavola.rules.kernel.backend import large, reals
from tavola.rules.model.rule_table import tables
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

BATCH = 512


class Encoder:
    """Input vectors of lessons, so many at a time, for weights of so many sets."""

    def __init__(self, rules: Ruleset, weights: Array, size: int = BATCH) -> None:
        self._table, self.sets = tables(rules).T, len(weights) // PHASE_SIZE
        self._size = size
        self._inputs, self._phases = reals(size * FEATURES), large(size)
        self._x = reals(FEATURES)

    def batch(self, lessons: Lessons, order: Array, begin: int) -> tuple[Array, Array, Array]:
        """Inputs float32 (n, FEATURES), goals float32 (n, OUTPUTS) and sets of weights int64 (n,)
        of the batch order[begin:begin + size]; the inputs are overwritten by the next one."""
        import numpy

        end = min(begin + self._size, len(order))
        encode_lessons(
            self._table,
            lessons.rows.reshape(-1),
            lessons.stands.reshape(-1),
            order,
            begin,
            end,
            self._x,
            self._inputs,
            self._phases,
        )
        inputs = numpy.asarray(self._inputs).reshape(self._size, FEATURES)[: end - begin]
        phases = numpy.asarray(self._phases)[: end - begin]
        sets = numpy.where(phases < self.sets, phases, CONTACT_PHASE)
        return inputs, lessons.goals[order[begin:end]], sets


def worths(rules: Ruleset) -> Array:
    """What each output is worth to its side, in usual wins: float32 (OUTPUTS,)."""
    import numpy

    amount = usual(rules).amount or 1.0
    return numpy.array(money(rules)[:OUTPUTS], dtype="float32") / numpy.float32(amount)


@dataclass(frozen=True, eq=False)
class Batch:
    """Lessons of a batch: `inputs` float32 (n, FEATURES), `goals` float32 (n, OUTPUTS) and `sets`
    of weights int64 (n,).  The last k of them are the rivals of the lessons `of`, int64 (k,)."""

    inputs: Array
    goals: Array
    sets: Array
    of: Array

    def part(self, number: int) -> Batch:
        """What one set of weights has to learn; a rival that another set judges is left out."""
        import numpy

        first = len(self.sets) - len(self.of)
        here = self.sets == number
        mine = here[:first]
        both = here[first:] & mine[self.of]
        here[first:] = both
        of = (numpy.cumsum(mine) - 1)[self.of[both]]
        return Batch(self.inputs[here], self.goals[here], self.sets[here], of)


class Encoders:
    """Batches of lessons with their rivals, if these count."""

    def __init__(self, rules: Ruleset, weights: Array, rivals: bool, size: int = BATCH) -> None:
        self._first = Encoder(rules, weights, size)
        self._second = Encoder(rules, weights, size) if rivals else None
        self._size, self.sets = size, self._first.sets

    def batch(self, lessons: Lessons, order: Array, begin: int) -> Batch:
        """The lessons order[begin:begin + size], and their rivals."""
        import numpy

        inputs, goals, sets = self._first.batch(lessons, order, begin)
        none = order[:0]
        if self._second is None or lessons.rival is None or lessons.rivals is None:
            return Batch(inputs, goals, sets, none)
        rival = lessons.rival[order[begin : begin + self._size]]
        of = numpy.flatnonzero(rival != lessons.NONE)
        x, g, s = self._second.batch(lessons.rivals, rival[of], 0)
        return Batch(
            numpy.concatenate((inputs, x)),
            numpy.concatenate((goals, g)),
            numpy.concatenate((sets, s)),
            of,
        )
