"""Texts as any database can hold them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_ENCODER = json.JSONEncoder(separators=(",", ":"))


def to_json(data: Mapping[str, Any]) -> str:
    """Compact JSON in ASCII: no database stumbles over what a text may hold."""
    return _ENCODER.encode(data)


def storable(text: str) -> str:
    """A text without what PostgreSQL or UTF-8 cannot hold: NUL and half surrogate pairs."""
    return (
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "\ufffd")
    )


__all__ = ["storable", "to_json"]
