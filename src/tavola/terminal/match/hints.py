"""`hint` and `chances`: what the computer thinks of the state on the table, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.table import Table as Grid
from rich.text import Text

from tavola.bots.adviser import Adviser, Candidate, comparable
from tavola.bots.cube.context import context
from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.terminal.match.listing import Listed, label, plain_numbers
from tavola.terminal.match.session import Session
from tavola.terminal.typed_line import Typed, number_of
from tavola.words import command_words, opinions, results

SHOWN = 5
"""Plays that a hint lists."""
LEVEL = 0.0005
"""Below this two plays are worth the same to the reader."""


def hint(session: Session, typed: Typed) -> None:
    """The best plays, with a typed play beside them, or what to do with the cube."""
    with _thinking(session):
        _hint(session, typed)


def _hint(session: Session, typed: Typed) -> None:
    state = session.state
    meant = _meant(session, typed)
    adviser = _adviser(session)
    if adviser is None or _over(session, state):
        return
    shown = _best(session, adviser, state)
    if not shown:
        if not _cube(session, adviser, state):
            session.terminal.say(session.words.text("There is nothing to choose now."))
        return
    session.listed = Listed(session.match.seq, tuple(one.actions for one in shown))
    _show_candidates(session, state, shown)
    session.terminal.say(_looked(session, shown[0].depth))
    if meant:
        mine = _judged(session, adviser, state, meant)
        for sentence in _compared(session, state, shown[0], mine):
            session.terminal.say(sentence)


def chances(session: Session, typed: Typed) -> None:
    """The chances of both sides, and what to do with the cube."""
    with _thinking(session):
        _chances(session)


def _chances(session: Session) -> None:
    state, adviser = session.state, _adviser(session)
    if adviser is None or _over(session, state):
        return
    side = state.side if state.actor is None else state.actor
    speaker, say = session.speaker(full=True), session.terminal.say
    best = next(iter(_best(session, adviser, state)), None)
    outlook = adviser.chances(state, session.computer.depth) if best is None else best.chances
    for sentence in opinions.chances(speaker, outlook, side, state):
        say(sentence)
    if best is not None:  # as `hint` has it
        say(opinions.worth(speaker, best.equity, side, state))
        say(_looked(session, best.depth))
    elif not _cube(session, adviser, state) and opinions.COUNTED.get(state.rules.score, 0) != 1:
        say(opinions.worth(speaker, outlook.equity, side, state))


@contextmanager
def _thinking(session: Session) -> Iterator[None]:
    """While the computer thinks, which Ctrl-C ends."""
    words = session.words
    try:
        with session.terminal.waiting(words.text("The computer is thinking.")):
            yield
    except KeyboardInterrupt:
        session.terminal.say(words.text("Interrupted."))


def _meant(session: Session, typed: Typed) -> tuple[Action, ...]:
    """The play that somebody asks about, as steps; raises `Refused` if it cannot be played."""
    if not typed.rest:
        return ()
    signed = typed.rest.startswith("#")
    if number_of(typed.rest) and (signed or plain_numbers(session.state)):
        return session.listed_play(number_of(typed.rest))
    return notation.read_play(session.state, typed.rest, session.numbering)


def _best(session: Session, adviser: Adviser, state: State) -> list[Candidate]:
    """The best plays, best first, all looked at as deeply wherever that can be."""
    depth = session.computer.depth
    found = adviser.candidates(state, depth)
    shown = [_deeper(adviser, state, one, depth) for one in found[:SHOWN]]
    if any(one.depth != shown[0].depth for one in shown):
        return comparable(found, SHOWN)
    return sorted(shown, key=lambda one: -round(one.equity, 5))


def _deeper(adviser: Adviser, state: State, one: Candidate, depth: int) -> Candidate:
    """A play that ends the throw, looked at as deeply as the best ones; others as they are."""
    after = _after(state, one.actions)
    if one.depth >= depth or one.actions[0].kind is not Kind.STEP or state.fixed is not None:
        return one
    if after.phase is not Phase.MOVE:  # the game is decided: nothing deeper is known
        return replace(one, depth=depth)
    if after.turn.ending is None:
        return one
    outlook = adviser.chances(after, depth)
    equity = adviser.utility(outlook, context(state, state.side))
    return Candidate(one.actions, one.position, outlook, equity, depth)


def _after(state: State, actions: Sequence[Action]) -> State:
    """The state that the steps of a play lead to; other actions lead on into chance."""
    for action in actions:
        if action.kind is Kind.STEP:
            state, _ = turn.apply(state, action)
    return state


def _judged(session: Session, adviser: Adviser, state: State, meant: Sequence[Action]) -> Candidate:
    """A play as the computer sees it; half a play is gone on with as well as can be."""
    after = _after(state, meant)
    if after.phase is Phase.MOVE and after.turn.index == state.turn.index and after.turn.need:
        rest = _best(session, adviser, after)[0]
        return replace(rest, actions=(*meant, *rest.actions))
    first = next(one for one in adviser.candidates(state) if one.position == after.position)
    mine = replace(first, actions=tuple(meant))
    return _deeper(adviser, state, mine, session.computer.depth)


def _compared(session: Session, state: State, best: Candidate, mine: Candidate) -> list[str]:
    """What a play is worth, and what it gives away."""
    words, loss = session.words, best.equity - mine.equity
    play, other = _named(session, state, mine), _named(session, state, best)
    if mine.position == best.position:
        return [words.text("{play} is the best play.", play=play)]
    worth = opinions.play_line(words, play, mine.equity, mine.chances, state.rules.score)
    if loss < LEVEL:
        return [worth, words.text("{play} is as good as {best}.", play=play, best=other)]
    told = words.text(
        "{play} gives away {loss} against {best}.",
        play=play,
        loss=opinions.decimal(words, loss).lstrip("+"),
        best=other,
    )
    return [worth, told]


def _looked(session: Session, depth: int) -> str:
    """How far ahead the computer looked."""
    words = session.words
    if depth < 1:
        return words.text("Judged at sight, without looking ahead.")
    return words.plural("Looked {count} throw ahead.", "Looked {count} throws ahead.", depth)


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
        for number, (play, equity, outlook) in enumerate(rows, start=1):
            line = opinions.play_line(words, play, equity, outlook, score)
            told = words.text("{label}: {text}", label=label(state, number), text=line)
            session.terminal.say(told)
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("", justify="right")
    for number, head in enumerate(opinions.columns(words, score)):
        grid.add_column(head, justify="left" if number == 0 else "right")
    for number, (play, equity, outlook) in enumerate(rows, start=1):
        cells = [label(state, number), *opinions.row(words, play, equity, outlook, score)]
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
