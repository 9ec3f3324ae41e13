"""New matches: from what somebody wants, and as the rematch of one that is over."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tavola.bots.levels import ACCEPTED, USUAL, level_of
from tavola.games.agreement import Agreement, Wish, agree, of_record
from tavola.play.dice import SealedDice, TypedDice, fresh_dice
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text.record import Record
from tavola.rules.turn.state import State
from tavola.server.match import imported
from tavola.server.store import Person, StoredMatch, StoredSeat
from tavola.study import helped

COMPUTER = "computer"
_COLOURS = {"white": Side.WHITE, "black": Side.BLACK}


OPPONENTS = (COMPUTER, "here", "friend")
COLOURS = ("any", *_COLOURS)
DICE = ("sealed", "typed")


@dataclass(frozen=True)
class TableWish:
    """A table that somebody wants: what is agreed, and who sits down to it.

    `opponent` is computer, here (two people at one device) or friend (by a link); `level` how
    strong the computer plays, None for the usual; `colour` white, black or any; `dice` sealed or
    typed; `hints`: whether the computer gives advice (never where friends meet by a link), None for
    its own opponents alone.  Raises `Refused` for a value that is none of these.
    """

    agreed: Agreement
    opponent: str = COMPUTER
    level: str | None = None
    colour: str = "any"
    dice: str = "sealed"
    takeback: bool = True
    hints: bool | None = None

    def __post_init__(self) -> None:
        _one_of("opponent", self.opponent, OPPONENTS)
        _one_of("level", USUAL if self.level is None else self.level, ACCEPTED)
        _one_of("colour", self.colour, COLOURS)
        _one_of("dice", self.dice, DICE)

    @property
    def seated_level(self) -> str | None:
        """The level at which the computer sits down: the nearest that it has here, if it plays."""
        if self.opponent != COMPUTER or self.level is None:
            return None
        return level_of(self.agreed.game.id, self.agreed.rules, self.level).name


def _one_of(name: str, value: str, values: Sequence[str]) -> None:
    if value not in values:
        raise refuse("bad_option", option=name, value=value[:40], values=list(values))


def new_match(wish: TableWish, person: Person) -> StoredMatch:
    """The match that somebody wants.  Raises `Refused` saying what is wrong with it."""
    side = _COLOURS.get(wish.colour, secrets.choice(list(Side)))
    mine = StoredSeat(int(side), person.id, person.name, "person", None, "")
    theirs = _opponent(wish, person, int(side.other))
    # Profile and opponent are kept for those who list matches.
    options = {
        "takeback": wish.takeback,
        "hints": wish.opponent == COMPUTER if wish.hints is None else wish.hints,
        "profile": wish.agreed.profile,
        "opponent": wish.opponent,
    }
    return _stored(wish.agreed, wish.dice == "typed", (mine, theirs), options)


def _opponent(wish: TableWish, person: Person, player: int) -> StoredSeat:
    if wish.opponent == COMPUTER:
        return StoredSeat(player, None, "", COMPUTER, wish.seated_level, "")
    if wish.opponent == "here":
        return StoredSeat(player, person.id, "", "person", None, "")
    return StoredSeat(player, None, "", "open", None, secrets.token_urlsafe(18))


def _players(seats: Sequence[StoredSeat]) -> tuple[str, str]:
    """The players' names as records have them; the computer's shows its level."""
    first, second = sorted(seats, key=lambda seat: seat.player)
    return _player(first), _player(second)


def _player(seat: StoredSeat) -> str:
    if seat.kind != COMPUTER:
        return seat.name
    return f"{COMPUTER}:{seat.level}" if seat.level else COMPUTER


def _stored(
    agreed: Agreement,
    typed: bool,
    seats: Sequence[StoredSeat],
    options: dict[str, Any],
) -> StoredMatch:
    """A match before its first event; the secret of its dice is drawn, and from now on nobody
    can change it.  Raises `Refused`."""
    agreed.begin()
    dice = TypedDice() if typed else _dice(seats)
    record = replace(agreed.record(_players(seats)), dice=dice.header())
    now = int(time.time())
    first, second = sorted(seats, key=lambda seat: seat.player)
    return StoredMatch(
        id=secrets.token_urlsafe(12),
        header=record.header(),
        secret=dice.secret if isinstance(dice, SealedDice) else "",
        options=options,
        epoch=0,
        seq=0,
        status="waiting" if any(seat.kind == "open" for seat in seats) else "running",
        created=now,
        touched=now,
        next="",
        seats=(first, second),
    )


def _dice(seats: Sequence[StoredSeat]) -> SealedDice:
    """Sealed dice to which the players will give their seeds; the computer's is the program's."""
    dice = fresh_dice()
    for seat in seats:
        if seat.kind == COMPUTER:
            dice.give(seat.player, None)
    return dice


@dataclass(frozen=True)
class RematchWish:
    """What is to be played next by the same players: another game as it usually is, another level
    of the computer; '' as before.  Raises `Refused` for a value that is none of these."""

    game: str = ""
    level: str = ""

    def __post_init__(self) -> None:
        if self.level:
            _one_of("level", self.level, ACCEPTED)

    def agreed(self, record: Record) -> Agreement:
        """What is agreed after a match with this record.  Raises `Refused`."""
        return agree(Wish(self.game)) if self.game else of_record(record)

    def met_by(self, record: Record, seats: Sequence[StoredSeat]) -> bool:
        """Whether a match that was made before is what is wished: somebody asked first."""
        agreed = of_record(record)
        return self.game in ("", agreed.game.id) and all(
            seat.level == _level_again(seat, agreed, self.level) for seat in seats
        )


SAME_AGAIN = RematchWish()


def rematch(
    record: Record,
    state: State,
    seats: Sequence[StoredSeat],
    options: Mapping[str, Any],
    wish: RematchWish = SAME_AGAIN,
) -> StoredMatch:
    """The next match of the same players, by the same rules if nothing else is wished.

    They keep the colours of the game that was played last, but where the game has roles they swap
    them.  Options go along, but for what is told of that match alone: how often a tutor has
    helped, and where it was taken in from.
    """
    agreed = wish.agreed(record)
    swap = state.rules.swap_roles and state.match.swap
    colours = [state.colour(player) for player in (0, 1)]
    after = [
        replace(
            seat,
            player=int(side.other if swap else side),
            level=_level_again(seat, agreed, wish.level),
        )
        for seat, side in zip(seats, colours, strict=True)
    ]
    typed = record.dice.get("kind") == "typed"
    kept = imported.without(helped.without(options))
    kept |= {"profile": agreed.profile, "opponent": _opponent_again(seats)}
    return _stored(agreed, typed, after, kept)


def _opponent_again(seats: Sequence[StoredSeat]) -> str:
    """The kind of opponent that the seats of a match show."""
    if any(seat.kind == COMPUTER for seat in seats):
        return COMPUTER
    return "here" if seats[0].person == seats[1].person else "friend"


def _level_again(seat: StoredSeat, agreed: Agreement, wanted: str) -> str | None:
    """The level of a computer's seat in the next match: the nearest that its game has."""
    level = wanted or seat.level
    if seat.kind != COMPUTER or not level:
        return seat.level
    return level_of(agreed.game.id, agreed.rules, level).name


__all__ = [
    "COLOURS",
    "DICE",
    "OPPONENTS",
    "SAME_AGAIN",
    "RematchWish",
    "TableWish",
    "new_match",
    "rematch",
]
