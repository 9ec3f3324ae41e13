"""The computer players: a net at a level.

    player = Player(rules, level, weights, seed=7)
    player.choose(state)            # one action, or all steps of a part; () where dice must fall

A player sees a `State` and nothing else.  The same seed, state and level give the same decision;
errors of the lower levels depend on (seed, position, play), not on when they are asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from tavola.bots import mistakes, shipped_nets
from tavola.bots.adviser import (
    SECONDS,
    Adviser,
    Candidate,
    Plays,
    usual_budget,
    without_dice,
)
from tavola.bots.beginner_judgement import judgement_here
from tavola.bots.cube.context import context
from tavola.bots.cube.decisions import Answer, TakeEquities, decided
from tavola.bots.cube.patience import Patience
from tavola.bots.cube.resigning import accept_resignation, agree_draw, resignation
from tavola.bots.exact import Exact
from tavola.bots.levels import Level
from tavola.bots.search.ranking import Ranking
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.kernel.backend import small
from tavola.rules.kernel.row import row_key
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.model.throws import packed
from tavola.rules.turn.state import Action, Kind, Phase, State

CUBE_NOISE = 0.5
"""Share of a level's noise in cube decisions, which come up again with every throw."""
_KINDS = tuple(Kind)
HOPELESS = 1e-3
"""Chance to win from which it asks itself whether the game is lost for sure."""
_WORD = 2**63
"""Seeds from minus this to below it are taken as they are."""


