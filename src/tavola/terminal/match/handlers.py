"""What the typed commands do at the table; a refused one raises `Refused` and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tavola.play import log
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase
from tavola.terminal.match import hints
from tavola.terminal.match.session import Session
from tavola.terminal.screen import pages, system_errors
from tavola.terminal.typed_line import Typed, folded, page_of
from tavola.words import command_words, refusals, results, situations
from tavola.words.speaker import side_name
from tavola.words.translations import LANGUAGES, Words

Handler = Callable[[Session, Typed], None]

MOST_PLAYS = 100
"""Plays that `moves` lists; the rest is counted."""


def carry_out(session: Session, typed: Typed) -> None:
    """Do what a typed line says.  Raises `Refused`, or OSError if it cannot be stored.

    While it is the computer's turn only a double and Enter, which lets it go on, are actions.
    """
    if not session.turns.of_computer:
        HANDLERS[typed.name](session, typed)
    elif typed.name in ("enter", "throw"):
        session.let_computer_act()
    elif typed.name in _QUESTIONS or typed.name == "double":
        HANDLERS[typed.name](session, typed)
    else:
        raise refuse("not_your_turn")


def _side(session: Session) -> Side:
    """Whose action a typed line is."""
    state = session.state
    if session.person is not None:
        return session.person
    return state.actor if state.actor is not None else state.side


# ---------------------------------------------------------------------------------------- actions


def _enter(session: Session, typed: Typed) -> None:
    """Enter does what is certain: throw, end a finished throw, go to the next game."""
    state, kinds = session.state, session.kinds
    if Kind.OPENING in kinds or Kind.THROW in kinds:
        _throw(session, typed)
    elif Kind.DONE in kinds:
        session.act(Action(Kind.DONE, state.side))
    elif Kind.NEXT in kinds:
        session.act(Action(Kind.NEXT))
    elif state.phase is not Phase.ANSWER:  # there the prompt says it each time
        session.terminal.say(session.can_type())


def _throw(session: Session, typed: Typed) -> None:
    state = session.state
    if typed.dice is not None:
        _dice(session, typed)
        return
    if state.phase not in (Phase.START, Phase.OPENING) or state.names:
        raise refuse("not_now", action="throw")
    if not session.throw():
        session.terminal.say(session.words.text("Throw your dice and type them, for example 3-1."))


def _dice(session: Session, typed: Typed) -> None:
    """Two digits: a named throw, the number of a double, typed dice, two towers."""
    state, dice = session.state, typed.dice
    if state.names:
        session.act(Action(Kind.NAME, state.side, dice))
    elif state.phase is Phase.CHOOSE:
        _choose(session, typed)
    elif state.phase not in (Phase.OPENING, Phase.START):
        _play(session, typed)
    elif not session.typed_dice:
        session.terminal.trouble(
            session.words.text("Here the dice are thrown for you: press Enter to throw them.")
        )
    elif state.phase is Phase.OPENING:
        session.act(Action(Kind.OPENING, None, dice))
    else:
        session.act(Action(Kind.THROW, state.thrower, dice))


def _choose(session: Session, typed: Typed) -> None:
    """The number of a double; where throws are named, a throw."""
    if session.state.names:
        _name(session, typed)
        return
    number = 0
    if typed.rest in tuple("123456"):
        number = int(typed.rest)
    elif typed.dice is not None and typed.dice[0] == typed.dice[1]:
        number = typed.dice[0]
    session.act(Action(Kind.CHOOSE, _side(session), number=number))


def _name(session: Session, typed: Typed) -> None:
    session.act(Action(Kind.NAME, _side(session), typed.dice))


def _correct(session: Session, typed: Typed) -> None:
    session.act(Action(Kind.CORRECT, None, typed.dice))


def _double(session: Session, typed: Typed) -> None:
    """Two people may say who doubles where both may: `double black`."""
    side = _side(session)
    if typed.rest and session.person is None:
        called = {folded(side_name(Words(lang), s)): s for lang in LANGUAGES for s in Side}
        side = called.get(folded(typed.rest), side)
    session.act(Action(Kind.DOUBLE, side))


def _resign(session: Session, typed: Typed) -> None:
    short = typed.rest.isdecimal() and len(typed.rest) <= 2
    number = int(typed.rest) if short else 0 if typed.rest else 1
    session.act(Action(Kind.RESIGN, _side(session), number=number))


_YES = {Kind.DOUBLE: Kind.TAKE, Kind.RESIGN: Kind.ACCEPT, Kind.DRAW: Kind.AGREE}
_NO = {Kind.DOUBLE: Kind.DROP, Kind.RESIGN: Kind.REFUSE, Kind.DRAW: Kind.DECLINE}


def _answer(session: Session, typed: Typed) -> None:
    """`accept` and `refuse` answer whatever is offered."""
    offer = session.state.offer
    if offer is None:
        session.terminal.trouble(session.words.text("There is no offer to answer."))
        return
    kinds = _YES if typed.name == "accept" else _NO
    session.act(Action(kinds[offer.kind], _side(session)))


def _simple(session: Session, typed: Typed) -> None:
    """Commands that are actions of the rules."""
    kind = Kind(typed.name)
    side = None if kind in (Kind.KEEP, Kind.NEXT) else _side(session)
    session.act(Action(kind, side))


def _play(session: Session, typed: Typed) -> None:
    state = session.state
    if state.phase is Phase.CHOOSE:
        _choose(session, typed)
        return
    if state.phase is not Phase.MOVE:
        raise refuse("not_now", action="step")
    session.act(*notation.read_play(state, typed.rest, session.numbering))


# -------------------------------------------------------------------------------------- questions


def _unknown(session: Session, typed: Typed) -> None:
    told = session.words.text("I do not know “{word}”.", word=typed.rest[:40])
    session.terminal.trouble(f"{told} {session.can_type()}")


def _garbled(session: Session, typed: Typed) -> None:
    session.terminal.trouble(
        session.words.text(
            "This line cannot be read: it is too long, or contains characters that cannot be typed."
        )
    )


def possible_plays(session: Session) -> list[str]:
    """All plays of the part that begins, or in its middle all steps, as they are typed."""
    state = session.state
    ways = [play.steps for play in turn.plays(state)]
    ways = ways or [(action.code,) for action in turn.next_steps(state)]
    numbering = session.numbering
    return list(
        dict.fromkeys(
            notation.write_play(state.rules, state.position, state.side, steps, numbering)
            for steps in ways
        )
    )


def _moves(session: Session, typed: Typed) -> None:
    words, terminal = session.words, session.terminal
    lines = possible_plays(session)
    if not lines:
        terminal.say(words.text("There is nothing to play now."))
        return
    shown = lines[:MOST_PLAYS]
    if terminal.plain:
        for line in shown:
            terminal.say(line)
    else:
        width = max(map(len, shown)) + 3
        columns = max(1, min(5, terminal.console.width // width))
        for start in range(0, len(shown), columns):
            row = shown[start : start + columns]
            terminal.say("".join(f"{line:<{width}}" for line in row).rstrip())
    if len(lines) > len(shown):
        more = len(lines) - len(shown)
        terminal.say(words.plural("And {count} more play.", "And {count} more plays.", more))


def _why(session: Session, typed: Typed) -> None:
    words, terminal = session.words, session.terminal
    if not typed.rest:
        command = f"{command_words.shown(words, 'why')} {session.example()}"
        terminal.say(words.text("Say which play you mean, for example: {command}", command=command))
        return
    reason = notation.why(session.state, typed.rest, session.numbering)
    if reason is None:
        speaker, numbering = session.speaker(), session.numbering
        terminal.say(refusals.why(speaker, session.state, typed.rest, numbering))
    else:
        terminal.say(session.explain(reason))


def _board(session: Session, typed: Typed) -> None:
    if session.terminal.plain:
        for sentence in situations.position(session.speaker(), session.state):
            session.terminal.say(sentence)
    else:
        session.show_board()


def _point(session: Session, typed: Typed) -> None:
    state, words = session.state, session.words
    short = typed.rest.isdecimal() and typed.rest.isascii() and len(typed.rest) <= 2
    point = 0
    if short:
        point = notation.point_of(state.rules, session.viewer, int(typed.rest), session.numbering)
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
    else:
        pages.show_rules(session.terminal, session.words, session.match.game, *reader)


def _numbering(session: Session, typed: Typed) -> None:
    wanted = folded(typed.rest)
    if wanted not in notation.NUMBERINGS:
        wanted = "booklet" if session.numbering == "own" else "own"
    session.numbering = wanted
    session.terminal.say(pages.numbering_sentence(session.words, wanted))


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
    pages.show_help(session.terminal, session.words, session.state, typed_dice=session.typed_dice)


_QUESTIONS: dict[str, Handler] = {
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
    "pips": _pips,
    "rules": _rules,
    "numbering": _numbering,
    "save": _save,
    "help": _help,
}
_ACTIONS = ("done", "undo", "take", "drop", "beaver", "draw", "agree", "decline", "keep", "next")

HANDLERS: dict[str, Handler] = {
    "enter": _enter,
    "throw": _throw,
    "dice": _dice,
    "play": _play,
    "choose": _choose,
    "name": _name,
    "correct": _correct,
    "double": _double,
    "resign": _resign,
    "accept": _answer,
    "refuse": _answer,
    **dict.fromkeys(_ACTIONS, _simple),
    **_QUESTIONS,
}
"""Every command but `quit`, which the session itself knows."""
