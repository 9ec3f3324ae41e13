"""The digests of all rules that ship, as they are and as they were when they first came out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tavola.games import GAMES

FILE = Path(__file__).parent / "golden" / "digests.json"
KNOWN: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
"""Added to, never changed."""


def digests(game: str) -> Iterator[tuple[str, str]]:
    """A game's digest, and that with each other value of each option."""
    yield game, GAMES[game].rules.digest()
    for option in GAMES[game].options:
        for value in list(option.values)[1:]:
            yield (
                f"{game} {option.name}={value}",
                GAMES[game].ruleset({option.name: value}).digest(),
            )
