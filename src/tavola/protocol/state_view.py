"""What a program wants to know of a state without working it out: what is awaited, and the board.

Places are points 1 to 24, `bar`, `res` and `off`, sides `W` and `B`, as everywhere in version 2.
"""

from __future__ import annotations

from tavola.protocol.errors import Json
from tavola.protocol.states import letter
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text import one_line
from tavola.rules.text.record import result_to_json
from tavola.rules.turn.state import Action, Kind, Phase, State

AWAITS = (
    "opening",
    "throw",
    "name",
    "keep_or_throw",
    "answer",
    "choose",
    "steps",
    "done",
    "next",
    "nothing",
)
"""Everything that can be awaited."""

LEADS_TO = {
    "turn": "turn",
    "again": "throw",
    "second_throw": "throw",
    "handed": "handed",
    "game_over": "game_over",
    "match_over": "match_over",
}
"""What `done` leads to, by the fact that tells it; the last one counts."""

_WITHOUT_TURN = (Phase.OPENING, Phase.OVER, Phase.END)
_HIDDEN = (Phase.OVER, Phase.END)


def view(state: State) -> Json:
    """A state as programs read it."""
    return {
        "awaits": awaits(state),
        "leads_to": leads_to(state),
        "on_turn": None if state.phase in _WITHOUT_TURN else state.side.letter,
        "text": None if state.phase in _HIDDEN else one_line.write(state),
        "position": position_json(state.position),
        **_throw(state),
        "cube": {"value": state.cube.value, "owner": letter(state.cube.owner)},
        "may_double": [side.letter for side in Side if turn.may_double(state, side)],
        "offer": _offer(state),
        "score": score(state),
        "game": state.game,
        **({"playing": state.in_turn.game} if state.in_turn else {}),
        "swapped": state.swapped,
        "crawford": state.crawford == "now",
        "result": None if state.result is None else result_to_json(state.result),
    }


def awaits(state: State) -> Json:
    """What is awaited, of which side (None: of nobody or of either), and whose dice fall."""
    what = awaited(state)
    side = None if what == "opening" else state.actor
    return {"what": what, "side": letter(side), "dice_of": dice_of(state)}


def awaited(state: State) -> str:
    """One of `AWAITS`."""
    if state.phase is Phase.START:
        if state.names:
            return "name"
        return "throw" if state.opening is None else "keep_or_throw"
    if state.phase is Phase.MOVE:
        return "steps" if state.turn.ending is None else "done"
    plain = {Phase.OVER: "next", Phase.END: "nothing"}
    return plain.get(state.phase, state.phase.value)


def dice_of(state: State) -> list[str]:
    """Whose dice may fall now, in the order of the dice: one die each in the opening."""
    if state.phase is Phase.OPENING:
        return [side.letter for side in Side]
    if state.phase is Phase.START and not state.names:
        return [state.thrower.letter]
    return []


def leads_to(state: State) -> Json | None:
    """What `done` leads to; None unless it is awaited."""
    if state.phase is not Phase.MOVE or state.turn.ending is None:
        return None
    after, facts = turn.apply(state, Action(Kind.DONE, state.side))
    told = [fact for fact in facts if fact.kind in LEADS_TO][-1]
    number, times = told.details.get("number", 0), told.details.get("times", 0)
    over = after.phase in _HIDDEN
    return {
        "what": LEADS_TO[told.kind],
        "side": None if over else after.side.letter,
        "numbers": [number] * times,
        "result": None if after.result is None or not over else result_to_json(after.result),
    }


def _throw(state: State) -> Json:
    """The dice, and how far they have been played."""
    now = state.turn
    return {
        "dice": _dice(now.dice),
        "part": now.index,
        "left": list(now.left),
        "due": now.need,
        "only": now.only if now.only > 0 else None,
        "chosen": now.chosen or None,
        "heir": None if now.heir is None else {"number": now.heir[0], "times": now.heir[1]},
        "opening": _dice(state.opening),
        "ahead": {side.letter: _dice(state.ahead[side]) for side in Side},
        "fixed": _dice(state.fixed),
    }


def _offer(state: State) -> Json | None:
    offer = state.offer
    if offer is None:
        return None
    return {"kind": offer.kind.value, "side": offer.side.letter, "value": offer.value}


def score(state: State) -> Json:
    """Points won so far by the player of each colour."""
    return {side.letter: state.score_of(side) for side in Side}


def position_json(position: Position) -> Json:
    """For `W` and `B` the `points` and what else is not empty: `bar`, `res`, `off` and so on."""
    found = position.to_json()
    return {"W": _half(found["white"]), "B": _half(found["black"])}


def _half(half: Json) -> Json:
    if "reserve" not in half:
        return half
    return {"res" if name == "reserve" else name: value for name, value in half.items()}


def _dice(throw: Throw | None) -> list[int] | None:
    return None if throw is None else list(throw)
