"""The game as a state machine: a state, what it allows, and what leads on from it."""

from tavola.rules.model.movement import Play
from tavola.rules.turn.allowed import (
    THROWS,
    legal,
    may_beaver,
    may_correct,
    may_double,
    may_undo,
    next_steps,
    plays,
    throws,
    winning_steps,
    wins_alike,
)
from tavola.rules.turn.machine import apply, new_match
from tavola.rules.turn.state import Outcome
from tavola.rules.turn.stepping import is_dead
from tavola.rules.turn.throwing import part_of, resume

__all__ = [
    "THROWS",
    "Outcome",
    "Play",
    "apply",
    "is_dead",
    "legal",
    "may_beaver",
    "may_correct",
    "may_double",
    "may_undo",
    "new_match",
    "next_steps",
    "part_of",
    "plays",
    "resume",
    "throws",
    "winning_steps",
    "wins_alike",
]
