"""Checking a record: were the rules kept, and were the dice those that were sealed before?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from tavola.games import find
from tavola.play.dice import commitment, draws, sealed_stream, stream
from tavola.play.match import dice_events
from tavola.rules import record as records
from tavola.rules.record import Record
from tavola.rules.refusal import Refusal, Refused
from tavola.rules.state import Phase


@dataclass(frozen=True)
class Check:
    """One thing that was checked: its name, whether it holds, and why not.

    Names: `rules` (same digest), `events` (all legal), `commitment`, `dice`.  `passed` is None where
    there is nothing to check.
    """

    name: str
    passed: bool | None
    reason: Refusal | None = None


def verify(record: Record) -> list[Check]:
    """All checks of a record; a bad event ends them.  Raises `Refused` if the game is unknown."""
    game = find(record.game)
    checks = [Check("rules", records.same_rules(record, game))]
    try:
        state = records.fold(record, game)
    except Refused as refused:
        return [*checks, Check("events", False, refused.refusal)]
    checks.append(Check("events", True))
    kind = record.dice.get("kind")
    if kind == "seed" and type(record.dice.get("seed")) is int:
        throws = stream(f"tavola seed {record.dice['seed']}".encode(), "seed")
        return [*checks, _compare(record, throws)]
    if kind != "sealed":
        return [*checks, Check("dice", None)]
    secret = str(record.dice.get("secret", ""))
    if not secret:
        reason = Refusal("not_revealed") if state.phase is Phase.END else Refusal("still_running")
        return [*checks, Check("commitment", None, reason)]
    if not _sealed(record, secret):
        return [*checks, Check("commitment", False)]
    seeds = [str(seed) for seed in record.dice.get("seeds", ["", ""])]
    throws = sealed_stream(secret, str(record.dice.get("id")), (seeds[0], seeds[1]))
    return [*checks, Check("commitment", True), _compare(record, throws)]


def _sealed(record: Record, secret: str) -> bool:
    try:
        return commitment(secret) == record.dice.get("commitment")
    except ValueError:
        return False


def _compare(record: Record, throws: object) -> Check:
    """Whether every throw of the record is what the stream gives."""
    game = find(record.game)
    limit = 50 * (len(record.events) + 1)
    stream_ = islice(throws, limit)  # type: ignore[call-overload]
    for number, (state, _, dice) in enumerate(dice_events(record, game), start=1):
        if not draws(state, dice, stream_):
            return Check("dice", False, Refusal("other_dice", {"throw": number, "dice": list(dice)}))
    return Check("dice", True)
