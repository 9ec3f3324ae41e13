"""The game as a state machine: a state, what it allows, and what leads on from it."""

from tavola.rules.model.movement import Play
from tavola.rules.turn.allowed import (
    Listed,
    awaited,
    kinds,
    legal,
    may_beaver,
    may_correct,
    may_double,
    may_step,
    may_undo,
    most_resigned,
    next_steps,
    only_play,
    plays,
    short_finishes,
    steps,
    throws,
)
from tavola.rules.turn.irregular import follow
from tavola.rules.turn.machine import apply, is_dead, new_match
from tavola.rules.turn.state import Outcome
from tavola.rules.turn.throwing import part_of, resume
from tavola.rules.turn.whole_turn import whole_turn

__all__ = [
    "Listed",
    "Outcome",
    "Play",
    "apply",
    "awaited",
    "follow",
    "is_dead",
    "kinds",
    "legal",
    "may_beaver",
    "may_correct",
    "may_double",
    "may_step",
    "may_undo",
    "most_resigned",
    "new_match",
    "next_steps",
    "only_play",
    "part_of",
    "plays",
    "resume",
    "short_finishes",
    "steps",
    "throws",
    "whole_turn",
]
