"""Checking a record: were the rules kept, and were the dice those that were sealed before?"""

from __future__ import annotations

from dataclasses import dataclass

from tavola.games.agreement import of_record
from tavola.play.dice import (
    SealedDice,
    SystemDice,
    TypedDice,
    dice_events,
    repeats,
    sealed_dice,
    source_of,
)
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Kind, Phase


@dataclass(frozen=True)
class Check:
    """One thing that was checked: its name, whether it holds, and why not.

    Names: `rules` (same digest), `events` (all legal), `commitment`, `seeds` (those of the program
    follow from the secret; None for the older scheme), `dice`.  `passed` is None where there is
    nothing to check.
    """

    name: str
    passed: bool | None
    reason: Refusal | None = None

    @property
    def failed(self) -> bool:
        """The record is not sound.  Rules of another day are no fault: the events decide."""
        return self.passed is False and self.name != "rules"


def verify(record: Record) -> list[Check]:
    """All checks of a record; a bad event ends them.

    Raises `Refused` (code `bad_record`) if the game or one of its options is unknown.
    """
    game = of_record(record).game
    same = records.same_rules(record, game) if record.digest else None
    checks = [Check("rules", same)]
    try:
        state = records.fold(record, game)
    except Refused as refused:
        return [*checks, Check("events", False, refused.refusal)]
    checks.append(Check("events", True))
    if record.dice.get("kind") == "sealed":
        checks.append(_commitment(record, over=state.phase is Phase.END))
        if not checks[-1].passed:
            return checks
        checks.append(_seeds(sealed_dice(record.dice, record.dice["secret"])))
    return [*checks, _dice(record)]


def _commitment(record: Record, *, over: bool) -> Check:
    """Whether the secret is the one that was promised; it must be there once the match is over."""
    if "secret" not in record.dice:
        reason = Refusal("not_revealed" if over else "still_running")
        return Check("commitment", False if over else None, reason)
    try:
        dice = sealed_dice(record.dice, record.dice["secret"])
    except Refused:
        return Check("commitment", False)
    return Check("commitment", dice.header()["commitment"] == record.dice.get("commitment"))


def _seeds(dice: SealedDice) -> Check:
    """Whether nobody could choose a seed that no player gave."""
    if dice.scheme == 1:
        return Check("seeds", None, Refusal("old_seal"))
    for player in (0, 1):
        if dice.chose(player):
            return Check("seeds", False, Refusal("other_seed", {"player": player + 1}))
    return Check("seeds", True)


def _dice(record: Record) -> Check:
    """Whether every throw of the record is what its source gives."""
    try:
        source = source_of(record.dice)
    except Refused as refused:
        return Check("dice", False, refused.refusal)
    if isinstance(source, SystemDice | TypedDice):
        return Check("dice", None)
    for number, (state, kind, dice) in enumerate(dice_events(record), start=1):
        if repeats(state) is not None:
            continue
        given = source.throw(state)
        if given is None:  # throws of a record that came to their end: people threw the others
            return Check("dice", None)
        if kind is Kind.CORRECT or dice != given:
            reason = Refusal("other_dice", {"throw": number, "dice": list(dice)})
            return Check("dice", False, reason)
        source.taken(state)
    return Check("dice", True)
