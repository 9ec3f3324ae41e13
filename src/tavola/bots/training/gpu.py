"""`adam.py` on PyTorch, for a GPU where there is one.

The weights keep their layout (`net/evaluate.py`); each set of them is a tensor of its own, with an
Adam of its own, and learns its own lessons in batches of its own, so that a GPU has enough to do at
a time.  A net that was learnt here differs from one learnt by NumPy, and from another GPU's.
"""

from __future__ import annotations

import importlib.util
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from tavola.bots.net.evaluate import FIRST, LAST_LAYER, LEAK, OUTPUTS, PHASE_SIZE, SECOND, UPPER
from tavola.bots.net.features import FEATURES
from tavola.bots.training.batches import Batch, Encoders, worths
from tavola.bots.training.jobs import Lessons
from tavola.cores import usable_cores
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

PIECE = 65_536
"""Lessons that go to the GPU together."""
BATCH = 256
"""Lessons of one set of weights from one step to the next."""
ENCODERS = min(16, usable_cores())
"""Threads that prepare the next pieces while one is learnt."""


def installed() -> bool:
    """Whether PyTorch is there."""
    return importlib.util.find_spec("torch") is not None


def gpu_present() -> bool:
    """Whether PyTorch is installed and finds a GPU."""
    if not installed():
        return False
    import torch

    return bool(torch.cuda.is_available())


class Piece(NamedTuple):
    """Lessons and after them rivals on the device, as in `batches.Batch`, and of each lesson the
    index of its rival, or NONE."""

    inputs: Any
    goals: Any
    sets: Any
    rival: Any


class TorchStudent:
    """Learns lessons like `student.Student`, on the GPU or else on the CPU.

    `weights` is changed in place; `rivals` as in `adam.AdamStudent`.  Raises ImportError without
    PyTorch.
    """

    def __init__(self, rules: Ruleset, weights: Array, rivals: float = 0.0) -> None:
        import torch

        self._torch = torch
        self._rules, self._weights = rules, weights
        cuda = torch.cuda.is_available()
        self._device = torch.device("cuda" if cuda else "cpu")
        self.name = f"torch {torch.__version__}, " + (
            torch.cuda.get_device_name() if cuda else "CPU"
        )
        self._sets = [
            torch.tensor(each, device=self._device, requires_grad=True)
            for each in weights.reshape(-1, PHASE_SIZE)
        ]
        self._rivals, self._worth = rivals, torch.tensor(worths(rules), device=self._device)
        self._movers = [torch.optim.Adam([each], fused=cuda) for each in self._sets]

    def learn(self, lessons: Lessons, order: Array, rate: float) -> float:
        """Take the lessons in `order` once; the mean error before each was learnt.

        Rate 0 only measures.
        """
        torch = self._torch
        for mover in self._movers:
            for group in mover.param_groups:
                group["lr"] = rate
        total = torch.zeros((), dtype=torch.float64, device=self._device)
        for piece in self._pieces(lessons, order):
            for number, (flat, mover) in enumerate(zip(self._sets, self._movers, strict=True)):
                for lesson, rival in self._batches(piece, number):
                    with torch.set_grad_enabled(rate > 0.0):
                        error = self._error(flat, piece, lesson, rival)
                    total += error.detach()
                    if rate > 0.0:
                        mover.zero_grad()
                        (error / len(lesson)).backward()
                        mover.step()
        for mine, each in zip(self._weights.reshape(-1, PHASE_SIZE), self._sets, strict=True):
            mine[:] = each.detach().cpu().numpy()
        return float(total) / max(len(order), 1)

    def _pieces(self, lessons: Lessons, order: Array) -> Iterator[Piece]:
        """A piece after the other, on the device."""
        how = (self._rules, self._weights, self._rivals > 0.0, PIECE)
        encoders = [Encoders(*how) for _ in range(ENCODERS)]
        waiting: deque[tuple[Encoders, Future[Batch]]] = deque()
        with ThreadPoolExecutor(ENCODERS) as threads:
            for begin in range(0, len(order), PIECE):
                if len(waiting) == ENCODERS:
                    encoder, piece = waiting.popleft()
                    yield self._sent(piece)
                else:
                    encoder = encoders[len(waiting)]
                waiting.append((encoder, threads.submit(encoder.batch, lessons, order, begin)))
            for _, piece in waiting:
                yield self._sent(piece)

    def _sent(self, piece: Future[Batch]) -> Piece:
        torch, found = self._torch, piece.result()
        inputs, goals, sets, of = (
            torch.tensor(array, device=self._device)
            for array in (found.inputs, found.goals, found.sets, found.of)
        )
        first = len(sets) - len(of)
        rival = torch.full((first,), Lessons.NONE, device=self._device)
        rival[of] = torch.arange(first, len(sets), device=self._device)
        return Piece(inputs, goals, sets, rival)

    def _batches(self, piece: Piece, number: int) -> Iterator[tuple[Any, Any]]:
        """Indices of lessons of a set of weights, so many at a time, and of rivals, or NONE: those
        that another set judges are left out."""
        torch = self._torch
        there = piece.rival.clamp(min=0)
        rival = torch.where(piece.sets[there] == number, piece.rival, Lessons.NONE)
        mine = (piece.sets[: len(rival)] == number).nonzero().flatten()
        for lesson in mine.split(BATCH):
            yield lesson, rival[lesson]

    def _error(self, flat: Any, piece: Piece, lesson: Any, rival: Any) -> Any:
        """The error of a batch as in `adam.Layers.learn`, summed over lessons and outputs."""
        torch = self._torch
        paired = (rival != Lessons.NONE).nonzero().flatten() if self._rivals else rival[:0]
        both = torch.cat([lesson, rival[paired]])
        goals, logits = piece.goals[both], self._logits(flat, piece.inputs[both])
        loss = torch.nn.functional.binary_cross_entropy_with_logits
        error = loss(logits, goals, reduction="sum")
        if len(paired):
            away = torch.sigmoid(logits) - goals
            apart = (away[paired] - away[len(lesson) :]) @ self._worth
            error = error + self._rivals * (apart * apart).sum()
        return error

    def _logits(self, flat: Any, x: Any) -> Any:
        first = _layer(flat, 0, FEATURES, FIRST)
        second = _layer(flat, UPPER, FIRST, SECOND)
        last = _layer(flat, LAST_LAYER, SECOND, OUTPUTS)
        bent = self._torch.nn.functional.leaky_relu
        h = bent(x @ first[0].view(FEATURES, FIRST) + first[1], LEAK)
        m = bent(h @ second[0].view(SECOND, FIRST).T + second[1], LEAK)
        return m @ last[0].view(SECOND, OUTPUTS) + last[1]


def _layer(flat: Any, at: int, width: int, outputs: int) -> tuple[Any, Any]:
    """Weights and biases of a layer that begins at `at`."""
    end = at + width * outputs
    return flat[at:end], flat[end : end + outputs]
