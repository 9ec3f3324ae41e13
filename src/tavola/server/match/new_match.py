"""New matches: from what somebody ordered, and as the rematch of one that is over."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tavola.games import find
from tavola.play.dice import SealedDice, TypedDice, new_match_id, new_secret
from tavola.rules.model.ruleset import MatchRules, Side
from tavola.rules.text import record as records
from tavola.rules.text.record import Record
from tavola.rules.turn.state import State
from tavola.server.store import Person, StoredMatch, StoredSeat

COMPUTER = "computer"
_COLOURS = {"white": Side.WHITE, "black": Side.BLACK}


@dataclass(frozen=True)
class Order:
    """A table that somebody wants.

    `opponent` is computer, here (two people at one device) or friend (by a link); `colour` white,
    black or any; `dice` sealed or typed; `start` a position in text form; `seed` is mixed into
    sealed dice.
    """

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    match: MatchRules = field(default_factory=MatchRules)
    profile: str = ""
    opponent: str = COMPUTER
    level: str | None = None
    colour: str = "any"
    dice: str = "sealed"
    start: str = ""
    takeback: bool = True
    hints: bool = True
    seed: str = ""


def new_match(order: Order, person: Person) -> StoredMatch:
    """The match that somebody ordered.  Raises `Refused` saying what is wrong with it."""
    game = find(order.game)
    profile = dict(game.profile(order.profile).options) if order.profile else {}
    side = _COLOURS.get(order.colour, secrets.choice(list(Side)))
    mine = StoredSeat(int(side), person.id, person.name, "person", None, "")
    theirs = _opponent(order, person, int(side.other))
    record = Record(
        game=game.id,
        options=game.chosen({**profile, **order.options}),
        match=order.match,
        start=order.start,
        players=_players((mine, theirs)),
    )
    seeds = (order.seed, "") if side is Side.WHITE else ("", order.seed)
    # Profile, opponent and colour are kept for those who list matches.
    options = {
        "takeback": order.takeback,
        "hints": order.hints,
        "profile": order.profile,
        "opponent": order.opponent,
    }
    return _stored(record, order.dice == "typed", seeds, (mine, theirs), options)


def _opponent(order: Order, person: Person, player: int) -> StoredSeat:
    if order.opponent == COMPUTER:
        return StoredSeat(player, None, "", COMPUTER, order.level, "")
    if order.opponent == "here":
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
    record: Record,
    typed: bool,
    seeds: tuple[str, str],
    seats: Sequence[StoredSeat],
    options: dict[str, Any],
) -> StoredMatch:
    """A match before its first event; its dice are fixed from now on.  Raises `Refused`."""
    game = find(record.game)
    dice = TypedDice() if typed else SealedDice(new_secret(), new_match_id(), seeds)
    digest = game.ruleset(record.options).digest()
    record = replace(record, digest=digest, dice=dice.header(), events=())
    records.start_of(record, game)
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


def rematch(
    record: Record, state: State, seats: Sequence[StoredSeat], options: Mapping[str, Any]
) -> StoredMatch:
    """The next match of the same players by the same rules.

    They keep the colours of the game that was played last, but where the game has roles they swap
    them.
    """
    swap = state.rules.swap_roles and state.match.swap
    colours = [state.colour(player) for player in (0, 1)]
    after = [
        replace(seat, player=int(side.other if swap else side))
        for seat, side in zip(seats, colours, strict=True)
    ]
    new = replace(record, players=_players(after), events=())
    typed = record.dice.get("kind") == "typed"
    return _stored(new, typed, ("", ""), after, dict(options))


__all__ = ["Order", "new_match", "rematch"]
