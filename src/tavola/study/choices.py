"""Rollouts of decisions that are no plays: the cube, named throws, resignations, draws.

    rolled = Choices("backgammon", state, state.side, ways_of(state))
    rolled.go_on(100)
    rolled.results()[0].text            # "hold", "double take", "name 3-1", ...

Other than a play such a decision is worth something only with the cube and the score, so that
trials play with both (`bots/arena/match_rollout.py`).  A way that may be answered is worth what the
answer that is worst for it leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tavola.bots.adviser import Adviser, Candidate
from tavola.bots.arena.match_rollout import MatchRoller
from tavola.bots.arena.rollout import HORIZON
from tavola.bots.exact import tables_for
from tavola.rules import turn
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.branches import Branch, branches
from tavola.study.rollouts import LOOK, Rolled, Tally, weights_of

Way = tuple[str, tuple[Action, ...]]
"""A way as it is called, and what is done for it: nothing where a double is not offered."""


class Choices(Rolled):
    """A rollout of what `side` may decide in a state; one thread.

    `ways` are compared, by default all there are, of throws the best `most` at a first look.
    `horizon` throws are played on.  Raises `Refused`: `no_game`, `no_net`; `no_advice` where there
    is nothing to choose.
    """

    whole = True

    def __init__(
        self,
        game: str,
        state: State,
        side: Side | None = None,
        most: int = 4,
        seed: int = 1,
        horizon: int = HORIZON,
        ways: Sequence[Way] | None = None,
    ) -> None:
        weights, exact = weights_of(game), tables_for(state.rules, compute=False)
        self.game, self.state, self.seed, self.horizon = game, state, seed, horizon
        asked = state.side if state.actor is None else state.actor
        self.side = asked if side is None else side
        self._adviser = Adviser(state.rules, weights, exact)
        self._roller = MatchRoller(state.rules, weights, exact, horizon)
        self._chosen = list(ways) if ways is not None else self._usual(most)
        if len(self._chosen) < 2:
            raise refuse("no_advice", what="dice")
        self.branches: list[Branch] = []
        self._ways: list[list[int]] = []
        for way, actions in self._chosen:
            found = branches(state, self.side, way, actions, self._ask)
            first = len(self.branches)
            self._ways.append(list(range(first, first + len(found))))
            self.branches += found
        self.tally = Tally(len(self.branches))

    @property
    def texts(self) -> list[str]:
        """Ways and the answers to them, as they are kept."""
        return [one.name for one in self.branches]

    @property
    def ways(self) -> list[list[int]]:
        """The places of the branches of each way."""
        return self._ways

    @cached_property
    def unit(self) -> float:
        """The mean absolute result of a game."""
        return self._adviser.unit

    def recipe(self) -> tuple[Any, ...]:
        """Arguments of the class."""
        return self.game, self.state, self.side, 0, self.seed, self.horizon, self._chosen

    def trials(self, first: int, count: int) -> list[list[float]]:
        """The trials from a number on: the equity of each branch, in units of the cube as it lies
        before the decision; nothing is counted."""
        seed, cube = self.seed + first, self.state.cube
        columns = [
            [one.value] * count
            if one.start is None
            else self._roller.trials(one.start, self.side, seed, count, cube)
            for one in self.branches
        ]
        return [list(row) for row in zip(*columns, strict=True)]

    def _ask(self, state: State) -> Sequence[Candidate]:
        return self._adviser.candidates(state, LOOK)

    def _usual(self, most: int) -> list[Way]:
        """What may be decided: an answer, a throw, or whether to double."""
        state, side = self.state, self.side
        if state.phase is Phase.ANSWER:
            kinds = (Kind.TAKE, Kind.DROP, Kind.BEAVER)
            actions = [one for one in turn.legal(state) if one.kind in kinds]
            return [(one.kind.value, (one,)) for one in actions]
        if state.names or state.phase is Phase.CHOOSE or state.opening is not None:
            found = self._ask(state)
            return [called(state, found[n]) for n in range(min(most, len(found)))]
        if turn.may_double(state, side):
            return [("hold", ()), ("double", (Action(Kind.DOUBLE, side),))]
        return []


def called(state: State, one: Candidate) -> Way:
    """A throw that is named or chosen, as a way."""
    text = notation.typed(state, one.actions, after=one.position)
    return f"{one.actions[0].kind.value} {text}".rstrip(), one.actions


__all__ = ["Choices", "Way", "called"]
