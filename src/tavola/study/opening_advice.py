"""What the table of openings advises, in a sentence or two: whoever begins, and the clearest plays.

Nothing of it is written by hand: a table that is made anew says something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import ways, written
from tavola.study import attempts
from tavola.study.openings import Opening, state_of, table_of
from tavola.study.puzzles import rules_of
from tavola.words import puzzles
from tavola.words.speaker import side_subject
from tavola.words.translations import Words, mark

CLEAREST = 2
"""First throws that are named for each side."""
CLEAR = 2.0
"""Standard errors by which their best play must be ahead."""
WORTH_SAYING = 0.02
"""Units that beginning, or the best play beside the second, must be worth to be told."""


def has_choices(rows: Sequence[Opening]) -> bool:
    """Whether any first throw can be played in more than one way."""
    return any(len(one.plays) > 1 for one in rows)


def is_clear(one: Opening) -> bool:
    """Whether the trials tell the best play of a first throw from the second."""
    return len(one.plays) > 1 and one.gap > CLEAR * one.error


def clear(rows: Sequence[Opening]) -> list[Opening]:
    """The first throws with which the best play is clear, by how far it is ahead."""
    found = [one for one in rows if is_clear(one)]
    return sorted(found, key=lambda one: (-one.gap, one.dice))


def beginning(rows: Sequence[Opening], unit: float, chosen: bool = False) -> float:
    """What the one who plays first gains on average, in mean results of a game: the mean over his
    first throws of the best play, each as often as it falls; the best of them if throws are
    `chosen`."""
    if chosen:
        return max(one.values[0] for one in rows) / unit
    weights = [ways(one.dice) for one in rows]
    total = sum(weight * one.values[0] for weight, one in zip(weights, rows, strict=True))
    return total / sum(weights) / unit


def sentences(words: Words, game: str, numbering: str = "own") -> list[str]:
    """What the table of a game advises; nothing where it has none.  Plays have the numbers of the
    side that plays, or the booklet's.  Raises `Refused` (`no_game`)."""
    table, told = table_of(game), list[str]()
    for letter in dict.fromkeys(one.side for one in table.openings):
        rows = [one for one in table.openings if one.side == letter]
        best = [one for one in clear(rows) if one.gap >= WORTH_SAYING]
        side = Side("WB".index(letter))
        player = "" if table.alike else side_subject(words, side)
        named = rules_of(game).namer is side
        lines = [*_beginning(words, beginning(rows, table.unit, named), player)]
        lines += [_best(words, game, one, numbering, player) for one in best[:CLEAREST]]
        if lines:
            told.append(" ".join(lines))
    return told


def _beginning(words: Words, gain: float, player: str) -> list[str]:
    """What beginning is worth; `player` where it is worth something else to each side."""
    if abs(gain) < WORTH_SAYING:
        return []
    units = puzzles.units(words, abs(gain))
    if player:
        ahead = mark("Playing first, {player} is ahead by {units} units on average.")
        behind = mark("Playing first, {player} is behind by {units} units on average.")
        return [words.text(ahead if gain > 0 else behind, player=player, units=units)]
    ahead = mark("Whoever plays first is ahead by {units} units on average.")
    behind = mark("Whoever plays first is behind by {units} units on average.")
    return [words.text(ahead if gain > 0 else behind, units=units)]


def _best(words: Words, game: str, one: Opening, numbering: str, player: str) -> str:
    told = {
        "dice": written(one.dice),
        "play": attempts.renumbered(state_of(game, one), one.plays[0], numbering),
        "units": puzzles.units(words, one.gap),
    }
    if player:
        return words.text(
            "With {dice} {player} starts best with {play}, {units} units better than the second "
            "play.",
            player=player,
            **told,
        )
    return words.text(
        "With {dice} the best start is {play}, {units} units better than the second play.", **told
    )
