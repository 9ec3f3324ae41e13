"""A computer player to ask, for programs: `Bot("gioul", "expert")`.

    bot = Bot("backgammon", "expert", seed=7)
    bot.best(state)[0].text          # the play that it likes best, and what it is worth
    bot.choose(state)                # what it does, with the mistakes of its level
    bot.chances(state).win           # of the side on turn
    bot.cube(state).verdict          # double or not, take or drop

Every question takes a `State` or anything that has one as `state` (a match).  What cannot be asked
now is refused (`Refused`): `game_over`, `match_over`; `no_advice` where the dice must fall first
(`dice`), where nothing is left to choose (`done`), or where an offer wants an answer (`offer`);
`other_rules` for a state of another game or of other options.  Anything else raises TypeError.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tavola.bots import rule_of_thumb, shipped_nets
from tavola.bots.adviser import Adviser, Candidate
from tavola.bots.cube.chances import Chances
from tavola.bots.cube.decisions import Decision
from tavola.bots.exact import tables_for
from tavola.bots.levels import THUMB, Level, levels_for, nearest
from tavola.bots.player import Player
from tavola.bots.ratings import ratings_of
from tavola.bots.search import effort
from tavola.bots.search.ranking import OnDemand
from tavola.games import find
from tavola.rules.model.declaration import Game
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.rotation import InTurn
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.model.whole_numbers import whole_seed
from tavola.rules.text import notation
from tavola.rules.turn.asked import HasState, state_of
from tavola.rules.turn.state import Action, Kind, Phase, State


@dataclass(frozen=True)
class Suggestion:
    """Something that may be done now, and what it is worth to the side that does it.

    `actions` in order, to be applied one by one; `text` as it is typed (a play in the numbers of
    the side that plays it); `equity` in units of the cube as it lies, normalised to the score;
    `chances` and `position` after the best that follows; `depth` of the look ahead, in throws.
    """

    actions: tuple[Action, ...]
    text: str
    equity: float
    chances: Chances
    position: Position
    depth: int

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps of a play as kernel integers, as a match plays and a picture draws them; of
        anything else none."""
        return tuple(action.code for action in self.actions if action.kind is Kind.STEP)


