"""Put first on PYTHONPATH, this makes a Python that has neither Numba nor NumPy."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder


class _Missing(MetaPathFinder):
    def find_spec(self, name: str, path: object, target: object = None) -> None:
        """Refuse to find the packages."""
        if name.partition(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ImportError(f"{name} is hidden by tests/without_numba")


sys.meta_path.insert(0, _Missing())
