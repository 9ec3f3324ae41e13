"""What somebody plays where a puzzle asks, against the best play: right or wrong, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.bots.adviser import Adviser, Plays
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.after import Played
from tavola.study.puzzles import Puzzle
from tavola.study.reasons import Fact, reasons
from tavola.study.weights import weights_of

LEAST = 0.04
"""What every play but the best loses at least, in mean results: else it would be no puzzle."""


@dataclass(frozen=True)
class Attempt:
    """An answer to a puzzle.

    `loss` against the best, in mean results of a game; `known`: it stands with the puzzle, else it
    is an estimate of a first look, or None where nobody could look.  `told` speaks for the best
    play against the one that was played, or against the one that tempts where it was right.
    """

    right: bool
    mine: Played
    best: Played
    loss: float | None
    known: bool
    told: tuple[Fact, ...]


def part_of(state: State, actions: Sequence[Action]) -> Played:
    """What was played of the part that a puzzle asks for; the rest of a throw does not count.

    Raises `Refused` for what is not allowed.
    """
    taken, position, now = list[Action](), state.position, state
    for action in actions:
        if action.kind is not Kind.STEP or now.phase is not Phase.MOVE:
            break
        if now.turn.ending is not None or now.turn.index != state.turn.index:
            break
        now, _ = turn.apply(now, action)
        taken.append(action)
        position = movement.after(state.rules, position, state.side, action.code)
    return Played(tuple(taken), position.between_throws())


def complete(state: State, played: Played) -> bool:
    """Whether no more of the part can be played.  Raises `Refused`."""
    now = state
    for action in played.actions:
        now, _ = turn.apply(now, action)
    there = now.phase is Phase.MOVE and now.turn.ending is None
    return not there or now.turn.index != state.turn.index


def of_text(state: State, text: str, numbering: str = "own") -> Played:
    """A typed play of the part.  Raises `Refused`."""
    return part_of(state, notation.read_play(state, text, numbering))


def text_of(state: State, played: Played, numbering: str = "own") -> str:
    """A play of the part as `of_text` reads it."""
    return notation.typed(state, played.actions, numbering, played.position)


def renumbered(state: State, text: str, numbering: str) -> str:
    """A play that is kept in the numbers of the side that plays, in those of a reader.  Raises
    `Refused`."""
    return text_of(state, of_text(state, text), numbering)


def attempt(game: str, puzzle: Puzzle, state: State, mine: Played, loss: float | None) -> Attempt:
    """What an answer is worth; `loss` as `estimate` has it, for a play that is not known.

    Raises `Refused` where the puzzle does not fit the rules.
    """
    plays = [of_text(state, text) for text in puzzle.plays]
    best = plays[0]
    right = mine.position == best.position
    places = [n for n, one in enumerate(plays) if one.position == mine.position]
    if places:
        loss = puzzle.losses[places[0]]
    rival = plays[puzzle.natural] if right else mine
    told = tuple(reasons(state, best, rival, weights_of(game)))
    return Attempt(right, mine, best, loss, bool(places), told)


def known(state: State, puzzle: Puzzle, mine: Played) -> bool:
    """Whether a play stands with the puzzle.  Raises `Refused`."""
    return any(of_text(state, text).position == mine.position for text in puzzle.plays)


def estimate(adviser: Adviser, state: State, mine: Played) -> float | None:
    """What a play loses by a first look, in mean results; not less than what every play but the
    best loses.  None for a play that is not a whole one."""
    found = adviser.candidates(state)
    assert isinstance(found, Plays)
    for one in found:
        if one.position == mine.position:
            return max((found[0].equity - one.equity) / adviser.unit, LEAST)
    return None
