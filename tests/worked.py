"""Runs the worked examples of the games' declarations."""

from __future__ import annotations

from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.declaration import Example
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import notation, one_line, script
from tavola.rules.turn.state import State

REFUSED = "refused "


def begin(rules: Ruleset, example: Example) -> State:
    """The state in which an example begins.  Raises `Refused`."""
    if not example.text:
        return turn.new_match(rules, example.match)
    return one_line.read(rules, example.text, example.match)


def failure(rules: Ruleset, example: Example) -> str | None:
    """What an example says against rules that it does not hold for, or None."""
    try:
        return _failure(rules, example)
    except Refused as refused:
        return f"refused: {refused}"


def _failure(rules: Ruleset, example: Example) -> str | None:
    state = begin(rules, example)
    line = [item for item in example.line.split(";") if item.strip()]
    refused = example.then.startswith(REFUSED)
    for item in line[:-1] if refused else line:
        state = script.run(state, item)
    if refused:
        return _not_refused(state, line[-1], example.then.removeprefix(REFUSED))
    if example.then:
        reached = one_line.write(state) if " | " in example.then else script.outcome(state)
        if reached != example.then:
            return f"reached: {reached}"
    return None if example.plays is None else _other_plays(state, example.plays)


def _not_refused(state: State, item: str, code: str) -> str | None:
    try:
        state = script.run(state, item)
    except Refused as refused:
        found = refused.refusal.code
        return None if found == code else f"refused: {found}"
    return f"allowed: {script.outcome(state)}"


def _other_plays(state: State, written: tuple[str, ...]) -> str | None:
    found = {play.position.text() for play in turn.plays(state)}
    if len(found) != len(written):
        return f"{len(found)} plays"
    for play in written:
        end = _end(state, play)
        if end not in found:
            return f"{play}: no such end, or twice"
        found.remove(end)
    return None


def _end(state: State, play: str) -> str:
    steps = [action.code for action in notation.read_play(state, play, "booklet")]
    left = state.turn.left
    return movement.played(state.rules, state.position, state.side, steps, left).text()
