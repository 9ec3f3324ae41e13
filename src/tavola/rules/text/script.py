"""Turns as short texts: `3-1; 8/5 6/5; done`.  For worked examples, tests and typed transcripts.

Items are separated by semicolons; plays are in booklet numbers:

- `3-1`: the dice that lie now (opening: White's die, Black's die); `name 3-1`; `correct 3-1`
- `8/5 6/5`, `res/22(4)`: steps of the part being played, or of several parts in order
- `done`, `undo`, `choose 4`, `keep`, `double`, `take`, `drop`, `beaver`, `resign 2`, `accept`,
  `refuse`, `draw`, `agree`, `decline`, `next`; `double B`: Black, whoever is on turn
"""

from __future__ import annotations

import re

from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, one_line
from tavola.rules.turn.state import Action, Kind, Phase, State

_DICE = re.compile(r"[1-6](?:-[1-6]){1,2}")
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)
_PLAIN = {kind.value for kind in Kind} - {"step", "throw", "opening"}


def actions(state: State, item: str) -> tuple[Action, ...]:
    """The actions that one item means in a state.  Raises `Refused`."""
    words = item.split()
    dice = _DICE.fullmatch(words[-1]) if words else None
    if dice is not None:
        throw = tuple(int(face) for face in words[-1].split("-"))
        if len(words) == 1:
            kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
            return (Action(kind, None, throw),)
        if words[0] in ("name", "correct"):
            return (Action(Kind(words[0]), state.actor if words[0] == "name" else None, throw),)
    if words and words[0] in _PLAIN and len(words) <= 2:
        number = int(words[-1]) if _NUMBER.fullmatch(words[-1]) else 0
        kind = Kind(words[0])
        side = None if kind in (Kind.NEXT, Kind.KEEP) else state.actor
        if len(words) == 2 and words[1] in ("W", "B"):
            side = Side("WB".index(words[1]))
        return (Action(kind, side, None, number),)
    if not words:
        raise refuse("unclear_play", text=item)
    return notation.read_play(state, item, "booklet")


def run(state: State, line: str) -> State:
    """Play a whole script.  Raises `Refused` at the first item that is not allowed."""
    for item in line.split(";"):
        if item.strip():
            for action in actions(state, item.strip()):
                state, _ = turn.apply(state, action)
    return state


def outcome(state: State) -> str:
    """A short description: the turn (`W 3-1 left:3,3`), an offer, or the result and score.

    Results read `W +2 gammon 2-0`: winner, points, how, score by player; `= stalemate` is a draw.
    """
    if state.phase in (Phase.OVER, Phase.END) and state.result is not None:
        winner, result = state.result.winner, state.result
        head = "=" if winner is None else f"{winner.letter} +{result.points}"
        end = " match" if state.phase is Phase.END and state.match.games != 1 else ""
        return f"{head} {result.how} {state.score[0]}-{state.score[1]}{end}"
    if state.phase is Phase.OPENING:
        return "opening"
    if state.offer is not None:
        return f"{state.offer.side.letter} {state.offer.kind} {state.offer.value}"
    return one_line.write(state).split(" | ")[2]
