"""What a client wants done, as actions of the rules; refused if it is not his to do.

Whether an action is allowed at all the rules say; here is decided whose it is, and where its dice
come from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tavola.play.turns import Turns
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase
from tavola.server.match import length
from tavola.server.match.live_match import Look, Scene, side_for
from tavola.server.match.presence import PATIENCE
from tavola.server.store import NoAnswer, NotStored, Unknown
from tavola.server.wire.messages import Act
from tavola.server.wire.view import NOT_BEEN_HERE
from tavola.words import situations
from tavola.words.translations import mark

_DICE = re.compile(r"([1-6])\s*[-, ]?\s*([1-6])(?:\s*[-, ]?\s*([1-6]))?", re.ASCII)
_NOBODYS = (Kind.NEXT, Kind.CORRECT)
"""Actions without a side."""


class Denied(Exception):
    """A table refuses what the rules know nothing about; `message` is a key of the catalogue,
    `details` what its sentence names.
    """

    def __init__(self, code: str, message: str, **details: str) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.details = details


STALE = ("stale", mark("Meanwhile something else has happened: look at the board again."))
NOT_SEATED = ("not_seated", mark("You are watching: only those who play may do that."))
NOT_YOURS = ("not_seated", mark("That is for the other player to do."))
WAITING = ("waiting", mark("The other seat is still open: wait until somebody takes it."))
BROKEN_OFF = ("broken_off", mark("The match was broken off: nothing more is played here."))
NOT_AWAY = (
    "not_away",
    mark(
        "Wait a little: a match can be broken off once the other player has been away for a minute "
        "in his turn."
    ),
)
NOT_YET = (
    "not_your_turn",
    mark("You resign in your own turn; if the other player stays away, you can break off."),
)
NO_SEED = ("no_seed", NOT_BEEN_HERE)
NOT_STORED = (
    "not_stored",
    mark("Nothing was played, since the match cannot be stored. Try again in a moment."),
)
NO_ANSWER = (
    "not_stored",
    mark("Nothing was played, since the database does not answer. Try again in a moment."),
)
UNKNOWN = (
    "not_stored",
    mark(
        "The database does not answer. Whether your move was stored will be seen here as soon as "
        "it does."
    ),
)
TOO_LONG = (
    "too_long",
    mark("This match is longer than a server can keep: resign it, or agree on a draw."),
)
UNDONE_ENOUGH = (
    "too_long",
    mark("You have taken back enough steps of this throw: play it now."),
)
THROWN_HERE = ("thrown_here", mark("Here the dice are thrown for you."))
NO_BACK = ("no_back", mark("At this table nothing is taken back once a turn is over."))
NOTHING_BACK = (
    "no_back",
    mark("There is nothing to take back: you have not decided anything yet."),
)
THROW_YOURS = ("throw_yours", situations.THROW_YOURS)


def check_length(events: Sequence[Action], wanted: Sequence[Action]) -> None:
    """Raise `Denied` where somebody goes on for ever: every event is kept, and replayed."""
    kinds = {action.kind for action in wanted}
    if length.too_long(events, kinds, len(wanted)):
        raise Denied(*TOO_LONG)
    if Kind.UNDO in kinds and length.undone_enough(events):
        raise Denied(*UNDONE_ENOUGH)


def why_not_stored(error: NotStored) -> tuple[str, str]:
    """Code and sentence for what the store could not keep."""
    if isinstance(error, Unknown):
        return UNKNOWN
    return NO_ANSWER if isinstance(error, NoAnswer) else NOT_STORED


class GoOn(Exception):
    """Not an action: the person does not double, the computer may go on."""


def check_seat(turns: Turns, mine: Sequence[Side]) -> None:
    """Raise `Denied` unless somebody plays here, and the match has begun and goes on."""
    if not mine:
        raise Denied(*NOT_SEATED)
    if turns.broken_off:
        raise Denied(*BROKEN_OFF)
    if turns.waiting:
        raise Denied(*WAITING)


def check_claim(scene: Scene, mine: Sequence[Side]) -> None:
    """Raise `Denied` unless the other player is waited for and has been away for `PATIENCE`."""
    check_seat(scene.turns, mine)
    side = scene.waited_for
    if side is None or side in mine:
        raise Denied(*NOT_AWAY)
    away = scene.away(scene.seats[scene.state.player(side)])
    if away is None or away < PATIENCE:
        raise Denied(*NOT_AWAY)


def read_act(turns: Turns, look: Look, act: Act, dice: Throw | None) -> tuple[Action, ...]:
    """The action that a client asks for; `dice` are those of the table, None if people throw.

    Raises `Denied`, `GoOn`, or `Refused`.
    """
    check_seat(turns, look.mine)
    state, kind = turns.state, _kind(act.do)
    side = side_for(look, state) if act.side is None else Side("WB".index(act.side))
    if side is None or side not in look.mine:
        raise Denied(*NOT_YOURS)
    if kind is Kind.THROW or (kind is Kind.OPENING and state.phase is Phase.OPENING):
        return (_throw(turns, look, act.dice, dice),)
    if kind is Kind.OPENING:
        raise refuse("not_now", action=kind.value)
    if kind is Kind.RESIGN and state.actor is side.other and not turns.is_computer(side.other):
        raise Denied(*NOT_YET)
    if kind is Kind.CORRECT and kind not in turns.kinds(look.mine):
        raise refuse("not_now", action=kind.value)
    return (_action(act, kind, side),)


def _kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        raise refuse("bad_action", text=text) from None


def _action(act: Act, kind: Kind, side: Side) -> Action:
    data: dict[str, Any] = {
        "do": kind.value,
        "side": None if kind in _NOBODYS else side.letter,
        "dice": act.dice,
        "number": act.number or 0,
        "from": act.source,
        "to": act.target,
    }
    return Action.from_json(data)


def _throw(turns: Turns, look: Look, typed: Throw | None, dice: Throw | None) -> Action:
    """The dice fall, or somebody types them."""
    state = turns.state
    kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
    if kind is Kind.THROW:
        _check_thrower(turns, look)
    if typed is not None and not turns.typed:
        raise Denied(*THROWN_HERE)
    if dice is None and typed is None:
        raise Denied(*THROW_YOURS, throw=situations.example_throw(state))
    # Typed dice that come again after a take-back may have been the wrong ones.
    return Action(kind, None if kind is Kind.OPENING else state.thrower, typed or dice)


def _check_thrower(turns: Turns, look: Look) -> None:
    """Raise unless somebody may throw; `GoOn` if it is the computer that is to go on."""
    state = turns.state
    ended = {Phase.OVER: "game_over", Phase.END: "match_over"}
    if state.phase is not Phase.START or state.names:
        raise refuse(ended.get(state.phase, "not_now"), action=Kind.THROW.value)
    if not turns.may_throw(look.mine):
        raise refuse("not_your_turn")
    if turns.of_computer:
        raise GoOn


def read_play(turns: Turns, look: Look, text: str, dice: Throw | None) -> tuple[Action, ...]:
    """The actions that a typed line means: steps, the number of a double, a named throw, dice.

    Raises as `read_act`.
    """
    check_seat(turns, look.mine)
    state, side = turns.state, side_for(look, turns.state)
    told = _DICE.fullmatch(text.strip())
    faces = tuple(int(face) for face in told.groups() if face) if told else None
    if state.phase in (Phase.OPENING, Phase.START) and not state.names and faces is not None:
        return (_throw(turns, look, faces, dice),)
    if state.actor is not None and side is not state.actor:
        raise refuse("not_your_turn")
    if state.names:
        return (Action(Kind.NAME, side, faces),)
    if state.phase is Phase.CHOOSE:
        return (Action(Kind.CHOOSE, side, number=_double(text.strip(), faces)),)
    if state.phase is not Phase.MOVE:
        raise refuse("not_now", action=Kind.STEP.value)
    return notation.read_play(state, text, look.numbering)


def _double(text: str, faces: Throw | None) -> int:
    """The number of a double typed as `4` or `4-4`; 0 if it is none."""
    if faces is not None and faces[0] == faces[1]:
        return faces[0]
    return int(text) if text in tuple("123456") else 0


__all__ = [
    "BROKEN_OFF",
    "NOTHING_BACK",
    "NOT_AWAY",
    "NOT_SEATED",
    "NOT_STORED",
    "NOT_YOURS",
    "NO_ANSWER",
    "NO_BACK",
    "NO_SEED",
    "STALE",
    "THROWN_HERE",
    "THROW_YOURS",
    "TOO_LONG",
    "UNDONE_ENOUGH",
    "WAITING",
    "Denied",
    "GoOn",
    "check_claim",
    "check_length",
    "check_seat",
    "read_act",
    "read_play",
]