class Player:
    """A computer player of one game; `weights` and `exact` as for `Analyst`.

    `late` says that its last decision was cut short by the clock.
    """

    def __init__(
        self,
        rules: Ruleset,
        level: Level,
        weights: Any,
        seed: int = 0,
        exact: Exact | None = None,
        budget: int | None = None,
        seconds: float | None = SECONDS,
    ) -> None:
        budget = usual_budget(level.depth) if budget is None else budget
        self.rules = rules
        self.level = level
        self.seed = seed
        self.adviser = Adviser(rules, weights, exact, budget, seconds)
        self._resigned: set[tuple[int, Side]] = set()
        self._patience = Patience()

    @property
    def seed(self) -> int:
        """What its errors come from: the seed that it was given, in 64 bits."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = _word_of(seed)

    @property
    def late(self) -> bool:
        """The clock cut its last decision short."""
        return self.adviser.late

    @property
    def unit(self) -> float:
        """The mean absolute result of a game, in which errors are measured."""
        return self.adviser.unit

    def choose(self, state: State) -> tuple[Action, ...]:
        """What it does now: one action, or all steps of a part.  Empty where dice must fall."""
        side = state.actor
        if side is None:
            return (Action(Kind.NEXT),) if state.phase is Phase.OVER else ()
        if state.phase is Phase.ANSWER:
            return (self._answer(state, side),)
        if state.phase is Phase.START:
            offered = self._offer(state, side)
            if offered is not None:
                return (offered,)
        if state.turn.ending is not None:
            return (Action(Kind.DONE, side),)
        candidates = self.adviser.candidates(state, self.level.depth, self.level.budget)
        if not candidates:
            return ()
        actions = self._liked(state, candidates)
        return () if without_dice(actions) else actions

    def sit(
        self,
        seed: int,
        resigned: Collection[tuple[int, Side]] = (),
        patience: Patience | None = None,
    ) -> None:
        """Go to another table: what its errors come from, the (game, side) pairs in which it has
        offered to resign there, and what it remembers.  It decides as a player that was made for
        that table."""
        self.seed = seed
        self._resigned = set(resigned)
        self._patience = Patience() if patience is None else patience

    # ------------------------------------------------------------------------------------- errors

    def _liked(self, state: State, candidates: Sequence[Candidate]) -> tuple[Action, ...]:
        """The actions that look best to a player who errs."""
        level = self.level
        if level.noise == level.naive == 0.0:
            return candidates.actions(0) if isinstance(candidates, Plays) else candidates[0].actions
        if isinstance(candidates, Plays):
            return candidates.actions_at(self._liked_place(state, candidates.ranking))

        def looks(index: int) -> tuple[float, int]:
            candidate = candidates[index]
            error = level.noise * self._chance(state, candidate.position, candidate.actions[0])
            row = small(candidate.position.cells)
            naive = judgement_here(self.adviser.analyst.net.T, row, 0, int(state.side))
            error += level.naive * float(naive)
            return round(candidate.equity + error * self.unit, 5), -index

        return candidates[max(range(len(candidates)), key=looks)].actions

    def _liked_place(self, state: State, ranking: Ranking) -> int:
        """Where the play stands in a ranking that looks best to a player who errs."""
        net, unit = self.adviser.analyst.net, self.unit
        found = mistakes.looks_best(
            net.T,
            net.Z,
            small(state.position.cells),
            ranking.rows,
            ranking.values,
            int(state.side),
            self.seed,
            self.level.noise * unit,
            self.level.naive * unit,
        )
        return int(found)

    def _chance(self, state: State, after: Position, action: Action) -> float:
        """A normally distributed number that belongs to the seed, the position, the one that an
        action leads to, and the action."""
        Z = self.adviser.analyst.net.Z
        before, then = (row_key(Z, small(one.cells), 0) for one in (state.position, after))
        throw = packed(action.dice)
        what = 1 + _KINDS.index(action.kind) + 32 * (throw + 100 * action.number)
        found = mistakes.deviation(self.seed, int(state.side), int(before), int(then), what)
        return float(found)

    def _cube_error(self, state: State, kind: Kind) -> float:
        error = self._chance(state, state.position, Action(kind))
        return CUBE_NOISE * self.level.noise * self.unit * error

    # ------------------------------------------------------------------------------------- offers

    def _offer(self, state: State, side: Side) -> Action | None:
        """A double, a resignation or a draw before the throw."""
        if turn.may_double(state, side) and self._doubles(state, side):
            return Action(Kind.DOUBLE, side)
        multiple = self._gives_up(state, side)
        if multiple:
            self._resigned.add((state.game, side))
            return Action(Kind.RESIGN, side, number=multiple)
        if self._patience.lost(state):
            self._patience.asked()
            return Action(Kind.DRAW, side)
        return None

    def _doubles(self, state: State, side: Side) -> bool:
        if _wins_match(state, side):
            return False
        found = self.adviser.cube(state, side, self.level.cube_depth, self.level.budget)
        if self.level.noise:
            held = found.equities.no_double + self._cube_error(state, Kind.DOUBLE)
            found = decided(replace(found.equities, no_double=held), context(state, side))
        return found.doubles

    def _gives_up(self, state: State, side: Side) -> int:
        """The multiple for which it resigns, once a game; 0: it plays on."""
        if (state.game, side) in self._resigned or state.opening is not None:
            return 0
        if self.adviser.analyst.evaluate(state).win > HOPELESS or not self._may_look(state):
            return 0
        chances = self.adviser.certainly(state)
        return 0 if chances is None else resignation(chances, state, side)

    def _may_look(self, state: State) -> bool:
        """Whether it can find out in time if a game is lost for sure."""
        return backend.compiled or self.adviser.exact is not None

    def _answer(self, state: State, side: Side) -> Action:
        offer = state.offer
        assert offer is not None
        if offer.kind is Kind.DOUBLE:
            return Action(self._taken(state), side)
        chances = self.adviser.chances(state, min(self.level.depth, 1))
        if offer.kind is Kind.DRAW:
            throws = offer.back is not Phase.START
            fair = agree_draw(chances, context(state, side), throws=throws)
            fair = fair or self._patience.ebbs(state)
            return Action(Kind.AGREE if fair else Kind.DECLINE, side)
        fair = accept_resignation(chances, offer.value, state)
        return Action(Kind.ACCEPT if fair else Kind.REFUSE, side)

    def _taken(self, state: State) -> Kind:
        found = self.adviser.answer(state, self.level.cube_depth, self.level.budget)
        error = self._cube_error(state, Kind.TAKE) if self.level.noise else 0.0
        beaver = None if found.beaver is None else found.beaver + 2.0 * error
        answer = TakeEquities(found.take + error, found.drop, beaver).answer
        if answer is Answer.BEAVER:
            return Kind.BEAVER if turn.may_beaver(state) else Kind.TAKE
        return Kind.TAKE if answer is Answer.TAKE else Kind.DROP


def _word_of(seed: int) -> int:
    """A seed of any size as a signed number of 64 bits; those that are one stay as they are."""
    if -_WORD <= seed < _WORD:
        return seed
    digest = hashlib.blake2b(str(seed).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def player_for(
    game_id: str,
    rules: Ruleset,
    level: Level,
    seed: int = 0,
    exact: Exact | None = None,
) -> Player | shipped_nets.Problem:
    """The player of a game at a level, or why its net cannot be had; then the rule-of-thumb player
    (`rule_of_thumb.choose`) is left."""
    found = shipped_nets.load(game_id)
    if found.problem is not None:
        return found.problem
    return Player(rules, level, found.weights, seed, exact)


def _wins_match(state: State, side: Side) -> bool:
    """A win at the present cube already decides the match: a double could only help the other."""
    length = state.match.length
    return length is not None and state.score_of(side) + state.cube.value >= length
