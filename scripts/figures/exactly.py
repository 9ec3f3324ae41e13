"""Games that are solved, and what is lost where the end of a race is known only side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from scripts.figures.measured_games import rules_of
from scripts.figures.nets import tables_of, weights_for
from scripts.figures.rows import News, Options, Row, Step
from scripts.figures.settings import written

from tavola.bots.exact import Exact, coverage, home
from tavola.bots.levels import levels_for
from tavola.bots.player import Player
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.kernel import turn_program
from tavola.rules.model import movement
from tavola.rules.turn.state import Action, Kind, Phase, State, Turn, step_action

SOLVED = tuple(game for game in GAMES if coverage.whole_game(GAMES[game].ruleset()))
RACES = ("eureka",)
STATES = 40
"""States of a unit of work."""
FEW = 6
"""Checkers a side up to which all pairs of positions are compared."""


class NoTables(Exception):
    """A game that should be solved is not."""


# ------------------------------------------------------------------------------------------- solved


def solved(row: Row, options: Options) -> Step:
    """What the top level gives away in random states of a solved game, by the table; and how far
    the table is from what follows from its own values one throw later."""
    rules = rules_of(row.game)
    exact = tables_of(rules)
    if exact is None or not exact.whole_game:
        raise NoTables(row.game)
    level = levels_for(rules)[-1]
    player = Player(rules, level, _weights(row.game, options), exact=exact, seconds=None)

    def step(unit: int) -> News:
        rng = random.Random(row.seed + unit)
        lost: list[float] = []
        gaps: list[float] = []
        for state in _random_states(rules, rng):
            plays = turn.plays(state)
            if len(plays) > 1:
                chosen = player.choose(state)
                after = state
                for action in chosen:
                    after = turn.apply(after, action)[0]
                best = max(_value(exact, _played(state, play.steps)) for play in plays)
                lost.append(best - _value(exact, after))
            if rng.randrange(8) == 0:
                gaps.append(_gap(exact, state))
        return {"points": [1e3 * value for value in lost], "table": gaps}

    return step


def _weights(game: str, options: Options) -> Any:
    """The game's net, or where tables make it needless one that knows nothing."""
    from scripts.figures.nets import NoNet

    from tavola.bots.net.file import Net

    try:
        return weights_for(game, options.net)
    except NoNet:
        return Net.fresh(rules_of(game), 0).weights


def _random_states(rules: Any, rng: random.Random) -> Iterator[State]:
    """States of random games in which a throw is to be played."""
    state, found = turn.new_match(rules), 0
    while found < STATES:
        if state.phase in (Phase.OVER, Phase.END):
            state = turn.new_match(rules)
        elif state.phase in (Phase.OPENING, Phase.START):
            thrown = turn.throws(state)
            dice = rng.choices([dice for dice, _ in thrown], [weight for _, weight in thrown])[0]
            kind = Kind.OPENING if state.phase is Phase.OPENING else Kind.THROW
            state = turn.apply(state, Action(kind, None, dice))[0]
        elif state.turn.ending is not None:
            state = turn.apply(state, Action(Kind.DONE, state.side))[0]
        else:
            found += 1
            yield state
            for code in rng.choice(turn.plays(state)).steps:
                state = turn.apply(state, step_action(state.side, code))[0]


def _played(state: State, steps: tuple[int, ...]) -> State:
    for code in steps:
        state = turn.apply(state, step_action(state.side, code))[0]
    return state


def _value(exact: Exact, after: State) -> float:
    """The chance of the side that has played a throw, by the table."""
    side = after.side
    ended = movement.result(after.rules, after.position, side, False)
    if ended is not None:
        return float(ended[0] is side)
    again = after.turn.ending == turn_program.THROW_AGAIN
    found = exact.chances(after.position, side if again else side.other)
    if found is None:
        raise NoTables(after.position.text())
    return found.win if again else 1.0 - found.win


def _gap(exact: Exact, state: State) -> float:
    """The difference between a value and the mean of the best plays of all throws."""
    begun = state.but(phase=Phase.START, fresh=True, turn=Turn())
    found = exact.chances(state.position, state.side)
    if found is None:
        raise NoTables(state.position.text())
    total = 0.0
    for dice, weight in turn.throws(begun):
        thrown = turn.apply(begun, Action(Kind.THROW, None, dice))[0]
        plays = turn.plays(thrown)
        values = [_value(exact, _played(thrown, play.steps)) for play in plays]
        total += weight / 36 * (max(values) if values else _value(exact, thrown))
    return abs(total - found.win)


# -------------------------------------------------------------------------------------------- races


def race(row: Row, options: Options) -> Step:
    """What play by the tables of one side loses against the exact play of both, in chances to win:
    all pairs of positions with few checkers, or the start of the game."""
    from scripts import exact_eureka as alone

    def step(unit: int) -> News:
        whole = row.settings["checkers"] is None
        rules = alone.race() if whole else home.smaller(alone.race(), FEW)
        plays = alone.Plays(rules, alone.START if whole else None)
        exact = plays.exact()
        table = plays.answered(plays.every, plays.table())
        if not whole:
            own = plays.answered(plays.own)
            return {
                "points": [1e3 * float((exact - table).mean())],
                "one-sided": [1e3 * float((exact - own).mean())],
                "largest": [1e3 * float((exact - table).max())],
            }
        at = plays.ranks.index(plays.rank(alone.START)) * (plays.size + 1)
        return {"points": [1e3 * float(exact[at] - table[at])], "start": [float(exact[at])]}

    return step


def rows() -> list[Row]:
    """The rows of the games that are solved, and of those that nearly are."""
    made = [
        Row(
            f"{game}/solved",
            solved,
            {"level": written(levels_for(rules_of(game))[-1])},
            minutes=1.0,
        )
        for game in SOLVED
    ]
    for game in RACES:
        for name, checkers in (("few", FEW), ("start", None)):
            how = {"checkers": checkers}
            made.append(Row(f"{game}/race-{name}", race, how, minutes=60.0, most=1))
    return made
