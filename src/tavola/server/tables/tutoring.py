"""A tutor at a table: whether there is something better than what somebody is about to do.

He is asked before an action is sent, and changes nothing: whoever asks decides what becomes of it.
What he said is counted with the match, apart from its record: warnings, and how many were heeded.
"""

from __future__ import annotations

from typing import Any

from tavola.rules import turn
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Action, Kind, State
from tavola.server.match.live_match import LiveMatch, Look, side_for, speaker_of
from tavola.server.tables import advice
from tavola.server.tables.computer_pool import Computers
from tavola.server.tables.connection import answered, refused
from tavola.server.wire import messages
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Json = dict[str, Any]

REPLIES = {
    "look": mark("Look again"),
    "on": mark("Play on"),
    "show": mark("Show me"),
}
"""What may be answered to a warning."""


async def answer(computers: Computers, table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    """The answer to `tutor`: a warning and what may be answered to it, or nothing; where nothing
    is about to be done, the teacher is made ready."""
    from tavola.study import spoken

    state, speaker = table.state, speaker_of(look, table.state)
    if not (advice.allowed(table) and look.mine):
        return refused(ask.id, "no_hints", speaker.words.text(advice.NO_HINTS))
    action = _meant(state, look, ask)
    if action is None:
        await computers.learn(advice.seat_of(table), lambda teacher, depth: None)
        return answered(ask)
    seq, epoch = table.seq, table.epoch
    found = await computers.learn(
        advice.seat_of(table),
        lambda teacher, depth: tutor_of(ask).look(teacher, state, action, depth),
    )
    if found is None or (table.seq, table.epoch) != (seq, epoch):
        return answered(ask)  # the table has gone on: nobody is stopped any more
    table.help.warned(state.player(found.decision.side), seq, action.kind)
    replies = {key: speaker.words.text(text) for key, text in REPLIES.items()}
    steps = _since(state, found.state) if action.kind is Kind.DONE else 0
    return answered(ask, spoken.warning(speaker, found), replies=replies, steps=steps)


def _since(state: State, before: State) -> int:
    """How many actions of this throw lead from one state to another."""
    steps, one = 0, state
    while one is not before and one.previous is not None:
        steps, one = steps + 1, one.previous
    return steps


def tutor_of(ask: messages.Ask) -> Any:
    """The tutor that a question wants."""
    from tavola.study.tutor import GENTLE, STRICT, tutor_of

    return tutor_of(STRICT if ask.strict else GENTLE, ask.limit)


def _meant(state: State, look: Look, ask: messages.Ask) -> Action | None:
    """The action that is about to be taken; None if it is none of the one who asks."""
    try:
        kind = Kind(ask.do or "")
    except ValueError:
        return None
    side = side_for(look, state)
    if side is None or (state.actor is not None and state.actor is not side):
        return None
    sided = None if kind in (Kind.THROW, Kind.OPENING, Kind.NEXT, Kind.CORRECT) else side
    action = Action(kind, sided, ask.dice, number=ask.number or 0)
    if kind is Kind.THROW:
        return Action(kind)
    try:
        turn.apply(state, action)
    except Refused:
        return None
    return action


def sentences(speaker: Speaker, table: LiveMatch) -> list[str]:
    """How often a tutor has helped, for each player whom he warned."""
    from tavola.study import spoken

    return spoken.helped(speaker, table.help, table.state)


__all__ = ["REPLIES", "answer", "sentences"]
