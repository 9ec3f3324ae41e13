"""What decisions that are no plays may lead to, as something that can be rolled out.

    for branch in branches(state, Side.WHITE, "double", (Action(Kind.DOUBLE, Side.WHITE),), ask):
        branch.name, branch.start, branch.value

A way has a branch for each answer that the other side has to it: a double may be taken or dropped.
Where a branch ends the game its value is known; else trials go on from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tavola.bots.adviser import Candidate
from tavola.bots.arena.match_rollout import Start, settled
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.turn.state import Action, Kind, Phase, State

Ask = Callable[[State], Sequence[Candidate]]
"""Who says what is best to be played or chosen in a state, the best first."""

ANSWERS = (Kind.TAKE, Kind.DROP, Kind.BEAVER)


@dataclass(frozen=True)
class Branch:
    """A way and the answer to it, '' where there is none to give.

    `start` is where trials go on, None where the game has ended; then `value` is what that is worth
    to the side that decides.
    """

    way: str
    answer: str = ""
    start: Start | None = None
    value: float = 0.0

    @property
    def name(self) -> str:
        """Way and answer: what is kept of it."""
        return f"{self.way} {self.answer}".rstrip()


def branches(
    state: State, side: Side, way: str, actions: Sequence[Action], ask: Ask
) -> list[Branch]:
    """What may come of a way of `side` in a state.

    Raises `Refused`: `no_advice` where nothing can be rolled out.
    """
    after = state
    for action in actions:
        if action.kind is not Kind.THROW:  # throwing afresh: trials begin with a throw
            after, _ = turn.apply(after, action)
    return [_branch(state, side, way, answer, end, ask) for answer, end in _answered(after, side)]


def _answered(after: State, side: Side) -> Iterator[tuple[str, State]]:
    """The answers of the other side to what is offered, and what follows them."""
    offer = after.offer
    if offer is None:
        yield "", after
    elif offer.kind is Kind.DOUBLE and offer.value == 2 * after.cube.value:
        for kind in ANSWERS:
            if kind is not Kind.BEAVER or turn.may_beaver(after):
                yield kind.value, _taken(after, kind, side.other)
    elif offer.kind is Kind.DOUBLE:
        yield "", turn.apply(after, Action(Kind.TAKE, side.other))[0]
    else:
        ends = {Kind.RESIGN: Kind.ACCEPT, Kind.DRAW: Kind.AGREE}[offer.kind]
        yield "", turn.apply(after, Action(ends, side.other))[0]


def _taken(after: State, kind: Kind, other: Side) -> State:
    """After an answer; a beaver is taken."""
    state, _ = turn.apply(after, Action(kind, other))
    if kind is Kind.BEAVER:
        state, _ = turn.apply(state, Action(Kind.TAKE, other.other))
    return state


def _branch(before: State, side: Side, way: str, answer: str, end: State, ask: Ask) -> Branch:
    if end.phase in (Phase.OVER, Phase.END):
        assert end.result is not None
        value = settled(before, side, end.result.winner, end.result.points)
        return Branch(way, answer, None, value)
    return Branch(way, answer, _start(end, ask))


def _start(state: State, ask: Ask) -> Start:
    """Where trials begin: what has to be chosen or played at once is what is best.

    Whoever comes to throw because the turn of the other side is over may double before.
    """
    decided = True
    while True:
        if state.phase is Phase.MOVE and state.turn.ending is not None:
            state, _ = turn.apply(state, Action(Kind.DONE, state.side))
            decided = False
        elif state.phase is Phase.CHOOSE or state.names:
            state, _ = turn.apply(state, ask(state)[0].actions[0])
        else:
            break
    if state.phase is Phase.START:
        return Start(state.but(opening=None), decided=decided)
    if state.phase is not Phase.MOVE:
        raise refuse("no_advice", what="dice")
    best = ask(state)[0]
    return Start(state, (tuple(action.code for action in best.actions), best.position))


__all__ = ["ANSWERS", "Ask", "Branch", "branches"]
