"""One step: on the board, in the books of the turn, and what it did to the enemy."""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Goal, Side
from tavola.rules.turn.state import Action, Fact, State, where


def played(state: State, action: Action) -> tuple[State, Fact]:
    """The step on the board and in the turn's books."""
    position = movement.after(state.rules, state.position, state.side, action.code)
    details = _contact(state, action, position)
    turn = state.turn
    index = next(
        i for i, n in enumerate(turn.numbers) if n == action.number and not (turn.used >> i) & 1
    )
    turn = replace(
        turn,
        used=turn.used | 1 << index,
        need=turn.need - 1,
        only=0,
        steps=(*turn.steps, action.code),
        hit=turn.hit or "hit" in details,
    )
    details.update(number=action.number, source=where(action.source), target=where(action.target))
    return state.but(position=position, turn=turn), Fact("step", state.side, details)


def _contact(state: State, action: Action, after: Position) -> dict[str, object]:
    """What the step did to the enemy: `hit`, `captured` or `pins`, with the point."""
    other, before = state.side.other, state.position
    details: dict[str, object] = {}
    if after.bar(other) > before.bar(other):
        gone = [p for p in before.points(other) if after.count(other, p) < before.count(other, p)]
        details["hit"] = gone[0]
    if action.target <= 24 and before.top(action.target) is other:
        if after.pinned(action.target) is other:
            details["pins"] = action.target
        elif "hit" not in details:
            details["captured"] = action.target
    freed = action.source <= 24 and before.pinned(action.source) is other
    if freed and after.pinned(action.source) is None:
        details["frees"] = action.source
    return details


def jumps(
    state: State, before: Position, after: Position, action: Action | None = None
) -> tuple[Fact, ...]:
    """Catch me: last checkers that jumped to a corner without having been moved."""
    if state.rules.goal is not Goal.CAPTURE_ALL:
        return ()
    facts = []
    for side in Side:
        captured = set(after.points(side.other))
        gone = set(before.points(side)) - set(after.points(side)) - captured
        come = set(after.points(side)) - set(before.points(side))
        if action is not None:
            gone -= {action.source, action.target}
            come -= {action.target}
        if come and len(after.points(side)) == 1:
            source = min(gone) if gone else action and action.target
            facts.append(Fact("jumped", side, {"target": come.pop(), "source": source}))
    return tuple(facts)
