"""Why a play is better than another, as sentences to the one who plays it.

A fact is a code and its numbers (`study/reasons.py`).  `more_` and `fewer_` of a measure are told
by one sentence, which names what there is after the one play and after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.model.ruleset import Goal
from tavola.rules.turn.state import State
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural
from tavola.words.two_plays import compared

DOING = {
    "does_win": mark("It wins the game."),
    "does_lose": mark("It loses the game at once."),
    "other_wins": mark("The other play wins the game at once."),
    "other_loses": mark("The other play loses the game at once."),
    "does_draw": mark("It draws the game at once."),
    "other_draws": mark("The other play draws the game at once."),
    "does_leave_no_blot": mark("It leaves no blot that your opponent could reach."),
}
"""What a play does, without a number."""

BY_HITTING = {
    "does_lose": mark("It hits, and whoever hits loses the game."),
    "other_loses": mark("The other play hits, and whoever hits loses the game."),
}
"""The same where hitting loses."""

DOING_SOME = {
    "does_capture": mark_plural("It captures a checker.", "It captures {count} checkers."),
    "does_pin": mark_plural("It pins a checker.", "It pins {count} checkers."),
    "does_enter": mark_plural("It brings a checker in.", "It brings {count} checkers in."),
    "does_come_in": mark_plural(
        "It brings a checker in from the bar.", "It brings {count} checkers in from the bar."
    ),
    "does_run": mark_plural(
        "It brings a checker out of its first quarter.",
        "It brings {count} checkers out of their first quarter.",
    ),
    "does_bring_home": mark_plural("It brings a checker home.", "It brings {count} checkers home."),
    "does_bear_off": mark_plural("It bears off a checker.", "It bears off {count} checkers."),
    "does_wall": mark_plural(
        "You hold {count} point in a row after it.", "You hold {count} points in a row after it."
    ),
    "does_lead": mark_plural(
        "You are {count} pip ahead after it.", "You are {count} pips ahead after it."
    ),
    "does_trail": mark_plural(
        "You are {count} pip behind after it.", "You are {count} pips behind after it."
    ),
    "does_towers": mark_plural(
        "It finishes the work of a stage on a tower.",
        "It finishes the work of a stage on {count} towers.",
    ),
    "does_piled": mark_plural(
        "It brings a checker to the goal.", "It brings {count} checkers to the goal."
    ),
    "does_corners": mark_plural(
        "It brings a checker to a corner.", "It brings {count} checkers to corners."
    ),
}
"""What a play does, with the count of its objects."""

THE_SLOWER = {
    "does_lead": mark_plural(
        "You have {count} pip fewer to go than your opponent after it.",
        "You have {count} pips fewer to go than your opponent after it.",
    ),
    "does_trail": mark_plural(
        "You have {count} pip more to go than your opponent after it.",
        "You have {count} pips more to go than your opponent after it.",
    ),
}
"""The same where the last one to come home wins: fewer pips are no lead."""

CUBE = {
    "cube_double": mark_plural(
        "You win {count} game in 100; from {other} on a double is right.",
        "You win {count} games in 100; from {other} on a double is right.",
    ),
    "cube_wait": mark_plural(
        "You win {count} game in 100; a double is right from {other} on.",
        "You win {count} games in 100; a double is right from {other} on.",
    ),
    "cube_too_good": mark_plural(
        "You win a gammon {count} time in 100: to play on is worth more than a dropped double.",
        "You win a gammon {count} times in 100: to play on is worth more than a dropped double.",
    ),
    "cube_he_drops": mark_plural(
        "Your opponent wins {count} game in 100 and needs {other} for a take.",
        "Your opponent wins {count} games in 100 and needs {other} for a take.",
    ),
    "cube_take": mark_plural(
        "You win {count} game in 100; {other} are enough for a take.",
        "You win {count} games in 100; {other} are enough for a take.",
    ),
    "cube_drop": mark_plural(
        "You win {count} game in 100; for a take you need {other}.",
        "You win {count} games in 100; for a take you need {other}.",
    ),
    "cube_gammons_lost": mark_plural(
        "You lose a gammon {count} time in 100.", "You lose a gammon {count} times in 100."
    ),
    "cube_gammons": mark_plural(
        "You win a gammon {count} time in 100.", "You win a gammon {count} times in 100."
    ),
}
"""Why to double, to wait, to take or to drop."""


def tell(speaker: Speaker, code: str, numbers: Sequence[int], state: State) -> str:
    """A fact as a sentence to the side whose play it is.  Raises KeyError for an unknown code."""
    words = speaker.words
    if code in DOING:
        by_hitting = state.rules.hit_loses and code in BY_HITTING
        return words.text((BY_HITTING if by_hitting else DOING)[code])
    if code in DOING_SOME:
        slower = state.rules.goal is Goal.LAST_OFF and code in THE_SLOWER
        return words.plural(*(THE_SLOWER if slower else DOING_SOME)[code], numbers[0])
    if code in CUBE:
        count, other = numbers[0], numbers[-1]
        return words.plural(*CUBE[code], count, other=other)
    if code == "does_hit":
        return _hit(speaker, *numbers)
    if code == "does_make":
        return _made(speaker, numbers, state)
    return compared(speaker, code.partition("_")[2], numbers, state)


def _hit(speaker: Speaker, count: int, pips: int) -> str:
    if not pips:
        return speaker.words.plural("It hits a checker.", "It hits {count} checkers.", count)
    return speaker.words.plural(
        "It hits and throws your opponent back {count} pip.",
        "It hits and throws your opponent back {count} pips.",
        pips,
    )


def _made(speaker: Speaker, points: Sequence[int], state: State) -> str:
    numbers = [speaker.number(state.side, point) for point in points]
    return speaker.words.plural(
        "It closes point {points}.",
        "It closes points {points}.",
        len(points),
        points=speaker.words.join(numbers),
    )
