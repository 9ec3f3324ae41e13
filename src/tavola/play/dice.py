"""Where dice come from: the system, a seed, the players' hands, a record, or a sealed stream.

A source is asked for the throw that a state waits for, as often as one likes; the throw is used up
only when it was stored (`taken`).  Sealed dice are fixed before the first throw and can be checked
afterwards (`verify.py`); `docs/record.md` has the recipe.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, product
from typing import Any, Protocol

from tavola.games.agreement import of_record
from tavola.rules import turn
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Dice
from tavola.rules.model.throws import FACES, Throw, is_double
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE, Action, Kind, Phase, State

SEED_LENGTH = 64
"""Most characters of a player's seed."""
MOST_SEED = 2**63 - 1
"""The largest seed of seeded dice."""
SCHEME = 2
"""How dice are sealed today: the commitment first, then a seed of each player."""
PLAYER, PROGRAM = "player", "program"
"""Who gave a seed."""

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What the id of a match may be."""
_HEX = re.compile(r"[0-9a-f]{64}")
_ERASED = re.compile(r"sha256:([0-9a-f]{64})")
_THROWS = re.compile(r"([1-6][1-6])*|[1-6]{2,3}( [1-6]{2,3})*")


class Source(Protocol):
    """Gives the dice of a match, one throw after another."""

    def throw(self, state: State) -> Throw | None:
        """The throw that `state` waits for; None if the players throw real dice."""

    def taken(self, state: State) -> None:
        """Go on: the throw for `state` has been stored."""

    def put_back(self, throws: Sequence[Throw]) -> None:
        """Throws that were taken back with what was played: they come again, in order."""

    @property
    def drawn(self) -> int:
        """How many draws were used up, less those that were put back."""

    def skip(self, draws: int) -> None:
        """Use up so many draws at once, at the very beginning."""

    def header(self) -> dict[str, Any]:
        """What a record says about these dice before the match is over: no secret."""


def repeats(state: State) -> Throw | None:
    """The throw of the whole game, once it has fallen (Fixed throw): nothing is drawn then."""
    return state.fixed if state.phase is Phase.START else None


def discards(state: State, throw: Throw) -> bool:
    """Whether a draw is passed over because the game is played without doubles (Fixed throw)."""
    rules = state.rules
    fixing = rules.dice is Dice.FIXED and state.phase is Phase.START and state.fixed is None
    return fixing and not rules.fixed_double and is_double(throw)


class _Stream(ABC):
    """Dice from a stream of draws: looked at first, used up when they are stored.

    Every draw has as many dice as the game throws; who begins is thrown with the first two.  How
    many that are is known when the first throw is asked for.
    """

    def __init__(self) -> None:
        self._draws: Iterator[Throw] | None = None
        self._seen: list[Throw] = []
        self._passed = 0
        self.drawn = 0

    @abstractmethod
    def _every(self, dice: int) -> Iterator[Throw]:
        """All draws, from the first on, for games with so many dice."""

    def __getstate__(self) -> dict[str, Any]:
        """A stream under way can neither be copied nor pickled, but begun again where it is."""
        return {**self.__dict__, "_draws": None, "_seen": self._seen[:]}

    def _begun(self, state: State) -> Iterator[Throw]:
        if self._draws is None:
            self._draws = islice(self._every(state.rules.dice_count), self._passed, None)
        return self._draws

    def _needed(self, state: State) -> int:
        """How many draws the throw for `state` takes; 0 where nothing is drawn or left."""
        if repeats(state) is not None:
            return 0
        draws = self._begun(state)
        for number in count(1):
            if len(self._seen) < number:
                draw = next(draws, None)
                if draw is None:
                    return 0
                self._passed += 1
                self._seen.append(draw)
            if not discards(state, self._seen[number - 1]):
                return number
        raise AssertionError

    def throw(self, state: State) -> Throw | None:
        """The next throw; None if a finite stream has come to its end, or has too few dice."""
        needed = self._needed(state)
        if not needed:
            return repeats(state)
        throw = self._seen[needed - 1][: turn.awaited(state)]
        return throw if len(throw) == turn.awaited(state) else None

    def taken(self, state: State) -> None:
        """Forget the draws of the throw for `state`."""
        needed = self._needed(state)
        del self._seen[:needed]
        self.drawn += needed

    def put_back(self, throws: Sequence[Throw]) -> None:
        """Draw these again before all others."""
        self._seen[:0] = throws
        self.drawn -= len(throws)

    def skip(self, draws: int) -> None:
        """Use up so many draws at once, at the very beginning."""
        self.drawn = self._passed = draws


class SystemDice(_Stream):
    """The operating system's entropy: throws nobody can foresee."""

    def _every(self, dice: int) -> Iterator[Throw]:
        while True:
            yield tuple(secrets.randbelow(6) + 1 for _ in range(dice))

    def header(self) -> dict[str, Any]:
        """`kind` system."""
        return {"kind": "system"}


