"""What is said to an answer: right or not, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavola.rules import turn
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refused
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State
from tavola.study.after import Played
from tavola.study.lessons.counting import COUNTS
from tavola.study.lessons.texts import StepText
from tavola.study.lessons.written import Lesson, Step
from tavola.study.reasons import reasons, say_all
from tavola.study.weights import weights_of
from tavola.words.speaker import Speaker


@dataclass(frozen=True)
class Reply:
    """What an answer comes to, and what is said to it."""

    right: bool
    say: tuple[str, ...]


def good_actions(state: State, text: str) -> tuple[Action, ...]:
    """The actions of a play as a lesson writes it: steps in booklet numbers, `3-1` where a throw is
    named, `4-4` where a double is chosen.  Raises `Refused`."""
    if state.names or state.phase is Phase.CHOOSE:
        first, second = (int(face) for face in text.split("-"))
        if state.names:
            return (Action(Kind.NAME, state.side, (first, second)),)
        return (Action(Kind.CHOOSE, state.side, number=first),)
    return notation.read_play(state, text, "booklet")


def to_play(
    speaker: Speaker, lesson: Lesson, step: Step, text: StepText, done: Sequence[Action]
) -> Reply:
    """What is said to a play of an `ask` step; `done` is what was done and not taken back."""
    state = lesson.state(step)
    mine = _outcome(state, done)
    for good in step.good:
        actions = good_actions(state, good)
        if _outcome(state, done[: len(actions)]) == _outcome(state, actions):
            return Reply(True, (text.replies["right"],))
    for wrong, name in step.said.items():
        actions = good_actions(state, wrong)
        if _outcome(state, done[: len(actions)]) == _outcome(state, actions):
            return Reply(False, (text.replies[name],))
    told = _why(speaker, lesson, state, step, done) if isinstance(mine, Position) else []
    better = speaker.words.text("Allowed, but there is something better.")
    rule = speaker.words.text("That is allowed, but it is not what is asked here.")
    if step.gap is None:
        return Reply(False, (rule, text.replies["hint"]))
    if not told:
        return Reply(False, (better, text.replies["hint"]))
    whose = speaker.words.text("What the better play does (the other one is yours):")
    return Reply(False, (better, whose, *told))


def _outcome(state: State, actions: Sequence[Action]) -> Position | tuple[object, ...]:
    """What a play comes to: where the checkers stand, or what was chosen."""
    steps = [action for action in actions if action.kind is Kind.STEP]
    chosen = [action for action in actions if action.kind in (Kind.NAME, Kind.CHOOSE)]
    if chosen and not steps:
        first = chosen[0]
        return first.kind, tuple(sorted(first.dice or ())), first.number
    for action in actions:
        if action.kind in (Kind.STEP, Kind.CHOOSE):
            state, _ = turn.apply(state, action)
    return state.position


def _why(
    speaker: Speaker, lesson: Lesson, state: State, step: Step, done: Sequence[Action]
) -> list[str]:
    """The facts that speak for the good play against the one that was played."""
    best = good_actions(state, step.good[0])
    mine = tuple(action for action in done if action.kind is Kind.STEP)[: len(best)]
    if not mine or best[0].kind is not Kind.STEP:
        return []
    here, there = _outcome(state, best), _outcome(state, mine)
    assert isinstance(here, Position)
    assert isinstance(there, Position)
    try:
        found = reasons(state, Played(best, here), Played(mine, there), weights_of(lesson.game), 2)
    except Refused:
        return []
    return say_all(speaker, found, state)


def to_count(speaker: Speaker, lesson: Lesson, step: Step, text: StepText, number: int) -> Reply:
    """What is said to a number."""
    right = counted(lesson, step)
    if number == right:
        return Reply(True, (text.replies["right"],))
    more = speaker.words.text("There are more.")
    fewer = speaker.words.text("There are fewer.")
    return Reply(False, (more if number < right else fewer, text.replies["hint"]))


def counted(lesson: Lesson, step: Step) -> int:
    """The number that a `count` step asks for."""
    return COUNTS[step.counts](lesson.state(step))


def to_cube(step: Step, text: StepText, answer: str) -> Reply:
    """What is said to a decision about the cube."""
    right = answer in step.good
    return Reply(right, (text.replies["right" if right else "hint"],))
