"""What the typed commands do at the table; a refused one raises `Refused` and changes nothing."""

from __future__ import annotations

import re

from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import is_double
from tavola.rules.text import notation
from tavola.rules.turn.scoring import resigned_points
from tavola.rules.turn.state import Action, Kind, Phase, step_action
from tavola.terminal.match import by_itself, hints, listing, questions, setup
from tavola.terminal.match.questions import QUESTIONS, Handler
from tavola.terminal.match.session import Session
from tavola.terminal.typed_line import Typed, folded, number_of
from tavola.words import situations
from tavola.words.speaker import side_name
from tavola.words.translations import LANGUAGES, Words
from tavola.words.typed_numbers import whole_number

_DICE = re.compile(r"\d{1,2}([-, ]+\d{1,2}){0,2}", re.ASCII)
"""What was meant for dice, where they are typed."""


def carry_out(session: Session, typed: Typed) -> None:
    """Do what a typed line says.  Raises `Refused`, or OSError if it cannot be stored.

    While it is the computer's turn only a double and Enter, which lets it go on, are actions.
    """
    stopped, session.tutoring.stopped = session.tutoring.stopped, ()
    if stopped and typed.name == "enter":
        _play_on(session, stopped)
    elif not session.turns.of_computer:
        HANDLERS[typed.name](session, typed)
    elif typed.name in ("enter", "throw"):
        session.let_computer_act()
    elif typed.name in QUESTIONS or typed.name == "double":
        HANDLERS[typed.name](session, typed)
    else:
        raise refuse("not_your_turn")


def _play_on(session: Session, stopped: tuple[Action, ...]) -> None:
    """Do what a tutor has just stopped: Enter alone would throw in place of a double, and do
    nothing where one is answered."""
    if stopped[0].kind is Kind.THROW and stopped[0].dice is None:
        _throw(session, Typed("throw"))
    else:
        session.act(*stopped)


def _side(session: Session) -> Side:
    """Whose action a typed line is."""
    state = session.state
    if session.person is not None:
        return session.person
    return state.actor if state.actor is not None else state.side


# ---------------------------------------------------------------------------------------- actions


def _enter(session: Session, typed: Typed) -> None:
    """Enter does what is certain: throw, play the only play, end a finished throw, go to the next
    game."""
    state, kinds = session.state, session.kinds
    if Kind.OPENING in kinds or Kind.THROW in kinds:
        _throw(session, typed)
    elif Kind.STEP in kinds and (steps := by_itself.forced(state)):
        session.act(*(step_action(state.side, code) for code in steps))
    elif Kind.DONE in kinds:
        session.act(Action(Kind.DONE, state.side))
    elif Kind.NEXT in kinds:
        session.act(Action(Kind.NEXT))
    elif state.phase is not Phase.ANSWER:  # there the prompt says it each time
        session.terminal.say(session.can_type())


def _ok(session: Session, typed: Typed) -> None:
    """As Enter; where something is offered it is a yes."""
    if session.state.offer is not None:
        _answer(session, Typed("accept"))
    else:
        _enter(session, Typed("enter"))


def _next(session: Session, typed: Typed) -> None:
    """The next game; before its end whatever comes next, as Enter does it."""
    if session.state.phase in (Phase.OVER, Phase.END):
        _simple(session, typed)
    elif session.state.offer is not None:
        questions.can_type(session, typed)
    else:
        _enter(session, Typed("enter"))


def _pass(session: Session, typed: Typed) -> None:
    """Let a double go, or a turn in which nothing can be played."""
    offer, state = session.state.offer, session.state
    if offer is not None:
        _answer(session, Typed("refuse"))
    elif Kind.STEP in session.kinds:
        raise refuse("numbers_left", numbers=list(state.turn.left))
    else:
        session.act(Action(Kind.DONE, _side(session)))


