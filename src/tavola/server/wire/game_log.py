"""The log of a match, told to one listener: as sentences, and as turns in notation.

Points have the numbers of the listener's board; for two at one device, whose board shows those of
the one on turn, each play has the numbers of the one who made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tavola.play.match import Moment
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import CHANCE, Fact, Kind, Phase, State
from tavola.server.match.live_match import Look, speaker_of
from tavola.words import plays, what_happened
from tavola.words.translations import Words, mark_within

Json = dict[str, Any]

_SILENT = ("turn", "passed")
"""Facts that say nothing new: the next throw tells whose turn it is, and that somebody moves
nothing was told with the throw."""
_THROWS = (*CHANCE, Kind.NAME, Kind.KEEP)
_GOES_ON = (Kind.STEP, Kind.CHOOSE, Kind.DONE, Kind.ILLEGAL)


# ------------------------------------------------------------------------------------ as sentences


@dataclass(frozen=True)
class Line:
    """A line of the log: what is said, and the number of the event that it ends with."""

    say: str
    event: int


def log_of(look: Look, moments: Sequence[Moment]) -> list[Line]:
    """The log: a line for each throw with its play, and for whatever else happened."""
    found: list[Line] = []
    for group in _throws(_kept(moments)):
        sentences = _told_at_once(look, group)
        if sentences:
            found.append(Line(" ".join(sentences), group[-1].n))
    return found


def _told_at_once(look: Look, group: Sequence[Moment]) -> list[str]:
    state = group[-1].state
    facts = [fact for moment in group for fact in moment.facts if fact.kind not in _SILENT]
    return what_happened.tell_all(speaker_of(look, state, group[0].state), facts, state)


def _kept(moments: Sequence[Moment]) -> list[Moment]:
    """Without the steps that were taken back, and typed dice that were put right."""
    found: list[Moment] = []
    for moment in moments:
        if found and moment.action.kind in (Kind.UNDO, Kind.CORRECT):
            found.pop()
        if moment.action.kind is not Kind.UNDO:
            found.append(moment)
    return found


def _throws(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """Groups of events: a throw with all that is played of it, up to its end."""
    group: list[Moment] = []
    for moment in moments:
        if group and moment.action.kind not in _GOES_ON:
            yield group
            group = []
        group.append(moment)
    if group:
        yield group


# ---------------------------------------------------------------------------------------- as turns

_WORDS = {
    "doubled": mark_within("log", "double to {value}"),
    "took": mark_within("log", "taken"),
    "dropped": mark_within("log", "dropped"),
    "beavered": mark_within("log", "beaver to {value}"),
    "illegal": mark_within("log", "against the rules, but kept"),
    "resigned": mark_within("log", "resignation offered"),
    "conceded": mark_within("log", "gave up"),
    "forfeited": mark_within("log", "lost by forfeit"),
    "accepted": mark_within("log", "resignation accepted"),
    "refused": mark_within("log", "resignation refused"),
    "offered_draw": mark_within("log", "draw offered"),
    "agreed": mark_within("log", "draw agreed"),
    "declined": mark_within("log", "draw declined"),
}
"""What happens beside throws and plays, in a word."""
_WHOLE = ("game_over", "match_over", "game")
"""Facts that are no side's: they stand alone, as sentences."""


@dataclass
class _Entry:
    """A throw with its play, or one thing that happened; `begun` and `state` are its first and
    its last state."""

    n: int
    side: Side | None
    event: int
    begun: State
    state: State
    throw: str = ""
    steps: list[Fact] = field(default_factory=list)
    other: Fact | None = None


def turns_of(look: Look, moments: Sequence[Moment]) -> list[Json]:
    """The log as `messages.LoggedTurn`s: for two columns, White's and Black's."""
    return [_written(look, entry) for entry in _entries(_kept(moments))]


def _entries(moments: Sequence[Moment]) -> list[_Entry]:
    found: list[_Entry] = []
    n = 1
    for moment in moments:
        if moment.action.kind in (*_THROWS, *_GOES_ON):
            _played(found, moment, n)
        for fact in moment.facts:
            if fact.kind in _WORDS or fact.kind in _WHOLE:
                side = fact.side if fact.kind in _WORDS else None
                found.append(_Entry(n, side, moment.n, moment.state, moment.state, other=fact))
            if fact.kind == "game":
                n = 1
            elif fact.kind == "turn" and fact.side is Side.WHITE:
                n += 1
    return found


def _played(found: list[_Entry], moment: Moment, n: int) -> None:
    """Enter a throw that is played now, what is played of it, or what is inherited."""
    state, kind = moment.state, moment.action.kind
    inherits = kind is Kind.DONE and state.turn.heir is not None and state.phase is Phase.MOVE
    begins = kind in _THROWS and state.phase in (Phase.MOVE, Phase.CHOOSE)
    if begins or inherits:
        found.append(_Entry(n, state.side, moment.n, state, state, _faces(state)))
    if begins or kind in _THROWS or inherits:
        return
    if not found or found[-1].other is not None:
        if kind is not Kind.STEP:
            return
        # It goes on after an offer that was refused, or begins with a throw that lies there.
        throw = "" if found else _faces(state)
        found.append(_Entry(n, moment.before.side, moment.n, moment.before, state, throw))
    last = found[-1]
    if kind is Kind.CHOOSE:
        last.throw += " " + 2 * str(moment.action.number)
    last.steps += [fact for fact in moment.facts if fact.kind == "step"]
    last.event, last.state = moment.n, state


def _faces(state: State) -> str:
    """The throw that is played, larger first: `65`."""
    return "".join(map(str, sorted(state.turn.dice or (), reverse=True)))


def _written(look: Look, entry: _Entry) -> Json:
    return {
        "n": entry.n,
        "side": None if entry.side is None else entry.side.letter,
        "throw": entry.throw,
        "text": _text(look, entry),
        "event": entry.event,
    }


def _text(look: Look, entry: _Entry) -> str:
    speaker = speaker_of(look, entry.state, entry.begun)
    fact = entry.other
    if fact is None:
        written = plays.write(speaker, entry.steps) if entry.steps else ""
        return written or _nothing(speaker.words, entry.state)
    if fact.kind in _WHOLE:
        return what_happened.tell(speaker, fact, entry.state)
    return speaker.words.within("log", _WORDS[fact.kind], value=fact.details.get("value", 0))


def _nothing(words: Words, state: State) -> str:
    """That nothing of a throw can be played; of one that is still to be played nothing is said."""
    awaited = state.phase is Phase.CHOOSE or (state.phase is Phase.MOVE and state.turn.need)
    return "" if awaited else words.within("log", "nothing")


__all__ = ["Line", "log_of", "turns_of"]
