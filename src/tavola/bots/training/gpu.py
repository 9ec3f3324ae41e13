"""`adam.py` on PyTorch, for a GPU where there is one.

The weights keep their layout (`net/evaluate.py`): one flat tensor, of which the layers are views.
A net that was learnt here differs from one learnt by NumPy, and from another GPU's.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tavola.bots.net.evaluate import FIRST, LAST_LAYER, LEAK, OUTPUTS, PHASE_SIZE, SECOND, UPPER
from tavola.bots.net.features import FEATURES
from tavola.bots.training.adam import BATCH, Encoder
from tavola.bots.training.jobs import Lessons
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]


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
        self._encoder = Encoder(rules, weights)
        self._weights = weights
        cuda = torch.cuda.is_available()
        self._device = torch.device("cuda" if cuda else "cpu")
        self.name = f"torch {torch.__version__}, " + (
            torch.cuda.get_device_name() if cuda else "CPU"
        )
        self._flat = torch.tensor(weights, device=self._device, requires_grad=True)
        self._adam = torch.optim.Adam([self._flat])

    def learn(self, lessons: Lessons, order: Array, rate: float) -> float:
        """Take the lessons in `order` once; the mean error before each was learnt.

        Rate 0 only measures.
        """
        torch, total = self._torch, 0.0
        for group in self._adam.param_groups:
            group["lr"] = rate
        for inputs, goals, sets in self._batches(lessons, order):
            with torch.set_grad_enabled(rate > 0.0):
                error = self._error(inputs, goals, sets)
            total += error.item()
            if rate > 0.0:
                self._adam.zero_grad()
                (error / len(goals)).backward()
                self._adam.step()
        self._weights[:] = self._flat.detach().cpu().numpy()
        return total / max(len(order), 1)

    def _batches(self, lessons: Lessons, order: Array) -> Iterator[list[Any]]:
        for begin in range(0, len(order), BATCH):
            arrays = self._encoder.batch(lessons, order, begin)
            yield [self._torch.tensor(array, device=self._device) for array in arrays]

    def _error(self, inputs: Any, goals: Any, sets: Any) -> Any:
        """The cross entropy of a batch, summed over lessons and outputs."""
        loss = self._torch.nn.functional.binary_cross_entropy_with_logits
        total = self._flat.new_zeros(())
        for number in range(self._encoder.sets):
            here = sets == number
            if bool(here.any()):
                found = self._logits(inputs[here], number * PHASE_SIZE)
                total = total + loss(found, goals[here], reduction="sum")
        return total

    def _logits(self, x: Any, at: int) -> Any:
        first = self._layer(at, FEATURES, FIRST)
        second = self._layer(at + UPPER, FIRST, SECOND)
        last = self._layer(at + LAST_LAYER, SECOND, OUTPUTS)
        bent = self._torch.nn.functional.leaky_relu
        h = bent(x @ first[0].view(FEATURES, FIRST) + first[1], LEAK)
        m = bent(h @ second[0].view(SECOND, FIRST).T + second[1], LEAK)
        return m @ last[0].view(SECOND, OUTPUTS) + last[1]

    def _layer(self, at: int, width: int, outputs: int) -> tuple[Any, Any]:
        """Weights and biases of a layer that begins at `at`."""
        end = at + width * outputs
        return self._flat[at:end], self._flat[end : end + outputs]
