"""What a person may ask at the table, whoever is on turn; nothing of it changes the match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tavola.play import log
from tavola.rules.model.refusal import Refused, refuse
from tavola.rules.text import notation
from tavola.rules.turn.state import Kind
from tavola.study.tutor import GENTLE
from tavola.terminal.match import by_itself, hints, listing, setup, tutoring
from tavola.terminal.match.listing import Listed
from tavola.terminal.match.session import Session
from tavola.terminal.screen import help_pages, pages, system_errors
from tavola.terminal.typed_line import Typed, autos_of, helped, number_of, numbering_of, page_of
from tavola.words import command_words, names, refusals, results, situations
from tavola.words.translations import Words
from tavola.words.typed_numbers import whole_number

Handler = Callable[[Session, Typed], None]


def _unknown(session: Session, typed: Typed) -> None:
    told = session.words.text("I do not know “{word}”.", word=typed.rest[:40])
    session.terminal.trouble(f"{told} {session.can_type()}")


def _garbled(session: Session, typed: Typed) -> None:
    session.terminal.trouble(
        session.words.text(
            "This line cannot be read: it is too long, or contains characters that cannot be typed."
        )
    )


def _moves(session: Session, typed: Typed) -> None:
    """All plays, numbered, in pages."""
    state = session.state
    found = listing.possible_plays(state, session.numbering)
    if not found:
        session.terminal.say(session.words.text("There is nothing to play now."))
        return
    session.listed = Listed(session.match.seq, tuple(found.values()))
    page = listing.page_of(typed.rest)
    listing.show(session.terminal, session.words, state, list(found), page)


def _why(session: Session, typed: Typed) -> None:
    terminal = session.terminal
    if not typed.rest:
        _why_refused(session)
        return
    reason = notation.why(session.state, typed.rest, session.numbering)
    if reason is None:
        speaker, numbering = session.speaker(), session.numbering
        terminal.say(refusals.why(speaker, session.state, typed.rest, numbering))
        hints.judge(session, notation.read_play(session.state, typed.rest, numbering))
    else:
        terminal.say(session.explain(reason))


def _why_refused(session: Session) -> None:
    """Why the last thing was refused; if nothing was, how to ask."""
    words = session.words
    if session.refusal is not None:
        session.terminal.say(session.explain(session.refusal))
        return
    command = f"{command_words.shown(words, 'why')} {session.example()}"
    told = words.text("Say which play you mean, for example: {command}", command=command)
    session.terminal.say(told)


def _board(session: Session, typed: Typed) -> None:
    if session.terminal.plain:
        for sentence in situations.position(session.speaker(), session.state):
            session.terminal.say(sentence)
    else:
        session.show_board()


def _point(session: Session, typed: Typed) -> None:
    state, words = session.state, session.words
    number, point = whole_number(typed.rest, 2), 0
    if number is not None:
        point = notation.point_of(state.rules, session.viewer, number, session.numbering)
    if not point:
        command = f"{command_words.shown(words, 'point')} 6"
        session.terminal.say(
            words.text("Say which point you mean, for example: {command}", command=command)
        )
        return
    session.terminal.say(situations.point(session.speaker(full=True), state, point))


def _last(session: Session, typed: Typed) -> None:
    for sentence in list(session.said) or [session.words.text("Nothing has happened yet.")]:
        session.terminal.say(sentence)


def _status(session: Session, typed: Typed) -> None:
    speaker = session.speaker(full=True)
    asked = situations.prompt(speaker, session.state)  # the next prompt says it
    for sentence in situations.situation(speaker, session.state):
        if sentence != asked:
            session.terminal.say(sentence)


def _pips(session: Session, typed: Typed) -> None:
    session.terminal.say(results.pips(session.speaker(full=True), session.state))


def _rules(session: Session, typed: Typed) -> None:
    reader = (session.numbering, session.viewer)
    if (name := page_of(typed.rest)) is not None:
        pages.show_general(session.terminal, session.words, name, *reader)
        return
    game = session.match.game.played(session.state.game)
    if typed.rest:
        game = setup.find_game(typed.rest, session.words)
    pages.show_rules(session.terminal, session.words, game, *reader)


def _numbering(session: Session, typed: Typed) -> None:
    """The numbers asked for from now on; alone: the other ones."""
    words = session.words
    wanted: str | None = "booklet" if session.numbering == "own" else "own"
    if typed.rest:
        wanted = numbering_of(typed.rest)
    if wanted is None:
        session.terminal.trouble(_numberings(words))
        return
    session.numbering = wanted
    session.terminal.say(pages.numbering_sentence(words, wanted))


def _numberings(words: Words) -> str:
    """Which numbers there are, for who asks for others."""
    return words.text(
        "Say which numbers you want: {names}. “{command}” alone changes from one to the other.",
        names=words.join(
            [command_words.shown_numbering(words, one) for one in notation.NUMBERINGS],
            alternative=True,
        ),
        command=command_words.shown(words, "numbering"),
    )


def _save(session: Session, typed: Typed) -> None:
    words, terminal = session.words, session.terminal
    if not typed.rest:
        command = f"{command_words.shown(words, 'save')} match.json"
        terminal.say(words.text("Say where to, for example: {command}", command=command))
        return
    try:
        path = Path(typed.rest).expanduser()
        if path.exists():
            terminal.trouble(
                words.text("“{file}” is there already: choose another name.", file=path)
            )
            return
        log.write(path, session.match.record)
    except RuntimeError:  # ~somebody who does not exist
        terminal.trouble(words.text("“{file}” does not exist.", file=typed.rest))
    except OSError as error:
        error.filename = typed.rest  # not the draft that is written first
        terminal.trouble(system_errors.sentence(words, error))
    else:
        terminal.say(words.text("The record was written to {file}.", file=path), whole=True)


def _help(session: Session, typed: Typed) -> None:
    """All commands, or what a word means."""
    terminal, words = session.terminal, session.words
    page = number_of(typed.rest)
    if not typed.rest or page:
        groups = helped(session.state, session.typed_dice)
        help_pages.show(terminal, words, groups, page or 1)
    elif not help_pages.explain(terminal, words, typed.rest, (session.numbering, session.viewer)):
        _help_on_game(session, typed)


def _help_on_game(session: Session, typed: Typed) -> None:
    """How to see the rules of a game that is asked about; else the word is not known."""
    words = session.words
    try:
        game = setup.find_game(typed.rest, words)
    except Refused:
        _unknown(session, typed)
        return
    told = words.text(
        "“{command}” shows the rules of {game}.",
        command=f"{command_words.shown(words, 'rules')} {game.id}",
        game=names.game_name(words, game.id),
    )
    session.terminal.say(told)


def _auto(session: Session, typed: Typed) -> None:
    """What goes by itself from now on; alone: what does."""
    words = session.words
    if typed.rest:
        wanted = autos_of(typed.rest)
        if wanted is None:
            session.terminal.trouble(by_itself.choices(words))
            return
        session.by_itself = wanted
        session.remember()
    session.terminal.say(by_itself.sentence(words, session.by_itself))


def _tutor(session: Session, typed: Typed) -> None:
    """The tutor from now on; alone: what he does."""
    words, now = session.words, session.tutoring
    if typed.rest:
        try:
            now.change(session, tutoring.changed(now.tutor, typed.rest))
        except ValueError:
            command = command_words.shown(words, "tutor")
            typed_so = f"{command} {command_words.shown_tutor(words, GENTLE)} "
            session.terminal.trouble(tutoring.choices(words, typed_so))
            return
    if now.tutor is not None and session.computer.teacher() is None:
        session.terminal.say(session.computer.problem)
    session.terminal.say(tutoring.sentence(words, now.tutor, session.state.rules))


def _cube(session: Session, typed: Typed) -> None:
    """Where the cube is; how to offer it, where that is possible."""
    words, state = session.words, session.state
    if not state.rules.cube:
        raise refuse("no_cube")
    told = situations.cube(session.speaker(full=True), state)
    if Kind.DOUBLE in session.kinds:
        command = command_words.shown(words, "double")
        told += " " + words.text("Type “{command}” to offer a double.", command=command)
    session.terminal.say(told)


def can_type(session: Session, typed: Typed) -> None:
    """What can be typed now."""
    session.terminal.say(session.can_type())


QUESTIONS: dict[str, Handler] = {
    "unknown": _unknown,
    "garbled": _garbled,
    "moves": _moves,
    "hint": hints.hint,
    "chances": hints.chances,
    "why": _why,
    "board": _board,
    "point": _point,
    "last": _last,
    "status": _status,
    "cube": _cube,
    "pips": _pips,
    "rules": _rules,
    "numbering": _numbering,
    "auto": _auto,
    "tutor": _tutor,
    "save": _save,
    "help": _help,
}
