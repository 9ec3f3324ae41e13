"""The games whose cases by hand lie in files of their own: by_hand_ and its id.

Each has ``GAME``, ``PLAYS``, ``SCORES``, ``NOT_OVER`` (positions after a step of White's that end
nothing) and ``MUTANTS`` (see `test_law_mutants.py`).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

MODULES = [import_module(path.stem) for path in sorted(Path(__file__).parent.glob("by_hand_*.py"))]
