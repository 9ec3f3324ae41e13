"""What the computer thinks of a position that somebody has set up: at no table, so between nobody.

It thinks in the threads of the computer players, each question no longer than they do.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tavola.drawing.arrows import Arrow, arrows_of
from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.server.tables.advice import NO_NET
from tavola.server.tables.computer_pool import Computers, Seat
from tavola.words import opinions
from tavola.words.speaker import Speaker
from tavola.words.translations import mark

if TYPE_CHECKING:
    from tavola.bots.adviser import Adviser, Candidate
    from tavola.bots.cube.chances import Chances

SHOWN = 5
"""Plays that are listed."""
PATIENCE = 20.0
"""Seconds until somebody is told that the computers are busy."""

_NOTHING = mark("There is nothing left to choose: the chances are those after this turn.")
_OTHER_NUMBERS = mark("Plays are written with the numbers of the player on turn.")


@dataclass(frozen=True)
class Opinion:
    """What the computer thinks, as sentences and a table of plays, best first; `arrows` are those
    of the first."""

    lines: list[str]
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


@dataclass(frozen=True)
class _Thought:
    candidates: list[Candidate]
    chances: Chances
    cube: tuple[str, float, float, float] | None = None


async def opinion(
    computers: Computers, game: str, state: State, speaker: Speaker
) -> Opinion | None:
    """What the computer thinks of a state that a line tells; None if it is too busy."""
    seat = Seat(game, state.rules, "", 0)
    asked = computers.ask(seat, lambda adviser, depth: _think(adviser, state, depth))
    try:
        found = await asyncio.wait_for(asked, PATIENCE)
    except TimeoutError:
        return None
    if found is None:
        return Opinion([speaker.words.text(NO_NET)])
    return _told(speaker, state, found)


# ------------------------------------------------------------------------ in the computer's threads


def _think(adviser: Adviser, state: State, depth: int) -> _Thought:
    from tavola.bots.adviser import comparable

    candidates = list(comparable(adviser.candidates(state, depth), SHOWN))
    if candidates:
        return _Thought(candidates, candidates[0].chances)
    chances = adviser.chances(state, depth)
    if state.phase is not Phase.START or not turn.may_double(state, state.side):
        return _Thought([], chances)
    found = adviser.cube(state, depth=depth)
    worth = found.equities
    cube = (found.verdict.value, worth.no_double, worth.double_take, worth.double_drop)
    return _Thought([], chances, cube)


# ----------------------------------------------------------------------------------------- in words


def _told(speaker: Speaker, state: State, found: _Thought) -> Opinion:
    words, score = speaker.words, state.rules.score
    lines = opinions.chances(speaker, found.chances, state.side, state)
    if found.candidates and speaker.numbering == "own" and state.side is not speaker.viewer:
        lines.append(words.text(_OTHER_NUMBERS))
    if not found.candidates:
        if opinions.COUNTED.get(score, 0) != 1:
            lines.append(opinions.worth(speaker, found.chances.equity, state.side, state))
        if found.cube is not None:
            lines += opinions.cube(words, *found.cube)
        if state.phase is Phase.MOVE:
            lines.insert(0, words.text(_NOTHING))
        return Opinion(lines)
    rows = [
        opinions.row(words, _named(speaker, state, one), one.equity, one.chances, score)
        for one in found.candidates
    ]
    first = found.candidates[0].actions
    codes = [action.code for action in first if action.kind is Kind.STEP]
    arrows = arrows_of(state, codes)
    return Opinion(lines, opinions.columns(words, score), rows, arrows)


def _named(speaker: Speaker, state: State, one: Candidate) -> str:
    """A candidate as people write it."""
    first: Action = one.actions[0]
    text = notation.typed(state, one.actions, speaker.numbering, one.position)
    if text:
        return text
    if first.kind is Kind.KEEP and state.opening is not None:
        dice = speaker.dice(state.opening)
        return speaker.words.within("imperative", "keep the opening dice, {dice}", dice=dice)
    return speaker.words.within("imperative", "throw the dice")


__all__ = ["Opinion", "opinion"]
