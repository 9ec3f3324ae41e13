"""Nets in memory and on disk, and the buffers that evaluation works in.

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

from tavola.bots import lookahead
from tavola.bots.evaluate import (
    FIRST,
    LAST_LAYER,
    LEAK,
    OUTPUTS,
    PHASE_SIZE,
    SECOND,
    UPPER,
    WORTHS,
    Memory,
    unit_of,
)
from tavola.bots.exact.lookup import no_arrays
from tavola.bots.exact.store import Exact
from tavola.bots.expectation import DEEPEST
from tavola.bots.features import FEATURES
from tavola.rules import kernel as k
from tavola.rules.backend import large, reals
from tavola.rules.outcome import CHECKERS_LEFT, GAMMON, PIPS, SINGLE
from tavola.rules.ruleset import Ruleset
from tavola.rules.tables import Tables, Workspace, tables

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

VERSION = 1
PHASES = 2
REMEMBERED = 1 << 13
"""Stands that the transposition cache holds."""


class BadNet(Exception):
    """A net file that is damaged or of another version; the message is for logs."""


@dataclass(frozen=True)
class Net:
    """Weights, float32 of shape (PHASES * PHASE_SIZE,), and the digest of the rules they are
    for."""

    weights: Array
    digest: str

    @classmethod
    def fresh(cls, rules: Ruleset, seed: int) -> Net:
        """Random weights to begin with; the same seed gives the same ones."""
        import numpy

        chance = numpy.random.default_rng(seed)
        weights = numpy.zeros(PHASES * PHASE_SIZE, dtype="float32")
        for phase in range(PHASES):
            at = phase * PHASE_SIZE
            first = chance.normal(0, 40**-0.5, FEATURES * FIRST)
            second = chance.normal(0, (2 / FIRST) ** 0.5, FIRST * SECOND)
            last = chance.normal(0, 0.5 * SECOND**-0.5, SECOND * OUTPUTS)
            weights[at : at + len(first)] = first
            weights[at + UPPER : at + UPPER + len(second)] = second
            weights[at + LAST_LAYER : at + LAST_LAYER + len(last)] = last
        return cls(weights, rules.digest())

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
        if not whole or len(body) != 2 * PHASES * PHASE_SIZE:
            raise BadNet(f"{path.name}: damaged")
        return cls(reals(struct.unpack(f"<{len(body) // 2}e", body)), digest)


def money(rules: Ruleset) -> tuple[float, ...]:
    """What each output is worth to its side in plain points, and a constant (see `evaluate.py`)."""
    table = tables(rules).T
    score = table[k.SCORE]
    if score in (CHECKERS_LEFT, PIPS):
        unit = float(unit_of(table))
        return (0.0, unit, 0.0, -unit, 0.0, 0.0)
    second = 0.0 if score == SINGLE else 1.0
    third = 0.0 if score in (SINGLE, GAMMON) else 1.0
    return (2.0, second, third, -second, -third, -1.0)


def seen_from_there(worths: tuple[float, ...]) -> tuple[float, ...]:
    """The worths of the other side in a game that is worth nothing to both together."""
    win, a, b, c, d, base = worths
    return (win, -c, -d, -a, -b, -(win + base))


class Mind:
    """A net at work on one game: the buffers of the plain subset.  One for each thread.

    `M`, `K`, `best`, `saved`, `totals` and `numbers` are what `lookahead.py` asks for; `W` is a
    workspace of its own, so that nothing else overwrites its rows.  `exact` tables, if given, go
    before the net.
    """

    def __init__(
        self, rules: Ruleset, weights: Array | list[float], exact: Exact | None = None
    ) -> None:
        self.rules = rules
        self.tables: Tables = tables(rules)
        self.T, self.Z = self.tables.T, self.tables.Z
        self.space = Workspace(int(self.T[k.CAPACITY]))
        self.W = self.space.W
        self.worths = reals(2 * WORTHS)
        self.M: Memory = (
            weights,
            reals(FEATURES),
            tuple(reals(FEATURES) for _ in range(PHASES)),
            tuple(reals(FIRST) for _ in range(PHASES)),
            reals(SECOND),
            reals(OUTPUTS),
            self.worths,
            reals(FIRST),
            large(FEATURES + 3),
            no_arrays() if exact is None else exact.arrays,
            large(REMEMBERED),
            reals(REMEMBERED * OUTPUTS),
        )
        self.K = large(lookahead.TRAIL)
        self.best = reals(OUTPUTS + 1)
        self.saved = large((DEEPEST + 1) * 16)
        self.totals = reals((DEEPEST + 1) * OUTPUTS)
        self.numbers = large(8)
        self.value(money(rules))

    def value(self, worths: tuple[float, ...], side: int = 0) -> None:
        """Set what the outputs are worth to `side`; to the other side the game is worth the
        opposite.  What the cache remembers counts no longer."""
        self.K[lookahead.ERA] += 1
        other = seen_from_there(worths)
        for i in range(WORTHS):
            self.worths[side * WORTHS + i] = worths[i]
            self.worths[(1 - side) * WORTHS + i] = other[i]
