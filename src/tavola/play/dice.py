"""Where dice come from: the system, a seed, the players' hands, a record, or a sealed stream.

A source is asked for the throw that a state waits for.  Sealed dice are fixed before the first throw
and can be checked afterwards (`verify.py`): the stream is HMAC-SHA-256, bytes from 252 on are skipped,
the rest modulo 36 is one throw.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tavola.rules.record import Record
from tavola.rules.refusal import refuse
from tavola.rules.ruleset import Dice
from tavola.rules.state import CHANCE, Kind, Phase, State, Throw

SEED_LENGTH = 64
"""Most characters of a player's seed."""


class Source(Protocol):
    """Gives the dice of a match, one throw after another."""

    def throw(self, state: State) -> Throw | None:
        """The throw that `state` waits for; None if the players throw real dice."""

    def header(self) -> dict[str, Any]:
        """What a record says about these dice before the match is over: no secret."""


def repeats(state: State) -> Throw | None:
    """The throw of the whole game, once it has fallen (Fixed throw): nothing is drawn then."""
    return state.fixed if state.phase is Phase.START else None


def discards(state: State, throw: Throw) -> bool:
    """Whether a draw is passed over because the game is played without doubles (Fixed throw)."""
    rules = state.rules
    fixing = rules.dice is Dice.FIXED and state.phase is Phase.START and state.fixed is None
    return fixing and not rules.fixed_double and throw[0] == throw[1]


def _draw(state: State, stream: Iterator[Throw]) -> Throw:
    fixed = repeats(state)
    if fixed is not None:
        return fixed
    for throw in stream:
        if not discards(state, throw):
            return throw
    raise refuse("dice_used_up")


class SystemDice:
    """The operating system's entropy."""

    def throw(self, state: State) -> Throw:
        """A throw nobody can foresee."""
        return _draw(state, iter(_system_throw, None))

    def header(self) -> dict[str, Any]:
        """`kind` system."""
        return {"kind": "system"}


def _system_throw() -> Throw:
    return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


class TypedDice:
    """Real dice, typed in by the players."""

    def throw(self, state: State) -> Throw | None:
        """None, unless the throw is known already (Fixed throw)."""
        return repeats(state)

    def header(self) -> dict[str, Any]:
        """`kind` typed."""
        return {"kind": "typed"}


class RecordedDice:
    """The dice of another record, in order."""

    def __init__(self, record: Record, skip: int = 0) -> None:
        dice = [event.dice for event in record.events if event.kind in CHANCE and event.dice]
        self._stream = iter(dice[skip:])
        self._name = record.game

    def throw(self, state: State) -> Throw:
        """The next throw of the record; raises `Refused` (code `dice_used_up`) at its end."""
        return _draw(state, self._stream)

    def header(self) -> dict[str, Any]:
        """`kind` record."""
        return {"kind": "record"}


def stream(key: bytes, label: str) -> Iterator[Throw]:
    """Throws without end from HMAC-SHA-256 of `label:counter`, counter from 0."""
    counter = 0
    while True:
        block = hmac.new(key, f"{label}:{counter}".encode(), hashlib.sha256).digest()
        for byte in block:
            if byte < 252:
                high, low = divmod(byte % 36, 6)
                yield high + 1, low + 1
        counter += 1


@dataclass
class SeededDice:
    """Dice that a seed determines; `drawn` throws of it were used before."""

    seed: int
    drawn: int = 0
    _stream: Iterator[Throw] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._stream = stream(f"tavola seed {self.seed}".encode(), "seed")
        for _ in range(self.drawn):
            next(self._stream)

    def throw(self, state: State) -> Throw:
        """The next throw of the stream."""
        return _draw(state, self._stream)

    def header(self) -> dict[str, Any]:
        """`kind` seed, and the seed."""
        return {"kind": "seed", "seed": self.seed}


@dataclass
class SealedDice:
    """Dice fixed before the match: the commitment is published first, then both players give seeds.

    `secret` is 32 bytes in hexadecimal and stays hidden until the match is over.
    """

    secret: str
    match_id: str
    seeds: tuple[str, str]
    drawn: int = 0
    _stream: Iterator[Throw] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._stream = sealed_stream(self.secret, self.match_id, self.seeds)
        for _ in range(self.drawn):
            next(self._stream)

    def throw(self, state: State) -> Throw:
        """The next throw of the sealed stream."""
        return _draw(state, self._stream)

    def header(self) -> dict[str, Any]:
        """`kind` sealed, the commitment and the players' seeds."""
        return {
            "kind": "sealed",
            "id": self.match_id,
            "commitment": commitment(self.secret),
            "seeds": list(self.seeds),
        }


def new_secret() -> str:
    """A fresh secret of 32 bytes, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published of a secret before the first throw: its SHA-256, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def sealed_stream(secret: str, match_id: str, seeds: tuple[str, str]) -> Iterator[Throw]:
    """The throws that a secret, a match and both players' seeds determine."""
    return stream(bytes.fromhex(secret), json.dumps([match_id, *seeds], separators=(",", ":")))


def draws(state: State, dice: Throw, throws: Iterator[Throw]) -> bool:
    """Whether `dice` is what a stream gives in this state; takes the draws it used."""
    return tuple(dice) == _draw(state, throws)


def count_draws(moments: Iterator[tuple[State, Kind, Throw]], throws: Iterator[Throw]) -> int:
    """How many draws of a stream the dice events used, redraws included."""
    used = 0
    for state, _, _ in moments:
        if repeats(state) is not None:
            continue
        used += 1
        while discards(state, next(throws)):
            used += 1
    return used


def source_of(header: Mapping[str, Any], drawn: int, secret: str = "") -> Source:
    """The source that a record's header names, `drawn` throws on.  Raises `Refused`."""
    kind = header.get("kind", "system")
    if kind == "system":
        return SystemDice()
    if kind == "typed":
        return TypedDice()
    if kind == "seed" and type(header.get("seed")) is int:
        return SeededDice(header["seed"], drawn)
    if kind == "sealed" and secret:
        seeds = header.get("seeds", ["", ""])
        return SealedDice(secret, str(header.get("id")), (str(seeds[0]), str(seeds[1])), drawn)
    raise refuse("bad_dice_source", text=str(kind)[:40])
