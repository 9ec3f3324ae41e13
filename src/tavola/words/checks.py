"""What the check of a record came to, as a sentence: on the page about dice and at the terminal."""

from __future__ import annotations

from tavola.rules.model.refusal import Refusal
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

_NAMES = {
    "rules": mark("The rules are those of today"),
    "events": mark("Every event is allowed"),
    "commitment": mark("The secret fits its commitment"),
    "seeds": mark("The program chose no seed"),
    "dice": mark("The dice are those of the sealed stream, the seed or the other record"),
}
_ANSWERS = {True: mark("yes"), False: mark("no"), None: mark("cannot be checked")}


def checked(speaker: Speaker, name: str, passed: bool | None, reason: Refusal | None) -> str:
    """Whether one thing is as it should be, and why not."""
    words = speaker.words
    answer = words.text(_ANSWERS[passed])
    told = words.text("{check}: {answer}.", check=words.text(_NAMES[name]), answer=answer)
    return told if reason is None else f"{told} {refusals.explain(speaker, reason, None)}"


__all__ = ["checked"]