class TypedDice(_Stream):
    """Real dice, typed in by the players: a stream of nothing but what was taken back."""

    def _every(self, dice: int) -> Iterator[Throw]:
        return iter(())

    def header(self) -> dict[str, Any]:
        """`kind` typed."""
        return {"kind": "typed"}


class RecordedDice(_Stream):
    """The dice of another record, in order; after them the players throw, and in place of throws
    that have fewer dice than the game.

    Raises `Refused` if the record cannot be replayed.
    """

    def __init__(self, record: Record | str) -> None:
        text = record if isinstance(record, str) else _throws_of(record)
        if not _THROWS.fullmatch(text):
            raise _unusable("record")
        self.throws = text
        super().__init__()

    def _every(self, dice: int) -> Iterator[Throw]:
        return map(_faces, _split(self.throws))

    def header(self) -> dict[str, Any]:
        """`kind` record, and its throws as a row of digits: two a throw, or with blanks between
        throws where some have three."""
        return {"kind": "record", "throws": self.throws}


def _split(throws: str) -> list[str]:
    """The throws of a record's header, one by one."""
    if " " in throws or len(throws) == 3:
        return throws.split()
    return [throws[i : i + 2] for i in range(0, len(throws), 2)]


def _faces(digits: str) -> Throw:
    return tuple(map(int, digits))


def _throws_of(record: Record) -> str:
    found: list[str] = []
    for state, kind, dice in dice_events(record):
        if kind is Kind.CORRECT:
            found.pop()
        elif repeats(state) is not None:
            continue
        found.append("".join(map(str, dice)))
    return ("" if all(len(one) == 2 for one in found) else " ").join(found)


def dice_events(record: Record) -> Iterator[tuple[State, Kind, Throw]]:
    """(state before, kind, dice) of every event that brought dice.  Raises `Refused`."""
    before: State | None = None
    for moment in records.replay(record, of_record(record).game):
        event = moment.event
        if event is not None and before is not None and event.kind in CHANCE and event.dice:
            yield before, event.kind, event.dice
        before = moment.state


def stream(key: bytes, label: str, dice: int = 2) -> Iterator[Throw]:
    """Throws without end from HMAC-SHA-256 of `label:counter`, counter from 0.

    Of two dice the bytes from 252 on are skipped, and the others modulo 36 are one throw each; of
    three those from 216 on, and each of the others is a throw.
    """
    throws = list(product(FACES, repeat=dice))
    end = 256 - 256 % len(throws)
    for counter in count():
        for byte in hmac.digest(key, f"{label}:{counter}".encode(), "sha256"):
            if byte < end:
                yield throws[byte % len(throws)]


class SeededDice(_Stream):
    """Dice that a seed from 0 to `MOST_SEED` determines."""

    def __init__(self, seed: int) -> None:
        if type(seed) is not int or not 0 <= seed <= MOST_SEED:
            raise _unusable("seed")
        self.seed = seed
        super().__init__()

    def _every(self, dice: int) -> Iterator[Throw]:
        return stream(f"tavola seed {self.seed}".encode(), "seed", dice)

    def header(self) -> dict[str, Any]:
        """`kind` seed, and the seed."""
        return {"kind": "seed", "seed": self.seed}


