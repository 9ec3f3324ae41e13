"""The rollout of a position for programs: `tavola.rollout(match)`.

found = tavola.rollout(match, trials=324)
found.results()[0].text                       # the best play
found.results()[1].behind                     # points that the second one is behind
found.to_json()                               # data
"""

from __future__ import annotations

from tavola.bots.arena.rollout import HORIZON
from tavola.games import find
from tavola.play.match import Match
from tavola.rules.model.refusal import refuse
from tavola.rules.model.whole_numbers import is_whole, whole_seed
from tavola.rules.turn.asked import state_of
from tavola.rules.turn.state import State
from tavola.study.rolling import TRIALS, Rolling

_MOST = {"trials": 1_000_000, "plays": 20, "horizon": 2000, "workers": 256}
"""The largest numbers, as on the command line."""
_SEEDS = 1 << 62
"""Seeds go round here: the kernel counts on from them in 64 bits."""


def rollout(
    asked: Match | State,
    game: str | None = None,
    *,
    trials: int = TRIALS,
    plays: int = 4,
    seed: int = 1,
    horizon: int = HORIZON,
    workers: int = 1,
) -> Rolling:
    """The best `plays` of a position with its throw, played on from `trials` times with the same
    dice; the luck of the throws is taken off, and the cube is left out.

    Before the throw it is what else may be decided that is rolled out, with the cube and the score:
    no double against a double (`hold`, `double take`, `double drop`), taking against dropping, the
    best throws to name.  `asked` is a match, or a state with the id of its `game`.  `horizon`
    throws are played on, then the net judges.  Trial t of a `seed` has the dice of trial 0 of
    `seed` + t: rollouts that are to check each other need seeds farther apart.

    Raises `Refused`: `no_game`, `no_net`; `other_rules` for a state that is none of the `game`;
    `no_advice` where nothing is to be chosen, and `bad_look` for numbers that cannot be; ValueError
    for a seed that is no whole number, TypeError for what is no state and has none.
    """
    return rolling(
        asked, game, trials=trials, plays=plays, seed=seed, horizon=horizon, workers=workers
    ).run()


def rolling(
    asked: Match | State,
    game: str | None = None,
    *,
    trials: int = TRIALS,
    plays: int = 4,
    seed: int = 1,
    horizon: int = HORIZON,
    workers: int = 1,
) -> Rolling:
    """The same bit by bit: iterate over it, and stop whenever you like."""
    numbers = {"trials": trials, "plays": plays, "horizon": horizon, "workers": workers}
    for what, value in numbers.items():
        if not (is_whole(value) and 1 <= value <= _MOST[what]):
            raise refuse("bad_look", what=what, low=1, high=_MOST[what])
    seed = whole_seed(seed) % _SEEDS
    state = state_of(asked)
    if game is None:
        if not isinstance(asked, Match):
            raise ValueError("a state is rolled out with the id of its game")
        game = asked.game.id
    played = state.playing(find(game).id)
    if not find(played).knows(state.rules):
        raise refuse("other_rules")
    return Rolling(played, state, int(trials), int(plays), seed, int(horizon), workers=int(workers))


__all__ = ["rolling", "rollout"]
