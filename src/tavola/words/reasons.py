"""Why a play is better than another, as sentences to the one who plays it.

A fact is a code and its numbers (`study/reasons.py`).  `more_` and `fewer_` of a measure are told
by one sentence, which names what there is after the one play and after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavola.rules.turn.state import State
from tavola.words.speaker import Speaker
from tavola.words.translations import mark, mark_plural, mark_within

THROWS = {
    "hits_me": mark_plural(
        "After this play {count} of {total} throws hits you, after the other {other}.",
        "After this play {count} of {total} throws hit you, after the other {other}.",
    ),
    "captures_me": mark_plural(
        "After this play {count} of {total} throws captures you, after the other {other}.",
        "After this play {count} of {total} throws capture you, after the other {other}.",
    ),
    "pins_me": mark_plural(
        "After this play {count} of {total} throws pins you, after the other {other}.",
        "After this play {count} of {total} throws pin you, after the other {other}.",
    ),
    "he_must_hit": mark_plural(
        "With {count} of {total} throws your opponent has to hit, after the other play with "
        "{other}.",
        "With {count} of {total} throws your opponent has to hit, after the other play with "
        "{other}.",
    ),
    "he_loses": mark_plural(
        "Your opponent loses {count} of {total} throws completely, after the other play {other}.",
        "Your opponent loses {count} of {total} throws completely, after the other play {other}.",
    ),
    "he_loses_partly": mark_plural(
        "Your opponent loses a part of {count} of {total} throws, after the other play of {other}.",
        "Your opponent loses a part of {count} of {total} throws, after the other play of {other}.",
    ),
    "he_wins": mark_plural(
        "{count} of {total} throws wins for your opponent at once, after the other play {other}.",
        "{count} of {total} throws win for your opponent at once, after the other play {other}.",
    ),
    "he_makes_point": mark_plural(
        "With {count} of {total} throws your opponent closes one more point to you, after the "
        "other play with {other}.",
        "With {count} of {total} throws your opponent closes one more point to you, after the "
        "other play with {other}.",
    ),
    "i_hit": mark_plural(
        "As it stands, {count} of your {total} throws hits, after the other play {other}.",
        "As it stands, {count} of your {total} throws hit, after the other play {other}.",
    ),
    "i_capture": mark_plural(
        "As it stands, {count} of your {total} throws captures, after the other play {other}.",
        "As it stands, {count} of your {total} throws capture, after the other play {other}.",
    ),
    "i_pin": mark_plural(
        "As it stands, {count} of your {total} throws pins, after the other play {other}.",
        "As it stands, {count} of your {total} throws pin, after the other play {other}.",
    ),
    "i_must_hit": mark_plural(
        "As it stands, you have to hit with {count} of {total} throws, after the other play with "
        "{other}.",
        "As it stands, you have to hit with {count} of {total} throws, after the other play with "
        "{other}.",
    ),
    "i_lose": mark_plural(
        "As it stands, {count} of your {total} throws is lost, after the other play {other}.",
        "As it stands, {count} of your {total} throws are lost, after the other play {other}.",
    ),
    "i_win": mark_plural(
        "As it stands, {count} of your {total} throws wins at once, after the other play {other}.",
        "As it stands, {count} of your {total} throws win at once, after the other play {other}.",
    ),
    "i_make_point": mark_plural(
        "As it stands, {count} of your {total} throws closes one more point, after the other play "
        "{other}.",
        "As it stands, {count} of your {total} throws close one more point, after the other play "
        "{other}.",
    ),
    "i_cover": mark_plural(
        "As it stands, {count} of your {total} throws leaves no blot, after the other play "
        "{other}.",
        "As it stands, {count} of your {total} throws leave no blot, after the other play {other}.",
    ),
}
"""Throws that can come: after the one play, after the other one, and of how many."""

NO_THROW = {
    "hits_me": mark("After this play no throw hits you, after the other {other} of {total}."),
    "captures_me": mark(
        "After this play no throw captures you, after the other {other} of {total}."
    ),
    "pins_me": mark("After this play no throw pins you, after the other {other} of {total}."),
    "he_must_hit": mark(
        "With no throw has your opponent to hit, after the other play with {other} of {total}."
    ),
    "he_loses": mark(
        "Your opponent loses no throw completely, after the other play {other} of {total}."
    ),
    "he_loses_partly": mark(
        "Your opponent loses a part of no throw, after the other play of {other} of {total}."
    ),
    "he_wins": mark(
        "No throw wins for your opponent at once, after the other play {other} of {total}."
    ),
    "he_makes_point": mark(
        "With no throw does your opponent close one more point to you, after the other play with "
        "{other} of {total}."
    ),
    "i_hit": mark(
        "As it stands, none of your throws hits, after the other play {other} of {total}."
    ),
    "i_capture": mark(
        "As it stands, none of your throws captures, after the other play {other} of {total}."
    ),
    "i_pin": mark(
        "As it stands, none of your throws pins, after the other play {other} of {total}."
    ),
    "i_must_hit": mark(
        "As it stands, you have to hit with no throw, after the other play with {other} of {total}."
    ),
    "i_lose": mark(
        "As it stands, none of your throws is lost, after the other play {other} of {total}."
    ),
    "i_win": mark(
        "As it stands, none of your throws wins at once, after the other play {other} of {total}."
    ),
    "i_make_point": mark(
        "As it stands, none of your throws closes one more point, after the other play {other} of "
        "{total}."
    ),
    "i_cover": mark(
        "As it stands, each of your throws leaves a blot, after the other play {other} of {total} "
        "do not."
    ),
}
"""The same where after the one play there is none."""

KNOWN_THROW = {
    "hits_me": mark_within("with a throw", "hit you"),
    "captures_me": mark_within("with a throw", "capture you"),
    "pins_me": mark_within("with a throw", "pin you"),
    "he_must_hit": mark_within("with a throw", "only play on by hitting"),
    "he_loses": mark_within("with a throw", "only pass"),
    "he_loses_partly": mark_within("with a throw", "play a part only"),
    "he_wins": mark_within("with a throw", "win at once"),
    "he_makes_point": mark_within("with a throw", "close one more point"),
    "i_hit": mark_within("with a throw", "hit"),
    "i_capture": mark_within("with a throw", "capture"),
    "i_pin": mark_within("with a throw", "pin"),
    "i_must_hit": mark_within("with a throw", "only play on by hitting"),
    "i_lose": mark_within("with a throw", "only pass"),
    "i_win": mark_within("with a throw", "win at once"),
    "i_make_point": mark_within("with a throw", "close one more point"),
    "i_cover": mark_within("with a throw", "leave no blot"),
}
"""What a throw can do that is known already, after `can`."""

COUNTS = {
    "blots": mark_plural(
        "{count} blot of yours can still be reached, after the other play {other}.",
        "{count} blots of yours can still be reached, after the other play {other}.",
    ),
    "points": mark_plural(
        "{count} point is closed on your opponent’s way, after the other play {other}.",
        "{count} points are closed on your opponent’s way, after the other play {other}.",
    ),
    "entries": mark_plural(
        "{count} of the six points where your opponent begins is closed, after the other play "
        "{other}.",
        "{count} of the six points where your opponent begins are closed, after the other play "
        "{other}.",
    ),
    "wall": mark_plural(
        "{count} point is closed in a row, after the other play {other}.",
        "{count} points are closed in a row, after the other play {other}.",
    ),
    "locked": mark_plural(
        "{count} checker of your opponent stands behind your wall, after the other play {other}.",
        "{count} checkers of your opponent stand behind your wall, after the other play {other}.",
    ),
    "pile": mark_plural(
        "Your highest stack has {count} checker, after the other play {other}.",
        "Your highest stack has {count} checkers, after the other play {other}.",
    ),
    "stragglers": mark_plural(
        "{count} checker of yours is still in its first quarter, after the other play {other}.",
        "{count} checkers of yours are still in their first quarter, after the other play {other}.",
    ),
    "unpassed": mark_plural(
        "{count} checker of yours has still to pass your opponent, after the other play {other}.",
        "{count} checkers of yours have still to pass your opponent, after the other play {other}.",
    ),
    "home": mark_plural(
        "{count} checker of yours is home, after the other play {other}.",
        "{count} checkers of yours are home, after the other play {other}.",
    ),
    "his_bar": mark_plural(
        "{count} checker of your opponent is on the bar, after the other play {other}.",
        "{count} checkers of your opponent are on the bar, after the other play {other}.",
    ),
    "his_pinned": mark_plural(
        "{count} checker of your opponent is pinned, after the other play {other}.",
        "{count} checkers of your opponent are pinned, after the other play {other}.",
    ),
    "my_bar": mark_plural(
        "{count} checker of yours stays on the bar, after the other play {other}.",
        "{count} checkers of yours stay on the bar, after the other play {other}.",
    ),
    "my_reserve": mark_plural(
        "{count} checker of yours stays in reserve, after the other play {other}.",
        "{count} checkers of yours stay in reserve, after the other play {other}.",
    ),
    "off": mark_plural(
        "{count} checker of yours is off, after the other play {other}.",
        "{count} checkers of yours are off, after the other play {other}.",
    ),
    "gaps": mark_plural(
        "{count} point of your home is empty, after the other play {other}.",
        "{count} points of your home are empty, after the other play {other}.",
    ),
    "piled": mark_plural(
        "{count} checker of yours is at the goal, after the other play {other}.",
        "{count} checkers of yours are at the goal, after the other play {other}.",
    ),
    "taken": mark_plural(
        "{count} checker of your opponent is captured, after the other play {other}.",
        "{count} checkers of your opponent are captured, after the other play {other}.",
    ),
    "corners": mark_plural(
        "{count} checker of yours is on a corner, after the other play {other}.",
        "{count} checkers of yours are on corners, after the other play {other}.",
    ),
    "inherits": mark_plural(
        "Your opponent inherits {count} number, after the other play {other}.",
        "Your opponent inherits {count} numbers, after the other play {other}.",
    ),
    "wins": mark_plural(
        "This play wins {count} game in 100, the other {other}.",
        "This play wins {count} games in 100, the other {other}.",
    ),
    "gammons": mark_plural(
        "This play wins a gammon {count} time in 100, the other {other}.",
        "This play wins a gammon {count} times in 100, the other {other}.",
    ),
    "gammons_lost": mark_plural(
        "This play loses a gammon {count} time in 100, the other {other}.",
        "This play loses a gammon {count} times in 100, the other {other}.",
    ),
}
"""Checkers, points and games: after the one play, and after the other one."""

NONE = {
    "blots": mark("No blot of yours can be reached any more, after the other play {other}."),
    "points": mark("No point is closed on your opponent’s way, after the other play {other}."),
    "entries": mark(
        "None of the six points where your opponent begins is closed, after the other play {other}."
    ),
    "wall": mark(
        "No three points in a row are closed before your opponent, after the other play {other}."
    ),
    "locked": mark(
        "No checker of your opponent stands behind a wall of five, after the other play {other}."
    ),
    "pile": mark("You have no stack, after the other play one of {other}."),
    "stragglers": mark(
        "None of your checkers is in its first quarter any more, after the other play {other}."
    ),
    "unpassed": mark(
        "All your checkers have passed your opponent, after the other play not yet {other}."
    ),
    "home": mark("None of your checkers is home, after the other play {other}."),
    "his_bar": mark(
        "None of your opponent’s checkers is on the bar, after the other play {other}."
    ),
    "his_pinned": mark("None of your opponent’s checkers is pinned, after the other play {other}."),
    "my_bar": mark("None of your checkers stays on the bar, after the other play {other}."),
    "my_reserve": mark("None of your checkers stays in reserve, after the other play {other}."),
    "off": mark("None of your checkers is off, after the other play {other}."),
    "gaps": mark("No point of your home is empty, after the other play {other}."),
    "piled": mark("None of your checkers is at the goal, after the other play {other}."),
    "taken": mark("None of your opponent’s checkers is captured, after the other play {other}."),
    "corners": mark("None of your checkers is on a corner, after the other play {other}."),
    "inherits": mark("Your opponent inherits nothing, after the other play {other} numbers."),
    "wins": mark("This play hardly wins any more, the other {other} games in 100."),
    "gammons": mark("This play hardly wins a gammon any more, the other {other} times in 100."),
    "gammons_lost": mark("This play hardly loses a gammon, the other {other} times in 100."),
}
"""The same where after the one play there is none."""

DOING = {
    "does_win": mark("It wins the game."),
    "does_leave_no_blot": mark("It leaves no blot that your opponent could reach."),
}
"""What a play does, without a number."""

DOING_SOME = {
    "does_capture": mark_plural("It captures a checker.", "It captures {count} checkers."),
    "does_pin": mark_plural("It pins a checker.", "It pins {count} checkers."),
    "does_enter": mark_plural("It brings a checker in.", "It brings {count} checkers in."),
    "does_bear_off": mark_plural("It bears off a checker.", "It bears off {count} checkers."),
    "does_wall": mark_plural(
        "{count} point in a row is closed after it.", "{count} points in a row are closed after it."
    ),
    "does_lead": mark_plural(
        "You are {count} pip ahead after it.", "You are {count} pips ahead after it."
    ),
    "does_trail": mark_plural(
        "You are {count} pip behind after it.", "You are {count} pips behind after it."
    ),
    "does_towers": mark_plural("It finishes a tower.", "It finishes {count} towers."),
    "does_piled": mark_plural(
        "It brings a checker to the goal.", "It brings {count} checkers to the goal."
    ),
    "does_corners": mark_plural(
        "It brings a checker to a corner.", "It brings {count} checkers to corners."
    ),
}
"""What a play does, with the count of its objects."""

CUBE = {
    "cube_double": mark("You win {count} games in 100; from {other} on a double is right."),
    "cube_wait": mark("You win {count} games in 100; a double is right from {other} on."),
    "cube_too_good": mark(
        "You win a gammon {count} times in 100: to play on is worth more than a dropped double."
    ),
    "cube_he_drops": mark("Your opponent wins {count} games in 100 and needs {other} for a take."),
    "cube_take": mark("You win {count} games in 100; {other} are enough for a take."),
    "cube_drop": mark("You win {count} games in 100; for a take you need {other}."),
    "cube_gammons_lost": mark("You lose a gammon {count} times in 100."),
    "cube_gammons": mark("You win a gammon {count} times in 100."),
}
"""Why to double, to wait, to take or to drop."""

_NOUNS = {
    **dict.fromkeys(THROWS, "throws"),
    **dict.fromkeys(("points", "entries", "wall", "gaps"), "points"),
    **dict.fromkeys(("wins", "gammons", "gammons_lost", "inherits"), "games"),
}
"""What is counted, for the word none; checkers, if nothing else."""
_NOTHING = {
    "throws": mark_within("throws", "none"),
    "points": mark_within("points", "none"),
    "games": mark_within("games", "none"),
    "checkers": mark_within("checkers", "none"),
}


def tell(speaker: Speaker, code: str, numbers: Sequence[int], state: State) -> str:
    """A fact as a sentence to the side whose play it is.  Raises KeyError for an unknown code."""
    words = speaker.words
    if code in DOING:
        return words.text(DOING[code])
    if code in DOING_SOME:
        return words.plural(*DOING_SOME[code], numbers[0])
    if code in CUBE:
        count, other = numbers[0], numbers[-1]
        return words.text(CUBE[code], count=count, other=other)
    if code == "does_hit":
        return _hit(speaker, *numbers)
    if code == "does_make":
        return _made(speaker, numbers, state)
    return _compared(speaker, code.partition("_")[2], numbers)


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


def _compared(speaker: Speaker, name: str, numbers: Sequence[int]) -> str:
    """What there is after the one play and after the other one."""
    words, (count, other) = speaker.words, numbers[:2]
    if name == "lead":
        return _lead(speaker, count, other)
    if name == "towers":
        return words.plural(
            "You have {count} tower finished, after the other play {other}.",
            "You have {count} towers finished, after the other play {other}.",
            count,
            other=other,
        )
    noun = _NOUNS.get(name, "checkers")
    left = _none(speaker, noun, other)
    if name in THROWS:
        total = numbers[2]
        if total == 1:
            return _known(speaker, name, count)
        if not count:
            return words.text(NO_THROW[name], other=other, total=total)
        return words.plural(*THROWS[name], count, other=left, total=total)
    if not count:
        return words.text(NONE[name], other=other)
    return words.plural(*COUNTS[name], count, other=left)


def _none(speaker: Speaker, noun: str, count: int) -> str:
    """A number, or the word for none of a noun."""
    if count:
        return str(count)
    return speaker.words.within(noun, _NOTHING[noun])


def _known(speaker: Speaker, name: str, count: int) -> str:
    """Of a throw that is known already whether it can do something."""
    words = speaker.words
    what = words.within("with a throw", KNOWN_THROW[name])
    if name.startswith("i_"):
        if count:
            return words.text(
                "As it stands, you can {what} with your throw, after the other play not.",
                what=what,
            )
        return words.text(
            "As it stands, you cannot {what} with your throw, after the other play you can.",
            what=what,
        )
    if count:
        return words.text(
            "After this play your opponent can {what} with the next throw, after the other not.",
            what=what,
        )
    return words.text(
        "After the other play your opponent can {what} with the next throw, after this one not.",
        what=what,
    )


def _lead(speaker: Speaker, count: int, other: int) -> str:
    """The race: pips ahead of the other side, less than 0 behind it."""
    words = speaker.words
    if count > 0 and other > 0:
        return words.plural(
            "You lead by {count} pip, after the other play by {other}.",
            "You lead by {count} pips, after the other play by {other}.",
            count,
            other=other,
        )
    if count < 0 and other < 0:
        return words.plural(
            "You are {count} pip behind, after the other play {other}.",
            "You are {count} pips behind, after the other play {other}.",
            -count,
            other=-other,
        )
    if count > other:
        return words.plural(
            "You gain {count} pip on the other play.",
            "You gain {count} pips on the other play.",
            count - other,
        )
    return words.plural(
        "You give up {count} pip to the other play.",
        "You give up {count} pips to the other play.",
        other - count,
    )
