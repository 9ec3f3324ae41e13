"""What the computer thinks, for somebody who plays against it and asks; never between people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.rules import turn
from tavola.rules.model.refusal import Refusal, Refused
from tavola.rules.text import notation
from tavola.rules.turn.state import Kind, Phase, State
from tavola.server.match.live_match import LiveMatch, Look, side_for, speaker_of
from tavola.server.tables.computer_pool import Computers, Seat
from tavola.server.tables.connection import answered, refused
from tavola.server.wire import messages
from tavola.words import opinions, refusals, results
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

if TYPE_CHECKING:
    from tavola.bots.adviser import Adviser
    from tavola.study.teacher import Hint

Json = dict[str, Any]

NO_HINTS = mark("At this table there are no hints.")
NO_NET = mark("The computer knows this game only by a rule of thumb and has no opinion.")
_NOTHING = mark("There is nothing to choose now.")


@dataclass(frozen=True)
class Opinion:
    """What an adviser says: chances of the side on turn, and about the cube either (verdict,
    equities) before the throw or (answer, equities) to a double."""

    chances: Any
    cube: tuple[str, float, float, float] | None = None
    answer: tuple[str, float, float] | None = None


def allowed(table: LiveMatch) -> bool:
    """Whether those who play at a table may ask what the computer thinks."""
    return bool(table.options.get("hints")) and table.seats.solo


def seat_of(table: LiveMatch) -> Seat:
    """Whom to ask about a table."""
    return Seat(table.state.playing(table.match.game.id), table.state.rules, "", 0)


async def answer(computers: Computers, table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    """The answer to `hint`, to `opinion`, and to `why` of a typed play."""
    state, speaker = table.state, speaker_of(look, table.state)
    words = speaker.words
    if ask.what == "why":
        return await _why(computers, table, look, ask)
    if not (allowed(table) and look.mine):
        return refused(ask.id, "no_hints", words.text(NO_HINTS))
    if state.phase in (Phase.OVER, Phase.END):
        return answered(ask, [results.result(speaker, state)])
    if ask.what == "hint":
        return await _hint(computers, table, look, ask)
    opinion = await computers.ask(
        seat_of(table), lambda adviser, depth: _opinion(adviser, state, depth)
    )
    if opinion is None:
        return answered(ask, [words.text(NO_NET)])
    return answered(ask, _told_opinion(speaker, state, opinion))


# -------------------------------------------------------------------------------------------- hints


async def _hint(computers: Computers, table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    state, speaker = table.state, speaker_of(look, table.state)
    if not _wanted(state, look):
        return answered(ask, [speaker.words.text(_NOTHING)])
    found = await computers.learn(seat_of(table), lambda teacher, depth: teacher.hint(state, depth))
    if found is None:
        return answered(ask, [speaker.words.text(NO_NET)])
    return _told_hint(speaker, state, ask, found)


def _wanted(state: State, look: Look) -> bool:
    """Whether somebody has something to choose."""
    if state.actor in look.mine:
        return True
    return any(turn.may_double(state, side) for side in look.mine)


def _told_hint(speaker: Speaker, state: State, ask: messages.Ask, found: Hint) -> Json:
    """The best play and why, then all that were looked at, each with what it gives up."""
    from tavola.study import spoken

    say = spoken.hint(speaker, state, found)
    if found.cube is not None:
        return answered(ask, say, figures=spoken.figures(speaker.words, found.cube))
    plays = spoken.plays(speaker, state, found)
    ways = [
        {"name": one.name, "play": one.typed, "loss": one.loss, "figures": one.figures}
        for one in plays
    ]
    typed = [one.typed for one in plays]
    others = spoken.others(speaker.words, plays)
    say = say or [speaker.words.text(_NOTHING)]
    return answered(ask, say, plays=typed, ways=ways, others=others)


# ---------------------------------------------------------------------------------------------- why


async def _why(computers: Computers, table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    """Why a typed play is not allowed; else that it is, and where there are hints what it gives
    up."""
    state, speaker = table.state, speaker_of(look, table.state)
    side, text = side_for(look, state), ask.text or ""
    if state.actor is not None and side is not state.actor:
        return answered(ask, [refusals.explain(speaker, Refusal("not_your_turn"), side)])
    try:
        actions = notation.read_play(state, text, look.numbering)
    except Refused as refused_play:
        return answered(ask, [refusals.explain(speaker, refused_play.refusal, side)])
    say = [refusals.allowed(speaker, state, actions)]
    if not allowed(table):
        return answered(ask, say)
    from tavola.study import spoken
    from tavola.study.questions import of_play

    question = of_play(state, actions)
    found = await computers.learn(
        seat_of(table), lambda teacher, depth: teacher.verdict(question, depth)
    )
    return answered(ask, say if found is None else [*say, *spoken.verdict(speaker, found)])


# ----------------------------------------------------------------------------------------- opinions


def _opinion(adviser: Adviser, state: State, depth: int) -> Opinion:
    chances, offer = adviser.chances(state, depth), state.offer
    if state.phase is Phase.ANSWER and offer is not None and offer.kind is Kind.DOUBLE:
        taken = adviser.answer(state, depth)
        said = (taken.answer.value, taken.take, taken.drop)
        return Opinion(chances=chances, answer=said)
    if not turn.may_double(state, state.side):
        return Opinion(chances=chances)
    decision = adviser.cube(state, depth=depth)
    found = decision.equities
    held, doubled = found.no_double, (found.double_take, found.double_drop)
    return Opinion(chances=chances, cube=(decision.verdict.value, held, *doubled))


def _told_opinion(speaker: Speaker, state: State, found: Opinion) -> list[str]:
    side = state.side if state.actor is None else state.actor
    told = opinions.chances(speaker, found.chances, side, state)
    if opinions.COUNTED.get(state.rules.score, 0) != 1:
        told.append(opinions.worth(speaker, found.chances.equity, side, state))
    return told + _told_cube(speaker, found)


def _told_cube(speaker: Speaker, found: Opinion) -> list[str]:
    if found.answer is not None:
        return opinions.answer(speaker.words, *found.answer)
    if found.cube is not None:
        return opinions.cube(speaker.words, *found.cube)
    return []


__all__ = ["NO_HINTS", "allowed", "answer", "seat_of"]
