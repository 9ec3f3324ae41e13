"""What somebody may set: every key with its values; anything else is not kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.bots.levels import ACCEPTED
from tavola.words.translations import LANGUAGES

THEMES = ("auto", "linen", "night", "walnut", "contrast", "safe")
"""Colours to choose from; `auto` follows the system between light and dark."""
_ON = (True, False)

CHOICES: Mapping[str, tuple[object, ...]] = {
    "language": LANGUAGES,
    "level": tuple(ACCEPTED),
    "theme": THEMES,
    "numbering": ("own", "booklet"),
    "turn": _ON,
    "mirror": _ON,
    "arrows": ("first", "always", "never"),
    "twists": ("first", "always", "never"),
    "speed": ("normal", "slow", "fast", "fastest", "none"),
    "sounds": _ON,
    "tap": ("play", "pick"),
    "targets": _ON,
    "auto_throw": _ON,
    "auto_forced": _ON,
    "auto_done": _ON,
    "auto_offered": _ON,
    "tutor": ("off", "gentle", "strict"),
    "tutor_limit": ("usual", "most", "more", "some", "few"),
    "log_sentences": _ON,
    "voice": ("full", "brief"),
    "announce": (0, 1, 2, 3, 5),
    "keys_on": _ON,
    "text": _ON,
}
"""Settings by their names; those of a table's page stand in `static/table/settings.js`, too."""
ACTS = (
    *("throw", "done", "undo", "undo_turn", "swap", "next_legal", "previous_legal", "dice", "pips"),
    *("score", "cube", "pools", "turn", "last", "moves", "why", "earlier_line", "earlier", "later"),
    *("latest", "hint", "opinion", "double", "yes", "no", "type", "judge", "voice", "text"),
    *("sounds", "help"),
)
"""What can be done by a key: `key_throw` is that key."""
_KEYS = frozenset(f"key_{act}" for act in ACTS)
_KEY_LENGTH = 24
"""Characters of the name of a key, as `Shift+Enter`."""


def kept(wishes: Mapping[str, object]) -> dict[str, Any]:
    """The settings among some wishes that can be kept; others are left out."""
    return {key: value for key, value in wishes.items() if _fits(key, value)}


def _fits(key: str, value: object) -> bool:
    if key in _KEYS:
        return isinstance(value, str) and value.isprintable() and len(value) <= _KEY_LENGTH
    # True is equal to 1 here, but not where it is shown.
    return any(type(value) is type(one) and value == one for one in CHOICES.get(key, ()))


__all__ = ["ACTS", "CHOICES", "THEMES", "kept"]
