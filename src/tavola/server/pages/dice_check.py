"""The dice of a match, checked and explained in plain words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tavola.games.agreement import of_record
from tavola.play.dice import PLAYER, PROGRAM
from tavola.play.verify import Check
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Dice, Opening, Ruleset
from tavola.rules.text.record import Record
from tavola.words import checks
from tavola.words.speaker import Speaker
from tavola.words.translations import Words, mark

_MARKS = {True: "yes", False: "no", None: "open"}

_SOUND = mark(
    "The dice are sound: the secret fits what was published when the table was made, and all "
    "throws are those that follow from it and from the seeds of both players."
)
_OLD = mark(
    "The throws are those that were fixed before the first one. This match was sealed by the older "
    "scheme: its secret was drawn when a seed could be known already, so the page does not show "
    "that nobody chose it."
)
_UNSOUND = mark("This match does not pass the check. See below for what is wrong.")
_RUNNING = mark(
    "The match is not over, so its dice are still sealed. This is the commitment: note it down and "
    "compare it when the secret is shown."
)
_TYPED = mark(
    "These dice were not thrown here: the players typed them, or another program noted them. There "
    "is nothing to check."
)
_OTHER = mark("These dice were not sealed, so nobody can check them.")

_FROM_PLAYER = mark("Seed of player {number}")
_FROM_SERVER = mark("Seed of player {number}, from the server")
_BY_SCRIPT = {
    "fits": mark("The secret fits the commitment."),
    "fits_not": mark("The secret does not fit the commitment."),
    "noted": mark("This browser saw this commitment before it gave a seed."),
    "noted_not": mark("This browser saw another commitment before the match."),
    "not_noted": mark("This browser gave no seed here, so it has no commitment to compare."),
    "seed": mark("The seed that this browser gave is mixed in."),
    "seed_not": mark("The seed that this browser gave is not mixed in."),
    "program": mark("The seed that the server gave follows from the secret: nobody chose it."),
    "program_not": mark("The seed that the server gave does not follow from the secret."),
    "throws": mark("All {count} throws follow from the secret and the seeds."),
    "throw_not": mark("Throw {number} does not follow from the secret and the seeds."),
    "unreadable": mark("This record cannot be worked out."),
}


@dataclass(frozen=True)
class Line:
    """A sentence and how it turned out: `yes`, `no` or `open`."""

    mark: str
    say: str


async def checked(
    words: Words, record: Record, check: Callable[[], Awaitable[list[Check]]]
) -> dict[str, Any]:
    """What the page about the dice shows: `verdict`, `checks` and `numbers`.  `record` needs no
    events: `check` is asked what there is to check."""
    kind = record.dice.get("kind")
    numbers = _numbers(words, record) if kind == "sealed" else []
    if kind != "sealed":
        say = _TYPED if kind == "typed" else _OTHER
        return {"verdict": Line("open", words.text(say)), "checks": [], "numbers": numbers}
    if "secret" not in record.dice:
        return {"verdict": Line("open", words.text(_RUNNING)), "checks": [], "numbers": numbers}
    try:
        found = await check()
    except Refused as refused:
        found = [Check("events", False, refused.refusal)]
    passed = not any(one.failed for one in found)
    old = any(one.name == "seeds" and one.passed is None for one in found)
    sound = _OLD if old else _SOUND
    verdict = Line(_MARKS[passed], words.text(sound if passed else _UNSOUND))
    return {
        "verdict": verdict,
        "checks": [_line(words, one) for one in found],
        "numbers": numbers,
    }


def _line(words: Words, check: Check) -> Line:
    speaker = Speaker(words, Ruleset(), "booklet")
    say = checks.checked(speaker, check.name, check.passed, check.reason)
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
    by = dice.get("by", [PLAYER, PLAYER])
    for number, (seed, who) in enumerate(zip(dice.get("seeds", []), by, strict=False), start=1):
        label = _FROM_SERVER if who == PROGRAM else _FROM_PLAYER
        if seed:
            found.append((words.text(label, number=number), str(seed)))
    return found


def own_check(words: Words, table: str, record: Record) -> dict[str, Any] | None:
    """What the script of the page needs to work the dice out by itself; None where it cannot."""
    if record.dice.get("kind") != "sealed" or "secret" not in record.dice:
        return None
    rules = of_record(record).rules
    return {
        "table": table,
        "how": {
            "dice": rules.dice_count,
            "repeats": rules.dice is Dice.FIXED,
            "doubles": rules.fixed_double,
            "opening": rules.opening is Opening.DICE,
        },
        "strings": {key: words.text(sentence) for key, sentence in _BY_SCRIPT.items()},
    }