class Bot:
    """The computer at one game and level.

    `level`: beginner, novice, casual, club, expert or master; where a game has fewer of them, the
    next stronger one.  `options`: house rules of the game.  `seed`: the same seed errs alike.
    `depth` or `budget` take the place of the level's look ahead: how many throws (0 to 2), or how
    many positions a decision may evaluate (0 to 200 000), from which it chooses how deep and at how
    many plays to look; questions may have their own.  The same budget decides alike everywhere.
    Unless told otherwise the level expert looks one throw ahead for the cube and none for plays.
    Raises `Refused`: `no_game`, `bad_option`, `bad_opponent` for a level that is none, `bad_look`
    for a depth or a budget out of range, and for both at once; and ValueError for a seed that is no
    whole number.

    A rotation is played game by game, each with its own net, at the level nearest to the one that
    was asked for; `level` and `rules` are those of its first game.

    A game without a net is played by a rule of thumb, and so is any at the level `thumb`: then
    `choose` works, and `best`, `chances` and `cube` are refused (code `no_net`).

    Threads may share a bot: it answers one of them after the other.  A bot for each thread answers
    all at once.
    """

    def __init__(
        self,
        game: str | Game,
        level: str = "expert",
        *,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        depth: int | None = None,
        budget: int | None = None,
    ) -> None:
        depth, budget = effort.checked(depth, budget)
        self.game = find(game)
        self.rules = self.game.ruleset(options)
        played = self.game.in_turn(options) or (InTurn(self.game.id, self.rules),)
        self._played = {one.rules: one.game for one in played}
        self._players: dict[Ruleset, Player] = {}
        self._asked = threading.Lock()  # its players have the buffers of one thread
        self.seed = whole_seed(seed)
        try:
            self._levels = {rules: _level(rules, level) for rules in self._played}
        except KeyError:
            names = [one.name for one in (*levels_for(self.rules), THUMB)]
            raise refuse("bad_opponent", text=str(level)[:40], levels=names) from None
        if depth is not None or budget is not None:
            self._levels = {
                rules: replace(one, depth=depth or 0, budget=budget, cube=None)
                for rules, one in self._levels.items()
            }
        self.level: Level = self._levels[self.rules]

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process is made of: it loads nets and tables by itself."""
        kept = {name: value for name, value in self.__dict__.items() if name != "_asked"}
        return {**kept, "_players": {}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, _asked=threading.Lock())

    def __repr__(self) -> str:
        return f"<Bot {self.game.id} {self.level.name}>"

    @property
    def elo(self) -> int | None:
        """How strong it is in this game, on Elo's scale: the level expert stands at 2000 in every
        game, and 400 more win ten games for each that is lost.  None where nobody has measured it,
        under a depth or a budget of one's own too; house rules do not count."""
        known = nearest(self.rules, self.level.name) if self.has_net else None
        return ratings_of(self.game.id).get(self.level.name) if known == self.level else None

    @property
    def has_net(self) -> bool:
        """Whether it knows the game by a net; else by a rule of thumb."""
        return self._by_net(self.rules)

    def _by_net(self, rules: Ruleset) -> bool:
        if self._levels[rules].name == THUMB.name:
            return False
        return shipped_nets.load(self._played[rules]).problem is None

    def _player(self, rules: Ruleset) -> Player:
        """Who plays by these rules, made when he is needed."""
        if rules not in self._players:
            self._players[rules] = self._made(rules)
        return self._players[rules]

    def _made(self, rules: Ruleset) -> Player:
        if not self._by_net(rules):
            raise refuse("no_net", game=self._played[rules])
        found = shipped_nets.load(self._played[rules])
        exact = tables_for(rules, compute=False)
        # No clock: the same question always gets the same answer.
        return Player(rules, self._levels[rules], found.weights, self.seed, exact, seconds=None)

    def sit(self, seed: int) -> None:
        """Begin another match: what its errors come from; of the last one it remembers nothing.

        Raises ValueError for a seed that is no whole number.
        """
        seed = whole_seed(seed)
        with self._asked:
            self.seed = seed
            for player in self._players.values():
                player.sit(seed)

    def _adviser(self, state: State) -> Adviser:
        return self._player(state.rules).adviser

    def best(
        self, asked: State | HasState, depth: int | None = None, budget: int | None = None
    ) -> Sequence[Suggestion]:
        """All that may be done now, best first, those looked at deeper before the others: plays,
        named throws, numbers of a chosen double, playing the opening dice or not, the answers to a
        double.

        `depth` and `budget` are those of the bot unless said here.  Suggestions are made when they
        are looked at, each time anew; `list(...)` makes them all.
        """
        state = self._state(asked)
        with self._asked:
            if state.offer is not None and state.offer.kind is Kind.DOUBLE:
                return self._answers(state, self._cube_look(state, depth, budget))
            found = self._adviser(state).candidates(state, *self._look(state, depth, budget))
        if not found:
            raise refuse("no_advice", what=_why_nothing(state))
        return OnDemand(len(found), lambda n: _suggestion(state, found[n]))

    def choose(self, asked: State | HasState) -> tuple[Action, ...]:
        """What it does now: one action, or all steps of a part of the throw."""
        state = self._state(asked)
        if state.phase is Phase.END:
            raise refuse("match_over")
        if self._by_net(state.rules):
            with self._asked:
                actions = self._player(state.rules).choose(state)
        else:
            actions = rule_of_thumb.choose(state)
        if not actions:
            raise refuse("no_advice", what="dice")
        return actions

    def chances(
        self, asked: State | HasState, depth: int | None = None, budget: int | None = None
    ) -> Chances:
        """The chances of the side on turn; where an offer is open, of the side that answers."""
        state = self._state(asked)
        if state.phase is Phase.OPENING:
            raise refuse("no_advice", what="dice")
        with self._asked:
            return self._adviser(state).chances(state, *self._look(state, depth, budget))

    def cube(
        self, asked: State | HasState, depth: int | None = None, budget: int | None = None
    ) -> Decision:
        """Whether the side on turn should double before it throws, and how that is answered.

        How to answer a double on the table is told by `best`.  Raises `Refused`: `no_cube`,
        `cube_before_throw`.
        """
        state = self._state(asked)
        if state.phase is Phase.OPENING:
            raise refuse("no_advice", what="dice")
        with self._asked:
            return self._adviser(state).cube(state, None, *self._cube_look(state, depth, budget))

    def _state(self, asked: State | HasState) -> State:
        state = state_of(asked)
        if state.rules is not self.rules and state.rules not in self._played:
            raise refuse("other_rules")
        return state

    def _look(self, state: State, depth: int | None, budget: int | None) -> tuple[int, int | None]:
        """Depth and budget of a question."""
        if depth is None and budget is None:
            level = self._levels[state.rules]
            return level.depth, level.budget
        depth, budget = effort.checked(depth, budget)
        return depth or 0, budget

    def _cube_look(
        self, state: State, depth: int | None, budget: int | None
    ) -> tuple[int, int | None]:
        """The same of a question about the cube."""
        if depth is None and budget is None:
            level = self._levels[state.rules]
            return level.cube_depth, level.budget
        return self._look(state, depth, budget)

    def _answers(self, state: State, look: tuple[int, int | None]) -> list[Suggestion]:
        adviser = self._adviser(state)
        found, chances = adviser.answer(state, *look), adviser.chances(state, *look)
        depth = look[0] if look[1] is None else effort.reach(look[1])
        worth = {Kind.TAKE: found.take, Kind.DROP: found.drop, Kind.BEAVER: found.beaver}
        answers = [
            Suggestion(
                (Action(kind, state.actor),), kind.value, equity, chances, state.position, depth
            )
            for kind, equity in worth.items()
            if equity is not None
        ]
        return sorted(answers, key=lambda one: -one.equity)


def _level(rules: Ruleset, name: str) -> Level:
    return THUMB if name == THUMB.name else nearest(rules, name)


def _why_nothing(state: State) -> str:
    if state.phase is Phase.ANSWER:
        return "offer"
    return "done" if state.phase is Phase.MOVE else "dice"


def _suggestion(state: State, one: Candidate) -> Suggestion:
    text = _text(state, one)
    return Suggestion(one.actions, text, one.equity, one.chances, one.position, one.depth)


def _text(state: State, one: Candidate) -> str:
    return notation.typed(state, one.actions, after=one.position) or one.actions[0].kind.value


__all__ = ["Bot", "Suggestion"]
