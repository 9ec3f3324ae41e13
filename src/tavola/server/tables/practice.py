"""A throw that is played for practice: from a position, by the full rules, at no table.

Whoever practises sends the position and all that he has done since; nothing is kept here.  He is
answered as a table answers (`wire/messages.py`), so that the board in the browser is that of a
table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tavola.games.agreement import Agreement, Wish, agree
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind, State
from tavola.server.match.live_match import LiveMatch, Viewer, side_for, speaker_of
from tavola.server.store import StoredMatch, StoredSeat
from tavola.server.tables import commands
from tavola.server.tables.answers import SLOW, plain_answer
from tavola.server.tables.audience import Audience
from tavola.server.tables.commands import Denied
from tavola.server.tables.connection import Connection, points_of, refused
from tavola.server.wire import messages
from tavola.words import refusals
from tavola.words.translations import mark

Json = dict[str, Any]

ENDS = (Kind.DONE, Kind.NAME, Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.BEAVER)
"""With one of these all is decided that was to be."""
MEANS = (*ENDS, Kind.STEP, Kind.UNDO, Kind.CHOOSE, Kind.KEEP)
"""What may be done for practice."""
MOST_EVENTS = 200
_ME = "practice"
"""Who practises, among the two at the board."""
_UNKNOWN = mark("The table did not understand this message.")


@dataclass(frozen=True)
class Practice:
    """A position to practise from, and what was done since.

    `line` is a position with its turn (`one_line.py`); `events` are actions as in records.
    """

    game: str
    line: str
    options: Mapping[str, object] = field(default_factory=dict)
    match: Mapping[str, Any] = field(default_factory=dict)
    events: Sequence[Mapping[str, Any]] = ()


def agreed(practice: Practice) -> Agreement:
    """What is played.  Raises `Refused`."""
    wish = Wish(practice.game, options=practice.options, position=practice.line, **practice.match)
    return agree(wish)


def ended(actions: Sequence[Action]) -> bool:
    """Whether the throw was played to its end, or the question decided."""
    return any(action.kind in ENDS for action in actions)


def without_undone(actions: Sequence[Action]) -> list[Action]:
    """What was done and not taken back."""
    kept: list[Action] = []
    for action in actions:
        if action.kind is not Kind.UNDO:
            kept.append(action)
        elif kept:
            kept.pop()
    return kept


def snapshot(practice: Practice, viewer: Viewer) -> messages.Table:
    """The whole board, as of a table.  Raises `Refused`."""
    live = _live(practice)
    found = Audience(live).snapshot(_at_board(viewer))
    _narrowed(found.view, live)
    return found


async def answer(
    practice: Practice, viewer: Viewer, message: messages.Act | messages.Play | messages.Ask
) -> messages.Events | Json:
    """What a table would answer: events, a refusal, or the answer to a question.

    Raises `Refused` for a position, or for what was done, that cannot be.
    """
    live, viewer = _live(practice), _at_board(viewer)
    if isinstance(message, messages.Ask):
        return await _told(live, viewer, message)
    before = live.seq
    try:
        _acted(live, viewer, message)
    except Denied as denied:
        speaker = speaker_of(live.look(viewer), live.state)
        return refused(
            message.id, denied.code, speaker.words.text(denied.message, **denied.details)
        )
    except Refused as caught:
        refusal, look = caught.refusal, live.look(viewer)
        side = side_for(look, live.state)
        say = refusals.explain(speaker_of(look, live.state), refusal, side)
        return refused(message.id, refusal.code, say, points_of(refusal))
    live.changed()
    happened = Audience(live).missed(viewer, before, live.epoch)
    assert happened is not None
    _narrowed(happened.view, live)
    return happened


def _live(practice: Practice) -> LiveMatch:
    """The match that stands where the practice has come to."""
    agreement = agreed(practice)
    record = agreement.record().header() | {"dice": {"kind": "typed"}}
    start = agreement.begin()
    me = start.player(_practises(start))
    stored = StoredMatch(
        id="",
        header=record,
        secret="",
        options={},
        epoch=0,
        seq=len(practice.events),
        status="running",
        created=0,
        touched=0,
        next="",
        seats=(_seat(0, me), _seat(1, me)),
        events=tuple(dict(event) for event in practice.events),
    )
    return LiveMatch(stored)


def _seat(player: int, me: int) -> StoredSeat:
    return StoredSeat(player, _ME if player == me else "other", "", "person", None, "")


def _practises(state: State) -> Side:
    return state.side if state.actor is None else state.actor


def _at_board(viewer: Viewer) -> Viewer:
    return Viewer(_ME, viewer.language, viewer.numbering, viewer.voice)


def _narrowed(view: messages.View, live: LiveMatch) -> None:
    """Leave what may be done for practice; nothing once all is decided."""
    over = ended(live.match.events)
    names = {kind.value for kind in MEANS}
    view.may = [] if over else [kind for kind in view.may if kind in names]
    view.resign, view.back, view.typed = [], False, False
    if over:
        view.paths, view.name, view.choose = [], [], []


def _acted(live: LiveMatch, viewer: Viewer, message: messages.Act | messages.Play) -> None:
    """Do what is wanted.  Raises `Refused` or `Denied`."""
    look, turns = live.look(viewer), live.scene.turns
    if message.seq != live.seq:
        raise Denied(*commands.STALE)
    if isinstance(message, messages.Act):
        wanted = commands.read_act(turns, look, message, None)
    else:
        wanted = commands.read_play(turns, look, message.text, None)
    for action in wanted:
        if action.kind not in MEANS or ended(live.match.events):
            raise refuse("not_now", action=action.kind.value)
    live.match.enter(live.match.tried(wanted))


async def _told(live: LiveMatch, viewer: Viewer, ask: messages.Ask) -> Json:
    if ask.what in SLOW:
        words = speaker_of(live.look(viewer), live.state).words
        return refused(ask.id, "bad_message", words.text(_UNKNOWN))
    return await plain_answer(live, Connection(viewer, live.seq), ask)


def played(practice: Practice) -> tuple[State, list[Action]]:
    """The state that somebody practised from, and all that he did and did not take back.

    Raises `Refused`.
    """
    live = _live(practice)
    state, _ = live.match.at(0)
    return state, without_undone(live.match.events)


__all__ = ["MOST_EVENTS", "Practice", "agreed", "answer", "ended", "played", "snapshot"]
