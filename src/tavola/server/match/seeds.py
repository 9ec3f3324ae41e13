"""The seeds that are mixed into the sealed dice of a table, until the first dice fall.

The commitment is published with the table.  Then whoever sits down gives a seed: his browser draws
one when it comes, and he may type another.  A client that gives none gets that of the program,
which follows from the secret, so that nobody chooses it.
"""

from __future__ import annotations

from tavola.play.dice import PLAYER, SealedDice
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.server.match.live_match import LiveMatch
from tavola.server.store import StoredSeat


def dice_of(live: LiveMatch) -> SealedDice | None:
    """The dice of a table, while seeds may still be given."""
    dice = live.match.dice
    return dice if isinstance(dice, SealedDice) and dice.open else None


def arrived(live: LiveMatch, person: str, seed: str) -> bool:
    """Somebody has come, with the seed of his browser or '' without one; whether that changes
    something.  What a player gave before stays."""
    dice = dice_of(live)
    if dice is None or not live.seats.is_seated(person):
        return False
    before = [*dice.seeds]
    for seat in live.seats:
        if seat.person != person or dice.by[seat.player] == PLAYER:
            continue
        if seed and SealedDice.fits(seed):
            live.match.give_seed(seat.player, seed)
        elif dice.seeds[seat.player] is None:
            live.match.give_seed(seat.player, None)
    return before != dice.seeds


def chosen(live: LiveMatch, person: str, seed: str, side: Side | None) -> None:
    """Somebody gives another seed for his seat, or for both.

    Raises `Refused`: `no_seeds` for dice that are not sealed, `seeds_fixed` once dice have fallen,
    `bad_seed`, `not_your_turn` for a colour that is not his.
    """
    mine = [seat for seat in live.seats if seat.kind == "person" and seat.person == person]
    if side is not None:
        mine = [seat for seat in mine if live.state.colour(seat.player) is side]
    if not mine:
        raise refuse("not_your_turn")
    for seat in mine:
        live.match.give_seed(seat.player, seed)


def awaited(live: LiveMatch) -> StoredSeat | None:
    """The seat of somebody who plays here, but has not been here to give a seed."""
    dice = dice_of(live)
    for seat in live.seats if dice else ():
        away = live.presence.away(seat.person or "") is not None
        if seat.kind == "person" and away and dice and dice.seeds[seat.player] is None:
            return seat
    return None


__all__ = ["arrived", "awaited", "chosen", "dice_of"]
