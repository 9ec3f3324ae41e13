"""What goes by itself at a table, as far as a person wishes: throws, plays that are the only ones,
the end of a turn."""

from __future__ import annotations

from collections.abc import Collection

from tavola.play.turns import Turns
from tavola.rules import turn
from tavola.rules.turn.state import Action, Kind, State, step_action
from tavola.words import command_words
from tavola.words.translations import Words, mark

NAMES = {
    "throw": mark("throws where no double is possible"),
    "forced": mark("plays that leave no choice"),
    "done": mark("the end of the turn after the last number"),
}
"""What may go by itself, by the names that `auto` knows."""

_DECISIONS = (Kind.DOUBLE, Kind.KEEP, Kind.NAME)
"""What somebody may want to do in place of throwing."""


def forced(state: State) -> tuple[int, ...]:
    """The steps that leave no choice now, as kernel integers: the only play, or the step that every
    play begins with; empty if there is a choice."""
    steps, first = turn.only_play(state), turn.steps(state)
    if steps or len(first) != 1:
        return steps
    return (first[0].code,)


def sentence(words: Words, wanted: Collection[str]) -> str:
    """What goes by itself."""
    parts = [words.text(line) for name, line in NAMES.items() if name in wanted]
    if not parts:
        return words.text("Nothing goes by itself.")
    return words.text("By itself: {parts}.", parts=words.join(parts))


def choices(words: Words) -> str:
    """What may be wished, for who asks for something else."""
    names = ", ".join(command_words.shown_auto(words, name) for name in command_words.AUTO)
    return words.text("Say what goes by itself: {names}.", names=names)


def throws(turns: Turns, kinds: Collection[Kind], wanted: Collection[str]) -> bool:
    """Whether the dice fall now without being asked to; real ones never do."""
    free = Kind.THROW in kinds and not any(kind in kinds for kind in _DECISIONS)
    return "throw" in wanted and free and not turns.hands_throw


def actions(turns: Turns, kinds: Collection[Kind], wanted: Collection[str]) -> tuple[Action, ...]:
    """What a person would have to do now anyway: the only play, or the end of the turn."""
    state = turns.state
    if Kind.STEP in kinds:
        steps = forced(state) if "forced" in wanted else ()
        return tuple(step_action(state.side, code) for code in steps)
    if Kind.DONE in kinds and "done" in wanted:
        return (Action(Kind.DONE, state.side),)
    return ()
