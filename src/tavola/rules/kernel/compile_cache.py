"""Where Numba keeps the compiled code of Tavola: by the place of a module in the package.

Numba's own way is the path of the file.  But the folder is named after all compiled sources
already (`backend.py`), so two copies of the package with the same sources may share it: a second
environment, or a new clone, need not compile anything.
"""

from __future__ import annotations

from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

PACKAGE = Path(__file__).resolve().parents[2]


class PackageLocator(UserProvidedCacheLocator):
    """Finds the code of a function of this package; for others the path decides, as usual."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The name of the folder in which the code of a file is kept."""
        place = Path(py_file).resolve().parent
        if place.is_relative_to(PACKAGE):
            return ".".join(place.relative_to(PACKAGE).parts)
        return str(super().get_suitable_cache_subpath(py_file))  # type: ignore[no-untyped-call]
