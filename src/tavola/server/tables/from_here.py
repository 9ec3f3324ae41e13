"""Playing on from an old moment of a match, at a new table.

Nobody may get help against somebody he still plays with.  So a match that is over can be played
from by all who see it; one that goes on only by who decides there alone: against the computer, or
for both sides at one device, and there without the computer unless it may be asked for hints.
"""

from __future__ import annotations

from typing import Any

from tavola.bots.levels import ACCEPTED, USUAL
from tavola.games.agreement import settled
from tavola.play.beginning import Beginning, beginning
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import written
from tavola.rules.turn.state import Phase, State
from tavola.server.match.live_match import LiveMatch, Look, speaker_of
from tavola.server.match.new_match import COMPUTER, TableWish
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Json = dict[str, Any]

HERE = "here"
NOT_YET = mark(
    "This match still goes on: a new table can begin from it once it is over. Until then only who "
    "plays against the computer can do that, or for both sides."
)
_AS_IT_IS = mark("A new table begins with this position.")
_THE_THROW = mark(
    "A new table begins a little earlier: with the throw {dice}, before its first step."
)
_INHERITED = mark(
    "A new table begins a little earlier: with the inherited numbers, before the first step."
)
_NOT_THROWN = mark("A new table begins a little earlier: before the throw.")
_OPENING = mark("A new table begins a little earlier: before the opening throw.")


def opponents(table: LiveMatch, person: str) -> tuple[str, ...]:
    """Against whom somebody may play on from an old moment now: `computer`, `here` (two at one
    device), or nobody."""
    if table.match.over or table.broken_off:
        return COMPUTER, HERE
    seats = table.seats
    if not seats.solo or not seats.is_seated(person):
        return ()
    helped = seats.against_computer or table.options.get("hints")
    return (COMPUTER, HERE) if helped else (HERE,)


def offered(table: LiveMatch, look: Look, person: str, n: int) -> Json | None:
    """What somebody who looks at the table as it was after event `n` may begin there, as
    `messages.FromHere`."""
    against = opponents(table, person)
    found = beginning(table.match, n) if against else None
    if found is None:
        return None
    speaker = speaker_of(look, found.state)
    return {"say": _said(speaker, found), "against": against}


def _said(speaker: Speaker, found: Beginning) -> str:
    """Where the new table begins, seen from the moment that is looked at."""
    state, words = found.state, speaker.words
    if found.exact:
        return words.text(_AS_IT_IS)
    if state.phase is Phase.OPENING:
        return words.text(_OPENING)
    if state.phase is Phase.START:
        return words.text(_NOT_THROWN)
    if state.turn.dice is None:
        return words.text(_INHERITED)
    dice = written(tuple(sorted(state.turn.dice, reverse=True)))
    return words.text(_THE_THROW, dice=dice)


def wish_of(
    table: LiveMatch, look: Look, person: str, n: int, opponent: str, level: str
) -> TableWish | None:
    """The table that somebody wants from event `n`; '' is the opponent that he has here.  `level`
    is that of a computer that does not play here.

    The same game, options and match rules, and who asks keeps his colour.  None where he may not.
    Raises `Refused` for an opponent that there is not, and where nothing can begin.
    """
    against = opponents(table, person)
    if opponent not in ("", COMPUTER, HERE):
        raise refuse("bad_option", option="opponent", value=opponent[:40], values=[COMPUTER, HERE])
    opponent = opponent or (HERE if len(look.mine) == 2 else COMPUTER)
    if opponent not in against:
        return None
    found = beginning(table.match, n)
    if found is None:
        raise refuse("not_now", action="from_here")
    record = table.match.agreed
    return TableWish(
        settled(record.game, record.options, record.match, found.text),
        opponent=opponent,
        level=_level(table, level),
        colour="white" if _colour(look, found.state) is Side.WHITE else "black",
        dice="typed" if table.match.typed else "sealed",
        **_kept(table, opponent),
    )


def _level(table: LiveMatch, level: str) -> str | None:
    """The level of the computer here; else `level`, or the usual one."""
    found = [seat.level for seat in table.seats if seat.kind == COMPUTER]
    return found[0] if found else level if level in ACCEPTED else USUAL


def _colour(look: Look, state: State) -> Side:
    """The colour that somebody had; else that of the one on turn."""
    mine = look.mine_in(state)
    if len(mine) == 1:
        return mine[0]
    return state.side if state.actor is None else state.actor


def _kept(table: LiveMatch, opponent: str) -> Json:
    """What stays as it is at this table: taking back and hints, against the same opponent or while
    the match goes on."""
    same = opponent == (COMPUTER if table.seats.against_computer else HERE)
    over = table.match.over or table.broken_off
    if not table.seats.solo or (over and not same):
        return {}
    return {name: bool(table.options.get(name)) for name in ("takeback", "hints")}


__all__ = ["NOT_YET", "offered", "opponents", "wish_of"]
