"""What is said where a package is missing that an extra brings."""

from __future__ import annotations


def missing(what: str, extra: str) -> ImportError:
    """The exception for `what`, which needs the extra."""
    return ImportError(f"{what} needs the extra `{extra}`: pip install 'tavola[{extra}]'")