class SealedDice(_Stream):
    """Dice that nobody can change once their commitment is published; then the players give seeds.

    `secret` is 32 bytes in hexadecimal and stays hidden until the match is over.  `seeds` are those
    of both players, None for one that is not given yet; `by` says who gave each, `PLAYER` or
    `PROGRAM`.  While the dice are `open` a seed may still be given or changed; the first throw
    fixes them, and a seed that is missing then is the program's, which follows from the secret.
    `scheme` 1 is that of older records: their seeds could be known before the secret was drawn.
    """

    def __init__(
        self,
        secret: str,
        match_id: str,
        seeds: Sequence[str | None] = (None, None),
        by: Sequence[str | None] = (PLAYER, PLAYER),
        *,
        scheme: int = SCHEME,
        open: bool = False,
    ) -> None:
        if not _HEX.fullmatch(secret) or not MATCH_ID.fullmatch(match_id):
            raise _unusable("sealed")
        self.secret = secret
        self.match_id = match_id
        self.scheme = scheme
        self.open = open
        self.seeds: list[str | None] = [*seeds]
        self.by = [None if seed is None else who for seed, who in zip(seeds, by, strict=True)]
        self._begin()

    def _begin(self) -> None:
        """The stream of the seeds as they are now."""
        seeds = (self.own_seed(n) if seed is None else seed for n, seed in enumerate(self.seeds))
        self._label = ":".join((self.match_id, *map(_seed_digest, seeds)))
        super().__init__()

    def _every(self, dice: int) -> Iterator[Throw]:
        return stream(bytes.fromhex(self.secret), self._label, dice)

    def own_seed(self, player: int) -> str:
        """The program's seed for a player: it follows from the secret, so that nobody chooses it.

        HMAC-SHA-256 of `id:seed:player` with the secret as its key, the first 32 digits.
        """
        text = f"{self.match_id}:seed:{player}".encode()
        return hmac.digest(bytes.fromhex(self.secret), text, "sha256").hex()[:32]

    @staticmethod
    def fits(seed: str) -> bool:
        """Whether a player may give this seed."""
        return len(seed) <= SEED_LENGTH and seed.isprintable()

    def chose(self, player: int) -> bool:
        """Whether the program gave a seed that does not follow from the secret."""
        seed, who = self.seeds[player], self.by[player]
        own = _seed_digest(self.own_seed(player))
        return who == PROGRAM and seed is not None and _seed_digest(seed) != own

    def give(self, player: int, seed: str | None) -> None:
        """A player's seed in place of the one before; None for the program's.

        Raises `Refused`: `seeds_fixed` once dice have fallen, `bad_seed`.
        """
        if not self.open:
            raise refuse("seeds_fixed")
        if seed is not None and not self.fits(seed):
            raise refuse("bad_seed", most=SEED_LENGTH)
        self.seeds[player] = self.own_seed(player) if seed is None else seed
        self.by[player] = PROGRAM if seed is None else PLAYER
        self._begin()

    def fixed(self) -> SealedDice:
        """These dice with seeds that can be changed no more."""
        made = SealedDice(
            self.secret, self.match_id, self.seeds, self.by, scheme=self.scheme, open=True
        )
        for player, seed in enumerate(self.seeds):
            if seed is None:
                made.give(player, None)
        made.open = False
        return made

    def header(self) -> dict[str, Any]:
        """`kind` sealed, the scheme, the commitment, the players' seeds and who gave them."""
        sealed: dict[str, Any] = {
            "kind": "sealed",
            "id": self.match_id,
            "commitment": commitment(self.match_id, self.secret),
            "seeds": list(self.seeds),
        }
        if self.scheme > 1:
            sealed |= {"scheme": self.scheme, "by": list(self.by)}
        return sealed | ({"open": True} if self.open else {})


