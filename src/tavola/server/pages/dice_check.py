"""The dice of a match, checked and explained in plain words."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from tavola.play.verify import Check, verify
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text.record import Record
from tavola.words import refusals
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark

_NAMES = {
    "rules": mark("The rules are those of today"),
    "events": mark("Every event is allowed"),
    "commitment": mark("The secret fits its commitment"),
    "dice": mark("The dice are those of the sealed stream or seed"),
}
_ANSWERS = {True: mark("yes"), False: mark("no"), None: mark("cannot be checked")}
_MARKS = {True: "yes", False: "no", None: "open"}

_SOUND = mark(
    "The dice are sound: they were fixed before the first throw, and all that fell are those that "
    "were fixed."
)
_UNSOUND = mark("This match does not pass the check. See below for what is wrong.")
_RUNNING = mark(
    "The match is not over, so its dice are still sealed. This is the commitment: note it down and "
    "compare it when the secret is shown."
)
_TYPED = mark("The players threw real dice and typed them: there is nothing to check.")
_OTHER = mark("These dice were not sealed, so nobody can check them.")


@dataclass(frozen=True)
class Line:
    """A sentence and how it turned out: `yes`, `no` or `open`."""

    mark: str
    say: str


async def checked(words: Words, record: Record) -> dict[str, Any]:
    """What the page about the dice shows: `verdict`, `checks` and `numbers`."""
    kind = record.dice.get("kind")
    numbers = _numbers(words, record) if kind == "sealed" else []
    if kind != "sealed":
        say = _TYPED if kind == "typed" else _OTHER
        return {"verdict": Line("open", words.text(say)), "checks": [], "numbers": numbers}
    if "secret" not in record.dice:
        return {"verdict": Line("open", words.text(_RUNNING)), "checks": [], "numbers": numbers}
    try:
        checks = await asyncio.to_thread(verify, record)
    except Refused as refused:
        checks = [Check("events", False, refused.refusal)]
    passed = not any(check.failed for check in checks)
    verdict = Line(_MARKS[passed], words.text(_SOUND if passed else _UNSOUND))
    return {
        "verdict": verdict,
        "checks": [_line(words, check) for check in checks],
        "numbers": numbers,
    }


def _line(words: Words, check: Check) -> Line:
    answer = words.text(_ANSWERS[check.passed])
    say = words.text("{check}: {answer}.", check=words.text(_NAMES[check.name]), answer=answer)
    if check.reason is not None:
        say += " " + refusals.explain(Speaker(words, Ruleset(), "booklet"), check.reason, None)
    return Line(_MARKS[check.passed], say)


def _numbers(words: Words, record: Record) -> list[tuple[str, str]]:
    """The numbers that the dice are worked out from, as far as they are known."""
    dice = record.dice
    found = [
        (words.text("Name of the match"), str(dice.get("id", ""))),
        (words.text("Commitment"), str(dice.get("commitment", ""))),
    ]
    if "secret" in dice:
        found.append((words.text("Secret"), str(dice["secret"])))
    texts = [seed for seed in dice.get("seeds", []) if seed]
    if texts:
        found.append((words.text("Texts of the players"), ", ".join(texts)))
    return found