def _throw(session: Session, typed: Typed) -> None:
    state = session.state
    if state.phase not in (Phase.START, Phase.OPENING):
        raise refuse("not_now", action="throw")  # dice behind the word are no play either
    if typed.dice is not None:
        _dice(session, typed)
        return
    if state.names:
        raise refuse("not_now", action="throw")
    if session.stopped(Action(Kind.THROW)):
        return
    if not session.throw():
        example = situations.example_throw(state)
        session.terminal.say(session.words.text(situations.THROW_YOURS, throw=example))


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
    elif typed.dice is not None and is_double(typed.dice):
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
    """The computer accepts at once: so it is asked before whether that is meant."""
    number = whole_number(typed.rest, 2) or 0 if typed.rest else 1
    side = _side(session)
    action = Action(Kind.RESIGN, side, number=number)
    if session.is_computer(side.other):
        turn.apply(session.state, action)  # what is refused is not asked about
        words, points = session.words, resigned_points(session.state, side, number)
        worth = words.plural("{count} point", "{count} points", points)
        question = words.text("Do you resign this game for {points}?", points=worth)
        if not setup.ask_yes(session.terminal, words, question, usual=False):
            return
    session.act(action)


_YES = {Kind.DOUBLE: Kind.TAKE, Kind.RESIGN: Kind.ACCEPT, Kind.DRAW: Kind.AGREE}
_NO = {Kind.DOUBLE: Kind.DROP, Kind.RESIGN: Kind.REFUSE, Kind.DRAW: Kind.DECLINE}


def _answer(session: Session, typed: Typed) -> None:
    """`accept` and `refuse`, yes and no answer whatever is offered."""
    offer = session.state.offer
    if offer is None:
        session.terminal.trouble(session.words.text("There is no offer to answer."))
        return
    kinds = _YES if typed.name in ("accept", "yes") else _NO
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
    elif state.phase is Phase.MOVE:
        if listing.plain_numbers(state) and number_of(typed.rest):
            _pick(session, typed)
        else:
            session.act(*notation.read_play(state, typed.rest, session.numbering))
    elif not _DICE.fullmatch(typed.rest):
        raise refuse("not_now", action="step")
    elif session.turns.hands_throw or state.names:
        raise refuse("bad_dice")
    elif state.phase in (Phase.OPENING, Phase.START):
        _dice(session, typed)
    else:
        raise refuse("not_now", action="step")


def _pick(session: Session, typed: Typed) -> None:
    """A play by its number in the list that was shown last."""
    actions = session.listed_play(number_of(typed.rest))
    if actions and actions[0].kind is Kind.THROW:
        _throw(session, Typed("throw"))
    elif actions:
        session.act(*actions)


def _look(session: Session, typed: Typed) -> None:
    """Takes back what a tutor has warned of; without a warning the board is shown."""
    if not session.tutoring.warned(session):
        QUESTIONS["board"](session, typed)
        return
    for _ in range(session.tutoring.steps):
        session.act(Action(Kind.UNDO, session.state.side))


def _show(session: Session, typed: Typed) -> None:
    """The same, and then what is better."""
    if session.tutoring.warned(session):
        _look(session, typed)
    hints.hint(session, Typed("hint", typed.rest))


_ACTIONS = ("done", "undo", "take", "drop", "beaver", "draw", "agree", "decline", "keep")

HANDLERS: dict[str, Handler] = {
    "enter": _enter,
    "ok": _ok,
    "next": _next,
    "pass": _pass,
    "throw": _throw,
    "dice": _dice,
    "play": _play,
    "pick": _pick,
    "choose": _choose,
    "name": _name,
    "correct": _correct,
    "double": _double,
    "resign": _resign,
    "look": _look,
    "show": _show,
    **dict.fromkeys(("accept", "refuse", "yes", "no"), _answer),
    **dict.fromkeys(_ACTIONS, _simple),
    **QUESTIONS,
}
"""Every command but `quit`, which the session itself knows."""
