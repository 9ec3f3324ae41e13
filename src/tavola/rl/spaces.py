"""The spaces of Gymnasium and PettingZoo, and masks as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.rl import seen
from tavola.rl.extras import missing
from tavola.rl.numbering import ACTIONS

try:
    import numpy
    from gymnasium import spaces
except ImportError:
    raise missing("A space of Gymnasium", "rl") from None


def space_of(kind: str) -> Any:
    """The space of an observation, `"counts"`, `"counts-2"` or `"features"`."""
    if kind != seen.FEATURED:
        length = seen.OBSERVED if kind == seen.COUNTS else seen.OBSERVED_2
        return spaces.Box(0, seen.HIGHEST, (length,), numpy.int8)
    return spaces.Box(0.0, float(seen.HIGHEST), (seen.FEATURES,), numpy.float32)


def mask_of(legal: Sequence[int]) -> Any:
    """A mask of 1 for what is allowed and 0 for the rest, of shape (ACTIONS,) and type int8."""
    mask = numpy.zeros(ACTIONS, numpy.int8)
    mask[list(legal)] = 1
    return mask


__all__ = ["mask_of", "space_of"]
