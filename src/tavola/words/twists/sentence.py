"""What a notice is: a sentence about something special, and by which rules it can happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavola.rules.model.ruleset import Ruleset
from tavola.words.happened import Happened
from tavola.words.speaker import Speaker

Sentence = Callable[[Speaker, Happened], str]
"""The sentence about something special in an event, or nothing."""


def _anywhere(rules: Ruleset) -> bool:
    return True


@dataclass(frozen=True)
class Notice:
    """What is said of something special, and by which rules it can happen at all."""

    says: Sentence
    happens_by: Callable[[Ruleset], object] = _anywhere


def plain(
    message: str,
    happens: Callable[[Happened], object],
    happens_by: Callable[[Ruleset], object] = _anywhere,
) -> Notice:
    """A sentence without details."""
    return Notice(
        lambda speaker, at: speaker.words.text(message) if happens(at) else "", happens_by
    )


__all__ = ["Notice", "Sentence", "plain"]
