"""Net files: weights in memory and on disk.

A net file is one line of JSON (what it is and the SHA-256 of its weights as 16-bit floating-point
numbers), a newline, and those weights without what stands elsewhere: a piece of a set is left out
where it is the same as in the set's model (`_models`).  Most games never use a third of the inputs,
whose weights stay what they were at the beginning.  Making a net needs NumPy, using one does not.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

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
from tavola.bots.net.features import CONTACT_PHASE, FEATURES, PHASES
from tavola.rules.kernel.backend import reals
from tavola.rules.model.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

VERSION = 2
"""Version 1, whose weights stand there as they are, can be read, too."""
BEGINNING = Path(__file__).with_name("beginning.weights")
"""The weights of `Net.fresh` for the seed that trainings have unless told otherwise, in planes."""
_SET, _PIECE = 2 * PHASE_SIZE, 2 * FIRST
"""Bytes of a set of weights, and of a piece of it: what one input adds to the first layer."""


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
            "sets": len(body) // _SET,
            "beginning": _beginning()[1],
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        with written(path) as file:
            file.write(json.dumps(head).encode() + b"\n" + _left_out(body))

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read a net file; without the compiler the weights are a list and NumPy is not needed.

        Raises `BadNet` if it is damaged, OSError if it cannot be read.
        """
        head, _, body = path.read_bytes().partition(b"\n")
        try:
            facts = json.loads(head)
            version, sha256, digest = facts["tavola_net"], facts["sha256"], str(facts["rules"])
            known = version in (1, VERSION) and facts["features"] == FEATURES
            shape = facts["layers"] == [FIRST, SECOND, OUTPUTS, LEAK]
            sets = facts["sets"] if version == VERSION else len(body) // _SET
            begun = version == 1 or facts.get("beginning") == _beginning()[1]
        except (ValueError, KeyError, TypeError):
            raise BadNet(f"{path.name}: no net file") from None
        if not (known and shape and begun):
            raise BadNet(f"{path.name}: made for another version of Tavola")
        if sets in SETS and version == VERSION:
            body = _put_in(body, sets)
        if len(body) not in [count * _SET for count in SETS]:
            raise BadNet(f"{path.name}: damaged")
        if hashlib.sha256(body).hexdigest() != sha256:
            raise BadNet(f"{path.name}: damaged")
        return cls(reals(struct.unpack(f"<{len(body) // 2}e", body)), digest)


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its place when it is complete and on the disk; else nothing is left."""
    draft = path.with_name(f"{path.name}.part")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


# --------------------------------------------------------------------------- what stands elsewhere


@cache
def _beginning() -> tuple[bytes, str]:
    """The weights that nets begin with, and what tells them from others."""
    data = BEGINNING.read_bytes()
    return _woven(data), hashlib.sha256(data).hexdigest()[:16]


def _models(sets: int) -> Iterator[tuple[int, int | None]]:
    """The sets of a net, and the set before it that each began as; None for the first ones, which
    began as `BEGINNING` says."""
    for number in range(sets):
        yield number, None if number < SETS[0] else CONTACT_PHASE


def _model(body: bytes | bytearray, number: int, model: int | None) -> bytes | bytearray:
    whole, at = (_beginning()[0], number) if model is None else (body, model)
    return whole[at * _SET : (at + 1) * _SET]


def _left_out(body: bytes) -> bytes:
    """Weights without the pieces that are as in their models: a byte a piece that says which are
    left out, then the others in planes."""
    said, kept = bytearray(), bytearray()
    for number, model in _models(len(body) // _SET):
        own, other = body[number * _SET : (number + 1) * _SET], _model(body, number, model)
        for at in range(0, _SET, _PIECE):
            piece = own[at : at + _PIECE]
            same = piece == other[at : at + _PIECE]
            said.append(same)
            kept += b"" if same else piece
    return bytes(said + kept[0::2] + kept[1::2])


def _put_in(data: bytes, sets: int) -> bytes:
    """The weights that `_left_out` made shorter; what is damaged comes out as other weights."""
    pieces = -(-_SET // _PIECE)
    said, kept = data[: sets * pieces], _woven(data[sets * pieces :])
    if len(said) < sets * pieces or max(said) > 1:
        return b""
    body, taken = bytearray(), 0
    for number, model in _models(sets):
        other = _model(body, number, model)
        for piece in range(pieces):
            at = piece * _PIECE
            size = min(_PIECE, _SET - at)
            if said[number * pieces + piece]:
                body += other[at : at + size]
            else:
                body += kept[taken : taken + size]
                taken += size
    return bytes(body + kept[taken:])


def _woven(planes: bytes) -> bytes:
    """16-bit numbers whose low bytes stand before all their high bytes: so they pack better."""
    half = len(planes) // 2
    body = bytearray(len(planes))
    if len(planes) % 2 == 0:
        body[0::2], body[1::2] = planes[:half], planes[half:]
    return bytes(body)
