"""Games between two players of the state machine: anything that chooses actions for a state."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from scripts.figures.nets import tables_of

from tavola.bots import rule_of_thumb
from tavola.bots.adviser import BUDGET
from tavola.bots.arena.duel import Duel, Duellist
from tavola.bots.levels import Level
from tavola.bots.player import Player
from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.ruleset import Opening, Ruleset, Side
from tavola.rules.model.throws import Throw
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

Chooser = Callable[[State], tuple[Action, ...]]
"""What a player does in a state: actions, or nothing where dice must fall first."""
MOST_TURNS = 1500
THUMB, GUESSER = "rule of thumb", "random mover"


@dataclass(frozen=True)
class Played:
    """A game: White's points, and how much of them was luck as far as it was counted."""

    points: float
    luck: float
    turns: int
    finished: bool


def guesser(seed: int) -> Chooser:
    """A player who plays every part at random."""
    rng = random.Random(seed)

    def choose(state: State) -> tuple[Action, ...]:
        if state.phase is Phase.ANSWER:
            return (turn.legal(state)[0],)
        if state.phase is Phase.START:
            named = [a for a in turn.legal(state) if a.kind is Kind.NAME]
            return (rng.choice(named),) if named else ()
        if state.phase is Phase.CHOOSE:
            return (rng.choice([a for a in turn.legal(state) if a.kind is Kind.CHOOSE]),)
        if state.turn.ending is not None:
            return (Action(Kind.DONE, state.side),)
        plays = turn.plays(state)
        steps = rng.choice(plays).steps
        return tuple(step_action(state.side, step) for step in steps)

    return choose


class _Dice:
    """The dice of a game, throw for throw the same whatever the players do."""

    def __init__(self, seed: int) -> None:
        self.seed, self.throw = seed, 0

    def next(self, state: State) -> Throw:
        """One of the throws that may come, by their weights."""
        self.throw += 1
        rng = random.Random(f"{self.seed}/{self.throw}")
        found = turn.throws(state)
        return rng.choices([dice for dice, _ in found], [weight for _, weight in found])[0]


class Judge(Protocol):
    """Somebody who says what was luck, as `Duel.luck` does."""

    def luck(
        self,
        position: Position,
        side: Side,
        throws: int,
        dice: Throw,
        opening: bool,
        before: Throw | None = None,
    ) -> float:
        """The luck of a throw in points of the side that has thrown."""
        ...


class NoJudge:
    """Nobody counts the luck of single throws."""

    def luck(self, *_: object) -> float:
        """Nothing."""
        return 0.0


def play(rules: Ruleset, white: Chooser, black: Chooser, seed: int, judge: Judge) -> Played:
    """Play one game; `judge` says what was luck."""
    state, dice, lucky = turn.new_match(rules), _Dice(seed), 0.0
    players = (white, black)
    while state.phase not in (Phase.OVER, Phase.END) and state.turns < MOST_TURNS:
        if state.phase is Phase.OPENING:
            state, gain = _opened(state, dice, judge)
            lucky += gain
            continue
        assert state.actor is not None
        actions = players[state.actor](state)
        for action in actions:
            state = turn.apply(state, action)[0]
        if not actions:
            thrown = dice.next(state)
            throws = 2 if rules.namer is state.side.other and state.fresh else 1
            who, before = state.thrower, state.ahead[state.side]
            gain = judge.luck(state.position, who, throws, thrown, False, before)
            lucky += gain if who is Side.WHITE else -gain
            state = turn.apply(state, Action(Kind.THROW, None, thrown))[0]
    result = state.result
    points = 0.0
    if result is not None and result.winner is not None:
        points = float(result.points if result.winner is Side.WHITE else -result.points)
    return Played(points, lucky, state.turns, result is not None)


def _opened(state: State, dice: _Dice, judge: Judge) -> tuple[State, float]:
    """The opening throw; who begins counts as no luck, the numbers he begins with do."""
    thrown = dice.next(state)
    after = turn.apply(state, Action(Kind.OPENING, None, thrown))[0]
    if after.phase is Phase.OPENING or state.rules.opening is not Opening.DICE:
        return after, 0.0
    gain = judge.luck(state.position, after.side, 1, thrown, True)
    return after, gain if after.side is Side.WHITE else -gain


class Cast:
    """The players of a row: each is made once, and plays every game with a seed of its own.

    `judge` says what was luck.
    """

    def __init__(self, rules: Ruleset, weights: Any) -> None:
        self.rules, self.weights, self.exact = rules, weights, tables_of(rules)
        alike = Duellist(weights)
        self.judge = Duel(rules, alike, alike, exact=self.exact, budget=BUDGET)
        self._made: dict[Level, Player] = {}

    def chooser(self, how: Any, seed: int) -> Chooser:
        """A player by his settings: a level as `settings.written` has it, `THUMB` or `GUESSER`."""
        if how == GUESSER:
            return guesser(seed)
        if how == THUMB:
            return rule_of_thumb.choose
        level = Level(**how)
        if level not in self._made:
            # No clock: what a decision may cost is counted in positions.
            self._made[level] = Player(
                self.rules, level, self.weights, exact=self.exact, seconds=None
            )
        self._made[level].sit(seed)
        return self._made[level].choose

    def pair(self, one: Any, two: Any, seed: int, judged: bool = True) -> tuple[Played, Played]:
        """Two games with the same dice; player one has White in the first.  Luck is counted if they
        are `judged`."""
        judge = self.judge if judged else NoJudge()

        def played(white: Any, black: Any, own: int, other: int) -> Played:
            players = self.chooser(white, own), self.chooser(black, other)
            return play(self.rules, *players, seed, judge)

        mine, his = 2 * seed, 2 * seed + 1
        return played(one, two, mine, his), played(two, one, his, mine)


def gained(pair: tuple[Played, Played]) -> tuple[float, float]:
    """Points a game of player one in a pair of games: as they were, and without the luck."""
    first, second = pair
    raw = (first.points - second.points) / 2
    return raw, raw - (first.luck - second.luck) / 2
