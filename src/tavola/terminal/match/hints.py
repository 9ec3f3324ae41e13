"""`hint` and `chances`: what the computer thinks of the state on the table, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text

from tavola.bots.adviser import Adviser, Candidate, comparable
from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.turn.state import Kind, Phase, State
from tavola.terminal.match.session import Session
from tavola.terminal.typed_line import Typed
from tavola.words import command_words, opinions, results

SHOWN = 5
"""Plays that a hint lists."""


def hint(session: Session, typed: Typed) -> None:
    """The best plays, or what to do with the cube."""
    del typed
    state, adviser = session.state, _adviser(session)
    if adviser is None or _over(session, state):
        return
    found = adviser.candidates(state, session.computer.depth)
    if found:
        _show_candidates(session, state, comparable(found, SHOWN))
    elif not _cube(session, adviser, state):
        session.terminal.say(session.words.text("There is nothing to choose now."))


def chances(session: Session, typed: Typed) -> None:
    """The chances of both sides, and what to do with the cube."""
    del typed
    state, adviser = session.state, _adviser(session)
    if adviser is None or _over(session, state):
        return
    side = state.side if state.actor is None else state.actor
    speaker = session.speaker(full=True)
    found = adviser.chances(state, session.computer.depth)
    for sentence in opinions.chances(speaker, found, side, state):
        session.terminal.say(sentence)
    if opinions.COUNTED.get(state.rules.score, 0) != 1:
        session.terminal.say(opinions.worth(speaker, found.equity, side, state))
    _cube(session, adviser, state)


def _adviser(session: Session) -> Adviser | None:
    """Who is asked; without one the session says why."""
    adviser = session.computer.adviser()
    if adviser is None:
        session.terminal.say(session.computer.problem)
    return adviser


def _over(session: Session, state: State) -> bool:
    if state.phase not in (Phase.OVER, Phase.END):
        return False
    session.terminal.say(results.result(session.speaker(full=True), state))
    return True


def _named(session: Session, state: State, candidate: Candidate) -> str:
    """A candidate as it is typed."""
    first = candidate.actions[0]
    if first.kind is Kind.STEP:
        codes = [action.code for action in candidate.actions]
        return notation.write_play(
            state.rules, state.position, state.side, codes, session.numbering
        )
    if first.kind is Kind.CHOOSE:
        return f"{first.number}-{first.number}"
    if first.dice is not None:
        return f"{first.dice[0]}-{first.dice[1]}"
    return command_words.shown(session.words, first.kind.value)


def _show_candidates(session: Session, state: State, found: Sequence[Candidate]) -> None:
    words, score = session.words, state.rules.score
    rows = [(_named(session, state, one), one.equity, one.chances) for one in found]
    if session.terminal.plain:
        for play, equity, outlook in rows:
            session.terminal.say(opinions.play_line(words, play, equity, outlook, score))
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for number, head in enumerate(opinions.columns(words, score)):
        grid.add_column(head, justify="left" if number == 0 else "right")
    for play, equity, outlook in rows:
        cells = opinions.row(words, play, equity, outlook, score)
        grid.add_row(*(Text(cell) for cell in cells))
    session.terminal.show(grid)


def _cube(session: Session, adviser: Adviser, state: State) -> bool:
    """Say what the cube asks for; whether it asks anything."""
    words, depth, offer = session.words, session.computer.depth, state.offer
    if state.phase is Phase.ANSWER and offer is not None and offer.kind is Kind.DOUBLE:
        taken = adviser.answer(state, depth)
        told = opinions.answer(words, taken.answer.value, taken.take, taken.drop)
    elif turn.may_double(state, state.side):
        decision = adviser.cube(state, depth=depth)
        found = decision.equities
        told = opinions.cube(
            words, decision.verdict.value, found.no_double, found.double_take, found.double_drop
        )
    else:
        return False
    for sentence in told:
        session.terminal.say(sentence)
    return True
