"""What the typed commands do at a table; a refused one raises `Refused` and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tavola.play import log
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase
from tavola.terminal.commands import Typed, folded
from tavola.terminal.match import hints
from tavola.terminal.screen import errors, pages
from tavola.words import command_words, names
from tavola.words.catalogue import LANGUAGES, Words

if TYPE_CHECKING:
    from tavola.terminal.match.session import Table

Handler = Callable[["Table", Typed], None]

MOST_PLAYS = 100
"""Plays that `moves` lists; the rest is counted."""


def carry_out(table: Table, typed: Typed) -> None:
    """Do what a typed line says.  Raises `Refused`, or OSError if it cannot be stored.

    While it is the computer's turn only a double and Enter, which lets it go on, are actions.
    """
    if not _computers_turn(table):
        HANDLERS[typed.name](table, typed)
    elif typed.name in ("enter", "throw"):
        table.let_computer_act()
    elif typed.name in _QUESTIONS or typed.name == "double":
        HANDLERS[typed.name](table, typed)
    else:
        raise refuse("not_your_turn")


def _computers_turn(table: Table) -> bool:
    actor = table.state.actor
    return actor is not None and table.is_computer(actor)


def _side(table: Table) -> Side:
    """Whose action a typed line is."""
    state = table.state
    if table.person is not None:
        return table.person
    return state.actor if state.actor is not None else state.side


# ---------------------------------------------------------------------------------------- actions


def _enter(table: Table, typed: Typed) -> None:
    """Enter does what is certain: throw, end a finished throw, go to the next game."""
    state = table.state
    if state.phase is Phase.OPENING or (state.phase is Phase.START and not state.names):
        _throw(table, typed)
    elif state.phase is Phase.MOVE and state.turn.ending is not None:
        table.act(Action(Kind.DONE, state.side))
    elif state.phase is Phase.OVER:
        table.act(Action(Kind.NEXT))
    elif state.phase is not Phase.ANSWER:  # there the prompt says it each time
        table.terminal.say(table.can_type())


def _throw(table: Table, typed: Typed) -> None:
    state = table.state
    if typed.dice is not None:
        _dice(table, typed)
        return
    if state.phase not in (Phase.START, Phase.OPENING) or state.names:
        raise refuse("not_now", action="throw")
    if not table.throw():
        table.terminal.say(table.words.text("Throw your dice and type them, for example 3-1."))


def _dice(table: Table, typed: Typed) -> None:
    """Two digits: a named throw, the number of a double, typed dice, two towers."""
    state, dice = table.state, typed.dice
    if state.names:
        table.act(Action(Kind.NAME, state.side, dice))
    elif state.phase is Phase.CHOOSE:
        _choose(table, typed)
    elif state.phase not in (Phase.OPENING, Phase.START):
        _play(table, typed)
    elif not table.typed_dice:
        table.terminal.trouble(
            table.words.text("Here the dice are thrown for you: press Enter to throw them.")
        )
    elif state.phase is Phase.OPENING:
        table.act(Action(Kind.OPENING, None, dice))
    else:
        table.act(Action(Kind.THROW, state.thrower, dice))


def _choose(table: Table, typed: Typed) -> None:
    number = 0
    if typed.rest in tuple("123456"):
        number = int(typed.rest)
    elif typed.dice is not None and typed.dice[0] == typed.dice[1]:
        number = typed.dice[0]
    table.act(Action(Kind.CHOOSE, _side(table), number=number))


def _name(table: Table, typed: Typed) -> None:
    table.act(Action(Kind.NAME, _side(table), typed.dice))


def _correct(table: Table, typed: Typed) -> None:
    table.act(Action(Kind.CORRECT, None, typed.dice))


def _double(table: Table, typed: Typed) -> None:
    """Two people may say who doubles where both may: `double black`."""
    side = _side(table)
    if typed.rest and table.person is None:
        called = {folded(names.side_name(Words(lang), s)): s for lang in LANGUAGES for s in Side}
        side = called.get(folded(typed.rest), side)
    table.act(Action(Kind.DOUBLE, side))


def _resign(table: Table, typed: Typed) -> None:
    short = typed.rest.isdecimal() and len(typed.rest) <= 2
    number = int(typed.rest) if short else 0 if typed.rest else 1
    table.act(Action(Kind.RESIGN, _side(table), number=number))


_YES = {Kind.DOUBLE: Kind.TAKE, Kind.RESIGN: Kind.ACCEPT, Kind.DRAW: Kind.AGREE}
_NO = {Kind.DOUBLE: Kind.DROP, Kind.RESIGN: Kind.REFUSE, Kind.DRAW: Kind.DECLINE}


def _answer(table: Table, typed: Typed) -> None:
    """`accept` and `refuse` answer whatever is offered."""
    offer = table.state.offer
    if offer is None:
        table.terminal.trouble(table.words.text("Nothing is offered that could be answered."))
        return
    kinds = _YES if typed.name == "accept" else _NO
    table.act(Action(kinds[offer.kind], _side(table)))


def _simple(table: Table, typed: Typed) -> None:
    """Commands that are actions of the rules."""
    kind = Kind(typed.name)
    side = None if kind in (Kind.KEEP, Kind.NEXT) else _side(table)
    table.act(Action(kind, side))


def _play(table: Table, typed: Typed) -> None:
    state = table.state
    if state.phase is Phase.CHOOSE:
        _choose(table, typed)
        return
    if state.phase is not Phase.MOVE:
        raise refuse("not_now", action="step")
    table.act(*notation.read_play(state, typed.rest, table.numbering))


# -------------------------------------------------------------------------------------- questions


def _unknown(table: Table, typed: Typed) -> None:
    told = table.words.text("I do not know “{word}”.", word=typed.rest[:40])
    table.terminal.trouble(f"{told} {table.can_type()}")


def _garbled(table: Table, typed: Typed) -> None:
    table.terminal.trouble(
        table.words.text(
            "This line cannot be read: it is too long, or holds signs that nobody types."
        )
    )


def example(table: Table) -> str:
    """A step that could be played now, as it is typed."""
    state = table.state
    steps = turn.next_steps(state)
    if not steps:
        return "8/5"
    code = steps[0].code
    return notation.write_play(state.rules, state.position, state.side, (code,), table.numbering)


def possible_plays(table: Table) -> list[str]:
    """All plays of the part that begins, or in its middle all steps, as they are typed."""
    state = table.state
    ways = [play.steps for play in turn.plays(state)]
    ways = ways or [(action.code,) for action in turn.next_steps(state)]
    numbering = table.numbering
    return list(
        dict.fromkeys(
            notation.write_play(state.rules, state.position, state.side, steps, numbering)
            for steps in ways
        )
    )


def _moves(table: Table, typed: Typed) -> None:
    words, terminal = table.words, table.terminal
    lines = possible_plays(table)
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


def _why(table: Table, typed: Typed) -> None:
    words, terminal = table.words, table.terminal
    if not typed.rest:
        command = f"{command_words.shown(words, 'why')} {example(table)}"
        terminal.say(words.text("Say which play you mean, for example: {command}", command=command))
        return
    reason = notation.why(table.state, typed.rest, table.numbering)
    if reason is None:
        terminal.say(words.text("{play} is allowed.", play=typed.rest))
    else:
        terminal.say(table.explain(reason))


def _board(table: Table, typed: Typed) -> None:
    if table.terminal.plain:
        for sentence in table.speaker().position(table.state):
            table.terminal.say(sentence)
    else:
        table.show_board()


def _point(table: Table, typed: Typed) -> None:
    state, words = table.state, table.words
    short = typed.rest.isdecimal() and typed.rest.isascii() and len(typed.rest) <= 2
    point = 0
    if short:
        point = notation.point_of(state.rules, table.viewer, int(typed.rest), table.numbering)
    if not point:
        command = f"{command_words.shown(words, 'point')} 6"
        table.terminal.say(
            words.text("Say which point you mean, for example: {command}", command=command)
        )
        return
    table.terminal.say(table.speaker(full=True).point(state, point))


def _last(table: Table, typed: Typed) -> None:
    for sentence in list(table.said) or [table.words.text("Nothing has happened yet.")]:
        table.terminal.say(sentence)


def _status(table: Table, typed: Typed) -> None:
    speaker = table.speaker(full=True)
    asked = speaker.prompt(table.state)  # the next prompt says it
    for sentence in speaker.situation(table.state):
        if sentence != asked:
            table.terminal.say(sentence)


def _pips(table: Table, typed: Typed) -> None:
    table.terminal.say(table.speaker(full=True).pips(table.state))


def _rules(table: Table, typed: Typed) -> None:
    pages.show_rules(table.terminal, table.words, table.match.game)


def _numbering(table: Table, typed: Typed) -> None:
    wanted = folded(typed.rest)
    if wanted not in notation.NUMBERINGS:
        wanted = "booklet" if table.numbering == "own" else "own"
    table.numbering = wanted
    table.terminal.say(pages.numbering_sentence(table.words, wanted))


def _save(table: Table, typed: Typed) -> None:
    words, terminal = table.words, table.terminal
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
        log.write(path, table.match.record)
    except RuntimeError:  # ~somebody who does not exist
        terminal.trouble(words.text("“{file}” does not exist.", file=typed.rest))
    except OSError as error:
        error.filename = typed.rest  # not the draft that is written first
        terminal.trouble(errors.sentence(words, error))
    else:
        terminal.say(words.text("The record was written to {file}.", file=path), whole=True)


def _help(table: Table, typed: Typed) -> None:
    pages.show_help(table.terminal, table.words, table.state, typed_dice=table.typed_dice)


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
"""Every command but `quit`, which the table itself knows."""
