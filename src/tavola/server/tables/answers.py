"""Questions at a table: they change nothing and are answered in the listener's words.

The sentences are those of the terminal.  What the computer thinks is told only to somebody who
plays against it, where the table allows hints.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from tavola.rules import turn
from tavola.rules.kernel.slots import FROM_BAR, FROM_RESERVE, TO_OFF
from tavola.rules.model.refusal import Refusal
from tavola.rules.text import notation
from tavola.rules.turn.state import Phase, State, step_action
from tavola.rules.turn.why import refusal_of_step
from tavola.server.match.live_match import LiveMatch, Look, side_for, speaker_of
from tavola.server.tables import advice, match_statistics, tutoring
from tavola.server.tables.computer_pool import Computers
from tavola.server.tables.connection import Connection, answered, refused
from tavola.server.wire import events, game_log, messages, places, view
from tavola.words import refusals, results, situations
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

Json = dict[str, Any]

SLOW = ("log", "facts", "hint", "opinion", "tutor")
"""Questions whose answers take a while: they come when they are ready."""
_REPLAYS = ("log", "facts")
"""Those for which the whole match is replayed."""
MOST_PLAYS = 100
"""Plays that `moves` lists; the rest is counted."""
LAST = 6
"""Sentences that `last` repeats, as in the terminal."""
_FAR_BACK = 40
"""Events that the last sentences are looked for in."""

_POOLS = {"bar": FROM_BAR, "res": FROM_RESERVE, "off": TO_OFF}
_FROM_POSITION = mark("The match began with a position that was put up.")
_UNKNOWN = mark("The table did not understand this message.")


class Questions:
    """Who answers the questions at all tables; what the computer thinks he asks `computers`."""

    def __init__(self, computers: Computers) -> None:
        self._computers = computers
        self._replays = asyncio.Lock()

    def is_slow(self, ask: messages.Ask) -> bool:
        """Whether the answer takes a while and comes when it is ready."""
        return ask.what in SLOW or (ask.what == "why" and ask.text is not None)

    async def answer(self, table: LiveMatch, connection: Connection, ask: messages.Ask) -> Json:
        """The answer to a question, as `messages.Answer`, or why there is none as a `Refusal`."""
        look = table.look(connection.viewer)
        if ask.what in ("hint", "opinion") or (ask.what == "why" and ask.text is not None):
            return await advice.answer(self._computers, table, look, ask)
        if ask.what == "tutor":
            return await tutoring.answer(self._computers, table, look, ask)
        if ask.what in _REPLAYS:
            return await self._replayed(table, connection, ask)
        return await plain_answer(table, connection, ask)

    async def _replayed(self, table: LiveMatch, connection: Connection, ask: messages.Ask) -> Json:
        """The answer to what a whole match is replayed for: one after the other at each table, and
        one of all tables, since long matches take seconds and others want threads, too."""
        async with table.replays, self._replays:
            if connection.gone:
                return answered(ask)
            return await plain_answer(table, connection, ask)


async def plain_answer(table: LiveMatch, connection: Connection, ask: messages.Ask) -> Json:
    """The answer to a question about the rules and the board; what the computer thinks is not among
    them."""
    look = table.look(connection.viewer)
    speaker = speaker_of(look, table.state)
    if ask.what == "log":
        return await _log(table, look, ask)
    if ask.what == "facts":
        told = await asyncio.to_thread(_facts, table, speaker)
        begun = speaker.words.text(_FROM_POSITION) if table.match.agreed.start else ""
        return answered(ask, [*told, *tutoring.sentences(speaker, table), begun])
    if ask.what == "points":
        return answered(ask, points=places.sentences(speaker, table.state, look.mine))
    if ask.what == "why":
        return answered(ask, [_why(table, connection, look, ask)])
    simple = _SIMPLE.get(ask.what)
    if simple is None:
        return refused(ask.id, "bad_message", speaker.words.text(_UNKNOWN))
    return answered(ask, simple(table, look, speaker, ask))


# ----------------------------------------------------------------------------- one-key questions


def _dice(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    """What was thrown and what is left of it; else what is asked."""
    state = table.state
    others = {
        results.score(speaker, state),
        situations.cube(speaker, state),
        situations.prompt(speaker, state),
    }
    told = [sentence for sentence in situations.situation(speaker, state) if sentence not in others]
    return told or [view.prompt(table.scene, speaker)]


def _pips(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    return [results.pips(speaker, table.state)]


def _score(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    return [results.score(speaker, table.state)]


def _cube(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    none = speaker.words.text("This game is played without the doubling cube.")
    return [situations.cube(speaker, table.state) or none]


def _all_pools(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    state = table.state
    return situations.pools(speaker, state) or situations.pools(
        speaker_of(look._replace(voice="full"), state), state
    )


def _turn(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    return [view.prompt(table.scene, speaker)]


def _last(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    moments = table.match.moments(max(0, table.seq - _FAR_BACK))
    none = speaker.words.text("Nothing has happened yet.")
    return events.last_of(look, moments, LAST, table.state) or [none]


def _situation(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    return situations.situation(speaker, table.state)


def _position(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    return situations.position(speaker, table.state)


def _moves(table: LiveMatch, look: Look, speaker: Speaker, ask: messages.Ask) -> list[str]:
    """What can be played, by the checkers of one place if one is named."""
    state, words = table.state, speaker.words
    none = [words.text("There is nothing to play now.")]
    if table.scene.turns.waiting or state.side not in look.mine or state.phase is not Phase.MOVE:
        return none
    if ask.place is not None:
        at = _code(ask.place)
        ways = [chain for chain in view.chains(state) if chain[0] >> 5 & 31 == at]
    else:
        ways = [play.steps for play in turn.plays(state)]
        ways = ways or [(action.code,) for action in turn.next_steps(state)]
    texts = dict.fromkeys(_written(state, way, look) for way in ways)
    if not texts:
        return none if ask.place is None else [words.text("Nothing can be played from here now.")]
    # Said one after the other without a sign between them, several plays sound like one.
    told = [f"{words.clauses(list(texts)[:MOST_PLAYS])}."]
    if len(texts) > MOST_PLAYS:
        more = len(texts) - MOST_PLAYS
        told.append(words.plural("And {count} more play.", "And {count} more plays.", more))
    return told


def _written(state: State, steps: Sequence[int], look: Look) -> str:
    return notation.write_play(state.rules, state.position, state.side, steps, look.numbering)


Simple = Callable[[LiveMatch, Look, Speaker, messages.Ask], list[str]]

_SIMPLE: dict[str, Simple] = {
    "dice": _dice,
    "pips": _pips,
    "score": _score,
    "cube": _cube,
    "pools": _all_pools,
    "turn": _turn,
    "last": _last,
    "moves": _moves,
    "situation": _situation,
    "position": _position,
}


# ------------------------------------------------------------------------------------------- why


def _why(table: LiveMatch, connection: Connection, look: Look, ask: messages.Ask) -> str:
    """Why a step is refused, or that it is allowed; without a step, why the last one was."""
    state, speaker = table.state, speaker_of(look, table.state)
    if ask.source is None or ask.target is None:
        nothing = speaker.words.text("Nothing was refused.")
        return connection.refusal or nothing
    side = side_for(look, state)
    if state.actor is not None and side is not state.actor:
        return refusals.explain(speaker, Refusal("not_your_turn"), side)
    if not ask.number:
        return refusals.why(speaker, state, f"{ask.source}/{ask.target}", "booklet")
    source, target = _code(ask.source), _code(ask.target)
    action = step_action(state.side, ask.number << 10 | source << 5 | target)
    if turn.may_step(state, action):
        return refusals.allowed(speaker, state, [action])
    return refusals.explain(speaker, refusal_of_step(state, ask.number, source, target), side)


def _code(place: int | str | None) -> int:
    """A place of a message as kernel integer."""
    return place if isinstance(place, int) else _POOLS.get(str(place), 0)


# ----------------------------------------------------------------------------- the whole match


def _facts(table: LiveMatch, speaker: Speaker) -> list[str]:
    state = table.state
    return match_statistics.sentences(speaker, table.match.moments(), state)


async def _log(table: LiveMatch, look: Look, ask: messages.Ask) -> Json:
    def both() -> tuple[list[game_log.Line], list[Json]]:
        moments = list(table.match.moments())
        return game_log.log_of(look, moments), game_log.turns_of(look, moments)

    lines, turns = await asyncio.to_thread(both)
    numbers = [line.event for line in lines]
    return answered(ask, [line.say for line in lines], events=numbers, turns=turns)


__all__ = ["SLOW", "Questions", "plain_answer"]
