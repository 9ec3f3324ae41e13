"""`hint` and `chances`: what the computer thinks of the state on the table, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.table import Table as Grid
from rich.text import Text

from tavola.bots.adviser import Adviser, Candidate, comparable
from tavola.bots.cube.chances import Chances
from tavola.bots.cube.context import context
from tavola.rules import turn
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study import spoken
from tavola.study.questions import of_play
from tavola.study.teacher import Hint, Teacher, is_it
from tavola.terminal.match.listing import Listed, label, plain_numbers
from tavola.terminal.match.session import Session
from tavola.terminal.typed_line import Typed, folded, number_of
from tavola.words import command_words, opinions, results
from tavola.words.translations import Words

SHOWN = 5
"""Plays that a hint lists."""
LEVEL = 0.0005
"""Below this two plays are worth the same to the reader."""


def hint(session: Session, typed: Typed) -> None:
    """The best plays and why, with a typed play beside them, or what to do with the cube; with
    `more` the figures of each."""
    with _thinking(session):
        _hint(session, typed)


def _hint(session: Session, typed: Typed) -> None:
    state, more = session.state, wants_more(typed.rest)
    meant = () if more else _meant(session, typed)
    adviser, teacher = _adviser(session), session.computer.teacher()
    if adviser is None or teacher is None or _over(session, state):
        return
    found = _explained(session, adviser, teacher, state)
    shown = found.plays
    if not shown:
        _say_cube(session, state, found)
        return
    session.listed = Listed(session.match.seq, tuple(one.actions for one in shown))
    for sentence in spoken.hint(session.speaker(full=True), state, found):
        session.terminal.say(sentence)
    _show_candidates(session, state, found, more=more)
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


def judge(session: Session, actions: Sequence[Action]) -> None:
    """What a play gives up that may be played, and why; nothing without a net."""
    teacher, state = session.computer.teacher(), session.state
    if teacher is None:
        return
    with _thinking(session):
        found = teacher.verdict(of_play(state, actions), session.computer.depth)
        for sentence in spoken.verdict(session.speaker(full=True), found):
            session.terminal.say(sentence)


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
    teacher = session.computer.teacher()
    natural = None if teacher is None else teacher.natural(state)
    depth = session.computer.depth
    found = adviser.candidates(state, depth, also=natural)
    shown = [_deeper(adviser, state, one, depth) for one in found[:SHOWN]]
    if any(one.depth != shown[0].depth for one in shown):
        return comparable(found, SHOWN)
    return sorted(shown, key=lambda one: -round(one.equity, 5))


def _explained(session: Session, adviser: Adviser, teacher: Teacher, state: State) -> Hint:
    """The best plays and why the first is better than the one that comes to mind."""
    shown, natural = _best(session, adviser, state), teacher.natural(state)
    if not shown:
        return teacher.hint(state, session.computer.depth)
    rival = next((one for one in shown if is_it(one, natural)), None)
    if rival is None:
        found = adviser.candidates(state, 0, also=natural)
        rival = next((one for one in found if is_it(one, natural)), None)
        if rival is not None:
            rival = _deeper(adviser, state, rival, session.computer.depth)
    return teacher.explained(state, shown, rival)


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
        loss=opinions.unsigned(words, loss),
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
    text = notation.typed(state, candidate.actions, session.numbering, candidate.position)
    return text or command_words.shown(session.words, candidate.actions[0].kind.value)


def wants_more(text: str) -> bool:
    """Whether the figures of plays are asked for."""
    return folded(text.strip()) in {folded(word) for word in command_words.MORE}


def _show_candidates(session: Session, state: State, hint: Hint, *, more: bool) -> None:
    """The best plays: a table with their figures where one has room, else a line on each."""
    words, terminal = session.words, session.terminal
    rows = [(_named(session, state, one), one.equity, one.chances) for one in hint.plays]
    grid = _table(words, state, hint, rows)
    if not terminal.plain and terminal.fits(grid):
        terminal.show(grid)
        return
    for number, (row, one) in enumerate(zip(rows, hint.plays, strict=True), 1):
        line = opinions.play_line(words, *row, state.rules.score)
        if not more:
            lost = spoken.loss(words, hint, one)
            line = words.text("{play}, {loss}.", play=row[0], loss=lost) if lost else f"{row[0]}."
        terminal.say(words.labelled(label(state, number), line))


def _table(
    words: Words, state: State, hint: Hint, rows: Sequence[tuple[str, float, Chances]]
) -> Grid:
    score = state.rules.score
    grid = Grid(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("", justify="right")
    for number, head in enumerate(opinions.columns(words, score)):
        grid.add_column(head, justify="left" if number == 0 else "right")
    grid.add_column(words.text("Gives away"), justify="right")
    for number, (row, one) in enumerate(zip(rows, hint.plays, strict=True), 1):
        cells = [label(state, number), *opinions.row(words, *row, score)]
        cells.append(spoken.amount(words, hint.loss(one)) if number > 1 else "")
        grid.add_row(*(Text(cell) for cell in cells))
    return grid


def _say_cube(session: Session, state: State, found: Hint) -> None:
    """What the cube asks for and why, with its figures, or what to answer to an offer; or that
    nothing is to be chosen."""
    told = spoken.hint(session.speaker(full=True), state, found)
    if found.cube is not None:
        told += spoken.figures(session.words, found.cube)
    for sentence in told or [session.words.text("There is nothing to choose now.")]:
        session.terminal.say(sentence)


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
