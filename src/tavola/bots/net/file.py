"""Net files: weights in memory and on disk.

A net file is one line of JSON (what it is and the SHA-256 of what follows), a newline, and the
weights as 16-bit floating-point numbers.  Making a net needs NumPy, using one does not.
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tavola.bots.net.evaluate import (
    FIRST,
    LAST_LAYER,
    LEAK,
    OUTPUTS,
    PHASE_SIZE,
    SECOND,
    SETS,
    UPPER,
)
from tavola.bots.net.features import FEATURES, PHASES
from tavola.rules.kernel.backend import reals
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

VERSION = 1


class BadNet(Exception):
    """A net file that is damaged or of another version; the message is for logs."""


@dataclass(frozen=True)
class Net:
    """Weights, float32 of shape (sets * PHASE_SIZE,), and the digest of the rules they are for."""

    weights: Array
    digest: str

    @classmethod
    def fresh(cls, rules: Ruleset, seed: int) -> Net:
        """Random weights to begin with, one set for contact and one for races; the same seed gives
        the same ones."""
        import numpy

        chance = numpy.random.default_rng(seed)
        weights = numpy.zeros(SETS[0] * PHASE_SIZE, dtype="float32")
        for phase in range(SETS[0]):
            at = phase * PHASE_SIZE
            first = chance.normal(0, 40**-0.5, FEATURES * FIRST)
            second = chance.normal(0, (2 / FIRST) ** 0.5, FIRST * SECOND)
            last = chance.normal(0, 0.5 * SECOND**-0.5, SECOND * OUTPUTS)
            weights[at : at + len(first)] = first
            weights[at + UPPER : at + UPPER + len(second)] = second
            weights[at + LAST_LAYER : at + LAST_LAYER + len(last)] = last
        return cls(weights, rules.digest())

    def split(self) -> Net:
        """The same net with a set of weights for every phase."""
        import numpy

        if len(self.weights) == PHASES * PHASE_SIZE:
            return self
        contact = self.weights[:PHASE_SIZE]
        return Net(numpy.concatenate([self.weights, *[contact] * (PHASES - SETS[0])]), self.digest)

    def save(self, path: Path) -> None:
        """Write the net file; complete or not at all."""
        body = struct.pack(f"<{len(self.weights)}e", *self.weights)
        head = {
            "tavola_net": VERSION,
            "features": FEATURES,
            "layers": [FIRST, SECOND, OUTPUTS, LEAK],
            "rules": self.digest,
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        draft = path.with_suffix(".part")
        draft.write_bytes(json.dumps(head).encode() + b"\n" + body)
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a net file; without the compiler the weights are a list and NumPy is not needed.

        Raises `BadNet` if it is damaged, OSError if it cannot be read.
        """
        head, _, body = path.read_bytes().partition(b"\n")
        try:
            facts = json.loads(head)
            known = facts["tavola_net"] == VERSION and facts["features"] == FEATURES
            whole = facts["sha256"] == hashlib.sha256(body).hexdigest()
            shape = facts["layers"] == [FIRST, SECOND, OUTPUTS, LEAK]
            digest = str(facts["rules"])
        except (ValueError, KeyError, TypeError):
            raise BadNet(f"{path.name}: no net file") from None
        if not (known and shape):
            raise BadNet(f"{path.name}: made for another version of Tavola")
        if not whole or len(body) not in [2 * sets * PHASE_SIZE for sets in SETS]:
            raise BadNet(f"{path.name}: damaged")
        return cls(reals(struct.unpack(f"<{len(body) // 2}e", body)), digest)
