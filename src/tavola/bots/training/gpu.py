"""`adam.py` on PyTorch, for a GPU where there is one.

The weights keep their layout (`net/evaluate.py`); each set of them is a tensor of its own, with an
Adam of its own, and learns its own lessons in batches of its own, so that a GPU has enough to do at
a time.  A net that was learnt here differs from one learnt by NumPy, and from another GPU's.
"""

from __future__ import annotations

import importlib.util
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from tavola.bots.net.evaluate import FIRST, LAST_LAYER, LEAK, OUTPUTS, PHASE_SIZE, SECOND, UPPER
from tavola.bots.net.features import FEATURES
from tavola.bots.training.adam import Encoder
from tavola.bots.training.jobs import Lessons
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

PIECE = 65_536
"""Lessons that go to the GPU together."""
BATCH = 256
"""Lessons of one set of weights from one step to the next."""
ENCODERS = min(4, os.cpu_count() or 1)
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


class TorchStudent:
    """Learns lessons like `student.Student`, on the GPU or else on the CPU.

    `weights` is changed in place.  Raises ImportError without PyTorch.
    """

    def __init__(self, rules: Ruleset, weights: Array) -> None:
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
        for inputs, goals, sets in self._pieces(lessons, order):
            for number, (flat, mover) in enumerate(zip(self._sets, self._movers, strict=True)):
                for here in (sets == number).nonzero().flatten().split(BATCH):
                    with torch.set_grad_enabled(rate > 0.0):
                        error = self._error(flat, inputs[here], goals[here])
                    total += error.detach()
                    if rate > 0.0:
                        mover.zero_grad()
                        (error / len(here)).backward()
                        mover.step()
        for mine, each in zip(self._weights.reshape(-1, PHASE_SIZE), self._sets, strict=True):
            mine[:] = each.detach().cpu().numpy()
        return float(total) / max(len(order), 1)

    def _pieces(self, lessons: Lessons, order: Array) -> Iterator[list[Any]]:
        """Inputs, goals and sets of weights of a piece after the other, on the device."""
        encoders = [Encoder(self._rules, self._weights, PIECE) for _ in range(ENCODERS)]
        waiting: deque[tuple[Encoder, Future[tuple[Array, Array, Array]]]] = deque()
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

    def _sent(self, piece: Future[tuple[Array, Array, Array]]) -> list[Any]:
        return [self._torch.tensor(array, device=self._device) for array in piece.result()]

    def _error(self, flat: Any, inputs: Any, goals: Any) -> Any:
        """The cross entropy of a batch, summed over lessons and outputs."""
        loss = self._torch.nn.functional.binary_cross_entropy_with_logits
        return loss(self._logits(flat, inputs), goals, reduction="sum")

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
