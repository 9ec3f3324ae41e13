"""Whole matches at random, as records: for tests, for engines that want material, as a yardstick.

Dice and choices come from one seed, so a seed is a match; `verify` can check the dice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from tavola.play.dice import SeededDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind, Phase, State, step_action

CAP = 1500
"""Turns after which a playout stops, unless told otherwise: not every game ends by itself."""

_OFFERS = (Kind.DOUBLE, Kind.RESIGN, Kind.DRAW, Kind.UNDO)


@dataclass(frozen=True)
class Playout:
    """A match played at random: its record, the last state, and whether it came to an end."""

    record: Record
    state: State
    finished: bool


def random_playout(
    game: Game,
    options: Mapping[str, object] | None = None,
    match: MatchRules | None = None,
    seed: int = 0,
    cap: int = CAP,
) -> Playout:
    """Play until the match is decided (open money play: for one game) or `cap` turns have begun.

    Every distinct play of a part is equally likely; nobody doubles, resigns or offers a draw.
    Raises `Refused` for an option the game does not have.
    """
    dice, rng = SeededDice(seed), random.Random(seed)
    record = Record(game=game.id, options=game.chosen(options or {}), match=match or MatchRules())
    playing = Match.start(record, dice)
    open_end = record.match.length is None and record.match.games is None
    turns = 0
    while not _settled(playing.state, open_end=open_end):
        for action in _actions(playing.state, dice, rng):
            before = playing.state.turns
            playing.act(action)
            turns += playing.state.turns > before
        if turns >= cap and playing.state.phase is Phase.START:
            break
    return Playout(playing.record, playing.state, _settled(playing.state, open_end=open_end))


def _settled(state: State, *, open_end: bool) -> bool:
    return state.phase is Phase.END or (open_end and state.phase is Phase.OVER)


def _actions(state: State, dice: SeededDice, rng: random.Random) -> tuple[Action, ...]:
    """What is done next: one action, or all steps of a play.

    Plays are sorted, so that a seed does not depend on the order in which the kernel finds them.
    """
    plays = sorted(turn.plays(state), key=lambda play: play.position.row)
    if plays:
        play = plays[rng.randrange(len(plays))]
        return tuple(step_action(state.side, step) for step in play.steps)
    actions = [action for action in turn.legal(state) if action.kind not in _OFFERS]
    action = actions[rng.randrange(len(actions))]
    if action.kind in (Kind.OPENING, Kind.THROW):
        return (Action(action.kind, action.side, dice.throw(state)),)
    return (action,)
