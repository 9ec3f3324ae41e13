"""Games by the shape of their board, and positions near their end."""

from __future__ import annotations

import random
from functools import cache

import tavola
from seats import at_random
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.drawing_layout import layout_of
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import one_line
from tavola.rules.turn.state import Action, Kind, Phase, State

SHAPES = ("table", "half", "rows", "ring", "towers")
NO_CUBE = next(game.id for game in GAMES.values() if not game.rules.cube)
"""A game on the ordinary board in which nobody may double before a throw."""
_LONGEST = 4000


@cache
def game_of(shape: str) -> str:
    """The first game whose board has this shape."""
    return next(game.id for game in GAMES.values() if _shape(game.ruleset()) == shape)


def _shape(rules: Ruleset) -> str:
    return str(layout_of(rules)["shape"])


def near_end(game: str, turns: int, seed: int = 1) -> str:
    """A position some turns before the end of a game played by chance; somebody is to throw."""
    rng = random.Random(seed)
    player = at_random(seed)
    state = tavola.new_match(GAMES[game].ruleset())
    throws: list[State] = []
    for _ in range(_LONGEST):
        if state.phase is Phase.END:
            return one_line.write(throws[-turns])
        actions = player(state)
        if not actions:
            actions = (_throw(state, rng),)
            if state.phase is Phase.START:
                throws.append(state)
        for action in actions:
            state, _ = tavola.apply(state, action)
    raise AssertionError(f"{game} does not end")


def _throw(state: State, rng: random.Random) -> Action:
    kinds = {action.kind for action in turn.legal(state)}
    kind = Kind.OPENING if Kind.OPENING in kinds else Kind.THROW
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        try:
            tavola.apply(state, Action(kind, None, dice))
        except tavola.Refused:
            continue  # throws that mean nothing here, as equal ones for the start
        return Action(kind, None, dice)