def fresh_dice() -> SealedDice:
    """New sealed dice, before anybody has given a seed."""
    return SealedDice(new_secret(), new_match_id(), open=True)


def new_secret() -> str:
    """A fresh secret of 32 bytes, in hexadecimal."""
    return secrets.token_hex(32)


def new_match_id() -> str:
    """A short random name of a match."""
    return secrets.token_hex(8)


def commitment(match_id: str, secret: str) -> str:
    """What is published before the players give their seeds: SHA-256 of `id:secret`.

    The id is part of it, so that it cannot be chosen to suit the seeds.
    """
    return hashlib.sha256(f"{match_id}:{secret}".encode()).hexdigest()


def erased_seed(seed: str) -> str:
    """What stands for a seed whose text is to be forgotten: the dice stay what they were."""
    return seed if _ERASED.fullmatch(seed) else f"sha256:{_seed_digest(seed)}"


def _seed_digest(seed: str) -> str:
    erased = _ERASED.fullmatch(seed)
    if erased:
        return erased[1]
    try:
        data = seed.encode()
    except UnicodeEncodeError:
        raise _unusable("sealed") from None
    if len(seed) > SEED_LENGTH:
        raise _unusable("sealed")
    return hashlib.sha256(data).hexdigest()


def source_of(header: Mapping[str, Any], secret: str = "") -> Source:
    """The source that a record's header names, at its first throw.

    Sealed dice need their secret, from the header or kept elsewhere.  Raises `Refused`
    (code `bad_dice_source`), also for a secret that does not fit the commitment.
    """
    kind = header.get("kind", "system")
    if kind == "system":
        return SystemDice()
    if kind == "typed":
        return TypedDice()
    if kind == "seed":
        return SeededDice(header.get("seed", -1))
    if kind == "record" and isinstance(header.get("throws"), str):
        return RecordedDice(header["throws"])
    if kind == "sealed":
        dice = sealed_dice(header, header.get("secret") or secret)
        if dice.header()["commitment"] == header.get("commitment"):
            return dice
    raise _unusable(kind)


def sealed_dice(header: Mapping[str, Any], secret: object) -> SealedDice:
    """The stream of a sealed header and a secret, whatever the commitment says.

    Raises `Refused` (code `bad_dice_source`).
    """
    match_id, scheme = header.get("id"), header.get("scheme", 1)
    seeds, by = header.get("seeds"), header.get("by") if scheme != 1 else [PLAYER, PLAYER]
    if not isinstance(secret, str) or not isinstance(match_id, str):
        raise _unusable("sealed")
    if type(scheme) is not int or not 1 <= scheme <= SCHEME:
        raise _unusable("sealed")
    is_open = header.get("open") is True and scheme > 1
    given, givers = _pair(seeds, missing=is_open), _pair(by, missing=is_open)
    if not {*givers} <= {PLAYER, PROGRAM, None}:
        raise _unusable("sealed")
    return SealedDice(secret, match_id, given, givers, scheme=scheme, open=is_open)


def _pair(value: object, *, missing: bool) -> tuple[str | None, str | None]:
    """Two texts; None in place of one that may be missing."""
    if not isinstance(value, list) or len(value) != 2:
        raise _unusable("sealed")
    for one in value:
        if not isinstance(one, str) and not (missing and one is None):
            raise _unusable("sealed")
    return value[0], value[1]


def _unusable(kind: object) -> Refused:
    text = kind[:40] if isinstance(kind, str) else type(kind).__name__
    return refuse("bad_dice_source", text=text)


def fallen(events: Iterable[tuple[State, Action]]) -> list[Throw]:
    """The dice that fell in some events, each with the state before it, put right where that was
    done."""
    found: list[Throw] = []
    for before, action in events:
        if action.kind not in CHANCE or action.dice is None or repeats(before) is not None:
            continue
        if action.kind is Kind.CORRECT and found:
            found.pop()
        found.append(action.dice)
    return found
