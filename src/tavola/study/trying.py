"""Another play in place of one that a review has judged: what it gives away, and why."""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.turn.state import State
from tavola.study.after import Played
from tavola.study.teacher import Verdict, why_play
from tavola.study.verdicts import Decision, Way
from tavola.study.weights import weights_of


def known(game: str, state: State, one: Decision, mine: Played) -> Verdict | None:
    """The verdict on a play that the review looked at, with its figures; None for another one."""
    for place, way in enumerate(one.ways):
        if after(state, way) == mine.position:
            loss = max(one.best.equity - way.equity, 0.0)
            judged = replace(one, taken=place, loss=loss)
            return Verdict(state, judged, tuple(why_play(state, judged, weights_of(game))))
    return None


def after(state: State, way: Way) -> Position:
    """Where a play leads to; what the machine does after it is not looked at."""
    steps = [action.code for action in way.actions]
    return movement.played(state.rules, state.position, state.side, steps, state.turn.left)


__all__ = ["after", "known"]
