"""What the computer thinks, for somebody who plays against it and asks; never between people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.turn.state import Kind, Phase, State
from tavola.server.match.live_match import LiveMatch, Look, speaker_of
from tavola.server.tables.audience import answered, refused
from tavola.server.tables.computer_pool import Computers, Seat
from tavola.server.wire import messages
from tavola.words import opinions, results
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

if TYPE_CHECKING:
    from tavola.bots.adviser import Adviser, Candidate

Json = dict[str, Any]

SHOWN = 5
"""Plays that a hint lists."""

NO_HINTS = mark("At this table there are no hints.")
NO_NET = mark("The computer knows this game only by a rule of thumb and has no opinion.")
_NOTHING = mark("There is nothing to choose now.")


@dataclass(frozen=True)
class Opinion:
    """What an adviser says: candidates, chances of the side on turn, and about the cube either
    (verdict, equities) before the throw or (answer, equities) to a double."""

    candidates: Sequence[Candidate] = ()
    chances: Any = None
    cube: tuple[str, float, float, float] | None = None
    answer: tuple[str, float, float] | None = None


def allowed(table: LiveMatch) -> bool:
    """Whether those who play at a table may ask what the computer thinks."""
    return bool(table.options.get("hints")) and table.seats.solo


async def answer(computers: Computers, table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    """The answer to `hint` or `opinion`."""
    state, speaker = table.state, speaker_of(look, table.state)
    words = speaker.words
    if not (allowed(table) and look.mine):
        return refused(ask.id, "no_hints", words.text(NO_HINTS))
    if state.phase in (Phase.OVER, Phase.END):
        return answered(ask, [results.result(speaker, state)])
    asked = _wanted(state, look) if ask.what == "hint" else True
    if not asked:
        return answered(ask, [words.text(_NOTHING)])
    wanted = _hint if ask.what == "hint" else _opinion
    seat = Seat(table.match.game.id, state.rules, "", 0)
    found = await computers.ask(seat, lambda adviser, depth: wanted(adviser, state, depth))
    if found is None:
        return answered(ask, [words.text(NO_NET)])
    if ask.what == "hint":
        return _told_hint(speaker, state, look, ask, found)
    return answered(ask, _told_opinion(speaker, state, found))


def _wanted(state: State, look: Look) -> bool:
    """Whether somebody has something to choose."""
    if state.actor in look.mine:
        return True
    return any(turn.may_double(state, side) for side in look.mine)


# ------------------------------------------------------------------------ in the computer's threads


def _hint(adviser: Adviser, state: State, depth: int) -> Opinion:
    from tavola.bots.adviser import comparable

    candidates = adviser.candidates(state, depth)
    if candidates:
        return Opinion(candidates=comparable(candidates, SHOWN))
    return _of_the_cube(adviser, state, depth, None)


def _opinion(adviser: Adviser, state: State, depth: int) -> Opinion:
    return _of_the_cube(adviser, state, depth, adviser.chances(state, depth))


def _of_the_cube(adviser: Adviser, state: State, depth: int, chances: Any) -> Opinion:
    offer = state.offer
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


# ----------------------------------------------------------------------------------------- in words


def _told_hint(
    speaker: Speaker, state: State, look: Look, ask: messages.Ask, found: Opinion
) -> Json:
    words = speaker.words
    if not found.candidates:
        return answered(ask, _told_cube(speaker, found) or [words.text(_NOTHING)])
    lines, plays = [], []
    for one in found.candidates:
        text, typed = _named(speaker, state, look, one)
        lines.append(opinions.play_line(words, text, one.equity, one.chances, state.rules.score))
        plays.append(typed)
    return answered(ask, lines, plays=plays)


def _named(speaker: Speaker, state: State, look: Look, one: Candidate) -> tuple[str, str]:
    """A candidate in words, and as it is typed (empty where it cannot be)."""
    first, words = one.actions[0], speaker.words
    if first.kind is Kind.STEP:
        codes = [action.code for action in one.actions]
        play = notation.write_play(state.rules, state.position, state.side, codes, look.numbering)
        return play, play
    if first.kind is Kind.CHOOSE:
        return (f"{first.number}-{first.number}",) * 2
    if first.kind is Kind.NAME and first.dice is not None:
        return (f"{first.dice[0]}-{first.dice[1]}",) * 2
    if first.kind is Kind.KEEP and state.opening is not None:
        dice = speaker.dice(state.opening)
        return words.within("imperative", "keep the opening dice, {dice}", dice=dice), ""
    return words.within("imperative", "throw the dice"), ""


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


__all__ = ["allowed", "answer"]
